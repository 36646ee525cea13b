package io.vitrine.collections;

import io.vitrine.store.Codec;
import io.vitrine.store.ModelScalars;
import io.vitrine.store.TypedValue;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names of the records, enums and classes with codecs of their own that may travel and be stored,
 * and their conversion to and from the data model. Safe for any number of threads; register before
 * use.
 *
 * <p>The data model is null, {@link Boolean}, {@link Long}, {@link java.math.BigInteger}, {@link
 * Double}, {@link String}, {@code byte[]}, {@link java.util.List}, {@link java.util.Map} and {@link
 * TypedValue}. A record is a typed value whose content maps field names to values, an enum constant
 * one whose content is the constant's name, and a UUID, Instant, LocalDate, Duration or BigDecimal
 * one whose content is its text, named {@code uuid}, {@code instant}, {@code date}, {@code
 * duration} or {@code decimal}.
 *
 * <p>The visitors, functions and filters of {@link Visitors}, {@link Functions} and {@link Filters}
 * are registered from the start. A name leads to a class only if somebody registered it: no class
 * is ever loaded by name.
 */
public final class TypeRegistry {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

  private final ConcurrentHashMap<String, Class<?>> classes = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Class<?>, String> names = new ConcurrentHashMap<>();
  private final OwnTypes own = new OwnTypes();
  private final ModelReader strict = new ModelReader(this, false);
  private final ModelReader lenient = new ModelReader(this, true);
  private final ModelWriter writer = new ModelWriter(this);

  /** Creates a registry that knows the built-in types. */
  public TypeRegistry() {
    Visitors.TYPES.forEach(this::put);
    Functions.TYPES.forEach(this::put);
    Filters.TYPES.forEach(this::put);
  }

  /**
   * Registers a record or enum under its simple name.
   *
   * @param type a record or enum
   * @return this
   * @throws IllegalArgumentException if it is neither, or the name or the class is taken
   */
  public TypeRegistry register(Class<?> type) {
    return register(type.getSimpleName(), type);
  }

  /**
   * Registers a record or enum, and the records and enums that its components name, also as
   * elements of lists, sets, maps and arrays, under their simple names unless they are registered.
   * What is refused registers nothing.
   *
   * @param name a letter, then letters, digits and {@code _ . -}
   * @param type a record or enum
   * @return this
   * @throws IllegalArgumentException if it is neither, or the name or the class is taken
   */
  public TypeRegistry register(String name, Class<?> type) {
    if (!type.isRecord() && !type.isEnum()) {
      throw new IllegalArgumentException(
          type.getName() + " is neither a record nor an enum; only these can be registered");
    }
    requireName(name);
    put(name, type);
    return this;
  }

  /**
   * Registers a class with a codec of the application's own, under the name of the codec without
   * the mark before it. Its values travel as what the codec writes: {@code !Money {bytes: …}}.
   *
   * @param type a class
   * @param codec its codec, whose type name is {@code !} and a name
   * @param <T> the class
   * @return this
   * @throws IllegalArgumentException if the codec has no such name, or the name or the class is
   *     taken
   */
  public <T> TypeRegistry register(Class<T> type, Codec<T> codec) {
    String mark = OwnTypes.MARK;
    if (!codec.typeName().startsWith(mark)) {
      throw new IllegalArgumentException(
          "codec of %s is named %s, expected %s and a name"
              .formatted(type.getName(), codec.typeName(), mark));
    }
    String name = codec.typeName().substring(mark.length());
    requireName(name);
    put(name, type);
    own.put(type, codec);
    return this;
  }

  private static void requireName(String name) {
    if (!NAME.matcher(name).matches() || ModelScalars.isBuiltIn(name)) {
      throw new IllegalArgumentException(
          "type name \"%s\" is none, expected %s, and no type that everybody knows"
              .formatted(name, NAME.pattern()));
    }
  }

  private synchronized void put(String name, Class<?> type) {
    Class<?> taken = classes.get(name);
    if (taken == type) {
      return;
    }
    if (taken != null) {
      throw isTaken(name, taken, type);
    }
    String other = names.get(type);
    if (other != null) {
      throw new IllegalArgumentException(
          type.getName() + " is registered as " + other + " and cannot be " + name + " as well");
    }
    var fresh = new LinkedHashMap<String, Class<?>>();
    fresh.put(name, type);
    putParts(type, fresh);
    // Nothing is put before all is known to be free.
    classes.putAll(fresh);
    fresh.forEach((its, one) -> names.put(one, its));
  }

  /** Puts what the components of a record name, wherever within their types. */
  private void putParts(Class<?> type, Map<String, Class<?>> fresh) {
    if (type.isRecord()) {
      RecordShape.of(type).components().forEach(part -> putWithin(part.generic(), fresh));
    }
  }

  private void putWithin(Type type, Map<String, Class<?>> fresh) {
    switch (type) {
      case Class<?> array when array.isArray() -> putWithin(array.getComponentType(), fresh);
      case Class<?> part when part.isRecord() || part.isEnum() -> putPart(part, fresh);
      case ParameterizedType generic -> {
        putWithin(generic.getRawType(), fresh);
        for (Type argument : generic.getActualTypeArguments()) {
          putWithin(argument, fresh);
        }
      }
      case WildcardType wildcard -> {
        for (Type bound : wildcard.getUpperBounds()) {
          putWithin(bound, fresh);
        }
      }
      case GenericArrayType array -> putWithin(array.getGenericComponentType(), fresh);
      default -> {} // a class that travels by itself, or a variable that stands for anything
    }
  }

  private void putPart(Class<?> part, Map<String, Class<?>> fresh) {
    if (names.containsKey(part) || fresh.containsValue(part) || part == TypedValue.class) {
      return;
    }
    String name = part.getSimpleName();
    Class<?> known = classes.get(name);
    Class<?> taken = known == null ? fresh.putIfAbsent(name, part) : known;
    if (taken != null) {
      throw isTaken(name, taken, part);
    }
    putParts(part, fresh);
  }

  private static IllegalArgumentException isTaken(String name, Class<?> by, Class<?> type) {
    return new IllegalArgumentException(
        "type name " + name + " is taken by " + by.getName() + ", not free for " + type);
  }

  /**
   * Finds the class of a name.
   *
   * @param name a name
   * @return the class registered under it, or null
   */
  public @Nullable Class<?> classOf(String name) {
    return classes.get(name);
  }

  /**
   * How files name a class, whoever reads them: all of a record's components, all of an enum's
   * constants. A record or enum that is not registered becomes so.
   *
   * @param type a record, an enum or any other class that values may have
   * @return for example {@code Airport{iata:string,visits:long}}
   * @throws IllegalArgumentException if there are no such values
   */
  public String termOf(Class<?> type) {
    return ModelType.of(this, type).codec().typeName();
  }

  /**
   * Finds the name of a class.
   *
   * @param type a class
   * @return the name that it is registered under, or null
   */
  public @Nullable String nameOf(Class<?> type) {
    return names.get(type);
  }

  /**
   * Lists what is registered.
   *
   * @return the names, in order
   */
  public Set<String> names() {
    return new TreeSet<>(classes.keySet());
  }

  /**
   * Makes of values what a collection of a named type has in their place when it is read: numbers
   * of a list of decimals are decimals.
   *
   * @param typeName type of keys, values or elements, as {@link Description} tells it
   * @return converts a value of the data model; what does not fit the type stays as it is
   */
  public UnaryOperator<Object> asRead(String typeName) {
    ModelType<Object> type = ModelType.of(this, typeName);
    return value -> {
      Object read = value == null ? null : type.expected(value); // the model has null, too
      return read == null ? value : read;
    };
  }

  /**
   * Converts a Java value to the data model.
   *
   * @param value a value, list, map, registered record or enum, at any depth
   * @return its form in the data model
   * @throws IllegalArgumentException if something in it is none of these
   */
  public @Nullable Object toModel(@Nullable Object value) {
    return writer.write(value);
  }

  /**
   * Converts a value of the data model to Java: typed values become instances of their classes.
   *
   * @param model a value of the data model
   * @return the value
   * @throws UnknownTypeException if a type is not registered
   * @throws IllegalArgumentException if the content does not fit the type; the message names the
   *     type and the field
   */
  public @Nullable Object fromModel(@Nullable Object model) {
    return strict.read(model);
  }

  /**
   * Converts a value of the data model to a Java type that is known beforehand: numbers fit
   * themselves if they are in range, and a map becomes a record without naming it.
   *
   * @param model a value of the data model
   * @param target the type wanted, a primitive one included
   * @param <T> type of the result
   * @return the value, null only for null
   * @throws UnknownTypeException if a type is not registered
   * @throws IllegalArgumentException if the value does not fit; the message names the type and the
   *     field
   */
  @SuppressWarnings("unchecked")
  public <T> @Nullable T fromModel(@Nullable Object model, Class<T> target) {
    boolean named = target.isRecord() || target.isEnum();
    return (T) strict.read(model, target, named ? target.getSimpleName() : "value");
  }

  /** The form of a value whose class has a codec of its own, or null. */
  @Nullable TypedValue ownToModel(Object value) {
    return own.toModel(value);
  }

  /** The value of a class that has a codec of its own, or null. */
  @Nullable Object ownFromModel(Object model, Class<?> type) {
    return own.fromModel(model, type);
  }

  /** The codecs of the application's own by their classes. */
  Map<Class<?>, Codec<?>> ownCodecs() {
    return own.codecs();
  }

  /** Like {@link #fromModel(Object)}, but leaves typed values of unknown types as they are. */
  @Nullable Object fromModelIfKnown(@Nullable Object model) {
    return lenient.read(model);
  }
}
