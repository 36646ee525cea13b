package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Values of the data model as CBOR, all of them or only lists or maps. Safe for any number of
 * threads.
 */
final class AnyCodec extends ItemCodec<Object> {
  static final AnyCodec INSTANCE = new AnyCodec(CodecType.Scalar.ANY, CodecShape.ANY);

  private final CodecShape shape;

  /** Creates a codec for values that fit a shape. */
  AnyCodec(CodecType.Scalar type, CodecShape shape) {
    super(type);
    this.shape = shape;
  }

  @Override
  public int fixedSize() {
    return VARIABLE;
  }

  @Override
  public long sizeOf(Object value) {
    if (!shape.raw().isInstance(value)) {
      throw CodecConversions.refuse(type().toString(), value);
    }
    return CborWriter.sizeOf(value);
  }

  @Override
  long put(Object value, MemorySegment target, long offset) {
    return CborWriter.put(value, target, offset);
  }

  @Override
  Object take(CodecInput input) {
    Object value = CborReader.read(input);
    if (value == null || !shape.fits(value)) {
      throw input.corrupt(
          "%s where %s is expected"
              .formatted(value == null ? "null" : value.getClass().getSimpleName(), shape));
    }
    return value;
  }
}
