package io.vitrine.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/**
 * Which of several parts are present: one bit for each, the lowest first, set where it is present;
 * whole bytes, the rest 0. Stateless.
 */
final class CodecBitmap {
  private CodecBitmap() {}

  static long bytes(int count) {
    return ((long) count + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Writes a bitmap of absent parts and answers the offset behind it. */
  static long clear(int count, MemorySegment target, long offset) {
    long bytes = bytes(count);
    for (long i = 0; i < bytes; i++) {
      target.set(JAVA_BYTE, offset + i, (byte) 0);
    }
    return offset + bytes;
  }

  static void set(MemorySegment target, long bitmap, int bit) {
    long place = bitmap + bit / Byte.SIZE;
    target.set(JAVA_BYTE, place, (byte) (target.get(JAVA_BYTE, place) | 1 << (bit % Byte.SIZE)));
  }

  static boolean isSet(CodecInput input, long bitmap, int bit) {
    return (input.byteAt(bitmap + bit / Byte.SIZE) >>> (bit % Byte.SIZE) & 1) != 0;
  }

  /** Passes over a bitmap and answers its place for {@link #isSet}. */
  static long take(CodecInput input, int count) {
    long bitmap = input.position();
    input.skip(bytes(count));
    int used = count % Byte.SIZE;
    if (used != 0 && input.byteAt(input.position() - 1) >>> used != 0) {
      throw input.corrupt("a bitmap says that parts are present which are not there");
    }
    return bitmap;
  }

  /** A number of parts that what is left can hold: a byte or more each, a bit if it may be null. */
  static int takeCount(CodecInput input, boolean nullable) {
    long count = input.takeCount();
    long least = nullable ? count / Byte.SIZE : count;
    if (least > input.remaining() || count > Integer.MAX_VALUE - Byte.SIZE) {
      throw input.corrupt("%d parts in %d bytes".formatted(count, input.remaining()));
    }
    return (int) count;
  }
}
