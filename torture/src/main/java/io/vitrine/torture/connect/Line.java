package io.vitrine.torture.connect;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.YamlReader;
import io.vitrine.store.TypedValue;
import io.vitrine.torture.TortureFailure;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;

/** A connection that costs its client hardly more than a socket. For one thread. */
final class Line implements Closeable {
  private static final int TIMEOUT_MILLIS = 60_000;

  private final Socket socket = new Socket();

  Line(int port) throws IOException {
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
  }

  void say(String message) throws IOException {
    socket.getOutputStream().write((message + "\n...\n").getBytes(UTF_8));
  }

  /** The content of the data of the next message. */
  Map<?, ?> hear() throws IOException {
    var text = new StringBuilder();
    while (!text.toString().endsWith("\n...\n")) {
      int next = socket.getInputStream().read();
      if (next < 0) {
        throw new TortureFailure("the server closed a connection, after " + text);
      }
      text.append((char) next);
    }
    Object data =
        YamlReader.readAll(text.substring(0, text.length() - 4), FrameLimits.DEFAULT).getLast();
    return data instanceof TypedValue typed && typed.content() instanceof Map<?, ?> map
        ? map
        : Map.of();
  }

  /** Asks and gives the reply, which must be one. */
  Object ask(String message) throws IOException {
    say(message);
    Map<?, ?> answer = hear();
    if (answer.get("reply") == null) {
      throw new TortureFailure(message + " was answered with " + answer);
    }
    return answer.get("reply");
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
