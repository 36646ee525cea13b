package io.vitrine.store;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes codecs from types whose values are those of Java: scalars by their classes, lists, sets and
 * maps, and records, enums and what is the user's own by codecs that somebody knows. Stateless.
 */
final class TypedCodecs {
  private TypedCodecs() {}

  static ItemCodec<?> of(CodecType type, Function<String, ? extends @Nullable Codec<?>> known) {
    return switch (type) {
      case CodecType.OfRecord(String name, _) -> named(type, name, known);
      case CodecType.OfEnum(String name, _) -> named(type, name, known);
      case CodecType.OfOwn(String name) -> named(type, name, known);
      case CodecType.OfList(CodecType.Part part) ->
          ElementsCodec.list(of(part.type(), known), part.nullable());
      case CodecType.OfSet(CodecType.Part part) ->
          ElementsCodec.set(of(part.type(), known), part.nullable(), true);
      case CodecType.OfMap(CodecType key, CodecType.Part part) ->
          MapCodec.of(of(key, known), of(part.type(), known), part.nullable());
      case CodecType.OfBytes ofBytes -> new FixedBytesCodec(ofBytes);
      case CodecType.Scalar scalar -> scalar(scalar);
    };
  }

  /** A codec of another form of the type, or of another one with its name, does not count. */
  private static ItemCodec<?> named(
      CodecType type, String name, Function<String, ? extends @Nullable Codec<?>> known) {
    Codec<?> codec = known.apply(name);
    return codec != null && codec.typeName().equals(type.toString())
        ? OwnCodec.of(codec)
        : GenericCodecs.of(type, true);
  }

  private static ItemCodec<?> scalar(CodecType.Scalar scalar) {
    return switch (scalar) {
      case LONG -> LongCodec.INSTANCE;
      case INT -> IntCodec.INSTANCE;
      case SHORT -> ShortCodec.INSTANCE;
      case BYTE -> ByteCodec.INSTANCE;
      case DOUBLE -> DoubleCodec.INSTANCE;
      case FLOAT -> FloatCodec.INSTANCE;
      case BOOLEAN -> BooleanCodec.INSTANCE;
      case CHAR -> CharCodec.INSTANCE;
      case STRING -> StringCodec.INSTANCE;
      case BYTES -> BytesCodec.INSTANCE;
      case INTEGER -> IntegerCodec.INSTANCE;
      case DECIMAL -> DecimalCodec.INSTANCE;
      case UUID -> UuidCodec.INSTANCE;
      case INSTANT -> SecondsCodec.INSTANT;
      case DATE -> DateCodec.INSTANCE;
      case DURATION -> SecondsCodec.DURATION;
      case ANY, LIST, MAP -> GenericCodecs.of(scalar, true);
    };
  }
}
