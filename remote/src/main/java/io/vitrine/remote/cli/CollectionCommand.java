package io.vitrine.remote.cli;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What the commands on a catalogue have in common. For the main thread. */
abstract class CollectionCommand implements Callable<Integer> {
  @Mixin
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Target target;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Override
  public final Integer call() throws Exception {
    check(Target.types());
    try (Vitrine vitrine = creates() ? target.openOrCreate() : target.open()) {
      return run(vitrine, spec.commandLine().getOut());
    } finally {
      closed();
    }
  }

  /** Refuses arguments that will not do, before anything is opened or made. */
  void check(TypeRegistry types) {}

  /** The catalogue is closed, so the process may end. */
  void closed() {}

  /** Whether the command makes a store where there is none. */
  boolean creates() {
    return false;
  }

  /** Does it and gives the exit code. */
  abstract int run(Vitrine vitrine, PrintWriter out) throws Exception;
}
