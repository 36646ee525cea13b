package io.vitrine.remote.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Vitrine;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that closes its WebSocket still gets the answers to all that it sent before. */
@Timeout(120)
class WebSocketCloseTest {
  private static final int FINAL_TEXT = 0x81;
  private static final int FIRST_PART_OF_TEXT = 0x01;
  private static final int FINAL_BINARY = 0x82;
  private static final int CLOSE = 0x88;

  private Vitrine vitrine;
  private ObservableMap<String, Long> map;
  private VitrineServer server;

  @BeforeEach
  void start() throws IOException {
    vitrine = Vitrine.inMemory();
    map = vitrine.map("/maps/p", String.class, Long.class);
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
  }

  @AfterEach
  void stop() {
    server.close();
    vitrine.close();
  }

  /** Frames as a client sends them, with a mask of zeros. */
  private static final class Frames {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Whether the client ends its side behind them. */
    private boolean ends;

    Frames add(int head, byte... content) {
      bytes.write(head);
      if (content.length < 126) {
        bytes.write(0x80 | content.length);
      } else {
        bytes.write(0x80 | 126);
        bytes.write(content.length >> 8);
        bytes.write(content.length);
      }
      bytes.writeBytes(new byte[4]);
      bytes.writeBytes(content);
      return this;
    }

    Frames add(int head, String content) {
      return add(head, content.getBytes(UTF_8));
    }
  }

  /** A frame of the server. */
  private static final class Frame {
    private final int head;
    private final byte[] content;

    Frame(int head, byte[] content) {
      this.head = head;
      this.content = content;
    }

    String text() {
      return new String(content, UTF_8);
    }

    int code() {
      return ((content[0] & 0xFF) << 8) | (content[1] & 0xFF);
    }
  }

  /** All that comes back for frames that are sent at once, until the server closes. */
  private List<Frame> answers(Frames frames) throws IOException {
    try (var socket = new Socket(server.address().getAddress(), server.address().getPort())) {
      socket.setSoTimeout(60_000);
      String request =
          "GET /wire HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
              + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(UTF_8));
      var in = new DataInputStream(socket.getInputStream());
      for (int ends = 0; ends < 4; ) { // the head of HTTP ends with an empty line
        int read = in.readUnsignedByte();
        ends = read == "\r\n\r\n".charAt(ends) ? ends + 1 : 0;
      }
      socket.getOutputStream().write(frames.bytes.toByteArray());
      if (frames.ends) {
        socket.shutdownOutput();
      }
      var found = new ArrayList<Frame>();
      for (int head = in.read(); head >= 0; head = in.read()) {
        int length = in.readUnsignedByte();
        byte[] content = new byte[length == 126 ? in.readUnsignedShort() : length];
        in.readFully(content);
        found.add(new Frame(head, content));
      }
      return found;
    }
  }

  private static String increment(long tid) {
    return "--- !!meta-data\ncsp: /maps/p\ntid: " + tid + "\n--- !!data\naddAndGet: [n, 1]\n";
  }

  @Test
  void allThatWasSentBeforeTheCloseIsAnsweredAndThenTheClose() throws IOException {
    var frames = new Frames();
    for (long tid = 1; tid <= 2_000; tid++) {
      frames.add(FINAL_TEXT, increment(tid));
    }
    frames.add(CLOSE, (byte) 0x0F, (byte) 0x9F, (byte) 'o', (byte) 'k'); // 3999
    frames.add(FINAL_TEXT, increment(2_001)); // behind a close, where nothing may be
    List<Frame> found = answers(frames);
    assertEquals(2_001, found.size(), () -> found.size() + " frames came");
    for (long tid = 1; tid <= 2_000; tid++) {
      Frame answer = found.get((int) tid - 1);
      assertEquals("--- !!meta-data\ntid: " + tid + "\n--- !!data\nreply: " + tid, answer.text());
    }
    Frame last = found.getLast();
    assertEquals(CLOSE, last.head);
    assertEquals(3999, last.code());
    assertEquals("ok", last.text().substring(2));
    assertEquals(2_000L, map.get("n"));
  }

  @Test
  void aCloseWithoutACodeIsAnsweredWithout() throws IOException {
    List<Frame> found = answers(new Frames().add(FINAL_TEXT, increment(1)).add(CLOSE));
    assertEquals(2, found.size());
    assertEquals(CLOSE, found.getLast().head);
    assertEquals(0, found.getLast().content.length);
  }

  @Test
  void aCloseBeforeAnythingElseIsAnswered() throws IOException {
    List<Frame> found = answers(new Frames().add(CLOSE, (byte) 3, (byte) 0xE8));
    assertEquals(1, found.size());
    assertEquals(1000, found.getFirst().code());
  }

  @Test
  void halfAMessageBeforeTheCloseIsMalformed() throws IOException {
    var text = new Frames().add(FINAL_TEXT, increment(1));
    expectMalformed(answers(text.add(FIRST_PART_OF_TEXT, increment(2)).add(CLOSE)), "tid: 1");
    byte[] size = {1, 0, 0, 0, (byte) 0xA0};
    var binary = new Frames().add(FINAL_BINARY, size);
    expectMalformed(answers(binary.add(FINAL_BINARY, (byte) 9, (byte) 0).add(CLOSE)), "");
    assertEquals(1L, map.get("n"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 6, 10, -1})
  void halfAFrameAtTheEndIsMalformed(int bytes) throws IOException {
    byte[] frame = new Frames().add(FINAL_TEXT, increment(2)).bytes.toByteArray();
    var frames = new Frames().add(FINAL_TEXT, increment(1));
    frames.bytes.write(frame, 0, bytes < 0 ? frame.length + bytes : bytes);
    frames.ends = true;
    List<Frame> found = answers(frames);
    assertTrue(found.getFirst().text().contains("tid: 1"), found.getFirst().text());
    Frame failure = found.get(found.size() - 2);
    assertTrue(failure.text().contains("!Malformed"), failure.text());
    assertTrue(failure.text().contains("ends within a frame"), failure.text());
    assertEquals(1007, found.getLast().code());
    assertEquals(1L, map.get("n"));
  }

  /** What came before it is answered. */
  private static void expectMalformed(List<Frame> found, String first) {
    assertTrue(found.getFirst().text().contains(first), found.getFirst().text());
    Frame failure = found.get(found.size() - 2);
    assertTrue(failure.text().contains("Malformed"), failure.text());
    assertTrue(failure.text().contains("ends within a message"), failure.text());
    assertEquals(1007, found.getLast().code());
  }
}
