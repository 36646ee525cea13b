package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * A UTF-16 code unit that is no half of a pair, in two bytes, little-endian. Safe for any number of
 * threads.
 */
final class CharCodec extends FixedCodec<Character> {
  static final CharCodec INSTANCE = new CharCodec();

  private CharCodec() {
    super(CodecType.Scalar.CHAR, Character.BYTES);
  }

  static long put(char value, MemorySegment target, long offset) {
    if (Character.isSurrogate(value)) {
      throw new IllegalArgumentException(
          "char is U+%04X, a half of a pair, which is no character; use a string"
              .formatted((int) value));
    }
    target.set(CodecInput.CHAR, offset, value);
    return offset + Character.BYTES;
  }

  @Override
  long put(Character value, MemorySegment target, long offset) {
    return put((char) value, target, offset);
  }

  @Override
  Character take(CodecInput input) {
    return input.takeChar();
  }
}
