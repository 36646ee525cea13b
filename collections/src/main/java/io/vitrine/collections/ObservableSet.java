package io.vitrine.collections;

import java.util.Set;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * A set that anyone may watch: the same interface in this process and across JVMs. Safe for any
 * number of threads.
 *
 * <p>All rules of {@link Set} hold; null is refused. Iterators are weakly consistent: an element
 * that is there during the whole iteration is met exactly once. {@link #add} and {@link #remove}
 * are atomic: of several who add the same element at once, one is told that it did.
 *
 * @param <E> type of the elements
 */
public interface ObservableSet<E> extends Set<E>, Queryable<E> {
  /**
   * Where the set lives in its catalogue.
   *
   * @return for example {@code /sets/members}
   */
  String path();

  /**
   * Watches the set.
   *
   * @param options what is wanted; without a mapping the items are {@link SetEvent}s
   * @param subscriber receives the items
   * @param <T> type of the items
   * @return the handle
   */
  <T> Subscription<E> subscribe(ElementOptions<E> options, Subscriber<T> subscriber);

  /**
   * Has somebody told of every change from now on. Calls come one after the other on a thread of
   * the subscription's own. A listener that is so slow that the log moves on over its place is told
   * the present elements instead, as {@link SetEvent.Existing}; one that throws is told no more,
   * and what it threw goes to {@link Thread#getUncaughtExceptionHandler}.
   *
   * @param listener is told
   * @return the handle: {@code cancel} removes the listener
   */
  default Subscription<E> addListener(Consumer<? super SetEvent<E>> listener) {
    return subscribe(
        ElementOptions.<E>all().withoutBootstrap(), new Listening<SetEvent<E>>(listener));
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
  default <T> Flow.Publisher<T> asPublisher(ElementOptions<E> options) {
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
  AsyncSet<E> async();

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
  default long publish(Object event) {
    throw new UnsupportedOperationException(path() + ": publishing is not to be had from here");
  }
}
