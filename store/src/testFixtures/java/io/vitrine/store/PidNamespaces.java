package io.vitrine.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How a process is started in a pid namespace of its own, as in a container. Stateless. */
public final class PidNamespaces {
  private static final List<List<String>> LAUNCHERS =
      List.of(
          List.of("unshare", "--pid", "--fork", "--kill-child"),
          List.of("unshare", "--map-root-user", "--pid", "--fork", "--kill-child"));

  private PidNamespaces() {}

  /**
   * The command that runs its arguments so.
   *
   * @return the command and its own arguments; nothing where the machine permits no such process
   */
  public static Optional<List<String>> launcher() {
    return LAUNCHERS.stream().filter(PidNamespaces::works).findFirst();
  }

  private static boolean works(List<String> launcher) {
    var command = Stream.concat(launcher.stream(), Stream.of("true")).toList();
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false; // no such command here
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }
}
