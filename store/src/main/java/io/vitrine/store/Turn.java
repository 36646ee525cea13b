package io.vitrine.store;

import java.util.concurrent.locks.LockSupport;

/**
 * Lets other virtual threads run during long work. Each thread has its own, which is that of all
 * that it does; only those that were made by {@link #thread} take any turns.
 *
 * <p>Virtual threads are not preempted, so a few of them with long work, such as a walk through a
 * large map, would let nobody else run. Whoever has worked for 2 ms without a pause takes turns
 * with all others of the kind from then on, and these turns leave one processor to short work. The
 * kernel shares processors among threads of the system, so these go on at once.
 */
public final class Turn {
  /* Thread.yield would not do, nor would a short pause: a processor that has something in its own
   * queue, or in the one it took from last, looks into no other, so threads that yield to each
   * other keep for seconds what was submitted elsewhere, such as who was woken by an event loop.
   *
   * A turn is a time, and not something to give back: who waits for something else within its
   * turn, or never comes again, keeps nobody from theirs. */

  private static final long TURN_NANOS = 2_000_000;

  /** For steps that take longer than a turn. */
  private static final long LONG_TURN_NANOS = 20_000_000;

  /** The same where nothing but work has been counted. */
  private static final long LONGEST_TURN_NANOS = 200_000_000;

  /** Who comes back after so long has not been at work all the time. */
  private static final long PAUSE_NANOS = 100_000_000;

  /** The clock is asked at every so many short steps. */
  private static final int STEPS = 32;

  private static final int PROCESSORS =
      Integer.getInteger(
          "jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());

  /** Between two turns, where there is only one processor. */
  private static final long GAP_NANOS = PROCESSORS > 1 ? 0 : TURN_NANOS / 20;

  /** When the turns that are taken end, on each processor but one. Guarded by itself. */
  private static final long[] ENDS = new long[Math.max(1, PROCESSORS - 1)];

  static {
    java.util.Arrays.fill(ENDS, System.nanoTime());
  }

  private static final ScopedValue<Turn> CURRENT = ScopedValue.newInstance();

  /** Of all threads that take no turns: those of users, which may wait for something. */
  private static final Turn NONE = new Turn(false);

  private final boolean taking;
  private int steps;
  private long began = System.nanoTime();
  private long seen = began;
  private long counted;

  private Turn(boolean taking) {
    this.taking = taking;
  }

  /**
   * A virtual thread that takes turns.
   *
   * @param name its name
   * @param body what it does
   * @return the thread, to be started
   */
  public static Thread thread(String name, Runnable body) {
    return Thread.ofVirtual()
        .name(name)
        .unstarted(() -> ScopedValue.where(CURRENT, new Turn(true)).run(body));
  }

  /**
   * That of the calling thread.
   *
   * @return for this thread alone; one that does nothing where it takes no turns
   */
  public static Turn current() {
    return CURRENT.orElse(NONE);
  }

  /** Begins anew, since there was a pause. */
  public void begin() {
    if (taking) {
      began = System.nanoTime();
      seen = began;
      counted = 0;
    }
  }

  /** To be called at each step of at most some microseconds, with no lock held. */
  public void step() {
    if (taking && ++steps >= STEPS) {
      steps = 0;
      long now = System.nanoTime();
      if (!isBack(now) && now - began > TURN_NANOS) {
        take(now, TURN_NANOS);
      }
    }
  }

  /**
   * To be called at each step that may take longer, with no lock held. The next turn is as long as
   * the last step was, so steps should not wait for something.
   */
  public void longStep() {
    if (!taking) {
      return;
    }
    long now = System.nanoTime();
    long worked = now - began;
    if (!isBack(now) && worked > TURN_NANOS) {
      take(now, Math.min(worked, LONG_TURN_NANOS));
    }
  }

  /**
   * To be called with no lock held, after work whose time was taken. Other calls need not follow
   * each other for that, nor does a pause between two calls matter.
   *
   * @param nanos how long the work took, without any waiting
   */
  public void worked(long nanos) {
    if (taking) {
      counted += nanos;
      if (counted > TURN_NANOS) {
        take(System.nanoTime(), Math.min(counted, LONGEST_TURN_NANOS));
      }
    }
  }

  private boolean isBack(long now) {
    boolean back = now - seen > PAUSE_NANOS;
    seen = now;
    if (back) {
      began = now;
    }
    return back;
  }

  private void take(long now, long nanos) {
    if (Thread.currentThread().isVirtual()) {
      await(next(now, nanos));
    }
    begin();
  }

  /** When the next turn begins that nobody has taken. */
  private static long next(long now, long nanos) {
    synchronized (ENDS) {
      int first = 0;
      for (int i = 1; i < ENDS.length; i++) {
        first = ENDS[i] - ENDS[first] < 0 ? i : first;
      }
      long start = ENDS[first] - now > 0 ? ENDS[first] : now;
      ENDS[first] = start + nanos + GAP_NANOS;
      return start;
    }
  }

  private static void await(long time) {
    for (long left = time - System.nanoTime();
        left > 0 && !Thread.currentThread().isInterrupted();
        left = time - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
