package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that is full gives an exception and harms nothing; when there is room again, it goes on.
 */
class DiskFullTest {
  private static final MapOptions<Integer, String> OPTIONS =
      MapOptions.of(Codecs.ints(), Codecs.strings()).withSegments(16);

  @TempDir Path folder;

  @Test
  void writersFailReadersGoOnAndWritersToo() throws Exception {
    long seed = new Random().nextLong();
    for (int round = 0; round < 12; round++) {
      var random = new Random(seed + round);
      long room = 3_000_000 + random.nextInt(4_000_000);
      var disk = new SmallDisk(new DiskFiles(folder.resolve("r" + round).toAbsolutePath()), room);
      Files.createDirectories(folder.resolve("r" + round));
      try (Store store = MappedStore.open(Surroundings.system(disk), Logged.OPTIONS)) {
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

  /** A group that is refused has taken none of the room that others may have. */
  @Test
  void aRefusedGroupTakesNoRoom() throws Exception {
    for (int megabytes : new int[] {15, 50}) { // too much for map and log, for the map alone
      Path place = Files.createDirectories(folder.resolve("g" + megabytes)).toAbsolutePath();
      var disk = new SmallDisk(new DiskFiles(place), 100_000_000);
      try (Store store = MappedStore.open(Surroundings.system(disk), Logged.OPTIONS)) {
        StoreMap<Integer, String> map = store.map("/maps/full", OPTIONS);
        map.put(0, "before");
        disk.room.set(20_000_000);
        assertThrows(
            StoreFullException.class,
            () ->
                store.atomically(group -> {
                  for (int i = 0; i < megabytes; i++) {
                    group.put(map, i, "x".repeat(1_000_000));
                  }
                  return null;
                }));
        assertEquals(20_000_000, disk.room.get(), megabytes + " MB");
        assertSame(Map.of(0, "before"), map);
        map.put(1, "x".repeat(5_000_000));
        Invariants.check(store);
      }
    }
  }

  /** Everything that takes room, one kind after the other, on a disk that has none left. */
  @Test
  void eachKindOfGrowthIsRefusedAndMadeLater() throws Exception {
    Files.createDirectories(folder);
    var disk = new SmallDisk(new DiskFiles(folder.toAbsolutePath()), 100_000_000);
    var options = new StoreOptions(1 << 20).withLogFromStart();
    try (Store store = MappedStore.open(Surroundings.system(disk), options)) {
      StoreMap<Integer, String> map = store.map("/maps/full", OPTIONS);
      Map<Integer, String> model = new HashMap<>();
      for (int i = 0; i < 20_000; i++) {
        map.put(i, "v" + i);
        model.put(i, "v" + i);
      }
      for (int i = 0; i < 20_000; i++) {
        if (i % 4 != 0) {
          map.remove(i);
          model.remove(i);
        }
      }
      String large = "x".repeat(3_000_000);
      Map<String, Runnable> kinds = new LinkedHashMap<>();
      kinds.put("a map", () -> store.map("/maps/another", OPTIONS));
      kinds.put("a large value", () -> map.put(-1, large));
      kinds.put(
          "a group",
          () ->
              store.atomically(group -> {
                group.put(map, 0, "group");
                group.put(map, -2, large);
                return null;
              }));
      kinds.put("a compaction", () -> store.compact("/maps/full"));
      disk.room.set(0);
      kinds.forEach((kind, task) -> {
        assertThrows(StoreFullException.class, task::run, kind);
        assertSame(model, map);
        Invariants.check(store);
      });
      assertEquals(List.of("/maps/full"), store.list("/"));
      fillTheLog(store, map, model);
      fillTheMap(map, model);
      assertSame(model, map);
      Invariants.check(store);
      disk.room.set(100_000_000);
      kinds.values().forEach(Runnable::run);
      model.put(-1, large);
      model.put(-2, large);
      model.put(0, "group");
      assertSame(model, map);
      Invariants.check(store);
      assertEquals(List.of("/maps/another", "/maps/full"), store.list("/"));
    }
  }

  /** Updates that need no room but that in the log. */
  private static void fillTheLog(
      Store store, StoreMap<Integer, String> map, Map<Integer, String> model) {
    long before = store.statistics().logBytesAppended();
    assertThrows(
        StoreFullException.class,
        () -> {
          for (int i = 0; ; i++) {
            map.put(0, "u" + i);
            model.put(0, "u" + i);
          }
        });
    assertTrue(store.statistics().logBytesAppended() > before, "no update was made");
  }

  private static void fillTheMap(StoreMap<Integer, String> map, Map<Integer, String> model) {
    assertThrows(
        StoreFullException.class,
        () -> {
          for (int i = 100_000; ; i++) {
            map.put(i, "v" + i);
            model.put(i, "v" + i);
          }
        });
  }

  /** What is retained of the log for those who might ask is given up before a change is refused. */
  @Test
  void theLogGivesUpWhatItRetains() throws Exception {
    var disk = new SmallDisk(new DiskFiles(folder.toAbsolutePath()), 40_000_000);
    disk.givesBack = true;
    try (Store store = MappedStore.open(Surroundings.system(disk), Logged.OPTIONS)) {
      StoreMap<Integer, String> map = store.map("/maps/full", OPTIONS);
      StoreMap<Integer, String> other = store.map("/maps/other", OPTIONS);
      other.put(1, "other", Duration.ofMillis(1));
      other.put(2, "v".repeat(1_000));
      other.put(2, "v".repeat(1_000)); // so that there is a free block
      Tailer late = store.tailer(store.revision());
      var random = new Random(1);
      assertThrows(
          StoreFullException.class,
          () -> {
            for (int i = 0; i < 1_000_000; i++) {
              map.put(i, "v".repeat(random.nextInt(2_000)));
            }
          });
      disk.room.set(0);
      for (int i = 0; i < 50_000; i++) { // much more than there is room for
        other.put(2, "v".repeat(1_000));
      }
      assertThrows(RetentionException.class, () -> late.poll(_ -> true, 10));
      for (int i = 0; i < 2_000; i++) {
        map.remove(i);
      }
      assertTrue(store.revision() > store.oldestRevision());
      long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (store.sweepExpired() == 0) {
        assertTrue(System.nanoTime() < deadline, "nothing expires");
      }
      map.clear();
      assertEquals(0, map.size());
      assertTrue(store.drop("/maps/full"));
      assertTrue(store.drop("/maps/other"));
      Invariants.check(store);
    }
    assertTrue(Stores.check(folder, CheckOptions.defaults()).isClean());
  }

  /** Nor is it given up for what there is no room for even without it. */
  @Test
  void theLogGivesUpNothingInVain() throws Exception {
    var disk = new SmallDisk(new DiskFiles(folder.toAbsolutePath()), 30_000_000);
    disk.givesBack = true;
    try (Store store = MappedStore.open(Surroundings.system(disk), Logged.OPTIONS)) {
      StoreMap<Integer, String> map = store.map("/maps/m", OPTIONS);
      for (int i = 0; i < 6_000; i++) {
        map.put(1, "v".repeat(1_000));
      }
      long oldest = store.oldestRevision();
      Tailer late = store.tailer(oldest);
      assertThrows(StoreFullException.class, () -> map.publish(new byte[60_000_000]));
      assertEquals(oldest, store.oldestRevision());
      assertEquals(10, late.poll(_ -> true, 10));
      map.publish(new byte[(int) disk.room.get() + 1_000_000]); // which there is room for then
      assertTrue(oldest < store.oldestRevision());
      map.put(1, "after");
      Invariants.check(store);
    }
    assertTrue(Stores.check(folder, CheckOptions.defaults()).isClean());
  }

  /** A new value lies beside the old one until it is the value. */
  @Test
  void overwritingNeedsAFreeBlock() throws Exception {
    var disk = new SmallDisk(new DiskFiles(folder.toAbsolutePath()), 20_000_000);
    try (Store store = MappedStore.open(Surroundings.system(disk), StoreOptions.defaults())) {
      StoreMap<Integer, String> map = store.map("/maps/m", OPTIONS);
      String large = "v".repeat(3_000_000);
      map.put(1, large);
      map.put(2, large);
      disk.room.set(3_100_000);
      var e = assertThrows(StoreFullException.class, () -> map.put(1, "w".repeat(3_000_000)));
      String told = String.valueOf(e.getMessage());
      assertTrue(told.contains(" are kept for a change log"), told); // which has not begun
      assertEquals(large, map.get(1));
      disk.room.set(0);
      assertEquals(true, map.remove(2));
      map.put(1, "w".repeat(3_000_000));
      disk.room.set(20_000_000); // the log begins when a check reads it
      Invariants.check(store);
    }
  }

  /** A file system that is really full. */
  @Test
  void aFullFileSystem() throws Exception {
    Path small = Files.createDirectory(folder.resolve("small"));
    if (run("mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", small.toString()) != 0) {
      abort("this process may not mount, so no file system of its own was filled");
    }
    try {
      Path ballast = small.resolve("ballast");
      Files.write(ballast, new byte[20 << 20]);
      try (Store store =
          Stores.open(small.resolve("data"), new StoreOptions(1 << 20).withLogFromStart())) {
        fillFileSystem(store, small, ballast);
      }
      assertTrue(Stores.check(small.resolve("data"), CheckOptions.defaults()).isClean());
    } finally {
      assertEquals(0, run("umount", small.toString()));
    }
  }

  private static void fillFileSystem(Store store, Path small, Path ballast) throws Exception {
    StoreMap<Integer, String> map = store.map("/maps/full", OPTIONS);
    Map<Integer, String> model = new HashMap<>();
    int refused = 0;
    for (int i = 0; refused < 30; i++) {
      String value = "v".repeat(i % 97 == 0 ? 50_000 : i % 700);
      try {
        map.put(i % 30_000, value);
        model.put(i % 30_000, value);
      } catch (StoreFullException e) {
        refused++;
      }
    }
    assertSame(model, map);
    Path copy = small.resolve("copy");
    assertThrows(StoreException.class, () -> store.snapshot(copy));
    assertThrows(StoreFullException.class, () -> store.compact("/maps/full"));
    try (var left = Files.list(small)) {
      assertEquals(List.of(ballast, small.resolve("data")), left.sorted().toList());
    }
    assertSame(model, map);
    Invariants.check(store);
    Files.delete(ballast);
    for (int i = 0; i < 30_000; i += 3) {
      map.remove(i);
      model.remove(i);
      map.put(i + 1, "after");
      model.put(i + 1, "after");
    }
    store.compact("/maps/full");
    assertSame(model, map);
    Invariants.check(store);
  }

  static int run(String... command) throws Exception {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (java.io.IOException e) {
      return -1; // there is no such command
    }
  }

  private static void assertSame(Map<Integer, String> model, StoreMap<Integer, String> map) {
    Map<Integer, String> seen = new HashMap<>();
    map.forEach(seen::put);
    assertEquals(model, seen);
    assertTrue(map.size() == model.size());
  }
}
