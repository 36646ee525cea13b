package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/** Two bytes, little-endian. Safe for any number of threads. */
final class ShortCodec extends FixedCodec<Short> {
  static final ShortCodec INSTANCE = new ShortCodec();

  private ShortCodec() {
    super(CodecType.Scalar.SHORT, Short.BYTES);
  }

  @Override
  long put(Short value, MemorySegment target, long offset) {
    target.set(CodecInput.SHORT, offset, value);
    return offset + Short.BYTES;
  }

  @Override
  Short take(CodecInput input) {
    return input.takeShort();
  }
}
