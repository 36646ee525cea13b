package io.vitrine.collections;

import io.vitrine.store.Codec;
import io.vitrine.store.Codecs;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Type of the keys or values of a map: how they are written, and how what comes from outside is
 * fitted to it. Immutable, safe for any number of threads.
 *
 * @param <T> the type
 */
final class ModelType<T> {
  private static final Map<String, Class<?>> SCALARS =
      Map.ofEntries(
          Map.entry("long", Long.class),
          Map.entry("int", Integer.class),
          Map.entry("short", Short.class),
          Map.entry("byte", Byte.class),
          Map.entry("double", Double.class),
          Map.entry("float", Float.class),
          Map.entry("boolean", Boolean.class),
          Map.entry("char", Character.class),
          Map.entry("string", String.class),
          Map.entry("bytes", byte[].class),
          Map.entry("integer", BigInteger.class),
          Map.entry("decimal", BigDecimal.class),
          Map.entry("uuid", UUID.class),
          Map.entry("instant", Instant.class),
          Map.entry("date", LocalDate.class),
          Map.entry("duration", Duration.class));

  /** Records within records that are looked at: one may have others of its kind as parts. */
  private static final int RECORDS_DEEP = 8;

  /** What the store takes as a key. */
  private static final long KEY_BYTES_MAX = 65_535;

  private final TypeRegistry types;
  private final Codec<T> codec;
  private final @Nullable Class<T> known;
  private final boolean lenient;

  /**
   * Whether what was written may stand for what is read: it equals it, and nobody can change it.
   */
  private final boolean plain;

  private ModelType(TypeRegistry types, Codec<T> codec, @Nullable Class<T> known, boolean lenient) {
    this.types = types;
    this.codec = codec;
    this.known = known;
    this.lenient = lenient;
    this.plain = known != null && isPlain(types, known, RECORDS_DEEP);
  }

  /** Whether all values of a class equal what is read of them, and nobody can change them. */
  private static boolean isPlain(TypeRegistry types, Class<?> type, int deep) {
    if (types.ownCodecs().containsKey(type)) {
      return false;
    }
    if (type.isRecord() && deep > 0) {
      return Arrays.stream(type.getRecordComponents())
          .allMatch(part -> isPlain(types, part.getType(), deep - 1));
    }
    return type.isPrimitive()
        || type.isEnum()
        || (type != byte[].class && SCALARS.containsValue(type));
  }

  /** The type that a class stands for; a record or enum that is not registered becomes so. */
  @SuppressWarnings("unchecked")
  static <T> ModelType<T> of(TypeRegistry types, Class<T> type) {
    if (type == Object.class || type == List.class || type == Map.class) {
      var model = (Codec<Object>) Codecs.forClass(type);
      return (ModelType<T>) new ModelType<>(types, ModelCodec.of(model, types), null, false);
    }
    if (type == Set.class) {
      ModelCodec model = ModelCodec.of(Codecs.forClass(type).typeName(), types);
      return (ModelType<T>) new ModelType<>(types, model, null, false);
    }
    return new ModelType<>(types, codec(types, type), type, false);
  }

  /** The type that a file names; a record or enum that is not registered comes typed. */
  @SuppressWarnings("unchecked")
  static ModelType<Object> of(TypeRegistry types, String typeName) {
    if (typeName.startsWith("bytes(")) {
      Codec<byte[]> ofLength = Codecs.bytes(Codecs.of(typeName).fixedSize());
      return (ModelType<Object>)
          (ModelType<?>) new ModelType<>(types, ofLength, byte[].class, true);
    }
    Class<?> type = SCALARS.get(typeName);
    if (type == null && !isModel(typeName)) {
      type = types.classOf(nameIn(typeName));
      if (type != null && !codec(types, type).typeName().equals(typeName)) {
        type = null; // Another record of the same name, or an older form of it.
      }
    }
    if (type != null) {
      return (ModelType<Object>) lenient(types, type);
    }
    Codec<Object> codec =
        isModel(typeName)
            ? ModelCodec.of(Codecs.of(typeName), types)
            : typeName.indexOf('<') >= 0 ? ModelCodec.of(typeName, types) : Codecs.of(typeName);
    return new ModelType<>(types, codec, null, true);
  }

  /** The name of a record, an enum or a codec of the application's own in a type name. */
  private static String nameIn(String typeName) {
    return typeName.startsWith(OwnTypes.MARK)
        ? typeName.substring(OwnTypes.MARK.length())
        : typeName.split("[{(]", 2)[0];
  }

  /** The codec for a registered name, or null. */
  static @Nullable Codec<?> codecOf(TypeRegistry types, String name) {
    Class<?> type = types.classOf(name);
    return type == null ? null : codec(types, type);
  }

  private static <T> ModelType<?> lenient(TypeRegistry types, Class<T> type) {
    return new ModelType<>(types, codec(types, type), type, true);
  }

  private static boolean isModel(String typeName) {
    return typeName.equals("any") || typeName.equals("list") || typeName.equals("map");
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static <T> Codec<T> codec(TypeRegistry types, Class<T> type) {
    Map<Class<?>, Codec<?>> own = types.ownCodecs();
    if (own.get(type) != null) {
      return (Codec<T>) own.get(type);
    }
    if (type.isRecord() || type.isEnum()) {
      if (types.nameOf(type) == null) {
        types.register(type);
      }
      String name = Objects.requireNonNull(types.nameOf(type));
      if (type.isRecord() && (!name.equals(type.getSimpleName()) || !own.isEmpty())) {
        return (Codec<T>) Codecs.records(name, (Class) type, own);
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
    Objects.requireNonNull(value, "null is refused: as a key, a value or an element");
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
    Objects.requireNonNull(value, "null is refused: as a key, a value or an element");
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
    return found == null || known != null ? found : readBack(found);
  }

  /** A value that {@link #fit} gave, as it is read: of the types that the map has, and a copy. */
  T asRead(T value) {
    return plain ? value : readBack(value);
  }

  /** Whether a value is one of the type that equals what is read of it. */
  boolean isAsRead(Object value) {
    T found = find(value);
    if (found == null || plain) {
      return value.equals(found);
    }
    return (known == null || isStorable(found, Long.MAX_VALUE)) && readBack(found).equals(value);
  }

  /**
   * Fits a value that is only looked for, and says null also for one that is of the type, but that
   * nobody can have stored: a string with half a pair of surrogates, say.
   */
  @Nullable T findStorable(Object value) {
    T found = find(value);
    return found == null || known == null || isStorableKey(found) ? found : null;
  }

  /**
   * Passes a failure on, unless it is since what was looked for is nothing that can be stored: then
   * it is not there. To ask beforehand would cost every look-up.
   */
  void requireUnstorable(@Nullable T found, IllegalArgumentException failure) {
    if (found == null || isStorableKey(found)) {
      throw failure;
    }
  }

  /** Whether a value can be the key of an entry. */
  boolean isStorableKey(T value) {
    return isStorable(value, KEY_BYTES_MAX);
  }

  /** Whether the codec takes a value, of so many bytes. Some say so as they write it only. */
  private boolean isStorable(T value, long bytesMax) {
    try {
      if (value instanceof String) {
        return codec.sizeOf(value) <= bytesMax;
      }
      return isNumber(value) || written(value).byteSize() <= bytesMax;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /** Whether it is one of those that the codecs of their classes always take. */
  private static boolean isNumber(Object value) {
    return value instanceof Long
        || value instanceof Integer
        || value instanceof Double
        || value instanceof UUID;
  }

  private T readBack(T value) {
    MemorySegment bytes = written(value);
    return codec.read(bytes, 0, bytes.byteSize());
  }

  private MemorySegment written(T value) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[Math.toIntExact(codec.sizeOf(value))]);
    codec.write(value, bytes, 0);
    return bytes;
  }
}
