package io.vitrine.remote.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.vitrine.collections.Await;
import java.io.DataInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that write to the socket themselves, beside the event loop and a client that is slow. */
@Timeout(180)
class OutboundDirectTest {
  private static final int SENDERS = 7;
  private static final int FRAMES = 2_000;
  private static final int BYTES_MAX = 3_000;

  @Test
  void framesStayWholeAndInOrder() throws Exception {
    long seed = new SplittableRandom().nextLong();
    EventLoopGroup loop = EventLoops.of("test", 1, false);
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Channel channel = connect(loop, listening.getLocalPort());
      try (Socket reader = listening.accept()) {
        var outbound = new Outbound(channel, new TextCodec(FrameLimits.DEFAULT), 200_000, () -> {});
        outbound.writeDirectly();
        var senders = new ArrayList<Thread>();
        var seeds = new SplittableRandom(seed);
        for (int i = 0; i < SENDERS; i++) {
          int number = i;
          SplittableRandom random = seeds.split();
          Runnable sender =
              i < SENDERS - 1
                  ? () -> send(outbound, number, random)
                  : () -> sendOnLoop(outbound, number, random, channel.eventLoop());
          senders.add(
              i % 2 == 0 ? Thread.startVirtualThread(sender) : Thread.ofPlatform().start(sender));
        }
        // The socket takes no more, so the event loop has the rest.
        Await.until(outbound::isFull, () -> "the socket to be full, seed " + seed);
        check(new DataInputStream(reader.getInputStream()), seed);
        for (Thread sender : senders) {
          sender.join();
        }
        Await.until(
            () -> outbound.waitingBytes() == 0, () -> "bytes to go: " + outbound.waitingBytes());
        outbound.closeAfterWrites();
        assertEquals(-1, reader.getInputStream().read(), "something behind the last frame");
      }
    } finally {
      loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  @Test
  void aLostConnectionClosesTheChannel() throws Exception {
    EventLoopGroup loop = EventLoops.of("test", 1, false);
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Channel channel = connect(loop, listening.getLocalPort());
      Socket reader = listening.accept();
      reader.setSoLinger(true, 0);
      var outbound = new Outbound(channel, new TextCodec(FrameLimits.DEFAULT), 200_000, () -> {});
      outbound.writeDirectly();
      reader.close();
      Await.until(
          () -> {
            outbound.sendHere(new byte[100]);
            return !channel.isOpen();
          },
          "the channel to be closed");
      outbound.awaitRoom();
      outbound.closeAfterWrites();
    } finally {
      loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  private static Channel connect(EventLoopGroup loop, int port) {
    return new Bootstrap()
        .group(loop)
        .channel(EventLoops.socket())
        .handler(new ChannelInboundHandlerAdapter())
        .connect(InetAddress.getLoopbackAddress(), port)
        .syncUninterruptibly()
        .channel();
  }

  /** Several at a time, of which the event loop writes some before it has sent all. */
  private static void sendOnLoop(
      Outbound outbound, int sender, SplittableRandom random, EventLoop loop) {
    try {
      for (int i = 0; i < FRAMES; ) {
        int begin = i;
        int end = Math.min(FRAMES, begin + random.nextInt(1, 100));
        loop.submit(
                () -> {
                  for (int each = begin; each < end; each++) {
                    outbound.send(frame(sender, each, 12 + each % 100));
                  }
                })
            .sync();
        i = end;
        outbound.awaitRoom();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Its length, its sender, its number, and bytes that follow from these. */
  private static byte[] frame(int sender, int number, int length) {
    byte[] frame = new byte[length];
    Arrays.fill(frame, (byte) (sender + number));
    ByteBuffer.wrap(frame).putInt(length).putInt(sender).putInt(number);
    return frame;
  }

  private static void send(Outbound outbound, int sender, SplittableRandom random) {
    try {
      for (int i = 0; i < FRAMES; i++) {
        int length = random.nextInt(50) == 0 ? 70_000 : random.nextInt(12, BYTES_MAX);
        byte[] frame = frame(sender, i, length);
        if (random.nextBoolean()) {
          outbound.send(frame);
        } else {
          outbound.sendHere(frame);
        }
        outbound.awaitRoom();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void check(DataInputStream in, long seed) throws Exception {
    int[] next = new int[SENDERS];
    for (int i = 0; i < SENDERS * FRAMES; i++) {
      int length = in.readInt();
      int sender = in.readInt();
      assertTrue(sender >= 0 && sender < SENDERS, "sender " + sender + ", seed " + seed);
      assertEquals(next[sender]++, in.readInt(), "number of " + sender + ", seed " + seed);
      byte[] rest = new byte[length - 12];
      in.readFully(rest);
      byte[] expected = new byte[rest.length];
      Arrays.fill(expected, (byte) (sender + next[sender] - 1));
      assertTrue(Arrays.equals(expected, rest), "content of " + sender + ", seed " + seed);
    }
  }
}
