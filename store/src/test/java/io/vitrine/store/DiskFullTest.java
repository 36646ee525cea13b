package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that is full gives an exception and harms nothing; when there is room again, it goes on.
 */
class DiskFullTest {
  @TempDir Path folder;

  @Test
  void writersFailReadersGoOnAndWritersToo() throws Exception {
    long seed = new Random().nextLong();
    for (int round = 0; round < 12; round++) {
      var random = new Random(seed + round);
      long room = 3_000_000 + random.nextInt(4_000_000);
      var disk = new SmallDisk(new DiskFiles(folder.resolve("r" + round).toAbsolutePath()), room);
      java.nio.file.Files.createDirectories(folder.resolve("r" + round));
      try (Store store = MappedStore.open(Surroundings.system(disk), StoreOptions.defaults())) {
        fillBeyondRoom(store, disk, random);
      } catch (Throwable e) {
        throw new AssertionError("seed " + seed + " round " + round, e);
      }
    }
  }

  private static void fillBeyondRoom(Store store, SmallDisk disk, Random random) {
    StoreMap<Integer, String> map =
        store.map("/maps/full", MapOptions.of(Codecs.ints(), Codecs.strings()).withSegments(16));
    Map<Integer, String> model = new HashMap<>();
    int refused = 0;
    for (int i = 0; refused < 50; i++) {
      int key = random.nextInt(2_000);
      String value = "v" + i + "x".repeat(random.nextInt(random.nextInt(50) == 0 ? 60_000 : 500));
      try {
        map.put(key, value);
        model.put(key, value);
      } catch (StoreFullException e) {
        refused++;
        assertEquals(model.get(key), map.get(key));
      }
    }
    assertSame(model, map);
    Invariants.check(store);
    disk.room.set(100_000_000);
    for (int i = 0; i < 2_000; i++) {
      map.put(i, "after" + i);
      model.put(i, "after" + i);
    }
    assertSame(model, map);
    Invariants.check(store);
  }

  private static void assertSame(Map<Integer, String> model, StoreMap<Integer, String> map) {
    Map<Integer, String> seen = new HashMap<>();
    map.forEach(seen::put);
    assertEquals(model, seen);
    assertTrue(map.size() == model.size());
  }
}
