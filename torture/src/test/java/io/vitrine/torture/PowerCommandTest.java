package io.vitrine.torture;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that lets stores lose their power. */
class PowerCommandTest {
  @TempDir Path folder;

  @Test
  void storesComeBackFromEveryImage() {
    String out = Tortures.pass(folder, "power", "--images", "30", "--seconds", "600");
    assertTrue(out.contains(" recoveries"), out);
  }
}
