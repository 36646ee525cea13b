package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Arrays of one length, for compact maps. Immutable. */
final class FixedBytes implements Codec<byte[]> {
  private final int length;

  FixedBytes(int length) {
    this.length = length;
  }

  @Override
  public String typeName() {
    return "bytes";
  }

  @Override
  public int fixedSize() {
    return length;
  }

  @Override
  public long sizeOf(byte[] value) {
    return length;
  }

  @Override
  public void write(byte[] value, MemorySegment target, long offset) {
    MemorySegment.copy(MemorySegment.ofArray(value), 0, target, offset, length);
  }

  @Override
  public byte[] read(MemorySegment source, long offset, long bytes) {
    return source.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE);
  }
}
