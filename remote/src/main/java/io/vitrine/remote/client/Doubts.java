package io.vitrine.remote.client;

import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.Outbound;
import io.vitrine.remote.wire.WireException;
import io.vitrine.store.TypedValue;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What of a {@link Link} is sent again after a lost connection, and how: all at once, or, where one
 * of them may be what ends the connections, one at a time, so that it shows which. Guarded by the
 * lock of its link.
 *
 * <pre>
 *   the connection ended                           then
 *   with a refusal of what it could not read       the first request without answer fails with it;
 *                                                  where it could be another, each is sent alone
 *   TOGETHER_MAX times without getting beyond      each is sent alone
 *     the same request, the first without answer
 *   ALONE_MAX times with one request alone         that one fails
 * </pre>
 */
final class Doubts {
  /** On how many connections the first request is lost, among others, before it is sent alone. */
  static final int TOGETHER_MAX = 2;

  /** On how many it is lost alone before it fails. */
  static final int ALONE_MAX = 3;

  /** What ends later than this after hello did not end because of it. */
  private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final long PAUSE_MILLIS = 100;
  private static final long PAUSE_MILLIS_MAX = 1_000;

  /** An inbox that is to begin. */
  private record Begin(long tid, Inbox inbox) {}

  private final Link link;
  private final Map<Long, Call> calls;
  private final Map<Long, Inbox> inboxes;
  private final Unconfirmed unconfirmed;

  /** What is to be sent when all that is in doubt has been; those in doubt come first. */
  private final ArrayDeque<Object> waiting = new ArrayDeque<>();

  private final IdentityHashMap<Object, Integer> strikes = new IdentityHashMap<>();
  private volatile boolean careful;

  /** How many sessions there have been. */
  private final AtomicLong sessions = new AtomicLong();

  private int doubtful;

  /** The only one under way, null for none; a call, the frame of an untold one, or an inbox. */
  private @Nullable Object alone;

  /** Whose answer says that the one that is alone has been taken. */
  private long aloneTid;

  /** An untold one that fails unless the server says that it has done it. */
  private byte @Nullable [] condemned;

  private @Nullable RuntimeException sentence;

  /** Whether the last server told how many without answer it had done; until the next is there. */
  private boolean counted;

  /** Whether the last connection ended for what nobody knows; until the next one is there. */
  private boolean unexplained;

  /** How many without answer there had been then. */
  private long toldThen;

  /** What that connection did not get beyond: the tid of a call, or the number below 0. */
  private long first;

  private int firstLosses;

  // Of the present connection.

  private long order;
  private boolean lastWasCall = true;
  private @Nullable Object lastWords;
  private long connectedNanos;

  /** Whether anything has been answered; also written where answers are read. */
  private volatile boolean heard;

  /** How many connections in a row have ended soon without an answer; written under the lock. */
  private volatile int fruitless;

  Doubts(Link link, Map<Long, Call> calls, Map<Long, Inbox> inboxes, Unconfirmed unconfirmed) {
    this.link = link;
    this.calls = calls;
    this.inboxes = inboxes;
    this.unconfirmed = unconfirmed;
  }

  /** Notes that something was answered. Without the lock, by whoever reads answers. */
  void answered() {
    if (!heard) {
      heard = true;
    }
  }

  /** Whether requests are sent one at a time; may be asked without the lock. */
  boolean isCareful() {
    return careful;
  }

  /** Notes the failure that was told without saying of what. */
  void lastWords(@Nullable Object exception) {
    lastWords = exception;
  }

  /** Keeps a call back while others are in doubt; what is not kept is to be sent now. */
  boolean keeps(Call call) {
    return careful && waiting.add(call);
  }

  /** The same for one without answer. */
  boolean keeps(byte[] untold) {
    return careful && waiting.add(untold);
  }

  /** The same for an inbox. */
  boolean keeps(long tid, Inbox inbox) {
    return careful && waiting.add(new Begin(tid, inbox));
  }

  /** Notes that a call is sent. */
  void sent(Call call) {
    call.markSent(++order, lastWasCall);
    lastWasCall = true;
  }

  /** Notes that something else is sent. */
  void sentOther() {
    lastWasCall = false;
  }

  /**
   * How long to wait before the next connection: longer where those before came to nothing. May be
   * asked without the lock.
   */
  long pauseMillis() {
    int over = fruitless - TOGETHER_MAX;
    return over < 0 ? 0 : Math.min(PAUSE_MILLIS_MAX, PAUSE_MILLIS << Math.min(10, over));
  }

  // A connection ends.

  /**
   * Finds out what the connection ended for.
   *
   * @param failure why this side closed it, null where it did not
   * @return what is to be done without the lock: tells whoever waits for what failed
   */
  Runnable lost(@Nullable Throwable failure) {
    Object single = alone;
    boolean soon = System.nanoTime() - connectedNanos < SOON_NANOS;
    Object words = lastWords;
    forgetConnection();
    boolean unread = isShutdown(words); // all that has no answer
    calls.values().forEach(unread ? Call::markUnsent : Call::markLost);
    if (unread) {
      if (unanswered(words) instanceof Long done) {
        confirm(done);
        counted = true;
      }
      return () -> {};
    }
    if (blames(words)) {
      Object culprit = single == null && !careful ? certain() : single;
      careful |= culprit == null;
      return culprit == null ? () -> {} : convict(culprit, words);
    }
    fruitless = heard || !soon ? 0 : fruitless + 1;
    if (failure instanceof WireException unreadable) {
      careful = true; // one of the answers cannot be read
      return single == null ? () -> {} : convict(single, unreadable(unreadable));
    }
    if (single != null) {
      return strikes.merge(single, 1, Integer::sum) < ALONE_MAX
          ? () -> {}
          : convict(single, blamesNobody(words) ? null : words);
    }
    unexplained = true;
    toldThen = unconfirmed.told();
    return () -> {};
  }

  /**
   * Whether connections end at the same request again and again: who loses them often, but gets on
   * each time, sends all together, or would hardly get on any more.
   */
  private void lookWhereItEnded(boolean gotOn) {
    unexplained = false;
    fruitless = gotOn ? 0 : fruitless;
    long now = firstLost();
    // What is behind a call was done, so it was done, too, and its answer was lost.
    firstLosses = now == first && !gotOn ? firstLosses + 1 : 1;
    first = now;
    careful |= fruitless >= TOGETHER_MAX || (now != 0 && firstLosses >= TOGETHER_MAX);
  }

  /** The first of what was lost with the connection; 0 for none. */
  private long firstLost() {
    Call call = firstSent().orElse(null);
    long confirmed = unconfirmed.confirmed();
    boolean untold = confirmed < toldThen && !unconfirmed.isEmpty();
    if (untold && (call == null || call.told() > confirmed)) {
      return -1 - confirmed;
    }
    return call == null ? 0 : call.tid();
  }

  private Optional<Call> firstSent() {
    return calls.values().stream().filter(Call::isSent).min(Comparator.comparingLong(Call::order));
  }

  /** Why the connection ended, in words. */
  String reason(@Nullable Throwable failure) {
    if (failure != null) {
      return String.valueOf(failure.getMessage());
    }
    return lastWords == null
        ? link.address() + " closed the connection"
        : code(lastWords) + ": " + RemoteFailures.of(lastWords).getMessage();
  }

  private void forgetConnection() {
    alone = null;
    waiting.clear();
    doubtful = 0;
    lastWords = null;
  }

  private static String code(@Nullable Object words) {
    return words instanceof TypedValue typed ? typed.name() : "";
  }

  /** How many without answer a server says that it has done. */
  private static @Nullable Object unanswered(@Nullable Object words) {
    return words instanceof TypedValue typed && typed.content() instanceof Map<?, ?> content
        ? content.get("unanswered")
        : null;
  }

  private static boolean isShutdown(@Nullable Object words) {
    return code(words).equals(ErrorCode.SHUTTING_DOWN.wireName());
  }

  /** Whether a server that says so could not read what was sent. */
  private static boolean blames(@Nullable Object words) {
    return switch (code(words)) {
      case "TooLarge", "TooDeep", "Malformed", "BadArgument", "UnknownType" -> true;
      default -> false;
    };
  }

  /** Whether what was said is about the connection and not about a request. */
  private static boolean blamesNobody(@Nullable Object words) {
    return switch (code(words)) {
      case "", "Timeout", "LimitExceeded" -> true;
      default -> false;
    };
  }

  private TypedValue unreadable(WireException failure) {
    return new TypedValue(
        failure.code().wireName(),
        Map.of(
            "message",
            "what "
                + link.address()
                + " answered cannot be read ("
                + failure.getMessage()
                + "); a change may have been made"));
  }

  /**
   * The first call without an answer, if nothing else can have ended the connection: what comes
   * first is answered first, and right before it came a call, too, which was answered.
   */
  private @Nullable Call certain() {
    return firstSent().filter(Call::isBehindCall).orElse(null);
  }

  private Runnable convict(Object culprit, @Nullable Object words) {
    strikes.remove(culprit);
    RuntimeException failure = words == null ? silence() : RemoteFailures.of(words);
    if (culprit instanceof Call call) {
      calls.remove(call.tid());
      return () ->
          call.answer().completeExceptionally(words == null ? failure : new Refusal(words));
    }
    if (culprit instanceof Inbox inbox) {
      inboxes.values().remove(inbox);
      return () -> inbox.fail(failure);
    }
    condemned = (byte[]) culprit;
    sentence = failure;
    return () -> {};
  }

  private ConnectionLostException silence() {
    return new ConnectionLostException(
        "the connection to "
            + link.address()
            + " was lost each of the "
            + (TOGETHER_MAX + ALONE_MAX)
            + " times that this was sent; nobody knows whether a change was made");
  }

  // A connection begins.

  /**
   * There is another connection: ends what cannot be sent again.
   *
   * @param resumed whether the server knows the session
   * @param unanswered how many of those without answer it has done
   * @return of how many nobody knows whether they were done
   */
  int settle(boolean resumed, @Nullable Object unanswered) {
    int unknown = 0;
    long before = unconfirmed.confirmed();
    boolean known = counted;
    counted = false;
    if (resumed && unanswered instanceof Long count) {
      confirm(count);
    } else if (known) {
      forgetSentence();
      long done = unconfirmed.confirmed();
      unconfirmed.begin();
      calls.values().forEach(call -> call.forgetDone(done));
    } else {
      forgetSentence();
      unknown = unconfirmed.reset();
      if (unknown > 0) {
        link.report(
            new ConnectionLostException(
                link.address()
                    + " does not know the session any more; of the last "
                    + unknown
                    + " updates nobody knows whether they were made"));
      }
    }
    unknown += resumed ? 0 : endUncertain(known);
    if (unexplained) {
      lookWhereItEnded(unconfirmed.confirmed() > before);
    }
    return unknown;
  }

  /** Sends again what was not answered, after {@link #settle}. */
  void sendAgain(Outbound current) {
    forgetConnection();
    order = 0;
    lastWasCall = true;
    heard = false;
    connectedNanos = System.nanoTime();
    queueAll();
    if (careful) {
      doubtful = waiting.size();
      sendNext(current);
    } else {
      flush(current);
    }
  }

  private int endUncertain(boolean known) {
    int ended = 0;
    sessions.incrementAndGet();
    for (Call call : new TreeMap<>(calls).values()) {
      if (call.isOfSession()) {
        calls.remove(call.tid());
        call.answer().completeExceptionally(new IOException(iterationEnded()));
      } else if (call.isUncertain()) {
        ended++;
        calls.remove(call.tid());
        call.answer()
            .completeExceptionally(
                new IOException(
                    link.address()
                        + " does not know the session any more; nobody knows whether the change"
                        + " was made"));
      } else if (!known) {
        call.forgetTold();
      }
    }
    return ended;
  }

  /** Number of the session that the server knows, from 1; may be asked without the lock. */
  long session() {
    return sessions.get();
  }

  /** Refuses to ask for what another session had; may be asked without the lock. */
  void checkSession(long number) {
    if (number != sessions.get()) {
      throw new ConnectionLostException(iterationEnded());
    }
  }

  private String iterationEnded() {
    return "the connection to "
        + link.address()
        + " was lost, and the session with it, so this iteration cannot go on; begin another";
  }

  private void confirm(long done) {
    unconfirmed.confirm(done);
    byte[] dropped = condemned;
    RuntimeException failure = sentence;
    forgetSentence();
    // Unless it was done after all.
    if (dropped != null && failure != null && unconfirmed.isFirst(dropped)) {
      unconfirmed.dropFirst();
      calls.values().forEach(call -> call.forgetTold(unconfirmed.confirmed()));
      link.report(failure);
    }
  }

  /** All that was open has failed, since there is no connection. */
  void giveUp() {
    forgetConnection();
    forgetSentence();
    strikes.clear();
    careful = false;
    unexplained = false;
    first = 0;
  }

  private void forgetSentence() {
    condemned = null;
    sentence = null;
  }

  /** In the order of sending: a call stands behind the untold ones that it confirms. */
  private void queueAll() {
    List<byte[]> rest = unconfirmed.rest();
    long told = unconfirmed.confirmed();
    for (Call call : new TreeMap<>(calls).values()) {
      while (told < call.told() && !rest.isEmpty()) {
        waiting.add(rest.removeFirst());
        told++;
      }
      waiting.add(call);
    }
    waiting.addAll(rest);
    new TreeMap<>(inboxes).forEach((tid, inbox) -> waiting.add(new Begin(tid, inbox)));
  }

  private void sendNext(Outbound current) {
    while (doubtful > 0) {
      doubtful--;
      if (sendAlone(current, waiting.remove())) {
        return;
      }
    }
    careful = false;
    first = 0;
    strikes.clear();
    flush(current);
  }

  private void flush(Outbound current) {
    for (Object item = waiting.poll(); item != null; item = waiting.poll()) {
      switch (item) {
        case Call call -> {
          if (calls.containsKey(call.tid())) {
            sent(call);
            current.send(call.frame());
          }
        }
        case Begin begin -> begin(current, begin);
        default -> {
          sentOther();
          current.send((byte[]) item);
        }
      }
    }
  }

  /** Sends one, if it is still wanted; what it leads to shows by an answer behind it. */
  private boolean sendAlone(Outbound current, Object item) {
    switch (item) {
      case Call call -> {
        if (!calls.containsKey(call.tid())) {
          return false;
        }
        alone = call;
        aloneTid = call.tid();
        sent(call);
        current.send(call.frame());
      }
      case Begin begin -> {
        if (!begin(current, begin)) {
          return false;
        }
        alone = begin.inbox;
        probe(current, unconfirmed.confirmed());
      }
      default -> {
        byte[] frame = (byte[]) item;
        if (!unconfirmed.isFirst(frame)) {
          return false;
        }
        alone = frame;
        current.send(frame);
        probe(current, unconfirmed.confirmed() + 1);
      }
    }
    return true;
  }

  private boolean begin(Outbound current, Begin begin) {
    if (inboxes.containsKey(begin.tid)) {
      sentOther();
      return link.begin(current, begin.tid, begin.inbox);
    }
    return false;
  }

  private void probe(Outbound current, long told) {
    Call sync = link.sync(told);
    calls.put(sync.tid(), sync);
    aloneTid = sync.tid();
    sent(sync);
    current.send(sync.frame());
  }

  /** A call has come to its end: the next one may go on its way. */
  void proceed(@Nullable Outbound current, long tid) {
    if (careful && alone != null && aloneTid == tid) {
      strikes.remove(alone);
      alone = null;
      if (current != null) {
        sendNext(current);
      }
    }
  }
}
