package io.vitrine.collections;

import io.vitrine.collections.SubscriptionOptions.EventKind;
import io.vitrine.store.MapCursor;
import io.vitrine.store.StoreMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A set of a store in this process: a map without values. Safe for any number of threads.
 *
 * @param <E> type of the elements
 */
final class LocalSet<E> extends AbstractObservableSet<E> {
  /** How many elements a walk fetches at a time. */
  private static final int PAGE_ELEMENTS = 256;

  private final StoreMap<E, Boolean> map;
  private final ModelType<E> elements;
  private final LogWatcher watcher;
  private final OwnEvents ownEvents;
  private final SharedEvents.Home<E, Boolean> shared = new SharedEvents.Home<>();
  private final Lanes lanes = new Lanes();

  LocalSet(
      StoreMap<E, Boolean> map, ModelType<E> elements, LogWatcher watcher, OwnEvents ownEvents) {
    this.map = map;
    this.elements = elements;
    this.watcher = watcher;
    this.ownEvents = ownEvents;
  }

  @Override
  public String path() {
    return map.path();
  }

  @Override
  public boolean add(E element) {
    return map.putIfAbsent(elements.fit(element), Boolean.TRUE) == null;
  }

  @Override
  public boolean addAll(Collection<? extends E> added) {
    return map.putAllIfAbsent(new Fitted<>(added, elements::fit), Boolean.TRUE) > 0;
  }

  @Override
  public boolean removeAll(Collection<?> removed) {
    return map.removeAll(new Fitted<>(removed, elements::findStorable)) > 0;
  }

  @Override
  public boolean contains(Object element) {
    E found = elements.find(element);
    try {
      return found != null && map.containsKey(found);
    } catch (IllegalArgumentException e) {
      elements.requireUnstorable(found, e);
      return false;
    }
  }

  @Override
  protected boolean isAsRead(Object element) {
    return elements.isAsRead(element);
  }

  @Override
  @Nullable Object expected(Object element) {
    return elements.expected(element);
  }

  @Override
  public boolean remove(Object element) {
    E found = elements.find(element);
    try {
      return found != null && map.remove(found);
    } catch (IllegalArgumentException e) {
      elements.requireUnstorable(found, e);
      return false;
    }
  }

  @Override
  public int size() {
    return (int) Math.min(map.size(), Integer.MAX_VALUE);
  }

  @Override
  public void clear() {
    map.clear();
  }

  @Override
  protected Pages<E> elementPages() {
    MapCursor<E, Boolean> cursor = map.cursor();
    boolean[] ended = {false};
    var untold = new AtomicReference<@Nullable RuntimeException>();
    return () -> {
      RuntimeException failure = untold.getAndSet(null);
      if (failure != null) {
        throw failure;
      }
      if (ended[0]) {
        return null;
      }
      List<E> page = new ArrayList<>(PAGE_ELEMENTS);
      try {
        ended[0] = !cursor.next((element, _, _) -> page.add(element), PAGE_ELEMENTS);
      } catch (RuntimeException e) {
        if (page.isEmpty()) {
          throw e;
        }
        untold.set(e); // what was read before it comes first
      }
      return page;
    };
  }

  @Override
  public <T> Subscription<E> subscribe(ElementOptions<E> options, Subscriber<T> subscriber) {
    SubscriptionOptions<E, Boolean> entries = options.ofEntries(MapEntry::key);
    var items = new Items<>(told(entries.events()), entries.select(), LocalSet::event);
    Collection<E> copy = options.known();
    return new LogSubscription<E, Boolean, E>(
            watcher,
            MapFeed.ofSet(map, ownEvents.feed(map, options.events()), shared.of(subscriber)),
            items,
            entries,
            subscriber,
            filter -> entry -> filter.test(entry.key()))
        .knowing(copy == null ? null : revision -> Difference.ofSet(copy, revision))
        .start();
  }

  /**
   * A set has no updates, though its map has some: a group may remove an element and add it again.
   * What is not told must not count as the last change of a commit.
   */
  private static Set<EventKind> told(Set<EventKind> wanted) {
    var told = new HashSet<>(wanted);
    told.remove(EventKind.UPDATED);
    return told;
  }

  StoreMap<E, Boolean> stored() {
    return map;
  }

  E fit(E element) {
    return elements.fit(element);
  }

  /** Whether an element that was fitted can be there. */
  boolean canHave(E fitted) {
    return elements.isStorableKey(fitted);
  }

  @Override
  public AsyncSet<E> async() {
    return lanes.of(this);
  }

  @Override
  public long publish(Object event) {
    return ownEvents.publish(map, event);
  }

  /** The event of a set behind that of the map without values; null for none. */
  private static <E> @Nullable SetEvent<E> event(MapEvent<E, Boolean> event) {
    return switch (event) {
      case MapEvent.Existing<E, Boolean> e -> new SetEvent.Existing<>(e.key(), e.revision());
      case MapEvent.Inserted<E, Boolean> i ->
          new SetEvent.Inserted<>(i.key(), i.revision(), i.timeNanos(), i.commit(), i.changes());
      case MapEvent.Removed<E, Boolean> r ->
          new SetEvent.Removed<>(r.key(), r.revision(), r.timeNanos(), r.commit(), r.changes());
      // A removal and an insertion together: the element is there as it was.
      case MapEvent.Updated<E, Boolean> _ -> null;
    };
  }
}
