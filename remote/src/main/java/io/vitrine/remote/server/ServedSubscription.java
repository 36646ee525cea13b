package io.vitrine.remote.server;

import io.vitrine.collections.CollectionEvent;
import io.vitrine.collections.Filter;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.SetEvent;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.TopologyEvent;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.wire.Burst;
import io.vitrine.remote.wire.Event;
import io.vitrine.remote.wire.EventModel;
import io.vitrine.remote.wire.JoinedAnswers;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.WireCodec;
import io.vitrine.remote.wire.WireException;
import io.vitrine.store.TypedValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Turns what a subscription delivers into answers. Its calls come on the subscription's own thread,
 * which waits here while the connection has no room: so a slow client stops its own subscriptions
 * and nothing else.
 */
final class ServedSubscription implements Subscriber<Object> {
  private final long tid;
  private final Connection connection;
  private final @Nullable String path;
  private final TypeRegistry types;
  private final long epoch;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile @Nullable Subscription<?> handle;
  private volatile boolean cancelled;
  private int untold;

  /** What is told and not sent yet; guarded by itself, so that nothing comes behind the end. */
  private final Burst burst;

  /** Whether what is told may be gathered; of whoever tells. */
  private boolean gathers;

  /** Whether it may wait for room; of whoever tells. */
  private boolean waits = true;

  /** Whether no code of the application looks at what is told. */
  private volatile boolean plain;

  /**
   * Creates a subscription.
   *
   * @param path the collection, null for the catalogue
   */
  ServedSubscription(
      long tid, Connection connection, @Nullable String path, TypeRegistry types, long epoch) {
    this.tid = tid;
    this.connection = connection;
    this.path = path;
    this.types = types;
    this.epoch = epoch;
    this.burst = new Burst(connection.outbound());
  }

  /** Takes the handle; an end that came before it is passed on. */
  void begin(Subscription<?> subscription) {
    handle = subscription;
    String watched = path;
    if (watched != null) {
      connection.server().watched().add(watched, this);
      if (ended.get()) {
        connection.server().watched().remove(watched, this);
      }
    }
    if (cancelled) {
      subscription.cancel();
    }
    giveBack(0);
  }

  @Nullable String path() {
    return path;
  }

  void cancel() {
    cancelled = true;
    Subscription<?> subscription = handle;
    if (subscription != null) {
      subscription.cancel();
    }
  }

  /** There is neither a filter nor a mapping: to tell takes no time but its own. */
  void markPlain() {
    plain = true;
  }

  /** Has changes told that were just made: on the calling thread where that takes no waiting. */
  void look() {
    Subscription<?> subscription = handle;
    if (subscription != null) {
      subscription.look(plain && isReady());
    }
  }

  void request(long items) {
    Subscription<?> subscription = handle;
    if (subscription != null) {
      subscription.request(items);
    }
  }

  @SuppressWarnings("unchecked") // Filters of the wire take anything.
  void setFilter(Filter<Object> filter) {
    plain = false;
    Subscription<?> subscription = handle;
    if (subscription != null) {
      ((Subscription<Object>) subscription).setFilter(filter);
    }
  }

  @Override
  public void onNext(Object item, long revision) {
    if (item instanceof TopologyEvent event && !maySee(event.path())) {
      giveBack(1);
      return;
    }
    if (gathers && gather(item, revision)) {
      return;
    }
    Routing routing = Routing.change(tid, revision, EventModel.timeNanos(item));
    if (!EventModel.hasOldValue(item)) {
      send("reply", toModel(item), routing);
      return;
    }
    try {
      send("reply", toModel(item), routing);
    } catch (WireException _) {
      // Written by other ways than the wire, the old value may be too much for it.
      send("reply", EventModel.of(types, item, false), routing);
    }
  }

  @Override
  public boolean onShared(List<?> items) {
    String watched = path;
    if (!gathers || watched == null || !connection.permits(watched, Verb.SUBSCRIBE)) {
      return false;
    }
    WireCodec codec = connection.outbound().codec();
    byte[] answers = answers(items, codec);
    if (answers == null) {
      return false;
    }
    synchronized (burst) {
      return ended.get() || burst.add(codec, answers);
    }
  }

  /** What several events look like to all who asked by this number; null to tell them singly. */
  private byte @Nullable [] answers(List<?> items, WireCodec codec) {
    SharedForms forms = connection.server().forms();
    long last = EventModel.revision(items.getLast());
    byte[] known = forms.find(items, last, codec, tid);
    if (known != null) {
      return known;
    }
    var joined = new JoinedAnswers(codec, tid);
    for (Object item : items) {
      long revision = EventModel.revision(item);
      byte[] body = body(item, revision, codec);
      if (body == null || !joined.add(revision, EventModel.timeNanos(item), body)) {
        return null;
      }
    }
    byte[] answers = joined.toBytes();
    forms.add(items, last, codec, tid, answers);
    return answers;
  }

  @Override
  public void onEvent(CollectionEvent event) {
    Routing routing = Routing.change(tid, event.revision(), event.timeNanos());
    switch (event) {
      case CollectionEvent.Published p -> send("published", types.toModel(p.event()), routing);
      case CollectionEvent.Annotated a -> {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("name", a.name());
        fields.put("oldValue", types.toModel(a.oldValue()));
        fields.put("value", types.toModel(a.value()));
        send("annotated", fields, routing);
      }
    }
  }

  @Override
  public boolean sharesItems() {
    return true;
  }

  @Override
  public void onBurst(boolean mayWait) {
    gathers = path != null;
    waits = mayWait;
  }

  @Override
  public boolean isReady() {
    return connection.outbound().isFree();
  }

  @Override
  public void awaitReady() {
    try {
      connection.outbound().awaitRoom();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted while waiting for the connection", e);
  }

  @Override
  public void onBurstEnd() {
    gathers = false;
    waits = true;
    synchronized (burst) {
      if (!ended.get()) {
        burst.end();
      }
    }
  }

  private void sendGathered() {
    synchronized (burst) {
      if (!ended.get()) {
        burst.send();
      }
    }
  }

  /** Has an event sent together with others; false where it is to be sent by itself. */
  private boolean gather(Object item, long revision) {
    if (path == null || !connection.permits(path, Verb.SUBSCRIBE)) {
      return false;
    }
    WireCodec codec = connection.outbound().codec();
    byte[] body = body(item, revision, codec);
    if (body == null) {
      return false;
    }
    synchronized (burst) {
      return ended.get() || burst.add(codec, tid, revision, EventModel.timeNanos(item), body);
    }
  }

  /** What an event looks like to all who are told it; null where it is better sent by itself. */
  private byte @Nullable [] body(Object item, long revision, WireCodec codec) {
    SharedForms forms = connection.server().forms();
    byte[] known = forms.find(item, revision, codec);
    if (known != null) {
      return known;
    }
    try {
      byte[] body = codec.encodeBody(new Event("reply", toModel(item)));
      if (body != null && (item instanceof MapEvent<?, ?> || item instanceof SetEvent<?>)) {
        forms.add(item, revision, codec, body);
      }
      return body;
    } catch (WireException _) {
      return null; // without the old value it may not be too much
    }
  }

  private boolean maySee(String other) {
    return connection.permits(other, Verb.READ);
  }

  /** What is not told does not count: asks for as many more. */
  private synchronized void giveBack(int items) {
    untold += items;
    Subscription<?> subscription = handle;
    if (subscription != null && untold > 0) {
      subscription.request(untold);
      untold = 0;
    }
  }

  /** Stands before every event, so that whoever loses a permission sees nothing more. */
  private void send(String event, @Nullable Object argument, Routing routing) {
    if (ended.get()) {
      return;
    }
    if (path != null && !connection.permits(path, Verb.SUBSCRIBE)) {
      onError(connection.refusal(path, Verb.SUBSCRIBE));
      cancel();
      return;
    }
    Message message = Message.partOf(routing, event, argument);
    sendGathered();
    if (!waits) {
      synchronized (burst) {
        if (!ended.get()) {
          connection.outbound().send(message);
        }
      }
      return;
    }
    try {
      connection.outbound().sendWhenRoom(message, () -> !ended.get());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  @Override
  public void onBootstrapped(long revision) {
    send("bootstrapped", place(revision), Routing.change(tid, revision, 0));
  }

  @Override
  public void onResync(long revision) {
    send("resync", place(revision), Routing.change(tid, revision, 0));
  }

  @Override
  public void onFiltered(long revision) {
    send("filtered", Map.of("rev", revision), Routing.change(tid, revision, 0));
  }

  @Override
  public void onProgress(long revision) {
    send("progress", Map.of("rev", revision), Routing.change(tid, revision, 0));
  }

  private Map<String, Object> place(long revision) {
    var place = new LinkedHashMap<String, Object>();
    place.put("rev", revision);
    if (epoch != 0) {
      place.put("epoch", epoch);
    }
    return place;
  }

  @Override
  public void onCancelled(String reason) {
    end(new Event("cancelled", reason));
  }

  @Override
  public void onError(Throwable failure) {
    end(Failures.event(types, failure, "subscribe"));
  }

  private void end(Event last) {
    synchronized (burst) {
      endOnce(() -> {
        burst.send();
        connection.outbound().send(new Message(Routing.answer(tid), List.of(last), true));
      });
    }
  }

  private void endOnce(Runnable lastAnswer) {
    if (ended.compareAndSet(false, true)) {
      connection.subscriptions().end(tid, lastAnswer);
      if (path != null) {
        connection.server().watched().remove(path, this);
      }
    }
  }

  /** Ends it without a word, since the connection has had its last one. */
  void abandon() {
    synchronized (burst) {
      endOnce(() -> {});
    }
    cancel();
  }

  private @Nullable Object toModel(Object item) {
    return item instanceof TopologyEvent event ? topology(event) : EventModel.of(types, item, true);
  }

  private static Object topology(TopologyEvent event) {
    String name =
        switch (event.kind()) {
          case EXISTING -> "Existing";
          case ADDED -> "Added";
          case REMOVED -> "Removed";
        };
    return new TypedValue(name, Map.of("path", event.path()));
  }
}
