package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * What is different in the lines of a compact map whose entries take more than four words: each
 * entry has a check of its own, and the byte of a place is a part of its key's hash. Stateless; any
 * thread.
 *
 * <pre>
 * offset size field    meaning
 *      0    8 checks   a byte for each of 7 places (bits 0-55): 0 where it is empty, otherwise the
 *                      mark of its key: 128 and bits 33-39 of the hash
 *      8    8 revision as in {@link CompactLayout}
 *     16      places   7 times: check, key, value, the last two each padded with zeros to 8 bytes;
 *                      the check of an empty place is 0
 * </pre>
 *
 * <p>The first two words have, where they are not 0, a check in bits 56-63: the other bytes joined
 * by exclusive or, and a byte that only this line of this file has, of which at least two bits are
 * set, so that no single flipped bit makes a sound word of 0, or 0 of one.
 *
 * <p>The check is over key and value, where they lie and in which file, so that it proves by itself
 * that there is an entry. Each key has a place of its own in its line, by bits 24-32 of its hash,
 * and its entry lies there if that was free: who finds it there has read two lines of the cache for
 * one of 72 bytes, and waited once. Of seven entries in seven places 4.6 do on the average where
 * the table was made anew; the others are found by their marks, after the line's first words.
 */
final class WideLine {
  private static final int MARK_SHIFT = 33;
  private static final long MARK_MASK = 0x7F;
  private static final int PLACE_SHIFT = 24;
  private static final int PLACE_BITS = 9;

  private static final long LINE_FACTOR = 0x9E37_79B9_7F4A_7C15L;
  private static final long TWO_BITS = 0x81;

  /** The lowest bit of the byte of each place. */
  private static final long ONES = 0x0001_0101_0101_0101L;

  /** Brings where an entry lies to those bits of its check that count the most. */
  private static final int SEED_SHIFT = 24;

  private WideLine() {}

  /** The byte that stands for an entry with a hash. */
  static long mark(long hash) {
    return (hash >>> MARK_SHIFT & MARK_MASK) | 0x80;
  }

  /** Number of the place in a line that an entry with a hash has if it is free. */
  static int place(long hash) {
    long bits = hash >>> PLACE_SHIFT & (1 << PLACE_BITS) - 1;
    return (int) ((bits * CompactLayout.PLACES) >>> PLACE_BITS);
  }

  /** The places that may have a mark, as the highest bits of their bytes; all that have it. */
  static long withMark(long checks, long mark) {
    long others = checks ^ mark * ONES;
    return others - ONES & ~others & CompactLayout.OCCUPIED;
  }

  /** The checks with another mark for a place, 0 to make it empty; not sealed. */
  static long marked(long checks, int place, long mark) {
    int shift = Byte.SIZE * place;
    return (checks & ~(0xFFL << shift)) | mark << shift;
  }

  /** What the two first words of a line are sealed with. */
  static long seal(long salt, long line) {
    long own = ((salt ^ line) * LINE_FACTOR) >>> 56;
    return (own | TWO_BITS) << 56;
  }

  /** A word with its check. */
  static long sealed(long value, long seal) {
    long bare = CheckedWord.value(value);
    return bare == 0 ? 0 : CheckedWord.of(bare) ^ seal;
  }

  /** Another value for a word; if the word did not match its check, then that does not either. */
  static long resealed(long word, long value, long seal) {
    return sealed(value, seal) ^ word ^ sealed(word, seal);
  }

  /** Whether a word matches its check. */
  static boolean isSound(long word, long seal) {
    return word == sealed(word, seal);
  }

  /** Whether the first word of a line matches its check and tells of whole places only. */
  static boolean areMarksSound(long checks, long seal) {
    return isSound(checks, seal) && !CompactLayout.hasStray(checks);
  }

  /**
   * Check of the entry that lies, or whose copy lies, at an offset.
   *
   * @param from where its key begins
   * @param entry where it lies in the file
   */
  static long check(MemorySegment memory, long from, long entryBytes, long entry, long salt) {
    long sum = Checks.begin(entryBytes);
    long at = 0;
    if (entryBytes >= 64) {
      for (int i = 0; i < 8; i++) {
        sum = Checks.step(sum, Memory.peekOf8(memory, from, i));
      }
      at = 64;
    }
    for (; at < entryBytes; at += 8) {
      sum = Checks.step(sum, Memory.peek(memory, from + at));
    }
    return check(sum, entry, salt);
  }

  /**
   * Check of an entry.
   *
   * @param content the chain over its words
   * @param entry where it lies in the file
   */
  static long check(long content, long entry, long salt) {
    long check = Checks.last(content, salt ^ entry << SEED_SHIFT);
    return check != 0 ? check : 1;
  }
}
