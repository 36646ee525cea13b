package io.vitrine.bench.peer;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Counts the bytes that have been allocated on the heap. Stateless, for any thread. */
public final class Allocation {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocation() {}

  /**
   * What the thread at hand has allocated.
   *
   * @return bytes
   */
  public static long bytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  /**
   * What all threads of this JVM have allocated, also those that have ended.
   *
   * @return bytes
   */
  public static long ofAll() {
    return THREADS.getTotalThreadAllocatedBytes();
  }
}
