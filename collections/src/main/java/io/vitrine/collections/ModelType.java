package io.vitrine.collections;

import io.vitrine.store.Codec;
import io.vitrine.store.Codecs;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Type of the keys or values of a map: how they are written, and how what comes from outside is
 * fitted to it. Immutable, safe for any number of threads.
 *
 * @param <T> the type
 */
final class ModelType<T> {
  private static final Map<String, Class<?>> SCALARS =
      Map.of(
          "long", Long.class,
          "int", Integer.class,
          "double", Double.class,
          "boolean", Boolean.class,
          "string", String.class,
          "bytes", byte[].class);

  private final TypeRegistry types;
  private final Codec<T> codec;
  private final @Nullable Class<T> known;
  private final boolean lenient;

  private ModelType(TypeRegistry types, Codec<T> codec, @Nullable Class<T> known, boolean lenient) {
    this.types = types;
    this.codec = codec;
    this.known = known;
    this.lenient = lenient;
  }

  /** The type that a class stands for; a record or enum that is not registered becomes so. */
  @SuppressWarnings("unchecked")
  static <T> ModelType<T> of(TypeRegistry types, Class<T> type) {
    if (type == Object.class || type == List.class || type == Map.class) {
      var model = (Codec<Object>) Codecs.forClass(type);
      return (ModelType<T>) new ModelType<>(types, new ModelCodec(model, types), null, false);
    }
    return new ModelType<>(types, codec(types, type), type, false);
  }

  /** The type that a file names; a record or enum that is not registered comes typed. */
  @SuppressWarnings("unchecked")
  static ModelType<Object> of(TypeRegistry types, String typeName) {
    Class<?> type = SCALARS.get(typeName);
    if (type == null && !isModel(typeName)) {
      type = types.classOf(typeName.split("[{(]", 2)[0]);
      if (type != null && !codec(types, type).typeName().equals(typeName)) {
        type = null; // Another record of the same name, or an older form of it.
      }
    }
    if (type != null) {
      return (ModelType<Object>) lenient(types, type);
    }
    Codec<Object> model = Codecs.of(typeName);
    return new ModelType<>(
        types, isModel(typeName) ? new ModelCodec(model, types) : model, null, true);
  }

  private static <T> ModelType<?> lenient(TypeRegistry types, Class<T> type) {
    return new ModelType<>(types, codec(types, type), type, true);
  }

  private static boolean isModel(String typeName) {
    return typeName.equals("any") || typeName.equals("list") || typeName.equals("map");
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static <T> Codec<T> codec(TypeRegistry types, Class<T> type) {
    if (type.isRecord() || type.isEnum()) {
      if (types.nameOf(type) == null) {
        types.register(type);
      }
      String name = Objects.requireNonNull(types.nameOf(type));
      if (type.isRecord() && !name.equals(type.getSimpleName())) {
        return (Codec<T>) Codecs.records(name, (Class) type);
      }
    }
    return Codecs.forClass(type);
  }

  Codec<T> codec() {
    return codec;
  }

  /**
   * Fits a value that is to be written.
   *
   * @throws IllegalArgumentException if it does not fit
   * @throws NullPointerException if it is null
   */
  @SuppressWarnings("unchecked")
  T fit(Object value) {
    Objects.requireNonNull(value, "null keys and values are refused");
    if (known == null) {
      return (T) Objects.requireNonNull(types.toModel(value));
    }
    return known.isInstance(value)
        ? (T) value
        : Objects.requireNonNull(types.fromModel(value, known));
  }

  /**
   * Fits a value that is only looked for: one of another type is not there.
   *
   * @return the value, or null if none of the type equals it
   * @throws NullPointerException if it is null
   */
  @SuppressWarnings("unchecked")
  @Nullable T find(Object value) {
    Objects.requireNonNull(value, "null keys and values are refused");
    if (known != null && known.isInstance(value)) {
      return (T) value;
    }
    if (known != null && !lenient) {
      return null;
    }
    try {
      T fitted = fit(value);
      return known == null && codec.sizeOf(fitted) < 0 ? null : fitted;
    } catch (IllegalArgumentException | UnknownTypeException _) {
      return null;
    }
  }

  /**
   * Fits a value that is compared with those of the map: it looks as if it had been read.
   *
   * @return the value, or null if none of the type equals it
   * @throws NullPointerException if it is null
   */
  @Nullable T expected(Object value) {
    T found = find(value);
    if (found == null || known != null) {
      return found;
    }
    MemorySegment bytes = MemorySegment.ofArray(new byte[Math.toIntExact(codec.sizeOf(found))]);
    codec.write(found, bytes, 0);
    return codec.read(bytes, 0, bytes.byteSize());
  }
}
