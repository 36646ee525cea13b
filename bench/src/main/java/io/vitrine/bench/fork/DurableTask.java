package io.vitrine.bench.fork;

import io.vitrine.bench.peer.Allocation;
import io.vitrine.bench.peer.ByteMap;
import io.vitrine.bench.peer.Fill;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Maps;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Updates a second that survive a power loss. Stateless, for one thread. */
final class DurableTask {
  private static final int FILE_BYTES = 16 << 20;
  private static final int RECORD_BYTES = 256;
  private static final int VALUE_BYTES = 64;

  private DurableTask() {}

  static void run(Job job) throws IOException, InterruptedException {
    long millis = job.number("millis");
    if (job.peer() == Peer.MACHINE) {
      rateOfDisk(job, millis);
      return;
    }
    int writers = (int) job.number("writers");
    var shape = new Shape(KeyKind.LONG, VALUE_BYTES, job.number("entries"));
    // Not in durable calls, each of which would wait for the disk.
    Fill.prepare(job.peer(), job.folder(), shape, false);
    try (ByteMap<Long> map = Maps.durable(job.peer(), job.folder(), shape)) {
      update(map, shape.entries(), job.number("warmUpMillis"), writers);
      Updates updates = update(map, shape.entries(), millis, writers);
      job.tell("rate", updates.perSecond);
      job.tell("allocated", updates.allocated);
    }
  }

  /**
   * What became of updates.
   *
   * @param perSecond how many there were
   * @param allocated bytes that one of them allocates, on the thread of its writer
   */
  private record Updates(double perSecond, double allocated) {}

  /** Updates random entries, and waits for the disk with each. */
  private static Updates update(ByteMap<Long> map, long entries, long millis, int writers)
      throws InterruptedException {
    var count = new LongAdder();
    var allocated = new LongAdder();
    var threads = new ArrayList<Thread>();
    long start = System.nanoTime();
    long end = start + TimeUnit.MILLISECONDS.toNanos(millis);
    for (int writer = 0; writer < writers; writer++) {
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                ByteMap<Long> view = map.forThread();
                var draw = new Draw(entries);
                byte[] value = Fill.value(-1, VALUE_BYTES);
                long before = Allocation.bytes();
                while (System.nanoTime() - end < 0) {
                  view.put(KeyKind.number(draw.next()), value);
                  count.increment();
                }
                allocated.add(Allocation.bytes() - before);
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    double perSecond = count.sum() * 1e9 / (System.nanoTime() - start);
    return new Updates(perSecond, (double) allocated.sum() / count.sum());
  }

  /** Overwrites a file that is there, a record at a time, and asks the disk for each. */
  private static void rateOfDisk(Job job, long millis) throws IOException {
    Path file = job.folder().resolve("forced");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(FILE_BYTES), 0);
      channel.force(true);
      ByteBuffer buffer = ByteBuffer.allocateDirect(RECORD_BYTES);
      long allocated = Allocation.bytes();
      long start = System.nanoTime();
      long end = start + TimeUnit.MILLISECONDS.toNanos(millis);
      long count = 0;
      long now = start;
      while (now - end < 0) {
        buffer.clear().putLong(0, count);
        channel.write(buffer, count * RECORD_BYTES % FILE_BYTES);
        channel.force(false);
        count++;
        now = System.nanoTime();
      }
      job.tell("rate", count * 1e9 / (now - start));
      job.tell("allocated", (double) (Allocation.bytes() - allocated) / count);
    }
  }
}
