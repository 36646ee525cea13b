package io.vitrine.remote.client;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A request on its way to its answer. What changes is guarded by the lock of the {@link Link}. */
final class Call {
  private final long tid;
  private final byte[] frame;
  private final boolean repeatable;
  private final long deadlineNanos;
  private long told;

  /** Whether it has ever been on its way. */
  private boolean sent;

  private final CompletableFuture<@Nullable Object> answer = new CompletableFuture<>();

  /**
   * Creates a call.
   *
   * @param tid its number
   * @param frame the encoded message, to be sent again after a lost connection
   * @param told how many calls without answer were sent before it: its answer confirms them
   * @param repeatable whether doing it twice does no harm
   * @param deadlineNanos when it ends by itself, 0 if whoever waits for it sees to that
   */
  Call(long tid, byte[] frame, long told, boolean repeatable, long deadlineNanos) {
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

  void markSent() {
    sent = true;
  }

  /** The server said that it has not been begun. */
  void markUnsent() {
    sent = false;
  }

  /** Whether nobody can know whether it was done, once the session is lost. */
  boolean isUncertain() {
    return sent && !repeatable;
  }

  /** What comes back; a failure is a {@link Refusal} or a lost connection. */
  CompletableFuture<@Nullable Object> answer() {
    return answer;
  }
}
