package io.vitrine.remote.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.FrameLimits;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever stops within the first bytes, or within the head of a frame, is told so and let go. */
class SilenceTest {
  private static final int SILENCE_MILLIS = 100;
  private static final int PATIENCE_MILLIS = 60_000;

  private static final String REQUEST =
      "GET /wire HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
          + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

  private final Vitrine vitrine = Vitrine.inMemory();
  private VitrineServer server;
  private Socket socket;

  @BeforeEach
  void start() throws IOException {
    var limits = ServerLimits.DEFAULT.withFrame(new FrameLimits(100_000, 64, SILENCE_MILLIS));
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT.withLimits(limits));
    socket = new Socket(server.address().getAddress(), server.address().getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  @AfterEach
  void stop() throws IOException {
    socket.close();
    server.close();
    vitrine.close();
  }

  private void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
  }

  /** All that comes until the server closes. */
  private String rest() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"G", "GET", "P", "POST", "-", "get: a", "\u0089", "\u0089VT"})
  void withinTheFirstBytes(String begin) throws IOException {
    send(begin);
    String said = rest();
    assertTrue(said.contains("Timeout") && said.contains("100 ms"), said);
  }

  @Test
  void withinTheHeadOfARequest() throws IOException {
    send(REQUEST);
    String said = rest();
    assertTrue(said.startsWith("HTTP/1.1 408 ") && said.contains("100 ms"), said);
  }

  /** The time to a hello passes before that to a request. */
  @Test
  void withinTheHeadOfAStrangersRequest() throws IOException {
    var options =
        ServerOptions.DEFAULT
            .withSecurity(token -> token, (_, _, _) -> true)
            .withLimits(ServerLimits.DEFAULT.withMillis(1_000, SILENCE_MILLIS, 1_000));
    try (VitrineServer strict = VitrineServer.start(vitrine, options);
        var stranger = new Socket(strict.address().getAddress(), strict.address().getPort())) {
      stranger.setSoTimeout(PATIENCE_MILLIS);
      stranger.getOutputStream().write(REQUEST.getBytes(ISO_8859_1));
      String said = new String(stranger.getInputStream().readAllBytes(), ISO_8859_1);
      assertTrue(said.startsWith("HTTP/1.1 408 ") && said.contains("100 ms"), said);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "81", // of a frame of text
        "818a", // its length
        "81fe", // half its length
        "81fe00fe", // its whole length
        "81fe00fe01020304", // its mask
        "818a010203", // half its mask
        "01800000000080", // nothing, and more to follow, and half of what does
        "018000000000", // nothing, and more to follow
        "018000000000898000000000" // and a ping in between
      })
  void withinAFrame(String begin) throws IOException {
    send(REQUEST + "\r\n");
    InputStream in = socket.getInputStream();
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      assertTrue(next >= 0, "the end after " + head);
      head.append((char) next);
    }
    assertTrue(head.toString().startsWith("HTTP/1.1 101 "), head.toString());
    socket.getOutputStream().write(HexFormat.of().parseHex(begin));
    String said = rest();
    assertTrue(said.contains("Timeout") && said.contains("100 ms"), said);
    assertEquals(said.lastIndexOf("\u0088"), said.length() - 2 - lastLength(said), "a close");
  }

  private static int lastLength(String said) {
    int close = said.lastIndexOf("\u0088");
    return close < 0 ? -1 : said.charAt(close + 1);
  }

  /** What is whole is no reason to wait for more. */
  @Test
  void whoSaysNothingStays() throws Exception {
    try (var page = new WebSocketClient(server.address());
        var other = new Telnet(server.address(), io.vitrine.remote.wire.WireEncoding.YAML)) {
      for (int i = 0; i < 4; i++) { // the time passes that ends others
        try (var stopped = new Socket(server.address().getAddress(), server.address().getPort())) {
          stopped.setSoTimeout(PATIENCE_MILLIS);
          stopped.getOutputStream().write('G');
          String said = new String(stopped.getInputStream().readAllBytes(), ISO_8859_1);
          assertTrue(said.contains("Timeout"), said);
        }
      }
      page.send("--- !!meta-data\ntid: 1\n--- !!data\nsync: []");
      assertTrue(page.text().contains("reply: null"));
      assertEquals("reply: null\n", other.ask("/", 1, "sync: []"));
    }
  }
}
