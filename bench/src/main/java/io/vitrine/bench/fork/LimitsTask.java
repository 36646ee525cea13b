package io.vitrine.bench.fork;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * What a file in memory takes that is as large as a map: misses of the caches one after the other
 * and many at once, and copies. For one thread.
 *
 * <p>Each line of 64 bytes begins with the number of another one, so that they are one ring in a
 * random order; whoever follows it misses the caches each time and cannot begin the next line
 * before this one has come.
 */
final class LimitsTask {
  static final int LINE_BYTES = 64;

  /** As many as a batch of lookups has. */
  private static final int AT_ONCE = 32;

  /** Of so many accesses one loop is made: long enough to be compiled, short enough to time. */
  private static final int ACCESSES = 1 << 15;

  /** Each takes some ten instructions. */
  private static final int[] DRAWS = {5, 10, 30};

  private static final int PIECE_BYTES = 1 << 20;

  private final MemorySegment memory;
  private final long lines;
  private final byte[] piece = new byte[PIECE_BYTES];
  private final long[] copy = new long[LINE_BYTES / Long.BYTES];

  /** What a check multiplies by: odd, and drawn, as nobody should know it beforehand. */
  private final long factor = ThreadLocalRandom.current().nextLong() | 1;

  private final MemorySegment target = MemorySegment.ofArray(piece);
  private long last;

  private LimitsTask(MemorySegment memory) {
    this.memory = memory;
    this.lines = memory.byteSize() / LINE_BYTES;
  }

  static void run(Job job) throws IOException {
    long bytes = job.number("bytes") / PIECE_BYTES * PIECE_BYTES;
    long millis = job.number("millis");
    var task = new LimitsTask(map(job.folder().resolve("lines"), Math.max(bytes, PIECE_BYTES)));
    task.fill();
    if (task.around() != task.lines) {
      throw new IllegalStateException("the lines are not one ring of " + task.lines);
    }
    job.tell("dependent miss", measure(task::follow, millis) / ACCESSES);
    job.tell("two dependent misses", measure(task::lookUp, millis) / ACCESSES);
    job.tell("two misses, 64 bytes copied", measure(task::copyFound, millis) / ACCESSES);
    job.tell("two misses, copied and checked", measure(task::checkFound, millis) / ACCESSES);
    for (int draws : DRAWS) {
      String what = "two misses, checked, " + draws + " draws";
      job.tell(what, measure(() -> task.checkAndDraw(draws), millis) / ACCESSES);
    }
    int most = DRAWS[DRAWS.length - 1];
    job.tell(most + " draws", measure(() -> task.draw(most), millis) / ACCESSES);
    job.tell("32 misses at once, each", measure(task::touch, millis) / ACCESSES);
    job.tell("32 copies of 64 bytes at once, each", measure(task::copyLines, millis) / ACCESSES);
    job.tell("copy in order", PIECE_BYTES / measure(task::copyPiece, millis));
    job.tell("sum", task.last); // So that what was read is of use.
  }

  /** Mapped as a map's file is, in pages of the same size. */
  private static MemorySegment map(Path file, long bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      return channel.map(MapMode.READ_WRITE, 0, bytes, Arena.global());
    }
  }

  /** Each line leads to the one that comes after it in the random order. */
  private void fill() {
    long line = place(0);
    for (long i = 1; i <= lines; i++) {
      long next = place(i == lines ? 0 : i);
      memory.set(ValueLayout.JAVA_LONG, line * LINE_BYTES, next);
      line = next;
    }
  }

  /** A number from 0 to below {@link #lines} for each such number, none twice. */
  private long place(long number) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(lines - 1);
    long mask = (1L << bits) - 1;
    long mixed = number;
    do { // All steps can be undone, so no two numbers meet; those too large go on.
      mixed = (mixed * 0x9E3779B97F4A7C15L + 0x632BE59BD9B4E019L) & mask;
      mixed ^= mixed >>> (bits / 2);
      mixed = (mixed * 0xD1342543DE82EF95L) & mask;
      mixed ^= mixed >>> (bits / 2);
    } while (mixed >= lines);
    return mixed;
  }

  /** How many lines there are until the first one comes again; at most a million are looked at. */
  private long around() {
    long line = 0;
    long most = Math.min(lines, 1_000_000);
    for (long i = 1; i <= most; i++) {
      line = next(line);
      if (line == 0) {
        return i;
      }
    }
    return lines; // none of those came twice
  }

  private long next(long line) {
    return memory.get(ValueLayout.JAVA_LONG, line * LINE_BYTES);
  }

  /** One line after the other. */
  private void follow() {
    long line = last;
    for (int i = 0; i < ACCESSES; i++) {
      line = next(line);
    }
    last = line;
  }

  /** A line at random, then the one that it names; as the next lookup waits for this one. */
  private void lookUp() {
    long found = last;
    long number = found;
    for (int i = 0; i < ACCESSES; i++) {
      number += 0x9E3779B97F4A7C15L + (found >>> 62); // which is 0
      found = next(next(random(number)));
    }
    last = found;
  }

  /**
   * A line at random, then a copy of the one that it names; the next need not wait for this one.
   */
  private void copyFound() {
    long number = last;
    for (int i = 0; i < ACCESSES; i++) {
      number += 0x9E3779B97F4A7C15L;
      long from = next(random(number)) * LINE_BYTES;
      for (int j = 0; j < copy.length; j++) {
        copy[j] = memory.get(ValueLayout.JAVA_LONG, from + (long) j * Long.BYTES);
      }
    }
    last = Math.floorMod(number + copy[1], lines);
  }

  /**
   * The same, the copy joined word by word to a checksum, in the way of those of a map's blocks.
   */
  private void checkFound() {
    long number = last;
    long sums = 0;
    for (int i = 0; i < ACCESSES; i++) {
      number += 0x9E3779B97F4A7C15L;
      sums ^= checked(next(random(number)));
    }
    last = Math.floorMod(number + copy[1] + sums, lines);
  }

  /**
   * The same, with more instructions besides, which wait neither for the lines nor for each other.
   * They take what they take by themselves, and keep the processor from seeing as far as to the
   * lines of the next ones. With 30 draws there are about as many as a lookup of a map has.
   */
  private void checkAndDraw(int draws) {
    long number = last;
    long sums = 0;
    for (int i = 0; i < ACCESSES; i++) {
      number += 0x9E3779B97F4A7C15L;
      for (int j = 1; j <= draws; j++) {
        sums ^= random(number + j);
      }
      sums ^= checked(next(random(number)));
    }
    last = Math.floorMod(number + copy[1] + sums, lines);
  }

  /** Only the draws of {@link #checkAndDraw}. */
  private void draw(int draws) {
    long number = last;
    long sums = 0;
    for (int i = 0; i < ACCESSES; i++) {
      number += 0x9E3779B97F4A7C15L;
      for (int j = 1; j <= draws; j++) {
        sums ^= random(number + j);
      }
    }
    last = Math.floorMod(number + sums, lines);
  }

  private long checked(long line) {
    long sum = 0;
    for (int i = 0; i < copy.length; i++) {
      long word = memory.get(ValueLayout.JAVA_LONG, line * LINE_BYTES + (long) i * Long.BYTES);
      copy[i] = word;
      sum = Long.rotateLeft((sum ^ word) * factor, 29);
    }
    return sum;
  }

  /** Lines at random, which do not wait for each other; each batch waits for the one before. */
  private void touch() {
    long found = last;
    long number = found;
    for (int i = 0; i < ACCESSES / AT_ONCE; i++) {
      number += found >>> 62; // 0 again
      found = 0;
      for (int j = 0; j < AT_ONCE; j++) {
        number += 0x9E3779B97F4A7C15L;
        found ^= next(random(number));
      }
    }
    last = found;
  }

  private void copyLines() {
    long number = last;
    for (int i = 0; i < ACCESSES / AT_ONCE; i++) {
      for (int j = 0; j < AT_ONCE; j++) {
        number += 0x9E3779B97F4A7C15L;
        long from = random(number) * LINE_BYTES;
        MemorySegment.copy(memory, from, target, (long) j * LINE_BYTES, LINE_BYTES);
      }
      number += piece[0] >>> 31; // The next batch waits for this one.
    }
    last = Math.floorMod(number, lines);
  }

  /** A piece after the other. */
  private void copyPiece() {
    long pieces = memory.byteSize() / PIECE_BYTES;
    last = (last + 1) % pieces;
    MemorySegment.copy(memory, last * PIECE_BYTES, target, 0, PIECE_BYTES);
  }

  /** A line, drawn by a number. */
  private long random(long number) {
    long mixed = (number ^ (number >>> 32)) * 0xD1342543DE82EF95L;
    return Math.unsignedMultiplyHigh(mixed ^ (mixed >>> 29), lines);
  }

  /** The mean time of a run in nanoseconds, after as many runs that are not counted. */
  private static double measure(Runnable run, long millis) {
    repeat(run, millis);
    return repeat(run, millis);
  }

  /** The mean time of a run in nanoseconds, of as many as fit into a time. */
  static double repeat(Runnable run, long millis) {
    long start = System.nanoTime();
    long end = start + TimeUnit.MILLISECONDS.toNanos(millis);
    long now = start;
    long count = 0;
    while (now - end < 0) {
      run.run();
      count++;
      now = System.nanoTime();
    }
    return (now - start) / (double) count;
  }
}
