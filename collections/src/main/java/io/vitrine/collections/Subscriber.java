package io.vitrine.collections;

import java.util.List;

/**
 * Receives what a subscription delivers. The calls for one subscription come one after the other,
 * on a thread of the subscription's own: a slow subscriber delays nobody but itself.
 *
 * @param <T> type of the items: an event, or what the subscription's mapping makes of an entry
 */
@FunctionalInterface
public interface Subscriber<T> {
  /**
   * Takes one item; comes at most as often as was requested.
   *
   * @param item the item
   * @param revision revision of the change it tells of
   */
  void onNext(T item, long revision);

  /**
   * Whether this subscriber changes none of the items that it is given, nor what they hold: then it
   * may be given the very objects that others like it are given, which saves to make them anew.
   *
   * @return false where items have to be its own; always the same
   */
  default boolean sharesItems() {
    return false;
  }

  /**
   * Takes several items at once, in place of one {@link #onNext} for each. Asked only of who {@link
   * #sharesItems}, between {@link #onBurst} and {@link #onBurstEnd}, and only where so many were
   * requested. It may come on another thread than all other calls, though never beside them, and
   * must not wait then.
   *
   * @param items the items in order, at least one, as {@link #onNext} takes them; the very list
   *     that others like it are given, so that what one makes of it may serve all
   * @return false to be told them one by one
   */
  default boolean onShared(List<? extends T> items) {
    return false;
  }

  /**
   * Several items may follow at once, without a wait for demand among them. Whoever writes them
   * somewhere may gather them until {@link #onBurstEnd}, which comes in any case.
   *
   * @param waits whether the subscriber may take its time: not where {@link Subscription#look} or
   *     whoever tells others the same ({@link #onShared}) tells on the thread of somebody else,
   *     from here to {@link #onBurstEnd}
   */
  default void onBurst(boolean waits) {}

  /**
   * Whether the next item can be taken without waiting; asked where the subscriber may not wait.
   *
   * @return false to be told on the subscription's own thread
   */
  default boolean isReady() {
    return true;
  }

  /**
   * Waits until items can be told without waiting; asked before any are read, since what is read is
   * held until it has been told.
   */
  default void awaitReady() {}

  /** The items that {@link #onBurst} announced were told, or the telling has failed. */
  default void onBurstEnd() {}

  /**
   * Takes something that happened to the collection as a whole, in order with the items and counted
   * as one; comes only if the options ask for it.
   *
   * @param event what happened
   */
  default void onEvent(CollectionEvent event) {}

  /**
   * The present state has been told; what follows are changes after it.
   *
   * @param revision revision of the state
   */
  default void onBootstrapped(long revision) {}

  /**
   * Changes were missed that are no longer retained, or the revision was of another epoch. What
   * follows is the state at this revision: the present entries as {@link MapEvent.Existing}, then
   * {@link #onBootstrapped}; what was not among them is gone. To a subscriber whose copy is {@link
   * SubscriptionOptions#withKnown known} the difference is told instead: its entries as inserted,
   * updated and removed, all of this revision and of time 0.
   *
   * @param revision revision of the state that follows
   */
  default void onResync(long revision) {}

  /**
   * What {@link Subscription#setFilter} asked for last is in force: what it changes has been told,
   * as of a revision, and all that follows is seen through it.
   *
   * @param revision the revision
   */
  default void onFiltered(long revision) {}

  /**
   * Everything up to here has been seen; comes now and then on a quiet subscription.
   *
   * @param revision a revision
   */
  default void onProgress(long revision) {}

  /**
   * The last call: the subscription is over.
   *
   * @param reason for example {@code By request}
   */
  default void onCancelled(String reason) {}

  /**
   * The last call: the subscription failed, or the subscriber threw this itself.
   *
   * @param failure what went wrong
   */
  default void onError(Throwable failure) {}
}
