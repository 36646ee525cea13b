package io.vitrine.bench.fork;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Counts the bytes that the thread at hand has allocated. Stateless, for any thread. */
final class Allocation {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocation() {}

  static long bytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
