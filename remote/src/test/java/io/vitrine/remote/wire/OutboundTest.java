package io.vitrine.remote.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How much may wait to be written. */
class OutboundTest {
  private static final int SENDERS = 100;

  private final AtomicInteger encoded = new AtomicInteger();
  private final WireCodec codec =
      new WireCodec() {
        @Override
        public byte[] encode(Message message) {
          encoded.incrementAndGet();
          return new byte[1_000];
        }

        @Override
        public ChannelHandler newDecoder() {
          throw new AssertionError("nothing is read");
        }

        @Override
        public ChannelHandler newSplitter() {
          throw new AssertionError("nothing is read");
        }

        @Override
        public FrameReader newReader() {
          throw new AssertionError("nothing is read");
        }

        @Override
        public WireEncoding encoding() {
          return WireEncoding.YAML;
        }

        @Override
        public FrameLimits limits() {
          return FrameLimits.DEFAULT;
        }
      };

  @Test
  void manySendersGoOverTheLimitByHardlyMoreThanOneMessage() throws InterruptedException {
    var channel = new EmbeddedChannel();
    var outbound = new Outbound(channel, codec, 8_000, () -> {});
    var message = new Message(Routing.answer(1L), List.of(), true);
    var senders = new ArrayList<Thread>();
    for (int i = 0; i < SENDERS; i++) {
      senders.add(
          Thread.startVirtualThread(() -> {
            try {
              outbound.sendWhenRoom(message, () -> true);
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
          }));
    }
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (!senders.stream().allMatch(OutboundTest::rests)) {
      assertTrue(System.nanoTime() < deadline, "senders neither sent nor wait");
      Thread.onSpinWait();
    }
    // Senders that run at the same time may all see the last of the room.
    int atOnce = Runtime.getRuntime().availableProcessors();
    assertTrue(encoded.get() >= 9, "sent " + encoded);
    assertTrue(encoded.get() <= 9 + atOnce, "sent " + encoded);
    while (senders.stream().anyMatch(Thread::isAlive)) {
      assertTrue(System.nanoTime() < deadline, "senders still wait, sent " + encoded);
      channel.runPendingTasks();
    }
    assertEquals(SENDERS, encoded.get());
    channel.close();
  }

  @Test
  void largeFramesGoOutInParts() {
    var channel = new EmbeddedChannel();
    var outbound = new Outbound(channel, codec, 8_000, () -> {});
    byte[] large = new byte[300_000];
    outbound.send(new byte[10]);
    outbound.send(large);
    outbound.send(new byte[10]);
    channel.runPendingTasks();
    long bytes = 0;
    int parts = 0;
    for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
      assertTrue(part.readableBytes() <= 64 << 10, "a part of " + part.readableBytes());
      bytes += part.readableBytes();
      parts++;
      part.release();
    }
    assertEquals(large.length + 20, bytes);
    assertTrue(parts >= 5, "parts: " + parts);
    channel.close();
  }

  private static boolean rests(Thread sender) {
    return switch (sender.getState()) {
      case TERMINATED, WAITING, TIMED_WAITING -> true;
      default -> false;
    };
  }
}
