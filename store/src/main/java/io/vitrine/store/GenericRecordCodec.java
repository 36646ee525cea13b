package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of {@link RecordCodec} without the class: a value is a {@link TypedValue} over a map
 * from field to value; a bare map is taken too. Safe for any number of threads.
 */
final class GenericRecordCodec extends ItemCodec<Object> {
  private final String name;
  private final List<CodecType.Field> fields;
  private final List<ItemCodec<Object>> codecs;
  private final RecordCodecLayout layout;

  GenericRecordCodec(CodecType.OfRecord type) {
    super(type);
    this.name = type.name();
    this.fields = type.fields();
    this.codecs = fields.stream().map(f -> GenericCodecs.of(f.type()).delimited()).toList();
    this.layout = RecordCodecLayout.of(fields, codecs);
  }

  @Override
  public int fixedSize() {
    return layout.fixedSize();
  }

  @Override
  public long sizeOf(Object value) {
    Map<?, ?> content = content(value);
    long size = layout.bitmapBytes();
    for (int i = 0; i < codecs.size(); i++) {
      Object part = part(content, fields.get(i));
      if (part != null) {
        try {
          size += codecs.get(i).sizeOf(part);
        } catch (IllegalArgumentException e) {
          throw RecordCodecLayout.atField(name, fields.get(i).name(), e);
        }
      }
    }
    return size;
  }

  @Override
  long put(Object value, MemorySegment target, long offset) {
    Map<?, ?> content = content(value);
    layout.clearBitmap(target, offset);
    long place = offset + layout.bitmapBytes();
    int bit = 0;
    for (int i = 0; i < codecs.size(); i++) {
      CodecType.Field field = fields.get(i);
      Object part = part(content, field);
      if (part != null) {
        if (field.nullable()) {
          RecordCodecLayout.setBit(target, offset, bit);
        }
        place = codecs.get(i).put(part, target, place);
      }
      bit += field.nullable() ? 1 : 0;
    }
    return place;
  }

  @Override
  Object take(CodecInput input) {
    long bitmap = layout.takeBitmap(input);
    var content = new LinkedHashMap<String, @Nullable Object>();
    int bit = 0;
    for (int i = 0; i < codecs.size(); i++) {
      CodecType.Field field = fields.get(i);
      boolean present = !field.nullable() || RecordCodecLayout.isSet(input, bitmap, bit++);
      content.put(field.name(), present ? codecs.get(i).take(input) : null);
    }
    return new TypedValue(name, content);
  }

  /** The fields of a value, known to be neither fewer nor more than those of the type. */
  private Map<?, ?> content(Object value) {
    Object content =
        value instanceof TypedValue typed && typed.name().equals(name) ? typed.content() : value;
    if (!(content instanceof Map<?, ?> map)) {
      throw CodecConversions.refuse(typeName(), content == null ? value : content);
    }
    for (CodecType.Field field : fields) {
      if (!map.containsKey(field.name())) {
        throw new IllegalArgumentException(
            "field %s.%s is missing, expected %s".formatted(name, field.name(), typeName()));
      }
    }
    if (map.size() != fields.size()) {
      List<String> known = fields.stream().map(CodecType.Field::name).toList();
      List<?> unknown = map.keySet().stream().filter(key -> !known.contains(key)).toList();
      throw new IllegalArgumentException(
          "%s has no field %s, expected %s".formatted(name, unknown.getFirst(), typeName()));
    }
    return map;
  }

  private @Nullable Object part(Map<?, ?> content, CodecType.Field field) {
    Object part = content.get(field.name());
    if (part == null && !field.nullable()) {
      throw new IllegalArgumentException(
          "field %s.%s is null, expected %s".formatted(name, field.name(), field.type()));
    }
    return part;
  }
}
