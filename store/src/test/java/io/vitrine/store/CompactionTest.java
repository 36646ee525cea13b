package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A map gets a file of its size while it is used, by whomever, and nobody notices. What is asked of
 * compact maps, too, is {@link CompactMapCompactionTest}.
 */
class CompactionTest {
  private static final String PATH = "/maps/m";
  private static final int ROUNDS = 15;

  @TempDir Path folder;

  /** Options of the maps with values of bytes. */
  MapOptions<Long, byte[]> bytes() {
    return MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(8);
  }

  /** Options of the maps with values that are numbers. */
  MapOptions<Integer, Long> numbers() {
    return MapOptions.of(Codecs.ints(), Codecs.longs()).withSegments(8);
  }

  /** How many times as many entries there have to be for a file to be large. */
  int times() {
    return 1;
  }

  /** A value by which a number can be told. */
  byte[] value(int number) {
    return new byte[number];
  }

  /** The number of such a value. */
  int numberOf(byte @Nullable [] value) {
    return Objects.requireNonNull(value).length;
  }

  /** A value of any size that the map can have. */
  byte[] anyValue(Random random) {
    int length = random.nextInt(50) == 0 ? random.nextInt(70_000) : random.nextInt(600);
    byte[] value = new byte[length];
    random.nextBytes(value);
    return value;
  }

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  private static long fileBytes(Store store) {
    return Objects.requireNonNull(store.statistics(PATH)).allocatedBytes();
  }

  private static CompactionReport compact(Store store) {
    return Objects.requireNonNull(store.compact(PATH));
  }

  /** Fills a map and leaves every tenth entry. */
  private Map<Long, byte[]> thinnedOut(Store store, Random random, int entries) {
    StoreMap<Long, byte[]> map = store.map(PATH, bytes());
    var model = new HashMap<Long, byte[]>();
    for (long key = 0; key < (long) entries * times(); key++) {
      byte[] value = anyValue(random);
      map.put(key, value);
      model.put(key, value);
    }
    for (long key = 0; key < (long) entries * times(); key++) {
      if (key % 10 != 0) {
        map.remove(key);
        model.remove(key);
      }
    }
    return model;
  }

  private static void assertSame(Map<Long, byte[]> model, StoreMap<Long, byte[]> map) {
    var seen = new HashSet<Long>();
    map.forEach((key, value) -> {
      assertTrue(seen.add(key), "key twice");
      assertTrue(Arrays.equals(model.get(key), value), "value of " + key);
    });
    assertEquals(model.keySet(), seen);
    model.forEach((key, value) -> assertTrue(Arrays.equals(value, map.get(key))));
    assertEquals(model.size(), map.size());
  }

  @Test
  void spaceComesBackInEveryProcessWithoutReopening() throws Exception {
    var random = new Random(5);
    try (Store store = Logged.open(folder);
        Store other = Logged.open(folder);
        Store onlooker = Stores.openReadOnly(folder)) {
      Map<Long, byte[]> model = thinnedOut(store, random, 5_000);
      StoreMap<Long, byte[]> map = store.map(PATH, bytes());
      StoreMap<Long, byte[]> elsewhere = other.map(PATH, bytes());
      StoreMap<Long, byte[]> seen = onlooker.map(PATH, bytes());
      assertSame(model, elsewhere);
      assertSame(model, seen);
      long before = fileBytes(store);
      CompactionReport report = compact(store);
      assertEquals(model.size(), report.entries());
      assertEquals(before, report.bytesBefore());
      assertEquals(fileBytes(store), report.bytesAfter());
      assertTrue(report.bytesAfter() < before / 3, report::toString);
      assertSame(model, map);
      map.put(7L, value(1)); // acknowledged in the new file …
      assertEquals(1, numberOf(elsewhere.get(7L))); // … seen by all
      assertEquals(1, numberOf(seen.get(7L)));
      elsewhere.put(7L, value(2));
      assertEquals(2, numberOf(map.get(7L)));
      assertEquals(2, numberOf(seen.get(7L)));
      assertEquals(fileBytes(store), fileBytes(other));
      assertEquals(fileBytes(store), fileBytes(onlooker));
      assertEquals(1, map.statistics().compactions());
      Invariants.check(store);
      Invariants.check(other);
      assertEquals(List.of(), mappedThoughDeleted());
    }
    assertEquals(List.of(), Stores.check(folder, CheckOptions.defaults()).findings());
  }

  /** Files of the store that this process keeps on disk though they have no name any more. */
  private List<String> mappedThoughDeleted() throws Exception {
    Path maps = Path.of("/proc/self/maps");
    if (!Files.exists(maps)) {
      return List.of();
    }
    return Files.readAllLines(maps).stream()
        .filter(line -> line.contains(folder.toString()) && line.endsWith("(deleted)"))
        .toList();
  }

  @Test
  void whoOnlyHasTheMapOpenLetsGoOfTheOldFileWhenItSweeps() throws Exception {
    try (Store store = Logged.open(folder);
        Store idle = Logged.open(folder)) {
      thinnedOut(store, new Random(6), 1_000);
      assertTrue(idle.map(PATH, bytes()).size() > 0);
      compact(store);
      idle.sweep();
      assertEquals(List.of(), mappedThoughDeleted());
    }
  }

  @Test
  void aMapInMemoryIsCompactedToo() {
    try (Store store = Stores.inMemory()) {
      Map<Long, byte[]> model = thinnedOut(store, new Random(7), 3_000);
      CompactionReport report = compact(store);
      assertTrue(report.bytesAfter() < report.bytesBefore() / 3, report::toString);
      assertSame(model, store.map(PATH, bytes()));
      Invariants.check(store);
    }
  }

  @Test
  void onlySparseMapsAreCompactedUnasked() {
    try (Store store = Logged.open(folder)) {
      var options = CompactOptions.defaults().withFreeBytesMin(1 << 20);
      StoreMap<Long, byte[]> full = store.map("/maps/full", bytes());
      for (long key = 0; key < 10_000; key++) {
        full.put(key, value(300));
      }
      assertEquals(List.of(), store.compact(options));
      thinnedOut(store, new Random(8), 5_000);
      assertEquals(List.of(), store.compact(options.withFreeShareMin(1)));
      List<CompactionReport> reports = store.compact(options);
      assertEquals(List.of(PATH), reports.stream().map(CompactionReport::path).toList());
      assertEquals(List.of(), store.compact(options)); // nothing more to be had
      assertNull(store.compact("/maps/none"));
    }
  }

  @Test
  void aMapThatWasDroppedOrMadeAnewSinceIsTold() {
    try (Store store = Logged.open(folder);
        Store other = Logged.open(folder)) {
      thinnedOut(store, new Random(9), 500);
      StoreMap<Long, byte[]> stale = other.map(PATH, bytes());
      compact(store);
      assertTrue(store.drop(PATH));
      assertThrows(IllegalStateException.class, () -> stale.get(10L));
      assertThrows(IllegalStateException.class, () -> stale.put(10L, value(1)));
      assertThrows(IllegalStateException.class, stale::size);
      assertNull(other.describe(PATH));

      thinnedOut(store, new Random(9), 500);
      StoreMap<Long, byte[]> staleAgain = other.map(PATH, bytes());
      compact(store);
      store.drop(PATH);
      store.map(PATH, bytes()).put(3L, value(3));
      StoreMap<Long, byte[]> fresh = other.map(PATH, bytes()); // of another number
      assertEquals(3, numberOf(fresh.get(3L)));
      assertThrows(IllegalStateException.class, () -> staleAgain.get(3L));
    }
  }

  @Test
  void cursorsSnapshotsAndTailersGoOn() {
    try (Store store = Logged.open(folder)) {
      Map<Long, byte[]> model = thinnedOut(store, new Random(10), 2_000);
      StoreMap<Long, byte[]> map = store.map(PATH, bytes());
      MapCursor<Long, byte[]> cursor = map.cursor();
      Snapshot<Long, byte[]> snapshot = map.snapshot();
      Tailer tailer = store.tailer(store.revision());
      var byCursor = new ArrayList<Long>();
      var bySnapshot = new ArrayList<Long>();
      boolean more = true;
      for (long round = 0; more; round++) {
        more = cursor.next((key, value, revision) -> byCursor.add(key), 10 * times());
        more |= snapshot.next((key, value, revision) -> bySnapshot.add(key), 10 * times());
        map.put(100_001 + 10 * round, value(1));
        map.remove(100_001 + 10 * (round - 1));
        compact(store);
      }
      byCursor.removeIf(key -> key > 100_000);
      assertEquals(model.size(), byCursor.size());
      assertEquals(model.keySet(), new HashSet<>(byCursor));
      assertEquals(model.size(), bySnapshot.size());
      assertEquals(model.keySet(), new HashSet<>(bySnapshot));
      var kinds = new ArrayList<ChangeKind>();
      tailer.poll(change -> kinds.add(change.kind()), 3);
      assertEquals(List.of(ChangeKind.INSERTED, ChangeKind.INSERTED, ChangeKind.REMOVED), kinds);
    }
  }

  /**
   * Writers in two opens, each with keys of its own and a counter in each; readers in three opens
   * may never see less than what was acknowledged when they began.
   */
  @Test
  void readersSeeEveryAcknowledgedChangeAndNoneIsLost() throws Exception {
    int keys = 64;
    var acknowledged = new AtomicLongArray(keys);
    var stop = new AtomicBoolean();
    var failure = new AtomicReference<@Nullable Throwable>();
    var threads = new ArrayList<Thread>();
    try (Store store = Logged.open(folder);
        Store other = Logged.open(folder)) {
      store.map(PATH, numbers());
      try (Store onlooker = Stores.openReadOnly(folder)) {
        for (int writer = 0; writer < 2; writer++) {
          Store in = writer == 0 ? store : other;
          int first = writer;
          threads.add(started(failure, () -> write(in, first, keys, acknowledged, stop)));
        }
        for (Store in : List.of(store, other, onlooker)) {
          threads.add(started(failure, () -> read(in, keys, acknowledged, stop)));
        }
        int rounds = 0;
        while (failure.get() == null && rounds < ROUNDS) {
          compact(rounds % 3 == 0 ? other : store);
          rounds++;
        }
        stop.set(true);
        for (Thread thread : threads) {
          thread.join();
        }
        if (failure.get() != null) {
          throw new AssertionError("failed", failure.get());
        }
      }
      StoreMap<Integer, Long> map = other.map(PATH, numbers());
      for (int key = 0; key < keys; key++) {
        assertEquals(acknowledged.get(key), counted(map, key));
      }
      assertEquals(ROUNDS, map.statistics().compactions());
      Invariants.check(store);
    }
  }

  private static Thread started(AtomicReference<@Nullable Throwable> failure, Runnable task) {
    return Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            task.run();
          } catch (Throwable e) {
            failure.compareAndSet(null, e);
          }
        });
  }

  private void write(
      Store store, int first, int keys, AtomicLongArray acknowledged, AtomicBoolean stop) {
    StoreMap<Integer, Long> map = store.map(PATH, numbers());
    var random = new Random(first);
    for (long i = 1; !stop.get(); i++) {
      int key = first + 2 * random.nextInt(keys / 2);
      long next = acknowledged.get(key) + 1;
      switch (random.nextInt(4)) {
        case 0 -> map.put(key, next);
        case 1 -> assertEquals(next, map.addAndGet(key, 1L));
        case 2 ->
            store.atomically(group -> {
              Long now = group.get(map, key);
              group.put(map, key, (now == null ? 0 : now) + 1);
              return null;
            });
        default -> map.put(1_000 + key, i); // so that blocks are reused
      }
      if (counted(map, key) == next) {
        acknowledged.set(key, next);
      } else {
        assertEquals(acknowledged.get(key), counted(map, key));
      }
    }
  }

  private static long counted(StoreMap<Integer, Long> map, int key) {
    return Objects.requireNonNullElse(map.get(key), 0L);
  }

  private void read(Store store, int keys, AtomicLongArray acknowledged, AtomicBoolean stop) {
    StoreMap<Integer, Long> map = store.map(PATH, numbers());
    for (int key = 0; !stop.get(); key = (key + 1) % keys) {
      long least = acknowledged.get(key);
      long found = counted(map, key);
      assertTrue(found >= least, "key had " + least + ", read " + found);
    }
  }

  /**
   * The compacting process dies at each of its points. Who had the map open reads at once what was
   * there, and writes; so does who opens it then; and both see the same file.
   */
  @Test
  void aDeathAtAnyPointLeavesOneFileThatAllUse() throws Exception {
    for (Step step : Step.values()) {
      if (step.name().startsWith("COMPACTION") || step == Step.SEGMENT_MARKED) {
        for (int visit = 1; visit <= (step == Step.SEGMENT_MARKED ? 8 : 1); visit++) {
          dieAt(step, visit);
        }
      }
    }
  }

  private void dieAt(Step step, int visit) throws Exception {
    Path path = Files.createTempDirectory(folder, step.name());
    MappedStore victim = (MappedStore) Logged.open(path);
    Map<Long, byte[]> model = thinnedOut(victim, new Random(visit), 1_000);
    try (Store survivor = Logged.open(path);
        Store onlooker = Stores.openReadOnly(path)) {
      StoreMap<Long, byte[]> map = survivor.map(PATH, bytes());
      StoreMap<Long, byte[]> seen = onlooker.map(PATH, bytes());
      assertSame(model, map);
      assertSame(model, seen);
      stopAt(step, visit, () -> victim.compact(PATH));
      assertSame(model, seen); // readers wait for nobody, dead or alive
      victim.attachment().close();
      assertSame(model, seen);
      assertSame(model, map);
      map.put(10L, value(1));
      assertEquals(1, numberOf(seen.get(10L)));
      try (Store late = Logged.open(path)) {
        StoreMap<Long, byte[]> fresh = late.map(PATH, bytes());
        assertEquals(1, numberOf(fresh.get(10L)));
        for (long key = 0; key < 100; key++) {
          fresh.put(key, value(2));
          assertEquals(2, numberOf(map.get(key)), step::name);
          assertEquals(2, numberOf(seen.get(key)), step::name);
          model.put(key, value(2));
        }
        assertEquals(fileBytes(late), fileBytes(survivor), step::name);
        Invariants.check(survivor);
        Invariants.check(late);
        assertFalse(Files.exists(path.resolve("compaction/1.vtr")), step::name);
        assertNotNull(late.compact(PATH));
        assertSame(model, map);
        assertSame(model, seen);
        Invariants.check(late);
      }
    }
    assertEquals(List.of(), Stores.check(path, CheckOptions.defaults()).findings());
  }

  /** Runs a task on a thread that stops for ever at the n-th visit of a point. */
  private static void stopAt(Step step, int visit, Runnable task) throws Exception {
    var stopped = new CountDownLatch(1);
    var visits = new AtomicInteger();
    var thread = Thread.ofPlatform().daemon().unstarted(task);
    Step.hook(at -> {
      if (Thread.currentThread().equals(thread)
          && at == step
          && visits.incrementAndGet() == visit) {
        stopped.countDown();
        while (true) {
          LockSupport.park();
        }
      }
    });
    thread.start();
    assertTrue(stopped.await(60, TimeUnit.SECONDS), step + " is never reached");
  }

  @Test
  void whatADeadCompactionLeftIsNoDamage() throws Exception {
    MappedStore victim = (MappedStore) Logged.open(folder);
    thinnedOut(victim, new Random(3), 1_000);
    stopAt(Step.COMPACTION_MARKED, 1, () -> victim.compact(PATH));
    victim.attachment().close();
    CheckReport report = Stores.check(folder, CheckOptions.defaults());
    assertEquals(0, report.damages(), () -> report.findings().toString());
    assertTrue(report.leftovers() > 0);
    Logged.open(folder).close();
    assertEquals(List.of(), Stores.check(folder, CheckOptions.defaults()).findings());
  }

  @Test
  void aPausedWriterIsWaitedForAndHoldsUpNobodyElse() throws Exception {
    try (Store store = Logged.open(folder);
        Store other = Logged.open(folder)) {
      StoreMap<Integer, Long> map = store.map(PATH, numbers());
      map.put(0, 0L);
      var paused = new CountDownLatch(1);
      var goOn = new CountDownLatch(1);
      Thread writer =
          Thread.ofPlatform().daemon().unstarted(() -> other.map(PATH, numbers()).put(0, 1L));
      var tries = new AtomicInteger();
      Step.hook(at -> {
        if (Thread.currentThread().equals(writer) && at == Step.RECORD_WRITTEN) {
          paused.countDown();
          await(goOn);
        }
        if (at == Step.COMPACTION_COPIED) {
          tries.incrementAndGet();
        }
      });
      writer.start();
      await(paused);
      var failure = new AtomicReference<@Nullable Throwable>();
      Thread compacting = started(failure, () -> compact(store));
      while (tries.get() == 0) {
        Thread.onSpinWait();
      }
      for (int key = 1; key < 2_000; key++) { // all segments but one
        if (((MappedMap<Integer, Long>) map).engine().segmentOf(hash(map, key))
            != ((MappedMap<Integer, Long>) map).engine().segmentOf(hash(map, 0))) {
          map.put(key, 1L);
        }
      }
      assertTrue(compacting.isAlive());
      goOn.countDown();
      compacting.join();
      assertNull(failure.get());
      writer.join();
      assertEquals(1L, map.get(0));
      Invariants.check(store);
    }
  }

  private static long hash(StoreMap<Integer, Long> map, int key) {
    var scratch = new Scratch(Scratch.NOBODY);
    ((MappedMap<Integer, Long>) map).encodeKey(scratch, key);
    return scratch.hash;
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(60, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRenameThatFailsLeavesTheOldFile() throws Exception {
    var disk = new SmallDisk(new DiskFiles(folder), Long.MAX_VALUE);
    disk.mayRename = false;
    try (Store store = MappedStore.open(Surroundings.system(disk), Logged.OPTIONS)) {
      Map<Long, byte[]> model = thinnedOut(store, new Random(4), 4_000);
      long before = fileBytes(store);
      assertThrows(StoreException.class, () -> store.compact(PATH));
      assertEquals(before, fileBytes(store));
      assertSame(model, store.map(PATH, bytes()));
      Invariants.check(store);
      disk.mayRename = true;
      assertTrue(compact(store).bytesAfter() < before / 2);
      assertSame(model, store.map(PATH, bytes()));
    }
  }

  @Test
  void aReadOnlyOpenCompactsNothing() {
    Logged.open(folder).close();
    try (Store store = Stores.openReadOnly(folder)) {
      assertThrows(UnsupportedOperationException.class, () -> store.compact(PATH));
      assertThrows(
          UnsupportedOperationException.class, () -> store.compact(CompactOptions.defaults()));
    }
  }
}
