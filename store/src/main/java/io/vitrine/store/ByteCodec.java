package io.vitrine.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** One byte with its sign. Safe for any number of threads. */
final class ByteCodec extends FixedCodec<Byte> {
  static final ByteCodec INSTANCE = new ByteCodec();

  private ByteCodec() {
    super(CodecType.Scalar.BYTE, Byte.BYTES);
  }

  @Override
  long put(Byte value, MemorySegment target, long offset) {
    target.set(JAVA_BYTE, offset, value);
    return offset + Byte.BYTES;
  }

  @Override
  Byte take(CodecInput input) {
    return input.takeSignedByte();
  }
}
