package io.vitrine.remote.server;

import io.vitrine.collections.CollectionEvent;
import io.vitrine.collections.Filter;
import io.vitrine.collections.MapEntry;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.TopologyEvent;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.wire.Event;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
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
  private final TypeRegistry types;
  private final long epoch;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile @Nullable Subscription<?> handle;
  private volatile boolean cancelled;

  ServedSubscription(long tid, Connection connection, TypeRegistry types, long epoch) {
    this.tid = tid;
    this.connection = connection;
    this.types = types;
    this.epoch = epoch;
  }

  /** Takes the handle; an end that came before it is passed on. */
  void begin(Subscription<?> subscription) {
    handle = subscription;
    if (cancelled) {
      subscription.cancel();
    }
  }

  void cancel() {
    cancelled = true;
    Subscription<?> subscription = handle;
    if (subscription != null) {
      subscription.cancel();
    }
  }

  void request(long items) {
    Subscription<?> subscription = handle;
    if (subscription != null) {
      subscription.request(items);
    }
  }

  @SuppressWarnings("unchecked")
  void setFilter(Filter<? super MapEntry<Object, Object>> filter) {
    Subscription<?> subscription = handle;
    if (subscription != null) {
      ((Subscription<MapEntry<Object, Object>>) subscription).setFilter(filter);
    }
  }

  @Override
  public void onNext(Object item, long revision) {
    long time = item instanceof MapEvent<?, ?> event ? event.timeNanos() : 0;
    Routing routing = Routing.change(tid, revision, time);
    if (!(item instanceof MapEvent<?, ?> event) || event.oldValue() == null) {
      send("reply", toModel(item), routing);
      return;
    }
    try {
      send("reply", event(event, true), routing);
    } catch (WireException _) {
      // Written by other ways than the wire, the old value may be too much for it.
      send("reply", event(event, false), routing);
    }
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

  private void send(String event, @Nullable Object argument, Routing routing) {
    if (ended.get()) {
      return;
    }
    Message message = Message.partOf(routing, event, argument);
    try {
      connection.outbound().sendWhenRoom(message, () -> !ended.get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the connection", e);
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
    end(Failures.event(failure, "subscribe"));
  }

  private void end(Event last) {
    if (ended.compareAndSet(false, true)) {
      connection.subscriptions().ended(tid);
      connection.outbound().send(new Message(Routing.answer(tid), List.of(last), true));
    }
  }

  private @Nullable Object toModel(Object item) {
    return switch (item) {
      case MapEvent<?, ?> event -> event(event, true);
      case TopologyEvent event -> topology(event);
      default -> types.toModel(item);
    };
  }

  private Object event(MapEvent<?, ?> event, boolean withOldValue) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("key", types.toModel(event.key()));
    if (withOldValue && event.oldValue() != null) {
      fields.put("oldValue", types.toModel(event.oldValue()));
    }
    if (event.value() != null) {
      fields.put("value", types.toModel(event.value()));
    }
    if (event.commit() != event.revision()) {
      fields.put("commit", event.commit());
    }
    if (event.changes() != 1) {
      fields.put("changes", (long) event.changes());
    }
    String name =
        switch (event) {
          case MapEvent.Existing<?, ?> _ -> "Existing";
          case MapEvent.Inserted<?, ?> _ -> "Inserted";
          case MapEvent.Updated<?, ?> _ -> "Updated";
          case MapEvent.Removed<?, ?> _ -> "Removed";
        };
    return new TypedValue(name, fields);
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
