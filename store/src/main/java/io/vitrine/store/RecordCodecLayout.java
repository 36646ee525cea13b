package io.vitrine.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * How the fields of a record stand one after the other, with its class or without. Immutable.
 *
 * <pre>
 * bitmap   one bit for each field that may be null, the lowest first, set where it is present;
 *          whole bytes, the rest 0; no byte where no field may be null
 * fields   in order, those that are present; strings and bytes with their length before them
 * </pre>
 *
 * @param bitmapBytes size of the bitmap
 * @param nullables how many fields may be null
 * @param fixedSize size of every record, or {@link Codec#VARIABLE}
 */
record RecordCodecLayout(int bitmapBytes, int nullables, int fixedSize) {
  static RecordCodecLayout of(List<CodecType.Field> fields, List<? extends ItemCodec<?>> codecs) {
    int nullables = (int) fields.stream().filter(CodecType.Field::nullable).count();
    boolean fixed = nullables == 0;
    int size = 0;
    for (ItemCodec<?> codec : codecs) {
      fixed &= codec.fixedSize() != Codec.VARIABLE;
      size += codec.fixedSize();
    }
    return new RecordCodecLayout(
        (nullables + 7) / Byte.SIZE, nullables, fixed ? size : Codec.VARIABLE);
  }

  static IllegalArgumentException atField(
      String recordName, String field, IllegalArgumentException cause) {
    return new IllegalArgumentException(
        "field " + recordName + "." + field + ": " + cause.getMessage(), cause);
  }

  void clearBitmap(MemorySegment target, long offset) {
    for (int i = 0; i < bitmapBytes; i++) {
      target.set(JAVA_BYTE, offset + i, (byte) 0);
    }
  }

  static void setBit(MemorySegment target, long bitmap, int bit) {
    long place = bitmap + bit / Byte.SIZE;
    target.set(JAVA_BYTE, place, (byte) (target.get(JAVA_BYTE, place) | 1 << (bit % Byte.SIZE)));
  }

  static boolean isSet(CodecInput input, long bitmap, int bit) {
    return (input.byteAt(bitmap + bit / Byte.SIZE) >>> (bit % Byte.SIZE) & 1) != 0;
  }

  /** Passes over the bitmap and answers its place for {@link #isSet}. */
  long takeBitmap(CodecInput input) {
    long bitmap = input.position();
    input.skip(bitmapBytes);
    int used = nullables % Byte.SIZE;
    if (used != 0 && input.byteAt(bitmap + bitmapBytes - 1) >>> used != 0) {
      throw input.corrupt("a record says that fields are present which it does not have");
    }
    return bitmap;
  }
}
