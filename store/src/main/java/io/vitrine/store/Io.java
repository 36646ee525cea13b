package io.vitrine.store;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Runs channel operations out of reach of interrupts, and says why one failed. Any thread.
 *
 * <p>An interrupt that hits a thread within most operations of a {@code FileChannel} closes the
 * channel; for the lock file that would drop the kernel locks of the whole process. Each of these
 * therefore runs on a thread that nobody interrupts ({@link IoThread}); to open a channel, to close
 * it and to give a lock back are not among them. They are rare: attach, probe of an owner, growth
 * of a file. A store is opened on such a thread as a whole, since to hand over each of its dozen
 * operations took a fifth of the time.
 */
final class Io {
  /** An operation. */
  @FunctionalInterface
  interface Operation<T extends @Nullable Object> {
    T run() throws IOException;
  }

  /** Marks threads that nobody interrupts, since only the store knows them. */
  interface Uninterrupted {}

  private Io() {}

  /** Runs an operation and waits for it; the caller's interrupt flag stays as it is. */
  static <T extends @Nullable Object> T call(Operation<T> operation) throws IOException {
    if (Thread.currentThread() instanceof Uninterrupted) {
      return operation.run();
    }
    var task = new Task<T>(operation);
    boolean taken = false;
    try {
      IoThread.run(task);
      T result = task.result();
      taken = true;
      return result;
    } finally {
      if (!taken) {
        task.isGivenUp = true; // a field, as there may be no stack for a call
      }
    }
  }

  /** Says why a file cannot be had; the messages of some exceptions are a file's name alone. */
  static String why(IOException e) {
    if (isOutOfFiles(e)) {
      return "this process has no file descriptor left (Too many open files), and each open map and"
          + " log file keeps one; raise the limit (ulimit -n) or open fewer";
    }
    if (!(e instanceof FileSystemException failure)) {
      return String.valueOf(e.getMessage());
    }
    return switch (failure) {
      case AccessDeniedException denied ->
          "permission denied for user "
              + System.getProperty("user.name")
              + ": "
              + denied.getFile()
              + "; change its permissions or owner";
      case NoSuchFileException missing -> missing.getFile() + " does not exist";
      case FileAlreadyExistsException taken ->
          taken.getFile() + " is there and no folder, or a link that leads nowhere";
      default -> String.valueOf(failure.getMessage());
    };
  }

  private static boolean isOutOfFiles(IOException e) {
    return String.valueOf(e.getMessage()).contains("Too many open files");
  }

  /** Whether a file could not be created for another reason than that the disk is full. */
  static boolean isNotForRoom(IOException e) {
    String message = String.valueOf(e.getMessage());
    return isOutOfFiles(e)
        || e instanceof AccessDeniedException
        || e instanceof NoSuchFileException
        || Unfit.mayLack(e)
        || message.contains("Permission denied")
        || message.contains("Read-only file system");
  }

  /** Waits for the end of a thread; the caller's interrupt flag stays as it is. */
  static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits so until a time of System.nanoTime.
   *
   * @return whether the thread has ended
   */
  static boolean join(Thread thread, long deadlineNanos) {
    boolean interrupted = false;
    boolean ended = false;
    for (long left = 1; !ended && left > 0; left = deadlineNanos - System.nanoTime()) {
      try {
        ended = thread.join(Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime())));
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return ended;
  }

  /** Lets what was thrown on another thread tell whose call it was, too. */
  private static void addCaller(Throwable failure) {
    try {
      StackTraceElement[] there = failure.getStackTrace();
      StackTraceElement[] here = new Throwable().getStackTrace();
      var all = Arrays.copyOf(there, there.length + here.length);
      System.arraycopy(here, 0, all, there.length, here.length);
      failure.setStackTrace(all);
    } catch (OutOfMemoryError | StackOverflowError e) {
      // then it tells less
    }
  }

  private static final class Task<T extends @Nullable Object> implements Runnable {
    private final Operation<T> operation;
    private @Nullable T result;
    private @Nullable Throwable failure;

    /** Whether nobody waits for the result any more, as an error has met who did. */
    volatile boolean isGivenUp;

    Task(Operation<T> operation) {
      this.operation = operation;
    }

    @Override
    public void run() {
      try {
        result = operation.run();
        if (isGivenUp && result instanceof AutoCloseable opened) {
          opened.close();
        }
      } catch (Throwable e) {
        failure = e;
      }
    }

    @SuppressWarnings("NullAway") // T itself says whether null is a result
    T result() throws IOException {
      if (failure != null) {
        addCaller(failure);
      }
      if (failure instanceof IOException e) {
        throw e;
      }
      if (failure instanceof RuntimeException e) {
        throw e;
      }
      if (failure instanceof Error e) {
        throw e;
      }
      return result;
    }
  }
}
