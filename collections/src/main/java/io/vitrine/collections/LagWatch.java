package io.vitrine.collections;

import io.vitrine.store.RetentionException;
import io.vitrine.store.Store;
import org.jspecify.annotations.Nullable;

/** Finds out whether a subscription is too far behind the log. For one thread at a time. */
final class LagWatch {
  private final boolean on;
  private final Store store;
  private final Feed<?, ?> feed;
  private final Follower<?, ?> follower;
  private @Nullable LagGauge gauge;

  LagWatch(boolean on, Store store, Feed<?, ?> feed, Follower<?, ?> follower) {
    this.on = on;
    this.store = store;
    this.feed = feed;
    this.follower = follower;
  }

  /** Whether it looks at all. */
  boolean isOn() {
    return on;
  }

  /** Counts from where the follower stands. */
  void measure() {
    if (on) {
      gauge = newGauge();
    }
  }

  private LagGauge newGauge() {
    return new LagGauge(feed, follower.tailer(), follower.changesRead());
  }

  /**
   * Whether it is too far behind.
   *
   * @throws RetentionException if the log has moved on over the place of the follower
   */
  boolean isExceeded() {
    if (!on) {
      return false;
    }
    LagGauge counting = gauge;
    // Who asks for nothing reads nothing, and the gauge keeps up with the log.
    if (counting == null || follower.revision() < store.oldestRevision()) {
      counting = newGauge();
      gauge = counting;
    }
    return counting.exceeded(follower.changesRead());
  }
}
