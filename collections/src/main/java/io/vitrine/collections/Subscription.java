package io.vitrine.collections;

import java.util.concurrent.Flow;

/**
 * The handle of a running subscription. Safe for any number of threads.
 *
 * @param <E> type of the elements that the filter sees
 */
public interface Subscription<E> extends Flow.Subscription {
  /**
   * Changes the filter. What follows is consistent with it, as seen from what was delivered so far:
   * entries that come into the filter by this call are told as inserted, those that leave it as
   * removed.
   *
   * @param filter the new filter
   */
  void setFilter(Filter<? super E> filter);

  /**
   * How far the subscriber has been told.
   *
   * @return the place to resume from: everything up to it has been delivered; while the present
   *     state is told, or what {@link #setFilter} makes different, one of {@link
   *     Bookmark#NO_EPOCH}, behind which there is a resync
   */
  Bookmark bookmark();

  /**
   * Whether the subscription has come to its end.
   *
   * @return true after the last call to the subscriber has begun
   */
  boolean isDone();

  /**
   * Has the subscription look for changes now. It finds them by itself a little later; who has just
   * made one in this process saves the subscriber that while. For any thread.
   *
   * @param here whether the subscriber may be told on the calling thread, where the subscription's
   *     own thread has nothing to do
   */
  default void look(boolean here) {}
}
