package io.vitrine.store;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Tells of which sets and maps it is known that their iterators give no part twice, as long as the
 * parts are values that never change. Others may keep parts that are equal, as those do that
 * compare by identity or by a comparator of their own, or be wrong altogether. Stateless.
 */
final class KnownHolders {
  /* A ConcurrentHashMap is none of them: its iterator gives a key twice that is removed and put
   * again meanwhile. */

  /** Classes of {@link Set#of} and {@link Map#of}, which have no names, and of usual ones. */
  private static final Set<Class<?>> OTHERS =
      Set.of(
          Set.of(1, 2).getClass(),
          Set.of(1, 2, 3).getClass(),
          Map.of(1, 1).getClass(),
          Map.of(1, 1, 2, 2).getClass(),
          EnumMap.class);

  private KnownHolders() {}

  /** Whether a set is known to have no two elements that are equal. */
  static boolean isDistinct(Set<?> set) {
    Class<?> type = set.getClass();
    return type == LinkedHashSet.class
        || type == HashSet.class
        || (type == TreeSet.class && ((TreeSet<?>) set).comparator() == null)
        || (type == ConcurrentSkipListSet.class
            && ((ConcurrentSkipListSet<?>) set).comparator() == null)
        || set instanceof EnumSet<?>
        || OTHERS.contains(type);
  }

  /** Whether a map is known to have no two keys that are equal. */
  static boolean isDistinct(Map<?, ?> map) {
    Class<?> type = map.getClass();
    return type == LinkedHashMap.class
        || type == HashMap.class
        || (type == TreeMap.class && ((TreeMap<?, ?>) map).comparator() == null)
        || (type == ConcurrentSkipListMap.class
            && ((ConcurrentSkipListMap<?, ?>) map).comparator() == null)
        || OTHERS.contains(type);
  }
}
