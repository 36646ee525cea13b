package io.vitrine.examples;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs of the system that tests need; where they are missing the test fails and says so. */
final class Programs {
  private Programs() {}

  /**
   * The first of some programs that is there.
   *
   * @param programs names or paths
   * @param arguments what it must end well with
   * @param problem what to say where there is none
   * @return the name or path
   */
  static String first(List<String> programs, List<String> arguments, String problem)
      throws InterruptedException {
    for (String program : programs) {
      var command = new ArrayList<String>();
      command.add(program);
      command.addAll(arguments);
      try {
        Process process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor(150, TimeUnit.SECONDS) && process.exitValue() == 0) {
          return program;
        }
        process.destroyForcibly();
      } catch (IOException e) {
        // There is no such program; the next one may be there.
      }
    }
    return fail(problem);
  }
}
