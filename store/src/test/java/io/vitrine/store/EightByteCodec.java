package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A codec of numbers in eight bytes, as a user may write one; tests override what is odd in it. */
class EightByteCodec implements Codec<Long> {
  private final String typeName;

  EightByteCodec(String typeName) {
    this.typeName = typeName;
  }

  @Override
  public String typeName() {
    return typeName;
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
  public void write(Long value, MemorySegment target, long offset) {
    target.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value);
  }

  @Override
  public Long read(MemorySegment source, long offset, long length) {
    return source.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
  }
}
