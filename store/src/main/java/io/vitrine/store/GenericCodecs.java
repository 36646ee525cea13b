package io.vitrine.store;

import java.util.List;
import java.util.Map;

/**
 * Makes codecs from types without classes: their values are those of the data model, with the names
 * of their types or plain. Stateless.
 */
final class GenericCodecs {
  private GenericCodecs() {}

  static ItemCodec<Object> of(CodecType type, boolean named) {
    return switch (type) {
      case CodecType.OfRecord ofRecord -> new GenericRecordCodec(ofRecord, named);
      case CodecType.OfEnum ofEnum -> new GenericEnumCodec(ofEnum, named);
      case CodecType.OfList(CodecType.Part part) ->
          ElementsCodec.list(of(part.type(), named), part.nullable());
      case CodecType.OfSet(CodecType.Part part) ->
          ElementsCodec.set(of(part.type(), named), part.nullable(), false);
      // A key of a map is a scalar in the data model, so it has no name.
      case CodecType.OfMap(CodecType key, CodecType.Part part) ->
          MapCodec.of(of(key, false), of(part.type(), named), part.nullable());
      case CodecType.OfBytes ofBytes ->
          new GenericScalarCodec<>(
              new FixedBytesCodec(ofBytes), CodecConversions::toBytes, value -> value);
      case CodecType.OfOwn ofOwn -> new GenericOwnCodec(ofOwn, named);
      case CodecType.Scalar scalar -> scalar(scalar, named);
    };
  }

  private static ItemCodec<Object> scalar(CodecType.Scalar scalar, boolean named) {
    return switch (scalar) {
      case LONG ->
          new GenericScalarCodec<>(LongCodec.INSTANCE, CodecConversions::toLong, value -> value);
      case INT ->
          new GenericScalarCodec<>(IntCodec.INSTANCE, CodecConversions::toInt, Integer::longValue);
      case SHORT ->
          new GenericScalarCodec<>(
              ShortCodec.INSTANCE, CodecConversions::toShort, Short::longValue);
      case BYTE ->
          new GenericScalarCodec<>(ByteCodec.INSTANCE, CodecConversions::toByte, Byte::longValue);
      case DOUBLE ->
          new GenericScalarCodec<>(
              DoubleCodec.INSTANCE, CodecConversions::toDouble, value -> value);
      case FLOAT ->
          new GenericScalarCodec<>(
              FloatCodec.INSTANCE, CodecConversions::toFloat, CodecConversions::fromFloat);
      case BOOLEAN ->
          new GenericScalarCodec<>(
              BooleanCodec.INSTANCE, CodecConversions::toBoolean, value -> value);
      case CHAR ->
          new GenericScalarCodec<>(CharCodec.INSTANCE, CodecConversions::toChar, String::valueOf);
      case STRING ->
          new GenericScalarCodec<>(StringCodec.INSTANCE, CodecConversions::toText, value -> value);
      case BYTES ->
          new GenericScalarCodec<>(BytesCodec.INSTANCE, CodecConversions::toBytes, value -> value);
      case INTEGER ->
          new GenericScalarCodec<>(
              IntegerCodec.INSTANCE,
              CodecConversions::toInteger,
              value -> value.bitLength() < Long.SIZE ? (Object) value.longValue() : value);
      case DECIMAL -> CodecText.DECIMAL.codec(named);
      case UUID -> CodecText.UUIDS.codec(named);
      case INSTANT -> CodecText.INSTANT.codec(named);
      case DATE -> CodecText.DATE.codec(named);
      case DURATION -> CodecText.DURATION.codec(named);
      case ANY -> AnyCodec.INSTANCE;
      case LIST -> new AnyCodec(scalar, List.class);
      case MAP -> new AnyCodec(scalar, Map.class);
    };
  }
}
