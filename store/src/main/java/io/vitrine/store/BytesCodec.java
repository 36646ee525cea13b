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
  public byte[] read(MemorySegment source, long offset, long length) {
    if (length > CodecInput.ARRAY_BYTES_MAX || !isWithin(source, offset, length)) {
      return super.read(source, offset, length); // which says why not
    }
    byte[] bytes = FreshBytes.of((int) length);
    MemorySegment.copy(source, JAVA_BYTE, offset, bytes, 0, bytes.length);
    return bytes;
  }

  @Override
  public byte[] readUsing(MemorySegment source, long offset, long length, byte @Nullable [] using) {
    if (using == null || using.length != length || !isWithin(source, offset, length)) {
      return read(source, offset, length);
    }
    MemorySegment.copy(source, JAVA_BYTE, offset, using, 0, using.length);
    return using;
  }

  @Override
  ItemCodec<byte[]> delimited() {
    return new DelimitedCodec<>(this);
  }

  private static boolean isWithin(MemorySegment source, long offset, long length) {
    return offset >= 0 && length >= 0 && length <= source.byteSize() - offset;
  }
}
