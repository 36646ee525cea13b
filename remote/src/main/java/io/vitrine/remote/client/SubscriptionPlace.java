package io.vitrine.remote.client;

import io.vitrine.collections.Bookmark;
import io.vitrine.remote.wire.Event;
import java.util.Map;

/**
 * Where a subscription is: up to where all has been told, and of which log. Moved by whoever tells
 * the subscriber, one thread at a time; asked by any.
 *
 * <p>What the server says of another log is told when that one's state has been. Until then, and
 * while a filter is being changed, there is no place to go on from.
 */
final class SubscriptionPlace {
  private volatile long revision;

  /** Set behind the revision. */
  private volatile long epoch;

  /** Whether a part has been told of what leads to another place. */
  private volatile boolean amid;

  /**
   * Creates a place.
   *
   * @param amid whether the present state is told first
   */
  SubscriptionPlace(long epoch, long revision, boolean amid) {
    this.revision = revision;
    this.epoch = epoch;
    this.amid = amid;
  }

  /** Where the store is now, so that a subscription that begins here loses nothing after it. */
  static Bookmark present(Link link, String path) {
    if (link.ask("/", "describe", path, true) instanceof Map<?, ?> described
        && described.get("epoch") instanceof Long epoch
        && described.get("revision") instanceof Long revision) {
      link.epoch(epoch);
      return new Bookmark(epoch, revision);
    }
    return new Bookmark(link.epoch(), 0);
  }

  Bookmark bookmark() {
    if (amid) {
      return new Bookmark(Bookmark.NO_EPOCH, revision);
    }
    long of;
    long upTo;
    do { // An old epoch with a new revision is a resync, as it ought to be; the reverse would lose.
      of = epoch;
      upTo = revision;
    } while (of != epoch);
    return new Bookmark(of, upTo);
  }

  /** From now on, what is told leads to another place, which it comes to at its end. */
  void leave() {
    amid = true;
  }

  /** All has been told that leads to the place at hand. */
  void arrive() {
    amid = false;
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
