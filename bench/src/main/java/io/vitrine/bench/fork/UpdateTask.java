package io.vitrine.bench.fork;

import io.vitrine.bench.peer.Allocation;
import io.vitrine.bench.peer.ByteMap;
import io.vitrine.bench.peer.Fill;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;

/**
 * Updates random entries of a map that other JVMs may have open too, or what is least of it. For
 * one thread.
 */
final class UpdateTask {
  private static final int BATCH = 256;

  private UpdateTask() {}

  /** Changes an entry. */
  private interface Update {
    void of(long number, byte[] value);
  }

  static void run(Job job) throws IOException {
    Shape shape = job.shape();
    if (job.peer() == Peer.MACHINE) {
      try (var log = new BareLog(job.folder(), shape.entries(), shape.valueBytes())) {
        run(job, (number, value) -> log.put(number, MemorySegment.ofArray(value)));
      }
      return;
    }
    try (ByteMap<Long> map = job.openLongs(job.folder())) {
      run(job, (number, value) -> map.put(KeyKind.number(number), value));
    }
  }

  private static void run(Job job, Update update) throws IOException {
    Shape shape = job.shape();
    var draw = new Draw(shape.entries());
    byte[] value = Fill.value(-1, shape.valueBytes());
    update(update, draw, value, job.number("warmUpMillis"));
    job.awaitGo();
    long allocated = Allocation.bytes();
    long start = System.nanoTime();
    long count = update(update, draw, value, job.number("millis"));
    long nanos = System.nanoTime() - start;
    job.tell("rate", count * 1e9 / nanos);
    job.tell("allocated", (double) (Allocation.bytes() - allocated) / count);
  }

  private static long update(Update update, Draw draw, byte[] value, long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long count = 0;
    while (System.nanoTime() - end < 0) {
      for (int i = 0; i < BATCH; i++) {
        Fill.stamp(value, count + i);
        update.of(draw.next(), value);
      }
      count += BATCH;
    }
    return count;
  }
}
