package io.vitrine.bench.fork;

import io.vitrine.bench.peer.Peer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/** Updates a second that survive a power loss. Stateless, for one thread. */
final class DurableTask {
  private static final int FILE_BYTES = 16 << 20;
  private static final int RECORD_BYTES = 256;

  private DurableTask() {}

  static void run(Job job) throws IOException {
    if (job.peer() != Peer.MACHINE) {
      throw new IllegalArgumentException(job.peer() + " promises nothing about power");
    }
    job.tell("rate", rateOfDisk(job.folder(), job.number("millis")));
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
