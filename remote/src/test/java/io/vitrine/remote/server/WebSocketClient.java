package io.vitrine.remote.server;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A WebSocket as a browser has it, by the client of the JDK. For one thread. */
final class WebSocketClient implements WebSocket.Listener, AutoCloseable {
  private static final int SECONDS = 60;

  private final HttpClient http;
  private final WebSocket socket;
  private final LinkedBlockingQueue<Object> come = new LinkedBlockingQueue<>();
  private volatile String reason = "";
  private final StringBuilder text = new StringBuilder();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  WebSocketClient(InetSocketAddress address) {
    this("ws", address, HttpClient.newHttpClient());
  }

  private WebSocketClient(String scheme, InetSocketAddress address, HttpClient client) {
    http = client;
    var uri = URI.create(scheme + "://127.0.0.1:" + address.getPort() + "/wire");
    try {
      socket = http.newWebSocketBuilder().buildAsync(uri, this).join();
    } catch (CompletionException e) {
      http.shutdownNow();
      throw e;
    }
  }

  /** One that is encrypted, by a client that trusts the server's certificate. */
  static WebSocketClient encrypted(InetSocketAddress address, SSLContext trusting) {
    HttpClient client = HttpClient.newBuilder().sslContext(trusting).build();
    return new WebSocketClient("wss", address, client);
  }

  void send(String message) {
    socket.sendText(message, true).join();
  }

  /** Sends one frame. */
  void send(Function<WebSocket, CompletableFuture<WebSocket>> frame) {
    try {
      frame.apply(socket).join();
    } catch (CompletionException e) {
      // The server has closed it, which comes next.
    }
  }

  void sendParts(String... parts) {
    for (int i = 0; i < parts.length; i++) {
      socket.sendText(parts[i], i == parts.length - 1).join();
    }
  }

  void send(byte[] message) {
    socket.sendBinary(ByteBuffer.wrap(message), true).join();
  }

  /** The next message, which must be text. */
  String text() throws InterruptedException {
    return (String) next();
  }

  /** The next message, which must be binary. */
  byte[] binary() throws InterruptedException {
    return (byte[]) next();
  }

  /** The code that it was closed with, which must be next. */
  int closed() throws InterruptedException {
    return (int) next();
  }

  /** What was said when it was closed. */
  String reason() {
    return reason;
  }

  /** The code that it was closed with, whatever comes before that. */
  int awaitClosed() throws InterruptedException {
    for (Object next = next(); ; next = next()) {
      if (next instanceof Integer code) {
        return code;
      } else if (next instanceof Throwable failure) {
        throw new AssertionError("it was not closed but failed", failure);
      }
    }
  }

  private Object next() throws InterruptedException {
    Object next = come.poll(SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing came for " + SECONDS + " s");
    }
    return next;
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
    text.append(part);
    if (last) {
      come.add(text.toString());
      text.setLength(0);
    }
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer part, boolean last) {
    byte[] copy = new byte[part.remaining()];
    part.get(copy);
    bytes.writeBytes(copy);
    if (last) {
      come.add(bytes.toByteArray());
      bytes.reset();
    }
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
    this.reason = reason;
    come.add(code);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable failure) {
    come.add(failure);
  }

  @Override
  public void close() {
    socket.abort();
    http.shutdownNow();
  }
}
