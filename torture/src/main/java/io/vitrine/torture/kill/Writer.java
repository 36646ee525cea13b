package io.vitrine.torture.kill;

import io.vitrine.store.ChildJvm;
import io.vitrine.torture.TortureFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A writing process as the judge sees it, through all its lives. For one thread. */
final class Writer implements AutoCloseable {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long NAP_NANOS = 200_000;

  private final int number;
  private final int threads;
  private final Path store;
  private final Path journals;
  private final ProcessFile file;
  private final List<Deeds> deeds;
  private @Nullable ChildJvm child;
  private final boolean logged;
  private final List<String> launcher;
  private int life;
  private long deedsAtStart;
  private long startedAt;

  Writer(
      int number,
      Path store,
      Path journals,
      ProcessFile file,
      List<Deeds> deeds,
      boolean logged,
      List<String> launcher) {
    this.launcher = launcher;
    this.logged = logged;
    this.number = number;
    this.threads = deeds.size();
    this.store = store;
    this.journals = journals;
    this.file = file;
    this.deeds = deeds;
  }

  void start(long seed) {
    life++;
    deedsAtStart = file.deeds();
    startedAt = System.nanoTime();
    child =
        ChildJvm.startBy(
            launcher,
            WriterProcess.class,
            List.of("-Xmx96m", "-Dvitrine.steps=true"),
            store.toString(),
            journals.toString(),
            Integer.toString(number),
            Integer.toString(life),
            Integer.toString(threads),
            Long.toString(seed),
            Boolean.toString(logged));
  }

  List<Deeds> deeds() {
    return deeds;
  }

  ProcessFile file() {
    return file;
  }

  private ChildJvm child() {
    if (child == null) {
      throw new IllegalStateException("writer " + number + " was not started");
    }
    return child;
  }

  /** What marks the locks of its present life, if it has come so far as to tell. */
  OptionalLong owner() {
    return file.isReady(life) ? OptionalLong.of(file.owner()) : OptionalLong.empty();
  }

  /** Waits until it writes. */
  void awaitDeeds() {
    await("is ready", () -> file.isReady(life));
    long now = System.nanoTime();
    if (file.clock() < startedAt || file.clock() > now) {
      throw new TortureFailure(
          "the processes of this machine do not share a clock: no wait can be measured");
    }
    await("writes", () -> file.deeds() > deedsAtStart);
  }

  private void await(String what, BooleanSupplier condition) {
    long begin = System.nanoTime();
    while (!condition.getAsBoolean()) {
      requireAlive();
      if (System.nanoTime() - begin > PATIENCE_NANOS) {
        throw new TortureFailure("writer " + number + " lives, but not one that " + what);
      }
      LockSupport.parkNanos(NAP_NANOS);
    }
  }

  /** Pauses it; whether it is known that all its threads stand still. */
  boolean pause() throws IOException {
    requireAlive();
    child().pause();
    Path tasks = Path.of("/proc", Long.toString(child().pid()), "task");
    if (!Files.isDirectory(tasks)) {
      return false;
    }
    long begin = System.nanoTime();
    while (!standsStill(tasks)) {
      if (System.nanoTime() - begin > PATIENCE_NANOS) {
        throw new TortureFailure("writer " + number + " does not stop at SIGSTOP");
      }
      LockSupport.parkNanos(NAP_NANOS);
    }
    return true;
  }

  private static boolean standsStill(Path tasks) throws IOException {
    try (var all = Files.newDirectoryStream(tasks)) {
      for (Path task : all) {
        String stat = Files.readString(task.resolve("stat"));
        if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
          return false;
        }
      }
    }
    return true;
  }

  void resume() {
    child().resume();
  }

  /** Kills it; the books are the judge's from here on. */
  void kill() {
    requireAlive();
    child().kill();
  }

  private void requireAlive() {
    if (!child().isAlive()) {
      throw new TortureFailure(
          "writer " + number + " ended by itself with code " + child().waitFor());
    }
  }

  @Override
  public void close() {
    if (child != null) {
      child.close();
    }
  }
}
