package io.vitrine.store;

import org.jspecify.annotations.Nullable;

/**
 * How large the keys and values of a compact map are, and so its entries and lines. Immutable.
 *
 * <p>The file records it beside the number of segments: size of a key in bits 32-39 of that word,
 * of a value in bits 40-47; both are 0 where entries lie in blocks.
 */
final class CompactShape {
  /** Largest entry, key and value each padded to 8 bytes. */
  static final int ENTRY_BYTES_MAX = 128;

  /** Larger entries have wide lines, see {@link WideLine}. */
  static final int NARROW_BYTES_MAX = 32;

  /** An entry has at least two words: without a value the second one is zero. */
  private static final int ENTRY_BYTES_MIN = 16;

  private static final int KEY_SHIFT = 32;
  private static final int VALUE_SHIFT = 40;

  final int keyBytes;
  final int valueBytes;
  final int keyWords;
  final int words;

  /** Offset of the value in an entry. */
  final long valueAt;

  /** Offset behind the value in an entry; a word of zero may follow, where there is no value. */
  final long valueEnd;

  final long entryBytes;

  /** From an entry of a line to the next. */
  final long stride;

  /** Offset of a line's first entry in the line. */
  final long entriesAt;

  final long lineBytes;

  /** Whether each entry has a check of its own before it, see {@link WideLine}. */
  final boolean isWide;

  /** Whether the key takes one word, and another one is there for the value, which may be none. */
  final boolean isSingle;

  private CompactShape(int keyBytes, int valueBytes) {
    this.keyBytes = keyBytes;
    this.valueBytes = valueBytes;
    this.valueAt = LogLayout.padded(keyBytes);
    this.valueEnd = valueAt + LogLayout.padded(valueBytes);
    this.entryBytes = Math.max(valueEnd, ENTRY_BYTES_MIN);
    this.keyWords = (int) (valueAt >>> 3);
    this.words = (int) (entryBytes >>> 3);
    this.isWide = entryBytes > NARROW_BYTES_MAX;
    long checkBytes = isWide ? Long.BYTES : 0;
    this.stride = checkBytes + entryBytes;
    this.entriesAt = CompactLayout.ENTRIES + checkBytes;
    long line = CompactLayout.ENTRIES + CompactLayout.PLACES * stride;
    this.lineBytes = (line + 63) & ~63L;
    this.isSingle = keyWords == 1 && words == 2;
  }

  /** Whether keys and values of these sizes, -1 for varying ones, fit the layout. */
  static boolean fits(int keyBytes, int valueBytes) {
    return keyBytes > 0
        && valueBytes >= 0
        && LogLayout.padded(keyBytes) + LogLayout.padded(valueBytes) <= ENTRY_BYTES_MAX;
  }

  /** The shape of a map with these options, null where entries lie in blocks. */
  static @Nullable CompactShape of(MapOptions<?, ?> options) {
    return options.isCompact()
        ? new CompactShape(options.keys().fixedSize(), options.values().fixedSize())
        : null;
  }

  /**
   * Reads the word that records it.
   *
   * @return null where entries lie in blocks
   * @throws ArithmeticException if the word makes no sense
   */
  static @Nullable CompactShape of(long word) {
    int key = (int) (word >>> KEY_SHIFT) & 0xFF;
    int value = (int) (word >>> VALUE_SHIFT);
    if (key == 0 && value == 0) {
      return null;
    }
    if (!fits(key, value)) {
      throw new ArithmeticException(
          "entries of " + key + " and " + value + " bytes fit no compact layout");
    }
    return new CompactShape(key, value);
  }

  /** Number of segments in the word that records both. */
  static int segments(long word) {
    return (int) (word & 0xFFFF_FFFFL);
  }

  /** The word that records the shape and a number of segments. */
  static long word(@Nullable CompactShape shape, int segments) {
    return shape == null
        ? segments
        : segments | (long) shape.keyBytes << KEY_SHIFT | (long) shape.valueBytes << VALUE_SHIFT;
  }

  /** How many lines fit so many pages. */
  long lines(long pages) {
    return (pages << MapLayout.PAGE_SHIFT) / lineBytes;
  }

  /** How many pages so many lines take. */
  long pages(long lines) {
    return MapLayout.pages(lines * lineBytes);
  }

  /** Lines of the first table of a segment. */
  long firstLines() {
    return firstTableBytes(this) / lineBytes;
  }

  /**
   * What the file has for the first table of each segment.
   *
   * @param shape null where entries lie in blocks
   */
  static long firstTableBytes(@Nullable CompactShape shape) {
    long bytes = SegmentLayout.FIRST_LINES * SegmentLayout.LINE_BYTES;
    return shape == null ? bytes : Math.max(bytes, shape.lineBytes);
  }

  /** Lengths of an entry's image, as {@link BlockLayout} has them. */
  long lengths() {
    return BlockLayout.lengths(keyBytes, valueBytes, false);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CompactShape shape
        && shape.keyBytes == keyBytes
        && shape.valueBytes == valueBytes;
  }

  @Override
  public int hashCode() {
    return 31 * keyBytes + valueBytes;
  }
}
