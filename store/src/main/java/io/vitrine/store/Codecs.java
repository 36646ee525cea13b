package io.vitrine.store;

import java.util.Objects;

/**
 * All codecs there are. Safe for any number of threads, as are the codecs.
 *
 * <p>The data model: null, Boolean, integers (Long, BigInteger beyond 64 bits), Double, String,
 * byte[], List, Map with scalar keys (insertion order kept), and {@link TypedValue}. Smaller number
 * classes are taken and come back as Long or Double.
 */
public final class Codecs {
  private static final ClassValue<Codec<?>> BY_CLASS =
      new ClassValue<>() {
        @Override
        protected Codec<?> computeValue(Class<?> type) {
          return ClassCodecs.of(type, new RecordCodecBuilder());
        }
      };

  private Codecs() {}

  /**
   * Eight bytes, little-endian.
   *
   * @return the codec, named {@code long}
   */
  public static Codec<Long> longs() {
    return LongCodec.INSTANCE;
  }

  /**
   * Four bytes, little-endian.
   *
   * @return the codec, named {@code int}
   */
  public static Codec<Integer> ints() {
    return IntCodec.INSTANCE;
  }

  /**
   * Eight bytes, IEEE 754, little-endian; every NaN as the same one.
   *
   * @return the codec, named {@code double}
   */
  public static Codec<Double> doubles() {
    return DoubleCodec.INSTANCE;
  }

  /**
   * One byte.
   *
   * @return the codec, named {@code boolean}
   */
  public static Codec<Boolean> booleans() {
    return BooleanCodec.INSTANCE;
  }

  /**
   * UTF-8. Writing a string with an unpaired surrogate throws {@link IllegalArgumentException}.
   *
   * @return the codec, named {@code string}
   */
  public static Codec<String> strings() {
    return StringCodec.INSTANCE;
  }

  /**
   * The bytes themselves; {@link Codec#readUsing} fills an array of the right length.
   *
   * @return the codec, named {@code bytes}
   */
  public static Codec<byte[]> bytes() {
    return BytesCodec.INSTANCE;
  }

  /**
   * Any value of the data model but null, as CBOR (RFC 8949); what lies deeper than 64 lists and
   * maps and what is not of the data model is refused with {@link IllegalArgumentException}.
   *
   * @return the codec, named {@code any}
   */
  public static Codec<Object> any() {
    return AnyCodec.INSTANCE;
  }

  /**
   * A record under the simple name of its class. Components may be long, int, double, boolean,
   * their boxes, String, byte[], Object (any value of the data model), List and Map of such values,
   * enums and other records; all that are not primitive may be null. A record of primitives has a
   * fixed size.
   *
   * @param type the class
   * @param <R> the class
   * @return the codec, the same for the same class
   * @throws IllegalArgumentException if the class is no such record or cannot be reached
   */
  public static <R extends Record> Codec<R> records(Class<R> type) {
    return forClass(type);
  }

  /**
   * A record under another name than its class has.
   *
   * @param name name of the type, as {@link #records(Class)} would take it from the class
   * @param type the class
   * @param <R> the class
   * @return a new codec
   * @throws IllegalArgumentException if the class is no such record, cannot be reached, or the name
   *     is none
   */
  public static <R extends Record> Codec<R> records(String name, Class<R> type) {
    return new RecordCodecBuilder().build(name, type);
  }

  /**
   * The codec for a class.
   *
   * @param type Long, Integer, Double, Boolean, String, byte[], Object (any value of the data
   *     model), List, Map, an enum or a record
   * @param <T> the class
   * @return the codec, the same for the same class
   * @throws IllegalArgumentException if there is none; the message tells what is supported
   */
  @SuppressWarnings("unchecked")
  public static <T> Codec<T> forClass(Class<T> type) {
    // Chosen by the class, so the codec is for it.
    return (Codec<T>) BY_CLASS.get(Objects.requireNonNull(type, "type"));
  }

  /**
   * The codec for a type name, without its class. It writes the same bytes as the codec of the
   * class; its values are those of the data model: Long for {@code int} too, records as {@link
   * TypedValue} over a {@link java.util.LinkedHashMap} with all fields, enums as TypedValue over
   * the constant's name. Writing takes a bare map for a record, a bare name for an enum, and any
   * integer that fits; a value that does not is refused with {@link IllegalArgumentException}.
   *
   * @param typeName one of long, int, double, boolean, string, bytes, any, list, map; a record
   *     {@code Name{field:type,field:type?}}, where a question mark allows null; or an enum {@code
   *     Name(A,B)}
   * @return a codec
   * @throws IllegalArgumentException if it is no type name, with the place
   */
  public static Codec<Object> of(String typeName) {
    return GenericCodecs.of(CodecTypeParser.parse(typeName));
  }
}
