package io.vitrine.remote.client;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.EventExecutor;
import io.vitrine.remote.wire.Event;
import io.vitrine.remote.wire.EventLoops;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.NettySettings;
import io.vitrine.remote.wire.Outbound;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.SecondLook;
import io.vitrine.remote.wire.WireCodec;
import io.vitrine.store.TypedValue;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Opens sockets to one server and keeps them alive. One dial at a time; the callbacks come on the
 * event loop, or where large messages are read.
 */
final class Dialer implements AutoCloseable {
  static {
    NettySettings.apply();
  }

  /** How often each side says something in the time in which it must. */
  private static final long BEATS = 4;

  private static final long HEARTBEAT_CID = 0;
  private static final long WRITE_BYTES_MAX = 4 << 20;

  private final String host;
  private final int port;
  private final ClientOptions options;
  private final WireCodec codec;
  private final Consumer<Message> received;
  private final BiConsumer<Channel, @Nullable Throwable> lost;
  private final EventLoopGroup eventLoop;
  private @Nullable SslContext tls;
  private volatile boolean closed;
  private boolean gaveBack;

  /** Those that are open, or about to be. */
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

  private volatile String session = UUID.randomUUID().toString();

  Dialer(
      String host,
      int port,
      ClientOptions options,
      WireCodec codec,
      Consumer<Message> received,
      BiConsumer<Channel, @Nullable Throwable> lost) {
    this.host = host;
    this.port = port;
    this.options = options;
    this.codec = codec;
    this.received = received;
    this.lost = lost;
    this.eventLoop = ClientLoops.take(options.busyPoll());
  }

  String address() {
    return host + ":" + port;
  }

  /** Takes another session, since the outcome of the one before is lost. */
  void newSession() {
    session = UUID.randomUUID().toString();
  }

  /** What can wait for a time. */
  EventExecutor clock() {
    return eventLoop.next();
  }

  /** Whether the calling thread is the one that reads answers. */
  boolean isReader() {
    return clock().inEventLoop();
  }

  /** Refuses a call that waits for what only the calling thread could bring. */
  void checkMayWait() {
    if (isReader()) {
      throw new IllegalStateException(
          "a call to "
              + address()
              + " that waits for an answer was made by the thread that reads answers; make it on"
              + " another one, or use async()");
    }
  }

  /**
   * Looks for what comes until something is so; returns before that where others look.
   *
   * @param answersOnly whether nothing comes over this connection but answers: with others to look
   *     for as well, the event loop's thread would have to be woken each time
   * @param idle asked at the end: whether nothing else is to come either
   * @param deadline by {@link System#nanoTime}
   */
  void spinUntil(BooleanSupplier done, boolean answersOnly, BooleanSupplier idle, long deadline) {
    if (answersOnly && ClientLoops.isAlone()) {
      EventLoops.help(clock(), done, () -> ClientLoops.isAlone() && idle.getAsBoolean(), deadline);
    } else {
      EventLoops.rouse(clock());
    }
    if (EventLoops.isSpinningForAll()) {
      Wake.spinUntil(done, deadline);
    }
  }

  /**
   * Waits before another try, and says for how long before the one after that.
   *
   * @param most what is left of the time in which to try
   */
  static long pause(long millis, long most) {
    try {
      // Not all at once, where many clients lost the same server.
      long drawn = ThreadLocalRandom.current().nextLong(millis / 2, millis + 1);
      TimeUnit.MILLISECONDS.sleep(Math.min(drawn, most));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Math.min(2 * millis, 1_000);
  }

  /** Has something done from time to time until the client is closed, on the event loop. */
  void every(long millis, Runnable task) {
    Runnable unlessClosed =
        () -> {
          if (closed) {
            throw new CancellationException("the client is closed");
          }
          task.run();
        };
    var _ = clock().scheduleAtFixedRate(unlessClosed, millis, millis, TimeUnit.MILLISECONDS);
  }

  Socket dial() throws IOException {
    var socket = new Socket();
    ChannelFuture connected = begin(socket).awaitUninterruptibly();
    if (!connected.isSuccess()) {
      throw new IOException(
          "cannot connect to " + address() + ": " + connected.cause().getMessage(),
          connected.cause());
    }
    attach(socket);
    return socket;
  }

  /** Likewise. */
  private synchronized void attach(Socket socket) throws IOException {
    checkOpen();
    socket.attach();
  }

  private void checkOpen() throws IOException {
    if (closed) {
      throw new IOException("the connection to " + address() + " is closed");
    }
  }

  /** Not while the event loop is being shut down: Netty would complain on the console. */
  private synchronized ChannelFuture begin(Socket socket) throws IOException {
    checkOpen();
    ClientTls wanted = options.tls();
    if (wanted != null && tls == null) {
      tls = wanted.context();
    }
    SslContext encrypting = tls;
    return new Bootstrap()
        .group(eventLoop)
        .channel(EventLoops.socket())
        .option(ChannelOption.TCP_NODELAY, true)
        .option(
            ChannelOption.CONNECT_TIMEOUT_MILLIS,
            (int) Math.min(Integer.MAX_VALUE, options.connectMillis()))
        .handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                if (encrypting != null) {
                  SslHandler handler = encrypting.newHandler(channel.alloc(), host, port);
                  handler.setHandshakeTimeoutMillis(options.connectMillis());
                  channel.pipeline().addLast(handler);
                }
                channel.pipeline().addLast(codec.newSplitter(), socket);
              }
            })
        .connect(host, port);
  }

  @Override
  public synchronized void close() {
    closed = true;
    sockets.forEach(Socket::closeSoon);
    if (!gaveBack) {
      ClientLoops.giveBack(eventLoop, options.busyPoll());
      gaveBack = true;
    }
  }

  /** One connection. */
  final class Socket extends SimpleChannelInboundHandler<byte[]> {
    private final CompletableFuture<Map<?, ?>> hello = new CompletableFuture<>();
    private volatile long helloTid = Long.MIN_VALUE;
    private volatile long heardNanos = System.nanoTime();
    private volatile boolean gone;

    /** Why this side closed it, null where it has not. */
    private volatile @Nullable Throwable failure;

    private Arrivals arrivals;
    private Channel channel;
    private volatile @Nullable Outbound outbound;

    @SuppressWarnings("NullAway.Init") // set before anybody sees it
    private Socket() {}

    private void attach() {
      var out = new Outbound(channel, codec, WRITE_BYTES_MAX, () -> {});
      byte[] preface = codec.preface();
      if (preface.length > 0) {
        out.send(preface);
      }
      if (options.tls() == null) {
        out.writeDirectly();
      }
      outbound = out;
    }

    Channel channel() {
      return channel;
    }

    Outbound outbound() {
      return Objects.requireNonNull(outbound);
    }

    /** Whether it is lost, with all that came over it handed on. */
    boolean isGone() {
      return gone;
    }

    /** Why this side closed it, null where it has not. */
    @Nullable Throwable failure() {
      return failure;
    }

    /** Says hello and waits for the answer. */
    Map<?, ?> hello(long tid, long resume) throws IOException {
      helloTid = tid;
      var said = new LinkedHashMap<String, Object>();
      said.put("client", "vitrine-java");
      said.put("version", 1L);
      said.put("wire", codec.encoding().wireName());
      said.put("session", session);
      said.put("resume", resume);
      if (options.token() != null) {
        said.put("token", options.token());
      }
      outbound().send(Message.of(Routing.answer(tid), "hello", said));
      try {
        Map<?, ?> answer = hello.get(options.connectMillis(), TimeUnit.MILLISECONDS);
        keepAlive();
        return answer;
      } catch (ExecutionException e) {
        var _ = channel.close();
        if (e.getCause() instanceof Refusal refusal) {
          throw RemoteFailures.of(refusal.exception());
        }
        throw new IOException(RemoteFailures.reason(e), e);
      } catch (TimeoutException e) {
        var _ = channel.close();
        throw new IOException(
            address() + " did not answer hello within " + options.connectMillis() + " ms", e);
      } catch (InterruptedException e) {
        var _ = channel.close();
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while connecting to " + address(), e);
      }
    }

    /** Opens a heartbeat channel, so that each side notices when the other is gone. */
    private void keepAlive() {
      long millis = options.silenceMillis() / BEATS;
      var handler =
          new TypedValue(
              "HeartbeatHandler",
              Map.of("heartbeatTimeoutMs", options.silenceMillis(), "heartbeatIntervalMs", millis));
      outbound()
          .send(
              new Message(
                  new Routing("/", null, HEARTBEAT_CID, handler, null, null), List.of(), true));
      var _ =
          channel
              .eventLoop()
              .scheduleAtFixedRate(this::beat, millis, millis, TimeUnit.MILLISECONDS);
    }

    private void beat() {
      if (!channel.isActive()) {
        throw new CancellationException("the connection is gone");
      }
      if (arrivals.isPaused()) {
        heardNanos = System.nanoTime(); // The silence is ours.
      }
      if (isSilent()) {
        var _ = SecondLook.by(channel.eventLoop(), this::judge);
      }
      outbound()
          .send(
              Message.of(
                  Routing.toChannel(HEARTBEAT_CID, null), "heartbeat", System.currentTimeMillis()));
    }

    private boolean isSilent() {
      return System.nanoTime() - heardNanos
          > TimeUnit.MILLISECONDS.toNanos(options.silenceMillis());
    }

    private void judge() {
      if (isSilent() && !arrivals.isPaused()) {
        failure = new IOException("nothing came for " + options.silenceMillis() + " ms");
        var _ = channel.close();
      }
    }

    /** Closes after what was sent is written. */
    private void closeSoon() {
      Outbound current = outbound;
      if (current != null) {
        current.closeAfterWrites();
      } else {
        var _ = channel.close();
      }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
      channel = ctx.channel();
      sockets.add(this);
      channel.closeFuture().addListener(_ -> sockets.remove(this));
      if (closed) {
        var _ = channel.close();
      }
      arrivals = new Arrivals(channel, codec, this::arrived, this::failed);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, byte[] frame) {
      arrivals.come(frame);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
      // Also of what is no whole message yet: a large one may take a while to come.
      heardNanos = System.nanoTime();
    }

    private void arrived(Message message) {
      Long tid = message.routing().tid();
      if (tid != null && tid == helloTid && !hello.isDone()) {
        Event event = message.events().getFirst();
        if (event.argument() instanceof Map<?, ?> answer) {
          hello.complete(answer);
        } else {
          hello.completeExceptionally(new Refusal(event.argument()));
        }
      } else if (tid == null && !hello.isDone() && message.routing().cid() == null) {
        hello.completeExceptionally(new Refusal(message.events().getFirst().argument()));
      } else {
        received.accept(message);
      }
    }

    private Throwable reason(Throwable failure) {
      Throwable cause =
          failure instanceof DecoderException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      if (cause instanceof NotSslRecordException) {
        return new IOException(
            "no TLS with " + address() + ": what answers there does not encrypt", cause);
      }
      return cause instanceof SSLException
          ? new IOException("no TLS with " + address() + ": " + cause.getMessage(), cause)
          : cause;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      failed(cause);
    }

    private void failed(Throwable cause) {
      Throwable reason = reason(cause);
      if (failure == null) {
        failure = reason;
      }
      hello.completeExceptionally(reason);
      var _ = channel.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      hello.completeExceptionally(
          new IOException(
              address()
                  + " closed the connection before it answered hello"
                  + (options.tls() == null ? "; perhaps it wants TLS" : "")));
      arrivals.end(() -> {
        gone = true;
        lost.accept(channel, failure);
      });
    }
  }
}
