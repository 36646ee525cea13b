package io.vitrine.remote.cli;

import io.vitrine.collections.TypeRegistry;
import java.util.concurrent.Callable;

/**
 * Adds a command to the program. Found by {@link java.util.ServiceLoader}; called once at the
 * start, on the main thread.
 */
public interface CommandProvider {
  /**
   * The command.
   *
   * @return an object with picocli's annotations, whose call gives the exit code
   */
  Callable<Integer> command();

  /**
   * Registers the types that the commands of the program shall know.
   *
   * @param types the registry of the program
   */
  default void registerTypes(TypeRegistry types) {}
}
