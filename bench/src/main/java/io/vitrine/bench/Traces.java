package io.vitrine.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Processes and folders of a run, none of which outlives it: they end and go when it is closed, and
 * when the program is told to end (Ctrl-C, SIGTERM). One thread measures and closes it.
 */
final class Traces implements AutoCloseable {
  /* When the program is told to end, a hook runs beside the thread that measures, which sees its
   * process die and would take that for a system that failed, and start the next one.
   *
   *   Nothing starts and no folder is made once `ended` is set: both happen under the lock.
   *   JMH starts its JVMs by itself, so the hook ends whatever descends from this process, again
   *     and again, until the measuring thread has come to `close`, and starts nothing any more.
   *   Folders go only then, when nobody is left who writes.
   *
   * A process is known here before the lock is released under which it was started.
   *
   * Ctrl-C is told to all processes of the terminal at once, so that a JVM may be dead before the
   * hook has begun: what fails waits a moment for it, see `checkSoon`. */

  private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long DELETE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long PAUSE_MILLIS = 20;
  private static final long KILL_SECONDS = 5;
  private static final long SOON_MILLIS = 2_000;

  private final List<Process> processes = new ArrayList<>();
  private final List<Path> paths = new ArrayList<>();
  private final CountDownLatch ending = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook = new Thread(this::endAll, "bench-clean-up");
  private boolean ended;

  /** Nothing is there yet. */
  Traces() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Starts a process. */
  synchronized Process start(ProcessBuilder builder) throws IOException {
    check();
    processes.removeIf(process -> !process.isAlive());
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  /** Makes a file or folders. */
  @FunctionalInterface
  interface Maker {
    Path make() throws IOException;
  }

  /** Makes a file or a folder that is to be removed in the end, with all that is in it then. */
  synchronized Path make(Maker maker) throws IOException {
    check();
    Path path = maker.make();
    paths.add(path);
    return path;
  }

  /** Leaves a file where it is. */
  synchronized void keep(Path path) {
    paths.remove(path);
  }

  /**
   * Nobody may begin anything when the program is about to end.
   *
   * @throws CancellationException if it is
   */
  synchronized void check() {
    if (ended) {
      throw new CancellationException("interrupted");
    }
  }

  /**
   * The same for who sees that something failed, which may be the beginning of the end.
   *
   * @throws CancellationException if the program is about to end, or is told so within a moment
   */
  void checkSoon() {
    try {
      if (!ending.await(SOON_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    check();
  }

  /** Ends what runs and removes what is there. */
  @Override
  public void close() throws IOException {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // The hook runs: what is left to do is its own.
    }
    end().forEach(process -> kill(process.toHandle()));
    remove();
  }

  private synchronized List<Process> end() {
    ended = true;
    ending.countDown();
    return List.copyOf(processes);
  }

  private void endAll() {
    end();
    long deadline = System.nanoTime() + STOP_NANOS;
    try {
      do {
        killDescendants();
      } while (!closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)
          && System.nanoTime() - deadline < 0);
      killDescendants();
      remove();
    } catch (IOException | InterruptedException e) {
      System.err.println("vitrine bench: could not remove all files: " + e);
    }
  }

  /** All of them are found before the first dies, since orphans descend from us no more. */
  private static void killDescendants() {
    List<ProcessHandle> found = ProcessHandle.current().descendants().toList();
    found.forEach(ProcessHandle::destroyForcibly);
    found.forEach(Traces::kill);
  }

  /**
   * Waits for the end, too: its files can be removed only then. Where nobody asks how an orphan has
   * ended it seems to live, so that there is a limit.
   */
  private static void kill(ProcessHandle process) {
    process.destroyForcibly();
    process.onExit().completeOnTimeout(process, KILL_SECONDS, TimeUnit.SECONDS).join();
  }

  private void remove() throws IOException {
    List<Path> all;
    synchronized (this) {
      all = List.copyOf(paths);
    }
    for (Path path : all) {
      delete(path);
    }
  }

  /** Removes a file or a folder with all that is in it, whoever else writes there or removes. */
  static void delete(Path path) throws IOException {
    long deadline = System.nanoTime() + DELETE_NANOS;
    while (Files.exists(path)) {
      try {
        Files.walkFileTree(path, new Deleting());
      } catch (NoSuchFileException | DirectoryNotEmptyException e) {
        if (System.nanoTime() - deadline > 0) {
          throw e;
        }
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted", e));
    }
  }

  /** Goes on where somebody else was faster. */
  private static final class Deleting extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      if (failure != null && !(failure instanceof NoSuchFileException)) {
        throw failure;
      }
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
