package io.vitrine.remote.server;

import io.vitrine.remote.wire.KeyWork;
import io.vitrine.store.Content;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/** Elements to be compared as a client sees them: bytes by their content. Stateless; any thread. */
final class ByContent {
  private ByContent() {}

  /** What stands for an element, or an entry, and is equal where the content is. */
  static Object of(Object element) {
    return Objects.requireNonNull(Content.of(element));
  }

  /** What stands for elements, to look them up at once, however many there are. */
  static Set<Object> all(Collection<?> elements) {
    var all = new HashSet<Object>();
    var work = new KeyWork();
    for (Object element : elements) {
      Object key = of(element);
      work.add(all, key);
      all.add(key);
    }
    return all;
  }

  /** Whether all of some are among the elements, which are looked through once at most. */
  static boolean containsAll(Collection<?> elements, Collection<?> some) {
    Set<Object> missing = all(some);
    if (missing.isEmpty()) {
      return true;
    }
    for (Object element : elements) {
      if (missing.remove(of(element)) && missing.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Whether there are the same elements, each as often, in whatever order. */
  static boolean isEqual(Collection<?> elements, Collection<?> others) {
    if (elements.size() != others.size()) {
      return false;
    }
    var missing = new HashMap<Object, Integer>();
    var work = new KeyWork();
    for (Object other : others) {
      Object key = of(other);
      work.add(missing.keySet(), key);
      missing.merge(key, 1, Integer::sum);
    }
    for (Object element : elements) {
      Object key = of(element);
      Integer left = missing.get(key);
      if (left == null || left == 0) {
        return false;
      }
      missing.put(key, left - 1);
    }
    return true;
  }
}
