package io.vitrine.bench.fork;

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
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Updates a second that survive a power loss. Stateless, for one thread. */
final class DurableTask {
  private static final int FILE_BYTES = 16 << 20;
  private static final int RECORD_BYTES = 256;
  private static final int VALUE_BYTES = 64;
  private static final long ENTRIES = 100_000;

  private DurableTask() {}

  static void run(Job job) throws IOException, InterruptedException {
    long millis = job.number("millis");
    if (job.peer() == Peer.MACHINE) {
      job.tell("rate", rateOfDisk(job.folder(), millis));
      return;
    }
    int writers = (int) job.number("writers");
    var shape = new Shape(KeyKind.LONG, VALUE_BYTES, ENTRIES);
    try (ByteMap<Long> map = Maps.durable(job.peer(), job.folder(), shape)) {
      update(map, job.number("warmUpMillis"), writers);
      job.tell("rate", update(map, millis, writers));
    }
  }

  /** Updates random entries, and waits for the disk with each. */
  private static double update(ByteMap<Long> map, long millis, int writers)
      throws InterruptedException {
    var count = new LongAdder();
    var threads = new ArrayList<Thread>();
    long start = System.nanoTime();
    long end = start + TimeUnit.MILLISECONDS.toNanos(millis);
    for (int writer = 0; writer < writers; writer++) {
      var random = new SplittableRandom(writer);
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                ByteMap<Long> view = map.forThread();
                byte[] value = Fill.value(-1, VALUE_BYTES);
                while (System.nanoTime() - end < 0) {
                  view.put(random.nextLong(ENTRIES), value);
                  count.increment();
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return count.sum() * 1e9 / (System.nanoTime() - start);
  }

  /** Overwrites a file that is there, a record at a time, and asks the disk for each. */
  private static double rateOfDisk(Path folder, long millis) throws IOException {
    Path file = folder.resolve("forced");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(FILE_BYTES), 0);
      channel.force(true);
      ByteBuffer buffer = ByteBuffer.allocateDirect(RECORD_BYTES);
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
      return count * 1e9 / (now - start);
    }
  }
}
