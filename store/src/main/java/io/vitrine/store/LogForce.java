package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Brings the log to disk, for all who wait for it at once. Safe for any number of threads and JVMs.
 */
final class LogForce {
  /* Group commit. A position in the control file says up to where the log is on disk. Who waits
   * for more and finds nobody at it in this JVM becomes the leader; the others park. The leader
   * takes the force lock, which is one for all processes, and forces everything that is settled
   * by then: what other processes have appended, too, who find the position moved when they get
   * the lock. Then it wakes those whose changes are on disk, and one more to lead on.
   *
   * Whoever meets a log file for the first time forces the file's name too: its maker may have
   * died between naming the file and forcing the name.
   *
   * When a force fails, the kernel may forget what it could not write, so that the next one
   * succeeds in vain. It forgets whole pages, those with it that others wrote behind the range
   * meanwhile. Hence nothing from there to the end of the file counts as being on disk until a
   * checkpoint, made from memory, says all that was there; nor does a checkpoint count that was
   * begun before and builds on what comes behind its beginning. */

  /** A waiter looks by itself now and then, should the one who had to wake it have died. */
  private static final long NAP_NANOS = 20_000_000;

  private static final VarHandle LEADING;

  static {
    try {
      LEADING = MethodHandles.lookup().findVarHandle(LogForce.class, "leading", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final StoreFiles files;
  private final DurableWords words;
  private final HeldLock lock;
  private final ChangeLog log;
  private final AtomicReference<@Nullable Waiter> waiting = new AtomicReference<>();
  private final Tally forces = new Tally();
  private final Gathering gathering = new Gathering(System::nanoTime);
  private volatile boolean closed;

  /** Whether a thread leads; taken back by a bare store, which fails for want of nothing. */
  private volatile boolean leading;

  /** Start of the newest log file whose name is known to be on disk; under the force lock. */
  private long namedTo = -1;

  LogForce(
      StoreFiles files, MemorySegment control, DurableWords words, OwnedLock locks, ChangeLog log) {
    this.files = files;
    this.words = words;
    this.lock = new HeldLock(locks, control, ControlLayout.FORCE_LOCK);
    this.log = log;
  }

  /**
   * Waits until the record at a position is on disk.
   *
   * @throws StoreException if it cannot be brought there; the change is made all the same
   */
  void await(long position) {
    if (isDone(position)) {
      return;
    }
    boolean interrupted = false;
    try {
      while (words.forcedTo() <= position) {
        log.checkOpen();
        if (LEADING.compareAndSet(this, false, true)) {
          try {
            lead(position);
          } finally {
            leading = false;
          }
        } else {
          interrupted |= park(position);
        }
      }
    } finally {
      if (!leading && waiting.get() != null) {
        wake(true);
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether the record at a position is on disk. */
  boolean isDone(long position) {
    return words.forcedTo() > position;
  }

  /** Waits to be woken, which is also when there is nobody to lead; whether it was interrupted. */
  private boolean park(long position) {
    var me = new Waiter(Thread.currentThread(), position);
    push(me);
    boolean interrupted = false;
    while (me.isWaiting && leading && words.forcedTo() <= position) {
      LockSupport.parkNanos(this, NAP_NANOS);
      interrupted |= Thread.interrupted(); // with the flag set, it would not park
    }
    return interrupted;
  }

  private void push(Waiter waiter) {
    Waiter head;
    do {
      head = waiting.get();
      waiter.next = head;
      waiter.count = head == null ? 1 : head.count + 1;
    } while (!waiting.compareAndSet(head, waiter));
  }

  private void lead(long position) {
    var backoff = new Backoff();
    try {
      gathering.await(this::waitingCount, () -> words.forcedTo() > position);
      while (force() <= position) { // an earlier change is still being made
        wake(false);
        if (backoff.pause()) {
          log.endStuck();
        }
      }
    } finally {
      backoff.restoreInterrupt();
    }
  }

  /**
   * Brings everything to disk that is reserved by now, once it is settled: what returned may lie
   * behind what is still being made.
   *
   * @throws StoreException if it cannot be brought there, or is not settled by then
   */
  void forceReserved(long deadlineNanos) {
    long end = log.end();
    var backoff = new Backoff();
    try {
      BooleanSupplier late = () -> System.nanoTime() - deadlineNanos > 0;
      for (long forced = force(late); forced < end; forced = force(late)) {
        if (late.getAsBoolean()) {
          throw new StoreException(
              files.describe(LogFile.FOLDER)
                  + ": the change at "
                  + forced
                  + " has not come to its end, and the log up to "
                  + end
                  + " lies behind it; see who has the store open and does not run");
        }
        if (backoff.pause()) {
          log.endStuck();
        }
      }
    } finally {
      backoff.restoreInterrupt();
    }
  }

  /** How many others wait; a few more where some woke by themselves. */
  private int waitingCount() {
    Waiter last = waiting.get();
    return last == null ? 0 : last.count;
  }

  /** Wakes those whose records are on disk, and one of the others if nobody leads. */
  private void wake(boolean next) {
    long forced = words.forcedTo();
    boolean isWanted = next;
    int woken = 1; // who leads
    Waiter waiter = waiting.getAndSet(null); // all of them, so that nobody takes one twice
    while (waiter != null) {
      Waiter behind = waiter.next;
      if (forced > waiter.position || isWanted) {
        isWanted &= forced > waiter.position;
        woken++;
        waiter.isWaiting = false;
        LockSupport.unpark(waiter.thread);
      } else {
        push(waiter);
      }
      waiter = behind;
    }
    gathering.came(woken);
  }

  /**
   * Brings everything to disk that is reserved by now, but for what lies behind a change that a
   * living writer is at for longer than a moment; what a dead one left is ended.
   *
   * @param vain whether there is no reason any more to wait for a force of others
   * @throws StoreException if it cannot be brought there
   */
  void forceAllEnded(BooleanSupplier vain) {
    long end = log.end();
    if (force(vain) < end) {
      LogPlaces.settleSoon(log, end);
      long _ = force(vain);
    }
  }

  private long force() {
    return force(this::isClosed);
  }

  /**
   * Brings everything to disk that is settled.
   *
   * @param vain whether there is no reason any more to wait for a force of others
   * @return up to where the log is there now
   * @throws StoreException if it cannot be brought there
   */
  private long force(BooleanSupplier vain) {
    lock(vain);
    try {
      checkOpen();
      long from = words.forcedTo();
      long to = log.settle();
      if (to <= from) {
        return from;
      }
      if (words.failedTo() > from) {
        throw new StoreException(
            files.describe(LogFile.FOLDER)
                + ": the disk failed to take changes, so nothing counts as being on it until the"
                + " next checkpoint; see to the disk");
      }
      forceNoting(from, to);
      words.forcedTo(to);
      return to;
    } finally {
      try {
        lock.unlock();
      } catch (Throwable _) {
        lock.isLeft = true;
      }
    }
  }

  /**
   * Brings a range of the log to disk for a checkpoint, once everything in it is settled.
   *
   * @throws StoreException if it cannot be brought there, or a force of it failed before
   */
  void force(long from, long end) {
    log.awaitSettled(end);
    lock(this::isClosed);
    try {
      checkOpen();
      if (words.failedTo() > from) { // since the checkpoint was begun
        throw new StoreException(
            files.describe(LogFile.FOLDER)
                + ": the disk failed to take changes while the checkpoint was made; the next one"
                + " does not need them");
      }
      forceNoting(from, end);
    } finally {
      try {
        lock.unlock();
      } catch (Throwable _) {
        lock.isLeft = true;
      }
    }
  }

  private void checkOpen() {
    if (isClosed()) {
      throw new IllegalStateException("the store is closed");
    }
  }

  /** Takes the force lock; who died with it left nothing to mend. */
  private void lock(BooleanSupplier vain) {
    if (!lock.lockUnless(vain)) {
      checkOpen();
      throw new StoreException(
          files.describe(LogFile.FOLDER)
              + ": another process is bringing it to disk and does not come to the end of that; see"
              + " who has the store open and does not run");
    }
  }

  /** Forces a range; whoever forced it, nobody may believe a later force of it if it fails. */
  private void forceNoting(long from, long to) {
    long fileEnd = log.fileEndAt(to); // to look for it may fail, too
    try {
      forceRange(from, to);
    } catch (StoreException e) {
      words.failedTo(Math.max(fileEnd, words.failedTo()));
      throw e;
    }
  }

  private void forceRange(long from, long to) {
    if (from >= to) {
      return;
    }
    StoreEvents.Force event = StoreEvents.force();
    long since = System.nanoTime();
    forceFiles(from, to);
    forces.add(System.nanoTime() - since);
    StoreEvents.end(event, to - from);
  }

  private void forceFiles(long from, long to) {
    try {
      for (long at = from; at < to; ) {
        at = forceFile(at, to);
      }
    } catch (IOException e) {
      throw new StoreException("changes cannot be brought to disk: " + e.getMessage(), e);
    }
  }

  /** Forces what one file has of a range; answers how far that is, or need not be any more. */
  private long forceFile(long at, long to) throws IOException {
    LogFile file = log.fileOrNull(at);
    try {
      if (file == null) {
        throw new IllegalStateException("not there");
      }
      if (file.start > namedTo) {
        file.force(file.start, Math.min(to, file.end));
        files.forceFolder(LogFile.FOLDER);
        namedTo = file.start;
      } else {
        file.force(at, Math.min(to, file.end));
      }
      return file.end;
    } catch (IllegalStateException e) {
      log.checkOpen();
      long told = words.checkpoint();
      if (told > at) {
        return told; // a checkpoint was made meanwhile, tells of it, and the file may be gone
      }
      throw new StoreException(
          files.describe(LogFile.nameOf(at)) + ": is missing, it was to be forced", e);
    }
  }

  /** How often this open forced the log. */
  Tally forces() {
    return forces;
  }

  /** Whether there will be no force any more, so that one that fails means nothing. */
  boolean isClosed() {
    return closed || log.closed;
  }

  /**
   * Waits for a force that is on its way by this open; there will be no other. Not for long for one
   * of another process, which may be paused.
   */
  void close() {
    closed = true;
    long deadline = System.nanoTime() + Catalogue.CLOSE_NANOS;
    if (lock.lockUnless(() -> !lock.isOwn() && System.nanoTime() - deadline > 0)) {
      lock.unlock();
    }
  }

  /** A thread that waits for its record. */
  private static final class Waiter {
    final Thread thread;
    final long position;
    @Nullable Waiter next;

    /** How many there are up to this one. */
    int count;

    volatile boolean isWaiting = true;

    Waiter(Thread thread, long position) {
      this.thread = thread;
      this.position = position;
    }
  }
}
