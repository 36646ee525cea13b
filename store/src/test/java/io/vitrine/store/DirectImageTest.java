package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes by images in the usual case, with texts: they do what all others do. */
class DirectImageTest {
  private static final MapOptions<String, String> OPTIONS =
      MapOptions.of(Codecs.strings(), Codecs.strings()).withSegments(1);

  @TempDir Path folder;

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  private static MapEngine engine(StoreMap<String, String> map) {
    return ((MappedMap<String, String>) map).engine();
  }

  private static boolean putImage(StoreMap<String, String> map, String key, String value) {
    DirectWriter writer = engine(map).writer;
    assertNotNull(writer);
    return writer.put(image(map, key, value));
  }

  private static Scratch image(StoreMap<String, String> map, String key, String value) {
    var scratch = new Scratch(Scratch.NOBODY);
    ((MappedMap<String, String>) map).encodeKey(scratch, key);
    ((MappedMap<String, String>) map).encodeValue(scratch, value);
    return scratch;
  }

  /** A map with an entry, spare blocks of its size, and free ones. */
  private static StoreMap<String, String> used(Store store, String key, String value) {
    StoreMap<String, String> map = store.map("/maps/a", OPTIONS);
    for (int i = 0; i <= 2 * Spares.COUNT; i++) {
      map.put(key, value);
    }
    return map;
  }

  @ParameterizedTest
  @CsvSource({"0,0", "0,9", "1,0", "7,8", "8,8", "9,15", "15,64", "16,111", "100,27", "300,190"})
  void updatesAndInsertionsAreTheUsualCase(int keyLength, int valueLength) {
    try (Store store = Stores.open(folder)) {
      String key = "k".repeat(keyLength);
      StoreMap<String, String> map = used(store, key, "a".repeat(valueLength));
      for (int i = 0; i < 3 * Spares.COUNT; i++) {
        String value = String.valueOf((char) ('a' + i % 20)).repeat(valueLength);
        assertTrue(putImage(map, key, value), "update " + i);
        assertEquals(value, map.get(key));
      }
      String other = "o".repeat(Math.max(1, keyLength));
      if (LogLayout.padded(other.length()) == LogLayout.padded(keyLength)) {
        assertTrue(putImage(map, other, "b".repeat(valueLength)), "insertion");
        assertEquals("b".repeat(valueLength), map.get(other));
        assertEquals(2, map.size());
      }
      Invariants.checkMaps(store);
    }
  }

  /** A value of another length that takes as many words takes a spare block, too. */
  @Test
  void lengthsMayDifferWithinAWord() {
    try (Store store = Stores.open(folder)) {
      StoreMap<String, String> map = used(store, "key", "a".repeat(24));
      for (int length = 17; length <= 24; length++) {
        String value = "b".repeat(length);
        assertTrue(putImage(map, "key", value), "length " + length);
        assertEquals(value, map.get("key"));
      }
      assertFalse(putImage(map, "key", "c".repeat(25)), "a word more");
      assertFalse(putImage(map, "key", "c".repeat(16)), "a word less");
      assertFalse(putImage(map, "key", "c".repeat(600)), "a block that is no spare one later");
      assertEquals("b".repeat(24), map.get("key"));
      Invariants.checkMaps(store);
    }
  }

  @Test
  void whatBecomesVoidIsNotUsual() {
    try (Store store = Stores.open(folder)) {
      StoreMap<String, String> map = used(store, "key", "value");
      map.put("void", "value", Duration.ofHours(1));
      assertFalse(putImage(map, "void", "other"));
      map.put("void", "other");
      assertEquals(0, map.expiryMillis("void"));
      assertEquals("other", map.get("void"));
      map.put("key", "value", Duration.ofHours(1));
      assertTrue(map.expiryMillis("key") > 0);
      Invariants.checkMaps(store);
    }
  }

  @Test
  void aMapThatIsLoggedHasNoUsualCase() {
    try (Store store = Stores.open(folder, Logged.OPTIONS)) {
      StoreMap<String, String> map = used(store, "key", "value");
      assertFalse(putImage(map, "key", "other"));
      assertFalse(putImage(map, "new", "other"));
    }
  }

  /** Keys that have the same tag and home line: the whole key tells them from each other. */
  @Test
  void keysWithOneTagAreToldFromEachOther() {
    try (Store store = Stores.open(folder)) {
      StoreMap<String, String> map = store.map("/maps/a", OPTIONS);
      Map<Long, String> seen = new HashMap<>();
      String first = "";
      String second = "";
      for (int i = 0; first.isEmpty() && i < 100_000; i++) { // of 8 million tags
        String key = "a key that is longer than a word " + i;
        long hash = image(map, key, "").hash;
        String other = seen.put(hash >>> Slot.TAG_SHIFT, key);
        if (other != null) {
          first = other;
          second = key;
        }
      }
      assertFalse(first.isEmpty(), "no two keys with one tag");
      map.put(first, "1");
      map.put(second, "2");
      assertEquals("1", map.get(first));
      assertEquals("2", map.get(second));
      for (int i = 0; i < 20; i++) {
        map.put(first, "1" + i);
        map.put(second, "2" + i);
        assertEquals("1" + i, map.get(first));
        assertEquals("2" + i, map.get(second));
      }
      assertEquals(2, map.size());
      Invariants.checkMaps(store);
    }
  }

  /** Damage in what a change has to do with is told, and nothing is changed. */
  @ParameterizedTest
  @ValueSource(strings = {"slot", "revision", "lengths", "key", "value", "counts"})
  void damageIsToldAsByAllOthers(String what) {
    try (Store store = Stores.open(folder)) {
      String key = "a key of more than one word";
      StoreMap<String, String> map = used(store, key, "value");
      MapFile file = engine(map).file;
      MemorySegment memory = file.memory();
      Scratch scratch = image(map, key, "other");
      var seen = new Sighting();
      assertTrue(seen.look(file, memory, scratch, BlockLayout.bytes(scratch.lengths)));
      long place =
          switch (what) {
            case "slot" -> seen.slot();
            case "revision" -> seen.block() + BlockLayout.REVISION;
            case "lengths" -> seen.block() + BlockLayout.LENGTHS;
            case "key" -> seen.block() + BlockLayout.KEY + 16;
            case "value" -> seen.block() + BlockLayout.KEY + 32;
            default -> seen.segmentAt() + SegmentLayout.SPARES;
          };
      long word = Memory.get(memory, place);
      Memory.set(memory, place, word ^ 1L << 40);
      assertFalse(putImage(map, key, "other"));
      assertEquals(word ^ 1L << 40, Memory.get(memory, place));
      assertThrows(CorruptStoreException.class, () -> map.put(key, "other"));
      if (!what.equals("counts")) { // which is made anew
        Memory.set(memory, place, word);
      }
      assertEquals("value", map.get(key));
      map.put(key, "other");
      assertEquals("other", map.get(key));
      Invariants.checkMaps(store);
    }
  }

  /** What was seen before the lock counts for nothing once another change came between. */
  @Test
  void aChangeAmidItIsNotOverwrittenUnseen() {
    try (Store store = Stores.open(folder)) {
      String key = "a key of more than one word";
      StoreMap<String, String> map = used(store, key, "value");
      MapFile file = engine(map).file;
      MemorySegment memory = file.memory();
      Scratch scratch = image(map, key, "other");
      var seen = new Sighting();
      assertTrue(seen.look(file, memory, scratch, BlockLayout.bytes(scratch.lengths)));
      assertTrue(seen.isStillSo(memory, scratch));
      long word = seen.block() + BlockLayout.KEY + 16;
      Memory.set(memory, word, Memory.get(memory, word) ^ 1);
      assertFalse(seen.isStillSo(memory, scratch), "each word of the key is asked for");
      Memory.set(memory, word, Memory.get(memory, word) ^ 1);
      assertTrue(seen.isStillSo(memory, scratch));
      for (int i = 0; i < 3 * Spares.COUNT; i++) { // comes back to the same block, too
        map.put(key, "value");
        assertFalse(seen.isStillSo(memory, scratch), "after change " + i);
      }
      map.remove(key);
      assertFalse(seen.isStillSo(memory, scratch));
    }
  }

  /** Whatever is thrown at any point, the entry is old or new, and the map goes on. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFailureAtAnyPointLeavesOldOrNew(boolean inserts) {
    Set<Step> met = EnumSet.noneOf(Step.class);
    for (Step step : Step.values()) {
      for (int round = 0; round <= Spares.COUNT; round++) {
        if (failsAt(step, round, inserts)) {
          met.add(step);
        }
      }
    }
    Set<Step> points =
        EnumSet.of(
            Step.LOCKED,
            Step.VERSION_MOVED,
            Step.BLOCK_TAKEN,
            Step.INTENT_SET,
            Step.REVISION_TAKEN,
            Step.BLOCK_WRITTEN,
            Step.SLOT_SWUNG,
            Step.COUNTED,
            Step.INTENT_CLEARED);
    if (!inserts) {
      points.add(Step.BLOCK_FREED);
    }
    assertEquals(points, met);
  }

  private boolean failsAt(Step point, int round, boolean inserts) {
    var failed = new AtomicBoolean();
    try (Store store = Stores.open(folder.resolve(point + "-" + round))) {
      StoreMap<String, String> map = used(store, "old", "value");
      for (int i = 0; i < round; i++) {
        map.put("old", "value" + i);
      }
      String key = inserts ? "new" : "old";
      String before = map.get(key);
      Step.hook(step -> {
        if (step == point && failed.compareAndSet(false, true)) {
          throw new IllegalCallerException("a failure of a test");
        }
      });
      try {
        map.put(key, "next");
        assertFalse(failed.get(), "a failure at " + point + " was told");
      } catch (IllegalCallerException e) {
        assertTrue(failed.get());
      }
      Step.hook(null);
      String after = map.get(key);
      assertTrue(
          "next".equals(after)
              || (failed.get() && (after == null ? before == null : after.equals(before))),
          "old or new after a failure at " + point);
      assertEquals(inserts && after != null ? 2 : 1, map.size(), "after a failure at " + point);
      map.put(key, "last");
      assertEquals("last", map.get(key));
      Invariants.checkMaps(store);
    }
    return failed.get();
  }

  @Test
  void inAnyOrderWithOthersTheMapIsAsAHashMap() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    Map<String, String> model = new HashMap<>();
    try (Store store = Stores.open(folder)) {
      StoreMap<String, String> map = store.map("/maps/a", OPTIONS);
      for (int i = 0; i < 60_000; i++) {
        String key = key(random.nextInt(300));
        switch (random.nextInt(8)) {
          case 0, 1 -> {
            map.remove(key);
            model.remove(key);
          }
          case 2 -> {
            String value = value(random);
            assertEquals(model.putIfAbsent(key, value), map.putIfAbsent(key, value));
          }
          case 3 -> {
            Map<String, String> some = new HashMap<>();
            for (int n = random.nextInt(5); n > 0; n--) {
              some.put(key(random.nextInt(300)), value(random));
            }
            map.putAll(some);
            model.putAll(some);
          }
          default -> {
            String value = value(random);
            map.put(key, value);
            model.put(key, value);
          }
        }
        String looked = key(random.nextInt(300));
        assertEquals(model.get(looked), map.get(looked));
      }
      assertEquals(model.size(), map.size());
      Invariants.checkMaps(store);
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  private static String key(int number) {
    return number == 0 ? "" : Integer.toString(number * 7919, 3).repeat(1 + number % 5);
  }

  private static String value(Random random) {
    int length = random.nextInt(20) == 0 ? random.nextInt(700) : random.nextInt(3) * 8 + 3;
    return String.valueOf((char) ('a' + random.nextInt(26))).repeat(length);
  }

  /** Writers of one entry and of their own: none is torn, and each finds what it wrote. */
  @Test
  void threadsTogetherTearNothing() throws InterruptedException {
    try (Store store = Stores.open(folder)) {
      StoreMap<String, String> map = store.map("/maps/a", OPTIONS);
      var failure = new AtomicReference<@Nullable Throwable>();
      var threads = new ArrayList<Thread>();
      for (int w = 0; w < 3; w++) {
        int writer = w;
        threads.add(
            Thread.ofPlatform()
                .start(() -> {
                  try {
                    writeMany(map, writer);
                  } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                  }
                }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      if (failure.get() != null) {
        throw new AssertionError(failure.get());
      }
      assertEquals(1, map.size());
      assertNull(map.get("own 0"));
      Invariants.checkMaps(store);
    }
  }

  private static void writeMany(StoreMap<String, String> map, int writer) {
    String own = "own " + writer;
    for (int i = 0; i < 20_000; i++) {
      String value = String.valueOf((char) ('a' + i % 26)).repeat(40);
      map.put("a key that all of them have", value);
      map.put(own, value);
      String shared = map.get("a key that all of them have");
      assertNotNull(shared);
      assertEquals(shared.substring(0, 1).repeat(40), shared);
      assertEquals(value, map.get(own));
      map.remove(own);
    }
  }
}
