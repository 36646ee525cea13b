package io.vitrine.hashing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Hashing leaves nothing to the garbage collector, once warm. */
class AllocationTest {
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final int CALLS = 10_000;
  // A hash that allocated at all would take 16 bytes a call.
  private static final long BYTES_MAX = CALLS;

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

  /** Calls until the calls are compiled, which removes what only interpreted code allocates. */
  private void assertAllocatesNothing(String name, HashCall call) {
    assertTrue(threads.isThreadAllocatedMemoryEnabled());
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    long expected = run(call);
    long allocated;
    do {
      long before = threads.getCurrentThreadAllocatedBytes();
      long sum = run(call);
      allocated = threads.getCurrentThreadAllocatedBytes() - before;
      assertEquals(expected, sum);
    } while (allocated > BYTES_MAX && System.nanoTime() < deadline);
    assertTrue(allocated <= BYTES_MAX, name + " allocated " + allocated + " in " + CALLS);
  }

  private static long run(HashCall call) {
    long sum = 0;
    for (int i = 0; i < CALLS; i++) {
      sum += call.hash(i);
    }
    return sum;
  }

  /** One hash of something. */
  private interface HashCall {
    long hash(int i);
  }
}
