package io.vitrine.store;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Runs channel operations out of reach of interrupts. Any thread.
 *
 * <p>An interrupt that hits a thread within an operation of a {@code FileChannel} closes the
 * channel; for the lock file that would drop the kernel locks of the whole process. Each operation
 * therefore runs on a thread of its own that nobody interrupts. They are rare: attach, probe of an
 * owner, growth of a file.
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
    Thread thread = Thread.ofPlatform().daemon().name("vitrine-io").start(task);
    join(thread);
    return task.result();
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

  private static final class Task<T extends @Nullable Object> implements Runnable {
    private final Operation<T> operation;
    private @Nullable T result;
    private @Nullable Throwable failure;

    Task(Operation<T> operation) {
      this.operation = operation;
    }

    @Override
    public void run() {
      try {
        result = operation.run();
      } catch (Throwable e) {
        failure = e;
      }
    }

    @SuppressWarnings("NullAway") // T itself says whether null is a result
    T result() throws IOException {
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
