package io.vitrine.collections;

import io.vitrine.store.MapDroppedException;
import io.vitrine.store.RetentionException;
import io.vitrine.store.Snapshot;
import io.vitrine.store.Store;
import io.vitrine.store.Turn;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A subscription that reads the change log at a place of its own. The handle is safe for any number
 * of threads; all else happens on the subscription's virtual thread.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 * @param <E> what the filter of the handle sees
 */
final class LogSubscription<K, V, E> implements Subscription<E> {
  /* The thread has a place in the log (the follower's), events that it read there and has not
   * told yet, and a filter. It reads, tells as much as is asked for, and waits. Whoever wants
   * something of it (demand, another filter, the end) leaves a note in a field and raises the
   * signal.
   *
   * A change of the filter needs the entries as they were at the place: a snapshot is taken, the
   * changes up to its revision are told by the old filter, then the difference of the two
   * filters on the snapshot's entries, and the reading goes on behind the snapshot by the new
   * filter.
   *
   * While it waits for the log, who made a change may borrow its turn to tell without waiting.
   *
   * Invariants:
   *   bookmark never decreases, and all that the subscriber wants up to it has been told
   *   no call to the subscriber comes after the one that `finish` makes
   */

  /** How long a quiet subscription goes untold of how far it has come. */
  static final long PROGRESS_NANOS = 1_000_000_000L;

  /** How soon to look again at what cannot be read yet, or, for safety, at a turn that is lent. */
  private static final long SOON_NANOS = 1_000_000L;

  /** How often it is asked whether the log has left who asks for nothing. */
  private static final long LAG_NANOS = 50_000_000L;

  private static final long FOREVER_NANOS = 3_600_000_000_000L;

  /** How many changes whoever has made one reads at the most. */
  private static final int LENT_CHANGES = 16;

  /** How many joined events are told before more are read and joined. */
  private static final int CONFLATED_EVENTS = 16;

  private final LogWatcher watcher;
  private final Store store;
  private final Feed<K, V> feed;
  private final Items<K, V> items;
  private final Overflow overflow;
  private final Subscriber<Object> subscriber;
  private final Function<Filter<? super E>, Filter<? super MapEntry<K, V>>> toEntryFilter;
  private @Nullable LongFunction<Comparison<K, V>> known;
  private final Thread thread;
  private final SearchTurn search = new SearchTurn();
  private final Demand demand;
  private final Signal signal = new Signal();
  private final Follower<K, V> follower;

  /** The reason or the failure that ends the subscription. */
  private final AtomicReference<@Nullable Object> ending = new AtomicReference<>();

  private final FilterRequests<MapEntry<K, V>> filters;

  /** Number of the request for a filter that the subscriber was last told the answer of. */
  private long toldRequest;

  private volatile boolean watchesLog;
  private volatile long bookmark;

  /** Whether a part has been told of what leads from the bookmark to another place. */
  private volatile boolean amid;

  private volatile long readRevision;
  private volatile boolean done;

  /** Who reads and tells: all that is not volatile belongs to him. */
  private final LentTurn turn = new LentTurn();

  /** Whether the thread wakes by itself in time to tell of progress. */
  private boolean wakesForProgress;

  private Start start = Start.AT_PLACE;
  private final LagWatch lag;
  private long announcedRevision;
  private long announcedNanos = System.nanoTime();
  private @Nullable Snapshot<K, V> first; // where own events are told, which are in no state

  /** How the telling begins. */
  private enum Start {
    BOOTSTRAP,
    RESYNC,
    AT_PLACE
  }

  /**
   * Creates a subscription; {@link #start} makes it run.
   *
   * @param watcher wakes it
   * @param feed entries
   * @param items makes what the subscriber gets
   * @param options everything else that the subscriber wants
   * @param subscriber is told
   * @param toEntryFilter makes a filter of entries of one that the handle takes
   * @throws IllegalArgumentException if the options ask for what cannot be
   */
  @SuppressWarnings("unchecked")
  LogSubscription(
      LogWatcher watcher,
      Feed<K, V> feed,
      Items<K, V> items,
      SubscriptionOptions<K, V> options,
      Subscriber<?> subscriber,
      Function<Filter<? super E>, Filter<? super MapEntry<K, V>>> toEntryFilter) {
    this.watcher = watcher;
    this.store = watcher.store();
    this.feed = feed;
    this.items = items;
    this.overflow = options.overflow();
    // The items are of the type that the subscriber's options make them.
    this.subscriber = new Undisturbed<>((Subscriber<Object>) subscriber);
    this.toEntryFilter = toEntryFilter;
    this.demand = new Demand(options.request());
    this.follower = new Follower<>(feed, items, overflow == Overflow.LATEST);
    this.lag = new LagWatch(overflow == Overflow.DISCONNECT, store, feed, follower);
    Filter<? super MapEntry<K, V>> wanted = options.filter();
    this.filters = new FilterRequests<>(wanted == null ? Follower.ALL : wanted);
    this.thread = Turn.thread("vitrine-subscription-" + feed.path(), this::run);
    takePlace(options);
    amid = start != Start.AT_PLACE;
  }

  /**
   * Says that the subscriber has a copy: it is told the difference to it where it missed something.
   *
   * @param comparison compares the copy with the state at a revision; null for no copy
   */
  LogSubscription<K, V, E> knowing(@Nullable LongFunction<Comparison<K, V>> comparison) {
    known = comparison;
    return this;
  }

  /** Fixes the place to begin at while the caller waits, so that no later change is missed. */
  private void takePlace(SubscriptionOptions<K, V> options) {
    Bookmark from = options.from();
    if (from == null && options.bootstrap()) {
      start = Start.BOOTSTRAP;
      first = Items.tellsOwn(options.events()) ? feed.snapshot() : null;
      return;
    }
    if (from != null && from.epoch() != 0 && from.epoch() != watcher.epoch) {
      start = Start.RESYNC;
      return;
    }
    if (from != null && from.revision() < 0) {
      throw new IllegalArgumentException(
          "revision " + from.revision() + " is none; use one that an event or a description told");
    }
    try {
      if (from == null) {
        Snapshot<K, V> snapshot = feed.snapshot();
        bookmark = snapshot.revision();
        follower.moveTo(snapshot.tailer());
        lag.measure();
      } else {
        bookmark = from.revision();
        follower.resumeAt(store.tailer(bookmark));
      }
      announcedRevision = bookmark;
    } catch (RetentionException _) {
      start = Start.RESYNC;
    }
  }

  LogSubscription<K, V, E> start() {
    watcher.add(this);
    thread.start();
    return this;
  }

  @Override
  public void request(long n) {
    if (n > 0) {
      demand.add(n);
      signal.raise();
    } else {
      // The words are those that the rules of reactive streams propose.
      end(
          new IllegalArgumentException(
              "request is " + n + ", a non-positive subscription request; expected 1 or more"));
    }
  }

  @Override
  public void cancel() {
    end("By request");
  }

  /** Ends the subscription with a reason, or with a failure. */
  void end(Object reasonOrFailure) {
    ending.compareAndSet(null, reasonOrFailure);
    signal.raise();
  }

  @Override
  public void setFilter(Filter<? super E> wanted) {
    filters.ask(toEntryFilter.apply(Objects.requireNonNull(wanted, "filter")));
    signal.raise();
  }

  @Override
  public Bookmark bookmark() {
    return new Bookmark(amid ? Bookmark.NO_EPOCH : watcher.epoch, bookmark);
  }

  @Override
  public boolean isDone() {
    return done;
  }

  /** The log may have grown to a revision; answers whether the subscription looks now. */
  boolean onLogMoved(long revision) {
    boolean looks = isBehind(revision);
    if (looks) {
      signal.raise();
    }
    return looks;
  }

  /**
   * The same for one that {@link #sharesPages}: it is told on the calling thread what others are,
   * too, where its own has only to wait for the log, and until a time of {@link System#nanoTime}.
   */
  boolean onLogMovedHere(long revision, long deadline) {
    boolean looks = isBehind(revision);
    if (looks && !lend(() -> tellPagesHere(revision, deadline))) {
      signal.raise();
    }
    return looks;
  }

  /** Whether the caller tells it at this moment, on its behalf. */
  boolean isToldByCaller() {
    return turn.isLentToCaller();
  }

  /** Whether it may be told what others are told by whoever tells them. */
  boolean sharesPages() {
    return overflow == Overflow.EVERY && follower.sharesPages();
  }

  /** Whether it waits for the log and has not read it up to a revision. */
  boolean isBehind(long revision) {
    return watchesLog && readRevision < revision;
  }

  /** Whether it does not wait for the log: it reads, or nothing is asked for. */
  boolean isBusy() {
    return !watchesLog;
  }

  @Override
  public void look(boolean here) {
    if (!watchesLog) {
      return; // its thread looks before it waits, or nothing is asked for
    }
    if (!here || overflow != Overflow.EVERY || !lend(this::lookHere)) {
      signal.raise();
    }
  }

  private boolean lend(BooleanSupplier use) {
    return turn.lend(use, failure -> ending.compareAndSet(null, failure));
  }

  /** Reads and tells pages up to a revision; answers whether the thread may go on waiting. */
  private boolean tellPagesHere(long revision, long deadline) {
    while (follower.revision() < revision) {
      if (ending.get() != null
          || filters.isOpen()
          || !follower.fitsPages(filters.filter())
          || !subscriber.isReady()
          || System.nanoTime() - deadline > 0) {
        return false;
      }
      boolean moved = follower.fill(filters.filter(), Long.MAX_VALUE);
      readRevision = follower.revision();
      if (!moved || follower.replaced() || follower.ended()) {
        return false;
      }
      boolean _ = tellHeld(false, true);
      if (!follower.isEmpty()) {
        return false;
      }
      bookmark = follower.revision();
    }
    return bookmark <= announcedRevision || wakesForProgress;
  }

  /** Reads and tells a little; answers whether the thread may go on waiting. */
  private boolean lookHere() {
    if (ending.get() != null || filters.isOpen() || !follower.isEmpty()) {
      return false;
    }
    boolean _ = follower.fill(filters.filter(), Long.MAX_VALUE, LENT_CHANGES);
    readRevision = follower.revision();
    boolean _ = !follower.replaced() && tellHeld(false, false);
    if (!follower.isEmpty() || follower.ended() || follower.replaced()) {
      return false;
    }
    bookmark = follower.revision();
    return store.revision() == bookmark && (bookmark <= announcedRevision || wakesForProgress);
  }

  /** How far the log has been read, told or not; for tests. */
  long readRevision() {
    return readRevision;
  }

  /** How far the log goes; for tests. */
  long head() {
    return store.revision();
  }

  /** The thread that tells the subscriber. */
  Thread thread() {
    return thread;
  }

  private void run() {
    try {
      if (start != Start.AT_PLACE) {
        tellState(start == Start.RESYNC);
      }
      while (true) {
        step();
      }
    } catch (EndedException _) {
      // Why is in `ending`.
    } catch (Throwable failure) {
      ending.compareAndSet(null, failure instanceof MapDroppedException ? "Dropped" : failure);
    } finally {
      watcher.remove(this);
      finish();
    }
  }

  private void finish() {
    done = true;
    if (ending.get() instanceof Throwable failure) {
      subscriber.onError(failure);
    } else {
      subscriber.onCancelled(String.valueOf(ending.get()));
    }
  }

  private void checkOpen() {
    if (ending.get() != null) {
      throw new EndedException();
    }
  }

  private void step() {
    checkOpen();
    checkLag();
    try {
      if (follower.replaced()) {
        tellState(true);
        return;
      }
      boolean switching = filters.isOpen();
      if (switching && follower.isEmpty()) {
        switchFilter();
        return;
      }
      subscriber.awaitReady(); // what is read is held until it has been told
      long head = store.revision();
      boolean moved =
          !switching
              && follower.hasRoom()
              && !follower.ended()
              && follower.fill(filters.filter(), Long.MAX_VALUE);
      readRevision = follower.revision();
      if (follower.replaced()) {
        return; // the bookmark stays before the drop until the present state is told
      }
      boolean told = tellHeld(true, false);
      search.take(moved && !told);
      if (follower.isEmpty() && follower.ended()) {
        end("Dropped"); // the bookmark stays before it: who resumes on another one is told so
      } else if (follower.isEmpty()) {
        bookmark = follower.revision();
      }
      tellProgress();
      if (!moved && !told) {
        idle(head);
      }
    } catch (RetentionException e) {
      endIfDisconnecting(e);
      tellState(true);
    }
  }

  /** Tells what is held as far as it is asked for: of pages all, or none. */
  private boolean tellHeld(boolean waits, boolean pagesOnly) {
    if (follower.isEmpty()) {
      return false;
    }
    boolean told;
    subscriber.onBurst(waits);
    try {
      boolean pages = tellPages(waits);
      told = (!pagesOnly && tellBurst(waits)) || pages;
    } finally {
      subscriber.onBurstEnd();
    }
    if (told) {
      announcedNanos = System.nanoTime(); // once for all: to ask the clock is dear beside an event
    }
    return told;
  }

  private boolean tellBurst(boolean waits) {
    boolean conflates = overflow == Overflow.LATEST;
    int left = conflates ? CONFLATED_EVENTS : Integer.MAX_VALUE;
    boolean told = false;
    // To look at what is joined keeps it from being joined with more, so only to tell it.
    while (!follower.isEmpty() && left-- > 0 && (demand.isOpen() || !conflates)) {
      if ((!demand.isOpen() && needsDemand()) || (!waits && !subscriber.isReady())) {
        break;
      }
      checkOpen();
      tellNext();
      told = true;
    }
    return told;
  }

  /** Tells pages as a whole, as far as the subscriber takes them so. */
  private boolean tellPages(boolean waits) {
    boolean told = false;
    for (EventPage<K, V> page = follower.peekPage(); page != null; page = follower.peekPage()) {
      checkOpen();
      if (!waits && told && !subscriber.isReady()) {
        return true;
      }
      if (!demand.isOpen(page.size()) || !subscriber.onShared(page.items(items.fromEvent()))) {
        return told;
      }
      demand.take(page.size());
      announcedRevision = page.lastRevision();
      bookmark = page.lastRevision();
      follower.removePage();
      told = true;
    }
    return told;
  }

  private boolean needsDemand() {
    return follower.peekEvent() != null || items.wanted(follower.peek());
  }

  /** Tells what is held first, which there must be and which is asked for. */
  private void tellNext() {
    CollectionEvent own = follower.peekEvent();
    if (own != null) {
      demand.take();
      announcedRevision = own.revision();
      subscriber.onEvent(own);
      follower.removeEvent();
      bookmark = own.revision();
      return;
    }
    MapEvent<K, V> event = follower.peek();
    tell(event);
    follower.remove();
    bookmark = event.revision();
  }

  private void tell(MapEvent<K, V> event) {
    Object item = items.wanted(event) ? items.item(event, feed.shared()) : null;
    if (item != null) {
      demand.take();
      announcedRevision = event.revision();
      subscriber.onNext(item, event.revision());
    }
  }

  /** Tells an event once it is asked for. */
  private void tellWhenAsked(MapEvent<K, V> event) {
    awaitDemand(items.wanted(event));
    tell(event);
  }

  private void awaitDemand(boolean wanted) {
    checkOpen();
    while (wanted && !demand.isOpen()) {
      watchesLog = lag.isOn();
      signal.await(lag.isOn() ? LAG_NANOS : FOREVER_NANOS);
      watchesLog = false;
      checkOpen();
      checkLag();
    }
  }

  private void announced(long revision) {
    announcedRevision = revision;
    announcedNanos = System.nanoTime();
  }

  private void tellProgress() {
    long revision = bookmark;
    if (revision > announcedRevision && System.nanoTime() - announcedNanos >= PROGRESS_NANOS) {
      announced(revision);
      subscriber.onProgress(revision);
    }
  }

  /**
   * Waits for whatever there may be to do.
   *
   * @param head revision of the store before the log was read in vain
   */
  private void idle(long head) {
    boolean idle = follower.isEmpty();
    boolean needsLog = (follower.hasRoom() && !follower.ended()) || lag.isOn();
    long nanos = lag.isOn() && !idle ? LAG_NANOS : FOREVER_NANOS;
    wakesForProgress = bookmark > announcedRevision;
    if (wakesForProgress) {
      nanos = Math.min(nanos, Math.max(0, announcedNanos + PROGRESS_NANOS - System.nanoTime()));
    }
    if (idle && follower.revision() < head) {
      nanos = Math.min(nanos, SOON_NANOS);
    }
    turn.free();
    try {
      watchesLog = needsLog;
      // Whatever came before the line above was not signalled.
      if (!needsLog || store.revision() == head) {
        signal.await(nanos);
      }
    } finally {
      watchesLog = false;
      turn.take();
    }
  }

  /** Tells the present state; {@code missed} says whether changes were missed before. */
  private void tellState(boolean missed) {
    boolean resync = missed;
    amid = true;
    while (true) {
      try {
        Snapshot<K, V> snapshot = first == null ? feed.snapshot() : first;
        first = null;
        filters.enforce(filters.wanted());
        Filter<? super MapEntry<K, V>> filter = filters.filter();
        follower.moveTo(snapshot.tailer());
        lag.measure();
        long revision = snapshot.revision();
        if (resync) {
          announced(revision);
          subscriber.onResync(revision);
        }
        if (resync && known != null) {
          tellDifference(snapshot, known.apply(revision));
        } else {
          eachEntry(
              snapshot,
              (key, value) -> {
                if (filter.test(new MapEntry<>(key, value))) {
                  tellWhenAsked(new MapEvent.Existing<>(key, value, revision));
                }
              });
        }
        checkOpen();
        arriveAt(revision);
        announced(revision);
        subscriber.onBootstrapped(revision);
        tellFiltered(revision);
        return;
      } catch (RetentionException e) {
        endIfDisconnecting(e);
        resync = true;
      }
    }
  }

  /** All has been told that leads to a place. */
  private void arriveAt(long revision) {
    bookmark = revision; // first: of no epoch it is a resync, as it ought to be
    amid = false;
  }

  private void tellFiltered(long revision) {
    if (toldRequest != filters.inForce().number()) {
      toldRequest = filters.inForce().number();
      subscriber.onFiltered(revision);
    }
  }

  /** Tells what makes the subscriber's copy show a snapshot. */
  private void tellDifference(Snapshot<K, V> snapshot, Comparison<K, V> difference) {
    eachEntry(
        snapshot,
        (key, value) -> {
          if (filters.filter().test(new MapEntry<>(key, value))) {
            MapEvent<K, V> event = difference.present(key, value);
            if (event != null) {
              tellWhenAsked(event);
            }
          }
        });
    difference.gone().forEach(this::tellWhenAsked);
  }

  private void eachEntry(Snapshot<K, V> snapshot, BiConsumer<K, V> action) {
    SnapshotEntries.each(
        snapshot,
        () -> {
          checkOpen();
          subscriber.awaitReady(); // what is read is held until it has been told
        },
        action);
  }

  private void switchFilter() {
    Filter<? super MapEntry<K, V>> before = filters.filter();
    FilterRequests.Request<MapEntry<K, V>> request = filters.wanted();
    if (filters.isSame(request)) {
      filters.enforce(request);
      tellFiltered(bookmark);
      return;
    }
    Snapshot<K, V> snapshot = feed.snapshotUnlessDropped();
    if (snapshot == null) {
      filters.leave(request);
      return;
    }
    long revision = snapshot.revision();
    while (follower.revision() < revision && follower.fill(before, revision)) {
      if (follower.replaced()) {
        return;
      }
      while (!follower.isEmpty()) {
        awaitDemand(needsDemand());
        tellNext();
      }
    }
    var mixed = new SwitchedFilter<>(before, request.filter(), !(feed instanceof ListFeed));
    amid = true;
    try {
      eachEntry(snapshot, (key, value) -> mixed.tell(key, value, revision, this::tellWhenAsked));
    } catch (MapDroppedException e) {
      if (!mixed.isKnown() || !feed.isDropped()) { // or the subscriber met it
        throw e;
      }
      filters.enforce(new FilterRequests.Request<>(mixed, request.number()));
      follower.moveTo(snapshot.tailer()); // it may have read one change that came later
      return; // the log tells what was changed before the drop
    }
    filters.enforce(request);
    follower.moveTo(snapshot.tailer());
    lag.measure();
    arriveAt(revision);
    announcedNanos = System.nanoTime();
    tellFiltered(revision);
  }

  private void endIfDisconnecting(RetentionException e) {
    if (overflow == Overflow.DISCONNECT) {
      end("Too slow: " + e.getMessage());
      checkOpen();
    }
  }

  private void checkLag() {
    try {
      if (lag.isExceeded()) {
        end("Too slow: more than " + LagGauge.CHANGES_MAX + " changes behind");
        checkOpen();
      }
    } catch (RetentionException e) {
      endIfDisconnecting(e); // the log has moved on over the place
    }
  }
}
