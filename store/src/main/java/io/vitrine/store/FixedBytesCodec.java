package io.vitrine.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Arrays of one length. Safe for any number of threads. */
final class FixedBytesCodec extends ItemCodec<byte[]> {
  private final int length;

  FixedBytesCodec(CodecType.OfBytes type) {
    super(type);
    this.length = type.length();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FixedBytesCodec codec && codec.length == length;
  }

  @Override
  public int hashCode() {
    return length;
  }

  @Override
  public int fixedSize() {
    return length;
  }

  @Override
  public long sizeOf(byte[] value) {
    if (value.length != length) {
      throw new IllegalArgumentException(
          "an array of " + value.length + " bytes, expected " + length + " for " + typeName());
    }
    return length;
  }

  @Override
  long put(byte[] value, MemorySegment target, long offset) {
    MemorySegment.copy(value, 0, target, JAVA_BYTE, offset, length);
    return offset + length;
  }

  @Override
  byte[] take(CodecInput input) {
    return input.takeBytes(length);
  }

  @Override
  public byte[] readUsing(MemorySegment source, long offset, long bytes, byte @Nullable [] using) {
    if (using == null || using.length != length || bytes != length) {
      return read(source, offset, bytes);
    }
    new CodecInput(source, offset, bytes).takeInto(using);
    return using;
  }
}
