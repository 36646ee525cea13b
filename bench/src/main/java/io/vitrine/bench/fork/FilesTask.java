package io.vitrine.bench.fork;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** What files take that are used as those of a store are, by the least code. For one thread. */
final class FilesTask {
  private static final int PAGE_BYTES = 4096;
  private static final int PIECE_BYTES = 1 << 20;
  private static final int PIECES = 64;
  private static final int TIMES = 5;
  private static final int OPENINGS = 600;
  private static final int HANDINGS = 2000;
  private static final long REST_NANOS = 50_000;

  /** Sizes of the files that are mapped when a store with one map is opened. */
  private static final int[] MAPPED_BYTES = {69_632, 1 << 20, PIECES * PIECE_BYTES};

  /** Bytes of a store's lock file that are locked. */
  private static final int[] LOCKED = {1024, 0, 1025};

  private FilesTask() {}

  static void run(Job job) throws IOException {
    var ofZeros = new double[TIMES];
    var ofHoles = new double[TIMES];
    for (int i = 0; i < TIMES; i++) {
      ofZeros[i] = grow(job.folder().resolve("zeros"), true);
      ofHoles[i] = grow(job.folder().resolve("hole"), false);
    }
    job.tell("a page met, zeros written before", median(ofZeros));
    job.tell("a page met, in a hole", median(ofHoles));
    job.tell("files of a store opened, mapped, locked", openings(job.folder()));
    job.tell("a file asked after", askings(job.folder().resolve("locked")));
    job.tell("a task handed to a thread that sleeps", handings());
  }

  /** Nanoseconds to ask whether a file is there and which one it is. */
  private static double askings(Path file) throws IOException {
    var times = new double[HANDINGS / 2];
    for (int i = 0; i < HANDINGS; i++) {
      long start = System.nanoTime();
      Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      if (key == null) {
        throw new IllegalStateException(file + " has no key");
      }
      times[i / 2] = System.nanoTime() - start; // the later one of two
    }
    return median(Arrays.copyOfRange(times, times.length / 2, times.length));
  }

  /**
   * Nanoseconds until a thread that sleeps has done a task that takes no time, and who waits for it
   * without sleeping has seen that.
   */
  private static double handings() {
    var asked = new AtomicLong();
    var done = new AtomicLong();
    Thread other =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              while (done.get() < HANDINGS) {
                while (asked.get() == done.get()) {
                  LockSupport.park();
                }
                done.incrementAndGet();
              }
            });
    var times = new double[HANDINGS / 2];
    for (int i = 1; i <= HANDINGS; i++) {
      LockSupport.parkNanos(REST_NANOS); // meanwhile it falls asleep
      long start = System.nanoTime();
      asked.set(i);
      LockSupport.unpark(other);
      while (done.get() < i) {
        Thread.onSpinWait();
      }
      times[(i - 1) / 2] = System.nanoTime() - start;
    }
    return median(Arrays.copyOfRange(times, times.length / 2, times.length));
  }

  private static double median(double[] times) {
    Arrays.sort(times);
    return times[times.length / 2];
  }

  /** Nanoseconds a page. */
  private static double grow(Path file, boolean withZeros) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocateDirect(PIECE_BYTES);
    try (FileChannel channel = create(file);
        Arena arena = Arena.ofConfined()) {
      long bytes = (long) PIECES * PIECE_BYTES;
      channel.write(ByteBuffer.allocate(1), bytes - 1);
      MemorySegment memory = channel.map(MapMode.READ_WRITE, 0, bytes, arena);
      long start = System.nanoTime();
      for (long at = 0; at < bytes; at += PIECE_BYTES) {
        if (withZeros) {
          channel.write(zeros.clear(), at);
        }
        for (long page = at; page < at + PIECE_BYTES; page += PAGE_BYTES) {
          memory.set(ValueLayout.JAVA_LONG, page, page);
        }
      }
      long pages = bytes / PAGE_BYTES;
      return (double) (System.nanoTime() - start) / pages;
    } finally {
      Files.delete(file);
    }
  }

  private static FileChannel create(Path file) throws IOException {
    return FileChannel.open(
        file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /** Nanoseconds for all of a store's files, the median of the second half of many times. */
  private static double openings(Path folder) throws IOException {
    var files = new ArrayList<Path>();
    for (int bytes : MAPPED_BYTES) {
      Path file = folder.resolve("mapped-" + files.size());
      try (FileChannel channel = create(file)) {
        channel.write(ByteBuffer.allocate(1), bytes - 1);
      }
      files.add(file);
    }
    Path lock = Files.createFile(folder.resolve("locked"));
    var times = new double[OPENINGS / 2];
    for (int i = 0; i < OPENINGS; i++) {
      double nanos = open(files, lock);
      if (i >= times.length) {
        times[i - times.length] = nanos;
      }
    }
    return median(times);
  }

  private static double open(List<Path> files, Path lock) throws IOException {
    var opened = new ArrayList<AutoCloseable>();
    long start = System.nanoTime();
    FileChannel locked = openForBoth(lock);
    opened.add(locked);
    var locks = new ArrayList<FileLock>();
    for (int at : LOCKED) {
      locks.add(locked.tryLock(at, 1, false));
    }
    long read = 0;
    for (Path file : files) {
      FileChannel channel = openForBoth(file);
      opened.add(channel);
      Arena arena = Arena.ofShared();
      opened.add(arena);
      MemorySegment memory = channel.map(MapMode.READ_WRITE, 0, channel.size(), arena);
      read += memory.get(ValueLayout.JAVA_LONG, 0);
    }
    double nanos = System.nanoTime() - start;
    if (read != 0 || locks.contains(null)) {
      throw new IllegalStateException("read " + read + " and locked " + locks);
    }
    close(opened);
    return nanos;
  }

  private static FileChannel openForBoth(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  private static void close(List<AutoCloseable> opened) throws IOException {
    for (AutoCloseable each : opened.reversed()) {
      try {
        each.close();
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
