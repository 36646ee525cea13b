package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bytes that are no message, and what the two encodings say of each other. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class ServerBinaryFailuresTest {
  private Vitrine vitrine;
  private VitrineServer server;

  @BeforeEach
  void start() throws IOException {
    vitrine = Vitrine.inMemory();
    vitrine.map("/maps/p", String.class, Object.class);
    var limits = ServerLimits.DEFAULT.withFrame(new FrameLimits(10_000, 64, 60_000, 300));
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT.withLimits(limits));
  }

  @AfterEach
  void stop() {
    server.close();
    vitrine.close();
  }

  private Telnet connect() throws IOException {
    return new Telnet(server.address(), WireEncoding.CBOR);
  }

  private String lastWord(String hex) throws IOException {
    try (Telnet nc = connect()) {
      nc.write(HexFormat.of().parseHex(hex.replace(" ", "")));
      Telnet.Answer answer = nc.read();
      assertNull(nc.readText());
      assertEquals(Map.of(), answer.meta());
      return answer.code();
    }
  }

  @Test
  void malformedMessageClosesItsConnectionOnlyAfterAnswersBeforeIt() throws IOException {
    try (Telnet bad = connect();
        Telnet good = connect()) {
      bad.hold(); // what comes late to a connection that is closed takes what was said with it
      bad.send("/maps/p", 1L, "put: [a, 1]");
      bad.send("/maps/p", 1L, "get: a");
      bad.typeMalformed();
      bad.send("/maps/p", 2L, "put: [a, 2]");
      bad.release();
      assertNull(bad.read().reply());
      assertEquals(1L, bad.read().reply());
      Telnet.Answer answer = bad.read();
      assertEquals("Malformed", answer.code());
      assertTrue(answer.data().toString().contains("offset 7: "), answer.toString());
      assertEquals(Map.of(), answer.meta());
      assertNull(bad.readText());
      assertEquals("reply: 1\n", good.ask("/maps/p", 1, "get: a"));
    }
  }

  @Test
  void everyKindOfBadFrameIsAnswered() throws IOException {
    assertEquals("Malformed", lastWord("01000040A0 01000040A0"));
    assertEquals("Malformed", lastWord("01000000F6"));
    assertEquals("Malformed", lastWord("06000000 A161615AFFFF"));
    assertEquals("Malformed", lastWord("05000000 A16161F7F7"));
    assertEquals("TooLarge", lastWord("FFFFFF3F"));
    assertEquals("TooDeep", lastWord("44000000 A16161" + "9F".repeat(65)));
    assertEquals("Timeout", lastWord("05000000 A1"));
    assertEquals("Timeout", lastWord("05"));
    assertEquals(0, vitrine.map("/maps/p", String.class, Object.class).size());
  }

  @Test
  void prefaceMustBeWhole() throws IOException {
    try (var socket = new Socket(server.address().getAddress(), server.address().getPort())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(new byte[] {(byte) 0x89, 'V', 'T', 'X'});
      byte[] answer = socket.getInputStream().readAllBytes();
      // An empty frame of meta-data, then one of data.
      assertEquals("01000040a0", HexFormat.of().formatHex(answer, 0, 5));
      assertTrue(
          new String(answer, 9, answer.length - 9, StandardCharsets.UTF_8).contains("Malformed"));
    }
  }

  @Test
  void helloMayOnlySayWhatIsSpoken() throws IOException {
    try (Telnet binary = connect();
        Telnet text = new Telnet(server.address(), WireEncoding.YAML)) {
      binary.type("hello: {wire: yaml}\n...\n");
      assertEquals("BadArgument", binary.read().code());
      text.type("hello: {wire: cbor}\n...\n");
      assertEquals("BadArgument", text.read().code());
      text.type("hello: {wire: json}\n...\n");
      String json = text.readText();
      assertTrue(json.startsWith("{\"meta\":{},\"data\":{\"reply\":{\"server\":"), json);
      text.type("hello: {wire: yaml}\n...\n");
      assertEquals(1L, ((Map<?, ?>) text.read().reply()).get("version"));
    }
  }

  @Test
  void sessionGoesOnInTheOtherEncoding() throws IOException {
    String hello = "--- !!meta-data\n--- !!data\nhello: {session: mine}\n...\n";
    try (Telnet text = new Telnet(server.address(), WireEncoding.YAML)) {
      text.type(hello);
      text.read().reply();
      assertEquals("reply: 5\n", text.ask("/maps/p", 3, "addAndGet: [n, 5]"));
    }
    try (Telnet binary = connect()) {
      binary.type(hello);
      assertEquals(true, ((Map<?, ?>) binary.read().reply()).get("resumed"));
      assertEquals("reply: 5\n", binary.ask("/maps/p", 3, "addAndGet: [n, 5]"));
      assertEquals("reply: 5\n", binary.ask("/maps/p", 4, "get: n"));
    }
  }
}
