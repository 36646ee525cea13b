package io.vitrine.remote.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where large frames are read: neither on an event loop nor on a virtual thread, as both would keep
 * others from the processor until they are done. Its threads end when there is nothing to do; safe
 * for any number of threads.
 *
 * <p>Of those that wait the one is next whose connection has used these threads least, and of such
 * the shortest. Very large ones never take all threads, where there are several, nor more memory
 * together than there is for it; one that is heavier alone than all may be is read while no other
 * very large one is.
 *
 * <p>Of what large frames hold there is no more at a time than there is room for, from before one
 * is read until what it asks for is done: who comes later waits, and is refused in the end.
 */
public final class LargeFrames {
  /** To read so much takes half a millisecond and more; less is not worth the way to a thread. */
  private static final int BYTES = 128 << 10;

  /** What is larger leaves a thread to others. */
  private static final int VERY_LARGE_BYTES = 1 << 20;

  /** The values of a frame may take so many times as much as its bytes. */
  private static final long WEIGHT = 16;

  private static final long HALF_NANOS = 5_000_000_000L;
  private static final long IDLE_SECONDS = 10;

  /** What the values of a byte each take, see {@link ValueRoom}; the forms of text have more. */
  private static final long HELD = 64;

  /** Until somebody else is done; he may wait for a process that is paused. */
  private static final long ROOM_SECONDS = 10;

  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  private static final LargeFrames SHARED =
      new LargeFrames(newThreads(THREADS), THREADS, Runtime.getRuntime().maxMemory() / 4);

  /**
   * Room for what is being done, in KiB: those who wait have it in the order in which they came.
   */
  private static final int ROOM =
      Math.clamp(Runtime.getRuntime().maxMemory() / 4096, 1, Integer.MAX_VALUE);

  private static final Semaphore FREE = new Semaphore(ROOM, true);

  private final Executor threads;
  private final int free;
  private final long weightMax;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Task> waiting = new ArrayList<>();
  private int running;
  private int veryLarge;
  private long weight;

  /** What a connection uses: the threads, lately, with the lock; and room, by its own thread. */
  public static final class Use {
    private long nanos;
    private long sinceNanos = System.nanoTime();
    private int room;

    /** Begins with nothing. */
    public Use() {}

    /** Gives back the room that the last frame took, when what it asks for is done; idempotent. */
    public void release() {
      FREE.release(room);
      room = 0;
    }

    private void take(byte[] frame) {
      long bytes = Math.min(HELD * frame.length, ValueRoom.BYTES_MAX) + frame.length;
      int wanted = (int) Math.min(ROOM, bytes >> 10);
      if (!take(wanted)) {
        throw noMemory(frame);
      }
      room = wanted;
    }

    /** Waits in line, whatever interrupts it: a function that ran here may have left one. */
    private static boolean take(int wanted) {
      boolean interrupted = false;
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ROOM_SECONDS);
      try {
        while (true) {
          try {
            return FREE.tryAcquire(wanted, end - System.nanoTime(), TimeUnit.NANOSECONDS);
          } catch (InterruptedException _) {
            interrupted = true;
          }
        }
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    /** Half of what it was some seconds ago, so that nobody stays last. */
    private long nanos() {
      long now = System.nanoTime();
      while (nanos > 0 && now - sinceNanos > HALF_NANOS) {
        nanos /= 2;
        sinceNanos += HALF_NANOS;
      }
      if (nanos == 0) {
        sinceNanos = now;
      }
      return nanos;
    }
  }

  /** A frame that is to be read. */
  private record Task(Use use, int bytes, Runnable work) {
    boolean isVeryLarge() {
      return bytes > VERY_LARGE_BYTES;
    }

    boolean isBefore(Task other) {
      long mine = use.nanos();
      long others = other.use.nanos();
      return mine < others || (mine == others && bytes < other.bytes);
    }
  }

  LargeFrames(Executor threads, int count, long weightMax) {
    this.threads = threads;
    this.free = count;
    this.weightMax = weightMax;
  }

  private static Executor newThreads(int threads) {
    var pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> Thread.ofPlatform().daemon().name("vitrine-reader").unstarted(task));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /**
   * Whether a frame takes so long to read that others should not wait for it.
   *
   * @param frame its bytes
   * @return whether it is large
   */
  public static boolean isLarge(byte[] frame) {
    return frame.length >= BYTES;
  }

  /**
   * The threads, for a client: what it reads is its own.
   *
   * @return runs tasks in the order in which they come
   */
  public static Executor readers() {
    return SHARED.threads;
  }

  /**
   * Reads a frame, a large one on one of the threads while the caller waits. Where this returns,
   * the caller calls {@link Use#release} when what the message asks for is done.
   *
   * @param reader the reader
   * @param use what the connection has used so far; it has one frame read at a time
   * @param frame the frame
   * @return what the reader gives
   * @throws WireException if the frame is no message, or holds more than there is memory for
   */
  public static @Nullable Message read(FrameReader reader, Use use, byte[] frame) {
    if (!isLarge(frame)) {
      return reader.read(frame);
    }
    use.take(frame);
    try {
      return readAmongOthers(reader, use, frame);
    } catch (Throwable e) {
      use.release();
      throw e;
    }
  }

  private static @Nullable Message readAmongOthers(FrameReader reader, Use use, byte[] frame) {
    var message = new CompletableFuture<@Nullable Message>();
    SHARED.execute(
        use,
        frame.length,
        () -> {
          try {
            message.complete(reader.read(frame));
          } catch (Throwable e) {
            message.completeExceptionally(e);
          }
        });
    try {
      return message.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof OutOfMemoryError) {
        throw noMemory(frame);
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }

  private static WireException noMemory(byte[] frame) {
    return new WireException(
        ErrorCode.TOO_LARGE,
        "a message of "
            + frame.length
            + " bytes holds more than the server has memory for at this time");
  }

  /** Runs something as soon as it is its turn; it throws nothing. */
  void execute(Use use, int bytes, Runnable work) {
    lock.lock();
    try {
      waiting.add(new Task(use, bytes, work));
      begin();
    } finally {
      lock.unlock();
    }
  }

  /** Begins what may begin; with the lock. */
  private void begin() {
    for (Task next = next(); next != null; next = next()) {
      waiting.remove(next);
      running++;
      veryLarge += next.isVeryLarge() ? 1 : 0;
      weight += WEIGHT * next.bytes();
      Task task = next;
      threads.execute(() -> run(task));
    }
  }

  private void run(Task task) {
    long begin = System.nanoTime();
    try {
      task.work().run();
    } finally {
      lock.lock();
      try {
        task.use().nanos += System.nanoTime() - begin;
        running--;
        veryLarge -= task.isVeryLarge() ? 1 : 0;
        weight -= WEIGHT * task.bytes();
        begin();
      } finally {
        lock.unlock();
      }
    }
  }

  private @Nullable Task next() {
    Task first = null;
    for (Task task : waiting) {
      if (mayBegin(task) && (first == null || task.isBefore(first))) {
        first = task;
      }
    }
    return first;
  }

  private boolean mayBegin(Task task) {
    if (running >= free) {
      return false;
    }
    return !task.isVeryLarge()
        || veryLarge == 0
        || (veryLarge < free - 1 && weight + WEIGHT * task.bytes() <= weightMax);
  }
}
