package io.vitrine.hashing;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * Hashes segments by functions that know arrays only, or are faster on them, the copy included.
 * Stateless, for any thread.
 */
final class SegmentCopy {
  /** Longest array that every JVM can make. */
  static final int ARRAY_MAX = Integer.MAX_VALUE - 8;

  private static final byte[] NONE = {};

  private SegmentCopy() {}

  static long hash(HashStrategy strategy, MemorySegment segment, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, segment.byteSize());
    if (length == 0) { // of memory that is gone, or another thread's, too
      return strategy.hash(NONE, 0, 0);
    }
    byte[] array = SegmentSource.array(segment);
    if (array != null) {
      return strategy.hash(array, (int) (segment.address() + offset), (int) length);
    }
    Utf8Buffer buffer = Utf8Buffer.lend();
    if (length > buffer.bytes.length) {
      buffer.release();
      if (length > ARRAY_MAX) {
        throw new IllegalArgumentException(
            "range of "
                + length
                + " bytes, hash strategy "
                + strategy.name()
                + " knows arrays only, which hold up to "
                + ARRAY_MAX
                + "; override hash(MemorySegment, long, long)");
      }
      byte[] copy = segment.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
      return strategy.hash(copy, 0, copy.length);
    }
    MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, offset, buffer.bytes, 0, (int) length);
    long hash = strategy.hash(buffer.bytes, 0, (int) length);
    buffer.release();
    return hash;
  }
}
