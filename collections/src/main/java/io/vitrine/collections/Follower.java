package io.vitrine.collections;

import io.vitrine.store.Change;
import io.vitrine.store.RetentionException;
import io.vitrine.store.Tailer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Reads the log for one subscription and holds the events that are to be told next. For one thread.
 *
 * <p>Changes are read some at a time and told afterwards, so that a subscriber that takes its time
 * never does so within a call of the store. What is held is bounded, or joined by key.
 */
final class Follower<K, V> {
  /** How many changes are read at a time. */
  private static final int BATCH_CHANGES = 256;

  /** How many bytes of keys and values are read at a time, one change more or less. */
  private static final long BATCH_BYTES = 1 << 20;

  /** How many joined events are held before no more are read. */
  static final int JOINED_MAX = 1 << 16;

  /** How many events that cannot be joined may wait before the present state is told instead. */
  static final int SKIPPED_MIN = 1 << 12;

  private final Feed<K, V> feed;
  private final boolean needOldValues;
  private final @Nullable Conflation<K, V> conflation;

  /** Whether to give up what waits, where it is much, for a look at the present state. */
  private final boolean skips;

  private final ArrayDeque<MapEvent<K, V>> batch = new ArrayDeque<>();
  private @Nullable Tailer tailer;
  private long begin;
  private long changesRead;
  private long batchBytes;
  private boolean ended;

  Follower(Feed<K, V> feed, boolean needOldValues, boolean conflates) {
    this.feed = feed;
    this.needOldValues = needOldValues || conflates;
    this.conflation = conflates && feed.isJoined() ? new Conflation<>() : null;
    this.skips = conflates && !feed.isJoined();
  }

  /** Goes on at another place and forgets what was held. */
  void moveTo(Tailer place) {
    tailer = place;
    begin = place.revision();
    batch.clear();
    if (conflation != null) {
      conflation.clear();
    }
  }

  /** Everything up to here has been read. */
  long revision() {
    return place().revision();
  }

  private Tailer place() {
    if (tailer == null) {
      throw new IllegalStateException("the follower has no place yet");
    }
    return tailer;
  }

  /** How many changes of the feed have been read. */
  long changesRead() {
    return changesRead;
  }

  /** Whether the log told the end of the feed. */
  boolean ended() {
    return ended;
  }

  /**
   * Reads some changes.
   *
   * @param filter entries wanted
   * @param upTo the last revision to read; later changes are left to whoever moves on
   * @return whether there were any
   * @throws RetentionException if so many events wait that the present state is to be told instead
   */
  boolean fill(Filter<? super MapEntry<K, V>> filter, long upTo) {
    if (skips && batch.size() > SKIPPED_MIN) {
      throw new RetentionException(
          feed.path() + ": more than " + SKIPPED_MIN + " events wait; the present state follows");
    }
    batchBytes = 0;
    return place().poll(change -> take(change, filter, upTo), BATCH_CHANGES) > 0;
  }

  private boolean take(Change change, Filter<? super MapEntry<K, V>> filter, long upTo) {
    if (change.revision() > upTo) {
      return false;
    }
    if (feed.concerns(change)) {
      changesRead++;
      feed.transitions(
          change,
          needOldValues,
          (key, before, after, place) -> {
            if (place > begin) { // else told before, of a change of which more is to be told
              take(event(change, filter, key, before, after, place));
            }
          });
      batchBytes += change.keyLength() + change.oldLength() + change.newLength();
    } else if (feed.isEnd(change)) {
      ended = true;
      return false;
    }
    return change.revision() < upTo && batchBytes < BATCH_BYTES;
  }

  private void take(@Nullable MapEvent<K, V> event) {
    if (event != null && conflation != null) {
      conflation.add(event);
    } else if (event != null) {
      batch.add(event);
    }
  }

  /** What a transition is in the eyes of a filter: a value outside of it is none. */
  private static <K, V> @Nullable MapEvent<K, V> event(
      Change change,
      Filter<? super MapEntry<K, V>> filter,
      K key,
      @Nullable V valueBefore,
      @Nullable V valueAfter,
      long revision) {
    V after = valueAfter;
    if (after != null && !filter.test(new MapEntry<>(key, after))) {
      after = null;
    }
    V before = valueBefore;
    if (before != null && !filter.test(new MapEntry<>(key, before))) {
      before = null;
    }
    long time = change.timeNanos();
    if (after == null) {
      return before == null ? null : new MapEvent.Removed<>(key, before, revision, time);
    }
    return before == null
        ? new MapEvent.Inserted<>(key, after, revision, time)
        : new MapEvent.Updated<>(key, before, after, revision, time);
  }

  /** Whether nothing is to be told. */
  boolean isEmpty() {
    return conflation == null ? batch.isEmpty() : conflation.isEmpty();
  }

  /** Whether more can be joined without taking ever more room. */
  boolean hasRoom() {
    return conflation == null ? skips || batch.isEmpty() : conflation.size() < JOINED_MAX;
  }

  /** The event to be told next; there must be one. */
  MapEvent<K, V> peek() {
    return conflation == null ? batch.element() : conflation.peek();
  }

  /** Drops the event that {@link #peek} showed. */
  void remove() {
    if (conflation == null) {
      batch.remove();
    } else {
      conflation.remove();
    }
  }
}
