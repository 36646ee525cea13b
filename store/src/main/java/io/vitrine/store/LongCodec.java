package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/** Eight bytes, little-endian. Safe for any number of threads. */
final class LongCodec extends ItemCodec<Long> {
  static final LongCodec INSTANCE = new LongCodec();

  private LongCodec() {
    super(CodecType.Scalar.LONG);
  }

  @Override
  public int fixedSize() {
    return Long.BYTES;
  }

  @Override
  public long sizeOf(Long value) {
    return Long.BYTES;
  }

  @Override
  long put(Long value, MemorySegment target, long offset) {
    target.set(CodecInput.LONG, offset, value);
    return offset + Long.BYTES;
  }

  @Override
  Long take(CodecInput input) {
    return input.takeLong();
  }

  @Override
  public Long read(MemorySegment source, long offset, long length) {
    CodecInput.requireFixed(source, offset, length, Long.BYTES, "long");
    return source.get(CodecInput.LONG, offset);
  }
}
