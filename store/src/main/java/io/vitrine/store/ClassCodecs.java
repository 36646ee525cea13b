package io.vitrine.store;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Chooses the codec for a Java type. Stateless. */
final class ClassCodecs {
  static final String SUPPORTED =
      "the primitive types and their boxes, String, byte[], BigInteger, BigDecimal, UUID, Instant,"
          + " LocalDate, Duration, Object (any value of the data model), List, Set and Map of"
          + " these, enums, records of these, and what has a codec of your own";

  private static final Map<Type, ItemCodec<?>> SIMPLE =
      Map.ofEntries(
          Map.entry(long.class, LongCodec.INSTANCE),
          Map.entry(Long.class, LongCodec.INSTANCE),
          Map.entry(int.class, IntCodec.INSTANCE),
          Map.entry(Integer.class, IntCodec.INSTANCE),
          Map.entry(short.class, ShortCodec.INSTANCE),
          Map.entry(Short.class, ShortCodec.INSTANCE),
          Map.entry(byte.class, ByteCodec.INSTANCE),
          Map.entry(Byte.class, ByteCodec.INSTANCE),
          Map.entry(double.class, DoubleCodec.INSTANCE),
          Map.entry(Double.class, DoubleCodec.INSTANCE),
          Map.entry(float.class, FloatCodec.INSTANCE),
          Map.entry(Float.class, FloatCodec.INSTANCE),
          Map.entry(boolean.class, BooleanCodec.INSTANCE),
          Map.entry(Boolean.class, BooleanCodec.INSTANCE),
          Map.entry(char.class, CharCodec.INSTANCE),
          Map.entry(Character.class, CharCodec.INSTANCE),
          Map.entry(String.class, StringCodec.INSTANCE),
          Map.entry(byte[].class, BytesCodec.INSTANCE),
          Map.entry(BigInteger.class, IntegerCodec.INSTANCE),
          Map.entry(BigDecimal.class, DecimalCodec.INSTANCE),
          Map.entry(UUID.class, UuidCodec.INSTANCE),
          Map.entry(Instant.class, SecondsCodec.INSTANT),
          Map.entry(LocalDate.class, DateCodec.INSTANCE),
          Map.entry(Duration.class, SecondsCodec.DURATION),
          Map.entry(Object.class, AnyCodec.INSTANCE),
          Map.entry(Number.class, new AnyCodec(CodecType.Scalar.ANY, Number.class)),
          Map.entry(TypedValue.class, new AnyCodec(CodecType.Scalar.ANY, TypedValue.class)));

  private static final ItemCodec<?> LIST = new AnyCodec(CodecType.Scalar.LIST, List.class);
  private static final ItemCodec<?> MAP = new AnyCodec(CodecType.Scalar.MAP, Map.class);
  private static final ItemCodec<?> SET = ElementsCodec.set(AnyCodec.INSTANCE, true, true);

  private ClassCodecs() {}

  /**
   * The codec for a type.
   *
   * @throws IllegalArgumentException if there is none, with what is supported
   */
  static ItemCodec<?> of(Type type, RecordCodecBuilder records) {
    ItemCodec<?> own = records.own(type);
    ItemCodec<?> simple = own == null ? SIMPLE.get(type) : own;
    if (simple != null) {
      return simple;
    }
    return switch (type) {
      case WildcardType wildcard when wildcard.getUpperBounds().length == 1 ->
          of(wildcard.getUpperBounds()[0], records);
      case ParameterizedType generic -> ofHolder(generic, records);
      case Class<?> raw when raw == List.class -> LIST;
      case Class<?> raw when raw == Set.class -> SET;
      case Class<?> raw when raw == Map.class -> MAP;
      case Class<?> found when found.isEnum() -> ofEnum(found);
      case Class<?> found when found.isRecord() -> records.build(found.getSimpleName(), found);
      default -> throw none(type);
    };
  }

  /**
   * Elements and values may be null, as they may be in Java; {@link Codecs#lists} says otherwise.
   */
  private static ItemCodec<?> ofHolder(ParameterizedType type, RecordCodecBuilder records) {
    Type[] parts = type.getActualTypeArguments();
    Type raw = type.getRawType();
    if (raw == List.class) {
      ItemCodec<?> element = of(parts[0], records);
      return element == AnyCodec.INSTANCE ? LIST : ElementsCodec.list(element, true);
    }
    if (raw == Set.class) {
      return ElementsCodec.set(of(parts[0], records), true, true);
    }
    if (raw == Map.class) {
      ItemCodec<?> key = of(parts[0], records);
      ItemCodec<?> value = of(parts[1], records);
      return key == AnyCodec.INSTANCE && value == AnyCodec.INSTANCE
          ? MAP
          : MapCodec.of(key, value, true);
    }
    throw none(type);
  }

  /** Whether it is a class whose parameters say what codec it has. */
  static boolean isHolder(Type raw) {
    return raw == List.class || raw == Set.class || raw == Map.class;
  }

  private static IllegalArgumentException none(Type type) {
    return new IllegalArgumentException(
        "no codec for " + type.getTypeName() + ", supported are " + SUPPORTED);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static ItemCodec<?> ofEnum(Class<?> type) {
    return new EnumCodec(type.getSimpleName(), type);
  }
}
