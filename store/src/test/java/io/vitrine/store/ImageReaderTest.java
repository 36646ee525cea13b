package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lookups by a scratch in the usual case find what all others do, or leave it to them. */
class ImageReaderTest {
  private static final MapOptions<String, byte[]> OPTIONS =
      MapOptions.of(Codecs.strings(), Codecs.bytes()).withSegments(2);

  @TempDir Path folder;

  private static MappedMap<String, byte[]> map(Store store) {
    return (MappedMap<String, byte[]>) store.map("/maps/a", OPTIONS);
  }

  private static byte[] value(int length, long seed) {
    byte[] value = new byte[length];
    new Random(seed).nextBytes(value);
    return value;
  }

  private static Scratch scratch(MappedMap<String, byte[]> map, String key) {
    var scratch = new Scratch(Scratch.NOBODY);
    map.encodeKey(scratch, key);
    return scratch;
  }

  /** What the reader says of a key; where it found it, its value has to be this one. */
  private static int read(MappedMap<String, byte[]> map, String key, byte @Nullable [] expected) {
    Scratch scratch = scratch(map, key);
    int outcome = new ImageReader(map.engine().file).read(scratch);
    if (outcome == ImageReader.FOUND) {
      byte[] found = map.decode(scratch.in, scratch.inValueOffset(), scratch.inValueLength(), null);
      assertArrayEquals(expected, found, "key " + key);
    } else if (outcome == ImageReader.ABSENT) {
      assertEquals(null, expected, "key " + key);
    }
    return outcome;
  }

  private static String key(int number) {
    return "k".repeat(number % 30) + number;
  }

  @Test
  void nearlyAllSmallEntriesAreTheUsualCase() {
    try (Store store = Stores.open(folder)) {
      MappedMap<String, byte[]> map = map(store);
      int entries = 3_000;
      for (int i = 0; i < entries; i++) {
        map.put(key(i), value(i % 60, i));
      }
      int found = 0;
      int absent = 0;
      for (int i = 0; i < entries; i++) {
        byte[] expected = value(i % 60, i);
        found += read(map, key(i), expected) == ImageReader.FOUND ? 1 : 0;
        absent += read(map, "no" + i, null) == ImageReader.ABSENT ? 1 : 0;
        assertArrayEquals(expected, map.get(key(i)));
        assertEquals(null, map.get("no" + i));
      }
      assertTrue(found > entries * 97 / 100, found + " found");
      assertTrue(absent > entries * 95 / 100, absent + " told as absent");
    }
  }

  @Test
  void whatIsNotUsualIsLeftToTheEngine() {
    try (Store store = Stores.open(folder)) {
      MappedMap<String, byte[]> map = map(store);
      map.put("expires", value(8, 1), Duration.ofHours(1));
      map.put("large", value(4_000, 2));
      map.put("longer than a chain", value(120, 3));
      assertEquals(ImageReader.UNUSUAL, read(map, "expires", value(8, 1)));
      assertEquals(ImageReader.UNUSUAL, read(map, "large", value(4_000, 2)));
      assertEquals(ImageReader.UNUSUAL, read(map, "longer than a chain", value(120, 3)));
      assertArrayEquals(value(8, 1), map.get("expires"));
      assertArrayEquals(value(4_000, 2), map.get("large"));
      assertArrayEquals(value(120, 3), map.get("longer than a chain"));
    }
  }

  @Test
  void aSegmentThatAnotherDroppedTellsNothing() {
    try (Store store = Stores.open(folder);
        Store other = Stores.open(folder)) {
      MappedMap<String, byte[]> map = map(store);
      map.put("a", value(8, 1));
      assertEquals(ImageReader.FOUND, read(map, "a", value(8, 1)));
      other.drop("/maps/a");
      assertEquals(ImageReader.UNUSUAL, read(map, "a", null));
      assertEquals(ImageReader.UNUSUAL, read(map, "b", null));
    }
  }

  /** Every flipped bit of a block and of its slot's line shows, or changes nothing that counts. */
  @Test
  void aFlippedBitIsNeverServed() {
    try (Store store = Stores.open(folder)) {
      MappedMap<String, byte[]> map = map(store);
      byte[] expected = value(21, 7);
      map.put("the key", expected);
      MapFile file = map.engine().file;
      Scratch scratch = scratch(map, "the key");
      int segment = map.engine().segmentOf(scratch.hash);
      assertTrue(map.engine().probe(segment, scratch));
      long block = Slot.block(scratch.probe.slotWord);
      long bytes = BlockLayout.bytesWithin(file.memory(), block);
      for (long bit = 0; bit < 8 * bytes; bit++) {
        long at = block + bit / 64 * 8;
        long word = Memory.get(file.memory(), at);
        Memory.set(file.memory(), at, word ^ 1L << bit % 64);
        assertEquals(ImageReader.UNUSUAL, read(map, "the key", null), "bit " + bit);
        Memory.set(file.memory(), at, word);
      }
      long slot = scratch.probe.slotAt;
      long word = Memory.get(file.memory(), slot);
      for (int bit = 0; bit < 64; bit++) {
        Memory.set(file.memory(), slot, word ^ 1L << bit);
        read(map, "the key", expected); // never told as absent, nor another value
        Memory.set(file.memory(), slot, word);
      }
      assertEquals(ImageReader.FOUND, read(map, "the key", expected));
    }
  }

  @Test
  void whileEntriesChangeLookupsAreAsOfAnyOtherMap() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    try (Store store = Stores.open(folder)) {
      MappedMap<String, byte[]> map = map(store);
      Map<String, byte[]> expected = new HashMap<>();
      for (int i = 0; i < 20_000; i++) {
        String key = key(random.nextInt(500));
        String what = "seed " + seed + ", step " + i;
        switch (random.nextInt(4)) {
          case 0 -> {
            expected.remove(key);
            map.remove(key);
          }
          case 1 -> {
            byte[] value = value(random.nextInt(140), i);
            expected.put(key, value);
            map.put(key, value);
          }
          default -> {
            assertArrayEquals(expected.get(key), map.get(key), what);
            assertEquals(expected.containsKey(key), map.containsKey(key), what);
            read(map, key, expected.get(key));
          }
        }
      }
      assertEquals(expected.size(), map.size(), "seed " + seed);
    }
  }
}
