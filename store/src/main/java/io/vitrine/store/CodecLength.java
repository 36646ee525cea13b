package io.vitrine.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/**
 * A length before the bytes it counts: seven bits a byte, the lowest first, bit 7 set on all but
 * the last byte. Stateless.
 */
final class CodecLength {
  private CodecLength() {}

  static int sizeOf(long length) {
    return length == 0 ? 1 : (Long.SIZE - Long.numberOfLeadingZeros(length) + 6) / 7;
  }

  /** Writes a length that is not negative and answers the offset behind it. */
  static long put(long length, MemorySegment target, long offset) {
    long rest = length;
    long place = offset;
    while (rest > 0x7F) {
      target.set(JAVA_BYTE, place++, (byte) (rest | 0x80));
      rest >>>= 7;
    }
    target.set(JAVA_BYTE, place++, (byte) rest);
    return place;
  }
}
