package io.vitrine.store;

/**
 * A codec whose values all have the same size. Safe for any number of threads.
 *
 * @param <T> the type
 */
abstract class FixedCodec<T> extends ItemCodec<T> {
  private final int size;

  FixedCodec(CodecType.Scalar type, int size) {
    super(type);
    this.size = size;
  }

  @Override
  public final int fixedSize() {
    return size;
  }

  @Override
  public final long sizeOf(T value) {
    return size;
  }
}
