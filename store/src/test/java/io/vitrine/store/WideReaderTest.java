package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lookups of arrays of one length in compact maps of wide lines. */
class WideReaderTest {
  private static final int[] LENGTHS = {25, 32, 40, 63, 64, 65, 100, 120};

  @TempDir Path folder;

  private static byte[] value(long key, int length) {
    byte[] value = new byte[length];
    new Random(key).nextBytes(value);
    return value;
  }

  private static MapOptions<Long, byte[]> options(int length, int segments) {
    return MapOptions.of(Codecs.longs(), Codecs.bytes(length)).withSegments(segments).compact();
  }

  private static MappedMap<Long, byte[]> map(Store store, int length, int segments) {
    return (MappedMap<Long, byte[]>) store.map("/maps/w" + length, options(length, segments));
  }

  private static WideReader reader(MappedMap<Long, byte[]> map) {
    MapFile file = map.engine().file;
    CompactShape shape = file.compact;
    assertNotNull(shape);
    assertTrue(shape.isWide);
    return new WideReader(file, shape);
  }

  @Test
  void mostEntriesAreFoundWithoutTheEngine_andAllWithIt() {
    long entries = 5_000;
    for (int length : LENGTHS) {
      try (Store store = Stores.open(folder.resolve("s" + length))) {
        MappedMap<Long, byte[]> map = map(store, length, 2);
        for (long key = 0; key < entries; key++) {
          map.put(key, value(key, length));
        }
        WideReader direct = reader(map);
        int found = 0;
        int missed = 0;
        for (long key = 0; key < entries; key++) {
          byte[] expected = value(key, length);
          byte[] answer = direct.read(key, null);
          if (answer != null) {
            assertArrayEquals(expected, answer, "length " + length);
            found++;
          }
          byte[] using = new byte[length];
          assertSame(using, map.getUsing(key, using));
          assertArrayEquals(expected, using);
          assertArrayEquals(expected, map.get(key));
          byte[] none = direct.read(-1 - key, null);
          assertTrue(none == null || BytesReader.isAbsent(none));
          missed += none != null ? 1 : 0;
          assertNull(map.get(-1 - key));
        }
        assertTrue(found > entries * 4 / 5, found + " found of length " + length);
        assertTrue(missed > entries / 4, missed + " missed of length " + length);
        for (long key = 0; key < entries; key += 3) {
          map.remove(key);
          byte[] answer = direct.read(key, null);
          assertTrue(answer == null || BytesReader.isAbsent(answer));
          assertNull(map.get(key));
        }
        Invariants.check(store);
      }
    }
  }

  @Test
  void anArrayOfAnotherLengthIsRefused_andChangesNothing() {
    try (Store store = Stores.inMemory()) {
      MappedMap<Long, byte[]> map = map(store, 64, 4);
      map.put(1L, value(1, 64));
      var e = assertThrows(IllegalArgumentException.class, () -> map.put(1L, new byte[63]));
      assertTrue(e.getMessage().contains("63") && e.getMessage().contains("bytes(64)"));
      assertArrayEquals(value(1, 64), map.get(1L));
      assertArrayEquals(value(1, 64), map.getUsing(1L, new byte[3]));
      assertThrows(IllegalArgumentException.class, () -> Codecs.bytes(0));
      assertThrows(IllegalArgumentException.class, () -> Codecs.of("bytes(x)"));
      assertThrows(IllegalArgumentException.class, () -> Codecs.of("bytes(1048577)"));
      assertThrows(IllegalArgumentException.class, () -> Codecs.of("set<bytes(4)>"));
      assertEquals(12, Codecs.of("bytes(12)").fixedSize());
      assertThrows(IllegalArgumentException.class, () -> options(121, 1));
    }
  }

  @Test
  void nobodyEverSeesHalfOfAChange() throws Exception {
    long seed = new Random().nextLong();
    try (Store store = Stores.open(folder)) {
      MappedMap<Long, byte[]> map = map(store, 64, 1);
      var stop = new AtomicBoolean();
      Thread writer =
          Thread.ofPlatform()
              .start(() -> {
                var random = new Random(seed);
                byte[] value = new byte[64];
                while (!stop.get()) {
                  Arrays.fill(value, (byte) random.nextInt());
                  long key = random.nextInt(200);
                  if (random.nextInt(5) == 0) {
                    map.remove(key);
                  } else {
                    map.put(key, value);
                  }
                }
              });
      try {
        var random = new Random(~seed);
        byte[] using = new byte[64];
        for (int i = 0; i < 300_000; i++) {
          byte[] found = map.getUsing((long) random.nextInt(200), using);
          if (found != null) {
            for (byte each : found) {
              assertEquals(found[0], each, "seed " + seed);
            }
          }
        }
      } finally {
        stop.set(true);
        writer.join();
      }
      Invariants.check(store);
    }
  }

  /** Whatever bit is flipped, what is told is right, or that something is damaged. */
  @Test
  void aFlippedBitHidesNothingAndChangesNothing() {
    try (Store store = Stores.open(folder)) {
      MappedMap<Long, byte[]> map = map(store, 40, 1);
      for (long key = 0; key < 6; key++) {
        map.put(key, value(key, 40));
      }
      MapFile file = map.engine().file;
      CompactShape shape = file.compact;
      assertNotNull(shape);
      long at = file.segmentAt(0);
      long table = Memory.get(file.memory(), at + SegmentLayout.TABLE);
      long line = SegmentLayout.tableOffset(table);
      assertEquals(1, SegmentLayout.tableLines(table));
      int damaged = 0;
      for (long offset = line; offset < line + shape.lineBytes; offset += 8) {
        long word = Memory.get(file.memory(), offset);
        for (int bit = 0; bit < 64; bit++) {
          Memory.set(file.memory(), offset, word ^ 1L << bit);
          for (long key = 0; key < 7; key++) {
            try {
              byte[] found = map.get(key);
              assertArrayEquals(key < 6 ? value(key, 40) : null, found, "bit " + bit);
            } catch (CorruptStoreException e) {
              damaged++;
            }
          }
        }
        Memory.set(file.memory(), offset, word);
      }
      assertTrue(damaged >= 6 * 8 * (8 + 8 + 40), "each bit of each entry shows, found " + damaged);
      Invariants.check(store);
    }
  }
}
