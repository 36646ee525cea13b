package io.vitrine.store;

/**
 * An entry of the page map, which says of every page of a map's file whose it is. Stateless; any
 * thread.
 *
 * <pre>
 * bits   field   meaning
 * 61-63  kind    0 none, 1 free, 2 chunk, 3 table, 4 large block, 5 page map or header, 6 inner
 * 40-60  owner   number of the segment
 *   39   parity  makes the number of ones in the word even, so that a flipped bit shows
 *  0-38  length  first page of a run: its pages; inner page: how far back the first one is
 * </pre>
 *
 * <p>A run changes hands by one store of its first entry, so that a walk from the first page on by
 * the lengths always meets whole runs, whenever a writer was killed.
 */
final class PageEntry {
  static final int FREE = 1;
  static final int CHUNK = 2;
  static final int TABLE = 3;
  static final int LARGE = 4;
  static final int META = 5;
  static final int INNER = 6;

  private static final int KIND_SHIFT = 61;
  private static final int OWNER_SHIFT = 40;
  private static final long OWNER_MASK = (1L << 21) - 1;
  private static final long PARITY = 1L << 39;
  private static final long LENGTH_MASK = PARITY - 1;

  private PageEntry() {}

  static long of(int kind, long owner, long length) {
    long entry = (long) kind << KIND_SHIFT | owner << OWNER_SHIFT | length;
    return isSound(entry) ? entry : entry ^ PARITY;
  }

  static boolean isSound(long entry) {
    return (Long.bitCount(entry) & 1) == 0;
  }

  static int kind(long entry) {
    return (int) (entry >>> KIND_SHIFT);
  }

  static long owner(long entry) {
    return (entry >>> OWNER_SHIFT) & OWNER_MASK;
  }

  static long length(long entry) {
    return entry & LENGTH_MASK;
  }
}
