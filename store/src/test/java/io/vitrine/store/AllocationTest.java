package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls with numbers and bytes allocate nothing once warm. */
class AllocationTest {
  private static final int CALLS = 100_000;

  @TempDir Path folder;

  @Test
  void putAndGetUsingAllocateNothing() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map =
          store.map("/maps/a", MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(4));
      Long[] keys = new Long[64];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = (long) i;
      }
      byte[] value = new byte[48];
      byte[] using = new byte[48];
      long best = Long.MAX_VALUE;
      for (long end = end(); best > CALLS && System.nanoTime() < end; ) { // until it is compiled
        long before = allocated();
        for (int i = 0; i < CALLS; i++) {
          map.put(keys[i & 63], value);
          map.getUsing(keys[(i + 7) & 63], using);
        }
        best = Math.min(best, allocated() - before);
      }
      assertTrue(best <= CALLS, best + " bytes allocated by " + CALLS + " calls of each");
    }
  }

  @Test
  void additionsAllocateNothing() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map =
          store.map("/maps/n", MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(4));
      Long key = 7L;
      long best = Long.MAX_VALUE;
      for (long end = end(); best > CALLS && System.nanoTime() < end; ) { // until it is compiled
        long before = allocated();
        for (int i = 0; i < CALLS; i++) {
          map.addAndGet(key, i);
        }
        best = Math.min(best, allocated() - before);
      }
      assertTrue(best <= CALLS, best + " bytes allocated by " + CALLS + " calls");
    }
  }

  @Test
  void mapsWithoutBoxesAllocateNothing() {
    try (Store store = Stores.open(folder)) {
      LongLongMap map = store.longLongMap("/maps/l");
      long best = Long.MAX_VALUE;
      long sum = 0;
      for (long end = end(); best > CALLS && System.nanoTime() < end; ) { // until it is compiled
        long before = allocated();
        for (int i = 0; i < CALLS; i++) {
          long key = i & 63;
          map.put(key, i);
          sum += map.get(key, 0) + map.addAndGet(key, 1) + map.get(-1, 0);
          sum += map.containsKey(-2) || !map.compareAndSet(key, i + 1L, i) ? 1 : 0;
        }
        best = Math.min(best, allocated() - before);
      }
      assertTrue(best <= CALLS, best + " bytes allocated by " + CALLS + " calls of each");
      assertTrue(sum > 0);
    }
  }

  @Test
  void publishAllocatesNothing() {
    var options = new StoreOptions(32 << 20); // what is told goes soon
    try (Store store = Stores.open(folder, options)) {
      StoreMap<Long, Long> map =
          store.map("/maps/j", MapOptions.of(Codecs.longs(), Codecs.longs()));
      byte[] message = new byte[40];
      long best = Long.MAX_VALUE;
      for (long end = end(); best > CALLS && System.nanoTime() < end; ) { // until it is compiled
        long before = allocated();
        for (int i = 0; i < CALLS; i++) {
          message[i % 40]++;
          map.publish(message);
        }
        best = Math.min(best, allocated() - before);
      }
      assertTrue(best <= CALLS, best + " bytes allocated by " + CALLS + " calls");
    }
  }

  @Test
  void batchesAllocateNothing() {
    try (Store store = Stores.open(folder)) {
      var blocks = MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(4);
      batchAllocatesNothing(store.map("/maps/a", blocks), new byte[48]);
      var compact = MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(4).compact();
      batchAllocatesNothing(store.map("/maps/c", compact), 1L);
    }
  }

  @Test
  void batchesOfValuesOfAllLengthsAllocateNothing() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map =
          store.map("/maps/v", MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(4));
      var keys = new Long[512];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = (long) i;
        map.put(keys[i], new byte[1 + i % 140]);
      }
      MemorySegment target = Arena.ofAuto().allocate(140);
      Batch<Long, byte[]> batch = map.batch();
      long best = Long.MAX_VALUE;
      for (long end = end(); best > CALLS && System.nanoTime() < end; ) { // until it is compiled
        long before = allocated();
        for (int i = 0; i < CALLS / 64; i++) {
          batch.clear();
          for (int j = 0; j < 64; j++) {
            batch.add(keys[(61 * i + 7 * j) % keys.length]);
          }
          batch.get();
          batch.copyValue(i & 63, target, 0);
        }
        best = Math.min(best, allocated() - before);
      }
      assertTrue(best <= CALLS, best + " bytes allocated by " + CALLS + " calls");
    }
  }

  private static <V> void batchAllocatesNothing(StoreMap<Long, V> map, V value) {
    Long[] keys = new Long[64];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = (long) i;
    }
    MemorySegment target = Arena.ofAuto().allocate(48);
    Batch<Long, V> batch = map.batch();
    long best = Long.MAX_VALUE;
    for (long end = end(); best > CALLS && System.nanoTime() < end; ) { // until it is compiled
      long before = allocated();
      for (int i = 0; i < CALLS / 64; i++) {
        batch.clear();
        for (Long key : keys) {
          batch.add(key, value);
        }
        batch.put();
        batch.get();
        batch.copyValue(i & 63, target, 0);
      }
      best = Math.min(best, allocated() - before);
    }
    assertTrue(best <= CALLS, best + " bytes allocated by " + CALLS + " calls of each");
  }

  /** The compiler may have to wait for a processor; what allocates for good allocates then, too. */
  private static long end() {
    return System.nanoTime() + 60_000_000_000L;
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
