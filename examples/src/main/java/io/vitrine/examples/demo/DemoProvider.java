package io.vitrine.examples.demo;

import io.vitrine.remote.cli.CommandProvider;
import java.util.concurrent.Callable;

/** Adds the demo to the command line program. Stateless; any thread. */
public final class DemoProvider implements CommandProvider {
  /** Creates the provider; called by the service loader. */
  public DemoProvider() {}

  @Override
  public Callable<Integer> command() {
    return new DemoCommand();
  }
}
