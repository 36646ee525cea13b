package io.vitrine.collections;

import io.vitrine.store.ModelScalars;
import io.vitrine.store.TypedValue;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns values of the data model into Java values, freely or for a type that is wanted. Immutable,
 * safe for any number of threads. The argument {@code where} says in messages which field is read.
 */
final class ModelReader {
  /** Knows no names; reads what is wanted by class. */
  static final ModelReader NAMELESS = new ModelReader(null, false);

  private final @Nullable TypeRegistry types;
  private final boolean keepsUnknown;

  /** Creates a reader that leaves values of unknown types as they are, or refuses them. */
  ModelReader(@Nullable TypeRegistry types, boolean keepsUnknown) {
    this.types = types;
    this.keepsUnknown = keepsUnknown;
  }

  /** Reads a value that may be of any type. */
  @Nullable Object read(@Nullable Object model) {
    return switch (model) {
      case null -> null;
      case TypedValue typed -> named(typed);
      case List<?> list -> list(list, Object.class, "element");
      case Set<?> set -> new LinkedHashSet<>(list(set, Object.class, "element"));
      case Map<?, ?> map -> map(map, Object.class, Object.class, "map");
      default -> model;
    };
  }

  private Object named(TypedValue typed) {
    Class<?> type = types == null ? null : types.classOf(typed.name());
    if (type != null) {
      Object own = types == null ? null : types.ownFromModel(typed, type);
      return own != null
          ? own
          : type.isRecord() ? record(typed.content(), type) : constant(typed.content(), type);
    }
    Object scalar = ModelScalars.fromModel(typed);
    if (scalar != null) {
      return scalar;
    }
    if (keepsUnknown) {
      return new TypedValue(typed.name(), read(typed.content()));
    }
    throw new UnknownTypeException(typed.name());
  }

  /** Reads a value that must be of a type. */
  @Nullable Object read(@Nullable Object model, Type target, String where) {
    return switch (target) {
      case Class<?> type -> ofClass(model, type, where);
      case ParameterizedType type -> ofGeneric(model, type, where);
      case WildcardType type -> read(model, type.getUpperBounds()[0], where);
      case TypeVariable<?> type -> read(model, type.getBounds()[0], where);
      default -> throw mismatch(model, target.getTypeName(), where);
    };
  }

  private @Nullable Object ofClass(@Nullable Object model, Class<?> type, String where) {
    if (model == null) {
      if (type.isPrimitive()) {
        throw new IllegalArgumentException(
            where + " is missing or null, expected " + type.getSimpleName());
      }
      return null;
    }
    if (type == Object.class) {
      return read(model);
    }
    if (type == TypedValue.class && model instanceof TypedValue) {
      return model;
    }
    if (model instanceof TypedValue typed && isUnknown(typed, type)) {
      throw new UnknownTypeException(typed.name());
    }
    Object scalar = Scalars.fit(model, type, where);
    if (scalar != null) {
      return scalar;
    }
    if (type.isRecord() && type != MapEntry.class) {
      return model instanceof TypedValue typed && !isNameOf(typed.name(), type)
          ? instance(model, type, where)
          : type.isInstance(model) ? model : record(contentOf(model), type);
    }
    if (type.isEnum() && !type.isInstance(model)) {
      return constant(contentOf(model), type);
    }
    if (type == MapEntry.class || type == Map.Entry.class) {
      return entry(model, type, where);
    }
    Object own = types == null || type.isInstance(model) ? null : types.ownFromModel(model, type);
    if (own != null) {
      return own;
    }
    return instance(model, type, where);
  }

  /** Whether nobody knows what a value is that is to be of a type; some types name their own. */
  private boolean isUnknown(TypedValue typed, Class<?> type) {
    return types != null
        && !keepsUnknown
        && !type.isRecord()
        && !type.isEnum()
        && !types.ownCodecs().containsKey(type)
        && types.classOf(typed.name()) == null
        && !ModelScalars.isBuiltIn(typed.name());
  }

  private @Nullable Object ofGeneric(
      @Nullable Object model, ParameterizedType target, String where) {
    Class<?> raw = (Class<?>) target.getRawType();
    Type[] arguments = target.getActualTypeArguments();
    if (model instanceof Collection<?> c && raw == Set.class) {
      return new LinkedHashSet<>(list(c, arguments[0], where));
    }
    if (model instanceof Collection<?> c && (raw == List.class || raw == Collection.class)) {
      return list(c, arguments[0], where);
    }
    if (model instanceof Map<?, ?> map && raw == Map.class) {
      return map(map, arguments[0], arguments[1], where);
    }
    return ofClass(model, raw, where);
  }

  private Object instance(Object model, Class<?> type, String where) {
    Object read = read(model);
    Object value = type == Set.class && read instanceof List<?> l ? new LinkedHashSet<>(l) : read;
    if (!type.isInstance(value)) {
      throw mismatch(model, type.getSimpleName(), where);
    }
    return value;
  }

  private boolean isNameOf(String name, Class<?> type) {
    return name.equals(nameOf(type));
  }

  /** As whoever sent a value of it named it. */
  private String nameOf(Class<?> type) {
    String registered = types == null ? null : types.nameOf(type);
    return registered == null ? type.getSimpleName() : registered;
  }

  private static @Nullable Object contentOf(Object model) {
    return model instanceof TypedValue typed ? typed.content() : model;
  }

  private Object entry(Object model, Class<?> type, String where) {
    if (type.isInstance(model)) {
      return model;
    }
    if (!(model instanceof Map<?, ?> map) || map.get("key") == null || map.get("value") == null) {
      throw mismatch(model, "an entry {key, value}", where);
    }
    Object key = read(map.get("key"), Object.class, where);
    Object value = read(map.get("value"), Object.class, where);
    if (key == null || value == null) {
      throw mismatch(model, "an entry {key, value}", where);
    }
    return type == MapEntry.class ? new MapEntry<>(key, value) : Map.entry(key, value);
  }

  private List<@Nullable Object> list(Collection<?> elements, Type target, String where) {
    var copy = new ArrayList<@Nullable Object>(elements.size());
    for (Object element : elements) {
      copy.add(read(element, target, where));
    }
    return copy;
  }

  private Map<@Nullable Object, @Nullable Object> map(
      Map<?, ?> map, Type keys, Type values, String where) {
    var copy = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    map.forEach((k, v) -> {
      if (keys == Object.class && k instanceof TypedValue typed) {
        throw new IllegalArgumentException(
            "found a key of the type !" + typed.name() + ", expected a scalar as the key of a map");
      }
      int before = copy.size();
      copy.put(read(k, keys, where), read(v, values, where));
      if (copy.size() == before) {
        throw new IllegalArgumentException(
            where + " has the key " + k + " twice, as two that are equal or are written alike");
      }
    });
    return copy;
  }

  private Object record(@Nullable Object content, Class<?> type) {
    RecordShape shape = RecordShape.of(type);
    List<RecordShape.Component> components = shape.components();
    @Nullable Object[] values = new @Nullable Object[components.size()];
    String name = type.getSimpleName();
    if (shape.bare()) {
      values[0] = required(content, components.getFirst(), name);
    } else {
      Map<?, ?> fields = fields(content, shape);
      for (int i = 0; i < values.length; i++) {
        RecordShape.Component component = components.get(i);
        String where = name + "." + component.name();
        Object field = fields.get(component.name());
        values[i] =
            component.generic() == Object.class
                ? anything(field)
                : read(field, component.generic(), where);
      }
    }
    return create(shape, values);
  }

  /** A field that takes any value, which may be of a type that only readers of it know. */
  private @Nullable Object anything(@Nullable Object field) {
    return keepsUnknown ? read(field) : new ModelReader(types, true).read(field);
  }

  /** What a constructor throws is the fault of what it was given, and is told as such. */
  private Object create(RecordShape shape, @Nullable Object[] values) {
    try {
      return shape.create(values);
    } catch (IllegalArgumentException e) {
      throw e;
    } catch (RuntimeException e) {
      String text = e.getMessage();
      throw new IllegalArgumentException(
          nameOf(shape.type())
              + " cannot be made of this: "
              + (text == null ? e.getClass().getSimpleName() : text),
          e);
    }
  }

  private @Nullable Object required(
      @Nullable Object content, RecordShape.Component component, String name) {
    if (content == null) {
      throw new IllegalArgumentException(name + " has no content");
    }
    return read(content, component.generic(), name);
  }

  /** The fields of a record; a record without components may come with empty content. */
  private Map<?, ?> fields(@Nullable Object content, RecordShape shape) {
    String name = nameOf(shape.type());
    if (content instanceof Map<?, ?> map) {
      List<String> known = shape.components().stream().map(RecordShape.Component::name).toList();
      for (Object field : map.keySet()) {
        if (!(field instanceof String s) || !known.contains(s)) {
          throw new IllegalArgumentException(
              name + " has no component " + field + ", its components are " + known);
        }
      }
      return map;
    }
    if (content == null || content.equals("") || content.equals(List.of())) {
      return Map.of();
    }
    throw mismatch(content, "a map of its fields", name);
  }

  private static Object constant(@Nullable Object content, Class<?> type) {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(content)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        type.getSimpleName()
            + " has no constant "
            + content
            + ", its constants are "
            + List.of(type.getEnumConstants()));
  }

  static IllegalArgumentException mismatch(@Nullable Object found, String expected, String where) {
    String what =
        switch (found) {
          case null -> "null";
          case TypedValue t -> "!" + t.name();
          case String s -> "string \"" + (s.length() > 40 ? s.substring(0, 40) + "…" : s) + "\"";
          case Double _, Float _, java.math.BigDecimal _ -> "the number " + found;
          case Number n -> "the integer " + n;
          case Boolean b -> b.toString();
          case byte[] bytes -> bytes.length + " bytes";
          case List<?> l -> "a list of " + l.size();
          case Map<?, ?> m -> "a map of " + m.size();
          default -> {
            TypedValue scalar = ModelScalars.toModel(found);
            yield scalar == null ? found.getClass().getSimpleName() : "!" + scalar.name();
          }
        };
    return new IllegalArgumentException(where + " is " + what + ", expected " + expected);
  }
}
