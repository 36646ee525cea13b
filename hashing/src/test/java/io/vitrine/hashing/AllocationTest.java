package io.vitrine.hashing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** Hashing leaves nothing to the garbage collector, once warm. */
class AllocationTest {
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final int CALLS = 10_000;

  /** The longest text that threads have a buffer of their own for. */
  private static final int LENGTH_MAX = 16_384;

  /** The longest text that is hashed without allocation. */
  private static final int LONG_MAX = 1 << 20;

  private static final int LONG_CALLS = 200;
  private static final int THREADS = 4;
  private static final Map<String, String> LONG_TEXTS =
      Map.of(
          "ASCII", "Airports of 2001. ".repeat(LENGTH_MAX).substring(0, LENGTH_MAX),
          "Latin-1", "Z\u00FCrich, Gen\u00E8ve. ".repeat(LENGTH_MAX).substring(0, LENGTH_MAX),
          "UTF-16",
              "Z\u00FCrich \u20AC \u6771\u4EAC. ".repeat(LENGTH_MAX).substring(0, LENGTH_MAX));

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void shouldNotAllocateForText() {
    for (String name : HashStrategies.builtIn()) {
      HashStrategy strategy = HashStrategies.of(name, 0);
      assertAllocatesNothing(name, i -> strategy.hash("ABQ"));
      assertAllocatesNothing(name, i -> strategy.hash("/airports/ABQ/departures/2001"));
      String longText = "Z\u00FCrich \u20AC. ".repeat(300);
      assertAllocatesNothing(name, i -> strategy.hash(longText));
      assertAllocatesNothing(
          name, i -> strategy.hash("Z\u00FCrich \u20AC \uD83D\uDE00 \u6771\u4EAC"));
      assertAllocatesNothing(name, i -> strategy.hash("/airports/ABQ/departures/\uD83D, \uDE00"));
    }
  }

  /** Several at once: each has a buffer of its own, or borrows one. */
  @Test
  void shouldNotAllocateForLongTextInManyThreads() throws Exception {
    try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
      var barrier = new CyclicBarrier(THREADS);
      var done = new ArrayList<Future<?>>();
      for (int i = 0; i < THREADS; i++) {
        done.add(
            pool.submit(() -> {
              barrier.await();
              assertAllocatesNothingForLongText();
              return null;
            }));
      }
      for (Future<?> each : done) {
        each.get();
      }
    }
  }

  @SuppressWarnings("UnnecessaryStringBuilder") // A text that is no String.
  private void assertAllocatesNothingForLongText() {
    for (String name : HashStrategies.builtIn()) {
      HashStrategy strategy = HashStrategies.of(name, 0);
      LONG_TEXTS.forEach((kind, text) -> {
        CharSequence other = new StringBuilder(text);
        assertAllocatesNothing(
            name + " of " + kind,
            LONG_CALLS,
            i -> strategy.hash(i % 2 == 0 ? (CharSequence) text : other));
      });
    }
  }

  /** The longest texts: a million characters of each. */
  @Test
  void shouldNotAllocateForTextOfAMillionCharacters() throws Exception {
    for (String name : HashStrategies.builtIn()) {
      HashStrategy strategy = HashStrategies.of(name, 0);
      for (Map.Entry<String, String> each : LONG_TEXTS.entrySet()) {
        String text = each.getValue().repeat(LONG_MAX / LENGTH_MAX);
        assertEquals(LONG_MAX, text.length());
        assertAllocatesNothing(name + " of " + each.getKey(), 10, i -> strategy.hash(text));
      }
    }
  }

  /** Virtual threads borrow; what they allocate is known for all threads together only. */
  @Test
  void shouldNotAllocateForLongTextInAVirtualThread() throws Exception {
    for (String name : HashStrategies.builtIn()) {
      HashStrategy strategy = HashStrategies.of(name, 0);
      var failure = new AtomicReference<Throwable>();
      Thread.ofVirtual()
          .start(() -> {
            try {
              String text = LONG_TEXTS.get("UTF-16");
              assertAllocatesNothing(
                  name,
                  LONG_CALLS,
                  i -> strategy.hash(text),
                  threads::getTotalThreadAllocatedBytes);
            } catch (Throwable e) {
              failure.set(e);
            }
          })
          .join();
      assertNull(failure.get(), () -> String.valueOf(failure.get()));
    }
  }

  @Test
  void shouldNotAllocateForBytesAndNumbers() {
    byte[] array = new byte[600];
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(600);
      for (String name : HashStrategies.builtIn()) {
        HashStrategy strategy = HashStrategies.of(name, 0);
        assertAllocatesNothing(name, i -> strategy.hash((long) i));
        assertAllocatesNothing(name, i -> strategy.hash(i));
        assertAllocatesNothing(name, i -> strategy.hash(array, i % 100, 500 * (i % 2)));
        assertAllocatesNothing(name, i -> strategy.hash(segment, i % 100, 500L * (i % 2)));
      }
    }
  }

  @Test
  void shouldNotAllocateForSegmentsOfAnyKind() {
    MemorySegment ints = MemorySegment.ofArray(new int[3_000]);
    MemorySegment longs = MemorySegment.ofArray(new long[1_000]);
    MemorySegment readOnly = MemorySegment.ofArray(new byte[9_000]).asReadOnly();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment large = arena.allocate(60_000);
      for (String name : HashStrategies.builtIn()) {
        HashStrategy strategy = HashStrategies.of(name, 0);
        assertAllocatesNothing(name + " large", 1_000, i -> strategy.hash(large, i % 7, 59_000));
        assertAllocatesNothing(name + " int[]", i -> strategy.hash(ints, i % 7, 600));
        assertAllocatesNothing(name + " long[]", i -> strategy.hash(longs, i % 7, 600));
        assertAllocatesNothing(name + " read-only", i -> strategy.hash(readOnly, i % 7, 5_000));
      }
    }
  }

  private void assertAllocatesNothing(String name, HashCall call) {
    assertAllocatesNothing(name, CALLS, call);
  }

  private void assertAllocatesNothing(String name, int calls, HashCall call) {
    assertAllocatesNothing(name, calls, call, threads::getCurrentThreadAllocatedBytes);
  }

  /** Calls until the calls are compiled, which removes what only interpreted code allocates. */
  private void assertAllocatesNothing(
      String name, int calls, HashCall call, LongSupplier allocatedBytes) {
    assertTrue(threads.isThreadAllocatedMemoryEnabled());
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    long expected = run(calls, call);
    long allocated;
    do {
      long before = allocatedBytes.getAsLong();
      long sum = run(calls, call);
      allocated = allocatedBytes.getAsLong() - before;
      assertEquals(expected, sum);
    } while (allocated > calls && System.nanoTime() < deadline);
    // A hash that allocated at all would take 16 bytes a call.
    assertTrue(allocated <= calls, name + " allocated " + allocated + " in " + calls);
  }

  private static long run(int calls, HashCall call) {
    long sum = 0;
    for (int i = 0; i < calls; i++) {
      sum += call.hash(i);
    }
    return sum;
  }

  /** One hash of something. */
  private interface HashCall {
    long hash(int i);
  }
}
