package io.vitrine.store;

import io.vitrine.hashing.HashStrategy;
import java.lang.foreign.MemorySegment;
import java.util.function.LongPredicate;

/**
 * Looks for a key in a segment's bucket table. A reusable result holder, for one thread at a time;
 * works under the segment's lock and without it, where what it finds must be validated.
 */
final class Probe {
  /* Lines are gone through in loops of eight turns, which the compiler unrolls: in a method that
   * has loops it finds out that the many checks of one mapping are the same, and in one that has
   * none it repeats each of them at each access. */

  private static final long LARGEST_TAG = (1L << 63) - (1L << Slot.TAG_SHIFT);

  /** Offset of the slot found, 0 for none. */
  long slotAt;

  /** Word of the slot found. */
  long slotWord;

  /** First slot on the way that an insertion may use, 0 where the whole table is full. */
  long insertAt;

  /** Word of that slot. */
  long insertWord;

  /** Offset of a slot whose parity is wrong, 0 for none. */
  long unsoundAt;

  /** Offset of a block whose key its slot does not stand for, 0 for none. */
  long foreignBlock;

  /** The table word looked through. */
  long table;

  /**
   * Looks for the key in the scratch's outgoing image, hashed by a strategy.
   *
   * @return whether it is there
   */
  boolean find(MemorySegment memory, long tableWord, Scratch key, HashStrategy strategy) {
    long lines = SegmentLayout.tableLines(tableWord);
    long base = SegmentLayout.tableOffset(tableWord);
    long want = key.hash >>> Slot.TAG_SHIFT;
    long line = Slot.homeLine(want, lines);
    slotAt = 0;
    insertAt = 0;
    unsoundAt = 0;
    foreignBlock = 0;
    table = tableWord;
    for (long i = 0; i < lines; i++) {
      long at = base + (line << SegmentLayout.LINE_SHIFT);
      int matches = matches(memory, at, want);
      if (matches != 0 && findAmong(memory, at, matches, key, strategy)) {
        return true;
      }
      int empties = 0;
      int tombstones = 0;
      int odd = 0;
      for (int j = 0; j < 8; j++) {
        long word = Memory.getOf8(memory, at, j);
        empties |= (word == Slot.EMPTY ? 1 : 0) << j;
        tombstones |= (word == Slot.TOMBSTONE ? 1 : 0) << j;
        odd |= (Long.bitCount(word) & 1) << j;
      }
      if (odd != 0) {
        unsoundAt = at + 8L * Integer.numberOfTrailingZeros(odd);
      }
      int free = empties | tombstones;
      if (insertAt == 0 && free != 0) {
        insertAt = at + 8L * Integer.numberOfTrailingZeros(free);
        insertWord = Memory.get(memory, insertAt);
      }
      if (empties != 0) {
        return false;
      }
      line = line + 1 == lines ? 0 : line + 1;
    }
    return false;
  }

  /**
   * What the words of a line have to be turned by, as exclusive or, to find a hash's tag: it makes
   * that the largest tag of all, and leaves the rest of a word as it is.
   */
  static long turn(long hash) {
    /* Its bits, and the tag's, differ in each but the sign. A subtraction, as the compiler would
     * take two exclusive ors apart again. */
    return LARGEST_TAG - (hash & (-1L << Slot.TAG_SHIFT));
  }

  /**
   * The turned slot word of a line that has the tag, without a branch; one of them if several have
   * it, and any other word if none has: see {@link #isTag}.
   */
  static long largest(MemorySegment memory, long line, long turn) {
    long largest = Long.MIN_VALUE;
    for (int i = 0; i < 8; i++) {
      largest = Math.max(largest, Memory.getOf8(memory, line, i) ^ turn);
    }
    return largest;
  }

  /** Whether a turned slot word has the tag. */
  static boolean isTag(long turned) {
    return turned >= LARGEST_TAG;
  }

  /**
   * The slots of a line with a tag, one bit for each.
   *
   * <p>Without a branch: nobody can foresee which slot it will be, and a processor that guesses
   * wrong has begun the wrong memory accesses for the calls that follow.
   */
  static int matches(MemorySegment memory, long line, long want) {
    long matches = 0;
    for (int i = 0; i < 8; i++) {
      matches |= match(Memory.getOf8(memory, line, i), want) << i;
    }
    return (int) matches;
  }

  /** Whether a line has a slot that was never used: then it was never full, and none lie behind. */
  static boolean hasEmpty(MemorySegment memory, long line) {
    long empty = 0; // negative once there was a zero
    for (int i = 0; i < 8; i++) {
      long word = Memory.getOf8(memory, line, i);
      empty |= (word - 1) & ~word;
    }
    return empty < 0;
  }

  /** 1 if the word of a slot has a tag, 0 if not. */
  private static long match(long word, long want) {
    return ((Slot.tag(word) ^ want) - 1) >>> 63;
  }

  /**
   * Looks for a slot that an insertion may use and that is not taken.
   *
   * @return its offset, with its word in {@link #insertWord}
   */
  long findFree(MemorySegment memory, long tableWord, long hash, LongPredicate isTaken) {
    long lines = SegmentLayout.tableLines(tableWord);
    long base = SegmentLayout.tableOffset(tableWord);
    long line = Slot.homeLine(hash >>> Slot.TAG_SHIFT, lines);
    for (long i = 0; i < lines; i++) {
      long at = base + (line << SegmentLayout.LINE_SHIFT);
      for (int j = 0; j < 8; j++) {
        long word = Memory.get(memory, at + 8L * j);
        if ((word == Slot.EMPTY || word == Slot.TOMBSTONE) && !isTaken.test(at + 8L * j)) {
          insertWord = word;
          return at + 8L * j;
        }
      }
      line = line + 1 == lines ? 0 : line + 1;
    }
    throw new IllegalStateException("no free slot in a table of " + lines + " lines");
  }

  private static boolean isKey(MemorySegment memory, long at, Scratch key) {
    return key.outWords.length > 0
        ? Memory.same(memory, at, key.outWords, (int) BlockLayout.KEY / 8, key.keyLength)
        : Memory.same(memory, at, key.out, BlockLayout.KEY, key.keyLength);
  }

  private boolean findAmong(
      MemorySegment memory, long line, int matches, Scratch key, HashStrategy strategy) {
    for (int left = matches; left != 0; left &= left - 1) {
      long at = line + 8L * Integer.numberOfTrailingZeros(left);
      long word = Memory.getAcquire(memory, at);
      if (Slot.isLive(word) && Slot.isSound(word)) {
        long block = Slot.block(word);
        long length = BlockLayout.keyLength(Memory.get(memory, block + BlockLayout.LENGTHS));
        if (length == key.keyLength && isKey(memory, block + BlockLayout.KEY, key)) {
          slotAt = at;
          slotWord = word;
          return true;
        }
        long hash = MapEngine.spread(strategy.hash(memory, block + BlockLayout.KEY, length));
        if (hash >>> Slot.TAG_SHIFT != Slot.tag(word)) {
          foreignBlock = block;
        }
      }
    }
    return false;
  }
}
