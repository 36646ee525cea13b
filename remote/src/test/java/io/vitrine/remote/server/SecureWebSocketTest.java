package io.vitrine.remote.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.client.Certificates;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.WireCodec;
import io.vitrine.remote.wire.WireEncoding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The WebSocket and the page of a server that encrypts: {@code wss://} and {@code https://}. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class SecureWebSocketTest {
  private static final String PAGE = "<p>seen</p>";

  @TempDir private Path folder;

  private Vitrine vitrine;
  private ObservableMap<String, Object> map;
  private VitrineServer server;
  private SSLContext trusting;

  @BeforeEach
  void start() throws Exception {
    var certificates = new Certificates(folder);
    certificates.server("server", certificates.authority("ca"));
    trusting = trusting(certificates.file("ca"));
    vitrine = Vitrine.inMemory();
    map = vitrine.map("/maps/p", String.class, Object.class);
    server =
        VitrineServer.start(
            vitrine,
            ServerOptions.DEFAULT
                .withWeb(WebOptions.DEFAULT.withPage(PAGE))
                .withTls(new ServerTls(certificates.file("server"), certificates.key("server"))));
  }

  @AfterEach
  void stop() {
    server.close();
    vitrine.close();
  }

  private static SSLContext trusting(Path authority) throws Exception {
    var known = KeyStore.getInstance(KeyStore.getDefaultType());
    known.load(null, null);
    try (var in = Files.newInputStream(authority)) {
      known.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(known);
    var context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }

  private WebSocketClient connect() {
    return WebSocketClient.encrypted(server.address(), trusting);
  }

  @Test
  void requestsAndASubscriptionInJson() throws Exception {
    try (var page = connect()) {
      page.send("{\"data\":{\"hello\":{\"wire\":\"json\"}}}");
      assertTrue(page.text().startsWith("{\"meta\":{},\"data\":{\"reply\":{\"server\":"));
      page.send("{\"meta\":{\"csp\":\"/maps/p\",\"tid\":1},\"data\":{\"put\":[\"a\",5]}}");
      assertEquals("{\"meta\":{\"tid\":1},\"data\":{\"reply\":null}}", page.text());
      page.send("{\"meta\":{\"csp\":\"/maps/p\",\"tid\":2},\"data\":{\"subscribe\":[]}}");
      assertTrue(page.text().contains("{\"!Existing\":{\"key\":\"a\",\"value\":5}}"));
      assertTrue(page.text().contains("\"bootstrapped\""));
      map.remove("a");
      assertTrue(page.text().contains("{\"!Removed\":{\"key\":\"a\",\"oldValue\":5}}"));
      page.send("{\"meta\":{\"csp\":\"/maps/p\",\"tid\":2},\"data\":{\"cancel\":[]}}");
      assertEquals("{\"meta\":{\"tid\":2},\"data\":{\"cancelled\":\"By request\"}}", page.text());
      page.send("{\"meta\":{},\"data\":{\"bye\":{}}}");
      assertEquals(1000, page.closed());
    }
  }

  /** Larger than a record of TLS, and than what is read of a socket at a time. */
  @Test
  void largeMessagesBothWays() throws Exception {
    String large = "x".repeat(1 << 20);
    try (var page = connect()) {
      page.send("--- !!meta-data\ncsp: /maps/p\ntid: 1\n--- !!data\nput: [a, '" + large + "']");
      assertEquals("--- !!meta-data\ntid: 1\n--- !!data\nreply: null", page.text());
      assertEquals(large, map.get("a"));
      page.send("get: a");
      assertEquals("--- !!meta-data\ntid: 1\n--- !!data\nreply: \"" + large + '"', page.text());
    }
  }

  @Test
  void binaryFrames() throws Exception {
    WireCodec codec = WireEncoding.CBOR.codec(FrameLimits.DEFAULT);
    try (var page = connect()) {
      page.send(codec.encode(Message.of(Routing.to("/maps/p", 1L), "put", List.of("a", 5L))));
      assertArrayEquals(codec.encode(Message.of(Routing.answer(1L), "reply", null)), page.binary());
      page.send(codec.encode(Message.of(Routing.to("/maps/p", 2L), "get", "a")));
      assertArrayEquals(codec.encode(Message.of(Routing.answer(2L), "reply", 5L)), page.binary());
    }
  }

  @Test
  void theServerSaysThatItCloses() throws Exception {
    try (var page = connect()) {
      page.send("--- !!meta-data\ntid: 1\n--- !!data\nsync: []");
      page.text();
      server.close();
      assertTrue(page.text().contains("exception: !ShuttingDown"));
      assertEquals(1001, page.closed());
    }
  }

  @Test
  void whoDoesNotTrustTheCertificateOrDoesNotEncryptGetsNothing() throws Exception {
    var stranger = SSLContext.getInstance("TLS");
    stranger.init(null, null, null); // trusts whom the JVM trusts
    var e =
        assertThrows(
            CompletionException.class,
            () -> WebSocketClient.encrypted(server.address(), stranger).close());
    assertInstanceOf(SSLHandshakeException.class, e.getCause());
    assertThrows(
        CompletionException.class, () -> new WebSocketClient(server.address()).close(), "ws:");
    try (var page = connect()) {
      page.send("--- !!meta-data\ncsp: /maps/p\ntid: 1\n--- !!data\nsize: []");
      assertEquals("--- !!meta-data\ntid: 1\n--- !!data\nreply: 0", page.text());
    }
  }

  /** What comes back for a request; of one that is upgraded, the head. */
  private String answer(String request) throws IOException {
    try (var socket =
        trusting
            .getSocketFactory()
            .createSocket(server.address().getAddress(), server.address().getPort())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request.getBytes(UTF_8));
      var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      String first = String.valueOf(in.readLine());
      return first.contains(" 101 ")
          ? first
          : first + "\n" + in.lines().collect(Collectors.joining("\n"));
    }
  }

  private String upgrade(String origin) throws IOException {
    return answer(
        "GET /wire HTTP/1.1\r\nHost: 127.0.0.1:"
            + server.address().getPort()
            + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\nOrigin: "
            + origin
            + "\r\n\r\n");
  }

  /** As with examples/browser/map.html in a browser: page and WebSocket are of one server. */
  @Test
  void thePageOfTheServerMayConnectAndOthersMayNot() throws IOException {
    String page = answer("GET /?map=p HTTP/1.1\r\nHost: x\r\n\r\n");
    assertTrue(page.startsWith("HTTP/1.1 200 "), page);
    assertTrue(page.endsWith("\n\n" + PAGE), page);
    String own = upgrade("https://127.0.0.1:" + server.address().getPort());
    assertTrue(own.startsWith("HTTP/1.1 101 "), own);
    String other = upgrade("https://example.org");
    assertTrue(other.startsWith("HTTP/1.1 403 "), other);
  }
}
