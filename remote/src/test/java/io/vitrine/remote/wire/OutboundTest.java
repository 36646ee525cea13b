package io.vitrine.remote.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

  /** Keeps what is written until it is opened. On the event loop. */
  private static final class Gate extends ChannelOutboundHandlerAdapter {
    private final List<Runnable> kept = new ArrayList<>();
    private boolean open;

    @Override
    public void write(ChannelHandlerContext ctx, Object bytes, ChannelPromise promise) {
      if (open) {
        ctx.write(bytes, promise);
      } else {
        kept.add(() -> ctx.write(bytes, promise));
      }
    }

    void open(ChannelHandlerContext ctx) {
      open = true;
      kept.forEach(Runnable::run);
      ctx.flush();
    }
  }

  @Test
  void whatIsKeptBackIsWrittenWhenItIsReleased() {
    var channel = new EmbeddedChannel();
    var out = new Outbound(channel, codec, 10_000, () -> {});
    assertTrue(out.hold());
    out.send(new byte[] {1});
    out.send(new byte[] {2});
    channel.runPendingTasks();
    assertEquals(0, channel.outboundMessages().size());
    assertFalse(out.hold());
    out.release();
    channel.runPendingTasks();
    ByteBuf written = channel.readOutbound();
    assertEquals(2, written.readableBytes());
    written.release();
    assertTrue(out.hold());
    out.release(); // nothing was sent
    channel.runPendingTasks();
    assertEquals(0, channel.outboundMessages().size());
    out.send(new byte[] {3});
    channel.runPendingTasks();
    ByteBuf next = channel.readOutbound();
    assertEquals(1, next.readableBytes());
    next.release();
  }

  @Test
  void manySendersGoOverTheLimitByHardlyMoreThanOneMessage() throws Exception {
    var gate = new Gate();
    try (var line = new Line(gate)) {
      sendFromMany(line.channel, () -> gate.open(line.channel.pipeline().context(gate)));
    }
  }

  /** Else one who answers what came before the end would not be kept by any limit. */
  @Test
  void nothingWaitsForAClosedConnection() throws Exception {
    try (var line = new Line(new Gate())) {
      var outbound = new Outbound(line.channel, codec, 8_000, () -> {});
      outbound.send(new byte[1_000]);
      assertEquals(1_000, outbound.waitingBytes());
      line.channel.close().sync();
      outbound.send(new byte[1_000]);
      outbound.sendHere(new byte[1_000]);
      assertEquals(1_000, outbound.waitingBytes());
    }
  }

  /** Else the other end waits for the last of many answers before it has the first. */
  @Test
  void theEventLoopWritesSomeBeforeItHasSentAll() throws Exception {
    var gate = new Gate();
    try (var line = new Line(gate)) {
      var outbound = new Outbound(line.channel, codec, 8_000_000, () -> {});
      int writtenMeanwhile =
          line.channel
              .eventLoop()
              .submit(() -> {
                for (int i = 0; i < 1_000; i++) {
                  outbound.send(new byte[10]);
                }
                return gate.kept.size();
              })
              .get(60, TimeUnit.SECONDS);
      assertTrue(
          writtenMeanwhile > 1 && writtenMeanwhile < 500,
          "written meanwhile, for a thousand frames: " + writtenMeanwhile);
    }
  }

  /** A real connection: that of an embedded channel must not be given work by several threads. */
  private static final class Line implements AutoCloseable {
    private final EventLoopGroup loop = EventLoops.of("test", 1, false);
    private final ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final Channel channel;

    Line(Gate gate) throws Exception {
      channel =
          new Bootstrap()
              .group(loop)
              .channel(EventLoops.socket())
              .handler(gate)
              .connect(InetAddress.getLoopbackAddress(), listening.getLocalPort())
              .sync()
              .channel();
    }

    @Override
    public void close() throws Exception {
      channel.close().sync();
      loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
      listening.close();
    }
  }

  private void sendFromMany(Channel channel, Runnable open) throws InterruptedException {
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
    long deadline = System.nanoTime() + 60_000_000_000L;
    // To rest may also be to wait for a moment before something is sent.
    while (encoded.get() < 9 || !senders.stream().allMatch(OutboundTest::rests)) {
      assertTrue(System.nanoTime() < deadline, "senders neither sent nor wait, sent " + encoded);
      Thread.onSpinWait();
    }
    // Senders that run at the same time may all see the last of the room.
    int atOnce = Runtime.getRuntime().availableProcessors();
    assertTrue(encoded.get() <= 9 + atOnce, "sent " + encoded);
    channel.eventLoop().execute(open);
    for (Thread sender : senders) {
      assertTrue(sender.join(Duration.ofSeconds(60)), "a sender still waits, sent " + encoded);
    }
    assertEquals(SENDERS, encoded.get());
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

  /** Else who does not read takes from those who do. */
  @Test
  void ofManyTheOneIsClosedThatTookNothingOfMuchForLongest() throws Exception {
    var total = new WriteTotal(10_000);
    try (var idle = new Line(new Gate());
        var greedy = new Line(new Gate());
        var other = new Line(new Gate())) {
      var small = new Outbound(idle.channel, codec, 100_000, total, () -> {});
      var large = new Outbound(greedy.channel, codec, 100_000, total, () -> {});
      large.send(new byte[20_000]); // whoever is alone may have more
      assertTrue(greedy.channel.isOpen());
      assertTrue(large.isFull(), "above half of the total it has to take what it has");
      var more = new Outbound(other.channel, codec, 100_000, total, () -> {});
      assertFalse(more.isFull());
      more.send(new byte[100]);
      assertTrue(
          greedy.channel.closeFuture().await(60, TimeUnit.SECONDS), "the greedy one goes on");
      assertTrue(idle.channel.isOpen() && other.channel.isOpen());
      long deadline = System.nanoTime() + 60_000_000_000L;
      while (!small.isFree() || !more.isFree()) {
        assertTrue(System.nanoTime() < deadline, "what was closed counts still");
        Thread.onSpinWait();
      }
    }
  }

  /** Else whoever comes behind waits without end for one who is busy no more. */
  @Test
  void whereNothingCanBeWrittenTheConnectionEnds() throws Exception {
    var gate = new Gate();
    try (var line = new Line(gate)) {
      line.channel
          .config()
          .setAllocator(
              new AbstractByteBufAllocator(false) {
                @Override
                protected ByteBuf newHeapBuffer(int capacity, int max) {
                  throw new OutOfMemoryError("made by a test");
                }

                @Override
                protected ByteBuf newDirectBuffer(int capacity, int max) {
                  throw new OutOfMemoryError("made by a test");
                }

                @Override
                public boolean isDirectBufferPooled() {
                  return false;
                }
              });
      var outbound = new Outbound(line.channel, codec, 100_000, () -> {});
      assertTrue(outbound.hold());
      outbound.send(new byte[10]);
      outbound.send(new byte[10]);
      outbound.release();
      assertTrue(line.channel.closeFuture().await(60, TimeUnit.SECONDS), "it goes on without them");
      line.channel.eventLoop().submit(() -> {}).get(60, TimeUnit.SECONDS);
      assertTrue(outbound.hold(), "somebody counts as busy still");
    }
  }

  private static boolean rests(Thread sender) {
    return switch (sender.getState()) {
      case TERMINATED, WAITING, TIMED_WAITING -> true;
      default -> false;
    };
  }
}
