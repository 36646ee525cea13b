package io.vitrine.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A map of Vitrine answers every operation as one of Chronicle Map does. */
class DifferentialTest {
  private static final int OPERATIONS = 200_000;

  @TempDir Path folder;

  @Test
  void everyOperationAnswersTheSame() throws Exception {
    long seed = System.nanoTime();
    Forked.Outcome outcome = new Forked(folder).run(Differential.class, folder, seed, OPERATIONS);
    assertEquals(0, outcome.code(), "seed " + seed + ": " + outcome.err());
    assertEquals(5, outcome.out().lines().count(), outcome.toString());
    assertTrue(outcome.out().matches("(?s).*texts: up to \\d{4,5} entries.*"), outcome.out());
  }
}
