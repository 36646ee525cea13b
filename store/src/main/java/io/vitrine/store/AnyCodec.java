package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Values of the data model as CBOR, all of them or only those of one class. Safe for any number of
 * threads.
 */
final class AnyCodec extends ItemCodec<Object> {
  static final AnyCodec INSTANCE = new AnyCodec(CodecType.Scalar.ANY, Object.class);

  private final CodecType.Scalar scalar;
  private final Class<?> raw;
  private final boolean sorted;

  /** Creates a codec for the values of a class. */
  AnyCodec(CodecType.Scalar scalar, Class<?> raw) {
    this(scalar, raw, false);
  }

  private AnyCodec(CodecType.Scalar scalar, Class<?> raw, boolean sorted) {
    super(scalar);
    this.scalar = scalar;
    this.raw = raw;
    this.sorted = sorted;
  }

  @Override
  boolean mayJoin() {
    return true;
  }

  @Override
  public int fixedSize() {
    return VARIABLE;
  }

  @Override
  public long sizeOf(Object value) {
    if (!raw.isInstance(value)) {
      throw CodecConversions.refuse(
          raw == Number.class || raw == TypedValue.class ? raw.getSimpleName() : scalar.toString(),
          value);
    }
    return CborWriter.sizeOf(value);
  }

  @Override
  long put(Object value, MemorySegment target, long offset) {
    Object model = sorted ? CodecOrder.ofModel(value) : value;
    return CborWriter.put(model, target, offset);
  }

  @Override
  Object take(CodecInput input) {
    @Nullable Object value = CborReader.read(input);
    if (value == null || !raw.isInstance(value)) {
      throw input.corrupt(
          "%s where %s is expected"
              .formatted(
                  value == null ? "null" : value.getClass().getSimpleName(), raw.getSimpleName()));
    }
    return value;
  }

  @Override
  public ItemCodec<Object> forKeys() {
    return new AnyCodec(scalar, raw, true);
  }
}
