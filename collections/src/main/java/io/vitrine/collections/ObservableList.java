package io.vitrine.collections;

import java.util.List;
import java.util.RandomAccess;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A list that anyone may watch: the same interface in this process and across JVMs. Safe for any
 * number of threads.
 *
 * <p>All rules of {@link List} hold; null is refused. Every call is one atomic change, also those
 * that change many elements. Iterators are weakly consistent: an element that is there during the
 * whole iteration is met exactly once, wherever others insert and remove. A visitor is applied to
 * the element at an index, and its null removes that element.
 *
 * @param <E> type of the elements
 */
public interface ObservableList<E>
    extends List<E>, RandomAccess, Queryable<E>, KeyedResources<Integer, E> {
  /**
   * Where the list lives in its catalogue.
   *
   * @return for example {@code /lists/queue}
   */
  String path();

  /**
   * Watches the list.
   *
   * @param options what is wanted; without a mapping the items are {@link ListEvent}s
   * @param subscriber receives the items
   * @param <T> type of the items
   * @return the handle
   */
  <T> Subscription<E> subscribe(ElementOptions<E> options, Subscriber<T> subscriber);

  @Override
  default <R> Subscription<E> subscribe(
      Filter<? super E> filter, Function<? super E, R> select, Subscriber<R> subscriber) {
    return subscribe(ElementOptions.<E>all().withFilter(filter).withSelect(select), subscriber);
  }

  /**
   * Has somebody told of every change from now on. Calls come one after the other on a thread of
   * the subscription's own. A listener that is so slow that the log moves on over its place is told
   * the present elements instead, as {@link ListEvent.Existing}; one that throws is told no more,
   * and what it threw goes to {@link Thread#getUncaughtExceptionHandler}.
   *
   * @param listener is told
   * @return the handle: {@code cancel} removes the listener
   */
  default Subscription<E> addListener(Consumer<? super ListEvent<E>> listener) {
    return subscribe(
        ElementOptions.<E>all().withoutBootstrap(), new Listening<ListEvent<E>>(listener));
  }

  /**
   * The same as a publisher of reactive streams, each of whose subscribers begins anew by the
   * options. The stream completes when the collection is dropped or the catalogue closed.
   *
   * <p>Where a {@link Subscriber#onResync} would come, it ends with an {@link
   * IllegalStateException} instead, unless the subscriber's copy is known: changes were missed, and
   * only who subscribes anew, with nothing, has the right copy. That is also how a stream of a list
   * with {@link Overflow#LATEST} ends whose subscriber is more than 4,096 events behind.
   *
   * @param options what is wanted; the demand is the subscriber's
   * @param <T> type of the items
   * @return a publisher
   * @throws IllegalArgumentException if the options ask for other events than changes
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
  AsyncList<E> async();

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
