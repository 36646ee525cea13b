package io.vitrine.remote.server;

import io.vitrine.collections.Filter;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.TopologyEvent;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.Event;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The running subscriptions of a connection, by tid. Safe for any number of threads. */
final class Subscriptions {
  private final Connection connection;
  private final int max;
  private final ConcurrentHashMap<Long, ServedSubscription> open = new ConcurrentHashMap<>();

  /** Held from before a last answer until its tid is free; taken last. */
  private final Object ending = new Object();

  Subscriptions(Connection connection, int max) {
    this.connection = connection;
    this.max = max;
  }

  /** Whether a tid is taken by a subscription; if not, its last answer was sent before this. */
  boolean isOpen(long tid) {
    if (!open.containsKey(tid)) {
      return false;
    }
    synchronized (ending) { // who has the last answer may take the tid for something else
      return open.containsKey(tid);
    }
  }

  /** Begins to watch a collection. */
  Object open(Served served, Request request) {
    served.touch(); // what was dropped would end at once, though there may be another by now
    long epoch = connection.server().catalogue().describe(served.path()).epoch();
    return start(
        request, served.types(), epoch, subscriber -> served.subscribe(request, subscriber));
  }

  /** Begins to watch collections come and go. */
  Object openTopology(String prefix, Request request) {
    Arguments.none("subscribe", request.argument());
    var catalogue = connection.server().catalogue();
    Long epoch = SessionEvents.epoch(catalogue);
    return start(
        request,
        catalogue.vitrine().types(),
        epoch == null ? 0 : epoch,
        subscriber ->
            catalogue.vitrine().subscribeTopology(prefix, request.demand(), topology(subscriber)));
  }

  /** A subscriber of anything takes topology, too. */
  @SuppressWarnings("unchecked")
  private static Subscriber<TopologyEvent> topology(Subscriber<?> subscriber) {
    return (Subscriber<TopologyEvent>) subscriber;
  }

  private Object start(
      Request request,
      TypeRegistry types,
      long epoch,
      Function<ServedSubscription, Subscription<?>> begin) {
    Long tid = request.tid();
    if (tid == null) {
      throw Arguments.bad("subscribe", "has no tid; its answers need one");
    }
    if (open.size() >= max) {
      throw new RequestException(
          ErrorCode.LIMIT_EXCEEDED, "the connection has " + max + " subscriptions; cancel one");
    }
    var subscription = new ServedSubscription(tid, connection, request.path(), types, epoch);
    open.put(tid, subscription);
    if (isPlain(request.argument())) {
      subscription.markPlain();
    }
    try {
      subscription.begin(begin.apply(subscription));
    } catch (Throwable e) {
      open.remove(tid);
      throw e;
    }
    if (!connection.isActive()) {
      subscription.cancel();
    }
    return Request.ANSWERED;
  }

  /** Whether a request asks neither for a filter nor for a mapping. */
  private static boolean isPlain(@Nullable Object argument) {
    return switch (argument) {
      case List<?> list -> list.isEmpty();
      case Map<?, ?> names -> names.get("filter") == null && names.get("select") == null;
      case null, default -> false;
    };
  }

  /**
   * Ends a subscription. What is said under its tid from then on is answered behind its last
   * answer, and not before, where it would be taken for that.
   */
  void end(long tid, Runnable lastAnswer) {
    synchronized (ending) {
      try {
        lastAnswer.run();
      } finally {
        open.remove(tid);
      }
    }
  }

  /** What a client says to a running subscription. */
  void control(long tid, Event event, TypeRegistry types) {
    ServedSubscription subscription = open.get(tid);
    if (subscription == null) {
      return;
    }
    Access.checkControl(connection, event.name(), subscription.path());
    switch (event.name()) {
      case "request" -> subscription.request(demand(event.argument()));
      case "setFilter" -> subscription.setFilter(filter(event, types));
      case "cancel" -> {
        Arguments.none("cancel", event.argument());
        subscription.cancel();
      }
      default ->
          throw Arguments.bad(
              event.name(),
              "tid " + tid + " is still open with a subscription; cancel it or take another tid");
    }
  }

  static long demand(@Nullable Object argument) {
    long items = Arguments.integer("request", "argument", argument);
    if (items < 1) {
      throw Arguments.bad("request", "argument is " + items + ", expected at least 1");
    }
    return items;
  }

  @SuppressWarnings("unchecked")
  private static Filter<Object> filter(Event event, TypeRegistry types) {
    Object filter = types.fromModel(event.argument());
    if (filter == null) {
      return VisitorFailure.filter(_ -> true); // another one each time, as any other filter is
    }
    if (filter instanceof Filter<?> f) {
      return VisitorFailure.filter((Filter<Object>) f);
    }
    throw Arguments.bad("setFilter", "argument is no filter");
  }

  /** Ends all, each with a last answer or without a word. */
  void endAll(boolean answers) {
    for (ServedSubscription subscription : List.copyOf(open.values())) {
      if (answers) {
        subscription.cancel();
      } else {
        subscription.abandon();
      }
    }
  }

  /** Ends all with a failure, as their last word. */
  void failAll(RuntimeException reason) {
    for (ServedSubscription subscription : List.copyOf(open.values())) {
      subscription.onError(reason);
      subscription.cancel();
    }
  }
}
