package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is remembered of wide lines may be wrong in every way, and then it costs time only. */
class KnownMarksTest {
  private static final int LENGTH = 64;
  private static final int SEGMENTS = 4;
  private static final int KEYS = 3_000;
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes(LENGTH)).withSegments(SEGMENTS).compact();

  @TempDir Path folder;

  private static byte[] value(long seed) {
    byte[] value = new byte[LENGTH];
    new Random(seed).nextBytes(value);
    return value;
  }

  private static KnownMarks marks(MapFile file) {
    KnownMarks marks = file.marks;
    assertNotNull(marks);
    return marks;
  }

  /** Offsets of all lines. */
  private static List<Long> lines(MapFile file) {
    CompactShape shape = file.compact;
    assertNotNull(shape);
    var lines = new ArrayList<Long>();
    MemorySegment memory = file.memory();
    for (int segment = 0; segment < SEGMENTS; segment++) {
      long table = Memory.get(memory, file.segmentAt(segment) + SegmentLayout.TABLE);
      for (long i = 0; i < SegmentLayout.tableLines(table); i++) {
        lines.add(SegmentLayout.tableOffset(table) + i * shape.lineBytes);
      }
    }
    return lines;
  }

  /** Remembers of each line what another has, or nothing, or what none can have. */
  private static void confuse(MapFile file, Random random) {
    List<Long> lines = lines(file);
    for (long line : lines) {
      long other = lines.get(random.nextInt(lines.size()));
      long told =
          switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> random.nextLong();
            case 2 -> random.nextLong() | CompactLayout.OCCUPIED;
            default -> Memory.get(file.memory(), other);
          };
      marks(file).note(line, told);
    }
  }

  private static void assertSameEntries(
      Map<Long, byte[]> expected, StoreMap<Long, byte[]> map, MapFile file, Random random) {
    var keys = new ArrayList<Long>();
    for (long key = 0; key < KEYS; key++) {
      keys.add(key);
    }
    confuse(file, random);
    for (long key : keys) {
      assertArrayEquals(expected.get(key), map.get(key), () -> "key " + key);
    }
    confuse(file, random);
    Map<Long, byte[]> all = map.getAll(keys);
    assertEquals(expected.keySet(), all.keySet());
    confuse(file, random);
    Batch<Long, byte[]> batch = map.batch();
    keys.forEach(batch::add);
    assertEquals(expected.size(), batch.get());
    for (int i = 0; i < keys.size(); i++) {
      long key = keys.get(i);
      assertArrayEquals(expected.get(key), all.get(key), () -> "key " + key);
      assertArrayEquals(expected.get(key), batch.value(i, null), () -> "key " + key);
      assertEquals(expected.containsKey(key), map.containsKey(key));
    }
  }

  @Test
  void whatIsWrongMisleadsNoCall() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    try (Store store = Stores.open(folder)) {
      var map = (MappedMap<Long, byte[]>) store.map("/maps/w", OPTIONS);
      MapFile file = map.engine().file;
      var expected = new HashMap<Long, byte[]>();
      for (int round = 0; round < 6; round++) {
        for (int i = 0; i < KEYS / 2; i++) {
          if (i % 100 == 0) {
            confuse(file, random);
          }
          long key = random.nextInt(KEYS);
          byte[] value = value(random.nextLong());
          String what = "seed " + seed + ", round " + round + ", key " + key;
          if (random.nextInt(3) == 0) {
            assertArrayEquals(expected.remove(key), map.getAndRemove(key), what);
          } else {
            assertArrayEquals(expected.put(key, value), map.getAndPut(key, value), what);
          }
        }
        confuse(file, random);
        var more = new HashMap<Long, byte[]>();
        for (int i = 0; i < 100; i++) {
          more.put((long) random.nextInt(KEYS), value(random.nextLong()));
        }
        map.putAll(more);
        expected.putAll(more);
        assertEquals(expected.size(), map.size(), "seed " + seed);
        assertSameEntries(expected, map, file, random);
      }
    }
  }

  @Test
  void aLineThatWasLookedAtIsKnown_andSoIsWhereItsKeysAre() {
    try (Store store = Stores.open(folder)) {
      var map = (MappedMap<Long, byte[]>) store.map("/maps/w", OPTIONS);
      MapFile file = map.engine().file;
      for (long key = 0; key < KEYS; key++) {
        map.put(key, value(key));
      }
      for (long line : lines(file)) {
        marks(file).note(line, 0);
      }
      for (long key = 0; key < KEYS; key++) {
        assertArrayEquals(value(key), map.get(key));
      }
      for (long line : lines(file)) {
        assertEquals(Memory.get(file.memory(), line), marks(file).of(line), "line " + line);
      }
      assertTrue(foundWhereKnown(file) > KEYS * 9 / 10);
    }
  }

  private static int foundWhereKnown(MapFile file) {
    int found = 0;
    MemorySegment memory = file.memory();
    for (long key = 0; key < KEYS; key++) {
      long hash = MapEngine.spread(file.hash.hash(key));
      long at = file.segmentAt((int) (hash & SEGMENTS - 1));
      long table = Memory.get(memory, at + SegmentLayout.TABLE);
      long lines = SegmentLayout.tableLines(table);
      long number = Slot.homeLine(hash >>> Slot.TAG_SHIFT, lines);
      long place = marks(file).place(SegmentLayout.tableOffset(table), number, lines, hash);
      CompactShape shape = file.compact;
      assertNotNull(shape);
      if (place >= 0) {
        long entry = (place >>> 3) + shape.entriesAt + (place & 7) * shape.stride;
        found += Memory.get(memory, entry) == key ? 1 : 0;
      }
    }
    return found;
  }

  @Test
  void nothingIsKnownOfLinesBeyondTheLimit() {
    var marks = new KnownMarks(576, 100, new AtomicLong(1_000));
    for (long line = 0; line < 1 << 20; line += 576) {
      marks.note(line, line + 1);
    }
    for (long line = 0; line < 1 << 20; line += 576) {
      assertEquals(line / 512 < 100 ? line + 1 : 0, marks.of(line), "line " + line);
    }
    assertEquals(0, marks.of(-576));
    marks.note(-576, 1);
    assertEquals(0, marks.of(-576));
  }

  @Test
  void allTogetherTakeNoMoreThanThereIs_andGiveItBack() {
    var left = new AtomicLong(150);
    var first = new KnownMarks(512, 100, left);
    var second = new KnownMarks(512, 100, left);
    first.note(99 * 512, 1);
    assertEquals(50, left.get());
    second.note(99 * 512, 2); // more than is left
    assertEquals(0, second.of(99 * 512));
    assertEquals(50, left.get());
    second.note(0, 2); // it does not ask again
    assertEquals(0, second.of(0));
    first.close();
    assertEquals(150, left.get());
    assertEquals(0, first.of(99 * 512));
    first.note(0, 1);
    assertEquals(0, first.of(0));
    first.close();
    assertEquals(150, left.get());
    var third = new KnownMarks(512, 100, left);
    third.note(99 * 512, 3);
    assertEquals(3, third.of(99 * 512));
  }

  @Test
  void whatTheHeapHasNoRoomForIsNotKnown() {
    var left = new AtomicLong(Long.MAX_VALUE);
    var marks = new KnownMarks(512, Integer.MAX_VALUE, left); // no JVM makes such an array
    marks.note((Integer.MAX_VALUE - 1L) * 512, 1);
    assertEquals(0, marks.of((Integer.MAX_VALUE - 1L) * 512));
    assertEquals(Long.MAX_VALUE, left.get());
  }

  /** What one open remembers while another one changes, grows and compacts the map. */
  @Test
  void whatAnotherChangedMisleadsNoLookup() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    try (Store store = Stores.open(folder);
        Store other = Stores.open(folder)) {
      var map = (MappedMap<Long, byte[]>) store.map("/maps/w", OPTIONS);
      StoreMap<Long, byte[]> changed = other.map("/maps/w", OPTIONS);
      var expected = new HashMap<Long, byte[]>();
      for (int round = 0; round < 12; round++) {
        for (int i = 0; i < KEYS / 4; i++) {
          long key = random.nextInt(KEYS);
          byte[] value = value(random.nextLong());
          if (random.nextInt(4) == 0) {
            expected.remove(key);
            changed.remove(key);
          } else {
            expected.put(key, value);
            changed.put(key, value);
          }
        }
        if (round % 4 == 3) {
          other.compact("/maps/w");
        }
        for (long key = 0; key < KEYS; key++) {
          byte[] found = map.get(key);
          String what = "seed " + seed + ", round " + round + ", key " + key;
          assertArrayEquals(expected.get(key), found, what);
        }
      }
    }
  }

  @Test
  void linesOfAllSizesHavePlacesOfTheirOwn() {
    for (long bytes = 384; bytes <= 1024; bytes += 64) {
      var marks = new KnownMarks(bytes, 10_000, new AtomicLong(100_000));
      for (long i = 0; i < 1_000; i++) {
        marks.note(i * bytes, i + 1);
      }
      for (long i = 0; i < 1_000; i++) {
        assertEquals(i + 1, marks.of(i * bytes), "lines of " + bytes);
      }
    }
  }

  @Test
  void mapsWithoutWideLinesHaveNone() {
    try (Store store = Stores.open(folder)) {
      var map =
          (MappedMap<Long, Long>)
              store.map("/maps/n", MapOptions.of(Codecs.longs(), Codecs.longs()).compact());
      assertNull(map.engine().file.marks);
    }
  }
}
