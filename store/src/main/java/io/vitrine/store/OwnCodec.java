package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * A codec of the user as a part of a list, map or record: its bytes with their length before them.
 * As safe for threads as that codec.
 *
 * @param <T> the type
 */
final class OwnCodec<T> extends ItemCodec<T> {
  private final Codec<T> codec;

  private OwnCodec(CodecType type, Codec<T> codec) {
    super(type);
    this.codec = codec;
  }

  /**
   * Makes a part of any codec.
   *
   * @throws IllegalArgumentException if it is the user's and does not say so in its name
   */
  static <T> ItemCodec<T> of(Codec<T> codec) {
    if (codec instanceof ItemCodec<T> item) {
      return item;
    }
    CodecType type = CodecTypeParser.parse(codec.typeName());
    if (type instanceof CodecType.OfOwn) {
      return new OwnCodec<>(type, codec);
    }
    throw new IllegalArgumentException(
        "codec %s is named %s, expected %s and a name, since it is no codec of the store"
            .formatted(codec.getClass().getName(), codec.typeName(), CodecType.OfOwn.MARK));
  }

  @Override
  boolean mayJoin() {
    return true;
  }

  /** Of the values as a whole: as parts they have their length before them. */
  @Override
  public int fixedSize() {
    return Math.max(codec.fixedSize(), VARIABLE);
  }

  @Override
  public long sizeOf(T value) {
    return CodecBounds.sizeOf(codec, value);
  }

  @Override
  long put(T value, MemorySegment target, long offset) {
    long length = sizeOf(value);
    CodecBounds.write(codec, value, target, offset, length);
    return offset + length;
  }

  @Override
  T take(CodecInput input) {
    return input.takeRest(codec);
  }

  @Override
  ItemCodec<T> delimited() {
    return new DelimitedCodec<>(this);
  }

  @Override
  public ItemCodec<T> forKeys() {
    Codec<T> ordered = codec.forKeys();
    return ordered.equals(codec) ? this : new OwnCodec<>(type(), ordered);
  }
}
