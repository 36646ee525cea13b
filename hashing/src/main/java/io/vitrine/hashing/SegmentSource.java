package io.vitrine.hashing;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Reads from a {@link MemorySegment}. Stateless, for any thread that may read the segment. */
final class SegmentSource extends ByteSource<MemorySegment> {
  /* Why a segment on the heap is read as an array: the compiler tells the classes of segments
   * apart anew at every read, and slowly once a process has used three of them. This asks once a
   * hash, and measured two to four times as fast then. The price is an Optional for segments on
   * the heap, which the compiler removes unless there are that many classes; native segments
   * never pay it. */

  static final SegmentSource INSTANCE = new SegmentSource();

  private static final ValueLayout.OfLong INT64 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT32 =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);

  private SegmentSource() {}

  /**
   * The array under a segment, or null if there is none to be had: off the heap, read-only, or of
   * other elements than bytes. Offset 0 of the segment is index {@link MemorySegment#address} of
   * it.
   */
  static byte @Nullable [] array(MemorySegment segment) {
    // Asking for read-only here leaves heapBase one way to go, and its Optional need not be made.
    // Arrays of longer elements are told by their alignment, but for slices that begin anywhere.
    if (segment.isNative() || segment.isReadOnly() || segment.maxByteAlignment() > 1) {
      return null;
    }
    return segment.heapBase().orElse(null) instanceof byte[] array ? array : null;
  }

  @Override
  long int64(MemorySegment from, long at) {
    return from.get(INT64, at);
  }

  @Override
  long int64(MemorySegment from, long base, int line, int at) {
    return from.get(INT64, base + 64L * line + at);
  }

  @Override
  int int32(MemorySegment from, long at) {
    return from.get(INT32, at);
  }

  @Override
  int uint8(MemorySegment from, long at) {
    return from.get(ValueLayout.JAVA_BYTE, at) & 0xFF;
  }
}
