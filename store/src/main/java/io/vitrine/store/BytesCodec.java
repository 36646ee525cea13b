package io.vitrine.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** The bytes of an array and nothing else. Safe for any number of threads. */
final class BytesCodec extends ItemCodec<byte[]> {
  static final BytesCodec INSTANCE = new BytesCodec();

  private BytesCodec() {
    super(CodecType.Scalar.BYTES);
  }

  @Override
  public int fixedSize() {
    return VARIABLE;
  }

  @Override
  public long sizeOf(byte[] value) {
    return value.length;
  }

  @Override
  long put(byte[] value, MemorySegment target, long offset) {
    MemorySegment.copy(value, 0, target, JAVA_BYTE, offset, value.length);
    return offset + value.length;
  }

  @Override
  byte[] take(CodecInput input) {
    return input.takeBytes(input.remaining());
  }

  @Override
  public byte[] readUsing(MemorySegment source, long offset, long length, byte @Nullable [] using) {
    if (using == null || using.length != length) {
      return read(source, offset, length);
    }
    new CodecInput(source, offset, length).takeInto(using);
    return using;
  }

  @Override
  ItemCodec<byte[]> delimited() {
    return new DelimitedCodec<>(this);
  }
}
