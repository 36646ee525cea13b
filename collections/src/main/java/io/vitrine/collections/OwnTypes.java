package io.vitrine.collections;

import io.vitrine.store.Codec;
import io.vitrine.store.Codecs;
import io.vitrine.store.TypedValue;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Classes with codecs of the application's own: in the data model their values are what the codec
 * writes. Safe for any number of threads.
 */
final class OwnTypes {
  /** What the type name of such a codec begins with. */
  static final String MARK = "!";

  private final ConcurrentHashMap<Class<?>, Codec<?>> codecs = new ConcurrentHashMap<>();

  <T> void put(Class<T> type, Codec<T> codec) {
    codecs.put(type, codec);
  }

  Map<Class<?>, Codec<?>> codecs() {
    return codecs;
  }

  /** The form of a value, or null if its class has no codec of its own. */
  @SuppressWarnings("unchecked")
  @Nullable TypedValue toModel(Object value) {
    var codec = (Codec<Object>) codecs.get(value.getClass());
    if (codec == null) {
      return null;
    }
    return (TypedValue) recode(codec, Codecs.of(codec.typeName()), value);
  }

  /** The value that something stands for, or null if the class has no codec of its own. */
  @SuppressWarnings("unchecked")
  @Nullable Object fromModel(Object model, Class<?> type) {
    var codec = (Codec<Object>) codecs.get(type);
    return codec == null ? null : recode(Codecs.of(codec.typeName()), codec, model);
  }

  private static Object recode(Codec<Object> from, Codec<Object> to, Object value) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[Math.toIntExact(from.sizeOf(value))]);
    from.write(value, bytes, 0);
    return to.read(bytes, 0, bytes.byteSize());
  }
}
