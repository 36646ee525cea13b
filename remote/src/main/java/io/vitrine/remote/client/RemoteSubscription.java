package io.vitrine.remote.client;

import io.vitrine.collections.Bookmark;
import io.vitrine.collections.CollectionEvent;
import io.vitrine.collections.Comparison;
import io.vitrine.collections.ElementOptions;
import io.vitrine.collections.Filter;
import io.vitrine.collections.FilterRequests;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.Overflow;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.SubscriptionOptions.EventKind;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Undisturbed;
import io.vitrine.remote.wire.Event;
import io.vitrine.remote.wire.EventLoops;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A subscription to a collection on a server. The handle is safe for any number of threads; the
 * subscriber is called on the subscription's own virtual thread, or by the event loop that reads
 * what came, where {@link ClientOptions#callbacksInPlace} says so.
 *
 * <p>A filter and a mapping that are registered run at the server; others run here, on everything
 * that the collection tells. To change from the one to the other, or between two filters that run
 * here, a second source begins with the present state at a revision S; the first one is told up to
 * S, then the difference of the two filters on the entries at S, then what follows in the second
 * one. Where changes may come joined, or the first source was in the midst of the present state, S
 * is no place between what it tells: then there is a resync at S, with the state as the new filter
 * sees it.
 */
final class RemoteSubscription<K, V, E> implements Subscription<E> {
  private static final int WINDOW_ITEMS = 512;
  private static final int STEPS_PER_TURN = 256;
  private static final int WINDOW_ITEMS_CONFLATED = 16;
  private static final Filter<Object> ALL = _ -> true;

  private final Link link;
  private final String path;
  private final EventForm<K, V, E> form;
  private final TypeRegistry types;
  private final ElementOptions<E> options;
  private final SubscribeSpec spec;
  private final @Nullable LongFunction<Comparison<K, V>> comparing;
  private final Subscriber<Object> subscriber;
  private final int window;

  /** Whether changes come joined by key. */
  private final boolean joined;

  private final Wake wake;
  private final AtomicLong demand;
  private final AtomicBoolean cancelled = new AtomicBoolean();
  private final FilterRequests<E> filters;
  private final SubscriptionPlace place;
  private volatile boolean done;

  /** Whoever has it tells the subscriber: all that is not volatile belongs to him. */
  private final ReentrantLock turn = new ReentrantLock();

  /** What telling ended with where the message came; of whoever has the turn. */
  private @Nullable Throwable failedInPlace;

  private boolean local;
  private volatile Source source;
  private boolean beginning;

  /** Whether the server has not said yet that the filter it was given is in force. */
  private boolean filterPending;

  /** Whether the subscriber is to be told, once the state has been, that the filter is in force. */
  private boolean filterUntold;

  /** Whether the present state is being told, so that its revision is no place to resume from. */
  private boolean stating;

  private final CommitTail<K, V> tail;
  private long seenRevision;

  /** Compares the subscriber's copy with the state that is being told after a resync. */
  private @Nullable Comparison<K, V> difference;

  @SuppressWarnings("unchecked")
  RemoteSubscription(
      Link link,
      String path,
      EventForm<K, V, E> form,
      SubscribeSpec spec,
      ElementOptions<E> options,
      @Nullable LongFunction<Comparison<K, V>> comparing,
      Subscriber<?> subscriber) {
    this.link = link;
    this.wake = new Wake(link.options().busyPoll() && EventLoops.isSpinningForAll());
    this.path = path;
    this.form = form;
    this.types = spec.types();
    this.spec = spec;
    this.options = options;
    this.comparing = comparing;
    this.subscriber = new Undisturbed<>((Subscriber<Object>) subscriber);
    this.window = options.overflow() == Overflow.EVERY ? WINDOW_ITEMS : WINDOW_ITEMS_CONFLATED;
    this.demand = new AtomicLong(options.request());
    this.joined = options.overflow() == Overflow.LATEST && form.isJoined();
    this.tail = new CommitTail<>(joined);
    this.filters = new FilterRequests<>(options.filter() == null ? ALL : options.filter());
    this.local = !spec.travels();
    boolean anew = options.from() != null && form.isJoined() && spec.siftsJoined();
    Bookmark from = anew ? null : spec.options().from();
    if (from != null) {
      // The server says nothing of a place that it goes on from; of another epoch it is none.
      boolean ofServer = from.epoch() == 0 || from.epoch() == link.epoch();
      seenRevision = ofServer ? from.revision() : 0;
    }
    this.stating = from == null && (anew || options.bootstrap());
    this.beginning = anew;
    Map<String, Object> asked = anew ? spec.ofState() : spec.of(local);
    this.source = new Source(link, path, asked, isJoinedHere(), wake, this::arrived);
    long begin = from == null ? 0 : from.revision();
    this.place = new SubscriptionPlace(source.epoch(), begin, stating);
  }

  /**
   * Whether joined changes are looked at through a filter here: over another connection, or behind
   * a bookmark, they come with old values that were never told, which may not pass although what
   * was told did. So then there is a resync. Of what is selected no old values are told.
   */
  private boolean isJoinedHere() {
    return joined && spec.siftsJoined();
  }

  /**
   * Begins a subscription.
   *
   * @param link the connection
   * @param path what is watched
   * @param form how its events travel
   * @param types what is registered
   * @param options what is wanted
   * @param key the only key that is wanted, in the data model; null for all
   * @param comparing begins to compare the copy that the subscriber keeps with the state of a
   *     revision; null where it keeps none
   * @param subscriber is told
   */
  static <K, V, E> RemoteSubscription<K, V, E> begin(
      Link link,
      String path,
      EventForm<K, V, E> form,
      TypeRegistry types,
      ElementOptions<E> options,
      @Nullable Object key,
      @Nullable LongFunction<Comparison<K, V>> comparing,
      Subscriber<?> subscriber) {
    if (options.request() < 0) {
      throw new IllegalArgumentException(
          "request is " + options.request() + ", expected 0 or more");
    }
    ElementOptions<E> placed = options;
    if (options.from() == null && !options.bootstrap()) {
      placed = options.withFrom(SubscriptionPlace.present(link, path));
    } else if (options.from() != null && options.from().epoch() == 0 && link.epoch() == 0) {
      var _ = SubscriptionPlace.present(link, path); // or a store that takes its place goes unseen
    }
    var spec = new SubscribeSpec(types, placed, key);
    return new RemoteSubscription<>(link, path, form, spec, options, comparing, subscriber).start();
  }

  RemoteSubscription<K, V, E> start() {
    source.start(wantedItems());
    // Within a call that the event loop makes, the thread waits for the turn.
    link.tellers().start("vitrine-subscription-" + path, this::run, turn::isHeldByCurrentThread);
    return this;
  }

  @Override
  public void request(long n) {
    if (n <= 0) {
      source.fail(
          new IllegalArgumentException(
              "request is " + n + ", a non-positive subscription request; expected 1 or more"));
      return;
    }
    demand.accumulateAndGet(n, (a, b) -> a + b < 0 ? Long.MAX_VALUE : a + b);
    wake.raise();
  }

  @Override
  public void cancel() {
    cancelled.set(true);
    wake.raise();
  }

  @Override
  public void setFilter(Filter<? super E> wanted) {
    filters.ask(wanted);
    wake.raise();
  }

  @Override
  public Bookmark bookmark() {
    return place.bookmark();
  }

  @Override
  public boolean isDone() {
    return done;
  }

  // The subscription's own thread.

  @SuppressWarnings("ThreadPriorityCheck") // Virtual threads are not preempted.
  private void run() {
    Throwable failure = null;
    String reason = null;
    turn.lock();
    try {
      for (int steps = 1; reason == null; steps++) {
        reason = step();
        if (steps % STEPS_PER_TURN == 0) {
          Thread.yield();
        }
      }
    } catch (Cancelled e) {
      reason = e.reason();
    } catch (Throwable e) {
      failure = e;
    }
    source.cancel();
    done = true;
    if (failure != null) {
      subscriber.onError(failure);
    } else {
      subscriber.onCancelled(String.valueOf(reason));
    }
  } // with the turn, which nobody gets any more

  /** Takes what came next, or waits; gives the reason if that was the end. */
  private @Nullable String step() throws Throwable {
    checkCancelled();
    Throwable failure = failedInPlace;
    if (failure != null) {
      throw failure;
    }
    if (filters.isOpen() && !filterPending) {
      return answer(filters.wanted());
    }
    Object next = source.poll();
    source.want(wantedItems());
    if (next == null) {
      rest();
      return null;
    }
    return take(next);
  }

  /** Waits until there is something to do; meanwhile who brings something may have the turn. */
  private void rest() {
    turn.unlock();
    try {
      wake.await();
    } finally {
      turn.lock();
    }
  }

  /** A message came: it is told here, where that is wanted and takes no waiting. */
  private void arrived() {
    if (!link.options().callbacksInPlace() || !turn.tryLock()) {
      wake.raise();
      return;
    }
    boolean rests = false;
    try {
      rests = tellInPlace();
    } catch (Throwable e) {
      failedInPlace = e; // the thread ends with it
    } finally {
      turn.unlock();
    }
    if (!rests) {
      wake.raise();
    }
  }

  /** Tells what came as long as that is simple; answers whether the thread may go on resting. */
  private boolean tellInPlace() {
    boolean simple =
        !local && !stating && !beginning && difference == null && failedInPlace == null;
    for (Object next = source.peek(); next != null; next = source.peek()) {
      if (!simple
          || cancelled.get()
          || filters.isOpen()
          || demand.get() == 0
          || !(next instanceof Message message && isChange(message))) {
        return false;
      }
      var _ = source.poll();
      var _ = take(next);
    }
    source.want(wantedItems());
    return true;
  }

  private static boolean isChange(Message message) {
    return message.events().getFirst().name().equals("reply");
  }

  private long wantedItems() {
    long asked = demand.get();
    return local && asked > 0 ? window : Math.min(window, asked);
  }

  private void checkCancelled() {
    if (cancelled.get()) {
      throw new Cancelled();
    }
  }

  private @Nullable String take(Object next) {
    if (next instanceof RuntimeException failure) {
      throw failure;
    }
    if (next instanceof Source.Beginning) {
      resync();
      filterUntold |= filterPending;
      filterPending = false;
      return null;
    }
    Message message = (Message) next;
    Event event = message.events().getFirst();
    Long rev = message.routing().rev();
    long revision = rev == null ? 0 : rev;
    if (beginning && rev != null && !event.name().equals("resync")) {
      beginResync(revision);
    }
    switch (event.name()) {
      case "reply" -> takeItem(message, event, revision);
      case "published", "annotated" -> takeOwn(event, message.routing(), revision);
      case "bootstrapped" -> {
        tellGone();
        stating = false;
        arriveAtStateOf(event, revision);
        subscriber.onBootstrapped(revision);
        tellFiltered(revision);
      }
      case "filtered" -> {
        filterPending = false;
        place.move(revision);
        place.arrive();
        subscriber.onFiltered(revision);
      }
      case "resync" -> {
        stating = true;
        place.leave();
        beginResync(revision);
      }
      case "progress" -> {
        releaseHeld(revision);
        place.move(revision);
        subscriber.onProgress(revision);
      }
      case "cancelled" -> {
        return String.valueOf(event.argument());
      }
      case "exception" -> throw RemoteFailures.of(event.argument());
      default -> {
        // Something of a later version of the server.
      }
    }
    seenRevision = Math.max(seenRevision, revision);
    return null;
  }

  private void moveUnlessStating(long revision) {
    if (!stating) {
      place.move(revision);
    }
  }

  private void tellFiltered(long revision) {
    if (filterUntold) {
      filterUntold = false;
      subscriber.onFiltered(revision);
    }
  }

  private void beginResync(long revision) {
    tail.clear();
    beginning = false;
    difference = comparing == null ? null : comparing.apply(revision);
    subscriber.onResync(revision);
  }

  /** The end of the present state: what the copy has beyond it is gone. */
  private void tellGone() {
    Comparison<K, V> compared = difference;
    if (compared != null) {
      difference = null;
      for (MapEvent<K, V> gone : compared.gone()) {
        deliverIfWanted(gone);
      }
    }
  }

  private void deliverIfWanted(@Nullable MapEvent<K, V> event) {
    if (event != null && Transitions.isWanted(event, options.events())) {
      deliver(form.item(event), event.revision());
    }
  }

  /** Something of the collection as a whole. */
  private void takeOwn(Event event, Routing routing, long revision) {
    CollectionEvent own = form.own(event.name(), event.argument(), routing);
    EventKind kind =
        own instanceof CollectionEvent.Published ? EventKind.PUBLISHED : EventKind.ANNOTATED;
    if (own == null || !options.events().contains(kind)) {
      releaseHeld(revision);
    } else {
      for (CommitTail.Part<K, V> told : tail.take(own)) {
        tellFromTail(told);
      }
    }
    if (!tail.isHolding()) {
      place.move(revision);
    }
  }

  private void takeItem(Message message, Event event, long revision) {
    boolean existing;
    if (!local && options.select() != null) {
      deliver(types.fromModel(event.argument()), revision);
      existing = false;
    } else {
      MapEvent<K, V> change = form.read(event.argument(), message.routing());
      existing = change instanceof MapEvent.Existing;
      MapEvent<K, V> seen = local ? Transitions.through(form, filters.filter(), change) : change;
      Comparison<K, V> compared = difference;
      V present = seen == null ? null : seen.value();
      if (compared != null && existing) {
        deliverIfWanted(present == null ? null : compared.present(change.key(), present));
      } else if (local && !existing) {
        boolean wanted = seen != null && Transitions.isWanted(seen, options.events());
        for (CommitTail.Part<K, V> told : tail.take(change, wanted ? seen : null)) {
          tellFromTail(told);
        }
      } else if (local) {
        if (seen != null) {
          deliverLocally(seen);
        }
      } else {
        deliver(form.item(change), revision);
      }
    }
    if (!existing && !stating && !tail.isHolding()) {
      place.move(revision);
    }
  }

  private void tellFromTail(CommitTail.Part<K, V> part) {
    switch (part) {
      case CommitTail.Entry<K, V>(MapEvent<K, V> event) -> {
        deliverLocally(event);
        moveUnlessStating(event.revision());
      }
      case CommitTail.Own<K, V>(CollectionEvent event, _) -> {
        awaitDemand();
        subscriber.onEvent(event);
        moveUnlessStating(event.revision());
      }
    }
  }

  /** Nothing is held back of what is before a revision that is told of without a change. */
  private void releaseHeld(long revision) {
    CommitTail.Part<K, V> held = tail.release(revision);
    if (held != null) {
      tellFromTail(held);
    }
  }

  /** What the options say of kinds and mapping, done here. */
  private void deliverLocally(MapEvent<K, V> event) {
    if (!Transitions.isWanted(event, options.events())) {
      return;
    }
    Function<? super E, ?> select = options.select();
    V value = event.value();
    if (select == null) {
      deliver(form.item(event), event.revision());
    } else if (value != null) {
      deliver(select.apply(form.seen(event.key(), value)), event.revision());
    }
  }

  private void deliver(@Nullable Object item, long revision) {
    if (item == null) {
      return;
    }
    awaitDemand();
    subscriber.onNext(item, revision);
  }

  /** Waits until one more is asked for, and takes it. */
  private void awaitDemand() {
    while (demand.get() == 0) {
      checkCancelled();
      source.checkNotOver();
      wake.await();
    }
    checkCancelled();
    demand.updateAndGet(n -> n == Long.MAX_VALUE ? n : n - 1);
  }

  /** Does what was asked for last; gives the reason if that was the end. */
  private @Nullable String answer(FilterRequests.Request<E> request) {
    if (filters.isSame(request)) {
      filters.enforce(request);
      filterUntold = true;
      if (!stating && !beginning) { // else it is told behind the state
        tellFiltered(place.revision());
      }
      return null;
    }
    Object model = Travel.model(types, request.filter());
    if (!local && model != null) {
      place.leave();
      source.setFilter(model);
      filters.enforce(request);
      filterPending = true;
      return null;
    }
    return switchFilter(request);
  }

  private @Nullable String switchFilter(FilterRequests.Request<E> request) {
    // It is looked at here, whoever looked at the one before: see isJoinedHere.
    boolean here = joined && options.select() == null;
    Source next = new Source(link, path, spec.ofState(), here, wake, this::arrived);
    Filter<? super E> before = filters.filter();
    if (options.overflow() == Overflow.LATEST) {
      next.start(window);
      follow(next, request);
      resync();
      return null;
    }
    boolean taken = false;
    try {
      next.start(1);
      String reason = tellUpTo(next);
      if (reason != null) {
        return reason;
      }
      follow(next, request);
      taken = true;
    } finally {
      if (!taken) {
        next.cancel();
      }
    }
    if (beginning || stating) {
      resync();
      return null;
    }
    return tellDifference(before, request.filter());
  }

  private void follow(Source next, FilterRequests.Request<E> request) {
    source.cancel();
    source = next;
    tail.clear();
    filters.enforce(request);
    local = true;
    filterUntold = true;
  }

  /** What the source begins with is told as the state, in place of all that was told. */
  private void resync() {
    beginning = true;
    stating = true;
    place.leave();
  }

  private void arriveAtStateOf(Event end, long revision) {
    place.moveToStateOf(end, revision);
    if (!filterPending) {
      place.arrive();
    }
    seenRevision = revision;
  }

  /* The answers of the two sources come on one connection, each in its own order, but in any order
   * between them. So what came of the first one may be behind S before anything tells what S is:
   * nothing of it is told before the second one's first message, which has the revision S, is here.
   * Then the first one's next message says what to do:
   *   none, and it was told up to S or further: here is S
   *   one of S or before (a change, progress, the present state, `filtered`): it is told
   *   one behind S: here is S, since its messages are in order
   *   `resync` behind S: nothing was told between where it was and S, so there is a resync at S
   *   it began anew after a lost connection: its state comes, and one of the cases above
   *   its end: that is the end of the subscription
   * And the second one
   *   began anew (a lost connection): what it said before does not count, it has another S
   *   refuses: so the filter cannot be changed, and the subscription ends with that; but not where
   *   the collection was dropped, which the first one tells behind its last change.
   * If the second one begins anew after that, its present state is told as a resync. */

  /** Goes on by the filter before, up to the revision where the next source begins. */
  private @Nullable String tellUpTo(Source next) {
    while (true) {
      checkCancelled();
      next.skipToLastBeginning();
      Object first = next.peek();
      if (first == null) {
        wake.await();
        continue;
      }
      if (first instanceof RuntimeException failure) {
        throw failure;
      }
      Message message = (Message) first;
      if (message.complete() && !Source.saysDropped(message.events().getFirst())) {
        return take(message);
      }
      Long begin = message.routing().rev();
      Object present = source.peek();
      if (begin != null && isBehind(present, begin)) {
        return null;
      }
      source.want(wantedItems());
      if (present == null) {
        wake.await();
        continue;
      }
      String reason = take(Objects.requireNonNull(source.poll()));
      if (reason != null) {
        return reason;
      }
    }
  }

  /** Whether the present source has nothing to tell any more up to a revision. */
  private boolean isBehind(@Nullable Object present, long begin) {
    if (present == null) {
      return seenRevision >= begin && !beginning && !stating;
    }
    boolean behind =
        present instanceof Message message
            && message.routing().rev() != null
            && message.routing().rev() > begin;
    if (behind && ((Message) present).events().getFirst().name().equals("resync")) {
      resync();
    }
    return behind;
  }

  /** Tells what two filters make different of the entries that the source begins with. */
  private @Nullable String tellDifference(Filter<? super E> before, Filter<? super E> after) {
    place.leave();
    while (true) {
      checkCancelled();
      source.want(window);
      Object next = source.poll();
      if (next == null) {
        wake.await();
        continue;
      }
      boolean entry =
          next instanceof Message message && message.events().getFirst().name().equals("reply");
      boolean end =
          next instanceof Message message
              && message.events().getFirst().name().equals("bootstrapped");
      if (end) {
        long revision = Objects.requireNonNullElse(((Message) next).routing().rev(), 0L);
        arriveAtStateOf(((Message) next).events().getFirst(), revision);
        tellFiltered(revision);
        return null;
      }
      if (!entry) {
        // The connection was lost meanwhile, or the end came: all is told anew by the new filter.
        return take(next);
      }
      Message message = (Message) next;
      MapEvent<K, V> existing =
          form.read(message.events().getFirst().argument(), message.routing());
      MapEvent<K, V> change = Transitions.between(form, before, after, existing);
      if (change != null) {
        deliverLocally(change);
      }
    }
  }
}
