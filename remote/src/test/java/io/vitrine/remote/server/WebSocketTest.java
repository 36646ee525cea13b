package io.vitrine.remote.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.WireCodec;
import io.vitrine.remote.wire.WireEncoding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The WebSocket at /wire and what else HTTP gets of the port. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class WebSocketTest {
  private static final String HELLO = "{\"data\":{\"hello\":{\"wire\":\"json\"}}}";

  private Vitrine vitrine;
  private ObservableMap<String, Object> map;
  private VitrineServer server;

  @BeforeEach
  void start() throws IOException {
    vitrine = Vitrine.inMemory();
    map = vitrine.map("/maps/p", String.class, Object.class);
    start(ServerOptions.DEFAULT);
  }

  private void start(ServerOptions options) throws IOException {
    start(options, 60_000);
  }

  private void start(ServerOptions options, long silenceMillis) throws IOException {
    stopServer();
    var limits = options.limits().withFrame(new FrameLimits(10_000, 64, silenceMillis));
    server = VitrineServer.start(vitrine, options.withLimits(limits));
  }

  private void stopServer() {
    if (server != null) {
      server.close();
    }
  }

  @AfterEach
  void stop() {
    stopServer();
    vitrine.close();
  }

  @Test
  void textFramesHoldYamlAndAreAnsweredInYaml() throws Exception {
    try (var page = new WebSocketClient(server.address())) {
      page.send("--- !!meta-data\ncsp: /maps/p\ntid: 1\n--- !!data\nput: [a, 5]\n...\n");
      assertEquals("--- !!meta-data\ntid: 1\n--- !!data\nreply: null", page.text());
      // The frame's end is the message's end, and several may come in one.
      page.send("get: a");
      assertEquals("--- !!meta-data\ntid: 1\n--- !!data\nreply: 5", page.text());
      page.send("size: []\n...\nget: b\n");
      assertEquals("--- !!meta-data\ntid: 1\n--- !!data\nreply: 1", page.text());
      assertEquals("--- !!meta-data\ntid: 1\n--- !!data\nreply: null", page.text());
    }
  }

  @Test
  void jsonIsAnsweredInJsonWhereItIsAskedFor() throws Exception {
    try (var page = new WebSocketClient(server.address())) {
      page.send(HELLO);
      String hello = page.text();
      assertTrue(hello.startsWith("{\"meta\":{},\"data\":{\"reply\":{\"server\":"), hello);
      page.send("{\"meta\":{\"csp\":\"/maps/p\",\"tid\":1},\"data\":{\"put\":[\"a\",5]}}");
      assertEquals("{\"meta\":{\"tid\":1},\"data\":{\"reply\":null}}", page.text());
      map.put("big", Long.MAX_VALUE);
      page.send("{\"meta\":{\"csp\":\"/maps/p\",\"tid\":2},\"data\":{\"get\":\"big\"}}");
      assertEquals(
          "{\"meta\":{\"tid\":2},\"data\":{\"reply\":{\"!!int\":\"9223372036854775807\"}}}",
          page.text());
      page.send(
          "{\"meta\":{\"csp\":\"/maps/p\",\"tid\":3},"
              + "\"data\":{\"syncUpdate\":[\"a\",{\"!Add\":{\"amount\":2}},{\"!Identity\":{}}]}}");
      assertEquals("{\"meta\":{\"tid\":3},\"data\":{\"reply\":7}}", page.text());
      page.send("{\"meta\":{\"csp\":\"/maps/p\",\"tid\":4},\"data\":{\"fly\":[]}}");
      String failure = page.text();
      assertTrue(
          failure.startsWith("{\"meta\":{\"tid\":4},\"data\":{\"exception\":{\"!UnknownEvent\":{"),
          failure);
    }
  }

  @Test
  void aSubscriptionIsToldInJson() throws Exception {
    map.put("a", 1L);
    try (var page = new WebSocketClient(server.address())) {
      page.send(HELLO);
      page.text();
      page.send("{\"meta\":{\"csp\":\"/maps/p\",\"tid\":1},\"data\":{\"subscribe\":[]}}");
      String existing = page.text();
      assertTrue(existing.contains("{\"!Existing\":{\"key\":\"a\",\"value\":1}}"), existing);
      assertTrue(existing.endsWith(",\"more\":true}"), existing);
      assertTrue(page.text().contains("\"bootstrapped\""));
      map.remove("a");
      assertTrue(page.text().contains("{\"!Removed\":{\"key\":\"a\",\"oldValue\":1}}"));
      page.send("{\"meta\":{\"csp\":\"/maps/p\",\"tid\":1},\"data\":{\"cancel\":[]}}");
      assertEquals("{\"meta\":{\"tid\":1},\"data\":{\"cancelled\":\"By request\"}}", page.text());
    }
  }

  @Test
  void binaryFramesHoldMessagesOfTheBinaryForm() throws Exception {
    WireCodec codec = WireEncoding.CBOR.codec(FrameLimits.DEFAULT);
    try (var page = new WebSocketClient(server.address())) {
      page.send(
          codec.encode(
              Message.of(Routing.to("/maps/p", 1L), "put", List.of("a", Map.of("x", 1L)))));
      assertArrayEquals(codec.encode(Message.of(Routing.answer(1L), "reply", null)), page.binary());
      page.send(codec.encode(Message.of(Routing.to("/maps/p", 2L), "get", "a")));
      assertArrayEquals(
          codec.encode(Message.of(Routing.answer(2L), "reply", Map.of("x", 1L))), page.binary());
      page.send("size: []");
      byte[] last = page.binary();
      assertTrue(new String(last, UTF_8).contains("Malformed"));
      assertEquals(1003, page.closed());
    }
  }

  @Test
  void byeClosesTheWebSocket() throws Exception {
    try (var page = new WebSocketClient(server.address())) {
      page.send("{\"meta\":{},\"data\":{\"bye\":{}}}");
      assertEquals(1000, page.closed());
    }
  }

  @Test
  void whatIsTooLargeOrMalformedIsToldBeforeTheEnd() throws Exception {
    try (var page = new WebSocketClient(server.address())) {
      page.send("put: [a, '" + "x".repeat(10_001) + "']");
      String told = page.text();
      assertTrue(told.contains("exception: !TooLarge"), told);
      assertEquals(1009, page.closed());
    }
    try (var page = new WebSocketClient(server.address())) {
      page.sendParts("put: [a, '" + "x".repeat(9_000), "x".repeat(9_000) + "']");
      assertTrue(page.text().contains("exception: !TooLarge"));
      assertEquals(1009, page.closed());
    }
    try (var page = new WebSocketClient(server.address())) {
      page.send("{\"data\":{\"put\":[");
      String told = page.text();
      assertTrue(told.contains("exception: !Malformed"), told);
      assertEquals(1007, page.closed());
      assertTrue(page.reason().startsWith("Malformed: line 2, column 1: "), page.reason());
    }
    assertEquals(0, map.size());
  }

  @Test
  void theCodeOfTheEndSaysWhoIsToBlame() throws Exception {
    try (var page = new WebSocketClient(server.address())) {
      page.send("get: " + "[".repeat(70));
      assertTrue(page.text().contains("exception: !TooDeep"));
      assertEquals(1007, page.closed());
    }
    try (var page = new WebSocketClient(server.address())) {
      page.send("--- !!meta-data\ntid: 1\n--- !!data\nsync: []");
      page.text();
      page.send(new byte[] {1, 0, 0, 0, (byte) 0xA0});
      assertTrue(page.text().contains("exception: !Malformed"));
      assertEquals(1003, page.closed());
    }
    try (var page = new WebSocketClient(server.address())) {
      page.send(
          "--- !!meta-data\ncsp: /\ncid: 1\nhandler: !HeartbeatHandler {heartbeatTimeoutMs: 50}");
      String told = page.text();
      while (!told.contains("exception: !Timeout")) {
        told = page.text();
      }
      assertEquals(1008, page.closed());
    }
    try (var page = new WebSocketClient(server.address())) {
      page.send("--- !!meta-data\ntid: 1\n--- !!data\nsync: []");
      page.text();
      stopServer();
      assertTrue(page.text().contains("exception: !ShuttingDown"));
      assertEquals(1001, page.closed());
      assertEquals("ShuttingDown: the server is closing", page.reason());
    }
  }

  @Test
  void aReasonIsCutWhereTheCloseHasNoRoom() throws Exception {
    try (var page = new WebSocketClient(server.address())) {
      page.send("--- !!meta-data\n\"" + "\u20ac".repeat(300) + "\": 1");
      assertTrue(page.text().contains("exception: !Malformed"));
      assertEquals(1007, page.closed());
      assertTrue(page.reason().length() > 40, page.reason());
      assertTrue(page.reason().endsWith("\u20ac"), page.reason());
    }
  }

  @Test
  void partsMakeOneMessage() throws Exception {
    try (var page = new WebSocketClient(server.address())) {
      page.sendParts(
          "{\"meta\":{\"csp\":\"/maps/p\",\"tid\":1},", "\"data\":{\"put\":[\"a\",", "1]}}");
      page.text();
      assertEquals(1L, map.get("a"));
    }
  }

  /** What comes back for bytes behind the request, until the server closes. */
  private String answers(int... frame) throws IOException {
    try (var socket = new Socket(server.address().getAddress(), server.address().getPort())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(upgrade("").getBytes(UTF_8));
      var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      assertTrue(in.readLine().startsWith("HTTP/1.1 101 "));
      while (!in.readLine().isEmpty()) {
        // The rest of the head.
      }
      byte[] bytes = new byte[frame.length]; // at once, or it may be closed in between
      for (int i = 0; i < frame.length; i++) {
        bytes[i] = (byte) frame[i];
      }
      socket.getOutputStream().write(bytes);
      return in.readAllAsString();
    }
  }

  @Test
  void aFrameThatStopsComingEndsTheConnection() throws Exception {
    start(ServerOptions.DEFAULT, 300);
    String all = answers(0x81, 0x90, 0, 0, 0, 0, 'a', 'b');
    assertTrue(all.contains("exception: !Timeout"), all);
  }

  @Test
  void framesThatAClientMustNotSendAreMalformed() throws Exception {
    String withoutMask = answers(0x81, 2, 'a', 'b');
    assertTrue(withoutMask.contains("exception: !Malformed"), withoutMask);
    assertTrue(withoutMask.contains("\u0003\uFFFD"), "1002 in " + withoutMask);
    String extension = answers(0xC1, 0x82, 0, 0, 0, 0, 'a', 'b');
    assertTrue(extension.contains("exception: !Malformed"), extension);
    String large = answers(0x81, 0xFF, 0x7F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    assertTrue(large.contains("exception: !TooLarge"), large);
    assertTrue(large.contains("\u0003\uFFFD"), "1009 in " + large);
  }

  @Test
  void pingsAreAnswered() throws Exception {
    String all = answers(0x89, 0x81, 0, 0, 0, 0, 'x', 0x88, 0x80, 0, 0, 0, 0);
    assertTrue(all.startsWith("\uFFFD\u0001x"), all);
  }

  private String upgrade(String more) {
    return "GET /wire HTTP/1.1\r\nHost: 127.0.0.1:"
        + server.address().getPort()
        + "\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\n"
        + more
        + "\r\n";
  }

  private String status(String request) throws IOException {
    try (var socket = new Socket(server.address().getAddress(), server.address().getPort())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request.getBytes(UTF_8));
      var reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      String first = reader.readLine();
      if (first != null && !first.contains(" 101 ")) {
        reader.lines().forEach(_ -> {}); // It ends, so the connection is closed.
      }
      return String.valueOf(first);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n                          | 404
          GET /wirex HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n                     | 404
          GET /wire HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n                      | 426
          GET /wire HTTP/1.1\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n\\r\\n | 400
          GET /wire?a=b HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n                  | 426
          POST /wire HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 0\\r\\n\\r\\n | 405
          POST / HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 65536\\r\\n\\r\\n   | 413
          OPTIONS * HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n                      | 405
          GET nonsense\\r\\n\\r\\n                                         | 400
          """)
  void otherRequestsAreAnsweredAndClosed(String request, String expected) throws Exception {
    String first = status(request.replace("\\r\\n", "\r\n"));
    assertTrue(first.startsWith("HTTP/1.1 " + expected + " "), first);
  }

  /** A page can have a browser send this to any port; the path makes the head read as YAML. */
  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "HEAD", "PROPFIND"})
  void whatABrowserPostsIsNeverReadAsText(String method) throws Exception {
    String body = "\n...\n--- !!meta-data\ncsp: /maps/p\n--- !!data\nput: [a, 1]\n...\n";
    String request =
        method
            + " /x: HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    assertTrue(status(request).startsWith("HTTP/1.1 405 "));
    assertTrue(map.isEmpty());
  }

  @Test
  void pagesFromElsewhereAreRefused() throws Exception {
    String own = "127.0.0.1:" + server.address().getPort();
    assertTrue(status(upgrade("")).contains(" 101 "));
    assertTrue(status(upgrade("Origin: http://" + own + "\r\n")).contains(" 101 "));
    for (String origin :
        List.of("https://example.org", "null", "http://127.0.0.1:1", "http://127.0.0.1")) {
      String first = status(upgrade("Origin: " + origin + "\r\n"));
      assertTrue(first.contains(" 403 "), origin + ": " + first);
    }
    // Somebody's name that means this machine now, as the page and its server are called.
    String rebound = upgrade("Origin: http://evil.example:80\r\n").replace(own, "evil.example:80");
    assertTrue(status(rebound).contains(" 403 "));
    String local = upgrade("Origin: http://localhost:80\r\n").replace(own, "localhost:80");
    assertTrue(status(local).contains(" 101 "));
  }

  @Test
  void originsThatAreAllowedMayConnect() throws Exception {
    start(
        ServerOptions.DEFAULT.withWeb(
            WebOptions.DEFAULT.withOrigins(Set.of("https://example.org", "null"))));
    assertTrue(status(upgrade("Origin: https://example.org\r\n")).contains(" 101 "));
    assertTrue(status(upgrade("Origin: null\r\n")).contains(" 101 "));
    assertTrue(status(upgrade("Origin: http://example.org\r\n")).contains(" 403 "));
    start(ServerOptions.DEFAULT.withWeb(WebOptions.DEFAULT.withOrigins(Set.of("*"))));
    assertTrue(status(upgrade("Origin: http://example.org\r\n")).contains(" 101 "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"example.org", "https://example.org/", "https://a@b", "http:", "", "x y"})
  void whatIsNoOriginIsRefused(String origin) {
    try {
      WebOptions.DEFAULT.withOrigins(Set.of(origin));
    } catch (IllegalArgumentException e) {
      assertTrue(e.getMessage().contains("expected scheme"), e.getMessage());
      return;
    }
    throw new AssertionError(origin + " was taken");
  }

  @Test
  void thePageIsAnswered() throws Exception {
    start(ServerOptions.DEFAULT.withWeb(WebOptions.DEFAULT.withPage("<p>seen</p>")));
    try (var socket = new Socket(server.address().getAddress(), server.address().getPort())) {
      socket.getOutputStream().write("GET /?map=p HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
      String all = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertTrue(all.startsWith("HTTP/1.1 200 "), all);
      assertTrue(all.endsWith("\r\n\r\n<p>seen</p>"), all);
    }
  }

  @Test
  void aConnectionTooManyIsTold() throws Exception {
    start(ServerOptions.DEFAULT.withLimits(ServerLimits.DEFAULT.withConnections(1)));
    try (var first = new Telnet(server.address(), WireEncoding.YAML)) {
      first.ask("/maps/p", 1, "size: []");
      assertTrue(status(upgrade("")).contains(" 503 "));
    }
  }

  @Test
  void textThatBeginsWithCapitalsIsStillText() throws Exception {
    try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
      nc.type("GET: a\n...\n");
      assertTrue(nc.readText().contains("exception: !UnknownEvent"));
    }
    try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
      nc.write("GE".getBytes(UTF_8));
      nc.endTyping();
      assertTrue(nc.readText().contains("ends within a message"));
    }
    assertFalse(map.containsKey("a"));
  }
}
