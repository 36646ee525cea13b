package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of {@link RecordCodec} without the class: a value is a {@link TypedValue} over a map
 * from field to value, or the bare map where it is plain. Both are taken. Safe for any number of
 * threads.
 */
final class GenericRecordCodec extends ItemCodec<Object> {
  private final String name;
  private final List<CodecType.Field> fields;
  private final List<ItemCodec<Object>> codecs;
  private final RecordCodecLayout layout;
  private final boolean named;

  GenericRecordCodec(CodecType.OfRecord type, boolean named) {
    this(
        type,
        type.fields().stream().map(f -> GenericCodecs.of(f.type(), named).delimited()).toList(),
        named);
  }

  private GenericRecordCodec(
      CodecType.OfRecord type, List<ItemCodec<Object>> codecs, boolean named) {
    super(type);
    this.name = type.name();
    this.fields = type.fields();
    this.codecs = codecs;
    this.layout = RecordCodecLayout.of(fields, codecs);
    this.named = named;
  }

  @Override
  boolean mayJoin() {
    return true;
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
          CodecBitmap.set(target, offset, bit);
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
      boolean present = !field.nullable() || CodecBitmap.isSet(input, bitmap, bit++);
      content.put(field.name(), present ? codecs.get(i).take(input) : null);
    }
    return named ? new TypedValue(name, content) : content;
  }

  @Override
  public ItemCodec<Object> forKeys() {
    List<ItemCodec<Object>> ordered = codecs.stream().map(ItemCodec::forKeys).toList();
    return ordered.equals(codecs)
        ? this
        : new GenericRecordCodec(new CodecType.OfRecord(name, fields), ordered, named);
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
