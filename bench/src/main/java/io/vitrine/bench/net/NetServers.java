package io.vitrine.bench.net;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.vitrine.bench.peer.Peer;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.remote.wire.EventLoops;
import java.io.IOException;
import java.net.InetSocketAddress;

/** Servers of the systems that run in a JVM. Stateless. */
public final class NetServers {
  /** The map that lookups and updates go to. */
  static final String MAP = "/maps/bench";

  private NetServers() {}

  /**
   * Starts one, to run until the process ends.
   *
   * @param peer the system
   * @param busyPoll whether it looks for what comes all the time
   * @return the port, of the loopback address
   * @throws IOException if it cannot
   */
  public static int start(Peer peer, boolean busyPoll) throws IOException {
    return switch (peer) {
      case VITRINE -> vitrine(busyPoll);
      case NETTY -> echo(busyPoll);
      case MACHINE -> RawEcho.serve(busyPoll);
      default -> throw new IllegalArgumentException(peer + " has no server here");
    };
  }

  private static int vitrine(boolean busyPoll) throws IOException {
    Vitrine vitrine = Vitrine.inMemory();
    var map = vitrine.map(MAP, String.class, String.class);
    String value = "v".repeat(Line.VALUE_CHARS);
    for (int i = 0; i < Line.KEYS; i++) {
      map.put(Line.key(i), value);
    }
    return VitrineServer.start(vitrine, ServerOptions.DEFAULT.withBusyPoll(busyPoll))
        .address()
        .getPort();
  }

  /** Sends back what comes, as it comes. */
  private static int echo(boolean busyPoll) {
    EventLoopGroup loops = EventLoops.of("echo", 0, busyPoll);
    Channel bound =
        new ServerBootstrap()
            .group(loops)
            .channel(EventLoops.serverSocket())
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel.pipeline().addLast(new Echo());
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
    return ((InetSocketAddress) bound.localAddress()).getPort();
  }

  private static final class Echo extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object bytes) {
      var _ = ctx.write(bytes, ctx.voidPromise());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
      ctx.flush();
    }
  }
}
