package io.vitrine.remote.wire;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Places for event loops that look for what comes for a while before they sleep: so many may at the
 * same time. A place is free again when its time is over, also where the loop ended meanwhile. Safe
 * for any number of threads.
 */
final class SpinPlaces {
  private static final int NONE = -1;
  private static final long FREE = 0;

  /** Until when each is taken, by the caller's clock. */
  private final AtomicLongArray ends;

  SpinPlaces(int count) {
    this.ends = new AtomicLongArray(count);
  }

  /**
   * Takes a place.
   *
   * @param now by the caller's clock, in nanoseconds
   * @param end until when it is wanted; not {@code FREE}
   * @return its number, or -1 if all are taken
   */
  int take(long now, long end) {
    for (int place = 0; place < ends.length(); place++) {
      long taken = ends.get(place);
      if ((taken == FREE || taken - now <= 0) && ends.compareAndSet(place, taken, end)) {
        return place;
      }
    }
    return NONE;
  }

  /**
   * Gives a place back before its time.
   *
   * @param place as it was taken, -1 for none
   * @param end as it was taken; a place that somebody else has by now stays his
   */
  void giveBack(int place, long end) {
    if (place != NONE) {
      ends.compareAndSet(place, end, FREE);
    }
  }
}
