package io.vitrine.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.remote.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Runs tortures as the command line does. Stateless; any thread. */
final class Tortures {
  private Tortures() {}

  /**
   * Runs one, which must pass.
   *
   * @param folder where it works
   * @param arguments its name and options
   * @return what it printed
   */
  static String pass(Path folder, String... arguments) {
    var out = new StringWriter();
    var both = new PrintWriter(out, true);
    int code =
        Main.run(
            both,
            both,
            Stream.of(List.of("torture"), List.of(arguments), List.of("--data", folder.toString()))
                .flatMap(List::stream)
                .toArray(String[]::new));
    System.out.print(out);
    assertEquals(0, code, out.toString());
    assertTrue(out.toString().contains("\nPASS  "), out.toString());
    return out.toString();
  }
}
