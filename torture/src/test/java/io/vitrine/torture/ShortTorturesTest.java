package io.vitrine.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.remote.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tortures that are made to last, shortly; and what one that fails tells. */
class ShortTorturesTest {
  @TempDir Path folder;

  @Test
  void attach() {
    Tortures.pass(folder, "attach", "--processes", "4", "--times", "40", "--seconds", "600");
  }

  @Test
  void connections() {
    Tortures.pass(folder, "connections", "--count", "1000", "--seconds", "600");
  }

  @Test
  void size() {
    Tortures.pass(folder, "size", "--entries", "300000", "--bytes", "40m", "--seconds", "600");
  }

  @Test
  void fuzz() {
    Tortures.pass(folder, "fuzz", "--runs", "8000", "--seed", "1", "--seconds", "600");
  }

  @Test
  void failureTellsHowToRepeatItAndKeepsTheFolder() throws Exception {
    var out = new StringWriter();
    var both = new PrintWriter(out, true);
    int code =
        Main.run(
            both,
            both,
            "torture",
            "size",
            "--entries",
            "9000000",
            "--bytes",
            "200m",
            "--seconds",
            "1", // too short for so many
            "--data",
            folder.toString());
    assertEquals(1, code, out.toString());
    String[] lines = out.toString().split("\n", -1);
    String seed = lines[0].replaceAll("torture size: seed (\\d+), in .*", "$1");
    assertTrue(
        out.toString().contains("\n  repeat:  vitrine torture size --entries 9000000"),
        out.toString());
    assertTrue(out.toString().contains(" --seed " + seed + "\n"), out.toString());
    Path kept = Path.of(lines[0].replaceAll(".* in ", ""));
    assertTrue(Files.isDirectory(kept.resolve("store")), out.toString());
  }
}
