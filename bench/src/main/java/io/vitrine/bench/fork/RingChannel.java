package io.vitrine.bench.fork;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongPredicate;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Messages in a ring buffer of Agrona in mapped memory: one writes, one reads, nothing is kept. */
final class RingChannel implements Channel {
  private static final int CAPACITY_BYTES = 1 << 20;
  private static final int MESSAGE_TYPE = 1;

  private final OneToOneRingBuffer ring;
  private final UnsafeBuffer message = new UnsafeBuffer(new byte[Long.BYTES]);

  RingChannel(Path folder) throws IOException {
    int bytes = CAPACITY_BYTES + RingBufferDescriptor.TRAILER_LENGTH;
    try (FileChannel channel =
        FileChannel.open(
            folder.resolve("ring"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      ring = new OneToOneRingBuffer(new UnsafeBuffer(channel.map(MapMode.READ_WRITE, 0, bytes)));
    }
  }

  @Override
  public void set(long number) {
    message.putLong(0, number);
    send(message, Long.BYTES);
  }

  /** Sends bytes, of which the receiver sees the first eight. */
  void send(UnsafeBuffer bytes, int length) {
    while (!ring.write(MESSAGE_TYPE, bytes, 0, length)) {
      Thread.onSpinWait(); // full
    }
  }

  @Override
  public void receive(Runnable begun, LongPredicate seen) {
    boolean[] more = {true};
    MessageHandler handler = (_, buffer, index, _) -> more[0] = seen.test(buffer.getLong(index));
    begun.run();
    while (more[0]) {
      ring.read(handler);
    }
  }

  @Override
  public void close() {
    // The mapping goes with the process.
  }
}
