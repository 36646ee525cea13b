package io.vitrine.collections;

import io.vitrine.store.TypedValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Copies of values for filters and visitors, which are immutable. Stateless; any thread. */
final class Frozen {
  private Frozen() {}

  /** A value of which nothing that its giver changes later is seen; others than these as it is. */
  static @Nullable Object of(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case byte[] bytes -> bytes.clone();
      case List<?> list -> {
        var copy = new ArrayList<@Nullable Object>(list.size());
        list.forEach(each -> copy.add(of(each)));
        yield Collections.unmodifiableList(copy);
      }
      case Set<?> set -> {
        var copy = new LinkedHashSet<@Nullable Object>();
        set.forEach(each -> copy.add(of(each)));
        yield Collections.unmodifiableSet(copy);
      }
      case Map<?, ?> map -> {
        var copy = new LinkedHashMap<@Nullable Object, @Nullable Object>();
        map.forEach((key, each) -> copy.put(of(key), of(each)));
        yield Collections.unmodifiableMap(copy);
      }
      case TypedValue typed -> new TypedValue(typed.name(), of(typed.content()));
      default -> value;
    };
  }
}
