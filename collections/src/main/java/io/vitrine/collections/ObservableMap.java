package io.vitrine.collections;

import java.time.Duration;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A map that anyone may watch and visit: the same interface in this process, across JVMs and from
 * far. Safe for any number of threads.
 *
 * <p>All rules of {@link ConcurrentMap} hold; null keys and values are refused. Iterators are
 * weakly consistent: an entry that is there during the whole iteration is met exactly once.
 *
 * <p>A key or value of another type than the map's is refused with an {@link
 * IllegalArgumentException}, and so are options of a subscription that cannot be, as a negative
 * demand or a place that is none; what each catalogue throws besides tells {@link Vitrine}. In a
 * map that lies in its table ({@link MapSpec#compact}) no entry has a time to live: to set one is
 * an {@link UnsupportedOperationException}.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public interface ObservableMap<K, V>
    extends ConcurrentMap<K, V>, KeyedResources<K, V>, Queryable<MapEntry<K, V>> {
  /**
   * Where the map lives in its catalogue.
   *
   * @return for example {@code /maps/prices}
   */
  String path();

  /**
   * Watches the map.
   *
   * @param options what is wanted; without a mapping the items are {@link MapEvent}s
   * @param subscriber receives the items
   * @param <T> type of the items
   * @return the handle
   */
  <T> Subscription<MapEntry<K, V>> subscribe(
      SubscriptionOptions<K, V> options, Subscriber<T> subscriber);

  /**
   * Has somebody told of every change from now on. Calls come one after the other on a thread of
   * the subscription's own. A listener that is so slow that the log moves on over its place is told
   * the present entries instead, as {@link MapEvent.Existing}; one that throws is told no more, and
   * what it threw goes to {@link Thread#getUncaughtExceptionHandler}.
   *
   * @param listener is told
   * @return the handle: {@code cancel} removes the listener
   */
  default Subscription<MapEntry<K, V>> addListener(Consumer<? super MapEvent<K, V>> listener) {
    return subscribe(
        SubscriptionOptions.<K, V>all().withoutBootstrap(),
        new Listening<MapEvent<K, V>>(listener));
  }

  /**
   * The same as a publisher of reactive streams, each of whose subscribers begins anew by the
   * options. The stream completes when the collection is dropped or the catalogue closed.
   *
   * <p>Where a {@link Subscriber#onResync} would come, it ends with an {@link
   * IllegalStateException} instead, unless the subscriber's copy is known: changes were missed, and
   * only who subscribes anew, with nothing, has the right copy. So from far, with {@link
   * Overflow#LATEST}, a filter that does not travel takes no place to go on from: behind one there
   * would always be a resync.
   *
   * @param options what is wanted; the demand is the subscriber's
   * @param <T> type of the items
   * @return a publisher
   * @throws IllegalArgumentException if the options ask for other events than changes, or for a
   *     place where there is none
   */
  default <T> Flow.Publisher<T> asPublisher(SubscriptionOptions<K, V> options) {
    return new EventPublisher<T>(
        options.events(),
        options.known() != null,
        subscriber -> subscribe(options.withRequest(0), subscriber));
  }

  /**
   * The same calls in a form that does not wait. Those that one thread makes through this object
   * take effect in their order, also where it asks for the form several times.
   *
   * @return the form
   */
  AsyncMap<K, V> async();

  /**
   * Tells subscribers something of the application's own. It has its place in the one order of the
   * store and a revision, as a change has, and comes to every subscription that asks for it ({@link
   * SubscriptionOptions.EventKind#PUBLISHED}) as {@link CollectionEvent.Published}, whatever its
   * filter. Who resumes before it is told it again; who is told the present state in place of what
   * he missed, after {@link Subscriber#onResync}, is not, as the state holds no events.
   *
   * @param event any value of the data model or of a registered type
   * @return the revision
   * @throws NullPointerException if it is null
   * @throws IllegalArgumentException if it is of a type that is not registered
   */
  long publish(Object event);

  /**
   * Sets a value without asking for the one before: from far it costs no more than the way there.
   *
   * @param key the key
   * @param value the value
   */
  void set(K key, V value);

  /**
   * Sets a value that becomes void after a time: from then on nobody finds it. Subscribers are told
   * of its removal when it is swept, which a serving process does in the background ({@link
   * Vitrine#tidy}). A later change of the value ends the time or sets another.
   *
   * @param key the key
   * @param value the value
   * @param timeToLive how long it is there, more than 0
   * @throws IllegalArgumentException if the time is 0 or less
   * @throws UnsupportedOperationException if the map is that of a server: only a process that has
   *     the store open sets a time to live
   */
  default void set(K key, V value, Duration timeToLive) {
    throw new UnsupportedOperationException(
        path() + " is the map of a server, which takes no time to live; open its store instead");
  }

  /**
   * Looks up several values in one request.
   *
   * @param keys the keys
   * @return the entries that are there
   */
  java.util.Map<K, V> getAll(Iterable<? extends K> keys);

  /**
   * Looks up a value and the revision that set it.
   *
   * @param key the key
   * @return both, or null
   */
  io.vitrine.store.@Nullable Versioned<V> getVersioned(K key);

  /**
   * Sets or removes a value if the entry has not changed since it was read.
   *
   * @param key the key
   * @param revision revision that the entry must have, 0 where there must be no entry
   * @param value the new value, null to remove the entry
   * @return whether the entry was as expected and the change was made
   */
  boolean compareAndSet(K key, long revision, @Nullable V value);
}
