package io.vitrine.remote.server;

import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.Event;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who answers an event and sends the answer: each request gets exactly one that is final.
 * For the thread of its connection.
 *
 * <p>Of several events in one message all but the last are answered with {@code
 * !!data-not-complete}; the first that fails ends the message.
 */
final class Dispatcher {
  private final Connection connection;

  /** Whether the event at hand may have changed something, so that its outcome is remembered. */
  private boolean effect;

  Dispatcher(Connection connection) {
    this.connection = connection;
  }

  void noteEffect(Verb verb) {
    effect |= verb == Verb.WRITE || verb == Verb.VISIT || verb == Verb.ADMIN;
  }

  void dispatch(Message message) {
    Routing routing = message.routing();
    Long tid = routing.tid();
    List<Event> events = message.events();
    effect = false;
    if (tid != null && isAnsweredEarlier(tid)) {
      return;
    }
    String event = null;
    try {
      if (routing.handler() != null) {
        event = "handler";
        checkReady("handler");
        openHandler(routing);
        if (events.isEmpty()) {
          answer(tid, null, true);
        }
      }
      for (int i = 0; i < events.size(); i++) {
        event = events.get(i).name();
        one(message, i);
      }
    } catch (RuntimeException | StackOverflowError e) {
      fail(routing, event, e);
    }
    Session session = connection.session();
    if (session != null && tid == null && routing.csp() != null && routing.cid() == null) {
      session.countUnanswered();
    }
  }

  private boolean isAnsweredEarlier(long tid) {
    Session session = connection.session();
    Message earlier = session == null ? null : session.earlierAnswer(tid);
    if (earlier == null) {
      return false;
    }
    connection.outbound().send(earlier);
    return true;
  }

  @SuppressWarnings("ReferenceEquality") // ANSWERED is a mark and no value.
  private void one(Message message, int index) {
    Event event = message.events().get(index);
    checkReady(event.name());
    Routing routing = message.routing();
    Long tid = routing.tid();
    if (tid != null && connection.subscriptions().isOpen(tid)) {
      boolean told = event.name().equals("request") && beginsSubscription(message);
      if (!told) {
        control(tid, event);
      }
      return;
    }
    var request =
        new Request(connection, tid, event.name(), event.argument(), demand(message.events()));
    Object reply = handle(routing, request);
    if (reply != Request.ANSWERED) {
      // A hello is answered with or without tid.
      answer(tid, reply, index == message.events().size() - 1, event.name().equals("hello"));
    }
  }

  private void checkReady(String event) {
    if (connection.isShuttingDown()) {
      throw new RequestException(ErrorCode.SHUTTING_DOWN, "the server is closing");
    }
    if (!connection.isAuthenticated() && !event.equals("hello")) {
      throw new RequestException(
          ErrorCode.NOT_AUTHENTICATED, "a hello with a good token must come first");
    }
  }

  private void control(long tid, Event event) {
    try {
      connection
          .subscriptions()
          .control(tid, event, connection.server().catalogue().vitrine().types());
    } catch (RuntimeException e) {
      // The subscription goes on, so this is not its last answer.
      connection
          .outbound()
          .send(new Message(Routing.answer(tid), List.of(Failures.event(e, event.name())), false));
    }
  }

  private static boolean beginsSubscription(Message message) {
    return message.events().getFirst().name().equals("subscribe");
  }

  private static long demand(List<Event> events) {
    for (Event event : events) {
      if (event.name().equals("request")) {
        return Subscriptions.demand(event.argument());
      }
    }
    return Long.MAX_VALUE;
  }

  private @Nullable Object handle(Routing routing, Request request) {
    Long cid = routing.cid();
    if (cid != null) {
      return handleChannel(cid, request);
    }
    String csp = routing.csp();
    if (csp == null) {
      return SessionEvents.handle(request);
    }
    ServicePath target = ServicePath.of(csp);
    Catalogue catalogue = connection.server().catalogue();
    if (target.isCatalogue()) {
      return SessionEvents.isOne(request.event())
          ? SessionEvents.handle(request)
          : CatalogueEvents.handle(catalogue, target.path(), request);
    }
    try {
      return handleMap(target, catalogue.map(target.path()), request);
    } catch (IllegalStateException e) {
      // Another process may have dropped the map, and perhaps created it anew.
      catalogue.forget(target.path());
      catalogue.describe(target.path());
      return handleMap(target, catalogue.map(target.path()), request);
    }
  }

  private static @Nullable Object handleMap(ServicePath target, ServedMap served, Request request) {
    if (target.view().equals("map")) {
      return MapEvents.handle(served, request);
    }
    ViewEvents.View view = ViewEvents.View.named(target.view());
    if (view == null) {
      throw MapEvents.noView(target.view());
    }
    return ViewEvents.handle(served, view, request);
  }

  private @Nullable Object handleChannel(long cid, Request request) {
    Object reply = connection.heartbeats().handle(cid, request);
    if (reply == null) {
      reply = connection.cursors().handle(cid, request);
    }
    if (reply == null) {
      throw new RequestException(
          ErrorCode.UNKNOWN_CHANNEL, "there is no channel " + cid + ", or no longer");
    }
    return reply instanceof java.util.Map<?, ?> map && map.isEmpty() ? null : reply;
  }

  private void openHandler(Routing routing) {
    Long cid = routing.cid();
    if (cid == null) {
      throw Arguments.bad("handler", "has no cid in the meta-data");
    }
    connection.heartbeats().open(cid, routing.handler());
  }

  private void answer(@Nullable Long tid, @Nullable Object reply, boolean last) {
    answer(tid, reply, last, false);
  }

  private void answer(@Nullable Long tid, @Nullable Object reply, boolean last, boolean always) {
    if (tid == null && !always) {
      return;
    }
    var answer = new Message(Routing.answer(tid), List.of(new Event("reply", reply)), last);
    if (last) {
      remember(tid, answer);
    }
    connection.outbound().send(answer);
  }

  private void fail(Routing routing, @Nullable String event, Throwable failure) {
    Long tid = routing.tid();
    Routing to =
        tid != null
            ? Routing.answer(tid)
            : new Routing(routing.csp(), null, routing.cid(), null, null, null);
    var answer = new Message(to, List.of(Failures.event(failure, event)), true);
    remember(tid, answer);
    connection.outbound().send(answer);
  }

  private void remember(@Nullable Long tid, Message answer) {
    Session session = connection.session();
    if (tid != null && session != null && effect) {
      session.remember(tid, answer);
    }
  }
}
