package io.vitrine.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;

/**
 * An integer of any size in two's complement, the highest byte first, in as few bytes as will do.
 * Safe for any number of threads.
 */
final class IntegerCodec extends ItemCodec<BigInteger> {
  static final IntegerCodec INSTANCE = new IntegerCodec();

  private IntegerCodec() {
    super(CodecType.Scalar.INTEGER);
  }

  static int bytesOf(BigInteger value) {
    int bytes = value.bitLength() / Byte.SIZE + 1;
    if (bytes > CborReader.BIG_INTEGER_BYTES_MAX) {
      throw new IllegalArgumentException(
          "integer has %d bytes, expected at most %d"
              .formatted(bytes, CborReader.BIG_INTEGER_BYTES_MAX));
    }
    return bytes;
  }

  static long putBytes(BigInteger value, MemorySegment target, long offset) {
    byte[] bytes = value.toByteArray();
    MemorySegment.copy(bytes, 0, target, JAVA_BYTE, offset, bytes.length);
    return offset + bytes.length;
  }

  /** Reads all that is left. */
  static BigInteger takeBytes(CodecInput input) {
    long count = input.remaining();
    if (count == 0 || count > CborReader.BIG_INTEGER_BYTES_MAX) {
      throw input.corrupt(
          "an integer of %d bytes, expected 1 to %d"
              .formatted(count, CborReader.BIG_INTEGER_BYTES_MAX));
    }
    BigInteger value = new BigInteger(input.takeBytes(count));
    if (value.bitLength() / Byte.SIZE + 1 != count) {
      throw input.corrupt("an integer with bytes that say nothing");
    }
    return value;
  }

  @Override
  public int fixedSize() {
    return VARIABLE;
  }

  @Override
  public long sizeOf(BigInteger value) {
    return bytesOf(value);
  }

  @Override
  long put(BigInteger value, MemorySegment target, long offset) {
    return putBytes(value, target, offset);
  }

  @Override
  BigInteger take(CodecInput input) {
    return takeBytes(input);
  }

  @Override
  ItemCodec<BigInteger> delimited() {
    return new DelimitedCodec<>(this);
  }
}
