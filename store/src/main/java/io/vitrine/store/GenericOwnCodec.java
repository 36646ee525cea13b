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

  GenericOwnCodec(CodecType.OfOwn type, boolean named) {
    super(type);
    this.name = type.name();
    this.named = named;
  }

  @Override
  public int fixedSize() {
    return VARIABLE;
  }

  @Override
  public long sizeOf(Object value) {
    return bytes(value).length;
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
