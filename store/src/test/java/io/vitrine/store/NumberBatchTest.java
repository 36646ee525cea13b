package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lookups of several arrays by numbers, which a batch holds in arrays that it fills again. */
class NumberBatchTest {
  private static final int KEYS = 400;
  private static final int FIXED = 40;

  @TempDir Path folder;

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  @Test
  void valuesOfAllLengthsAreFound() {
    try (Store store = Stores.open(folder)) {
      var options = MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(2);
      compare(
          store.map("/maps/a", options),
          () -> random.nextInt(20) == 0 ? random.nextInt(100_000) : random.nextInt(140));
    }
  }

  @Test
  void valuesOfOneLengthAreFoundInACompactMap() {
    try (Store store = Stores.open(folder)) {
      var options = MapOptions.of(Codecs.longs(), Codecs.bytes(FIXED)).withSegments(2).compact();
      compare(store.map("/maps/a", options), () -> FIXED);
    }
  }

  private void compare(StoreMap<Long, byte[]> map, IntSupplier lengths) {
    var model = new HashMap<Long, byte[]>();
    Batch<Long, byte[]> batch = map.batch();
    for (int round = 0; round < 400; round++) {
      change(map, model, batch, lengths);
      List<Long> wanted = new ArrayList<>();
      for (int i = random.nextInt(200); i >= 0; i--) {
        wanted.add((long) random.nextInt(KEYS));
      }
      batch.clear();
      wanted.forEach(batch::add);
      int hits = batch.get();
      assertEquals(wanted.stream().filter(model::containsKey).count(), hits, "seed " + seed);
      for (int i = 0; i < wanted.size(); i++) {
        assertIsFound(model.get(wanted.get(i)), batch, i);
      }
      Map<Long, byte[]> found = map.getAll(wanted);
      wanted.forEach(key -> assertArrayEquals(model.get(key), found.get(key), "seed " + seed));
    }
  }

  private void change(
      StoreMap<Long, byte[]> map,
      Map<Long, byte[]> model,
      Batch<Long, byte[]> batch,
      IntSupplier lengths) {
    batch.clear();
    for (int i = random.nextInt(100); i >= 0; i--) {
      long key = random.nextInt(KEYS);
      byte[] value = new byte[lengths.getAsInt()];
      random.nextBytes(value);
      batch.add(key, value);
      model.put(key, value);
    }
    batch.put();
    long gone = random.nextInt(KEYS);
    assertEquals(model.remove(gone) != null, map.remove(gone), "seed " + seed);
  }

  private void assertIsFound(byte[] expected, Batch<Long, byte[]> batch, int index) {
    byte[] using = new byte[random.nextBoolean() && expected != null ? expected.length : 7];
    byte[] found = batch.value(index, using);
    assertArrayEquals(expected, found, "seed " + seed);
    if (expected == null) {
      assertEquals(-1, batch.length(index), "seed " + seed);
      return;
    }
    assertEquals(expected.length, batch.length(index), "seed " + seed);
    if (using.length == expected.length) {
      assertSame(using, found, "seed " + seed);
    }
    byte[] own = batch.value(index, null);
    Arrays.fill(own, (byte) 1); // a copy, that is the caller's
    assertNotSame(own, batch.value(index, null), "seed " + seed);
    assertArrayEquals(expected, batch.value(index, null), "seed " + seed);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment target = arena.allocate(expected.length + 3L);
      assertEquals(expected.length, batch.copyValue(index, target, 3), "seed " + seed);
      assertArrayEquals(expected, target.asSlice(3).toArray(ValueLayout.JAVA_BYTE));
      target.fill((byte) 5);
      assertEquals(expected.length, batch.copyValue(index, target, 4), "seed " + seed);
      assertEquals(5, target.get(ValueLayout.JAVA_BYTE, expected.length), "seed " + seed);
    }
  }

  @Test
  void whatWasFoundStaysAsItWas() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map =
          store.map("/maps/a", MapOptions.of(Codecs.longs(), Codecs.bytes()));
      map.put(1L, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
      Batch<Long, byte[]> batch = map.batch();
      batch.add(1L);
      assertEquals(1, batch.get());
      map.put(1L, new byte[8]);
      assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, batch.value(0, null));
      assertEquals(1, batch.get());
      assertArrayEquals(new byte[8], batch.value(0, null));
      map.remove(1L);
      assertEquals(0, batch.get());
      assertNull(batch.value(0, new byte[8]));
      batch.clear();
      batch.add(1L);
      assertEquals(-1, batch.length(0));
      assertThrows(NullPointerException.class, () -> batch.add(null));
      assertEquals(1, batch.size());
    }
  }

  @Test
  void nothingIsToldOfLookupsThatFailed() {
    Batch<Long, byte[]> batch;
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map =
          store.map("/maps/a", MapOptions.of(Codecs.longs(), Codecs.bytes()));
      map.put(1L, new byte[8]);
      map.put(2L, new byte[8]);
      batch = map.batch();
      batch.add(1L);
      batch.add(2L);
      assertEquals(2, batch.get());
    }
    assertThrows(IllegalStateException.class, batch::get);
    assertEquals(-1, batch.length(0));
    assertNull(batch.value(0, null));
    assertEquals(-1, batch.length(1));
    assertNull(batch.value(1, new byte[8]));
  }

  @Test
  void valuesThatAllGotAnotherLengthAreFoundAllTheTime() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map =
          store.map("/maps/a", MapOptions.of(Codecs.longs(), Codecs.bytes()));
      Batch<Long, byte[]> batch = map.batch();
      for (int length : new int[] {16, 24, 16}) {
        for (long key = 0; key < 64; key++) {
          map.put(key, filled(key, length));
        }
        for (int round = 0; round < 1_100; round++) { // arrays that never fit are let go meanwhile
          batch.clear();
          for (long key = 0; key < 64; key++) {
            batch.add(key);
          }
          assertEquals(64, batch.get());
          for (int key = 0; key < 64; key++) {
            assertArrayEquals(filled(key, length), batch.value(key, null));
          }
        }
      }
    }
  }

  private static byte[] filled(long key, int length) {
    byte[] value = new byte[length];
    Arrays.fill(value, (byte) key);
    return value;
  }
}
