package io.vitrine.bench.fork;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The least that updates of a map take, in a file as large as one that any number of JVMs may have
 * open: two misses to find the entry, a lock, 56 bytes written, and besides about as many
 * instructions as a lookup has. For one thread of each JVM.
 *
 * <p>Either the entry is overwritten where it lies, so that one whose writer dies within is torn;
 * or its new state is written beside it, to the line that was freed last, takes its place in one
 * order of all changes, and then the word that names the entry is swung.
 */
final class BareUpdates {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final long LINE_BYTES = LimitsTask.LINE_BYTES;
  private static final int WORDS = (int) (LINE_BYTES / Long.BYTES);

  /** As many locks, each with a free line. */
  private static final int SEGMENTS = 1024;

  private static final int DRAWS = 30;
  private static final int BATCH = 1 << 12;
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private final MemorySegment memory;
  private final long lines;
  private final long segmentsAt;
  private final long orderAt;
  private final long factor = ThreadLocalRandom.current().nextLong() | 1;
  private long number = ThreadLocalRandom.current().nextLong();
  private long sums;

  private BareUpdates(Path file, long bytes) throws IOException {
    this.lines = bytes / LINE_BYTES;
    this.segmentsAt = (lines + SEGMENTS) * LINE_BYTES;
    this.orderAt = segmentsAt + SEGMENTS * LINE_BYTES;
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      boolean isNew = channel.size() == 0;
      memory = channel.map(MapMode.READ_WRITE, 0, orderAt + LINE_BYTES, Arena.global());
      if (isNew) {
        fill();
      }
    }
  }

  static void run(Job job) throws IOException {
    var updates = new BareUpdates(job.folder().resolve("updates"), job.number("bytes"));
    Runnable way =
        switch (job.text("way")) {
          case "overwritten in place" -> updates::overwrite;
          case "written beside, in one order" -> updates::writeBeside;
          default -> throw new IllegalArgumentException("no way: " + job.text("way"));
        };
    double _ = LimitsTask.repeat(way, job.number("warmUpMillis"));
    job.awaitGo();
    job.tell("rate", BATCH * 1e9 / LimitsTask.repeat(way, job.number("millis")));
    job.tell("sum", updates.sums); // so that what was read is of use
  }

  /** Each line is the bucket of one entry and holds another one, at random. */
  private void fill() {
    for (long i = 0; i < lines; i++) {
      set(i * LINE_BYTES, i);
    }
    for (long i = lines - 1; i > 0; i--) {
      long other = ThreadLocalRandom.current().nextLong(i + 1) * LINE_BYTES;
      long word = get(other);
      set(other, get(i * LINE_BYTES));
      set(i * LINE_BYTES, word);
    }
    for (long i = 0; i < SEGMENTS; i++) {
      set(freeAt(i), lines + i);
    }
  }

  private long get(long at) {
    return memory.get(ValueLayout.JAVA_LONG, at);
  }

  private void set(long at, long word) {
    memory.set(ValueLayout.JAVA_LONG, at, word);
  }

  private long freeAt(long bucket) {
    return lockAt(bucket) + Long.BYTES;
  }

  private long lockAt(long bucket) {
    return segmentsAt + (bucket & SEGMENTS - 1) * LINE_BYTES;
  }

  private void overwrite() {
    for (int i = 0; i < BATCH; i++) {
      long bucket = next();
      lock(bucket);
      write(get(bucket * LINE_BYTES));
      unlock(bucket);
    }
  }

  private void writeBeside() {
    for (int i = 0; i < BATCH; i++) {
      long bucket = next();
      lock(bucket);
      long fresh = get(freeAt(bucket));
      long old = get(bucket * LINE_BYTES);
      sums ^= (long) WORD.getAndAdd(memory, orderAt, (long) Long.BYTES);
      write(fresh);
      WORD.setRelease(memory, bucket * LINE_BYTES, fresh);
      set(freeAt(bucket), old);
      unlock(bucket);
    }
  }

  /** Draws a bucket, and looks at it and its entry, as who updates does before it takes a lock. */
  private long next() {
    number += STEP;
    long drawn = 0;
    for (int j = 1; j <= DRAWS; j++) {
      drawn ^= random(number + j);
    }
    long bucket = random(number);
    sums ^= drawn ^ get(get(bucket * LINE_BYTES) * LINE_BYTES + Long.BYTES);
    return bucket;
  }

  private long random(long of) {
    long mixed = (of ^ (of >>> 32)) * 0xD1342543DE82EF95L;
    return Math.unsignedMultiplyHigh(mixed ^ (mixed >>> 29), lines);
  }

  private void lock(long bucket) {
    while (!WORD.compareAndSet(memory, lockAt(bucket), 0L, 1L)) {
      Thread.onSpinWait();
    }
  }

  private void unlock(long bucket) {
    WORD.setRelease(memory, lockAt(bucket), 0L);
  }

  /** Writes all words of a line but the first, which is a bucket's, and joins them to a check. */
  private void write(long line) {
    long sum = 0;
    for (int i = 1; i < WORDS; i++) {
      long word = number + i;
      set(line * LINE_BYTES + (long) i * Long.BYTES, word);
      sum = Long.rotateLeft((sum ^ word) * factor, 29);
    }
    sums ^= sum;
  }
}
