package io.vitrine.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * An enum constant as its index in one byte, or two where there are more than 256 constants. Safe
 * for any number of threads.
 *
 * <p>The index is safe because the type name tells all constants in order: a class with others is
 * another type.
 *
 * @param <E> the enum
 */
final class EnumCodec<E extends Enum<E>> extends ItemCodec<E> {
  private final E[] constants;

  /** Creates a codec for an enum class under a name. */
  EnumCodec(String name, Class<E> type) {
    super(
        new CodecType.OfEnum(
            name, Arrays.stream(type.getEnumConstants()).map(Enum::name).toList()));
    this.constants = type.getEnumConstants();
  }

  static int size(int constants) {
    return constants <= 1 << Byte.SIZE ? 1 : 2;
  }

  static long put(int index, int constants, MemorySegment target, long offset) {
    int size = size(constants);
    for (int i = 0; i < size; i++) {
      target.set(JAVA_BYTE, offset + i, (byte) (index >>> (Byte.SIZE * i)));
    }
    return offset + size;
  }

  static int take(int constants, CodecInput input) {
    int index = input.takeByte();
    if (size(constants) == 2) {
      index |= input.takeByte() << Byte.SIZE;
    }
    if (index >= constants) {
      throw input.corrupt("enum constant " + index + ", expected 0 to " + (constants - 1));
    }
    return index;
  }

  @Override
  public int fixedSize() {
    return size(constants.length);
  }

  @Override
  public long sizeOf(E value) {
    return size(constants.length);
  }

  @Override
  @SuppressWarnings("EnumOrdinal") // The type name pins the order down.
  long put(E value, MemorySegment target, long offset) {
    return put(value.ordinal(), constants.length, target, offset);
  }

  @Override
  E take(CodecInput input) {
    return constants[take(constants.length, input)];
  }
}
