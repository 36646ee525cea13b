package io.vitrine.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** One byte, 0 or 1. Safe for any number of threads. */
final class BooleanCodec extends ItemCodec<Boolean> {
  static final BooleanCodec INSTANCE = new BooleanCodec();

  private BooleanCodec() {
    super(CodecType.Scalar.BOOLEAN);
  }

  static long put(boolean value, MemorySegment target, long offset) {
    target.set(JAVA_BYTE, offset, (byte) (value ? 1 : 0));
    return offset + 1;
  }

  @Override
  public int fixedSize() {
    return 1;
  }

  @Override
  public long sizeOf(Boolean value) {
    return 1;
  }

  @Override
  long put(Boolean value, MemorySegment target, long offset) {
    return put((boolean) value, target, offset);
  }

  @Override
  Boolean take(CodecInput input) {
    return input.takeBoolean();
  }
}
