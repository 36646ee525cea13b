package io.vitrine.remote.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Received;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.WireCodec;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.remote.wire.YamlReader;
import io.vitrine.store.TypedValue;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A connection as a person with {@code nc} has it: types text, reads text. Where the connection is
 * binary, the text is converted on its way. For one thread.
 */
final class Telnet implements Closeable {
  private static final WireCodec TEXT = WireEncoding.YAML.codec(FrameLimits.DEFAULT);

  private final Socket socket;
  private final WireCodec codec;

  /** What was typed, to be converted. */
  private final EmbeddedChannel typed = new EmbeddedChannel(TEXT.newDecoder());

  private final EmbeddedChannel come;
  private final ArrayDeque<String> texts = new ArrayDeque<>();
  private @Nullable Routing before;
  private @Nullable ByteArrayOutputStream held;
  private boolean resetFails;

  Telnet(InetSocketAddress address, WireEncoding encoding) throws IOException {
    socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout(60_000);
    codec = encoding.codec(FrameLimits.DEFAULT);
    boolean text = encoding == WireEncoding.YAML;
    come = new EmbeddedChannel(text ? codec.newSplitter() : codec.newDecoder());
    write(codec.preface());
  }

  /** Has an end that is a reset fail, since what came before it may be lost. */
  void resetFails() {
    resetFails = true;
  }

  void write(byte[] bytes) throws IOException {
    if (held != null) {
      held.write(bytes);
    } else {
      socket.getOutputStream().write(bytes);
    }
  }

  /** Keeps what is typed until {@link #release}, where a connection may be closed in between. */
  void hold() {
    held = new ByteArrayOutputStream();
  }

  /** Sends in one piece what was kept. */
  void release() throws IOException {
    byte[] bytes = Objects.requireNonNull(held, "nothing is held").toByteArray();
    held = null;
    write(bytes);
  }

  void type(String text) throws IOException {
    if (codec.encoding() == WireEncoding.YAML) {
      write(text.getBytes(UTF_8));
      return;
    }
    typed.writeInbound(Unpooled.wrappedBuffer(text.getBytes(UTF_8)));
    for (Received r = typed.readInbound(); r != null; r = typed.readInbound()) {
      write(encode(r.message()));
    }
  }

  /** The message in its encoding, without meta-data if that is in force. */
  private byte[] encode(Message message) {
    byte[] frames = codec.encode(message);
    int meta = 4 + (frames[0] & 0xFF) + ((frames[1] & 0xFF) << 8);
    boolean inForce = message.routing().equals(before) && message.routing().handler() == null;
    before = message.routing();
    return inForce ? Arrays.copyOfRange(frames, meta, frames.length) : frames;
  }

  /** Sends what is a frame and no message. */
  void typeMalformed() throws IOException {
    byte[] binary = {3, 0, 0, 0, (byte) 0xA1, 0x61, 0x61};
    write(codec.encoding() == WireEncoding.YAML ? "get: [1\n...\n".getBytes(UTF_8) : binary);
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

  /**
   * The next message whole, as text; null at the end of the stream. A reset is an end, too: the
   * server's system makes one where something came that the server did not read before it closed.
   */
  @Nullable String readText() throws IOException {
    byte[] bytes = new byte[16 << 10];
    while (texts.isEmpty()) {
      int n = readSome(bytes);
      if (n < 0) {
        return null;
      }
      come.writeInbound(Unpooled.copiedBuffer(bytes, 0, n));
      for (Object o = come.readInbound(); o != null; o = come.readInbound()) {
        texts.add(
            o instanceof Received received
                ? new String(TEXT.encode(received.message()), UTF_8)
                : new String((byte[]) o, UTF_8) + "...\n");
      }
    }
    return texts.poll();
  }

  private int readSome(byte[] bytes) throws IOException {
    try {
      return socket.getInputStream().read(bytes);
    } catch (SocketException e) {
      if (resetFails || !String.valueOf(e.getMessage()).contains("reset")) {
        throw e;
      }
      return -1;
    }
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
    var documents = YamlReader.readAll(text, FrameLimits.DEFAULT);
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

    /** The channel of the iterator that was opened. */
    long cid() {
      if (!(reply() instanceof TypedValue cursor
          && cursor.content() instanceof Map<?, ?> content
          && content.get("cid") instanceof Long cid)) {
        throw new AssertionError("expected a cursor with a cid, found " + data);
      }
      return cid;
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
