package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Words of headers that match their own checks and are wrong all the same. */
class DamagedHeaderWordsTest {
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);

  @TempDir Path folder;

  private static MapFile fileOf(StoreMap<?, ?> map) {
    return ((MappedMap<?, ?>) map).engine().file;
  }

  /** A change that makes the file grow is refused, and nothing is written over. */
  private void assertRefused(long allocated, long capacity, String part) {
    byte[] value = {1, 2, 3};
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      map.put(1L, value);
      MapFile file = fileOf(map);
      long wasAllocated = file.word(file.memory(), MapLayout.ALLOCATED);
      long wasCapacity = file.word(file.memory(), MapLayout.CAPACITY);
      MapFile.setWord(file.memory(), MapLayout.ALLOCATED, Math.min(allocated, wasAllocated));
      MapFile.setWord(file.memory(), MapLayout.CAPACITY, Math.min(capacity, wasCapacity));
      var refused = assertThrows(CorruptStoreException.class, () -> map.put(2L, new byte[3 << 20]));
      assertTrue(String.valueOf(refused.getMessage()).contains(part), refused.getMessage());
      MapFile.setWord(file.memory(), MapLayout.ALLOCATED, wasAllocated);
      MapFile.setWord(file.memory(), MapLayout.CAPACITY, wasCapacity);
      assertArrayEquals(value, map.get(1L));
    }
  }

  @Test
  void aCapacityOfZero() {
    assertRefused(Long.MAX_VALUE, 0, "0xd0 says 0 bytes");
  }

  @Test
  void lessAllocatedThanIsInUse() {
    assertRefused(MapLayout.PAGE, Long.MAX_VALUE, "0xc8 says 4096 bytes");
  }

  @Test
  void checkFindsAnUpdateThatCannotBeFinished() {
    for (boolean compact : new boolean[] {false, true}) {
      String path = compact ? "/maps/compact" : "/maps/blocks";
      try (Store store = Stores.open(folder)) {
        MapOptions<Long, Long> options =
            MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1);
        StoreMap<Long, Long> map = store.map(path, compact ? options.compact() : options);
        map.put(1L, 1L);
        assertTrue(Stores.check(folder, CheckOptions.defaults()).isClean());
        MapFile file = fileOf(map);
        long at = file.segmentAt(0);
        Memory.set(file.memory(), at + SegmentLayout.LOCK, OwnerWord.of(900, 7, 1)); // nobody's
        Memory.set(file.memory(), at + SegmentLayout.INTENT_SLOT, 4);
        assertFalse(Stores.check(folder, CheckOptions.defaults()).isClean(), path);
        Memory.set(file.memory(), at + SegmentLayout.INTENT_SLOT, 0);
        map.put(2L, 2L); // takes the segment over
        assertTrue(Stores.check(folder, CheckOptions.defaults()).isClean());
      }
    }
  }

  /** A recovery would refuse it, which goes by that word. */
  @Test
  void checkFindsMoreOnDiskThanThereIs() throws Exception {
    try (Store store = Stores.open(folder, new StoreOptions(0).withDurability(Durability.SYNC))) {
      store.map("/maps/a", OPTIONS).put(1L, new byte[] {1});
    }
    try (var files = new DiskFiles(folder.toAbsolutePath());
        MappedFile control = files.open(ControlLayout.FILE)) {
      var words = new DurableWords(control);
      long forcedTo = words.forcedTo();
      assertTrue(Stores.check(folder, CheckOptions.defaults()).isClean());
      words.forcedTo(1L << 40);
      assertFalse(Stores.check(folder, CheckOptions.defaults()).isClean());
      words.forcedTo(forcedTo);
      assertTrue(Stores.check(folder, CheckOptions.defaults()).isClean());
      words.forcedTo(1L << 40);
    }
    Stores.repair(folder);
    assertTrue(Stores.check(folder, CheckOptions.defaults()).isClean());
    try (Store store = Stores.open(folder)) {
      assertArrayEquals(new byte[] {1}, store.map("/maps/a", OPTIONS).get(1L));
    }
  }
}
