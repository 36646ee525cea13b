package io.vitrine.remote.cli;

import io.vitrine.remote.wire.FrameFeed;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.Masker;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Recorded;
import io.vitrine.remote.wire.RecordingWriter;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.remote.wire.WireException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands between clients and a server, hands on every byte as it is, and prints the messages. Safe
 * for any number of threads: each connection has two of its own.
 */
final class Tap implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final long NANOS = 1_000_000_000L;
  private static final int CONNECT_MILLIS = 10_000;

  /** Whatever may pass shall be seen. */
  private static final FrameLimits LIMITS =
      new FrameLimits(1 << 29, 2 * FrameLimits.DEFAULT.nestingMax(), Long.MAX_VALUE);

  private static final long ACCEPT_AGAIN_NANOS = 100_000_000;

  private final ServerSocket listener;
  private final InetSocketAddress server;
  private final PrintWriter out;
  private final Runnable unread;
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private final RecordingWriter writer;
  private final Masker masker = new Masker();
  private final AtomicLong connections = new AtomicLong();
  private final ConcurrentHashMap<Socket, Boolean> open = new ConcurrentHashMap<>();

  /**
   * Begins to listen.
   *
   * @param listener where clients come
   * @param server where they are handed on to
   * @param out where messages are printed
   * @param unread called when nobody reads what is printed any more
   */
  Tap(ServerSocket listener, InetSocketAddress server, PrintWriter out, Runnable unread)
      throws IOException {
    this.listener = listener;
    this.server = server;
    this.out = out;
    this.unread = unread;
    this.writer = new RecordingWriter(text, WireEncoding.YAML, LIMITS, false);
    Thread.ofVirtual().name("vitrine-tap").start(this::accept);
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        long number = connections.incrementAndGet();
        Thread.ofVirtual().name("vitrine-tap-" + number).start(() -> connect(number, client));
      } catch (IOException e) {
        if (!listener.isClosed()) { // nobody can be let in for now, as where files are all in use
          say("cannot accept: " + e.getMessage());
          LockSupport.parkNanos(ACCEPT_AGAIN_NANOS);
        }
      }
    }
  }

  private void connect(long number, Socket client) {
    open.put(client, true);
    var forward = new Socket();
    open.put(forward, true);
    if (listener.isClosed()) { // what came meanwhile may not have been closed with it
      close(client);
      close(forward);
      return;
    }
    try {
      forward.connect(
          new InetSocketAddress(server.getHostString(), server.getPort()), CONNECT_MILLIS);
      client.setTcpNoDelay(true);
      forward.setTcpNoDelay(true);
    } catch (IOException e) {
      say("connection " + number + ": cannot connect to " + name() + ": " + e.getMessage());
      close(client);
      close(forward);
      return;
    }
    say("connection " + number + ": from " + client.getRemoteSocketAddress());
    var fromClient = new FrameFeed(LIMITS, message -> show(number, true, message));
    var ended = new AtomicInteger();
    var requests = new Direction(number, "client", () -> fromClient);
    var answers = new Direction(number, "server", () -> answers(number, fromClient));
    Thread.ofVirtual()
        .name("vitrine-tap-" + number + "-answers")
        .start(() -> copy(answers, forward, client, ended));
    copy(requests, client, forward, ended);
  }

  /** Until the client has chosen the server speaks text. */
  private FrameFeed answers(long number, FrameFeed client) {
    if (client.isWebSocket()) {
      return FrameFeed.ofWebSocket(LIMITS, message -> show(number, false, message));
    }
    WireEncoding chosen = client.encoding();
    return new FrameFeed(
        chosen == null ? WireEncoding.YAML : chosen,
        LIMITS,
        message -> show(number, false, message));
  }

  private String name() {
    return server.getHostString() + ":" + server.getPort();
  }

  /** What is read of a direction, as long as it can be. For one thread. */
  private final class Direction {
    private final long number;
    private final String who;
    private final Supplier<FrameFeed> made;
    private @Nullable FrameFeed feed;
    private boolean unreadable;

    Direction(long number, String who, Supplier<FrameFeed> made) {
      this.number = number;
      this.who = who;
      this.made = made;
    }

    void look(byte[] bytes, int length) {
      if (unreadable) {
        return;
      }
      if (feed == null) {
        feed = made.get();
      }
      try {
        feed.feed(bytes, length);
      } catch (WireException e) {
        unreadable = true;
        tell("sends cannot be read from here on: " + e.getMessage());
      }
    }

    void tell(String what) {
      say("connection " + number + ": what the " + who + " " + what);
    }
  }

  private void copy(Direction direction, Socket from, Socket to, AtomicInteger ended) {
    byte[] bytes = new byte[BUFFER_BYTES];
    try {
      InputStream in = from.getInputStream();
      OutputStream target = to.getOutputStream();
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        direction.look(bytes, n);
        target.write(bytes, 0, n);
      }
      direction.tell("sends is at its end");
      to.shutdownOutput();
      if (ended.incrementAndGet() == 2) {
        close(from);
        close(to);
      }
    } catch (IOException e) {
      close(from);
      close(to);
    }
  }

  private void close(Socket socket) {
    open.remove(socket);
    try {
      socket.close();
    } catch (IOException e) {
      // It is of no use any more, closed or not.
    }
  }

  private void show(long number, boolean client, Message message) {
    Instant now = Instant.now();
    var mark = new Recorded.Mark(now.getEpochSecond() * NANOS + now.getNano(), number, client, 0);
    synchronized (this) {
      text.reset();
      try {
        writer.write(new Recorded(mark, masker.mask(number, client, message)));
        writer.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      print(text.toString(StandardCharsets.UTF_8));
    }
  }

  /** Says something that is no message, as a comment. */
  private synchronized void say(String line) {
    print("# " + line.replaceAll("\\s+", " ") + "\n");
  }

  private synchronized void print(String part) {
    out.print(part);
    if (out.checkError()) {
      unread.run();
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    open.keySet().forEach(this::close);
  }
}
