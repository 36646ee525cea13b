package io.vitrine.remote.client;

import io.vitrine.collections.Bookmark;
import io.vitrine.remote.wire.Event;

/**
 * Where a subscription is: up to where all has been told, and of which log. Moved by whoever tells
 * the subscriber, one thread at a time; asked by any.
 *
 * <p>What the server says of another log is told when that one's state has been, and until then
 * this is the place in the former one.
 */
final class SubscriptionPlace {
  private volatile long revision;

  /** Set behind the revision. */
  private volatile long epoch;

  SubscriptionPlace(long epoch, long revision) {
    this.revision = revision;
    this.epoch = epoch;
  }

  Bookmark bookmark() {
    long of;
    long upTo;
    do { // An old epoch with a new revision is a resync, as it ought to be; the reverse would lose.
      of = epoch;
      upTo = revision;
    } while (of != epoch);
    return new Bookmark(of, upTo);
  }

  long revision() {
    return revision;
  }

  /** All up to a revision of the same log has been told. */
  void move(long told) {
    revision = told;
  }

  /** The present state has been told, of the log that its end names. */
  void moveToStateOf(Event end, long told) {
    revision = told;
    long named = Source.epochOf(end.argument());
    epoch = named != 0 ? named : epoch;
  }
}
