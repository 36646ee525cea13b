package io.vitrine.store;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All codecs of the store; {@link Codec} says how to make one of your own. Safe for any number of
 * threads, as are the codecs.
 *
 * <p>The data model: null, Boolean, integers (Long, BigInteger beyond 64 bits), Double, String,
 * byte[], List, Map with scalar keys (insertion order kept), and {@link TypedValue}. Smaller number
 * classes are taken and come back as Long or Double. What the data model does not have is text in
 * it: a UUID is the {@code TypedValue} {@code uuid} over its text, for example.
 */
public final class Codecs {
  private static final ClassValue<Codec<?>> BY_CLASS =
      new ClassValue<>() {
        @Override
        protected Codec<?> computeValue(Class<?> type) {
          ItemCodec<?> codec = ClassCodecs.of(type, new RecordCodecBuilder(Map.of()));
          // What a file names must be a type name: refused here where it nests too deep, say.
          CodecTypeParser.parse(codec.typeName());
          return codec;
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
   * Two bytes, little-endian.
   *
   * @return the codec, named {@code short}
   */
  public static Codec<Short> shorts() {
    return ShortCodec.INSTANCE;
  }

  /**
   * Four bytes, IEEE 754, little-endian; every NaN as the same one.
   *
   * @return the codec, named {@code float}
   */
  public static Codec<Float> floats() {
    return FloatCodec.INSTANCE;
  }

  /**
   * Two bytes, little-endian. Writing a half of a surrogate pair throws {@link
   * IllegalArgumentException}.
   *
   * @return the codec, named {@code char}
   */
  public static Codec<Character> chars() {
    return CharCodec.INSTANCE;
  }

  /**
   * Sixteen bytes in the order of RFC 9562.
   *
   * @return the codec, named {@code uuid}
   */
  public static Codec<UUID> uuids() {
    return UuidCodec.INSTANCE;
  }

  /**
   * Twelve bytes: seconds since 1970 and nanoseconds, little-endian.
   *
   * @return the codec, named {@code instant}
   */
  public static Codec<Instant> instants() {
    return SecondsCodec.INSTANT;
  }

  /**
   * Twelve bytes: seconds and nanoseconds, little-endian.
   *
   * @return the codec, named {@code duration}
   */
  public static Codec<Duration> durations() {
    return SecondsCodec.DURATION;
  }

  /**
   * Eight bytes: days since 1970-01-01, little-endian.
   *
   * @return the codec, named {@code date}
   */
  public static Codec<LocalDate> dates() {
    return DateCodec.INSTANCE;
  }

  /**
   * Two's complement in as few bytes as will do; more than 8,192 of them are refused with {@link
   * IllegalArgumentException}.
   *
   * @return the codec, named {@code integer}
   */
  public static Codec<BigInteger> integers() {
    return IntegerCodec.INSTANCE;
  }

  /**
   * Scale and digits, so 1.0 and 1.00 are two values, as they are for {@link BigDecimal#equals}.
   *
   * @return the codec, named {@code decimal}
   */
  public static Codec<BigDecimal> decimals() {
    return DecimalCodec.INSTANCE;
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
   * Arrays of one length, and nothing but their bytes; {@link Codec#readUsing} fills an array of
   * that length. To write one of another length throws {@link IllegalArgumentException}.
   *
   * @param length how many bytes, 1 to 1,048,576
   * @return the codec, named {@code bytes(64)} for arrays of 64 bytes
   * @throws IllegalArgumentException if the length is none of these
   */
  public static Codec<byte[]> bytes(int length) {
    return new FixedBytesCodec(new CodecType.OfBytes(length));
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
   * Lists of values of one type, none of them null. They come back as {@link java.util.ArrayList}.
   *
   * @param elements codec of the elements
   * @param <E> type of the elements
   * @return a new codec, named for example {@code list<uuid>}
   * @throws IllegalArgumentException if the elements have no bytes, or are of a codec that neither
   *     comes from here nor has a name of its own
   */
  @SuppressWarnings("unchecked")
  public static <E> Codec<List<E>> lists(Codec<E> elements) {
    // Its elements are those that the codec reads, in a list.
    return (Codec<List<E>>) (Codec<?>) ElementsCodec.list(OwnCodec.of(elements), false);
  }

  /**
   * Sets of values of one type, none of them null. They come back as {@link
   * java.util.LinkedHashSet} in the order in which they were written.
   *
   * @param elements codec of the elements
   * @param <E> type of the elements
   * @return a new codec, named for example {@code set<uuid>}
   * @throws IllegalArgumentException if the elements are byte arrays, have no bytes, or are of a
   *     codec that neither comes from here nor has a name of its own
   */
  @SuppressWarnings("unchecked")
  public static <E> Codec<Set<E>> sets(Codec<E> elements) {
    return (Codec<Set<E>>) (Codec<?>) ElementsCodec.set(OwnCodec.of(elements), false, true);
  }

  /**
   * Maps, without nulls. They come back as {@link java.util.LinkedHashMap} in the order in which
   * they were written.
   *
   * @param keys codec of the keys: of an enum or a scalar other than byte[]
   * @param values codec of the values
   * @param <K> type of the keys
   * @param <V> type of the values
   * @return a new codec, named for example {@code map<uuid,decimal>}
   * @throws IllegalArgumentException if the keys can be none, or a codec neither comes from here
   *     nor has a name of its own
   */
  @SuppressWarnings("unchecked")
  public static <K, V> Codec<Map<K, V>> maps(Codec<K> keys, Codec<V> values) {
    return (Codec<Map<K, V>>) (Codec<?>) MapCodec.of(OwnCodec.of(keys), OwnCodec.of(values), false);
  }

  /**
   * A record under the simple name of its class. Components may be of any type that {@link
   * #forClass} takes, and lists, sets and maps of these, whose elements and values may be null; all
   * components that are not primitive may be null. A record of primitives has a fixed size.
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
    return records(name, type, Map.of());
  }

  /**
   * A record with components of classes that have codecs of your own.
   *
   * @param name name of the type, as {@link #records(Class)} would take it from the class
   * @param type the class
   * @param own codecs by the classes that they are for
   * @param <R> the class
   * @return a new codec
   * @throws IllegalArgumentException if the class is no such record, cannot be reached, or a name
   *     is none
   */
  public static <R extends Record> Codec<R> records(
      String name, Class<R> type, Map<Class<?>, Codec<?>> own) {
    return new RecordCodecBuilder(Map.copyOf(own)).build(name, type);
  }

  /**
   * The codec for a class.
   *
   * @param type a primitive class or its box, String, byte[], BigInteger, BigDecimal, UUID,
   *     Instant, LocalDate, Duration, Object (any value of the data model), List, Set, Map, an enum
   *     or a record
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
   * the constant's name, UUIDs, instants, dates, durations and decimals as TypedValue over their
   * text, sets as lists, and what a codec of the user wrote as TypedValue over its bytes. The keys
   * of a map are scalars, so there the bare name or text stands. Writing takes a bare map for a
   * record, a bare name for an enum, a bare text, and any integer that fits; a value that does not
   * is refused with {@link IllegalArgumentException}.
   *
   * @param typeName a scalar: one of long, int, short, byte, double, float, boolean, char, string,
   *     bytes, integer, decimal, uuid, instant, date, duration, any, list, map; a record {@code
   *     Name{field:type,field:type?}}, where a question mark allows null; an enum {@code
   *     Name(A,B)}; {@code list<type>}, {@code set<type>} or {@code map<type,type>}, where a
   *     question mark after the type of elements or values allows null; or {@code !Name} for a
   *     codec of the user
   * @return a codec
   * @throws IllegalArgumentException if it is no type name, with the place
   */
  public static Codec<Object> of(String typeName) {
    return GenericCodecs.of(CodecTypeParser.parse(typeName), true);
  }

  /**
   * Like {@link #of}, but what it reads carries no names that the type name tells anyway: a record
   * is a bare map, an enum constant a bare name, a UUID its bare text. What stands in a value of
   * type {@code any} keeps its name.
   *
   * @param typeName a type name
   * @return a codec
   * @throws IllegalArgumentException if it is no type name, with the place
   */
  public static Codec<Object> plain(String typeName) {
    return GenericCodecs.of(CodecTypeParser.parse(typeName), false);
  }

  /**
   * The codec for a type name whose values are those of Java: a UUID is a {@link UUID}, a set is a
   * {@link Set}, and a record, an enum or what is the user's own is what the codec known for its
   * name reads. One for whose name there is none, or one of another type, is as {@link #of} has it.
   *
   * @param typeName a type name
   * @param known answers the codec for the name of a record, an enum or a codec of the user
   * @return a codec
   * @throws IllegalArgumentException if it is no type name, with the place
   */
  @SuppressWarnings("unchecked")
  public static Codec<Object> typed(
      String typeName, Function<String, ? extends @Nullable Codec<?>> known) {
    return (Codec<Object>) TypedCodecs.of(CodecTypeParser.parse(typeName), known);
  }
}
