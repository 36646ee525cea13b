package io.vitrine.remote.server;

import static jdk.net.ExtendedSocketOptions.TCP_KEEPCOUNT;
import static jdk.net.ExtendedSocketOptions.TCP_KEEPIDLE;
import static jdk.net.ExtendedSocketOptions.TCP_KEEPINTERVAL;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.EventLoops;
import io.vitrine.remote.wire.FirstByte;
import io.vitrine.remote.wire.NettySettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

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
  /** How many are told that they are too many; more are closed without a word. */
  private static final int REFUSED_MAX = 100;

  private static final long LOOK_MILLIS_MAX = 1_000;

  private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final ServerContext context;
  private final EventLoopGroup eventLoops;
  private final Channel channel;
  private final Upkeep upkeep;
  private final @Nullable TlsContext tls;

  private VitrineServer(
      ServerContext context,
      EventLoopGroup eventLoops,
      Channel channel,
      Upkeep upkeep,
      @Nullable TlsContext tls) {
    this.tls = tls;
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
   * @throws IOException if the address cannot be listened at, or a file of TLS is not readable
   * @throws IllegalArgumentException if the address is not loopback and nobody would have to say
   *     who they are
   */
  public static VitrineServer start(Vitrine vitrine, ServerOptions options) throws IOException {
    NettySettings.apply();
    var address = new InetSocketAddress(InetAddress.getByName(options.host()), options.port());
    if (!address.getAddress().isLoopbackAddress()
        && options.authenticator() == null
        && (options.tls() == null || !options.tls().isClientRequired())
        && !options.openBindAllowed()) {
      throw new IllegalArgumentException(
          "host "
              + options.host()
              + " is not loopback and clients need not say who they are; set an authenticator or"
              + " allow it explicitly");
    }
    TlsContext tls =
        options.tls() == null ? null : TlsContext.of(options.tls(), options.limits().helloMillis());
    vitrine.beginLog(); // a client may resume from any revision that it is told
    var context = ServerContext.of(new Catalogue(vitrine, options.limits().frame()), options);
    EventLoopGroup eventLoops = EventLoops.ofServer("vitrine-server", options.busyPoll());
    var bound =
        new ServerBootstrap()
            .group(eventLoops)
            .channel(EventLoops.serverSocket())
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            // Whose machine is gone without a word is noticed in a few minutes.
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(EventLoops.keepAlive(TCP_KEEPIDLE), 60)
            .childOption(EventLoops.keepAlive(TCP_KEEPINTERVAL), 15)
            .childOption(EventLoops.keepAlive(TCP_KEEPCOUNT), 4)
            // Who has sent everything (printf ... | nc -N) still wants the answers.
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childHandler(new Initializer(context, tls))
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      var _ = eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      if (tls != null) {
        tls.close();
      }
      throw new IOException(
          "cannot listen on "
              + options.host()
              + ":"
              + options.port()
              + ": "
              + bound.cause().getMessage(),
          bound.cause());
    }
    watch(eventLoops, context);
    return new VitrineServer(
        context, eventLoops, bound.channel(), Upkeep.start(vitrine, options.compaction()), tls);
  }

  /** Looks after clients that take nothing; one look for all, since most are idle. */
  private static void watch(EventLoopGroup eventLoops, ServerContext context) {
    long stall = context.options().limits().stallMillis();
    long look = Math.clamp(stall / 4, 1, LOOK_MILLIS_MAX);
    var _ =
        eventLoops.scheduleWithFixedDelay(
            () -> closeStalled(context), look, look, TimeUnit.MILLISECONDS);
  }

  /** An error must not end the looks that follow. */
  private static void closeStalled(ServerContext context) {
    for (Connection connection : context.connections()) {
      try {
        connection.closeIfStalled();
      } catch (Throwable e) {
        connection.lost(e);
      }
    }
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

  /** What the connections share, for tests of what they hold. */
  ServerContext context() {
    return context;
  }

  /**
   * Listens no more, lets the requests at hand finish, tells every client and closes. Waits a few
   * seconds at the most.
   */
  @Override
  public void close() {
    upkeep.close();
    if (tls != null) {
      tls.close();
    }
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
    private final @Nullable TlsContext tls;
    private final AtomicInteger refused = new AtomicInteger();

    Initializer(ServerContext context, @Nullable TlsContext tls) {
      this.context = context;
      this.tls = tls;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
      Connection connection = admitted(channel);
      if (connection == null) {
        var _ = channel.close();
        return;
      }
      if (tls != null) {
        channel.pipeline().addLast(tls.handler(channel));
      }
      channel
          .pipeline()
          .addLast(
              new FirstByte(
                  connection::speaks,
                  ctx -> WebSocketUpgrade.begin(ctx, context, connection),
                  connection::frameBytesMax,
                  context.options().limits().frame().silenceMillis(),
                  context.frames()),
              new ConnectionHandler(context, connection));
    }

    /** Event loops ask one after the other, so that not each of them takes the last place. */
    private synchronized @Nullable Connection admitted(SocketChannel channel) {
      int max = context.options().limits().connectionsMax();
      if (context.connections().size() >= max + REFUSED_MAX) {
        return null;
      }
      var connection = new Connection(context, channel);
      context.connections().add(connection);
      if (context.connections().size() - refused.get() > max) {
        refused.incrementAndGet(); // it lingers to be told so, and takes nobody's place
        channel.closeFuture().addListener(_ -> refused.decrementAndGet());
        connection.refuse("the server has " + max + " connections");
      }
      return connection;
    }
  }
}
