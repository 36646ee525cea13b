package io.vitrine.bench.fork;

import io.vitrine.bench.peer.Allocation;
import io.vitrine.bench.peer.ByteMap;
import io.vitrine.bench.peer.Fill;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Shape;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Updates random entries of a map that other JVMs may have open too. For one thread. */
final class UpdateTask {
  private static final int BATCH = 256;

  private UpdateTask() {}

  static void run(Job job) throws IOException {
    Shape shape = job.shape();
    try (ByteMap<Long> map = job.openLongs(job.folder())) {
      var draw = new Draw(shape.entries());
      byte[] value = Fill.value(-1, shape.valueBytes());
      update(map, draw, value, job.number("warmUpMillis"));
      job.awaitGo();
      long allocated = Allocation.bytes();
      long start = System.nanoTime();
      long count = update(map, draw, value, job.number("millis"));
      long nanos = System.nanoTime() - start;
      job.tell("rate", count * 1e9 / nanos);
      job.tell("allocated", (double) (Allocation.bytes() - allocated) / count);
    }
  }

  private static long update(ByteMap<Long> map, Draw draw, byte[] value, long millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long count = 0;
    while (System.nanoTime() - end < 0) {
      for (int i = 0; i < BATCH; i++) {
        Fill.stamp(value, count + i);
        map.put(KeyKind.number(draw.next()), value);
      }
      count += BATCH;
    }
    return count;
  }
}
