package io.vitrine.remote.server;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.Event;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.WireException;
import io.vitrine.store.NeverWaits;
import io.vitrine.store.TypedValue;
import io.vitrine.store.WouldWaitException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who answers an event and sends the answer: each request gets exactly one that is final.
 * For the thread of its connection.
 *
 * <p>Of several events in one message all but the last are answered with {@code
 * !!data-not-complete}; the first that fails ends the message.
 *
 * <p>What was done under a tid of the session by an earlier connection is told again and not done
 * again. What belongs to a connection, a subscription or a channel, is begun anew.
 */
final class Dispatcher {
  /** What is larger takes longer to encode than to wake a thread for it. */
  private static final int IN_PLACE_MAX = 64 << 10;

  private final Connection connection;

  /** Whether the event at hand may have changed something, so that its outcome is remembered. */
  private boolean effect;

  /** Whether it may have been done over an earlier connection, and nobody knows any more. */
  private boolean lost;

  /** Whether the outcome of the message at hand is remembered already. */
  private boolean remembered;

  /** Whether the message at hand has begun a subscription whose first demand is to come. */
  private boolean opened;

  /** Whether the message at hand has cancelled a subscription, behind which nothing is done. */
  private boolean ended;

  /** What the message at hand was permitted, so that what it answers may be told. */
  private final ArrayList<Session.Grant> grants = new ArrayList<>();

  /** The answers to the message at hand so far. */
  private final ArrayList<Message> answers = new ArrayList<>();

  /** What the answers to the message at hand are called. */
  private CallbackNames names = CallbackNames.none(List.of());

  /** A large answer, not to be made on an event loop, where several would be made at once. */
  static final class LargeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    LargeException() {
      super("large", null, false, false);
    }
  }

  Dispatcher(Connection connection) {
    this.connection = connection;
  }

  /** Notes that an event is about to use a permission. */
  void noteUse(String path, Verb verb) {
    boolean changes = verb == Verb.WRITE || verb == Verb.VISIT || verb == Verb.ADMIN;
    if (changes && lost) {
      throw new RequestException(
          ErrorCode.LIMIT_EXCEEDED,
          "what came of the request with this tid is remembered no more, since there was no room"
              + " for it; it is not done again");
    }
    effect |= changes;
    var _ = noteTold(path, verb);
  }

  /** Notes that an answer tells what only those may know who have a permission; always true. */
  boolean noteTold(String path, Verb verb) {
    return connection.session() == null || grants.add(new Session.Grant(path, verb));
  }

  /** Whether the last message may have changed something. */
  boolean hadEffect() {
    return effect;
  }

  /**
   * Does what a message asks for, and answers it.
   *
   * @throws WouldWaitException on an event loop that would have to wait; only for a message with
   *     one event, of which nothing is done then
   * @throws LargeException on an event loop for a lookup whose answer is large, likewise
   */
  void dispatch(Message message) {
    Routing routing = message.routing();
    Long tid = routing.tid();
    List<Event> events = message.events();
    effect = false;
    lost = false;
    remembered = false;
    ended = false;
    grants.clear();
    answers.clear();
    names = CallbackNames.none(events);
    String event = null;
    int done = 0;
    boolean refused = false;
    try {
      event = events.isEmpty() ? null : events.getFirst().name();
      checkKnown(message);
      noteHeard(message);
      event = events.isEmpty() ? null : events.getLast().name();
      names = CallbackNames.of(events);
      event = null;
      if (routing.handler() != null) {
        event = "handler";
        open(routing);
        if (events.isEmpty()) {
          answer(tid, null, true);
        }
        event = null;
      }
      int begin = tid == null ? 0 : toldEarlier(tid, message);
      if (routing.handler() == null && events.isEmpty() && tid != null && begin == 0) {
        noEvent();
      }
      opened = false;
      for (int i = begin; i < names.requests() && !ended; i++) {
        event = events.get(i).name();
        one(message, i);
        done++;
      }
    } catch (WouldWaitException | LargeException e) {
      throw e; // nothing is done: another thread will
    } catch (Throwable e) {
      refused = done == 0 && Failures.code(e) == ErrorCode.SHUTTING_DOWN;
      // Errors too: whatever goes wrong within one request, it is answered.
      if (tid != null && connection.subscriptions().isOpen(tid)) {
        tell(tid, e, event);
      } else {
        fail(routing, event, e);
      }
    }
    Session session = connection.session();
    if (session != null && tid == null && !refused && isCounted(message)) {
      session.countUnanswered();
    }
    if (tid != null && !remembered) {
      remember(tid); // where the last event is one that goes on, it is not the last answer
    }
    answers.clear(); // an idle connection keeps no large one
  }

  /** Opens a channel, which is the connection's: so this is no effect that is remembered. */
  private void open(Routing routing) {
    checkReady("handler");
    Long tid = routing.tid();
    if (tid != null && connection.subscriptions().isOpen(tid)) {
      throw Arguments.bad(
          "handler", "tid " + tid + " is that of a subscription that goes on; take another");
    }
    connection.channels().open(routing);
    effect = false;
  }

  /**
   * Whether a request without tid is one of those that a session counts: what is said to the
   * session itself, whatever its csp, is about no more than the connection.
   */
  private static boolean isCounted(Message message) {
    String csp = message.routing().csp();
    return csp != null
        && message.routing().cid() == null
        && !message.events().isEmpty()
        && !(ServicePath.of(csp).isCatalogue()
            && message.events().stream().allMatch(event -> SessionEvents.isOne(event.name())));
  }

  /**
   * Tells again what an earlier connection of the session did under a tid.
   *
   * @return how many events need not be done: all of them, those before a subscription, which ended
   *     with its connection and is begun anew, or none
   */
  private int toldEarlier(long tid, Message message) {
    Session session = connection.session();
    if (session == null || connection.subscriptions().isOpen(tid)) {
      return 0;
    }
    Session.Outcome earlier = session.earlierOutcome(tid);
    if (earlier == null) {
      lost = session.isLost(tid);
      return 0;
    }
    int subscribe = message.events().stream().map(Event::name).toList().indexOf("subscribe");
    boolean goesOn = subscribe >= 0 && !earlier.answers().getLast().complete();
    if (subscribe != 0) {
      // What may not be asked for any more is not told again either, whatever asks for it now.
      earlier.grants().forEach(grant -> connection.requirePermit(grant.path(), grant.verb()));
      tellAgain(earlier.answers(), goesOn);
    }
    session.told(tid);
    return goesOn || subscribe == 0 ? subscribe : Integer.MAX_VALUE;
  }

  private void tellAgain(List<Message> earlier, boolean goesOn) {
    for (int i = 0; i < earlier.size(); i++) {
      Message answer = earlier.get(i);
      boolean last = i == earlier.size() - 1 && !goesOn;
      connection
          .outbound()
          .send(last ? new Message(answer.routing(), answer.events(), true) : answer);
    }
  }

  private void noEvent() {
    checkReady("");
    throw new RequestException(
        ErrorCode.BAD_ARGUMENT, "no event in the message, expected lines 'event: argument'");
  }

  /** Tells a subscription of a failure; it goes on, so this is not its last answer. */
  private void tell(long tid, Throwable failure, @Nullable String event) {
    connection
        .outbound()
        .send(
            new Message(
                Routing.answer(tid), List.of(Failures.event(types(), failure, event)), false));
  }

  @SuppressWarnings("ReferenceEquality") // ANSWERED is a mark and no value.
  private void one(Message message, int index) {
    Event event = message.events().get(index);
    checkReady(event.name());
    Routing routing = message.routing();
    Long tid = routing.tid();
    if (tid != null && connection.subscriptions().isOpen(tid)) {
      boolean told = opened && event.name().equals("request");
      if (told) {
        opened = false; // the subscription began with it; a further one is more of it
      } else {
        control(tid, message.events(), index);
      }
      return;
    }
    String path = Access.check(connection, routing, event);
    long demand = demand(message.events().subList(index, message.events().size()));
    var request = new Request(connection, tid, event.name(), event.argument(), demand, path);
    Object reply = handle(routing, request);
    opened |= event.name().equals("subscribe");
    if (reply != Request.ANSWERED) {
      // A hello is answered with or without tid.
      boolean last = tid == null || index == names.requests() - 1;
      answer(tid, reply, last, event.name().equals("hello"));
    }
  }

  /** A stranger is told one thing, whatever is wrong with what it says besides. */
  private void checkKnown(Message message) {
    if (connection.isAuthenticated()) {
      return;
    }
    Routing routing = message.routing();
    boolean saysSomething = !message.events().isEmpty() || routing.tid() != null;
    boolean isHello =
        !message.events().isEmpty()
            && message.events().getFirst().name().equals("hello")
            && routing.cid() == null
            && (routing.csp() == null || ServicePath.of(routing.csp()).isCatalogue());
    if (saysSomething && !isHello) {
      checkReady("");
    }
  }

  /** Notes that the answer to hello has come: without it nobody goes on. */
  private void noteHeard(Message message) {
    Session session = connection.session();
    boolean goesOn =
        message.events().isEmpty()
            ? message.routing().handler() != null
            : !message.events().getFirst().name().equals("hello");
    if (session != null && goesOn) {
      session.goesOn();
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

  private void control(long tid, List<Event> events, int index) {
    Event event = events.get(index);
    if (event.name().equals("cancel") && index + 1 < names.requests()) {
      // Told before the subscription's last answer, which nothing may follow.
      String next = events.get(index + 1).name();
      tell(
          tid,
          Arguments.bad(next, "stands behind the cancel of tid " + tid + "; send it by itself"),
          next);
      ended = true;
    }
    try {
      connection.subscriptions().control(tid, event, types());
    } catch (Throwable e) {
      tell(tid, e, event.name());
    }
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
    Served served = catalogue.collection(target.path());
    try {
      return served.handle(target.view(), request);
    } catch (RuntimeException e) {
      if (!isOfDropped(e) || !isDropped(served)) {
        throw e; // it may have been done all the same, and is not done again
      }
    }
    // Somebody has dropped the collection, and perhaps created it anew.
    catalogue.forget(target.path());
    catalogue.describe(target.path());
    return catalogue.collection(target.path()).handle(target.view(), request);
  }

  /** Whether a failure may be one of a collection that is no more: also what does not fit it. */
  private static boolean isOfDropped(RuntimeException failure) {
    ErrorCode code = Failures.code(failure);
    return failure instanceof IllegalStateException
        || code == ErrorCode.BAD_ARGUMENT
        || code == ErrorCode.UNKNOWN_TYPE;
  }

  private static boolean isDropped(Served served) {
    try {
      served.touch();
      return false;
    } catch (IllegalStateException e) {
      return true;
    } catch (RuntimeException e) {
      return false; // nobody knows
    }
  }

  private @Nullable Object handleChannel(long cid, Request request) {
    if (connection.channels().isOpen(cid)) {
      return connection.channels().handle(cid, request);
    }
    Object reply = connection.cursors().handle(cid, request);
    if (reply == null) {
      throw Channels.unknown(cid);
    }
    return reply instanceof java.util.Map<?, ?> map && map.isEmpty() ? null : reply;
  }

  private void answer(@Nullable Long tid, @Nullable Object reply, boolean last) {
    answer(tid, reply, last, false);
  }

  private void answer(@Nullable Long tid, @Nullable Object reply, boolean last, boolean always) {
    if (tid == null && !always) {
      return;
    }
    if (!effect && Thread.currentThread() instanceof NeverWaits && isLarge(reply)) {
      throw new LargeException();
    }
    var answer = new Message(Routing.answer(tid), List.of(new Event(names.result(), reply)), last);
    // One that cannot be encoded fails before it is remembered.
    byte[] frame = connection.outbound().encode(answer);
    answers.add(answer);
    if (last) {
      remember(tid);
    }
    connection.outbound().send(answer, frame);
  }

  private static boolean isLarge(@Nullable Object value) {
    return switch (value) {
      case String text -> text.length() > IN_PLACE_MAX;
      case byte[] bytes -> bytes.length > IN_PLACE_MAX;
      case TypedValue typed -> isLarge(typed.content());
      case Collection<?> all -> all.size() > IN_PLACE_MAX / Long.BYTES;
      case Map<?, ?> map ->
          map.size() > IN_PLACE_MAX / Long.BYTES
              || map.values().stream().anyMatch(Dispatcher::isLarge);
      case null, default -> false;
    };
  }

  private void fail(Routing routing, @Nullable String event, Throwable failure) {
    Long tid = routing.tid();
    Routing to =
        tid != null
            ? Routing.answer(tid)
            : new Routing(Failures.cut(routing.csp()), null, routing.cid(), null, null, null);
    var answer = new Message(to, List.of(named(Failures.event(types(), failure, event))), true);
    byte[] frame;
    try {
      frame = connection.outbound().encode(answer);
    } catch (WireException e) {
      // The frames of this server are very small: say as little as can be.
      var bare = new RequestException(Failures.code(failure), "");
      answer = new Message(Routing.answer(tid), List.of(named(Failures.event(bare, null))), true);
      frame = connection.outbound().encode(answer);
    }
    answers.add(answer);
    remember(tid);
    connection.outbound().send(answer, frame);
  }

  private TypeRegistry types() {
    return connection.server().catalogue().vitrine().types();
  }

  private Event named(Event failure) {
    return new Event(names.error(), failure.argument());
  }

  private void remember(@Nullable Long tid) {
    Session session = connection.session();
    if (tid != null && session != null && effect && !answers.isEmpty()) {
      remembered = true;
      session.remember(
          tid,
          List.copyOf(answers),
          List.copyOf(grants.size() == 1 ? grants : new LinkedHashSet<>(grants)));
    }
  }
}
