package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files are asked for the identity of a store whose control file is damaged. */
class EpochVoteTest {
  private static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1);

  @TempDir Path folder;

  private void flip(String file, long offset, long mask) throws IOException {
    try (var access = new RandomAccessFile(folder.resolve(file).toFile(), "rw")) {
      access.seek(offset);
      long word = access.readLong();
      access.seek(offset);
      access.writeLong(word ^ Long.reverseBytes(mask));
    }
  }

  @Test
  void damagedHeadersCountOnlyWhereThereIsNoOther() throws IOException {
    long epoch;
    try (Store store = Logged.open(folder)) {
      store.map("/maps/a", OPTIONS).put(1L, 1L);
      store.map("/maps/b", OPTIONS).put(1L, 1L);
      epoch = store.epoch();
    }
    var files = new DiskFiles(folder.toRealPath());
    assertEquals(epoch, EpochVote.of(files));
    for (String map : List.of("maps/a.vtr", "maps/b.vtr")) {
      flip(map, MapLayout.EPOCH, 4);
    }
    assertEquals(epoch, EpochVote.of(files), "the log alone is right");
    flip(LogFile.nameOf(0), LogLayout.VERSION, 1 << 20);
    assertNotEquals(epoch, EpochVote.of(files), "most of those that are damaged");
    for (String map : List.of("maps/a.vtr", "maps/b.vtr")) {
      flip(map, MapLayout.EPOCH, 4);
    }
    Files.delete(folder.resolve(LogFile.nameOf(0)));
    assertEquals(epoch, EpochVote.of(files));
  }

  @Test
  void aStoreOfManyDamagedHeadersIsRepaired() throws IOException {
    try (Store store = Logged.open(folder)) {
      store.map("/maps/a", OPTIONS).put(1L, 2L);
      store.map("/maps/b", OPTIONS).put(1L, 3L);
    }
    for (String map : List.of("maps/a.vtr", "maps/b.vtr")) {
      flip(map, MapLayout.EPOCH, 4);
    }
    flip(ControlLayout.FILE, ControlLayout.EPOCH, 1);
    RepairReport report = Stores.repair(folder);
    try (Store store = Stores.open(folder)) {
      assertEquals(2L, store.map("/maps/a", OPTIONS).get(1L), report.toString());
      assertEquals(3L, store.map("/maps/b", OPTIONS).get(1L), report.toString());
    }
  }
}
