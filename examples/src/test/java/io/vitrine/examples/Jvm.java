package io.vitrine.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another JVM, like that of a user: the same class path and no flags. */
public final class Jvm {
  private static final long DEADLINE_SECONDS = 150;

  private final Process process;

  private Jvm(Process process) {
    this.process = process;
  }

  /** Starts a main class; its errors and warnings come among its output. */
  public static Jvm start(Class<?> main, Object... arguments) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return new Jvm(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  public Process process() {
    return process;
  }

  /** Waits for its end, which must be a good one, and answers all that it printed. */
  String output() throws IOException, InterruptedException {
    try (var in = process.getInputStream()) {
      String output = new String(in.readAllBytes(), UTF_8);
      assertTrue(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS), "still running: " + output);
      assertEquals(0, process.exitValue(), output);
      return output;
    }
  }
}
