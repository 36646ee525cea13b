package io.vitrine.remote.server;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who watches which collection, over all connections of a server: so that they are told of what the
 * server changes itself without waiting for somebody who looks at the log from time to time. Safe
 * for any number of threads.
 */
final class Watched {
  /**
   * More than these find changes themselves: each then takes many at a time, which is less work in
   * all, and whoever makes a change is not kept by them.
   */
  private static final int TOLD_MAX = 4;

  private final ConcurrentHashMap<String, Set<ServedSubscription>> byPath =
      new ConcurrentHashMap<>();

  void add(String path, ServedSubscription subscription) {
    var _ =
        byPath.compute(
            path,
            (_, known) -> {
              Set<ServedSubscription> all = known == null ? ConcurrentHashMap.newKeySet() : known;
              all.add(subscription);
              return all;
            });
  }

  void remove(String path, ServedSubscription subscription) {
    var _ =
        byPath.computeIfPresent(
            path,
            (_, known) -> {
              known.remove(subscription);
              return known.isEmpty() ? null : known;
            });
  }

  /** The calling thread has changed a collection; it may be an event loop. */
  void tell(String path) {
    Set<ServedSubscription> subscriptions = byPath.get(path);
    if (subscriptions != null && subscriptions.size() <= TOLD_MAX) {
      subscriptions.forEach(ServedSubscription::look);
    }
  }

  /** How many watch a collection. */
  int count(String path) {
    Set<ServedSubscription> subscriptions = byPath.get(path);
    return subscriptions == null ? 0 : subscriptions.size();
  }
}
