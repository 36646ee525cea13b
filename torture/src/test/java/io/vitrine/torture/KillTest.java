package io.vitrine.torture;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that write are killed with SIGKILL at random: with a change log and without one. */
class KillTest {
  @TempDir Path folder;

  @Test
  void killedWritersHarmNobody() {
    String out =
        Tortures.pass(
            folder,
            "kill",
            "--kills",
            "44",
            "--generation",
            "22",
            "--processes",
            "3",
            "--seconds",
            "600",
            "--takeover-max", // measured in long runs: no test of the suite depends on time
            "60000");
    assertTrue(out.contains(" 2 generations,"), out);
    assertTrue(out.contains(" 1 generations without a log"), out);
    assertTrue(out.contains(" 2 generations whose space was checked"), out);
  }
}
