package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * How the fields of a record stand one after the other, with its class or without. Immutable.
 *
 * <pre>
 * bitmap   one bit for each field that may be null, as {@link CodecBitmap} tells; no byte where no
 *          field may be null
 * fields   in order, those that are present; what does not tell where it ends with its length
 *          before it
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
        (int) CodecBitmap.bytes(nullables), nullables, fixed ? size : Codec.VARIABLE);
  }

  static IllegalArgumentException atField(
      String recordName, String field, IllegalArgumentException cause) {
    return new IllegalArgumentException(
        "field " + recordName + "." + field + ": " + cause.getMessage(), cause);
  }

  void clearBitmap(MemorySegment target, long offset) {
    CodecBitmap.clear(nullables, target, offset);
  }

  /** Passes over the bitmap and answers its place for {@link CodecBitmap#isSet}. */
  long takeBitmap(CodecInput input) {
    return CodecBitmap.take(input, nullables);
  }
}
