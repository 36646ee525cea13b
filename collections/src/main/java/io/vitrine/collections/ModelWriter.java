package io.vitrine.collections;

import io.vitrine.store.ModelScalars;
import io.vitrine.store.TypedValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns Java values into the data model. Immutable, safe for any number of threads. */
final class ModelWriter {
  /** More than codecs and the wire take, so that it is they who refuse what is deep. */
  private static final int DEPTH_MAX = 512;

  private final TypeRegistry types;

  ModelWriter(TypeRegistry types) {
    this.types = types;
  }

  @Nullable Object write(@Nullable Object value) {
    return write(value, 0);
  }

  private @Nullable Object write(@Nullable Object value, int depth) {
    if (depth > DEPTH_MAX) {
      throw new IllegalArgumentException(
          "value is nested in more than " + DEPTH_MAX + " levels, or contains itself");
    }
    return switch (value) {
      case null -> null;
      case String s -> s;
      case Long n -> n;
      case Double n -> n;
      case Boolean b -> b;
      case byte[] bytes -> bytes;
      case BigInteger n -> n;
      case Integer n -> n.longValue();
      case Short n -> n.longValue();
      case Byte n -> n.longValue();
      case Float n -> n.doubleValue();
      case Character c -> c.toString();
      case BoundedPattern p -> p.source();
      case TypedValue t -> typed(t, depth);
      case MapEntry<?, ?> e -> entry(e.key(), e.value(), depth);
      case Map.Entry<?, ?> e -> entry(e.getKey(), e.getValue(), depth);
      case Map<?, ?> m -> map(m, depth);
      case Collection<?> c -> list(c, depth);
      case Enum<?> e -> new TypedValue(nameOf(e, e.getDeclaringClass()), e.name());
      case Record r -> record(r, depth);
      default -> scalarOrOwn(value);
    };
  }

  /** One that stands for a scalar goes as that is printed, or is refused: who would read it? */
  private TypedValue typed(TypedValue typed, int depth) {
    Object scalar = types.classOf(typed.name()) == null ? ModelScalars.fromModel(typed) : null;
    TypedValue model = scalar == null ? null : ModelScalars.toModel(scalar);
    return model == null ? new TypedValue(typed.name(), write(typed.content(), depth + 1)) : model;
  }

  private TypedValue scalarOrOwn(Object value) {
    TypedValue scalar = ModelScalars.toModel(value);
    TypedValue model = scalar == null ? types.ownToModel(value) : scalar;
    if (model == null) {
      throw cannotTravel(value, value.getClass());
    }
    return model;
  }

  /** A key of a map is a scalar in the data model, so it goes without the name of its type. */
  private @Nullable Object key(@Nullable Object key, int depth) {
    if (key instanceof TypedValue typed) {
      throw new IllegalArgumentException(
          "found a key of the type !" + typed.name() + ", expected a scalar as the key of a map");
    }
    TypedValue scalar = key == null ? null : ModelScalars.toModel(key);
    Object model = scalar == null ? write(key, depth + 1) : scalar;
    boolean bare = scalar != null || key instanceof Enum;
    return bare && model instanceof TypedValue typed ? typed.content() : model;
  }

  private Map<@Nullable Object, @Nullable Object> entry(
      @Nullable Object key, @Nullable Object value, int depth) {
    var pair = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    pair.put("key", write(key, depth + 1));
    pair.put("value", write(value, depth + 1));
    return pair;
  }

  private Map<@Nullable Object, @Nullable Object> map(Map<?, ?> map, int depth) {
    var copy = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    map.forEach((key, value) -> {
      int before = copy.size();
      copy.put(key(key, depth), write(value, depth + 1));
      if (copy.size() == before) {
        throw new IllegalArgumentException(
            "map has the key " + key + " twice, as two that are equal or are written alike");
      }
    });
    return copy;
  }

  private List<@Nullable Object> list(Collection<?> elements, int depth) {
    var copy = new ArrayList<@Nullable Object>(elements.size());
    for (Object element : elements) {
      copy.add(write(element, depth + 1));
    }
    return copy;
  }

  private TypedValue record(Record instance, int depth) {
    String name = nameOf(instance, instance.getClass());
    RecordShape shape = RecordShape.of(instance.getClass());
    if (shape.bare()) {
      return new TypedValue(
          name, write(shape.read(instance, shape.components().getFirst()), depth + 1));
    }
    var fields = new LinkedHashMap<String, @Nullable Object>();
    for (RecordShape.Component component : shape.components()) {
      fields.put(component.name(), write(shape.read(instance, component), depth + 1));
    }
    return new TypedValue(name, fields);
  }

  private String nameOf(Object value, Class<?> type) {
    String name = types.nameOf(type);
    if (name == null) {
      throw cannotTravel(value, type);
    }
    return name;
  }

  private static IllegalArgumentException cannotTravel(Object value, Class<?> type) {
    return new IllegalArgumentException(
        value instanceof Record || value instanceof Enum
            ? type.getName() + " is not registered; call TypeRegistry.register with its class"
            : type.getName()
                + " is not in the data model: expected a number, a string, a list, a map, a UUID,"
                + " an Instant, a LocalDate, a Duration, or a registered record or enum");
  }
}
