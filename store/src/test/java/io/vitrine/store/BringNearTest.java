package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** To map pages ahead of those who write to them loses nothing that they wrote. */
class BringNearTest {
  private static final int BYTES = 1 << 20;
  private static final int STEP = 512;
  private static final int ROUNDS = 200;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsWrittenMeanwhileStays(boolean inPlace) throws Exception {
    try (DiskFile file = open(inPlace)) {
      MemorySegment memory = file.memory();
      var began = new AtomicInteger();
      var done = new AtomicBoolean();
      Thread writer =
          Thread.ofPlatform()
              .start(() -> {
                for (int i = 0; i < ROUNDS; i++) {
                  for (long at = 0; at < BYTES; at += STEP) {
                    Memory.set(memory, at, Memory.get(memory, at) + 1); // not atomic
                  }
                  began.incrementAndGet();
                }
                done.set(true);
              });
      int rounds = 0;
      while (!done.get() || rounds == 0) {
        file.bringNear(0, BYTES);
        rounds++;
      }
      writer.join();
      assertEquals(ROUNDS, began.get());
      for (long at = 0; at < BYTES; at += 8) {
        assertEquals(at % STEP == 0 ? ROUNDS : 0, Memory.get(memory, at), "at " + at);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingBeyondTheRangeIsMet(boolean inPlace) throws Exception {
    try (DiskFile file = open(inPlace)) {
      file.bringNear(BYTES - 8, BYTES); // less than a page, and the last word
      file.bringNear(BYTES, BYTES);
      assertEquals(BYTES, file.size());
    }
  }

  @Test
  void theSystemTellsOfWhatTypeItIs() throws IOException {
    FileStore store = Files.getFileStore(folder);
    boolean known = new InPlace(folder).getAsBoolean();
    assertEquals(InPlace.isTypeOfIt(store.type()), known, store.type());
    assertEquals(known, new InPlace(folder.resolve("gone/by/now")).getAsBoolean());
    assertFalse(new InPlace(Path.of("/proc/self")).getAsBoolean());
  }

  /** Where to write is to take room, nothing is written ahead. */
  @Test
  void onlyWhatIsWrittenInPlaceIsWrittenAhead() {
    for (String type : List.of("ext2", "ext3", "EXT4", "xfs")) {
      assertTrue(InPlace.isTypeOfIt(type), type);
    }
    for (String type :
        List.of("btrfs", "zfs", "bcachefs", "nilfs2", "f2fs", "overlay", "tmpfs", "ramfs", "")) {
      assertFalse(InPlace.isTypeOfIt(type), type);
    }
  }

  private DiskFile open(boolean inPlace) throws IOException {
    Path path = folder.resolve("file");
    try (var channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      DiskFile.writeZeros(channel, 0, BYTES);
    }
    return DiskFile.open(path, () -> inPlace);
  }
}
