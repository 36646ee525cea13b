package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vitrine.store.PatternCodec.Pattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The largest and the smallest that a store must take, and one more than that. */
class LimitsTest {
  private static final int KEY_BYTES_MAX = 65_535;
  private static final int PROCESSES = 8;
  private static final int ATTACHMENTS = 500;

  @TempDir Path folder;

  /** What neither returns nor sets a value takes no memory for it. */
  @Test
  void whetherALargeValueIsThereTakesNoMemory() throws Exception {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map(SmallHeapUser.PATH, SmallHeapUser.OPTIONS);
      map.put(1L, new byte[24 << 20]);
      map.put(2L, new byte[24 << 20], Duration.ofHours(1));
      map.put(4L, new byte[24 << 20]);
    }
    try (ChildJvm small =
        ChildJvm.start(SmallHeapUser.class, List.of("-Xmx16m"), folder.toString())) {
      assertEquals("true 0", small.line());
      assertEquals("true true", small.line());
      assertEquals("false -1", small.line());
      assertEquals("true 2 3", small.line());
      assertEquals("0", small.line());
      assertEquals(0, small.waitFor());
    }
  }

  @Test
  void aValueOfOneGibibyteIsOneOfMany() throws IOException {
    long bytes = 1L << 30;
    assumeTrue(
        Files.getFileStore(folder).getUsableSpace() > 6 * bytes,
        "6 GiB of room on the disk are needed for the map and its log");
    MapOptions<Long, Pattern> options = LargeReader.OPTIONS;
    var large = new Pattern(bytes, 17);
    var odd = new Pattern(bytes / 16 + 5, 4);
    try (Store store = Stores.open(folder, new StoreOptions(0))) {
      StoreMap<Long, Pattern> map = store.map(LargeReader.PATH, options);
      for (long key = 10; key < 20; key++) {
        map.put(key, new Pattern(key, 1));
      }
      try (ChildJvm other =
          ChildJvm.start(
              LargeReader.class,
              // It takes one copy, and looks at each word of it.
              List.of("-Xmx64m", "-XX:MaxDirectMemorySize=1100m", "-XX:TieredStopAtLevel=4"),
              folder.toString(),
              "11")) {
        assertEquals("open 10", other.line());
        map.put(1L, large);
        assertEquals(large.toString(), other.line(), "as another process sees it");
        assertEquals(0, other.waitFor());
      }
      map.put(2L, odd);
      assertEquals(large, map.get(1L));
      assertEquals(odd, map.get(2L));
    }
    try (Store store = Stores.open(folder, new StoreOptions(0))) {
      StoreMap<Long, Pattern> map = store.map(LargeReader.PATH, options);
      assertEquals(large, map.get(1L));
      assertTrue(map.remove(1L));
      map.put(3L, odd); // where the large one was
      assertEquals(odd, map.get(3L));
      for (long key = 10; key < 20; key++) {
        assertEquals(new Pattern(key, 1), map.get(key));
      }
      assertEquals(12, map.size());
    }
  }

  @Test
  void keysOfNoByteAndOfTheMost() {
    byte[] longest = new byte[KEY_BYTES_MAX];
    byte[] other = longest.clone();
    other[KEY_BYTES_MAX - 1] = 1;
    var contents = Map.of(new byte[0], "none", longest, "longest", other, "other");
    for (int round = 0; round < 2; round++) {
      try (Store store = Stores.open(folder)) {
        StoreMap<byte[], String> map =
            store.map(
                "/maps/keys", MapOptions.of(Codecs.bytes(), Codecs.strings()).withSegments(4));
        contents.forEach(map::put);
        contents.forEach((key, value) -> assertEquals(value, map.get(key)));
        assertEquals(3, map.size());
        var seen = new ArrayList<Integer>();
        map.forEach((key, value) -> seen.add(key.length));
        seen.sort(null);
        assertEquals(List.of(0, KEY_BYTES_MAX, KEY_BYTES_MAX), seen);
        Invariants.check(store);
      }
    }
  }

  @Test
  void aKeyThatIsTooLongIsRefusedByName() {
    byte[] tooLong = new byte[KEY_BYTES_MAX + 1];
    try (Store store = Stores.inMemory()) {
      StoreMap<byte[], byte[]> map =
          store.map("/maps/keys", MapOptions.of(Codecs.bytes(), Codecs.bytes()).withSegments(4));
      long before = store.revision();
      for (Runnable call :
          List.<Runnable>of(
              () -> map.put(tooLong, tooLong),
              () -> map.get(tooLong),
              () -> map.remove(tooLong),
              () -> map.asyncUpdate(tooLong, value -> value))) {
        String message =
            assertThrows(IllegalArgumentException.class, call::run, call::toString).getMessage();
        assertTrue(message.contains("65536") && message.contains("65535"), message);
      }
      assertEquals(before, store.revision());
      map.put(new byte[] {1}, tooLong); // a value may be longer than a key
      assertArrayEquals(tooLong, map.get(new byte[] {1}));
    }
  }

  @Test
  void aChangeThatFitsNoRecordIsRefusedByName() {
    try (Store store = Stores.inMemory()) {
      ChangeLog log = ((MappedStore) store).log();
      String message =
          assertThrows(IllegalArgumentException.class, () -> log.reserve(8L << 30, null))
              .getMessage();
      assertTrue(message.contains("8589934592") && message.contains("8589934584"), message);
    }
  }

  @Test
  void manyProcessesAreAttachedAtOnce() {
    var children = new ArrayList<ChildJvm>();
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map(Attached.PATH, Attached.OPTIONS);
      for (int i = 0; i < PROCESSES; i++) {
        children.add(
            ChildJvm.start(
                Attached.class, List.of("-Xmx32m"), folder.toString(), Integer.toString(i)));
      }
      for (ChildJvm child : children) {
        assertEquals("attached", child.line());
      }
      assertEquals(PROCESSES, map.size());
      var slots = new ArrayList<Long>();
      map.forEach((key, slot) -> slots.add(slot));
      assertEquals(PROCESSES, slots.stream().distinct().count(), "process numbers " + slots);
      children.forEach(ChildJvm::kill);
      store.sweep();
      Invariants.check(store);
    } finally {
      children.forEach(ChildJvm::close);
    }
  }

  @Test
  void attachingAndDetachingLeavesNothingBehind() throws IOException {
    try (Store store = Stores.open(folder)) {
      store.map("/maps/first", MapOptions.of(Codecs.longs(), Codecs.longs())).put(0L, 0L);
    }
    attachAndDetach(20);
    ProcessUse before = ProcessUse.now();
    attachAndDetach(ATTACHMENTS);
    before.checkSame(ProcessUse.now());
  }

  private void attachAndDetach(int times) {
    for (long i = 1; i <= times; i++) {
      try (Store store = Stores.open(folder)) {
        assertEquals(0, ((MappedStore) store).attachment().slot());
        store.map("/maps/first", MapOptions.of(Codecs.longs(), Codecs.longs())).put(i, i);
      }
    }
  }
}
