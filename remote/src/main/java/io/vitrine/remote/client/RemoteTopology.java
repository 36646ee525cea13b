package io.vitrine.remote.client;

import io.vitrine.collections.Bookmark;
import io.vitrine.collections.Filter;
import io.vitrine.collections.FilterRequests;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.TopologyEvent;
import io.vitrine.collections.TopologyEvent.Kind;
import io.vitrine.collections.Undisturbed;
import io.vitrine.remote.wire.Event;
import io.vitrine.remote.wire.Message;
import io.vitrine.store.TypedValue;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Watches the collections of a server. The handle is safe for any number of threads; the subscriber
 * is called on the subscription's own virtual thread.
 *
 * <p>Paths are few, so those that are there are kept, and prefix and filter are applied here. What
 * passes waits for the subscriber's demand; what waits at the server is bounded by the window.
 *
 * <p>Where the state comes anew, after a lost connection or since the log has moved on over what
 * was not told, the subscriber is told the difference to what was there before: nothing that it has
 * to begin anew for.
 */
final class RemoteTopology implements Subscription<String> {
  private static final int WINDOW_ITEMS = 1_000;
  private static final Filter<Object> ALL = _ -> true;

  private final Link link;
  private final String prefix;
  private final Subscriber<TopologyEvent> subscriber;
  private final Wake wake = new Wake();
  private final Source source;
  private final AtomicLong demand;
  private final TreeSet<String> present = new TreeSet<>();

  /** What was told as present, and not yet by the state that comes anew. */
  private final TreeSet<String> before = new TreeSet<>();

  private final FilterRequests<String> filters = new FilterRequests<>(ALL);
  private volatile boolean cancelled;
  private volatile boolean done;
  private final SubscriptionPlace place;
  private Filter<? super String> filter = ALL;

  /** Whether the state is being told, which is told by one filter. */
  private boolean stating = true;

  RemoteTopology(Link link, String prefix, long request, Subscriber<TopologyEvent> subscriber) {
    this.link = link;
    this.prefix = prefix;
    this.demand = new AtomicLong(request);
    this.subscriber = new Undisturbed<>(subscriber);
    this.source = new Source(link, "/", Map.of(), true, wake, wake::raise);
    this.place = new SubscriptionPlace(source.epoch(), 0, true);
  }

  RemoteTopology start() {
    source.start(WINDOW_ITEMS);
    link.tellers().start("vitrine-topology", this::run, () -> false);
    return this;
  }

  @Override
  public void setFilter(Filter<? super String> wanted) {
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

  @Override
  public void request(long n) {
    if (n <= 0) {
      source.fail(
          new IllegalArgumentException(
              "request is " + n + ", a non-positive subscription request; expected 1 or more"));
    } else {
      demand.accumulateAndGet(n, (a, b) -> a + b < 0 ? Long.MAX_VALUE : a + b);
      wake.raise();
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
    wake.raise();
  }

  private void run() {
    Throwable failure = null;
    String reason = "By request";
    try {
      while (!cancelled) {
        switchFilter();
        Object next = source.poll();
        if (next == null) {
          wake.await();
        } else if (next instanceof RuntimeException e) {
          throw e;
        } else if (next instanceof Message message) {
          String end = take(message);
          if (end != null) {
            reason = end;
            break;
          }
        } else {
          beginAnew();
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
      subscriber.onCancelled(reason);
    }
  }

  private void beginAnew() {
    stating = true;
    place.leave();
    before.addAll(present);
    present.clear();
  }

  private @Nullable String take(Message message) {
    Event event = message.events().getFirst();
    Long rev = message.routing().rev();
    long revision = rev == null ? 0 : rev;
    switch (event.name()) {
      case "reply" -> {
        takeItem(event.argument(), revision);
        source.want(WINDOW_ITEMS);
      }
      case "bootstrapped" -> {
        // What was there before the state came anew and is not now.
        for (String path : List.copyOf(before)) {
          tell(Kind.REMOVED, path, revision);
        }
        before.clear();
        stating = false;
        place.moveToStateOf(event, revision);
        place.arrive();
        subscriber.onBootstrapped(revision);
      }
      case "resync" -> beginAnew();
      case "progress" -> subscriber.onProgress(revision);
      case "cancelled" -> {
        return String.valueOf(event.argument());
      }
      case "exception" -> throw RemoteFailures.of(event.argument());
      default -> {
        // Something of a later version of the server.
      }
    }
    if (!stating) {
      place.move(Math.max(place.revision(), revision));
    }
    return null;
  }

  private void takeItem(@Nullable Object model, long revision) {
    if (!(model instanceof TypedValue typed)
        || !(typed.content() instanceof Map<?, ?> fields)
        || !(fields.get("path") instanceof String path)) {
      throw new RemoteException("Internal", "the server sent no topology but " + model);
    }
    if (typed.name().equals("Removed")) {
      present.remove(path);
      tell(Kind.REMOVED, path, revision);
    } else if (present.add(path) && !before.remove(path)) {
      tell(typed.name().equals("Added") ? Kind.ADDED : Kind.EXISTING, path, revision);
    }
  }

  private void tell(Kind kind, String path, long revision) {
    if (path.startsWith(prefix) && filter.test(path)) {
      awaitDemand();
      subscriber.onNext(new TopologyEvent(kind, path, revision), revision);
    }
  }

  private void awaitDemand() {
    while (demand.get() == 0) {
      if (cancelled) {
        throw new Cancelled();
      }
      source.checkNotOver();
      wake.await();
    }
    if (cancelled) {
      throw new Cancelled();
    }
    demand.updateAndGet(n -> n == Long.MAX_VALUE ? n : n - 1);
  }

  private void switchFilter() {
    if (!filters.isOpen() || stating) {
      return;
    }
    FilterRequests.Request<String> request = filters.wanted();
    Filter<? super String> after = request.filter();
    Filter<? super String> old = filter;
    for (String path : present) {
      if (!path.startsWith(prefix)) {
        continue; // no filter sees it, neither before nor after
      }
      boolean was = old.test(path);
      if (was != after.test(path)) {
        filter = ALL;
        tell(was ? Kind.REMOVED : Kind.ADDED, path, place.revision());
      }
    }
    filter = after;
    filters.enforce(request);
    subscriber.onFiltered(place.revision());
  }
}
