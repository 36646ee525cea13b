package io.vitrine.store;

import java.util.Arrays;

/**
 * What this process saw last of the marks of wide lines, so that a lookup knows the place of its
 * key before the line has come from memory. Safe for any number of threads, without order between
 * them.
 *
 * <p>Nothing rests on it: who looks where it tells compares the key and verifies the entry, and
 * looks at the line itself where that is not what it was told. It takes eight bytes of the heap for
 * 256 to 1,024 of the file, where lines were looked at, up to 1/256 of the largest heap for each
 * map and 32 MiB; of lines beyond nothing is known.
 */
final class KnownMarks {
  private static final int FIRST_WORDS = 64;
  private static final int HEAP_SHARE = 256;

  private final int wordsMax;
  private final long lineBytes;

  /** A line begins in each such power of two of bytes at the most. */
  private final int shift;

  private long[] words = {};

  KnownMarks(long lineBytes) {
    this(
        lineBytes,
        (int) Math.min(1 << 22, Runtime.getRuntime().maxMemory() / HEAP_SHARE / Long.BYTES));
  }

  KnownMarks(long lineBytes, int wordsMax) {
    this.wordsMax = wordsMax;
    this.lineBytes = lineBytes;
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
    long index = line >>> shift;
    if (index < wordsMax) {
      long[] words = this.words;
      if (index >= words.length) {
        words = grown(words, (int) index);
        this.words = words; // what another thread notes meanwhile may get lost
      }
      words[(int) index] = checks;
    }
  }

  private long[] grown(long[] words, int index) {
    int length = Math.max(FIRST_WORDS, Math.max(index + 1, 2 * words.length));
    return Arrays.copyOf(words, Math.min(wordsMax, length));
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
