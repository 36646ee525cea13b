package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A writer stops for ever at each named point of every path that writes, and its kernel lock goes,
 * as it does when a process is killed there. The others must go on, with the old or the new value.
 */
class TakeoverTest {
  private static final int COMPACT_BYTES = 20;
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);
  private static final MapOptions<Long, byte[]> COMPACT =
      MapOptions.of(Codecs.longs(), new FixedBytes(COMPACT_BYTES)).withSegments(1).compact();
  private static final int WIDE_BYTES = 64;
  private static final MapOptions<Long, byte[]> WIDE =
      MapOptions.of(Codecs.longs(), Codecs.bytes(WIDE_BYTES)).withSegments(1).compact();
  private static final String SMALL = "/maps/small";
  private static final String LARGER = "/maps/wide";
  private static final String COUNTERS = "/maps/counters";
  static final int KEYS = 40;
  private static final long GROUP_KEYS = 1_000_000;

  /** So many rounds are without groups and publications, before which the log does not begin. */
  private static final int ROUNDS_ALONE = 20;

  /** Points that the writer here does not come to. */
  private static final EnumSet<Step> OF_OTHERS =
      EnumSet.of(
          Step.REPAIRING,
          Step.MENDING,
          Step.ABANDONING,
          Step.OWNER_FOUND_ALIVE,
          Step.COPY_PLACED,
          Step.COPY_READ,
          Step.COPY_WHOLE);

  /** Points besides that are only met where the log does not tell of every change. */
  private static final EnumSet<Step> UNLOGGED = EnumSet.copyOf(OF_OTHERS);

  static {
    UNLOGGED.addAll(
        EnumSet.of(
            Step.REVISION_TAKEN,
            Step.UNDO_NOTED,
            Step.LOG_BASE_SET,
            Step.LOG_PENDING,
            Step.LOG_BEGUN));
  }

  @TempDir Path folder;

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  @Test
  void everyPointOfEveryPathLeavesOldOrNew() throws Exception {
    Set<Step> met = dieEverywhere(Logged.OPTIONS, 12);
    assertEquals(EnumSet.complementOf(UNLOGGED), met, "points that were met");
  }

  @Test
  void everyPointOfPathsWithoutALogLeavesOldOrNew() throws Exception {
    Set<Step> met = dieEverywhere(StoreOptions.defaults(), 5);
    assertEquals(EnumSet.complementOf(OF_OTHERS), met, "points that were met");
  }

  /** Which points were met. */
  private Set<Step> dieEverywhere(StoreOptions options, int visits) throws Exception {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    Set<Step> met = EnumSet.noneOf(Step.class);
    try {
      Map<Step, Integer> counts = visitsOf(options, random.nextLong());
      for (Step step : Step.values()) {
        int count = counts.getOrDefault(step, 0);
        for (int visit = 1; visit <= visits && visit * visit <= count; visit++) {
          if (!dieAt(options, step, visit * visit, random.nextLong())) {
            break; // it came there more often in another order of changes
          }
          met.add(step);
        }
      }
    } catch (Throwable e) {
      throw new AssertionError("seed " + seed, e);
    }
    return met;
  }

  /** How often a writer that nothing stops comes to each point. */
  private Map<Step, Integer> visitsOf(StoreOptions options, long seed) throws Exception {
    Map<Step, Integer> visits = new EnumMap<>(Step.class);
    var journal = new byte[2][KEYS][];
    Path folderOfStore = Files.createTempDirectory(folder, "whole");
    try (Store store = Stores.open(folderOfStore, options)) {
      Thread writer = Thread.currentThread();
      Step.hook(at -> {
        if (Thread.currentThread().equals(writer)) {
          visits.merge(at, 1, Integer::sum);
        }
      });
      write(store, journal, seed);
      Step.hook(null);
    }
    try (Store store = Stores.open(folderOfStore, options)) {
      verify(store, journal, "without a death");
    }
    return visits;
  }

  /** Lets a writer die at the n-th visit of a point; false if it never comes there. */
  private boolean dieAt(StoreOptions options, Step step, int visit, long seed) throws Exception {
    Path store = Files.createTempDirectory(folder, step.name());
    var journal = new byte[2][KEYS][];
    var stopped = new CountDownLatch(1);
    MappedStore victim = (MappedStore) Stores.open(store, options);
    var writer =
        Thread.ofPlatform()
            .daemon()
            .unstarted(() -> {
              write(victim, journal, seed);
              stopped.countDown();
            });
    var visits = new AtomicInteger();
    var died = new java.util.concurrent.atomic.AtomicBoolean();
    Step.hook(at -> {
      if (Thread.currentThread().equals(writer)
          && at == step
          && visits.incrementAndGet() == visit) {
        died.set(true);
        stopped.countDown();
        while (true) {
          LockSupport.park();
        }
      }
    });
    writer.start();
    assertTrue(stopped.await(60, TimeUnit.SECONDS), "writer neither died nor ended");
    victim.attachment().close();
    try (Store survivor = Stores.open(store, options)) {
      verify(survivor, journal, step + " visit " + visit);
    }
    return died.get();
  }

  static void write(Store store, byte[][][] journal, long seed) {
    var random = new Random(seed);
    StoreMap<Long, byte[]> map = store.map("/maps/victim", OPTIONS);
    StoreMap<Long, byte[]> small = store.map(SMALL, COMPACT);
    StoreMap<Long, byte[]> wide = store.map(LARGER, WIDE);
    LongLongMap counters = counters(store);
    for (long filler = 0; filler < 50; filler++) { // more than the first page map describes
      map.put(KEYS * 10 + filler, new byte[60_000]);
    }
    for (long filler = 0; filler < 300; filler++) { // chunks that are empty again afterwards
      map.put(KEYS * 100 + filler, new byte[500]);
    }
    for (long filler = 0; filler < 300; filler++) {
      map.remove(KEYS * 100 + filler);
    }
    for (int i = 0; i < 3_000; i++) {
      int key = random.nextInt(KEYS);
      byte[] next = null;
      if (random.nextInt(3) > 0) {
        int length = random.nextInt(25) == 0 ? 40_000 : random.nextInt(1 + random.nextInt(2_000));
        next = new byte[length];
        random.nextBytes(next);
      }
      journal[1][key] = next;
      if (next == null) {
        small.remove((long) key);
        wide.remove((long) key);
        long others = KEYS + Math.max(0, i - 2L);
        counters.boxed().removeAll(List.of((long) key, others + 1, others));
      } else {
        small.put((long) key, shortened(next));
        wide.put((long) key, copied(next, WIDE_BYTES));
        counters.boxed().putAll(several(i, key, java.util.Arrays.hashCode(next)));
      }
      small.put(KEYS + (long) i, new byte[COMPACT_BYTES]); // so that the table grows
      wide.put(KEYS + (long) i, new byte[WIDE_BYTES]);
      counters.put(KEYS + (long) i, i);
      if (i > ROUNDS_ALONE && i % 7 == 0) {
        map.publish(new byte[i % 100]);
      }
      if (i > ROUNDS_ALONE && i % 3 == 0) {
        group(store, map, (long) key, next);
      } else if (next == null) {
        map.remove((long) key);
      } else {
        if (i % 16 == 0) {
          map.put((long) key, next, Duration.ofHours(1));
        } else {
          map.put((long) key, next);
        }
      }
      journal[0][key] = next;
      if (i % 1_000 == 900) {
        store.compact("/maps/victim");
      }
    }
    store.drop("/maps/victim");
    java.util.Arrays.fill(journal[0], null);
    java.util.Arrays.fill(journal[1], null);
  }

  /** Changes each map that a writer changes, all of which have one segment. */
  static void use(Store store) {
    store.map("/maps/victim", OPTIONS).put(1L, new byte[100]);
    store.map("/maps/other", OPTIONS).put(1L, new byte[100]);
    store.map(SMALL, COMPACT).put(1L, new byte[COMPACT_BYTES]);
    store.map(LARGER, WIDE).put(1L, new byte[WIDE_BYTES]);
    counters(store).put(1, 1);
  }

  /** An entry amid others, which are changed together with it. */
  private static Map<Long, Long> several(int i, long key, long value) {
    Map<Long, Long> entries = new LinkedHashMap<>();
    for (long other = 0; other < 6; other++) {
      entries.put(KEYS * 1_000L + 3L * i + other, other);
    }
    entries.put(key, value);
    entries.put(KEYS * 1_000L + 3L * i + 7, 7L);
    return entries;
  }

  private static LongLongMap counters(Store store) {
    store.map(COUNTERS, MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1).compact());
    return store.longLongMap(COUNTERS);
  }

  private static byte[] shortened(byte[] value) {
    return copied(value, COMPACT_BYTES);
  }

  private static byte[] copied(byte[] value, int length) {
    return java.util.Arrays.copyOf(value, length);
  }

  /** The compact maps got each change before the other one. */
  private static void verifySmall(Store survivor, byte[][][] journal, String what) {
    StoreMap<Long, byte[]> small = survivor.map(SMALL, COMPACT);
    StoreMap<Long, byte[]> wide = survivor.map(LARGER, WIDE);
    LongLongMap counters = counters(survivor);
    for (int key = 0; key < KEYS; key++) {
      byte[] now = small.get((long) key);
      byte[] old = journal[0][key];
      byte[] fresh = journal[1][key];
      assertTrue(
          isShortened(old, now) || isShortened(fresh, now),
          what + ": key " + key + " of the compact map has neither old nor new");
      byte[] larger = wide.get((long) key);
      assertTrue(
          isCopied(old, larger, WIDE_BYTES) || isCopied(fresh, larger, WIDE_BYTES),
          what + ": key " + key + " of the map of wide lines has neither old nor new");
      long none = 1L << 40;
      long number = counters.get(key, none);
      assertTrue(
          number == (old == null ? none : java.util.Arrays.hashCode(old))
              || number == (fresh == null ? none : java.util.Arrays.hashCode(fresh)),
          what + ": key " + key + " of the counters has neither old nor new");
    }
    counters.put(1, 1);
    assertEquals(1, counters.get(1, 0));
  }

  private static boolean isShortened(byte @Nullable [] value, byte @Nullable [] now) {
    return isCopied(value, now, COMPACT_BYTES);
  }

  private static boolean isCopied(byte @Nullable [] value, byte @Nullable [] now, int length) {
    return java.util.Arrays.equals(value == null ? null : copied(value, length), now);
  }

  /**
   * Makes a change together with others: in the same map, whose keys are all alike, and in another.
   */
  private static void group(
      Store store, StoreMap<Long, byte[]> map, long key, byte @Nullable [] next) {
    StoreMap<Long, byte[]> other = store.map("/maps/other", OPTIONS);
    store.atomically(group -> {
      for (long k : new long[] {key, GROUP_KEYS + key, 2 * GROUP_KEYS + key}) {
        change(group, map, k, next);
      }
      change(group, other, key, next);
      long small = GROUP_KEYS + key;
      if (next == null) {
        group.remove(store.map(SMALL, COMPACT), small);
        group.remove(store.map(LARGER, WIDE), small);
      } else {
        group.put(store.map(SMALL, COMPACT), small, shortened(next));
        group.put(store.map(LARGER, WIDE), small, copied(next, WIDE_BYTES));
      }
      return null;
    });
  }

  private static void change(
      AtomicGroup group, StoreMap<Long, byte[]> map, long key, byte @Nullable [] next) {
    if (next == null) {
      group.remove(map, key);
    } else {
      group.put(map, key, next);
    }
  }

  /** Looks an entry up, alone or as one of several at one instant. */
  private interface Look {
    byte @Nullable [] at(StoreMap<Long, byte[]> map, long key);
  }

  /**
   * What a group set is the same everywhere. Who looks at one entry after the other may meet a part
   * of it, while somebody takes over what its writer left: then all are looked at together.
   */
  private static void verifyGroups(Store survivor, StoreMap<Long, byte[]> map, String what) {
    for (long key = 0; key < KEYS; key++) {
      long at = key;
      String where = what + ": group of key " + key;
      try {
        verifyGroup(values(survivor, map, key, StoreMap::get), where);
      } catch (AssertionError _) {
        verifyGroup(
            survivor.atomically(group -> values(survivor, map, at, group::get)),
            where + ", all at one instant");
      }
    }
  }

  /** The values of a group, in its two places in one map, in the compact ones and in another. */
  private static byte @Nullable [][] values(
      Store survivor, StoreMap<Long, byte[]> map, long key, Look look) {
    byte[] first = look.at(map, GROUP_KEYS + key);
    byte[] second = look.at(map, 2 * GROUP_KEYS + key);
    if (map.size() <= 50) {
      return new byte[][] {first, second};
    }
    byte[] small = look.at(survivor.map(SMALL, COMPACT), GROUP_KEYS + key);
    byte[] larger = look.at(survivor.map(LARGER, WIDE), GROUP_KEYS + key);
    return survivor.list("/maps/victim").size() == 1
        ? new byte[][] {
          first, second, small, larger, look.at(survivor.map("/maps/other", OPTIONS), key)
        }
        : new byte[][] {first, second, small, larger};
  }

  private static void verifyGroup(byte @Nullable [][] values, String where) {
    byte[] first = values[0];
    assertArrayEquals(first, values[1], where);
    if (values.length > 2) {
      assertTrue(isShortened(first, values[2]), where + ", compact map");
      assertTrue(isCopied(first, values[3], WIDE_BYTES), where + ", wide");
    }
    if (values.length > 4) {
      assertArrayEquals(first, values[4], where);
    }
  }

  static void verify(Store survivor, byte[][][] journal, String what) {
    long begin = System.nanoTime();
    boolean isThere = !survivor.list("/maps/victim").isEmpty();
    StoreMap<Long, byte[]> map = survivor.map("/maps/victim", OPTIONS);
    for (int key = 0; key < KEYS; key++) {
      byte[] now = map.get((long) key);
      boolean old = java.util.Arrays.equals(journal[0][key], now);
      boolean fresh = java.util.Arrays.equals(journal[1][key], now);
      boolean dropped = now == null && what.startsWith("CATALOGUE");
      assertTrue(old || fresh || dropped, what + ": key " + key + " has neither old nor new");
    }
    verifyGroups(survivor, map, what);
    if (isThere && !what.startsWith("CATALOGUE")) {
      verifySmall(survivor, journal, what);
    }
    map.put(1L, new byte[] {1});
    assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(60), what + ": took too long");
    assertNotNull(map.get(1L));
    Invariants.check(survivor);
    var random = new Random(1);
    for (int i = 0; i < 300; i++) {
      map.put((long) random.nextInt(2 * KEYS), new byte[random.nextInt(300)]);
    }
    Invariants.check(survivor);
  }
}
