package io.vitrine.store;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;

/** Chooses the codec for a Java type. Stateless. */
final class ClassCodecs {
  static final String SUPPORTED =
      "long, int, double, boolean and their boxes, String, byte[], Object (any value of the data"
          + " model), List and Map of values of the data model, enums and records of these";

  private static final Map<Type, ItemCodec<?>> SIMPLE =
      Map.ofEntries(
          Map.entry(long.class, LongCodec.INSTANCE),
          Map.entry(Long.class, LongCodec.INSTANCE),
          Map.entry(int.class, IntCodec.INSTANCE),
          Map.entry(Integer.class, IntCodec.INSTANCE),
          Map.entry(double.class, DoubleCodec.INSTANCE),
          Map.entry(Double.class, DoubleCodec.INSTANCE),
          Map.entry(boolean.class, BooleanCodec.INSTANCE),
          Map.entry(Boolean.class, BooleanCodec.INSTANCE),
          Map.entry(String.class, StringCodec.INSTANCE),
          Map.entry(byte[].class, BytesCodec.INSTANCE),
          Map.entry(Object.class, AnyCodec.INSTANCE));

  private ClassCodecs() {}

  /**
   * The codec for a type.
   *
   * @throws IllegalArgumentException if there is none, with what is supported
   */
  static ItemCodec<?> of(Type type, RecordCodecBuilder records) {
    ItemCodec<?> simple = SIMPLE.get(type);
    if (simple != null) {
      return simple;
    }
    Type raw = type instanceof ParameterizedType generic ? generic.getRawType() : type;
    if (raw == List.class) {
      return new AnyCodec(CodecType.Scalar.LIST, CodecShape.of(type));
    }
    if (raw == Map.class) {
      return new AnyCodec(CodecType.Scalar.MAP, CodecShape.of(type));
    }
    if (type instanceof Class<?> found && found.isEnum()) {
      return ofEnum(found);
    }
    if (type instanceof Class<?> found && found.isRecord()) {
      return records.build(found.getSimpleName(), found);
    }
    throw new IllegalArgumentException(
        "no codec for " + type.getTypeName() + ", supported are " + SUPPORTED);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static ItemCodec<?> ofEnum(Class<?> type) {
    return new EnumCodec(type.getSimpleName(), type);
  }
}
