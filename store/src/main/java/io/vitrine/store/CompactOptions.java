package io.vitrine.store;

/**
 * Which maps are worth being compacted. Immutable.
 *
 * @param freeShareMin how much of a map's file must be free at the least, from 0 to 1
 * @param freeBytesMin how many bytes of it must be free at the least, besides those that the last
 *     compaction could not but leave
 */
public record CompactOptions(double freeShareMin, long freeBytesMin) {
  /**
   * Checks the options.
   *
   * @throws IllegalArgumentException if a figure is out of its range
   */
  public CompactOptions {
    if (!(freeShareMin >= 0 && freeShareMin <= 1)) {
      throw new IllegalArgumentException(
          "freeShareMin is " + freeShareMin + ", expected a share from 0 to 1");
    }
    if (freeBytesMin < 0) {
      throw new IllegalArgumentException("freeBytesMin is " + freeBytesMin + ", at least 0");
    }
  }

  /**
   * The usual: maps of which more than half, and more than 64 MiB, are free.
   *
   * @return the options
   */
  public static CompactOptions defaults() {
    return new CompactOptions(0.5, 64 << 20);
  }

  /**
   * The same with another share.
   *
   * @param share from 0 to 1
   * @return new options
   */
  public CompactOptions withFreeShareMin(double share) {
    return new CompactOptions(share, freeBytesMin);
  }

  /**
   * The same with another number of bytes.
   *
   * @param bytes at least 0
   * @return new options
   */
  public CompactOptions withFreeBytesMin(long bytes) {
    return new CompactOptions(freeShareMin, bytes);
  }
}
