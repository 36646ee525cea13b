package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Text that is no message. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class ServerTextFailuresTest {
  private final WireEncoding encoding = WireEncoding.YAML;
  private Vitrine vitrine;

  @BeforeEach
  void start() {
    vitrine = Vitrine.inMemory();
    vitrine.map("/maps/p", String.class, Object.class);
  }

  @AfterEach
  void stop() {
    vitrine.close();
  }

  private VitrineServer serve(ServerLimits limits) throws IOException {
    return VitrineServer.start(vitrine, ServerOptions.DEFAULT.withLimits(limits));
  }

  @Test
  void malformedMessageClosesItsConnectionOnlyAfterAnswersBeforeIt() throws IOException {
    try (VitrineServer server = serve(ServerLimits.DEFAULT);
        Telnet bad = new Telnet(server.address(), encoding);
        Telnet good = new Telnet(server.address(), encoding)) {
      bad.send("/maps/p", 1L, "put: [a, 1]");
      bad.type("get: a\n...\n--- !!data\nget: [a\n...\nput: [a, 2]\n...\n");
      assertNull(bad.read().reply());
      assertEquals(1L, bad.read().reply());
      Telnet.Answer answer = bad.read();
      assertEquals("Malformed", answer.code());
      assertTrue(answer.data().toString().contains("line 3, column"), answer.toString());
      assertEquals(Map.of(), answer.meta());
      assertNull(bad.readText());
      assertEquals("reply: 1\n", good.ask("/maps/p", 1, "get: a"));
    }
  }

  @Test
  void everyKindOfBadFrameIsAnswered() throws IOException {
    var limits = ServerLimits.DEFAULT.withFrame(new FrameLimits(10_000, 64, 300));
    try (VitrineServer server = serve(limits)) {
      assertEquals("Malformed", lastWord(server, "get: &a x\n...\n"));
      assertEquals("Malformed", lastWord(server, "get: [*a]\n...\n"));
      assertEquals("Malformed", lastWord(server, "hello\n...\n"));
      assertEquals("Malformed", lastWord(server, "\u0000\n...\n"));
      assertEquals("Malformed", lastWord(server, "--- !!nonsense\na: 1\n...\n"));
      assertEquals("TooDeep", lastWord(server, "get: " + "[".repeat(70) + "\n...\n"));
      assertEquals("TooLarge", lastWord(server, "get: " + "x".repeat(20_000)));
      assertEquals("Timeout", lastWord(server, "get: x\n"));
      assertEquals(0, vitrine.map("/maps/p", String.class, Object.class).size());
    }
  }

  @Test
  void halfAMessageAtTheEndIsTold() throws IOException {
    try (VitrineServer server = serve(ServerLimits.DEFAULT)) {
      assertEquals("Malformed", lastWordAtTheEnd(server, "put: [a, 1]\n"));
      assertEquals("Malformed", lastWordAtTheEnd(server, "put: [a, 1]\n..."));
      assertNull(lastWordAtTheEnd(server, "# nothing\n\n"));
      assertNull(lastWordAtTheEnd(server, ""));
      assertEquals(0, vitrine.map("/maps/p", String.class, Object.class).size());
    }
  }

  private static @Nullable String lastWordAtTheEnd(VitrineServer server, String rest)
      throws IOException {
    try (Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      nc.send("/maps/p", 1L, "size: []");
      nc.type(rest);
      nc.endTyping();
      assertEquals(0L, nc.read().reply());
      String last = nc.readText();
      assertTrue(last == null || last.contains("ends within a message"), last);
      return last == null ? null : "Malformed";
    }
  }

  private String lastWord(VitrineServer server, String text) throws IOException {
    try (Telnet nc = new Telnet(server.address(), encoding)) {
      nc.type(text);
      String code = nc.read().code();
      assertNull(nc.readText());
      return code;
    }
  }
}
