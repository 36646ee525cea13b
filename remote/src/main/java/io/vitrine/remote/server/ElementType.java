package io.vitrine.remote.server;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.KeyWork;
import io.vitrine.remote.wire.TypeNames;
import io.vitrine.store.TypedValue;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The type of keys, values or elements: a class, or the name of a record that nobody registered.
 * Immutable, safe for any number of threads.
 */
record ElementType(
    Class<?> type,
    String name,
    TypeRegistry types,
    boolean holder,
    @Nullable UnaryOperator<Object> asRead) {
  private static final Pattern HOLDER = Pattern.compile("(list|set|map)<");

  static ElementType of(String term, TypeRegistry types) {
    if (HOLDER.matcher(term).lookingAt()) {
      return new ElementType(Object.class, term, types, true, types.asRead(term));
    }
    if (term.startsWith("!")) {
      return named(term, term.substring(1), types);
    }
    int end = 0;
    while (end < term.length()
        && (Character.isLetterOrDigit(term.charAt(end)) || "_.-".indexOf(term.charAt(end)) >= 0)) {
      end++;
    }
    return named(term, term.substring(0, end), types);
  }

  private static ElementType named(String term, String name, TypeRegistry types) {
    Class<?> type = TypeNames.classOf(name, types);
    return type == null
        ? new ElementType(TypedValue.class, name, types, false, types.asRead(term))
        : new ElementType(type, name, types, false, null);
  }

  /** Something to be looked for: as those look that are there. */
  Object expected(Object model) {
    Object value = fromModel(model);
    return asRead == null ? value : asRead.apply(value);
  }

  /** Refuses a visitor that would write what {@link #fromModel} refuses as unknown. */
  void checkVisitor(@Nullable Object visitor) {
    if (type == Object.class) {
      UnknownNames.refuse(types, visitor, holder ? name : "");
    }
  }

  Object fromModel(Object model) {
    if (holder) {
      UnknownNames.refuse(types, model, name);
      if (name.contains("set<")) {
        requireOrdinary(model);
      }
      return model; // The collection fits it to its type, element by element.
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

  /** Elements of a list become those of a hash table, where they must not collide. */
  private static void requireOrdinary(@Nullable Object model) {
    switch (model) {
      case List<?> list -> {
        var work = new KeyWork();
        for (int i = 0; i < list.size(); i++) {
          work.add(list.subList(0, i), list.get(i));
          requireOrdinary(list.get(i));
        }
      }
      case Map<?, ?> map -> {
        map.keySet().forEach(ElementType::requireOrdinary);
        map.values().forEach(ElementType::requireOrdinary);
      }
      case null, default -> {
        // Nothing in it.
      }
    }
  }
}
