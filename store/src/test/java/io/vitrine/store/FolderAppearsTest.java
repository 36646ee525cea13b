package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderAppearsTest {
  private static final int LOOKS = 20_000;

  @TempDir Path folder;

  @Test
  void aFolderThatIsBeingMadeIsNeverTakenForAFile() throws Exception {
    Path store = folder.resolve("store");
    var stop = new AtomicBoolean();
    try (var threads = Executors.newSingleThreadExecutor()) {
      Future<Integer> maker =
          threads.submit(() -> {
            int made = 0;
            while (!stop.get()) {
              Files.createDirectory(store);
              Files.delete(store);
              made++;
            }
            return made;
          });
      try {
        for (int i = 0; i < LOOKS; i++) {
          var refused = assertThrows(StoreException.class, () -> Stores.openReadOnly(store));
          assertFalse(refused.getMessage().contains("is a file"), refused.getMessage());
        }
      } finally {
        stop.set(true);
        maker.get();
      }
    }
  }
}
