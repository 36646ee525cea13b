package io.vitrine.torture.cli;

import io.vitrine.remote.cli.CommandProvider;
import java.util.concurrent.Callable;

/** Adds the tortures to the command line program. Stateless; any thread. */
public final class TortureProvider implements CommandProvider {
  /** Creates the provider; called by the service loader. */
  public TortureProvider() {}

  @Override
  public Callable<Integer> command() {
    return new TortureCommand();
  }
}
