package io.vitrine.remote.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vitrine.remote.wire.YamlReader;
import io.vitrine.store.TypedValue;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A connection as a person with {@code nc} has it: types text, reads text. For one thread. */
final class Telnet implements Closeable {
  private final Socket socket;
  private final BufferedReader in;

  Telnet(InetSocketAddress address) throws IOException {
    socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout(20_000);
    in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
  }

  void type(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
    socket.getOutputStream().flush();
  }

  /** Says that nothing more will be typed. */
  void endTyping() throws IOException {
    socket.shutdownOutput();
  }

  /** Sends one event to a collection. */
  void send(String csp, @Nullable Long tid, String data) throws IOException {
    type(
        "--- !!meta-data\ncsp: \""
            + csp
            + "\"\n"
            + (tid == null ? "" : "tid: " + tid + "\n")
            + "--- !!data\n"
            + data
            + "\n...\n");
  }

  /** Sends one event and gives what comes back, as text without the tid. */
  String ask(String csp, long tid, String data) throws IOException {
    send(csp, tid, data);
    return readData(tid);
  }

  /** The next message whole; null at the end of the stream. */
  @Nullable String readText() throws IOException {
    var text = new StringBuilder();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      text.append(line).append('\n');
      if (line.equals("...")) {
        return text.toString();
      }
    }
    return text.isEmpty() ? null : text.toString();
  }

  /** The data of the next message, which must have this tid. */
  String readData(long tid) throws IOException {
    String text = String.valueOf(readText());
    int data = text.indexOf("--- !!data");
    if (data < 0 || !text.substring(0, data).contains("tid: " + tid + "\n")) {
      throw new AssertionError("expected an answer to " + tid + ", found " + text);
    }
    return text.substring(text.indexOf('\n', data) + 1, text.length() - 4);
  }

  /** The next message: its meta-data, its data and whether it is complete. */
  Answer read() throws IOException {
    String text = readText();
    if (text == null) {
      throw new IOException("end of stream");
    }
    var documents = YamlReader.readAll(text, io.vitrine.remote.wire.FrameLimits.DEFAULT);
    Map<Object, Object> meta = map(documents.getFirst());
    TypedValue data = (TypedValue) documents.getLast();
    return new Answer(meta, map(data), data.name().equals("data"));
  }

  @SuppressWarnings("unchecked")
  private static Map<Object, Object> map(Object typed) {
    Object content = ((TypedValue) typed).content();
    return content == null ? new LinkedHashMap<>() : (Map<Object, Object>) content;
  }

  record Answer(Map<Object, Object> meta, Map<Object, Object> data, boolean complete) {
    @Nullable Object reply() {
      if (!data.containsKey("reply")) {
        throw new AssertionError("expected a reply, found " + data);
      }
      return data.get("reply");
    }

    String code() {
      if (!(data.get("exception") instanceof TypedValue typed)) {
        throw new AssertionError("expected an exception, found " + data);
      }
      return typed.name();
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
