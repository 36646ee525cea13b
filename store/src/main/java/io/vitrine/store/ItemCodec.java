package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * A codec that reads from a {@link CodecInput}, so that values can stand one after the other. Safe
 * for any number of threads.
 *
 * <p>The bytes of most types tell by themselves where they end; those of strings, bytes, integers,
 * decimals and of codecs of the user take all that is left, and {@link #delimited} puts their
 * length before them.
 *
 * @param <T> the type
 */
abstract class ItemCodec<T> implements Codec<T> {
  private final CodecType type;
  private final String typeName;

  ItemCodec(CodecType type) {
    this.type = type;
    this.typeName = type.toString();
  }

  /** Writes a value and answers the offset behind it. */
  abstract long put(T value, MemorySegment target, long offset);

  /** Reads a value and leaves the input right behind it. */
  abstract T take(CodecInput input);

  /**
   * Whether values that differ may be one when they are read: an Integer where a Long is read, say,
   * or a list that is changed within a set.
   */
  boolean mayJoin() {
    return false;
  }

  /** The same codec in a form whose bytes tell where they end. */
  ItemCodec<T> delimited() {
    return this;
  }

  @Override
  public ItemCodec<T> forKeys() {
    return this;
  }

  final CodecType type() {
    return type;
  }

  @Override
  public final String typeName() {
    return typeName;
  }

  @Override
  public final void write(T value, MemorySegment target, long offset) {
    put(value, target, offset);
  }

  @Override
  public T read(MemorySegment source, long offset, long length) {
    var input = new CodecInput(source, offset, length);
    T value = take(input);
    input.expectEnd(typeName);
    return value;
  }

  @Override
  public final String toString() {
    return "Codec[" + typeName + "]";
  }
}
