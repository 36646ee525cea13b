package io.vitrine.store;

import java.util.List;
import java.util.Map;

/** Makes codecs from types without classes: their values are those of the data model. Stateless. */
final class GenericCodecs {
  private static final CodecShape LIST = new CodecShape(List.class, List.of());
  private static final CodecShape MAP = new CodecShape(Map.class, List.of());

  private GenericCodecs() {}

  static ItemCodec<Object> of(CodecType type) {
    return switch (type) {
      case CodecType.OfRecord ofRecord -> new GenericRecordCodec(ofRecord);
      case CodecType.OfEnum ofEnum -> new GenericEnumCodec(ofEnum);
      case CodecType.Scalar scalar -> scalar(scalar);
    };
  }

  static ItemCodec<Object> scalar(CodecType.Scalar scalar) {
    return switch (scalar) {
      case LONG ->
          new GenericScalarCodec<>(LongCodec.INSTANCE, CodecConversions::toLong, value -> value);
      case INT ->
          new GenericScalarCodec<>(IntCodec.INSTANCE, CodecConversions::toInt, Integer::longValue);
      case DOUBLE ->
          new GenericScalarCodec<>(
              DoubleCodec.INSTANCE, CodecConversions::toDouble, value -> value);
      case BOOLEAN ->
          new GenericScalarCodec<>(
              BooleanCodec.INSTANCE, CodecConversions::toBoolean, value -> value);
      case STRING ->
          new GenericScalarCodec<>(StringCodec.INSTANCE, CodecConversions::toText, value -> value);
      case BYTES ->
          new GenericScalarCodec<>(BytesCodec.INSTANCE, CodecConversions::toBytes, value -> value);
      case ANY -> AnyCodec.INSTANCE;
      case LIST -> new AnyCodec(scalar, LIST);
      case MAP -> new AnyCodec(scalar, MAP);
    };
  }
}
