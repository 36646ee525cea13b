package io.vitrine.collections;

import io.vitrine.store.Codec;
import io.vitrine.store.Codecs;
import io.vitrine.store.TypedValue;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A codec that writes values in their form of the data model and reads them as those of Java: typed
 * values of registered names come as instances of their classes. Immutable, safe for any number of
 * threads.
 *
 * @param model writes the data model
 * @param java reads the same bytes
 * @param types the registered names
 * @param hasEnumKeys whether a map within it may have an enum as its key
 */
record ModelCodec(Codec<Object> model, Codec<Object> java, TypeRegistry types, boolean hasEnumKeys)
    implements Codec<Object> {
  private static final Pattern ENUM_KEYS = Pattern.compile("map<[^<>{}(),]+\\(");

  /** A codec of any value, or of any list or map. */
  static ModelCodec of(Codec<Object> model, TypeRegistry types) {
    return new ModelCodec(model, model, types, false);
  }

  /** A codec of a type that a file names. */
  static ModelCodec of(String typeName, TypeRegistry types) {
    Codec<Object> java = Codecs.typed(typeName, name -> ModelType.codecOf(types, name));
    boolean hasEnumKeys = ENUM_KEYS.matcher(typeName).find();
    return new ModelCodec(Codecs.of(typeName), java, types, hasEnumKeys);
  }

  @Override
  public String typeName() {
    return model.typeName();
  }

  @Override
  public int fixedSize() {
    return model.fixedSize();
  }

  @Override
  public long sizeOf(Object value) {
    return model.sizeOf(value);
  }

  @Override
  public void write(Object value, MemorySegment target, long offset) {
    model.write(value, target, offset);
  }

  @Override
  public Object read(MemorySegment source, long offset, long length) {
    Object value = java.read(source, offset, length);
    if (hasEnumKeys) {
      value = Objects.requireNonNull(withBareKeys(value));
    }
    try {
      Object known = types.fromModelIfKnown(value);
      return known == null ? value : known;
    } catch (IllegalArgumentException e) { // somebody's class of that name is another one
      return value;
    }
  }

  /** Keys are scalars in the data model, so those by an enum go without its name. */
  private static @Nullable Object withBareKeys(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        var bare = new LinkedHashMap<@Nullable Object, @Nullable Object>();
        map.forEach((key, each) ->
            bare.put(key instanceof TypedValue typed ? typed.content() : key, withBareKeys(each)));
        yield bare;
      }
      case List<?> list -> {
        var bare = new ArrayList<@Nullable Object>();
        list.forEach(each -> bare.add(withBareKeys(each)));
        yield bare;
      }
      case TypedValue typed -> new TypedValue(typed.name(), withBareKeys(typed.content()));
      case null, default -> value;
    };
  }

  @Override
  public Codec<Object> forKeys() {
    return new ModelCodec(model.forKeys(), java, types, hasEnumKeys);
  }
}
