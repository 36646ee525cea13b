package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.store.TypedValue;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is sent again within a session is not done again, and told only to who may ask for it. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class RetriesTest {
  private static final String SECRET = "/maps/secret";
  private static final String OPEN = "/maps/open";

  /** Paths that nobody may do anything with. */
  private final Set<String> forbidden = ConcurrentHashMap.newKeySet();

  private Vitrine vitrine;
  private VitrineServer server;
  private ObservableMap<String, Object> map;

  @BeforeEach
  void start() throws IOException {
    vitrine = Vitrine.inMemory();
    map = vitrine.map(SECRET, String.class, Object.class);
    vitrine.map(OPEN, String.class, Object.class);
    var sums =
        new HandlerType(
            "Sum",
            1,
            Verb.WRITE,
            (channel, settings) ->
                (event, argument) -> {
                  map.compute("sum", (_, old) -> (old == null ? 0L : (Long) old) + (Long) argument);
                  return map.get("sum");
                });
    server =
        VitrineServer.start(
            vitrine,
            ServerOptions.DEFAULT
                .withHandler(sums)
                .withSecurity(token -> token, (_, path, _) -> !forbidden.contains(path)));
  }

  @AfterEach
  void stop() {
    server.close();
    vitrine.close();
  }

  /** A connection that has the session. */
  private Telnet next() throws IOException {
    var nc = new Telnet(server.address(), WireEncoding.YAML);
    hello(nc, "--- !!meta-data\n");
    return nc;
  }

  private static Map<?, ?> hello(Telnet nc, String meta) throws IOException {
    nc.type(meta + "--- !!data\nhello: {token: ada, session: mine}\n...\n");
    return (Map<?, ?>) nc.read().reply();
  }

  private static final String ADD_AND_WATCH = "addAndGet: [n, 1]\nsubscribe: n";

  private static void readState(Telnet nc, Object value) throws IOException {
    Telnet.Answer first = nc.read();
    assertEquals(value, first.reply());
    assertFalse(first.complete());
    var existing = (TypedValue) nc.read().reply();
    assertEquals("Existing", existing.name());
    assertEquals(Map.of("key", "n", "value", 1L), existing.content());
    assertTrue(nc.read().data().containsKey("bootstrapped"));
  }

  @Test
  void changesBeforeASubscriptionAreNotDoneAgain() throws IOException {
    for (int i = 0; i < 3; i++) {
      try (Telnet nc = next()) {
        nc.send(SECRET, 7L, ADD_AND_WATCH);
        readState(nc, 1L);
        nc.send(SECRET, 7L, "cancel: []"); // which is said to it, and answered by nothing else
        assertEquals("By request", nc.read().data().get("cancelled"));
      }
    }
    try (Telnet nc = next()) {
      // Whoever has the answer already begins nothing but the subscription.
      nc.send(SECRET, 7L, "subscribe: n");
      assertEquals("Existing", ((TypedValue) nc.read().reply()).name());
      assertTrue(nc.read().data().containsKey("bootstrapped"));
      nc.send(SECRET, 7L, "setFilter: null");
      assertTrue(nc.read().data().containsKey("filtered"));
    }
    assertEquals(1L, map.get("n"));
  }

  @Test
  void channelsAreOpenedAgainAndTheirEventsNotDoneAgain() throws IOException {
    String add =
        "--- !!meta-data\ncsp: "
            + SECRET
            + "\ncid: 3\ntid: 5\nhandler: !Sum {}\n--- !!data\nadd: 2\n...\n";
    for (int i = 0; i < 2; i++) {
      try (Telnet nc = next()) {
        nc.type(add);
        assertEquals(2L, nc.read().reply());
        nc.type("--- !!meta-data\ncid: 3\ntid: " + (10 + i) + "\n--- !!data\nadd: 0\n...\n");
        assertEquals(2L, nc.read().reply());
      }
    }
  }

  @Test
  void whatIsToldAgainIsAskedForByWhatWasAsked() throws IOException {
    map.put("k", "top secret");
    try (Telnet nc = next()) {
      nc.send(SECRET, 5L, "getAndPut: [k, other]");
      assertEquals("top secret", nc.read().reply());
      nc.send("/", 6L, "list: []\ncreate: /maps/new");
      nc.read();
      assertTrue(nc.read().complete());
    }
    forbidden.add(SECRET);
    for (String again :
        new String[] {
          "csp: " + SECRET + "\ntid: 5\n--- !!data\ngetAndPut: [k, other]",
          "csp: " + OPEN + "\ntid: 5\n--- !!data\ngetAndPut: [k, other]",
          "csp: " + OPEN + "\ntid: 5\n--- !!data\nnothing: []",
          "tid: 5\n--- !!data\nsync: []",
          "tid: 5\n--- !!data {}",
          "csp: /\ntid: 6\n--- !!data\nlist: []\ncreate: /maps/new"
        }) {
      try (Telnet nc = next()) {
        for (int i = 0; i < 2; i++) { // nor by asking twice
          nc.type("--- !!meta-data\n" + again + "\n...\n");
          assertEquals("NotPermitted", nc.read().code(), again);
        }
      }
    }
    forbidden.clear();
    try (Telnet nc = next()) {
      nc.send(SECRET, 5L, "getAndPut: [k, other]");
      assertEquals("top secret", nc.read().reply(), "it is still known what came of it");
    }
  }

  @Test
  void helloIsNoRequestThatCounts() throws IOException {
    var counted = "--- !!meta-data\ncsp: /\n--- !!data\n";
    try (Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      assertEquals(0L, hello(nc, "--- !!meta-data\ncsp: /\n").get("unanswered"));
      nc.type(counted + "sync: []\n...\n");
      nc.type(counted + "create: /maps/new\n...\n"); // one
      nc.type("--- !!meta-data\ncsp: " + OPEN + "\n...\n");
      nc.send(OPEN, null, "put: [a, 1]\nget: a"); // two
      nc.send(OPEN, null, "get: [a" + "]"); // three, though it fails
      nc.read();
    }
    try (Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      assertEquals(3L, hello(nc, "--- !!meta-data\ncsp: /\n").get("unanswered"));
      assertEquals(3L, hello(nc, "--- !!meta-data\n").get("unanswered"));
    }
  }
}
