package io.vitrine.remote.client;

import io.vitrine.store.TypedValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies values of the data model with all that could be changed in them. Stateless. */
final class ModelCopy {
  private ModelCopy() {}

  /** The same value in arrays, lists and maps that nobody else has. */
  static @Nullable Object of(@Nullable Object model) {
    return switch (model) {
      case null -> null;
      case byte[] bytes -> bytes.clone();
      case List<?> list -> {
        var copy = new ArrayList<@Nullable Object>(list.size());
        for (Object element : list) {
          copy.add(of(element));
        }
        yield copy;
      }
      case Map<?, ?> map -> {
        var copy = new LinkedHashMap<@Nullable Object, @Nullable Object>();
        map.forEach((key, value) -> copy.put(of(key), of(value)));
        yield copy;
      }
      case TypedValue typed -> new TypedValue(typed.name(), of(typed.content()));
      default -> model;
    };
  }
}
