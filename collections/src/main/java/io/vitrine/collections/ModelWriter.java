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
  private final TypeRegistry types;

  ModelWriter(TypeRegistry types) {
    this.types = types;
  }

  @Nullable Object write(@Nullable Object value) {
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
      case TypedValue t -> typed(t);
      case MapEntry<?, ?> e -> entry(e.key(), e.value());
      case Map.Entry<?, ?> e -> entry(e.getKey(), e.getValue());
      case Map<?, ?> m -> map(m);
      case Collection<?> c -> list(c);
      case Enum<?> e -> new TypedValue(nameOf(e, e.getDeclaringClass()), e.name());
      case Record r -> record(r);
      default -> scalarOrOwn(value);
    };
  }

  /** One that stands for a scalar goes as that is printed, or is refused: who would read it? */
  private TypedValue typed(TypedValue typed) {
    Object scalar = types.classOf(typed.name()) == null ? ModelScalars.fromModel(typed) : null;
    TypedValue model = scalar == null ? null : ModelScalars.toModel(scalar);
    return model == null ? new TypedValue(typed.name(), write(typed.content())) : model;
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
  private @Nullable Object key(@Nullable Object key) {
    TypedValue scalar = key == null ? null : ModelScalars.toModel(key);
    return scalar == null ? write(key) : scalar.content();
  }

  private Map<@Nullable Object, @Nullable Object> entry(
      @Nullable Object key, @Nullable Object value) {
    var pair = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    pair.put("key", write(key));
    pair.put("value", write(value));
    return pair;
  }

  private Map<@Nullable Object, @Nullable Object> map(Map<?, ?> map) {
    var copy = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    map.forEach((key, value) -> copy.put(key(key), write(value)));
    return copy;
  }

  private List<@Nullable Object> list(Collection<?> elements) {
    var copy = new ArrayList<@Nullable Object>(elements.size());
    for (Object element : elements) {
      copy.add(write(element));
    }
    return copy;
  }

  private TypedValue record(Record instance) {
    String name = nameOf(instance, instance.getClass());
    RecordShape shape = RecordShape.of(instance.getClass());
    if (shape.bare()) {
      return new TypedValue(name, write(shape.read(instance, shape.components().getFirst())));
    }
    var fields = new LinkedHashMap<String, @Nullable Object>();
    for (RecordShape.Component component : shape.components()) {
      fields.put(component.name(), write(shape.read(instance, component)));
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
