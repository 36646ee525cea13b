package io.vitrine.torture;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The protocols of the store under jcstress, shortly. */
class JcstressTest {
  @TempDir Path folder;

  @Test
  void protocolsHold() {
    assumeTrue(
        Runtime.getRuntime().availableProcessors() > 1, "jcstress needs two processors to run on");
    Tortures.pass(folder, "jcstress", "--quick", "--rounds", "1", "--seconds", "600");
  }
}
