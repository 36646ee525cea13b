package io.vitrine.store;

import org.jspecify.annotations.Nullable;

/** Lookups of arrays by keys of one word, in the usual case. Safe for any number of threads. */
sealed interface BytesReader permits DirectReader, WideReader {
  /** What is told of a key that is not there; for {@link #isAbsent}. */
  byte[] ABSENT = {};

  /**
   * Reads the value of a key.
   *
   * @param using an array to fill, if it has the value's length
   * @return for {@link #isAbsent} if the key is not there; null if this is not the usual case
   */
  byte @Nullable [] read(long key, byte @Nullable [] using);

  /** Whether this answer of a lookup tells that the key is not there. */
  @SuppressWarnings("ReferenceEquality") // there are other empty values
  static boolean isAbsent(byte @Nullable [] answer) {
    return answer == ABSENT;
  }

  /**
   * The reader for a map with these codecs, null where there is none.
   *
   * @param makesAnew whether an array is made where the one to fill has not the value's length;
   *     otherwise that is not the usual case
   */
  static @Nullable BytesReader of(MapFile file, Codec<?> keys, Codec<?> values, boolean makesAnew) {
    CompactShape shape = file.compact;
    if (!(keys instanceof LongCodec)) {
      return null;
    }
    if (shape == null) {
      return values instanceof BytesCodec || values instanceof FixedBytesCodec
          ? new DirectReader(file, makesAnew)
          : null;
    }
    return shape.isWide && values instanceof FixedBytesCodec ? new WideReader(file, shape) : null;
  }
}
