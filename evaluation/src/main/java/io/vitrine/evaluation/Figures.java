package io.vitrine.evaluation;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds figures in the tree of a run. Immutable, for any thread.
 *
 * @param result the tree
 */
record Figures(Map<String, Object> result) {
  /** A number that has to be there, by its way from the root. */
  double number(String... path) {
    return ((Number) at(path)).doubleValue();
  }

  /** What has further figures and has to be there, by its way from the root. */
  Map<?, ?> map(String... path) {
    return (Map<?, ?>) at(path);
  }

  /** Whether there is a figure, by its way from the root. */
  boolean has(String... path) {
    return find(path) != null;
  }

  /** What is there, by its way from the root; null if nothing is. */
  @Nullable Object find(String... path) {
    Object found = result;
    for (String name : path) {
      found = found instanceof Map<?, ?> map ? map.get(name) : null;
    }
    return found;
  }

  private Object at(String... path) {
    Object found = find(path);
    if (found == null) {
      throw new IllegalStateException("no figure is called " + String.join(".", path));
    }
    return found;
  }
}
