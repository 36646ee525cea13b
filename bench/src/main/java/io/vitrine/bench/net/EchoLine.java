package io.vitrine.bench.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.AbstractNioChannel;
import io.netty.channel.unix.UnixChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.vitrine.remote.wire.EventLoops;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * Frames with a length before them that come back as they are, as many bytes as an answer of ours
 * has: what a connection over Netty can do at the best. For any number of threads, of which one at
 * a time waits for its answers.
 */
final class EchoLine implements Line {
  private static final int LENGTH_BYTES = 4;

  private final EventLoopGroup loop;
  private final Channel channel;
  private final boolean spins;
  private final byte[] frame;
  private final ByteBuffer direct;
  private final ConcurrentLinkedQueue<CompletableFuture<Integer>> asked =
      new ConcurrentLinkedQueue<>();

  EchoLine(int port, boolean busyPoll) throws IOException {
    this.spins = busyPoll && EventLoops.isSpinningForAll();
    this.loop = EventLoops.of("echo-client", 1, busyPoll);
    int body = answerBytes() - LENGTH_BYTES;
    this.frame = Unpooled.buffer(LENGTH_BYTES + body).writeInt(body).writeZero(body).array();
    this.direct = ByteBuffer.allocateDirect(frame.length).put(frame).clear();
    this.channel =
        new Bootstrap()
            .group(loop)
            .channel(EventLoops.socket())
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel made) {
                    made.pipeline()
                        .addLast(
                            new LengthFieldBasedFrameDecoder(1 << 20, 0, LENGTH_BYTES),
                            new Answers());
                  }
                })
            .connect("127.0.0.1", port)
            .syncUninterruptibly()
            .channel();
    System.out.println("connected by " + channel.getClass().getSimpleName()); // For the log.
  }

  /** How many bytes the answer to a lookup has, in binary. */
  static int answerBytes() {
    Message answer = Message.of(Routing.answer(100_000L), "reply", "v".repeat(Line.VALUE_CHARS));
    return WireEncoding.CBOR.codec(FrameLimits.DEFAULT).encode(answer).length;
  }

  private final class Answers extends SimpleChannelInboundHandler<ByteBuf> {
    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ByteBuf answer) {
      CompletableFuture<Integer> next = asked.poll();
      if (next != null) {
        next.complete(answer.readableBytes());
      }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
      ctx.flush(); // What was asked meanwhile, at once.
    }
  }

  @Override
  @SuppressWarnings("ThreadPriorityCheck") // As the clients do that are measured beside it.
  public Object get(int number) throws Exception {
    var answer = new CompletableFuture<Integer>();
    asked.add(answer);
    write();
    for (int looks = 1; spins && !answer.isDone(); looks++) {
      if (looks % 32 == 0) {
        Thread.yield();
      } else {
        Thread.onSpinWait();
      }
    }
    return answer.get(30, TimeUnit.SECONDS);
  }

  /**
   * Writes to the socket as whoever waits for an answer of ours does, in place of waking the event
   * loop for it. Nothing else is on its way then, so the socket takes a frame at once.
   */
  private void write() throws IOException {
    int taken;
    if (channel instanceof UnixChannel socket) {
      taken = socket.fd().write(direct, 0, frame.length);
    } else if (channel.unsafe() instanceof AbstractNioChannel.NioUnsafe unsafe
        && unsafe.ch() instanceof WritableByteChannel socket) {
      taken = socket.write(direct.clear());
    } else {
      throw new IOException("nobody but Netty can write to a " + channel.getClass());
    }
    if (taken != frame.length) {
      throw new IOException("the socket took " + taken + " bytes of " + frame.length);
    }
  }

  @Override
  public CompletionStage<?> getAsync(int number) {
    var answer = new CompletableFuture<Integer>();
    asked.add(answer);
    boolean within = channel.eventLoop().inEventLoop();
    ByteBuf bytes = Unpooled.wrappedBuffer(frame);
    var _ =
        within
            ? channel.write(bytes, channel.voidPromise())
            : channel.writeAndFlush(bytes, channel.voidPromise());
    return answer;
  }

  @Override
  public void close() {
    channel.close().syncUninterruptibly();
    var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
