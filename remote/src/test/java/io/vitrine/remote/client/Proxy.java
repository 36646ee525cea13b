package io.vitrine.remote.client;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.FrameReader;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.WireCodec;
import io.vitrine.remote.wire.WireEncoding;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Stands between client and server: counts the requests and cuts the line. */
final class Proxy implements Closeable {
  private static final WireCodec TEXT = WireEncoding.YAML.codec(FrameLimits.DEFAULT);

  private final ServerSocket listener;
  private volatile InetSocketAddress server;
  private final WireCodec codec;
  private final ConcurrentLinkedQueue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();
  private final ConcurrentLinkedQueue<String> frames = new ConcurrentLinkedQueue<>();
  private int connections;
  private long swallowed;
  private volatile boolean refusing;
  private volatile boolean recording;
  private volatile boolean mute;
  private volatile int cutAfterBytes;
  private volatile @Nullable String fatal;
  private volatile @Nullable InetSocketAddress successor;
  private final ConcurrentLinkedQueue<Line> lines = new ConcurrentLinkedQueue<>();

  /** One connection and what becomes of it. */
  private static final class Line {
    private volatile boolean answersSwallowed;
    private volatile boolean requestsSwallowed;
    private final CountDownLatch serverClosed = new CountDownLatch(1);

    void awaitServerClosed() throws IOException {
      try {
        if (!serverClosed.await(60, TimeUnit.SECONDS)) {
          throw new AssertionError("the server does not close what its client has closed");
        }
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    void vanish(boolean requestsToo) {
      requestsSwallowed = requestsToo;
      answersSwallowed = true;
    }

    boolean swallows(boolean requests) {
      return requests ? requestsSwallowed : answersSwallowed;
    }
  }

  Proxy(InetSocketAddress server, WireEncoding encoding) throws IOException {
    this.server = server;
    this.codec = encoding.codec(FrameLimits.DEFAULT);
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Frames of clients since the last call, those of heartbeats left out. */
  int takeRequests() {
    return requests.getAndSet(0);
  }

  /** What clients sent since the last call, those of heartbeats left out, as text. */
  List<String> takeFrames() {
    var taken = new ArrayList<String>();
    for (String frame = frames.poll(); frame != null; frame = frames.poll()) {
      taken.add(frame);
    }
    return taken;
  }

  /** How many connections there have been. */
  synchronized int connections() {
    return connections;
  }

  /** How many connections were refused. */
  int refused() {
    return refused.get();
  }

  private synchronized void countConnection() {
    connections++;
    notifyAll();
  }

  /** Cuts what is connected now, and waits until somebody has connected again. */
  void cutAndAwaitAnother() throws InterruptedException {
    int before = connections();
    cut();
    awaitConnection(before);
  }

  private synchronized void awaitConnection(int before) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (connections == before) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        throw new AssertionError("no new connection after the " + before + " before");
      }
      wait(left);
    }
  }

  /**
   * Swallows from now on what comes over the present connections, and tells neither side when the
   * other closes one: as where a machine or the way to it is gone without a word.
   *
   * @param requestsToo whether what clients send is swallowed, or answers only
   */
  void vanish(boolean requestsToo) {
    lines.forEach(line -> line.vanish(requestsToo));
    lines.clear();
  }

  /**
   * Lets the answer to the next request of this name be lost with its connection, and leads new
   * ones to another server from then on.
   */
  void vanishUpon(String event, InetSocketAddress other) {
    successor = other;
    fatal = event;
  }

  /** Whether what was to vanish has. */
  boolean hasVanished() {
    return fatal == null;
  }

  /** Waits until something was swallowed since the last call. */
  synchronized void awaitSwallowed() throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (swallowed == 0) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        throw new AssertionError("nothing came that could be swallowed");
      }
      wait(left);
    }
    swallowed = 0;
  }

  private synchronized void countSwallowed() {
    swallowed++;
    notifyAll();
  }

  /** Whether new connections are taken, and nothing is ever said over them. */
  void mute(boolean whether) {
    mute = whether;
  }

  /** Keeps what clients send from now on. */
  void record() {
    recording = true;
  }

  /** Leads new connections to another server. */
  void forwardTo(InetSocketAddress other) {
    server = other;
  }

  void refuse(boolean whether) {
    refusing = whether;
  }

  /** Cuts what is connected now, and nothing that connects as soon as the first is cut. */
  void cut() {
    var present = new ArrayList<Socket>();
    for (Socket socket = sockets.poll(); socket != null; socket = sockets.poll()) {
      present.add(socket);
    }
    present.forEach(Proxy::close);
  }

  /**
   * Cuts each connection from now on after so many bytes of requests: the server does what came
   * whole, and the client gets no more answers.
   *
   * @param bytes how many, 0 to cut none
   */
  void cutAfter(int bytes) {
    cutAfterBytes = bytes;
  }

  /** Cuts once the server has done all, which it says by closing its end. */
  private static void end(Socket client, Socket server, Line line) throws IOException {
    server.shutdownOutput();
    line.awaitServerClosed();
    close(client);
    close(server);
  }

  private static void close(Socket socket) {
    try {
      // With a reset and not a goodbye, as when a cable is pulled.
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // It is closed already.
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        if (refusing) {
          refused.incrementAndGet();
          close(client);
          continue;
        }
        var forward = new Socket();
        sockets.add(client);
        sockets.add(forward);
        countConnection();
        try {
          forward.connect(server);
        } catch (IOException e) {
          close(client);
          continue;
        }
        var line = new Line();
        if (mute) {
          line.vanish(true);
        } else {
          lines.add(line);
        }
        Thread.ofVirtual().start(() -> copy(client, forward, true, line));
        Thread.ofVirtual().start(() -> copy(forward, client, false, line));
      } catch (IOException e) {
        // The listener was closed, or the server is gone.
      }
    }
  }

  private void copy(Socket from, Socket to, boolean counted, Line line) {
    byte[] bytes = new byte[16 << 10];
    var frames = new EmbeddedChannel(codec.newServerSplitter());
    FrameReader reader = codec.newReader();
    long passed = 0;
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        if (line.swallows(counted)) {
          countSwallowed();
          continue;
        }
        if (counted) {
          frames.writeInbound(Unpooled.copiedBuffer(bytes, 0, n));
          count(frames, reader, line);
        }
        int max = cutAfterBytes;
        if (counted && max > 0 && passed + n > max) {
          line.vanish(false);
          out.write(bytes, 0, (int) Math.max(0, max - passed));
          end(from, to, line);
          return;
        }
        out.write(bytes, 0, n);
        passed += n;
      }
    } catch (IOException e) {
      // One of the two was closed, so the other is.
    } finally {
      if (!counted) {
        line.serverClosed.countDown();
      }
      if (!line.swallows(counted)) {
        close(from);
        close(to);
      }
    }
  }

  private void count(EmbeddedChannel channel, FrameReader reader, Line line) {
    for (byte[] frame = channel.readInbound(); frame != null; frame = channel.readInbound()) {
      Message message = reader.read(frame);
      if (message != null && !Long.valueOf(0).equals(message.routing().cid())) {
        requests.incrementAndGet();
        InetSocketAddress other = successor;
        if (other != null && message.events().getFirst().name().equals(fatal)) {
          line.vanish(false);
          server = other;
          successor = null;
          fatal = null;
        }
        if (recording) {
          frames.add(new String(TEXT.encode(message), StandardCharsets.UTF_8));
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    cut();
  }
}
