package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lookups and changes of several keys do what single ones do. */
class BatchTest {
  private static final MapOptions<String, byte[]> OPTIONS =
      MapOptions.of(Codecs.strings(), Codecs.bytes()).withSegments(4);

  @TempDir Path folder;

  @Test
  void setsAndFindsWhatAHeapMapDoes() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    try (Store store = Stores.open(folder)) {
      StoreMap<String, byte[]> map = store.map("/maps/a", OPTIONS);
      var model = new HashMap<String, byte[]>();
      Batch<String, byte[]> batch = map.batch();
      for (int round = 0; round < 300; round++) {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        int many = random.nextInt(1 + random.nextInt(200));
        for (int i = 0; i < many; i++) {
          entries.put(key(random), value(random));
        }
        if (random.nextBoolean()) {
          map.putAll(entries);
        } else {
          batch.clear();
          entries.forEach(batch::add);
          batch.put();
        }
        model.putAll(entries);
        String gone = key(random);
        assertEquals(model.remove(gone) != null, map.remove(gone));
        List<String> wanted = new ArrayList<>();
        for (int i = random.nextInt(1 + random.nextInt(200)); i >= 0; i--) {
          wanted.add(key(random));
        }
        assertFound(model, wanted, map.getAll(wanted));
        assertFound(model, wanted, batch);
      }
      assertEquals(model.size(), map.size());
      Invariants.check(store);
    } catch (Throwable e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  private static String key(Random random) {
    String key = "k" + random.nextInt(1 << random.nextInt(12));
    return random.nextInt(500) == 0 ? key + "-".repeat(3_000) : key;
  }

  private static byte[] value(Random random) {
    byte[] value = new byte[random.nextInt(1_000) == 0 ? 100_000 : random.nextInt(300)];
    random.nextBytes(value);
    return value;
  }

  private static void assertFound(
      Map<String, byte[]> model, List<String> wanted, Map<String, byte[]> found) {
    List<String> present = wanted.stream().distinct().filter(model::containsKey).toList();
    assertEquals(present, List.copyOf(found.keySet()));
    present.forEach(key -> assertArrayEquals(model.get(key), found.get(key)));
  }

  private static void assertFound(
      Map<String, byte[]> model, List<String> wanted, Batch<String, byte[]> batch) {
    batch.clear();
    wanted.forEach(batch::add);
    assertEquals(wanted.size(), batch.size());
    assertEquals(wanted.stream().filter(model::containsKey).count(), batch.get());
    MemorySegment target = Arena.ofAuto().allocate(200);
    for (int i = 0; i < wanted.size(); i++) {
      byte[] expected = model.get(wanted.get(i));
      assertArrayEquals(expected, batch.value(i, null));
      assertEquals(expected == null ? -1 : expected.length, batch.length(i));
      assertEquals(batch.length(i), batch.copyValue(i, target, 8));
      if (expected != null && expected.length <= 192) {
        assertArrayEquals(
            expected, target.asSlice(8, expected.length).toArray(ValueLayout.JAVA_BYTE));
      }
    }
  }

  @Test
  void keepsTheOrderOfEntriesWithTheSameKey() {
    try (Store store = Stores.inMemory()) {
      StoreMap<String, byte[]> map = store.map("/maps/a", OPTIONS);
      Batch<String, byte[]> batch = map.batch();
      for (int i = 0; i < 100; i++) {
        batch.add("same", new byte[] {(byte) i});
      }
      batch.add("only looked up");
      batch.put();
      assertArrayEquals(new byte[] {99}, map.get("same"));
      assertEquals(1, map.size());
      assertEquals(100, batch.get());
      byte[] using = new byte[1];
      assertSame(using, batch.value(3, using));
      assertNull(batch.value(100, using));
    }
  }

  @Test
  void findsValuesWhoseLengthsFillTheRoomToItsLastWord() {
    try (Store store = Stores.inMemory()) {
      StoreMap<String, byte[]> map = store.map("/maps/a", OPTIONS);
      Batch<String, byte[]> batch = map.batch();
      for (int first = 9_000; first < 9_008; first++) {
        int room = 2 * first;
        for (int second = room - first - 16; second <= room - first; second++) {
          List<byte[]> values = List.of(new byte[first], new byte[second], new byte[40_000]);
          batch.clear();
          for (int i = 0; i < values.size(); i++) {
            batch.add("k" + i, values.get(i));
          }
          batch.put();
          Batch<String, byte[]> fresh = map.batch();
          for (int i = 0; i < values.size(); i++) {
            fresh.add("k" + i);
          }
          assertEquals(values.size(), fresh.get());
          for (int i = 0; i < values.size(); i++) {
            assertArrayEquals(values.get(i), fresh.value(i, null));
          }
        }
      }
    }
  }

  @Test
  void waitsForTheDiskOnceForManyChanges() {
    var options = StoreOptions.defaults().withDurability(Durability.SYNC);
    try (Store store = Stores.open(folder, options)) {
      StoreMap<String, byte[]> map = store.map("/maps/a", OPTIONS);
      Map<String, byte[]> entries = new HashMap<>();
      for (int i = 0; i < 128; i++) {
        entries.put("k" + i, new byte[10]);
      }
      long before = store.statistics().forces();
      map.putAll(entries);
      long putAll = store.statistics().forces() - before;
      assertTrue(putAll > 0 && putAll < 20, putAll + " forces"); // 2, and those of checkpoints
      map.put("one", new byte[1]);
      assertTrue(store.statistics().forces() > before + putAll);
    }
  }

  @Test
  void refusesWhatSingleCallsRefuse() {
    Store store = Stores.inMemory();
    StoreMap<String, byte[]> map = store.map("/maps/a", OPTIONS);
    Batch<String, byte[]> batch = map.batch();
    batch.add("a", new byte[1]);
    assertThrows(IllegalArgumentException.class, () -> batch.add("x".repeat(65_536)));
    assertThrows(IndexOutOfBoundsException.class, () -> batch.length(1));
    assertTrue(map.getAll(List.of()).isEmpty());
    store.close();
    assertThrows(IllegalStateException.class, batch::get);
    assertThrows(IllegalStateException.class, batch::put);
    assertThrows(IllegalStateException.class, () -> map.getAll(List.of("a")));
    assertThrows(IllegalStateException.class, () -> map.putAll(Map.of("a", new byte[1])));
  }

  @Test
  void findsWholeValuesWhileTablesGrowAndBlocksAreUsedAgain() throws Exception {
    try (Store store = Stores.inMemory()) {
      StoreMap<String, byte[]> map = store.map("/maps/a", OPTIONS);
      var stop = new AtomicBoolean();
      Thread writer =
          Thread.ofPlatform()
              .start(() -> {
                var random = new Random(3);
                for (int i = 0; !stop.get(); i++) {
                  byte[] value = new byte[random.nextInt(400)];
                  Arrays.fill(value, (byte) i);
                  map.put("k" + random.nextInt(1 + i % 20_000), value);
                }
              });
      try {
        List<String> wanted = new ArrayList<>();
        var random = new Random(4);
        for (int round = 0; round < 3_000; round++) {
          wanted.clear();
          for (int i = 0; i < 100; i++) {
            wanted.add("k" + random.nextInt(20_000));
          }
          for (byte[] value : map.getAll(wanted).values()) {
            for (byte b : value) {
              assertEquals(value[0], b, "torn value");
            }
          }
        }
      } finally {
        stop.set(true);
        writer.join();
      }
    }
  }
}
