package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/** UTF-8 and nothing else. Safe for any number of threads. */
final class StringCodec extends ItemCodec<String> {
  static final StringCodec INSTANCE = new StringCodec();

  private StringCodec() {
    super(CodecType.Scalar.STRING);
  }

  @Override
  public int fixedSize() {
    return VARIABLE;
  }

  @Override
  public long sizeOf(String value) {
    return CodecUtf8.sizeOf(value);
  }

  @Override
  long put(String value, MemorySegment target, long offset) {
    return CodecUtf8.put(value, target, offset);
  }

  @Override
  String take(CodecInput input) {
    return input.takeText(input.remaining());
  }

  @Override
  ItemCodec<String> delimited() {
    return new DelimitedCodec<>(this);
  }
}
