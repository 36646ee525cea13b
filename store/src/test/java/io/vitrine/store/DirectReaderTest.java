package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lookups by numbers of values of any length, whatever length the ones before had. */
class DirectReaderTest {
  private static final int LENGTHS = 200;

  @TempDir Path folder;

  private static byte[] value(long key, int length) {
    byte[] value = new byte[length];
    new Random(key).nextBytes(value);
    return value;
  }

  @Test
  void valuesOfAllLengthsAreFound_oneAfterTheOther() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map =
          store.map("/maps/a", MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(2));
      for (long key = 0; key < 4 * LENGTHS; key++) {
        map.put(key, value(key, (int) key % LENGTHS));
      }
      for (int i = 0; i < 50_000; i++) {
        long key = random.nextInt(4 * LENGTHS);
        int length = (int) key % LENGTHS;
        byte[] using =
            switch (random.nextInt(4)) {
              case 0 -> null;
              case 1 -> new byte[random.nextInt(LENGTHS)];
              default -> new byte[length];
            };
        byte[] found = map.getUsing(key, using);
        assertArrayEquals(value(key, length), found, "seed " + seed);
        if (using != null && using.length == length) {
          assertSame(using, found, "seed " + seed);
        }
      }
      assertNull(map.getUsing(-1L, new byte[3]));
    }
  }

  @Test
  void theLengthThatIsGuessedFollowsTheValues() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map =
          store.map("/maps/a", MapOptions.of(Codecs.longs(), Codecs.bytes()));
      for (int length : new int[] {64, 65, 8, 112, 113, 0, 104}) {
        for (long key = 0; key < 500; key++) {
          map.put(key, value(key, length));
        }
        for (long key = 0; key < 500; key++) {
          byte[] found = map.get(key);
          assertEquals(length, found.length);
          assertArrayEquals(value(key, length), found);
        }
      }
    }
  }

  @Test
  void whatIsInItsPlaceIsFoundWithoutTheEngine_upToALength() {
    int[] lengths = {0, 64, 112, 113, 119, 120, 121, 127, 240, 1024, 1031, 65_536, 65_537};
    try (Store store = Stores.open(folder)) {
      var map =
          (MappedMap<Long, byte[]>)
              store.map("/maps/a", MapOptions.of(Codecs.longs(), Codecs.bytes()));
      for (int length : lengths) {
        map.put((long) length, value(length, length));
      }
      var direct = new DirectReader(map.engine().file, true);
      for (int length : lengths) {
        byte[] expected = length > 65_536 ? null : value(length, length);
        assertArrayEquals(expected, direct.read(length, null), "length " + length);
        assertArrayEquals(value(length, length), map.get((long) length));
        byte[] using = new byte[length];
        assertSame(using, map.getUsing((long) length, using));
        assertArrayEquals(value(length, length), using);
      }
    }
  }

  @Test
  void whatIsNotThereIsMissedWithoutTheEngine_unlessManyLinesWereFull() {
    try (Store store = Stores.open(folder)) {
      var map =
          (MappedMap<Long, byte[]>)
              store.map("/maps/a", MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1));
      var direct = new DirectReader(map.engine().file, true);
      assertTrue(BytesReader.isAbsent(direct.read(0, null)));
      map.put(0L, new byte[0]);
      assertFalse(BytesReader.isAbsent(direct.read(0, null)), "an empty value is one");
      int missed = 0;
      for (long key = 1; key < 10_000; key++) {
        map.put(key, new byte[1]);
        byte[] answer = direct.read(-key, null);
        assertTrue(answer == null || BytesReader.isAbsent(answer));
        missed += answer != null ? 1 : 0;
        assertNull(map.get(-key));
      }
      assertTrue(missed > 9_500 && missed < 9_999, "lines are full now and then: " + missed);
    }
  }

  @Test
  void noDamagedLineOnTheWayTellsThatAKeyIsNotThere() {
    try (Store store = Stores.open(folder)) {
      var map =
          (MappedMap<Long, byte[]>)
              store.map("/maps/a", MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1));
      for (long key = 1; key <= 1_000; key++) {
        map.put(key, new byte[1]);
      }
      MapFile file = map.engine().file;
      var direct = new DirectReader(file, true);
      int behind = 0;
      for (long key = -1; key > -500; key--) {
        long table = Memory.get(file.memory(), file.segmentAt(0) + SegmentLayout.TABLE);
        long tag = MapEngine.spread(file.hash.hash(key)) >>> Slot.TAG_SHIFT;
        long lines = SegmentLayout.tableLines(table);
        long number = Slot.homeLine(tag, lines);
        boolean isLast = false;
        for (int i = 0; i < 5 && !isLast; i++, number = (number + 1) % lines) {
          long line = SegmentLayout.tableOffset(table) + number * SegmentLayout.LINE_BYTES;
          isLast = Probe.hasEmpty(file.memory(), line);
          behind += i > 0 ? 1 : 0;
          for (long slot = line; slot < line + SegmentLayout.LINE_BYTES; slot += 8) {
            long word = Memory.get(file.memory(), slot);
            Memory.set(file.memory(), slot, word ^ 1L << (slot >>> 3 & 31));
            byte[] answer = direct.read(key, null);
            assertFalse(answer != null && BytesReader.isAbsent(answer), "line " + i + " of " + key);
            Memory.set(file.memory(), slot, word);
          }
        }
      }
      assertTrue(behind > 50, behind + " lines behind home lines");
    }
  }

  @Test
  void aDamagedLineDoesNotHideAnEntry() {
    try (Store store = Stores.open(folder)) {
      var map =
          (MappedMap<Long, byte[]>)
              store.map("/maps/a", MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1));
      map.put(1L, new byte[1]);
      MapFile file = map.engine().file;
      long at = file.segmentAt(0);
      long table = SegmentLayout.tableOffset(Memory.get(file.memory(), at + SegmentLayout.TABLE));
      for (long slot = table; slot < table + 8 * 8 * SegmentLayout.FIRST_LINES; slot += 8) {
        long word = Memory.get(file.memory(), slot);
        for (int bit = 0; bit < 64; bit++) {
          Memory.set(file.memory(), slot, word ^ 1L << bit);
          try {
            assertArrayEquals(new byte[1], map.get(1L), "bit " + bit + " of slot " + slot);
          } catch (CorruptStoreException e) {
            assertTrue(e.getMessage().contains("parity"), e.getMessage());
          }
        }
        Memory.set(file.memory(), slot, word);
      }
    }
  }
}
