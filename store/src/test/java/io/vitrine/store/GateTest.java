package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the gate where a folder is none of a store, or another one meanwhile. */
class GateTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir Path folder;

  private static Path lockOf(Path store) {
    return store.resolve(DiskFiles.LOCK_FILE);
  }

  @Test
  void nobodyWaitsForAnothersFileOfThatName() throws IOException {
    try (var other =
            FileChannel.open(
                lockOf(folder), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        var _ = other.lock()) {
      var refused =
          assertTimeoutPreemptively(
              LONG, () -> assertThrows(StoreException.class, () -> Stores.open(folder)));
      String why = String.valueOf(refused.getMessage());
      assertTrue(why.contains("is not a store") && why.contains("it has store.lock"), why);
    }
  }
}
