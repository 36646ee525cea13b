package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage of wide lines that a check of one word alone does not tell. */
class WideDamageTest {
  private static final int LENGTH = 64;
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes(LENGTH)).withSegments(1).compact();
  private static final int ENTRIES = 200;
  private static final int[] FILLS = {0x01, 0x22, 0x7E, 0x80, 0x81, 0xAA, 0xFE, 0xFF};

  @TempDir Path folder;

  private static byte[] value(long key) {
    byte[] value = new byte[LENGTH];
    new Random(key).nextBytes(value);
    return value;
  }

  private static MappedMap<Long, byte[]> fill(Store store) {
    var map = (MappedMap<Long, byte[]>) store.map("/maps/w", OPTIONS);
    for (long key = 0; key < ENTRIES; key++) {
      map.put(key, value(key));
    }
    return map;
  }

  private static CompactShape shape(MapFile file) {
    CompactShape shape = file.compact;
    assertNotNull(shape);
    return shape;
  }

  private static long table(MapFile file) {
    return Memory.get(file.memory(), file.segmentAt(0) + SegmentLayout.TABLE);
  }

  /** What a call answers, or that something is damaged. */
  private static void isRightOrRefused(String what, Supplier<byte @Nullable []> call, long key) {
    byte[] found;
    try {
      found = call.get();
    } catch (CorruptStoreException e) {
      return;
    }
    assertArrayEquals(key < ENTRIES ? value(key) : null, found, what);
  }

  @Test
  void aLineOfEqualBytesHidesNoEntry() {
    try (Store store = Stores.open(folder)) {
      MappedMap<Long, byte[]> map = fill(store);
      MapFile file = map.engine().file;
      long bytes = shape(file).lineBytes;
      long table = SegmentLayout.tableOffset(table(file));
      for (long line = table; line < table + 2 * bytes; line += bytes) {
        byte[] before = new byte[(int) bytes];
        Memory.copy(file.memory(), line, before);
        for (int filled : FILLS) {
          for (long at = line; at < line + bytes; at += 8) {
            Memory.set(file.memory(), at, filled * 0x0101_0101_0101_0101L);
          }
          for (long key = 0; key < ENTRIES; key++) {
            long wanted = key;
            String what = "key " + key + ", bytes " + filled;
            isRightOrRefused(what, () -> map.get(wanted), key);
          }
        }
        for (int i = 0; i < before.length; i += 8) {
          long word = 0;
          for (int j = 7; j >= 0; j--) {
            word = word << 8 | (before[i + j] & 0xFF);
          }
          Memory.set(file.memory(), line + i, word);
        }
      }
      Invariants.check(store);
    }
  }

  /** As where of two pages of a line only one was written before the power was lost. */
  @Test
  void anEmptyPlaceThatHasACheckIsFound() {
    try (Store store = Stores.open(folder)) {
      MappedMap<Long, byte[]> map = fill(store);
      MapFile file = map.engine().file;
      var engine = (CompactEngine) map.engine();
      CompactTable lines = engine.table();
      for (long place : lines.places(file.memory(), table(file))) {
        long key = Memory.get(file.memory(), lines.entryAt(place));
        long at = lines.entryAt(place) - 8;
        long check = Memory.get(file.memory(), at);
        map.remove(key);
        assertEquals(0, Memory.get(file.memory(), at), "an empty place has no check");
        Memory.set(file.memory(), at, check);
        assertEquals(at, lines.unsoundIn(file.memory(), place >>> 3));
        assertFalse(Stores.check(folder).isClean());
        Memory.set(file.memory(), at, 0);
        map.put(key, value(key));
        if (key > 20) {
          break;
        }
      }
      Invariants.check(store);
    }
  }

  /** Whoever writes a word anew keeps what is wrong with it. */
  @Test
  void noChangeHealsADamagedWord() {
    for (int bit = 0; bit < 128; bit += bit % 8 == 7 ? 8 : 9) {
      try (Store store = Stores.inMemory()) {
        MappedMap<Long, byte[]> map = fill(store);
        MapFile file = map.engine().file;
        CompactTable lines = ((CompactEngine) map.engine()).table();
        long table = SegmentLayout.tableOffset(table(file));
        long line = table + bit % 3 * shape(file).lineBytes;
        long at = line + (bit < 64 ? 0 : CompactLayout.REVISION);
        Memory.set(file.memory(), at, Memory.get(file.memory(), at) ^ 1L << bit);
        for (long key = ENTRIES; key < ENTRIES + 10; key++) {
          change(map, key);
        }
        for (long key = 0; key < ENTRIES; key += 9) {
          change(map, key);
        }
        assertTrue(lines.unsoundIn(file.memory(), line) != 0, "bit " + bit);
        for (long key = 0; key < ENTRIES; key++) {
          long wanted = key;
          isRightOrRefused("key " + key + ", bit " + bit, () -> map.get(wanted), key);
        }
      }
    }
  }

  private static void change(MappedMap<Long, byte[]> map, long key) {
    try {
      map.put(key, value(key));
    } catch (CorruptStoreException e) {
      assertTrue(String.valueOf(e.getMessage()).contains("check"), e.getMessage());
    }
  }

  @Test
  void codecsOfOneLengthAreEqual() {
    assertEquals(Codecs.bytes(3), Codecs.bytes(3));
    assertEquals(Codecs.bytes(3).hashCode(), Codecs.bytes(3).hashCode());
    assertFalse(Codecs.bytes(3).equals(Codecs.bytes(4)));
    assertThrows(IllegalArgumentException.class, () -> Codecs.bytes(1 << 21));
  }
}
