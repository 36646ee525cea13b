package io.vitrine.bench.fork;

import io.vitrine.store.Codecs;
import io.vitrine.store.Durability;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.StoreOptions;
import io.vitrine.store.Stores;
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
  private static final long WARM_UP_MILLIS = 1000;

  private DurableTask() {}

  static void run(Job job) throws IOException, InterruptedException {
    long millis = job.number("millis");
    switch (job.peer()) {
      case MACHINE -> job.tell("rate", rateOfDisk(job.folder(), millis));
      case VITRINE ->
          job.tell("rate", rateOfStore(job.folder(), millis, (int) job.number("writers")));
      default -> throw new IllegalArgumentException(job.peer() + " promises nothing about power");
    }
  }

  /** Updates random entries, and waits for the disk with each. */
  private static double rateOfStore(Path folder, long millis, int writers)
      throws InterruptedException {
    StoreOptions options = StoreOptions.defaults().withDurability(Durability.SYNC);
    try (Store store = Stores.open(folder, options)) {
      StoreMap<Long, byte[]> map =
          store.map("/maps/durable", MapOptions.of(Codecs.longs(), Codecs.bytes()));
      var value = new byte[VALUE_BYTES];
      update(map, value, WARM_UP_MILLIS, writers);
      return update(map, value, millis, writers);
    }
  }

  private static double update(StoreMap<Long, byte[]> map, byte[] value, long millis, int writers)
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
                while (System.nanoTime() - end < 0) {
                  map.put(random.nextLong(ENTRIES), value);
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
