package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Long random sequences of operations, against a heap map. */
class StoreMapDifferentialTest {
  @TempDir Path folder;

  @Test
  void behavesAsAHeapMapWithStrings() {
    long seed = new Random().nextLong();
    try (Store store = Stores.open(folder)) {
      StoreMap<String, String> map =
          store.map("/maps/a", MapOptions.of(Codecs.strings(), Codecs.strings()).withSegments(4));
      run(map, new HashMap<>(), new Random(seed), 60_000);
    } catch (Throwable e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  private static void run(
      StoreMap<String, String> map, Map<String, String> model, Random random, int operations) {
    for (int i = 0; i < operations; i++) {
      String key = "k" + random.nextInt(1 << random.nextInt(13));
      String value = "v".repeat(random.nextInt(1 + random.nextInt(300))) + i;
      switch (random.nextInt(10)) {
        case 0 -> assertEquals(model.remove(key) != null, map.remove(key));
        case 1 -> assertEquals(model.remove(key), map.getAndRemove(key));
        case 2 -> assertEquals(model.putIfAbsent(key, value), map.putIfAbsent(key, value));
        case 3 -> assertEquals(model.replace(key, value), map.replace(key, value));
        case 4 -> {
          String old = random.nextBoolean() ? model.getOrDefault(key, "none") : "other";
          assertEquals(model.replace(key, old, value), map.replace(key, old, value));
        }
        case 5 -> assertEquals(model.put(key, value), map.getAndPut(key, value));
        case 6 ->
            assertEquals(
                model.merge(key, value, (a, b) -> a.length() > 200 ? null : a + b.length()),
                map.<String>syncUpdate(
                    key,
                    v -> v == null ? value : v.length() > 200 ? null : v + value.length(),
                    v -> v));
        default -> {
          model.put(key, value);
          map.put(key, value);
        }
      }
      assertEquals(model.get(key), map.get(key));
      if (i % 5_000 == 0) {
        assertSame(model, map);
      }
    }
    assertSame(model, map);
    map.clear();
    assertEquals(0, map.size());
    map.forEach((k, v) -> assertNull(k));
  }

  private static void assertSame(Map<String, String> model, StoreMap<String, String> map) {
    assertEquals(model.size(), map.size());
    var seen = new HashMap<String, String>();
    map.forEach((k, v) -> assertNull(seen.put(k, v), k));
    assertEquals(model, seen);
  }

  @Test
  void holdsLargeValuesAndTheLongestKey() {
    try (Store store = Stores.open(folder)) {
      StoreMap<String, byte[]> map =
          store.map("/maps/large", MapOptions.of(Codecs.strings(), Codecs.bytes()));
      var random = new Random(7);
      var model = new HashMap<String, byte[]>();
      for (int i = 0; i < 300; i++) {
        byte[] value = new byte[random.nextInt(1 + random.nextInt(400_000))];
        random.nextBytes(value);
        String key = "key" + random.nextInt(40);
        model.put(key, value);
        map.put(key, value);
        if (random.nextInt(4) == 0) {
          assertTrue(map.remove(key));
          model.remove(key);
        }
      }
      model.forEach((k, v) -> assertArrayEquals(v, map.get(k)));
      String longest = "x".repeat(65_535);
      map.put(longest, new byte[] {1});
      map.put("", new byte[] {2});
      assertArrayEquals(new byte[] {1}, map.get(longest));
      assertArrayEquals(new byte[] {2}, map.get(""));
    }
  }

  @Test
  void keepsEverythingOverAReopen() {
    MapOptions<Long, Long> options = MapOptions.of(Codecs.longs(), Codecs.longs());
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map("/maps/n", options);
      for (long i = 0; i < 200_000; i++) {
        map.put(i, -i);
      }
    }
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map("/maps/n", options);
      assertEquals(200_000, map.size());
      for (long i = 0; i < 200_000; i++) {
        assertEquals(-i, map.get(i));
      }
      assertNull(map.get(200_000L));
    }
  }

  @Test
  void growsNoFurtherUnderChurnAtASteadySize() {
    try (Store store = Stores.inMemory()) {
      StoreMap<Long, byte[]> map =
          store.map("/maps/c", MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(16));
      var random = new Random(3);
      long second = 0;
      for (int round = 0; round < 20; round++) {
        for (long key = 0; key < 20_000; key++) {
          if (round == 0 || random.nextInt(10) < 3) {
            map.remove(key);
            map.put(key, new byte[random.nextInt(200)]);
          }
        }
        long bytes = java.util.Objects.requireNonNull(store.describe("/maps/c")).bytes();
        if (round == 2) {
          second = bytes;
        }
        assertTrue(round <= 2 || bytes <= 1.3 * second, bytes + " after round " + round);
      }
    }
  }
}
