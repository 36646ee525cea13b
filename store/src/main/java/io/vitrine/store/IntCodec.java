package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/** Four bytes, little-endian. Safe for any number of threads. */
final class IntCodec extends ItemCodec<Integer> {
  static final IntCodec INSTANCE = new IntCodec();

  private IntCodec() {
    super(CodecType.Scalar.INT);
  }

  @Override
  public int fixedSize() {
    return Integer.BYTES;
  }

  @Override
  public long sizeOf(Integer value) {
    return Integer.BYTES;
  }

  @Override
  long put(Integer value, MemorySegment target, long offset) {
    target.set(CodecInput.INT, offset, value);
    return offset + Integer.BYTES;
  }

  @Override
  Integer take(CodecInput input) {
    return input.takeInt();
  }

  @Override
  public Integer read(MemorySegment source, long offset, long length) {
    CodecInput.requireFixed(source, offset, length, Integer.BYTES, "int");
    return source.get(CodecInput.INT, offset);
  }
}
