package io.vitrine.collections;

import io.vitrine.store.RetentionException;
import io.vitrine.store.Tailer;

/**
 * Counts how many changes a subscription is behind, by reading ahead of it. For one thread.
 *
 * <p>Revisions are places in the log and not numbers of changes, so the changes have to be counted.
 */
final class LagGauge {
  /** How many changes a subscription may be behind. */
  static final long CHANGES_MAX = 100_000;

  private final Feed<?, ?> feed;
  private final Tailer scout;
  private long changesSeen;

  /**
   * Creates a gauge.
   *
   * @param feed what is counted
   * @param scout reads from where the subscription reads
   * @param changesRead what the subscription has read before
   */
  LagGauge(Feed<?, ?> feed, Tailer scout, long changesRead) {
    this.feed = feed;
    this.scout = scout;
    this.changesSeen = changesRead;
  }

  /**
   * Whether a subscription is too far behind.
   *
   * @param changesRead how many changes it has read
   * @throws RetentionException if the log has moved on over what is to be counted
   */
  boolean exceeded(long changesRead) {
    int read = 1;
    while (read > 0 && changesSeen - changesRead <= CHANGES_MAX) {
      read =
          scout.poll(
              change -> {
                changesSeen += feed.concerns(change) ? 1 : 0;
                return changesSeen - changesRead <= CHANGES_MAX;
              },
              Integer.MAX_VALUE);
    }
    return changesSeen - changesRead > CHANGES_MAX;
  }
}
