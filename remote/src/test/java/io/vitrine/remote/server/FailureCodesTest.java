package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.store.StoreFullException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every code of the table is answered: once, to whom it concerns, and the rest goes on. */
@ParameterizedClass
@EnumSource(WireEncoding.class)
class FailureCodesTest {
  private static final String MARK = "a value that is found again in its file";
  private static final long TID = 41;

  @TempDir private Path folder;
  @Parameter private WireEncoding encoding;

  /** What goes wrong, as data that is sent to a path, and whether it ends the connection. */
  private record Case(String meta, String data, boolean ends) {
    static Case at(String csp, String data) {
      return new Case("csp: \"" + csp + "\"\n", data, false);
    }

    static Case end(String data) {
      return new Case("", data, true);
    }
  }

  private static Case caseOf(ErrorCode code) {
    return switch (code) {
      case UNKNOWN_EVENT -> Case.at("/maps/p", "fly: []");
      case UNKNOWN_VIEW -> Case.at("/maps/p?view=sea", "size: []");
      case UNKNOWN_PATH -> Case.at("/maps/none", "get: a");
      case UNKNOWN_CHANNEL -> new Case("cid: -7\n", "next: 1", false);
      case UNKNOWN_TYPE -> Case.at("/maps/p", "asyncUpdate: [a, !Nope {}]");
      case BAD_ARGUMENT -> Case.at("/maps/p", "put: [a]");
      case NULL_KEY -> Case.at("/maps/p", "get: null");
      case NOT_AUTHENTICATED, NOT_PERMITTED -> Case.at("/maps/p", "get: a");
      case TOO_LARGE -> Case.at("/maps/p", "put: [a, " + "x".repeat(40_000) + "]");
      case TOO_DEEP ->
          Case.at("/maps/p", "put: [a, " + "[".repeat(61) + "1" + "]".repeat(61) + "]");
      case MALFORMED -> Case.end("");
      case LIMIT_EXCEEDED -> Case.at("/maps/p", "subscribe: []");
      case TIMEOUT -> Case.end("put: [a, ");
      case STORE_FULL -> new Case("cid: 1\n", "full: []", false);
      case CORRUPT -> Case.at("/maps/p", "get: marked");
      case VISITOR_FAILED -> Case.at("/maps/p", "asyncUpdate: [a, !Increment {field: x, by: 1}]");
      case SHUTTING_DOWN -> Case.end("");
      case INTERNAL -> new Case("cid: 1\n", "fault: []", false);
    };
  }

  private static @Nullable Object fail(String event) throws Exception {
    throw event.equals("full")
        ? new StoreFullException("no room for 8 bytes", new IOException("no space left"))
        : new IOException("a fault");
  }

  private static ServerOptions options(ErrorCode code) {
    var limits =
        ServerLimits.DEFAULT
            .withFrame(new FrameLimits(64 << 10, 64, code == ErrorCode.TIMEOUT ? 100 : 60_000))
            .with("subscriptions", 0);
    var options =
        ServerOptions.DEFAULT
            .withLimits(limits)
            .withHandler(
                new HandlerType("Fail", 1, Verb.READ, (_, _) -> (event, _) -> fail(event)));
    return switch (code) {
      case NOT_AUTHENTICATED -> options.withSecurity(token -> token, (_, _, _) -> true);
      case NOT_PERMITTED ->
          options.withSecurity(
              token -> token == null ? "nobody" : token, (_, path, _) -> path.equals("/"));
      default -> options;
    };
  }

  private void damage() throws IOException {
    byte[] mark = MARK.getBytes(StandardCharsets.UTF_8);
    int places = 0;
    try (var files = Files.walk(folder)) {
      for (Path file : files.filter(f -> f.toString().contains("maps/")).toList()) {
        byte[] bytes = Files.isRegularFile(file) ? Files.readAllBytes(file) : new byte[0];
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        for (int at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + 1)) {
          places++;
          try (var out = new RandomAccessFile(file.toFile(), "rw")) {
            out.seek(at + mark.length / 2);
            out.write(bytes[at + mark.length / 2] ^ 1);
          }
        }
      }
    }
    assertTrue(places > 0, "the value was not found in " + folder);
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void isAnsweredOnce(ErrorCode code) throws IOException {
    try (Vitrine vitrine =
        code == ErrorCode.CORRUPT
            ? Vitrine.open(folder, new TypeRegistry())
            : Vitrine.inMemory(new TypeRegistry())) {
      var map = vitrine.map("/maps/p", String.class, Object.class);
      map.put("a", 1L);
      map.put("marked", MARK);
      if (code == ErrorCode.CORRUPT) {
        damage();
      }
      try (VitrineServer server = VitrineServer.start(vitrine, options(code));
          var nc = new Telnet(server.address(), encoding)) {
        provoke(code, nc, server);
      }
      assertEquals(1L, map.get("a"));
    }
  }

  private void provoke(ErrorCode code, Telnet nc, VitrineServer server) throws IOException {
    Case wrong = caseOf(code);
    if (code == ErrorCode.NOT_PERMITTED) {
      nc.type("--- !!meta-data\n--- !!data\nhello: {}\n...\n");
      nc.read().reply();
    }
    if (wrong.meta().startsWith("cid: 1\n")) {
      nc.type("--- !!meta-data\ncsp: /\ncid: 1\ntid: 1\nhandler: !Fail {}\n...\n");
      assertNull(nc.read().reply());
    }
    if (wrong.ends()) {
      end(code, nc, server);
      return;
    }
    String data = "--- !!data\n" + wrong.data() + "\n...\n";
    nc.type("--- !!meta-data\n" + wrong.meta() + "tid: " + TID + "\n" + data);
    nc.type("--- !!meta-data\ntid: 42\n--- !!data\nsync: []\n...\n");
    Telnet.Answer answer = nc.read();
    assertEquals(code.wireName(), answer.code(), answer.toString());
    assertEquals(Map.of("tid", TID), answer.meta());
    assertTrue(answer.complete());
    assertEquals(List.of("exception"), List.copyOf(answer.data().keySet()));
    assertEquals(Map.of("tid", 42L), nc.read().meta());
    if (code == ErrorCode.NOT_AUTHENTICATED) {
      return;
    }
    // Without a tid it is told with the path, and nothing else is answered.
    nc.type("--- !!meta-data\n" + wrong.meta() + data);
    nc.type("--- !!meta-data\ntid: 43\n--- !!data\nsync: []\n...\n");
    Telnet.Answer untold = nc.read();
    if (code == ErrorCode.LIMIT_EXCEEDED) {
      assertEquals("BadArgument", untold.code()); // A subscription needs a tid.
    } else {
      assertEquals(code.wireName(), untold.code(), untold.toString());
    }
    assertTrue(!untold.meta().containsKey("tid") && untold.meta().size() == 1, untold.toString());
    assertEquals(Map.of("tid", 43L), nc.read().meta());
  }

  private void end(ErrorCode code, Telnet nc, VitrineServer server) throws IOException {
    assertEquals("reply: 1\n", nc.ask("/maps/p", 1, "get: a"));
    switch (code) {
      case MALFORMED -> nc.typeMalformed();
      case TIMEOUT ->
          nc.write(
              encoding == WireEncoding.YAML
                  ? "put: [a, ".getBytes(StandardCharsets.UTF_8)
                  : new byte[] {9, 0, 0, 0, (byte) 0xA1});
      default -> server.close();
    }
    Telnet.Answer last = nc.read();
    assertEquals(code.wireName(), last.code());
    assertEquals(Map.of(), last.meta());
    assertNull(nc.readText());
  }
}
