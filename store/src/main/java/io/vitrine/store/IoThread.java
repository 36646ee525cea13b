package io.vitrine.store;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread that nobody interrupts, which does one task after the other for those who wait for it.
 * It belongs to the group of the system, so that who interrupts a group of threads of his own does
 * not reach it, and forgets an interrupt before each task. Kept for some seconds, since to begin a
 * thread and await its end takes 150 us, seven times as long as to let a file grow by 64 KiB.
 */
final class IoThread extends Thread implements Io.Uninterrupted {
  private static final long KEEP_NANOS = TimeUnit.SECONDS.toNanos(5);

  /**
   * How long one who waits looks before he sleeps: to be woken takes longer than most tasks. Not at
   * all where he has the only processor.
   */
  private static final long LOOK_NANOS =
      Runtime.getRuntime().availableProcessors() > 1 ? 200_000 : 0;

  /** How long one looks who has been told to expect a task, before he sleeps. */
  private static final long EXPECT_NANOS = LOOK_NANOS / 4;

  private static final ConcurrentLinkedDeque<IoThread> IDLE = new ConcurrentLinkedDeque<>();

  /** Until when a task is expected, by System.nanoTime. */
  private static volatile long expectedUntil = System.nanoTime();

  /** What is to be done, and by whom it is awaited; null where nothing is. */
  private volatile @Nullable Job job;

  private static final class Job {
    final Runnable task;
    final @Nullable Thread waiting;
    volatile boolean done;

    Job(Runnable task, @Nullable Thread waiting) {
      this.task = task;
      this.waiting = waiting;
    }
  }

  private IoThread(Job job) {
    super(topGroup(), null, "vitrine-io", 0, false);
    this.job = job;
    setDaemon(true);
    setContextClassLoader(IoThread.class.getClassLoader()); // and not that of who came first
  }

  private static ThreadGroup topGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  /**
   * Says that the caller is about to have something done: a thread that sleeps wakes up meanwhile,
   * and looks for it.
   */
  static void expect() {
    expectMore();
    IoThread idle = EXPECT_NANOS == 0 ? null : IDLE.peekFirst();
    if (idle != null) {
      LockSupport.unpark(idle);
    }
  }

  /** Says that when the task at hand is done another one will follow soon. */
  static void expectMore() {
    expectedUntil = System.nanoTime() + EXPECT_NANOS;
  }

  /** Has a task done, which must not throw, and waits for it, whoever interrupts the caller. */
  static void run(Runnable task) {
    var job = new Job(task, Thread.currentThread());
    hand(job);
    await(job);
  }

  /** Has a task done, which must not throw, and does not wait for it. */
  static void begin(Runnable task) {
    hand(new Job(task, null));
  }

  private static void hand(Job job) {
    IoThread idle = IDLE.pollFirst();
    if (idle == null) {
      new IoThread(job).start();
    } else {
      idle.job = job;
      LockSupport.unpark(idle);
    }
  }

  /**
   * Waits for a job. Who looks for its end yields: the thread that does it may have been put on the
   * same processor, as where a compiler of the JVM has the other one.
   */
  @SuppressWarnings("ThreadPriorityCheck")
  private static void await(Job job) {
    long end = System.nanoTime() + LOOK_NANOS;
    while (!job.done && System.nanoTime() - end < 0) {
      Thread.yield();
    }
    boolean interrupted = false;
    while (!job.done) {
      LockSupport.park(job);
      interrupted |= Thread.interrupted(); // with the flag set, nobody would sleep
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void run() {
    while (true) {
      Job next = job;
      if (next != null) {
        job = null;
        boolean _ = Thread.interrupted(); // by whoever finds all threads of the JVM
        next.task.run();
        boolean kept = isKept(); // before its caller can need it again
        next.done = true;
        LockSupport.unpark(next.waiting);
        if (!kept) {
          return;
        }
      }
      if (job == null && !sleep()) {
        return;
      }
    }
  }

  /** Offers itself to others, which takes some memory: whoever waits must not wait for that. */
  private boolean isKept() {
    try {
      IDLE.addFirst(this);
      return true;
    } catch (OutOfMemoryError e) {
      return false;
    }
  }

  /** Waits for a task; answers whether one has come or may come. */
  private boolean sleep() {
    long end = System.nanoTime() + KEEP_NANOS;
    lookWhileExpected();
    for (long left = KEEP_NANOS; job == null; left = end - System.nanoTime()) {
      if (left <= 0) {
        return !IDLE.remove(this); // who is not there any more has been taken for a task
      }
      LockSupport.parkNanos(this, left);
      boolean _ = Thread.interrupted(); // with the flag set, it would not park
      lookWhileExpected();
    }
    return true;
  }

  @SuppressWarnings("ThreadPriorityCheck") // whoever is to be expected may have this processor
  private void lookWhileExpected() {
    while (job == null && System.nanoTime() - expectedUntil < 0) {
      Thread.yield();
    }
  }
}
