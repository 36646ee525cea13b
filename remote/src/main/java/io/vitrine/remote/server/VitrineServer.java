package io.vitrine.remote.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.EventLoops;
import io.vitrine.remote.wire.FirstByte;
import io.vitrine.remote.wire.NettySettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Serves a catalogue to the network. Safe for any number of threads. Its own threads are daemons: a
 * program that shall go on serving must not end. In the background it keeps what it serves tidy:
 * see {@link Vitrine#tidy} and {@link Vitrine#compact}.
 *
 * <pre>{@code
 * try (var vitrine = Vitrine.open(root);
 *     var server = VitrineServer.start(vitrine, ServerOptions.DEFAULT)) {
 *   System.out.println("listening on " + server.address());
 *   ...
 * }
 * }</pre>
 */
public final class VitrineServer implements AutoCloseable {
  private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final ServerContext context;
  private final EventLoopGroup eventLoops;
  private final Channel channel;
  private final Upkeep upkeep;

  private VitrineServer(
      ServerContext context, EventLoopGroup eventLoops, Channel channel, Upkeep upkeep) {
    this.context = context;
    this.eventLoops = eventLoops;
    this.channel = channel;
    this.upkeep = upkeep;
  }

  /**
   * Starts to serve.
   *
   * @param vitrine what is served; it stays open when the server closes
   * @param options how
   * @return the server, listening
   * @throws IOException if the address cannot be listened at
   * @throws IllegalArgumentException if the address is not loopback and nobody would have to say
   *     who they are
   */
  public static VitrineServer start(Vitrine vitrine, ServerOptions options) throws IOException {
    NettySettings.apply();
    var address = new InetSocketAddress(InetAddress.getByName(options.host()), options.port());
    if (!address.getAddress().isLoopbackAddress()
        && options.authenticator() == null
        && !options.openBindAllowed()) {
      throw new IllegalArgumentException(
          "host "
              + options.host()
              + " is not loopback and clients need not say who they are; set an authenticator or"
              + " allow it explicitly");
    }
    var context = ServerContext.of(new Catalogue(vitrine, options.limits().frame()), options);
    EventLoopGroup eventLoops = EventLoops.of("vitrine-server", 0, options.busyPoll());
    var bound =
        new ServerBootstrap()
            .group(eventLoops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            // Who has sent everything (printf ... | nc -N) still wants the answers.
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childHandler(new Initializer(context))
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      var _ = eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      throw new IOException(
          "cannot listen on "
              + options.host()
              + ":"
              + options.port()
              + ": "
              + bound.cause().getMessage(),
          bound.cause());
    }
    return new VitrineServer(
        context, eventLoops, bound.channel(), Upkeep.start(vitrine, options.compaction()));
  }

  /**
   * Where the server listens.
   *
   * @return address and port
   */
  public InetSocketAddress address() {
    return (InetSocketAddress) channel.localAddress();
  }

  /**
   * How many clients are connected.
   *
   * @return open connections
   */
  public int connections() {
    return context.connections().size();
  }

  /**
   * Listens no more, lets the requests at hand finish, tells every client and closes. Waits a few
   * seconds at the most.
   */
  @Override
  public void close() {
    upkeep.close();
    channel.close().awaitUninterruptibly();
    List.copyOf(context.connections()).forEach(Connection::shutdown);
    long deadline = System.nanoTime() + CLOSE_NANOS;
    for (Connection connection : List.copyOf(context.connections())) {
      connection.awaitClose(deadline - System.nanoTime());
    }
    eventLoops
        .shutdownGracefully(0, CLOSE_NANOS, TimeUnit.NANOSECONDS)
        .awaitUninterruptibly(CLOSE_NANOS, TimeUnit.NANOSECONDS);
  }

  /** Builds the pipeline of a connection. */
  private static final class Initializer extends ChannelInitializer<SocketChannel> {
    private final ServerContext context;

    Initializer(ServerContext context) {
      this.context = context;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
      var connection = new Connection(context, channel);
      context.connections().add(connection);
      if (context.connections().size() > context.options().limits().connectionsMax()) {
        connection.refuse(context.options().limits().connectionsMax());
      }
      channel
          .pipeline()
          .addLast(
              new FirstByte(
                  connection::speaks, ctx -> WebSocketUpgrade.begin(ctx, context, connection)),
              new ConnectionHandler(context, connection));
    }
  }
}
