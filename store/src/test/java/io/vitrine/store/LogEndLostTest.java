package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The last page of the log is zeros, and the maps are whole: a repair does not believe the log. */
class LogEndLostTest {
  private static final MapOptions<Long, Long> BLOCKS =
      MapOptions.of(Codecs.longs(), Codecs.longs());
  private static final long PAGE = 4096;

  @TempDir private Path folder;

  /** What is told in the last page. */
  private interface LastChanges {
    void make(StoreMap<Long, Long> map, long number);
  }

  private void losesItsEnd(MapOptions<Long, Long> options, Durability durability, LastChanges last)
      throws IOException {
    Map<Long, Long> expected = new HashMap<>();
    long epoch;
    long end;
    try (Store store = Stores.open(folder, Logged.OPTIONS.withDurability(durability))) {
      StoreMap<Long, Long> map = store.map("/maps/m", options);
      map.publish(new byte[16 + (int) (-store.revision() & 63)]); // records begin where pages do
      for (long i = 0; i < 300; i++) {
        map.put(i, i);
      }
      while (store.revision() % PAGE != 0) {
        map.put(5_000 + store.revision(), 1L);
      }
      long begin = store.revision();
      for (long i = 0; i < 20; i++) {
        last.make(map, i);
      }
      end = store.revision();
      assertTrue(end - begin <= PAGE, "more than a page");
      map.forEach(expected::put);
      epoch = store.epoch();
    }
    try (FileChannel log =
        FileChannel.open(folder.resolve(LogFile.nameOf(0)), StandardOpenOption.WRITE)) {
      assertEquals(PAGE, log.write(ByteBuffer.allocate((int) PAGE), (end - 1) & -PAGE));
    }
    RepairReport report = Stores.repair(folder);
    assertEquals(0, report.lostEntries(), report::toString);
    assertTrue(report.newLog(), report::toString);
    try (Store store = Stores.open(folder)) {
      assertNotEquals(epoch, store.epoch(), "an epoch whose changes are lost");
      Map<Long, Long> found = new HashMap<>();
      store.map("/maps/m", options).forEach(found::put);
      assertEquals(expected, found);
    }
    assertTrue(Stores.check(folder).isClean());
  }

  @Test
  void removals() throws IOException {
    losesItsEnd(BLOCKS, Durability.PROCESS, StoreMap::remove);
  }

  @Test
  void removalsOfACompactMap() throws IOException {
    losesItsEnd(BLOCKS.compact(), Durability.PROCESS, StoreMap::remove);
  }

  @Test
  void removalsOfADurableStore() throws IOException {
    losesItsEnd(BLOCKS, Durability.SYNC, StoreMap::remove);
  }

  @Test
  void messages() throws IOException {
    losesItsEnd(BLOCKS, Durability.PROCESS, (map, _) -> map.publish(new byte[16]));
  }

  @Test
  void insertionsThatWereRemovedAgain() throws IOException {
    losesItsEnd(
        BLOCKS,
        Durability.PROCESS,
        (map, number) -> {
          map.put(3_000 + number, 1L);
          map.remove(3_000 + number);
        });
  }
}
