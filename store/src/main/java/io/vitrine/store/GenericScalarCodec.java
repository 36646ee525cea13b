package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A codec of one class behind values of the data model, so that an Integer is taken for a long
 * where it fits. Safe for any number of threads.
 *
 * @param <T> class that the codec behind takes
 */
final class GenericScalarCodec<T> extends ItemCodec<Object> {
  private final ItemCodec<T> exact;
  private final Function<Object, T> toExact;
  private final Function<T, Object> toModel;

  GenericScalarCodec(ItemCodec<T> exact, Function<Object, T> toExact, Function<T, Object> toModel) {
    super(exact.type());
    this.exact = exact;
    this.toExact = toExact;
    this.toModel = toModel;
  }

  @Override
  boolean mayJoin() {
    return true;
  }

  @Override
  public int fixedSize() {
    return exact.fixedSize();
  }

  @Override
  public long sizeOf(Object value) {
    return exact.sizeOf(toExact.apply(value));
  }

  @Override
  long put(Object value, MemorySegment target, long offset) {
    return exact.put(toExact.apply(value), target, offset);
  }

  @Override
  Object take(CodecInput input) {
    return toModel.apply(exact.take(input));
  }

  @Override
  public Object readUsing(MemorySegment source, long offset, long length, @Nullable Object using) {
    if (using instanceof byte[] array
        && array.length == length
        && (type() == CodecType.Scalar.BYTES || type() instanceof CodecType.OfBytes)) {
      new CodecInput(source, offset, length).takeInto(array);
      return array;
    }
    return read(source, offset, length);
  }

  @Override
  ItemCodec<Object> delimited() {
    return new GenericScalarCodec<>(exact.delimited(), toExact, toModel);
  }
}
