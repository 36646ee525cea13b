package io.vitrine.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Reads the bytes of one value from front to back and never beyond their end. For one thread.
 *
 * <p>Whatever the bytes are, the only exception is {@link CorruptStoreException}, and nothing is
 * allocated by a length that the bytes claim before that many bytes are known to be there.
 */
final class CodecInput {
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfChar CHAR =
      ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Longest array that every JVM can allocate. */
  static final int ARRAY_BYTES_MAX = Integer.MAX_VALUE - 8;

  private final MemorySegment source;
  private final long start;
  private final long end;
  private long position;

  CodecInput(MemorySegment source, long offset, long length) {
    if (offset < 0 || length < 0 || length > source.byteSize() - offset) {
      throw new CorruptStoreException(
          "a value is said to be at offset=%d, length=%d, but there are only %d bytes"
              .formatted(offset, length, source.byteSize()));
    }
    this.source = source;
    this.start = offset;
    this.position = offset;
    this.end = offset + length;
  }

  /** Refuses a value of fixed size that has another one or lies outside of its source. */
  static void requireFixed(MemorySegment source, long offset, long length, int size, String type) {
    if (length != size || offset < 0 || size > source.byteSize() - offset) {
      throw new CorruptStoreException(
          "%s has %d bytes at offset %d of %d, expected %d bytes"
              .formatted(type, length, offset, source.byteSize(), size));
    }
  }

  long remaining() {
    return end - position;
  }

  /** Offset of the next byte in the source. */
  long position() {
    return position;
  }

  /** A byte that was passed before, as {@link #position} told its place. */
  int byteAt(long place) {
    return source.get(JAVA_BYTE, place) & 0xFF;
  }

  void skip(long count) {
    advance(count);
  }

  int takeByte() {
    return byteAt(advance(1));
  }

  int takeInt() {
    return source.get(INT, advance(Integer.BYTES));
  }

  long takeLong() {
    return source.get(LONG, advance(Long.BYTES));
  }

  double takeDouble() {
    return source.get(DOUBLE, advance(Double.BYTES));
  }

  short takeShort() {
    return source.get(SHORT, advance(Short.BYTES));
  }

  byte takeSignedByte() {
    return source.get(JAVA_BYTE, advance(1));
  }

  float takeFloat() {
    return source.get(FLOAT, advance(Float.BYTES));
  }

  char takeChar() {
    char found = source.get(CHAR, advance(Character.BYTES));
    if (Character.isSurrogate(found)) {
      throw corrupt("char is %04x, a half of a pair".formatted((int) found));
    }
    return found;
  }

  boolean takeBoolean() {
    int found = takeByte();
    if (found > 1) {
      throw corrupt("boolean is " + found + ", expected 0 or 1");
    }
    return found == 1;
  }

  /** An unsigned number of 1, 2, 4 or 8 bytes, the highest first. */
  long takeBigEndian(int bytes) {
    long place = advance(bytes);
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number = number << 8 | byteAt(place + i);
    }
    return number;
  }

  /** A length as {@link CodecLength} writes it, known to be no more than what is left. */
  long takeLength() {
    return requireRemaining(takeCount());
  }

  /** A number that is not negative, as {@link CodecLength} writes it. */
  long takeCount() {
    long count = 0;
    for (int shift = 0; shift < Long.SIZE - 1; shift += 7) {
      int next = takeByte();
      count |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        if (next == 0 && shift > 0) {
          throw corrupt("a length ends in a zero byte, expected the shortest form");
        }
        return count;
      }
    }
    throw corrupt("a length has more than 9 bytes");
  }

  byte[] takeBytes(long count) {
    requireRemaining(count);
    if (count > ARRAY_BYTES_MAX) {
      throw corrupt(
          count + " bytes are too many for an array, expected at most " + ARRAY_BYTES_MAX);
    }
    byte[] bytes = new byte[(int) count];
    MemorySegment.copy(source, JAVA_BYTE, advance(count), bytes, 0, bytes.length);
    return bytes;
  }

  /** Fills an array whose length is known to be left. */
  void takeInto(byte[] target) {
    MemorySegment.copy(source, JAVA_BYTE, advance(target.length), target, 0, target.length);
  }

  String takeText(long count) {
    return CodecUtf8.decode(takeBytes(count), this);
  }

  /** Lets a codec that is not ours read all that is left. */
  <T> T takeRest(Codec<T> codec) {
    long length = remaining();
    return codec.read(source.asReadOnly(), advance(length), length);
  }

  /** A part of what is left as an input of its own; this one goes on behind it. */
  CodecInput takePart(long count) {
    return new CodecInput(source, advance(count), count);
  }

  void expectEnd(String type) {
    if (position != end) {
      throw corrupt(type + " is followed by " + remaining() + " bytes, expected none");
    }
  }

  CorruptStoreException corrupt(String what) {
    return new CorruptStoreException(
        "byte %d of a value of %d bytes: %s".formatted(position - start, end - start, what));
  }

  private long requireRemaining(long count) {
    if (count < 0 || count > remaining()) {
      throw corrupt("%d bytes expected, %d are left".formatted(count, remaining()));
    }
    return count;
  }

  private long advance(long count) {
    requireRemaining(count);
    long place = position;
    position = place + count;
    return place;
  }
}
