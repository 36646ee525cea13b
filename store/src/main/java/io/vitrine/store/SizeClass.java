package io.vitrine.store;

/**
 * Sizes of small blocks: from 24 bytes to 32 KiB in steps of at most an eighth. Stateless; any
 * thread.
 */
final class SizeClass {
  static final long BYTES_MIN = 24;
  static final long BYTES_MAX = 32 << 10;

  /** Classes of 24, 32, 40, 48, 56, 64 bytes, then eight for each doubling from 64 bytes on. */
  static final int COUNT = of(BYTES_MAX) + 1;

  private SizeClass() {}

  /** Smallest class whose blocks have at least so many bytes. */
  static int of(long bytes) {
    if (bytes <= 64) {
      return (int) Math.max(0, (bytes - BYTES_MIN + 7) >> 3);
    }
    int octave = 63 - Long.numberOfLeadingZeros(bytes - 1); // bytes in (2^octave, 2^(octave+1)]
    long step = (bytes - 1 - (1L << octave)) >>> (octave - 3);
    return (int) (5 + (octave - 6) * 8L + step + 1);
  }

  /** Size of the blocks of a class. */
  static long bytes(int sizeClass) {
    if (sizeClass <= 5) {
      return BYTES_MIN + 8L * sizeClass;
    }
    int octave = 6 + (sizeClass - 6) / 8;
    int step = (sizeClass - 6) % 8 + 1;
    return (1L << octave) + ((long) step << (octave - 3));
  }
}
