package io.vitrine.remote.server;

import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.ModelRoom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What outlives a connection: the outcomes of requests that had an effect, so that one that is sent
 * again over the next connection is answered and not applied twice; and iterators. Safe for any
 * number of threads.
 *
 * <p>A tid is free again after its final answer. So an outcome answers only a request of a later
 * connection than its own; on the same connection the same tid means something new.
 */
final class Session {
  private static final long ROOM_MAX = 16 << 20;
  private static final long GRANT_ROOM = 24;

  private final String id;
  private final int outcomesMax;
  private final LongConsumer grown;
  private final Cursors cursors;
  private final LinkedHashMap<Long, Outcome> earlier = new LinkedHashMap<>();
  private final LinkedHashMap<Long, Outcome> current = new LinkedHashMap<>();
  private long room;
  private long unanswered;
  private @Nullable Connection owner;
  private @Nullable String principal;
  private long detachedNanos;
  private boolean forgotten;
  private boolean ended;

  /**
   * Whether those who come begin anew, and who was told so last may not know: the answer may have
   * been lost. Only who says more than hello has it.
   */
  private volatile boolean untold = true;

  /** The largest of those whose outcomes are remembered no more. */
  private @Nullable Long gone;

  /**
   * First and last of those of earlier connections whose outcomes were given up since the present
   * one came: it has been told that they are known, and may send any of them again.
   */
  private long lostFrom = Long.MAX_VALUE;

  private long lostTo = Long.MIN_VALUE;

  /**
   * Creates a session.
   *
   * @param grown told by how many bytes what is remembered has grown, or shrunk
   * @param cursors for its iterators, none so far
   */
  Session(String id, int outcomesMax, LongConsumer grown, Cursors cursors) {
    this.id = id;
    this.cursors = cursors;
    this.outcomesMax = outcomesMax;
    this.grown = grown;
  }

  String id() {
    return id;
  }

  /** Its iterators, which go on over the next connection. */
  Cursors cursors() {
    return cursors;
  }

  /** Who has the session at present, null for nobody. */
  synchronized @Nullable Connection owner() {
    return owner;
  }

  /**
   * Gives the session to a connection, unless another has it.
   *
   * @param connection the new owner; the one before has come to its end
   * @param who whose connection it is; the first to have the session makes it theirs
   * @param resume the smallest tid that is still unanswered; outcomes before are forgotten. Where
   *     one that is asked for is remembered no more, that counts as all being forgotten, as it does
   *     as long as nobody has gone on with the session
   * @return whether the connection has the session now; never of one that has ended
   */
  synchronized boolean attach(Connection connection, @Nullable String who, long resume) {
    if (ended || (owner != null && owner != connection) || !isOf(who)) {
      return false;
    }
    owner = connection;
    principal = who;
    if (untold || (gone != null && resume <= gone)) {
      forget();
      gone = null;
    }
    lostFrom = Long.MAX_VALUE;
    lostTo = Long.MIN_VALUE;
    earlier.putAll(current);
    current.clear();
    earlier.keySet().stream().filter(tid -> tid < resume).max(Long::compare).ifPresent(this::gone);
    earlier.keySet().removeIf(tid -> tid < resume);
    long before = room;
    room = earlier.values().stream().mapToLong(Outcome::room).sum();
    grown.accept(room - before);
    return true;
  }

  private void gone(long tid) {
    gone = gone == null ? tid : Math.max(gone, tid);
  }

  private void lost(long tid) {
    gone(tid);
    lostFrom = Math.min(lostFrom, tid);
    lostTo = Math.max(lostTo, tid);
  }

  /**
   * Gives up all outcomes, where there are too many of all sessions. Who has been answered all of
   * them, as most have who are connected, misses nothing.
   */
  synchronized void giveWay() {
    earlier.keySet().forEach(this::lost);
    current.keySet().forEach(this::gone);
    earlier.clear();
    current.clear();
    grown.accept(-room);
    room = 0;
  }

  /** From now on nobody knows what came of the requests before. */
  private void forget() {
    giveWay();
    forgotten = true;
  }

  /** Forgets all outcomes for good: nobody comes back to it, so nothing is remembered any more. */
  synchronized void end() {
    forget();
    cursors.closeAll();
    ended = true;
  }

  /** Ends it, unless somebody has it again, or had it a short while ago. */
  synchronized boolean endIfIdle(long nanosMax, boolean onlyEmpty) {
    boolean idle = (!onlyEmpty || isEmpty()) && idleNanos(System.nanoTime()) > nanosMax;
    if (idle) {
      end();
    }
    return idle;
  }

  /** Whether nothing was done in it so far that its client could ask after. */
  private boolean isEmpty() {
    return unanswered == 0
        && earlier.isEmpty()
        && current.isEmpty()
        && gone == null
        && cursors.size() == 0;
  }

  /** Whether nothing is remembered any more, nor will be. */
  synchronized boolean hasEnded() {
    return ended;
  }

  /**
   * Whether who has come to have the session may go on with what there was before. Who is told that
   * it is not known begins anew, so requests without tid are counted anew, too, and its iterators
   * end; and so does whoever comes after that, until one {@link #goesOn}.
   */
  synchronized boolean isKnown() {
    boolean known = !forgotten && !untold;
    if (!known) {
      unanswered = 0;
      cursors.closeAll();
      untold = true;
    }
    forgotten = false;
    return known;
  }

  /** Whoever has the session says more than hello, so the answer to that has come. */
  void goesOn() {
    if (untold) {
      untold = false;
    }
  }

  /** About how many bytes its outcomes take. */
  synchronized long room() {
    return room;
  }

  synchronized void detach(Connection connection) {
    if (owner == connection) {
      owner = null;
      detachedNanos = System.nanoTime();
    }
  }

  /** Whether this principal may have the session: it is theirs, or nobody's so far. */
  synchronized boolean isOf(@Nullable String who) {
    boolean fresh = owner == null && detachedNanos == 0;
    return fresh || java.util.Objects.equals(principal, who);
  }

  /** How long nobody has had the session, 0 while somebody has. */
  synchronized long idleNanos(long now) {
    return owner == null && detachedNanos != 0 ? now - detachedNanos : 0;
  }

  /** Counts a request without tid that is done, whatever came of it. */
  synchronized void countUnanswered() {
    unanswered++;
  }

  /** How many requests without tid were done, so that a client knows which to send again. */
  synchronized long unanswered() {
    return unanswered;
  }

  /** What came of a request of an earlier connection, null for nothing. */
  synchronized @Nullable Outcome earlierOutcome(long tid) {
    return earlier.get(tid);
  }

  /**
   * Whether a request for which there is no {@link #earlierOutcome} may be one of an earlier
   * connection whose outcome was given up, and so must not be done again.
   */
  synchronized boolean isLost(long tid) {
    return lostFrom <= tid && tid <= lostTo;
  }

  /** That was told over the connection that has the session: there its tid is free again. */
  synchronized void told(long tid) {
    Outcome outcome = earlier.remove(tid);
    if (outcome != null) {
      current.put(tid, outcome);
    }
  }

  void remember(long tid, List<Message> answers, List<Grant> grants) {
    grown.accept(add(tid, answers, grants)); // without the lock: others may be to forget
  }

  private synchronized long add(long tid, List<Message> answers, List<Grant> grants) {
    if (ended) {
      return 0; // whoever counts what all sessions take has this one no more
    }
    long begin = room;
    long size =
        answers.stream().mapToLong(a -> ModelRoom.of(a.events().getLast().argument()) + 100).sum()
            + GRANT_ROOM * (grants.size() + 1);
    Outcome before = current.put(tid, new Outcome(answers, grants, size));
    room += size - (before == null ? 0 : before.room());
    while (current.size() + earlier.size() > outcomesMax || room > ROOM_MAX) {
      Map.Entry<Long, Outcome> eldest = earlier.pollFirstEntry();
      if (eldest != null) {
        lost(eldest.getKey());
      } else {
        eldest = current.pollFirstEntry();
        if (eldest == null) {
          break;
        }
        gone(eldest.getKey());
      }
      room -= eldest.getValue().room();
    }
    return room - begin;
  }

  /**
   * What came of a request.
   *
   * @param answers to its events; the last of them is not complete where a subscription followed
   * @param grants what its events were permitted, so that whoever is told of it again still is
   * @param room about how many bytes they take
   */
  record Outcome(List<Message> answers, List<Grant> grants, long room) {}

  /**
   * A permission that was used.
   *
   * @param path what on
   * @param verb what for
   */
  record Grant(String path, Verb verb) {}
}
