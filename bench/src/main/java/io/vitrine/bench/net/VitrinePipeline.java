package io.vitrine.bench.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.vitrine.remote.wire.EventLoops;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Received;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.WireCodec;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A client that has many requests on their way, by the codec that is there for everybody: encodes
 * each request, reads each answer and finds its request by its number. For any number of threads.
 */
final class VitrinePipeline implements Line {
  private final EventLoopGroup loop;
  private final Channel channel;
  private final WireCodec codec;
  private final AtomicLong lastTid = new AtomicLong();
  private final ConcurrentHashMap<Long, CompletableFuture<Object>> asked =
      new ConcurrentHashMap<>();

  VitrinePipeline(int port, WireEncoding encoding) throws IOException {
    codec = encoding.codec(FrameLimits.DEFAULT);
    loop = EventLoops.of("pipeline", 1, false);
    channel =
        new Bootstrap()
            .group(loop)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel made) {
                    made.pipeline().addLast(codec.newDecoder(), new Answers());
                  }
                })
            .connect("127.0.0.1", port)
            .syncUninterruptibly()
            .channel();
    channel.writeAndFlush(Unpooled.wrappedBuffer(codec.preface())).syncUninterruptibly();
  }

  /** How many bytes the answer to a lookup has, in binary. */
  static int answerBytes() {
    Message answer = Message.of(Routing.answer(100_000L), "reply", "v".repeat(Line.VALUE_CHARS));
    return WireEncoding.CBOR.codec(FrameLimits.DEFAULT).encode(answer).length;
  }

  private final class Answers extends SimpleChannelInboundHandler<Received> {
    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Received received) {
      Message message = received.message();
      CompletableFuture<Object> answer = asked.remove(message.routing().tid());
      if (answer != null) {
        answer.complete(message.events().getFirst().argument());
      }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
      ctx.flush(); // What was asked meanwhile, at once.
    }
  }

  @Override
  public Object get(int number) throws Exception {
    return getAsync(number).toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  @Override
  public CompletionStage<?> getAsync(int number) {
    var answer = new CompletableFuture<Object>();
    long tid = lastTid.incrementAndGet();
    asked.put(tid, answer);
    byte[] frame =
        codec.encode(Message.of(Routing.to(NetServers.MAP, tid), "get", Line.key(number)));
    var bytes = Unpooled.wrappedBuffer(frame);
    var _ =
        channel.eventLoop().inEventLoop()
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
