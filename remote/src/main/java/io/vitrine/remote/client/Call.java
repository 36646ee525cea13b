package io.vitrine.remote.client;

import io.vitrine.remote.wire.Event;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A request on its way to its answer. What changes is guarded by the lock of the {@link Link}. */
final class Call {
  private final long tid;
  private final byte[] frame;
  private final boolean repeatable;
  private final boolean ofSession;
  private final long deadlineNanos;
  private long told;

  /** On how many connections it has been on its way, without those that surely did not begin it. */
  private int sent;

  /** Whether the present one is among them. */
  private boolean sentHere;

  /** Its place among the calls of the connection that it was last sent on. */
  private long order;

  private boolean behindCall;

  private final CompletableFuture<@Nullable Object> answer = new CompletableFuture<>();

  /**
   * Creates a call.
   *
   * @param tid its number
   * @param frame the encoded message, to be sent again after a lost connection
   * @param told how many calls without answer were sent before it: its answer confirms them
   * @param repeatable whether doing it twice does no harm
   * @param ofSession whether it is about what no other session has
   * @param deadlineNanos when it ends by itself, 0 if whoever waits for it sees to that
   */
  Call(
      long tid,
      byte[] frame,
      long told,
      boolean repeatable,
      boolean ofSession,
      long deadlineNanos) {
    this.ofSession = ofSession;
    this.deadlineNanos = deadlineNanos;
    this.tid = tid;
    this.frame = frame;
    this.told = told;
    this.repeatable = repeatable;
  }

  long tid() {
    return tid;
  }

  byte[] frame() {
    return frame;
  }

  long told() {
    return told;
  }

  /** There is another session, to which so many of those before it will not be sent. */
  void forgetDone(long done) {
    told = Math.max(0, told - done);
  }

  /** There is another session, in which nothing was sent before it. */
  void forgetTold() {
    told = 0;
  }

  @SuppressWarnings("ReferenceEquality") // Futures have no other equality.
  boolean isAnsweredBy(CompletableFuture<@Nullable Object> future) {
    return answer == future;
  }

  boolean isLate(long nanos) {
    return deadlineNanos != 0 && nanos - deadlineNanos > 0;
  }

  /**
   * It is being sent.
   *
   * @param place its place among the calls of the connection
   * @param behind whether what was sent right before it was a call, too, or nothing was
   */
  void markSent(long place, boolean behind) {
    sent++;
    sentHere = true;
    order = place;
    behindCall = behind;
  }

  boolean isSent() {
    return sent > 0;
  }

  long order() {
    return order;
  }

  boolean isBehindCall() {
    return behindCall;
  }

  /** One that was sent right behind so many others is no longer among them. */
  void forgetTold(long behind) {
    if (told > behind) {
      told--;
    }
  }

  /** The server said that it has not been begun: an earlier one may have. */
  void markUnsent() {
    if (sentHere) {
      sent--;
      sentHere = false;
    }
  }

  /** There is no connection any more. */
  void markLost() {
    sentHere = false;
  }

  /** Whether nobody can know whether it was done, once the session is lost. */
  boolean isUncertain() {
    return sent > 0 && !repeatable;
  }

  /** Whether it means nothing in another session, sent or not. */
  boolean isOfSession() {
    return ofSession;
  }

  /** Ends it with what was answered. */
  void complete(Event event) {
    if (event.name().equals("exception")) {
      answer.completeExceptionally(new Refusal(event.argument()));
    } else {
      answer.complete(event.argument());
    }
  }

  /** What comes back; a failure is a {@link Refusal} or a lost connection. */
  CompletableFuture<@Nullable Object> answer() {
    return answer;
  }
}
