package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Layout of a line of a compact map, whose entries lie in the bucket table itself, little-endian.
 *
 * <pre>
 * offset size field    meaning
 *      0    8 checks   a byte for each of 7 places (bits 0-55): 0 where the place is empty,
 *                      otherwise 128 and bits 57-63 of the entry's sum; in 56-63 these bytes and
 *                      the shares of all entries, bits 49-56 of their sums of which the lowest is
 *                      always set, joined by exclusive or
 *      8    8 revision of the latest change in the line (bits 0-55, a multiple of 8); bit 0 is set
 *                      once an entry found the line full; a {@link CheckedWord}
 *     16      entries  7 times: key, value, each padded with zeros to 8 bytes; where that would be
 *                      one word, a zero follows
 * </pre>
 *
 * <p>Lines with entries of more than four words are others, see {@link WideLine}.
 *
 * <p>A line takes a multiple of 64 bytes. The sum of an entry is over its words, where it lies and
 * in which file. Who looks an entry up compares its byte and that of the line: seven bits each, so
 * that something else in an entry's place passes once in 16,384. Who finds nothing, and whoever
 * walks over entries, compares the bytes of all. Every single flipped bit shows either way: one
 * that makes a place empty or not takes a share out or adds one, whose lowest bit is the line's
 * alone to know.
 *
 * <p>In the header of a segment, in place of the lists of free blocks:
 *
 * <pre>
 * offset size field        meaning
 *    128    8 undoLine     offset of the line that was changed last, or is being changed
 *    136    8 undoPlace    number of the place in it
 *    144    8 undoChecks   its words before the change: checks
 *    152    8 undoRevision revision
 *    160  136 undoEntry    what is at the place; as many words as it has
 *    176    8 undoAgain    where that is two words, and the intent is that of a run: undoLine
 * </pre>
 *
 * <p>While the segment's version is odd, what the undo words name is being overwritten, and they
 * hold what counts.
 */
final class CompactLayout {
  static final int PLACES = 7;

  static final long CHECKS = 0;
  static final long REVISION = 8;
  static final long ENTRIES = 16;

  static final long UNDO_LINE = 128;
  static final long UNDO_PLACE = 136;
  static final long UNDO_CHECKS = 144;
  static final long UNDO_REVISION = 152;
  static final long UNDO_ENTRY = 160;
  static final long UNDO_LINE_AGAIN = 176;

  /** Bit of the revision word: an entry whose home is here or before lies behind this line. */
  static final long OVERFLOWED = 1;

  private static final long REVISION_MASK = CheckedWord.VALUE_MASK & ~7L;

  /** The byte of an entry that is one bit away from that of an empty place. */
  static final long DOUBTFUL = 0x80;

  /** The highest bit of the byte of each place. */
  static final long OCCUPIED = 0x0080_8080_8080_8080L;

  /* Odd numbers without a run of four equal bits: a flipped bit of a factor changes the highest
   * seven bits of the product, whatever the others are. */
  private static final long FACTOR_0 = 0x4E5A_3A26_D18A_669BL;
  private static final long FACTOR_1 = 0x2D16_34B4_B465_3253L;
  private static final long FACTOR_2 = 0xE963_674E_66AC_92DDL;
  private static final long FACTOR_3 = 0x7322_CD23_662B_B95DL;
  private static final long FACTOR_PLACE = 0xDCE8_D258_9494_D8E7L;

  private CompactLayout() {}

  /** What the sum of an entry begins with: the file's salt and the place. */
  static long seed(long salt, long entry) {
    return salt + entry * FACTOR_PLACE;
  }

  /** Sum of an entry whose key and value take a word each. */
  static long sum(long seed, long key, long value) {
    return seed + key * FACTOR_0 + value * FACTOR_1;
  }

  /** Byte of an entry by its sum. */
  static long byteBy(long sum) {
    return sum >>> 57 | 0x80;
  }

  /** What an entry adds to the byte of its line, by its sum. */
  static long shareBy(long sum) {
    return (sum >>> 49 & 0xFF) | 1;
  }

  /** What entries add to the byte of their line, by their sums joined by exclusive or. */
  static long sharesBy(long sums, int entries) {
    return (sums >>> 49 & 0xFE) | (entries & 1);
  }

  /** Sum of the entry that lies, or whose copy lies, at an offset. */
  static long sum(long seed, MemorySegment memory, long at, int words) {
    long sum = seed + Memory.get(memory, at) * FACTOR_0 + Memory.get(memory, at + 8) * FACTOR_1;
    if (words > 2) {
      sum += Memory.get(memory, at + 16) * FACTOR_2;
    }
    if (words > 3) {
      sum += Memory.get(memory, at + 24) * FACTOR_3;
    }
    return sum;
  }

  /** The key of an entry of a line whose entries take two words each. */
  static long keyOf2(MemorySegment memory, long line, int place) {
    return Memory.getOf16(memory, line, 2 + 2 * place);
  }

  /** The value of an entry of a line whose entries take two words each. */
  static long valueOf2(MemorySegment memory, long line, int place) {
    return Memory.getOf16(memory, line, 3 + 2 * place);
  }

  /** The byte of a place, 0 where it is empty. */
  static long byteOf(long checks, int place) {
    return (checks >>> (8 * place)) & 0xFF;
  }

  /**
   * The checks with another byte for a place.
   *
   * @param share what the shares of the entries before and after differ in
   */
  static long withByte(long checks, int place, long value, long share) {
    long change = byteOf(checks, place) ^ value; // so much also in what joins all bytes
    return checks ^ change << (8 * place) ^ (change ^ share) << 56;
  }

  /** The shares of all entries of a line, joined. */
  static long shares(long checks) {
    return (checks ^ CheckedWord.of(checks)) >>> 56;
  }

  /** Whether the byte of some place is neither that of an entry nor that of an empty one. */
  static boolean hasStray(long checks) {
    long live = (checks & OCCUPIED) >>> 7; // a one for each
    return (checks & CheckedWord.VALUE_MASK & ~(live * 0xFF)) != 0;
  }

  /** The places that are empty, as the highest bits of their bytes. */
  static long empties(long checks) {
    return ~checks & OCCUPIED;
  }

  static long revision(long word) {
    return word & REVISION_MASK;
  }

  static boolean isOverflowed(long word) {
    return (word & OVERFLOWED) != 0;
  }

  /** The value of a revision word with another revision. */
  static long withRevision(long word, long revision) {
    return revision | (word & OVERFLOWED);
  }
}
