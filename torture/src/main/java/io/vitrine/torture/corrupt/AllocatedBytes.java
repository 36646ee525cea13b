package io.vitrine.torture.corrupt;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Tells what a thread has allocated on the heap. Stateless; any thread. */
public final class AllocatedBytes {
  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

  private AllocatedBytes() {}

  /**
   * Asks the machine, by way of a name: the interface that has it belongs to no standard.
   *
   * @return bytes that the calling thread has allocated since it began
   */
  public static long ofThisThread() {
    try {
      var threads = new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME);
      return (Long) SERVER.getAttribute(threads, "CurrentThreadAllocatedBytes");
    } catch (JMException e) {
      throw new IllegalStateException("the machine does not tell what threads allocate", e);
    }
  }
}
