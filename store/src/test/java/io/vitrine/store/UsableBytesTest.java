package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much room a file's disk has, also where its folder comes and goes. */
final class UsableBytesTest {
  private static final int LOOKS = 100_000;

  @TempDir private Path temp;

  /** As that of a store in memory does whenever another of its files is made. */
  @Test
  void aDiskIsNotFullForAFolderThatComesAndGoes() throws Exception {
    File folder = temp.resolve("store").toFile();
    var ended = new AtomicBoolean();
    var failure = new AtomicReference<Throwable>();
    Thread maker = Thread.ofPlatform().start(() -> makeAndRemove(folder, ended, failure));
    int zeros = 0;
    for (int i = 0; i < LOOKS && failure.get() == null; i++) {
      zeros += DiskFile.usableBytes(folder) == 0 ? 1 : 0;
    }
    ended.set(true);
    maker.join();
    assertEquals(null, failure.get());
    assertEquals(0, zeros, "looks that took the disk for full");
  }

  private static void makeAndRemove(
      File folder, AtomicBoolean ended, AtomicReference<Throwable> failure) {
    try {
      while (!ended.get()) {
        Files.createDirectory(folder.toPath());
        Files.delete(folder.toPath());
      }
    } catch (IOException | RuntimeException e) {
      failure.set(e);
    }
  }

  @Test
  void aFolderThatIsGoneHasTheRoomOfWhatItWasIn() throws IOException {
    File gone = temp.resolve("a/b/c").toFile();
    long capacity = Files.getFileStore(temp).getTotalSpace();
    long usable = DiskFile.usableBytes(gone);
    assertTrue(usable > 0 && usable <= capacity, () -> usable + " of " + capacity);
    assertEquals(Long.MAX_VALUE, DiskFile.usableBytes(null));
  }
}
