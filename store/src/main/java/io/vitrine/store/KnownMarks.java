package io.vitrine.store;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What this process saw last of the marks of wide lines, so that a lookup knows the place of its
 * key before the line has come from memory. Safe for any number of threads, without order between
 * them.
 *
 * <p>Nothing rests on it: who looks where it tells compares the key and verifies the entry, and
 * looks at the line itself where that is not what it was told. It takes eight bytes of the heap for
 * 256 to 1,024 of the file, from its beginning to the furthest line that was looked at, and all of
 * a process together at most 1/32 of the largest heap, each at most 32 MiB; of lines behind that,
 * or where the heap has no room, nothing is known.
 */
final class KnownMarks implements AutoCloseable {
  private static final int WORDS_MAX = 1 << 22;
  private static final int FIRST_WORDS = 64;
  private static final int HEAP_SHARE = 32;

  /** How many words all together may take yet. */
  private static final AtomicLong LEFT =
      new AtomicLong(Runtime.getRuntime().maxMemory() / HEAP_SHARE / Long.BYTES);

  private final long lineBytes;
  private final AtomicLong left;

  /** A line begins in each such power of two of bytes at the most. */
  private final int shift;

  private int wordsMax;
  private long[] words = {};

  KnownMarks(long lineBytes) {
    this(lineBytes, WORDS_MAX, LEFT);
  }

  /**
   * For tests with limits of their own.
   *
   * @param left how many words may be taken from what others have, too
   */
  KnownMarks(long lineBytes, int wordsMax, AtomicLong left) {
    this.wordsMax = wordsMax;
    this.lineBytes = lineBytes;
    this.left = left;
    this.shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(lineBytes);
  }

  /** The first word of a line as it was seen last, 0 where that is not known. */
  long of(long line) {
    long[] words = this.words;
    long index = line >>> shift;
    return index < words.length ? words[(int) index] : 0;
  }

  /** Notes the first word of a line. */
  void note(long line, long checks) {
    long[] words = this.words;
    long index = line >>> shift;
    if (index < words.length) {
      words[(int) index] = checks;
    } else if (index < wordsMax) {
      noteBehind((int) index, checks);
    }
  }

  private synchronized void noteBehind(int index, long checks) {
    int length = Math.max(FIRST_WORDS, Math.max(index + 1, 2 * words.length));
    int longer = Math.min(wordsMax, length) - words.length;
    if (index >= words.length && longer > 0 && !grow(longer)) {
      wordsMax = words.length; // not to try it again with each lookup
    }
    if (index < words.length) {
      words[index] = checks;
    }
  }

  private boolean grow(int more) {
    if (take(more)) {
      try {
        words = Arrays.copyOf(words, words.length + more); // what others note now may get lost
        return true;
      } catch (OutOfMemoryError _) {
        left.addAndGet(more); // a lookup needs no heap for it
      }
    }
    return false;
  }

  /** Takes words from what is left, if there are so many. */
  private boolean take(int more) {
    long now = left.get();
    while (now >= more) {
      if (left.compareAndSet(now, now - more)) {
        return true;
      }
      now = left.get();
    }
    return false;
  }

  /** Forgets all, and notes nothing any more. */
  @Override
  public synchronized void close() {
    left.addAndGet(words.length);
    wordsMax = 0;
    words = new long[0];
  }

  /**
   * The place where a key is looked for first: in its home line, or else in the next one.
   *
   * @param base offset of the table
   * @param number of the home line among the table's
   * @return offset of the line times 8 and the number in it; negative if the key is in neither by
   *     what is known
   */
  long place(long base, long number, long lines, long hash) {
    long line = base + number * lineBytes;
    long mark = WideLine.mark(hash);
    long known = of(line);
    long marked = WideLine.withMark(known, mark);
    if (marked != 0) {
      return CompactTable.place(line, marked);
    }
    if (known == 0) {
      return line << 3 | WideLine.place(hash);
    }
    long next = number + 1 == lines ? base : line + lineBytes;
    long markedThere = WideLine.withMark(of(next), mark);
    return markedThere != 0 ? CompactTable.place(next, markedThere) : -1;
  }
}
