package io.vitrine.collections;

import io.vitrine.store.Change;
import io.vitrine.store.RetentionException;
import io.vitrine.store.Tailer;
import io.vitrine.store.WouldWaitException;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the log for one subscription and holds the events that are to be told next. For one thread.
 *
 * <p>Changes are read some at a time and told afterwards, so that a subscriber that takes its time
 * never does so within a call of the store. What is held is bounded, or joined by key.
 */
final class Follower<K, V> {
  /** The filter that every entry passes: nobody makes an entry for it to look at. */
  static final Filter<Object> ALL = _ -> true;

  /** How many changes are read at a time. */
  private static final int BATCH_CHANGES = 256;

  /** How many bytes of keys and values are read at a time, one change more or less. */
  private static final long BATCH_BYTES = 1 << 20;

  /** How many joined events are held before no more are read. */
  static final int JOINED_MAX = 1 << 16;

  /** How many bytes of keys and values may wait before no more are read, one batch more or less. */
  static final long HELD_BYTES_MAX = 32L << 20;

  /** How many events that cannot be joined may wait before the present state is told instead. */
  static final int SKIPPED_MIN = 1 << 12;

  private final Feed<K, V> feed;
  private final Items<K, V> items;
  private final boolean needOldValues;

  /** Where changes are found that others have read; null where each is read here. */
  private final @Nullable SharedEvents<K, V> shared;

  private final @Nullable Conflation<K, V> conflation;

  /** Whether to give up what waits, where it is much, for a look at the present state. */
  private final boolean skips;

  private final boolean sharesPages;

  private final ArrayDeque<MapEvent<K, V>> batch = new ArrayDeque<>();

  /** What was told of the collection as a whole; in one order with the others by revision. */
  private final ArrayDeque<CollectionEvent> events = new ArrayDeque<>();

  /** About how many bytes the events hold. */
  private long eventBytes;

  /** The same of the batch, of a list: nobody else looks at it. */
  private long heldBytes;

  /** What others have read and is to be told next; nothing else is held with it. */
  private final ArrayDeque<EventPage<K, V>> pages = new ArrayDeque<>();

  private @Nullable Tailer tailer;

  /** The page that ends at the place of this follower; null where its tailer stands there. */
  private @Nullable EventPage<K, V> reached;

  /** Whether all that was read since the last fill began were changes that fit into a page. */
  private boolean fitsPage;

  /** Where to stop reading once a change is there or behind it. */
  private long goodPlace = Long.MAX_VALUE;

  /** What was read for others, too, on its way to {@link #takeShared}. */
  private @Nullable MapEvent<K, V> read;

  private long begin;
  private long changesRead;
  private long batchBytes;
  private boolean ended;

  /** Whether what the subscriber has may be of a collection that was there before. */
  private boolean isBehindBookmark;

  private boolean replaced;

  Follower(Feed<K, V> feed, Items<K, V> items, boolean conflates) {
    this.feed = feed;
    this.items = items;
    this.needOldValues = items.needOldValues() || conflates;
    this.shared = needOldValues ? feed.shared() : null;
    this.conflation = conflates && feed.isJoined() ? new Conflation<>(feed.hasUpdates()) : null;
    this.skips = conflates && !feed.isJoined();
    this.sharesPages = shared != null && !conflates && items.wantAll() && !feed.hasOwn();
  }

  /** Goes on where the subscriber knows the state of all entries, and forgets what was held. */
  void moveTo(Tailer place) {
    moveTo(place, true);
  }

  /**
   * Goes on behind a bookmark. What was joined and not told before it may have begun further ahead,
   * so that the subscriber may have entries as they were even earlier.
   */
  void resumeAt(Tailer place) {
    moveTo(place, false);
  }

  private void moveTo(Tailer place, boolean fromState) {
    tailer = place;
    reached = null;
    pages.clear();
    begin = place.revision();
    isBehindBookmark = !fromState;
    replaced = false;
    batch.clear();
    heldBytes = 0;
    events.clear();
    eventBytes = 0;
    if (conflation != null) {
      conflation.clear(fromState);
    }
  }

  /** Everything up to here has been read. */
  long revision() {
    return reached == null ? place().revision() : reached.end();
  }

  /** Another tailer, which goes on where this follower stands. */
  Tailer tailer() {
    return place().copy();
  }

  private Tailer place() {
    if (reached != null) {
      tailer = reached.tailer();
      reached = null;
    }
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
   * Whether the log told that the bookmark was one of another collection, which had the same path
   * and was dropped since: its entries are gone, and only the present state says so.
   */
  boolean replaced() {
    return replaced;
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
    SharedEvents<K, V> others = shared;
    if (others == null || upTo < Long.MAX_VALUE || !fitsPages(filter)) {
      return fill(filter, upTo, BATCH_CHANGES);
    }
    return takePages(others) || fillPage(others);
  }

  /** Whether it tells what others tell, as long as it has no filter; always the same. */
  boolean sharesPages() {
    return sharesPages;
  }

  /** Whether what comes next by a filter is what others tell, and all of it. */
  @SuppressWarnings("ReferenceEquality")
  boolean fitsPages(Filter<? super MapEntry<K, V>> filter) {
    return filter == ALL && sharesPages() && isEmpty();
  }

  private boolean takePages(SharedEvents<K, V> others) {
    EventPage<K, V> page = others.page(revision());
    boolean any = page != null;
    int events = 0;
    while (page != null && events < BATCH_CHANGES) {
      hold(page);
      reached = page;
      events += page.size();
      changesRead += page.changes();
      page = others.page(page.end());
    }
    return any;
  }

  private void hold(EventPage<K, V> page) {
    if (page.size() > 0) {
      pages.add(page);
    }
  }

  /**
   * Reads on, at best up to where pages begin, and makes a page of that for others where it can be
   * one.
   */
  private boolean fillPage(SharedEvents<K, V> others) {
    long from = revision();
    long countedBefore = changesRead;
    fitsPage = true;
    goodPlace = others.nextPage(from);
    boolean moved;
    try {
      moved = fill(ALL, Long.MAX_VALUE, BATCH_CHANGES);
    } finally {
      goodPlace = Long.MAX_VALUE;
    }
    if (moved && fitsPage && batchBytes <= EventPage.BYTES_MAX) {
      var page =
          new EventPage<>(from, place().copy(), List.copyOf(batch), changesRead - countedBefore);
      others.add(page);
      hold(page);
      batch.clear();
      heldBytes = 0;
    }
    return moved;
  }

  /** Reads like {@link #fill(Filter, long)} so many changes at most, a group counted as one. */
  boolean fill(Filter<? super MapEntry<K, V>> filter, long upTo, int limit) {
    if (skips && (batch.size() > SKIPPED_MIN || heldBytes > HELD_BYTES_MAX)) {
      throw new RetentionException(
          feed.path()
              + ": more than "
              + SKIPPED_MIN
              + " events wait, or many bytes; the present state follows");
    }
    batchBytes = 0;
    Tailer at = place();
    try {
      return at.poll(change -> take(change, filter, upTo), limit) > 0;
    } catch (RetentionException | WouldWaitException e) {
      // Of a group that was not read to its end nothing is told.
      boolean _ = batch.removeIf(event -> event.revision() > at.revision());
      boolean _ = events.removeIf(event -> event.revision() > at.revision());
      throw e;
    }
  }

  private boolean take(Change change, Filter<? super MapEntry<K, V>> filter, long upTo) {
    if (change.revision() > upTo) {
      return false;
    }
    fitsPage &= change.kind().isOfEntry();
    CollectionEvent own = feed.own(change);
    if (own != null) {
      events.add(own);
      eventBytes += bytes(change);
    }
    if (feed.concerns(change)) {
      changesRead++;
      int held = batch.size();
      if (shared != null && bytes(change) <= SharedEvents.BYTES_MAX) {
        takeShared(shared, change, filter);
      } else {
        fitsPage = false;
        feed.transitions(
            change,
            needOldValues,
            (key, before, after, place) -> {
              if (place > begin) { // else told before, of a change of which more is to be told
                take(change, event(change, filter, key, before, after, place));
              }
            });
      }
      batchBytes += bytes(change);
      heldBytes += batch.size() > held ? change.newLength() : 0; // which tells of a list
    } else if (feed.isEnd(change)) {
      ended = true;
      return false;
    } else if (isBehindBookmark && feed.isEndOfFormer(change)) {
      replaced = true;
      return false;
    } else if (own != null) {
      batchBytes += change.newLength();
    }
    if (change.isLast()) {
      endCommit(change.revision());
    }
    return change.revision() < Math.min(upTo, goodPlace) && batchBytes < BATCH_BYTES;
  }

  private static long bytes(Change change) {
    return change.keyLength() + change.oldLength() + change.newLength();
  }

  /** Takes a change that another subscription may have read already, or reads it for them. */
  @SuppressWarnings("ReferenceEquality") // Values that pass the filter are the same objects.
  private void takeShared(
      SharedEvents<K, V> others, Change change, Filter<? super MapEntry<K, V>> filter) {
    MapEvent<K, V> whole = others.find(change.place());
    if (whole == null) {
      feed.transitions(
          change,
          true,
          (key, before, after, place) -> {
            MapEvent<K, V> made = event(change, ALL, key, before, after, place);
            if (made != null) {
              others.add(made);
              read = made;
            }
          });
      whole = read;
      read = null;
    }
    if (whole == null || whole.revision() <= begin) {
      return;
    }
    V before = whole.oldValue();
    V after = whole.value();
    boolean same =
        filter == ALL
            || (passing(filter, whole.key(), before) == before
                && passing(filter, whole.key(), after) == after);
    take(
        change, same ? whole : event(change, filter, whole.key(), before, after, whole.revision()));
  }

  private void take(Change change, @Nullable MapEvent<K, V> event) {
    if (event != null && conflation != null) {
      long before = event.oldValue() == null ? 0 : change.oldLength();
      long after = event.value() == null ? 0 : change.newLength();
      conflation.add(event, change.keyLength(), before, after);
    } else if (event != null && items.wanted(event)) {
      batch.add(event);
    }
  }

  /**
   * The last one that is told of a commit has its revision: nothing of it is left behind. Where a
   * change of an annotation is the last one, that has it: else who resumes behind the change before
   * would miss it.
   */
  private void endCommit(long revision) {
    MapEvent<K, V> last = batch.peekLast();
    if (last == null || last.commit() != revision || last.revision() == revision) {
      return;
    }
    CollectionEvent own = events.peekLast();
    if (own != null && own.revision() > last.revision()) {
      events.removeLast();
      events.add(own.ending(revision));
    } else {
      batch.removeLast();
      batch.add(last.endingCommit());
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
    V after = passing(filter, key, valueAfter);
    V before = passing(filter, key, valueBefore);
    long time = change.timeNanos();
    long commit = change.revision();
    if (after == null) {
      return before == null ? null : new MapEvent.Removed<>(key, before, revision, time, commit, 1);
    }
    return before == null
        ? new MapEvent.Inserted<>(key, after, revision, time, commit, 1)
        : new MapEvent.Updated<>(key, before, after, revision, time, commit, 1);
  }

  /** The value where there is one and the entry passes the filter, else null. */
  @SuppressWarnings("ReferenceEquality")
  private static <K, V> @Nullable V passing(
      Filter<? super MapEntry<K, V>> filter, K key, @Nullable V value) {
    return value == null || filter == ALL || filter.test(new MapEntry<>(key, value)) ? value : null;
  }

  /** Whether nothing is to be told. */
  boolean isEmpty() {
    return events.isEmpty() && hasNoChange();
  }

  private boolean hasNoChange() {
    return conflation == null ? batch.isEmpty() && pages.isEmpty() : conflation.isEmpty();
  }

  /** The page to be told next; null where events are, or nothing. */
  @Nullable EventPage<K, V> peekPage() {
    return batch.isEmpty() ? pages.peek() : null;
  }

  /** Drops the page that {@link #peekPage} showed. */
  void removePage() {
    pages.remove();
  }

  /** Whether more can be joined without taking ever more room. */
  boolean hasRoom() {
    if (conflation == null && !skips) {
      return isEmpty();
    }
    int joined = conflation == null ? 0 : conflation.size();
    long bytes = conflation == null ? 0 : conflation.bytes();
    return joined + events.size() < JOINED_MAX && bytes + eventBytes < HELD_BYTES_MAX;
  }

  /** What is to be told next if it is of the collection as a whole; else null. */
  @Nullable CollectionEvent peekEvent() {
    CollectionEvent first = events.peek();
    return first == null || hasNoChange() || first.revision() < peek().revision() ? first : null;
  }

  /** Drops the event that {@link #peekEvent} showed. */
  void removeEvent() {
    eventBytes -= eventBytes / events.size();
    events.remove();
  }

  /** The change to be told next, where {@link #peekEvent} shows nothing; there must be one. */
  MapEvent<K, V> peek() {
    while (batch.isEmpty() && !pages.isEmpty()) {
      batch.addAll(pages.remove().events());
    }
    return conflation == null ? batch.element() : conflation.peek();
  }

  /** Drops the event that {@link #peek} showed. */
  void remove() {
    if (conflation == null) {
      heldBytes -= heldBytes / batch.size();
      batch.remove();
    } else {
      conflation.remove();
    }
  }
}
