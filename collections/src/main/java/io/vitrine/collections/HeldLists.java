package io.vitrine.collections;

import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which threads of this process run code of the user while they have a list locked, and which lists
 * these wait for. Any thread.
 *
 * <p>That code may change another list, or begin a group of its own. Two that do so the other way
 * round would wait for each other for ever: the one who would close the circle is refused. Each
 * says what it waits for before it looks, so that the last one sees the whole circle. Of another
 * process it is not known what it waits for.
 */
final class HeldLists {
  /**
   * A list, however often it is open.
   *
   * @param epoch of the store
   * @param map number of its map
   */
  private record Key(long epoch, int map) {}

  /** More threads than wait for each other: others may make a circle without the one who looks. */
  private static final int STEPS_MAX = 10_000;

  /**
   * Others go on while one looks, so that what was seen of several moments may be a circle that
   * never was. A true one stays.
   */
  private static final int LOOKS = 2;

  private static final Map<Key, Thread> HOLDERS = new ConcurrentHashMap<>();
  private static final Map<Thread, Key> WANTED = new ConcurrentHashMap<>();

  private HeldLists() {}

  /** Runs a body, which calls code of the user, on a thread that has the list to itself. */
  static <R extends @Nullable Object> R holding(
      Store store, StoreMap<?, ?> map, Supplier<? extends R> body) {
    var key = new Key(store.epoch(), map.id());
    HOLDERS.put(key, Thread.currentThread());
    try {
      return body.get();
    } finally {
      HOLDERS.remove(key);
    }
  }

  /**
   * Runs a body with the list locked.
   *
   * @throws IllegalStateException if whoever has it waits for what this thread has
   */
  static <R extends @Nullable Object> R exclusively(
      Store store, StoreMap<?, ?> map, Supplier<? extends R> body) {
    Thread me = Thread.currentThread();
    if (HOLDERS.isEmpty() || !HOLDERS.containsValue(me)) {
      return map.exclusively(body);
    }
    var key = new Key(store.epoch(), map.id());
    try {
      if (!isWanted(me, key)) {
        throw new IllegalStateException(
            map.path()
                + ": another thread has it, and waits for a list that this one has; use both in one"
                + " group, or one after the other");
      }
      return map.exclusively(() -> {
        WANTED.remove(me);
        return body.get();
      });
    } finally {
      WANTED.remove(me);
    }
  }

  /**
   * Says that a thread waits for a list, unless that closes a circle. One at a time: of two who say
   * so at once each would see the circle, and both be refused.
   */
  private static boolean isWanted(Thread me, Key key) {
    synchronized (WANTED) {
      WANTED.put(me, key);
      boolean circle = isLastingCircle(me, key);
      if (circle) {
        WANTED.remove(me);
      }
      return !circle;
    }
  }

  private static boolean isLastingCircle(Thread me, Key first) {
    int circles = 0;
    while (circles < LOOKS && isCircle(me, first)) {
      circles++;
    }
    return circles == LOOKS;
  }

  private static boolean isCircle(Thread me, Key first) {
    Thread holder = HOLDERS.get(first);
    if (me.equals(holder)) {
      return false; // the lock itself refuses who has it
    }
    for (int steps = 0; holder != null && steps < STEPS_MAX; steps++) {
      Key next = WANTED.get(holder);
      holder = next == null ? null : HOLDERS.get(next);
      if (me.equals(holder)) {
        return true;
      }
    }
    return false;
  }
}
