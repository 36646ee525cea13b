package io.vitrine.remote.server;

import java.util.Set;

/** The events of a map that its event loop may do at once, since they take so little. Stateless. */
final class QuickEvents {
  private static final Set<String> LOOKUPS = Set.of("get", "getVersioned", "containsKey");

  /** Each is one change of an entry, behind which nothing can refuse to wait. */
  private static final Set<String> CHANGES =
      Set.of(
          "put",
          "getAndPut",
          "putIfAbsent",
          "replace",
          "replaceForOld",
          "compareAndSet",
          "remove",
          "getAndRemove",
          "removeWithValue");

  private QuickEvents() {}

  static boolean isOne(String event) {
    return LOOKUPS.contains(event) || CHANGES.contains(event);
  }

  static boolean isChange(String event) {
    return CHANGES.contains(event);
  }
}
