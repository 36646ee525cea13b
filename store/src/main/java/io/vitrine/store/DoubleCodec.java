package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Eight bytes, little-endian, IEEE 754. Safe for any number of threads.
 *
 * <p>All NaNs are equal for {@link Double#equals}, so they are written as one: equal keys must give
 * equal bytes.
 */
final class DoubleCodec extends ItemCodec<Double> {
  static final DoubleCodec INSTANCE = new DoubleCodec();

  private DoubleCodec() {
    super(CodecType.Scalar.DOUBLE);
  }

  static long put(double value, MemorySegment target, long offset) {
    target.set(CodecInput.LONG, offset, Double.doubleToLongBits(value));
    return offset + Double.BYTES;
  }

  @Override
  public int fixedSize() {
    return Double.BYTES;
  }

  @Override
  public long sizeOf(Double value) {
    return Double.BYTES;
  }

  @Override
  long put(Double value, MemorySegment target, long offset) {
    return put((double) value, target, offset);
  }

  @Override
  Double take(CodecInput input) {
    return input.takeDouble();
  }

  @Override
  public Double read(MemorySegment source, long offset, long length) {
    CodecInput.requireFixed(source, offset, length, Double.BYTES, "double");
    return source.get(CodecInput.DOUBLE, offset);
  }
}
