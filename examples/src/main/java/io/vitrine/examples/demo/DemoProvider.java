package io.vitrine.examples.demo;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.cli.CommandProvider;
import java.util.concurrent.Callable;

/**
 * Adds the demo to the command line program, and its types, so that the other commands can show
 * what it left behind. Stateless; any thread.
 */
public final class DemoProvider implements CommandProvider {
  /** Creates the provider; called by the service loader. */
  public DemoProvider() {}

  @Override
  public Callable<Integer> command() {
    return new DemoCommand();
  }

  @Override
  public void registerTypes(TypeRegistry types) {
    Airports.register(types);
  }
}
