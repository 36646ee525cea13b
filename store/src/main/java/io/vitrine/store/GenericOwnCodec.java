package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.Map;

/**
 * The bytes of a codec of the user without that codec: a value is a {@link TypedValue} over a map
 * whose only entry {@code bytes} holds them, or the bytes themselves where it is plain. Safe for
 * any number of threads.
 */
final class GenericOwnCodec extends ItemCodec<Object> {
  static final String BYTES = "bytes";

  private final String name;
  private final boolean named;

  /** Size of every value where a map's file tells it, since the name of the type does not. */
  private final int fixedSize;

  GenericOwnCodec(CodecType.OfOwn type, boolean named) {
    this(type, type.name(), named, VARIABLE);
  }

  private GenericOwnCodec(CodecType type, String name, boolean named, int fixedSize) {
    super(type);
    this.name = name;
    this.named = named;
    this.fixedSize = fixedSize;
  }

  /** A codec for a map whose file says that every value takes so many bytes. */
  @SuppressWarnings("unchecked") // its values are those of the codec given
  static <T> Codec<T> sized(Codec<T> codec, int bytes) {
    return codec instanceof GenericOwnCodec own
        ? (Codec<T>) new GenericOwnCodec(own.type(), own.name, own.named, bytes)
        : codec;
  }

  @Override
  boolean mayJoin() {
    return true;
  }

  @Override
  public int fixedSize() {
    return fixedSize;
  }

  @Override
  public long sizeOf(Object value) {
    int size = bytes(value).length;
    if (fixedSize != VARIABLE && size != fixedSize) {
      throw new IllegalArgumentException(
          "found %d bytes, expected %s of %d bytes".formatted(size, typeName(), fixedSize));
    }
    return size;
  }

  @Override
  long put(Object value, MemorySegment target, long offset) {
    return CodecOrder.put(bytes(value), target, offset);
  }

  @Override
  Object take(CodecInput input) {
    byte[] bytes = input.takeBytes(input.remaining());
    return named ? new TypedValue(name, Map.of(BYTES, bytes)) : bytes;
  }

  @Override
  ItemCodec<Object> delimited() {
    return new DelimitedCodec<>(this);
  }

  private byte[] bytes(Object value) {
    Object content =
        value instanceof TypedValue typed && typed.name().equals(name) ? typed.content() : value;
    if (content instanceof Map<?, ?> map && map.size() == 1) {
      content = map.get(BYTES);
    }
    if (content instanceof byte[] bytes) {
      return bytes;
    }
    throw CodecConversions.refuse(
        "%s as {%s: …}, what its codec wrote".formatted(typeName(), BYTES), value);
  }
}
