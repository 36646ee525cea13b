package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Four bytes, IEEE 754, little-endian; every NaN as the same one. Safe for any number of threads.
 */
final class FloatCodec extends FixedCodec<Float> {
  static final FloatCodec INSTANCE = new FloatCodec();

  private FloatCodec() {
    super(CodecType.Scalar.FLOAT, Float.BYTES);
  }

  static long put(float value, MemorySegment target, long offset) {
    target.set(CodecInput.INT, offset, Float.floatToIntBits(value));
    return offset + Float.BYTES;
  }

  @Override
  long put(Float value, MemorySegment target, long offset) {
    return put((float) value, target, offset);
  }

  @Override
  Float take(CodecInput input) {
    return input.takeFloat();
  }
}
