package io.vitrine.bench.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.vitrine.bench.peer.Allocation;
import io.vitrine.bench.peer.Peer;
import io.vitrine.remote.wire.EventLoops;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.WireCodec;
import io.vitrine.remote.wire.WireEncoding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ObjDoubleConsumer;

/**
 * How many events a second come to all of many clients that watch the same. They count messages and
 * do not read them, so that what is measured is the server. For one thread.
 */
public final class FanOut {
  private static final double NANOS_PER_SECOND = 1e9;

  /** So many changes may be on their way to all: enough to keep the server busy. */
  private static final long AHEAD_MAX = 200;

  /**
   * Who is so far ahead sleeps, far shorter than what is on its way takes to come: one who looked
   * all the time would take one of two processors from the server, or from those who count.
   */
  private static final long PAUSE_NANOS = 50_000;

  private static final Wiring WIRING = new Wiring(WireEncoding.CBOR, false, false);
  private static final String KEY = "key-10000";
  private static final String VALUE = "v".repeat(Line.VALUE_CHARS);

  private final AtomicLong come = new AtomicLong();
  private final List<Channel> channels = new ArrayList<>();

  private FanOut() {}

  /**
   * Measures: tells events a second, those of all subscribers together.
   *
   * @param peer the system
   * @param port of its server
   * @param subscribers how many clients watch
   * @param span how long to measure
   * @param tell told of the results
   * @throws Exception if the connection fails
   */
  public static void rate(
      Peer peer, int port, int subscribers, Span span, ObjDoubleConsumer<String> tell)
      throws Exception {
    EventLoopGroup loop = EventLoops.of("subscribers", 1, false);
    try (Line writer = peer == Peer.VITRINE ? null : Lines.open(peer, port, WIRING);
        var client = peer == Peer.VITRINE ? Lines.connect(port, WIRING) : null) {
      var fanOut = new FanOut();
      for (int i = 0; i < subscribers; i++) {
        fanOut.connect(peer, port, loop);
      }
      Runnable change;
      if (client != null) {
        var map = client.map(NetServers.MAP, String.class, String.class);
        change = () -> map.set(KEY, VALUE);
      } else {
        change = ((Publisher) java.util.Objects.requireNonNull(writer))::publish;
      }
      fanOut.measure(change, subscribers, span, tell);
    } finally {
      var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
  }

  /** What can publish the value that all get. */
  interface Publisher {
    void publish();
  }

  private void measure(Runnable change, int subscribers, Span span, ObjDoubleConsumer<String> tell)
      throws Exception {
    change.run();
    awaitAll(subscribers);
    long told = 1;
    long begin = System.nanoTime();
    long measured = span.measured(begin);
    long end = span.end(begin);
    long before = -1;
    long allocated = 0;
    for (long now = begin; now - end < 0; now = System.nanoTime()) {
      if (before < 0 && now - measured > 0) {
        before = come.get();
        allocated = Allocation.ofAll();
        measured = now;
      }
      if (told * subscribers - come.get() < AHEAD_MAX * subscribers) {
        change.run();
        told++;
      } else {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    long events = come.get() - before;
    tell.accept("rate", events * NANOS_PER_SECOND / (System.nanoTime() - measured));
    tell.accept("allocated", (double) (Allocation.ofAll() - allocated) / events);
    awaitAll(told * subscribers);
  }

  private void awaitAll(long wanted) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (come.get() < wanted) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(come.get() + " events came, expected " + wanted);
      }
      Thread.sleep(1);
    }
  }

  private void connect(Peer peer, int port, EventLoopGroup loop) throws InterruptedException {
    boolean vitrine = peer == Peer.VITRINE;
    WireCodec codec = WireEncoding.CBOR.codec(FrameLimits.DEFAULT);
    Channel channel =
        new Bootstrap()
            .group(loop)
            .channel(EventLoops.socket())
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel made) {
                    made.pipeline().addLast(vitrine ? new Frames() : new Published());
                  }
                })
            .connect("127.0.0.1", port)
            .sync()
            .channel();
    channels.add(channel);
    var spec = java.util.Map.of("bootstrap", false);
    ByteBuf subscribe =
        vitrine
            ? Unpooled.wrappedBuffer(
                codec.preface(),
                codec.encode(Message.of(Routing.to(NetServers.MAP, 1L), "subscribe", spec)))
            : Unpooled.copiedBuffer("SUBSCRIBE numbers\r\n", StandardCharsets.US_ASCII);
    channel.writeAndFlush(subscribe).sync();
    Thread.sleep(10); // So that nobody misses the first change; the count would tell.
  }

  /** Counts frames of data that tell of a change, by their words. */
  private final class Frames extends SimpleChannelInboundHandler<ByteBuf> {
    private final ByteBuf rest = Unpooled.buffer(1 << 16);

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ByteBuf bytes) {
      rest.writeBytes(bytes);
      long found = 0;
      while (rest.readableBytes() >= Integer.BYTES) {
        int word = rest.getIntLE(rest.readerIndex());
        int length = Integer.BYTES + (word & 0x3FFF_FFFF);
        if (rest.readableBytes() < length) {
          break;
        }
        // A change has a value of many bytes; the mark of the beginning and progress have none.
        found += (word & 1 << 30) == 0 && length > Line.VALUE_CHARS ? 1 : 0;
        rest.skipBytes(length);
      }
      rest.discardReadBytes();
      come.addAndGet(found);
    }
  }

  /** Counts messages that were published, which all have the same length. */
  private final class Published extends SimpleChannelInboundHandler<ByteBuf> {
    private static final int SUBSCRIBED =
        "*3\r\n$9\r\nsubscribe\r\n$7\r\nnumbers\r\n:1\r\n".length();
    private static final int PUBLISHED =
        ("*3\r\n$7\r\nmessage\r\n$7\r\nnumbers\r\n$64\r\n" + VALUE + "\r\n").length();

    private long skip = SUBSCRIBED;
    private long rest;

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ByteBuf bytes) {
      long count = bytes.readableBytes();
      long skipped = Math.min(skip, count);
      skip -= skipped;
      rest += count - skipped;
      come.addAndGet(rest / PUBLISHED);
      rest %= PUBLISHED;
    }
  }
}
