package io.vitrine.remote.server;

import io.vitrine.collections.Description;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.TypeNames;
import io.vitrine.store.TypedValue;
import io.vitrine.store.Visitor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A map that is being served and how its keys and values look in the data model. Immutable, safe
 * for any number of threads.
 */
final class ServedMap {
  private final ObservableMap<Object, Object> map;
  private final TypeRegistry types;
  private final Fit fit;
  private final ElementType keys;
  private final ElementType values;

  ServedMap(
      ObservableMap<Object, Object> map, Description description, TypeRegistry types, Fit fit) {
    this.fit = fit;
    this.map = map;
    this.types = types;
    this.keys = ElementType.of(description.keyType(), types);
    this.values = ElementType.of(description.valueType(), types);
  }

  ObservableMap<Object, Object> map() {
    return map;
  }

  TypeRegistry types() {
    return types;
  }

  Fit fit() {
    return fit;
  }

  Object key(@Nullable Object model) {
    return keys.fromModel(notNull(model, "key"));
  }

  Object value(@Nullable Object model) {
    return values.fromModel(notNull(model, "value"));
  }

  /** A value that is to be written, refused if readers could not be told of it. */
  Object newValue(Object key, @Nullable Object model) {
    Object value = value(model);
    fit.checkWritten(toModel(key), toModel(value));
    return value;
  }

  /** A visitor whose result is refused if readers could not be told of it. */
  @SuppressWarnings("ReferenceEquality") // What is left as it was is not written.
  Visitor<Object> checked(Object key, Visitor<Object> visitor) {
    return value -> {
      Object result = visitor.visit(value);
      if (result != null && result != value) {
        fit.checkWritten(toModel(key), toModel(result));
      }
      return result;
    };
  }

  List<Object> keys(List<?> models) {
    var list = new ArrayList<Object>(models.size());
    models.forEach(model -> list.add(key(model)));
    return list;
  }

  /** Entries of {@code {k: v}}, {@code [[k, v]...]} or {@code [{key, value}...]}. */
  Map<Object, Object> entries(String event, @Nullable Object model) {
    var entries = new LinkedHashMap<Object, Object>();
    if (model instanceof Map<?, ?> map) {
      map.forEach((k, v) -> entries.put(key(k), value(v)));
      return entries;
    }
    for (Object element : Arguments.list(event, "argument", model)) {
      Map.Entry<Object, Object> entry = entry(event, element);
      entries.put(entry.getKey(), entry.getValue());
    }
    return entries;
  }

  Map.Entry<Object, Object> entry(String event, @Nullable Object model) {
    @Nullable Object[] parts = Arguments.of(event, model, 2, "key", "value");
    return Map.entry(key(parts[0]), value(parts[1]));
  }

  @Nullable Object toModel(@Nullable Object value) {
    return types.toModel(value);
  }

  private static Object notNull(@Nullable Object model, String what) {
    if (model == null) {
      throw new RequestException(ErrorCode.NULL_KEY, what + " is null, expected a value");
    }
    return model;
  }

  /** The type of keys or values: a class, or the name of a record that nobody registered. */
  private record ElementType(Class<?> type, String name, TypeRegistry types, boolean holder) {
    private static final Pattern HOLDER = Pattern.compile("(list|set|map)<");

    static ElementType of(String term, TypeRegistry types) {
      if (HOLDER.matcher(term).lookingAt()) {
        return new ElementType(Object.class, term, types, true);
      }
      if (term.startsWith("!")) {
        return named(term.substring(1), types);
      }
      int end = 0;
      while (end < term.length()
          && (Character.isLetterOrDigit(term.charAt(end))
              || "_.-".indexOf(term.charAt(end)) >= 0)) {
        end++;
      }
      return named(term.substring(0, end), types);
    }

    private static ElementType named(String name, TypeRegistry types) {
      Class<?> type = TypeNames.classOf(name, types);
      return new ElementType(type == null ? TypedValue.class : type, name, types, false);
    }

    Object fromModel(Object model) {
      if (holder) {
        return model; // The map fits it to its type, element by element.
      }
      if (type == TypedValue.class) {
        return model instanceof TypedValue typed ? typed : new TypedValue(name, model);
      }
      Object value = types.fromModel(model, type);
      if (value == null) {
        throw new RequestException(ErrorCode.BAD_ARGUMENT, "a value does not fit the type " + name);
      }
      return value;
    }
  }
}
