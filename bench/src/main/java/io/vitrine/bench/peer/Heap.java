package io.vitrine.bench.peer;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * The heap of those who keep the entries there: so large that their figures are not those of the
 * garbage collector at work for want of room. Stateless, for any thread.
 */
final class Heap {
  /** What 20 million entries of 64 bytes take, or a million of 1 KiB, and as much garbage again. */
  private static final long MOST_GIGABYTES = 10;

  /** Less holds less than {@link Peer#HEAP_ENTRIES_MAX}. */
  private static final long FEWEST_GIGABYTES = 4;

  /**
   * How much is allocated between two collections. Larger is faster, as more of the values that an
   * update replaces are garbage before anybody looks: an update takes 359 ns with 64 MiB, 334 with
   * 128 and 245 with 256, within the same minutes. What the collector would choose by itself is
   * twice as much again, of which a JVM of two seconds fills once or never: then no figure has a
   * collection in it.
   */
  private static final String YOUNG = "-Xmn256m";

  private Heap() {}

  /** The flags for this machine; the collector is named, since the JVM chooses by the machine. */
  static List<String> flags() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return flags(system.getTotalMemorySize());
  }

  /**
   * The flags: half of the machine's memory at the most, as files in memory need the rest.
   *
   * @param memoryBytes how much memory the machine has
   */
  static List<String> flags(long memoryBytes) {
    long half = memoryBytes >>> 31;
    long gigabytes = Math.clamp(half, FEWEST_GIGABYTES, MOST_GIGABYTES);
    return List.of("-XX:+UseG1GC", "-Xms" + gigabytes + "g", "-Xmx" + gigabytes + "g", YOUNG);
  }
}
