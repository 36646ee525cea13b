package io.vitrine.store;

import java.nio.ByteOrder;

/**
 * Words of an array that stand for bytes, little-endian, as memory has them. Stateless; any thread.
 *
 * <p>The image of a small entry lies in such an array: an access to one is a bounds check and a
 * load, where one to a memory segment asks for the segment's class, life, bounds and alignment.
 */
final class Words {
  /** No array: the bytes lie elsewhere. */
  static final long[] NONE = {};

  private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private Words() {}

  static long get(long[] words, int index) {
    return LITTLE_ENDIAN ? words[index] : Long.reverseBytes(words[index]);
  }

  static void set(long[] words, int index, long value) {
    words[index] = LITTLE_ENDIAN ? value : Long.reverseBytes(value);
  }

  /** How many words it takes to hold so many bytes. */
  static int count(long bytes) {
    return (int) ((bytes + 7) >>> 3);
  }

  /** Copies as many words as hold so many bytes; says what comes behind them. */
  static int copy(long[] from, int fromIndex, long[] to, int toIndex, long bytes) {
    int count = count(bytes);
    System.arraycopy(from, fromIndex, to, toIndex, count);
    return toIndex + count;
  }
}
