package io.vitrine.torture;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.CorruptRun;
import io.vitrine.torture.corrupt.AllocatedBytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Stores whose files are damaged: the short version of {@code ./vitrine torture corrupt}. */
@Execution(ExecutionMode.CONCURRENT) // each keeps one processor busy
class CorruptTest {
  private static final Set<CorruptRun.Kind> OF_PARTS =
      EnumSet.complementOf(EnumSet.of(CorruptRun.Kind.FOREIGN));

  @TempDir Path folder;

  private Map<String, Long> play(
      Set<CorruptRun.Kind> kinds, List<String> shapes, long bitsMax, long othersMax)
      throws IOException {
    return play(kinds, shapes, bitsMax, othersMax, () -> true);
  }

  private Map<String, Long> play(
      Set<CorruptRun.Kind> kinds,
      List<String> shapes,
      long bitsMax,
      long othersMax,
      BooleanSupplier goesOn)
      throws IOException {
    long seed = new Random().nextInt(Integer.MAX_VALUE);
    try {
      return CorruptRun.play(
          new CorruptRun.Options(
              seed,
              kinds,
              shapes,
              bitsMax,
              othersMax,
              folder,
              goesOn,
              line -> {
                if (line.startsWith("FOUND")) {
                  System.out.println(line);
                }
              },
              AllocatedBytes::ofThisThread,
              counts -> {}));
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }

  @Test
  void everyBitInUseOfASmallStore() throws IOException {
    Map<String, Long> counts =
        play(EnumSet.of(CorruptRun.Kind.BITS), List.of("least"), Long.MAX_VALUE, 50);
    assertTrue(counts.getOrDefault("images", 0L) > 10_000, counts.toString());
    assertTrue(counts.getOrDefault("with some answer refused", 0L) > 1_000, counts.toString());
  }

  @Test
  void aRunThatTriesNothingFails() {
    AssertionError e =
        assertThrows(
            AssertionError.class, () -> play(OF_PARTS, List.of("least"), 1, 1, () -> false));
    assertTrue(String.valueOf(e.getMessage()).contains("images were 0"), e.toString());
  }

  @Test
  void someOfEveryDamageToEveryShape() throws IOException {
    Map<String, Long> counts = play(OF_PARTS, List.of(), 16, 2);
    assertTrue(counts.getOrDefault("used and repaired", 0L) > 100, counts.toString());
  }

  @Test
  void everyForeignOrMissingFileOfEveryShape() throws IOException {
    Map<String, Long> counts =
        play(EnumSet.of(CorruptRun.Kind.FOREIGN), List.of(), Long.MAX_VALUE, Long.MAX_VALUE);
    assertTrue(counts.getOrDefault("used and repaired", 0L) > 500, counts.toString());
  }
}
