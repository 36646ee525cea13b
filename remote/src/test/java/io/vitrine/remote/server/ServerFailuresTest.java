package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits, bad messages and the end of connections. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
@ParameterizedClass
@EnumSource(WireEncoding.class)
class ServerFailuresTest {
  /** Half of what the server waits for the next heartbeat of a client, below. */
  private static final long MAY_BE_SILENT_NANOS = 300_000_000L;

  @Parameter private WireEncoding encoding;

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
  void connectionsAreBounded() throws IOException {
    try (VitrineServer server = serve(ServerLimits.DEFAULT.withConnections(2));
        Telnet one = new Telnet(server.address(), encoding);
        Telnet two = new Telnet(server.address(), encoding)) {
      one.ask("/", 1, "list: []");
      two.ask("/", 1, "list: []");
      try (Telnet three = new Telnet(server.address(), encoding)) {
        assertEquals("LimitExceeded", three.read().code());
        assertNull(three.readText());
      }
      assertEquals("reply: [/maps/p]\n", one.ask("/", 2, "list: []"));
    }
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    for (long since = System.nanoTime(); !condition.call(); ) {
      assertTrue(System.nanoTime() - since < 60_000_000_000L, "waited in vain");
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void whoIsTurnedAwayTakesNobodysPlace() throws Exception {
    try (VitrineServer server = serve(ServerLimits.DEFAULT.withConnections(2));
        Telnet one = new Telnet(server.address(), encoding);
        Telnet two = new Telnet(server.address(), encoding)) {
      one.ask("/", 1, "list: []");
      two.ask("/", 1, "list: []");
      try (var silent = new Socket(server.address().getAddress(), server.address().getPort());
          var another = new Socket(server.address().getAddress(), server.address().getPort())) {
        // Unless they have been told already, which is after half a second.
        await(() -> server.connections() == 4 || another.getInputStream().available() > 0);
        one.close();
        two.close();
        await(() -> server.connections() <= 2);
        try (Telnet three = new Telnet(server.address(), encoding)) {
          assertEquals("reply: [/maps/p]\n", three.ask("/", 2, "list: []"));
        }
        assertTrue(silent.isConnected() && another.isConnected());
      }
    }
  }

  @Test
  void subscriptionsAndCursorsAreBounded() throws IOException {
    var limits = ServerLimits.DEFAULT.withPerConnection(10_000, 2, 2, 8 << 20);
    var map = vitrine.map("/maps/p", String.class, Object.class);
    map.putAll(Map.of("a", 1L, "b", 2L));
    try (VitrineServer server = serve(limits);
        Telnet nc = new Telnet(server.address(), encoding)) {
      for (long tid = 1; tid <= 2; tid++) {
        nc.send("/maps/p", tid, "subscribe: {bootstrap: false}");
      }
      nc.send("/maps/p", 3L, "subscribe: {bootstrap: false}");
      assertEquals("LimitExceeded", nc.read().code());
      nc.send("/maps/p", 1L, "cancel: []");
      assertEquals("By request", nc.read().data().get("cancelled"));
      nc.send("/maps/p", 3L, "subscribe: {bootstrap: false}");
      long first = iterator(nc);
      long second = iterator(nc);
      iterator(nc);
      next(nc, first);
      assertEquals("UnknownChannel", nc.read().code());
      next(nc, second);
      assertEquals(1, ((List<?>) ((Map<?, ?>) nc.read().reply()).get("elements")).size());
    }
  }

  /** Nobody asked for their end, and a client may go on with them elsewhere. */
  @Test
  void subscriptionsOfAConnectionThatIsClosedAreNotCancelled() throws IOException {
    vitrine.map("/maps/p", String.class, Object.class);
    try (VitrineServer server = serve(ServerLimits.DEFAULT);
        Telnet nc = new Telnet(server.address(), encoding)) {
      nc.send("/maps/p", 1L, "subscribe: {bootstrap: false}");
      nc.send("/maps/p", 2L, "size: []");
      assertEquals(0L, nc.read().reply());
      nc.typeMalformed();
      assertEquals("Malformed", nc.read().code());
      assertNull(nc.readText());
    }
  }

  private static long iterator(Telnet nc) throws IOException {
    nc.send("/maps/p?view=keySet", 4L, "iterator: []");
    return nc.read().cid();
  }

  private static void next(Telnet nc, long cid) throws IOException {
    nc.type("--- !!meta-data\ncid: " + cid + "\ntid: 9\n--- !!data\nnext: 1\n...\n");
  }

  @Test
  void unusedCursorsExpire() throws Exception {
    vitrine.map("/maps/p", String.class, Object.class).putAll(Map.of("a", 1L, "b", 2L));
    try (VitrineServer server = serve(ServerLimits.DEFAULT.withMillis(0, 1_000, 1_000));
        Telnet nc = new Telnet(server.address(), encoding)) {
      next(nc, iterator(nc));
      assertEquals("UnknownChannel", nc.read().code());
    }
  }

  @Test
  void clientThatDoesNotReadIsNotRead() throws Exception {
    var limits = ServerLimits.DEFAULT.withPerConnection(100, 2, 2, 1 << 20);
    vitrine.map("/maps/p", String.class, Object.class).put("large", "x".repeat(100_000));
    try (VitrineServer server = serve(limits);
        Telnet nc = new Telnet(server.address(), encoding);
        Telnet other = new Telnet(server.address(), encoding)) {
      int requests = 500;
      Thread asking =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  for (long tid = 1; tid <= requests; tid++) {
                    nc.send("/maps/p", tid, "get: large");
                  }
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      assertEquals("reply: 1\n", other.ask("/maps/p", 1, "size: []"));
      for (long tid = 1; tid <= requests; tid++) {
        assertEquals(100_010, nc.readData(tid).length());
      }
      asking.join();
    }
  }

  @Test
  @Timeout(180)
  void heartbeatsKeepAConnection() throws Exception {
    while (!heartbeatsKeepOne()) {
      // This thread was itself silent for so long that it was to be cut off: once more.
    }
  }

  private boolean heartbeatsKeepOne() throws Exception {
    String open =
        "--- !!meta-data\ncsp: /\ncid: 1\nhandler: !HeartbeatHandler {heartbeatTimeoutMs: 600,"
            + " heartbeatIntervalMs: 50}\n...\n";
    try (VitrineServer server = serve(ServerLimits.DEFAULT);
        Telnet nc = new Telnet(server.address(), encoding)) {
      nc.type(open);
      Telnet.Answer beat = nc.read();
      long silence = 0;
      long said = System.nanoTime();
      boolean cut = false;
      for (int i = 0; i < 30 && !cut; i++) {
        assertEquals(Map.of("cid", 1L), beat.meta());
        assertTrue(beat.data().get("heartbeat") instanceof Long, beat.toString());
        try {
          nc.type("heartbeat: 1\n...\n");
          silence = Math.max(silence, System.nanoTime() - said);
          said = System.nanoTime();
          beat = nc.read();
          cut = !beat.data().containsKey("heartbeat");
        } catch (SocketException e) {
          cut = true;
        }
      }
      if (cut) {
        silence = Math.max(silence, System.nanoTime() - said);
        assertTrue(silence > MAY_BE_SILENT_NANOS, "cut off after " + silence + " ns: " + beat);
        return false;
      }
      while (beat.data().containsKey("heartbeat")) {
        beat = nc.read();
      }
      assertEquals("Timeout", beat.code());
      assertNull(nc.readText());
      return true;
    }
  }

  @Test
  void handlersAreCheckedAndClosed() throws Exception {
    try (VitrineServer server = serve(ServerLimits.DEFAULT);
        Telnet nc = new Telnet(server.address(), encoding)) {
      nc.type("--- !!meta-data\ncsp: /\ncid: 1\ntid: 5\nhandler: !Nonsense {}\n...\n");
      assertEquals("UnknownType", nc.read().code());
      nc.type("--- !!meta-data\ncsp: /\ntid: 5\nhandler: !HeartbeatHandler {}\n...\n");
      assertEquals("BadArgument", nc.read().code());
      nc.type("--- !!meta-data\ncsp: /\ncid: 1\ntid: 5\nhandler: !HeartbeatHandler {ms: 1}\n...\n");
      assertEquals("BadArgument", nc.read().code());
      nc.type("--- !!meta-data\ncsp: /\ncid: 1\ntid: 5\nhandler: !HeartbeatHandler {}\n...\n");
      assertNull(nc.read().reply());
      nc.type("--- !!meta-data\ncsp: /\ncid: 1\ntid: 5\nhandler: !HeartbeatHandler {}\n...\n");
      assertEquals("BadArgument", nc.read().code());
      nc.type("--- !!meta-data\ncid: 1\ntid: 5\n--- !!data\ncancel: []\n...\n");
      assertNull(nc.read().reply());
      nc.type("heartbeat: 1\n...\n");
      assertEquals("UnknownChannel", nc.read().code());
    }
  }

  @Test
  void whereAuthenticationIsRequiredHelloComesFirst() throws Exception {
    var options =
        ServerOptions.DEFAULT.withSecurity(
            token -> "secret".equals(token) ? "ada" : null,
            (who, path, verb) -> "ada".equals(who) && verb != Verb.WRITE);
    try (VitrineServer server = VitrineServer.start(vitrine, options);
        Telnet nc = new Telnet(server.address(), encoding)) {
      nc.send("/maps/p", 1L, "get: a");
      assertEquals("NotAuthenticated", nc.read().code());
      nc.type("--- !!meta-data\n--- !!data\nhello: {token: wrong}\n...\n");
      assertEquals("NotAuthenticated", nc.read().code());
      nc.type("hello: {token: secret}\n...\n");
      nc.read().reply();
      assertEquals("reply: null\n", nc.ask("/maps/p", 1, "get: a"));
      nc.send("/maps/p", 2L, "put: [a, 1]");
      assertEquals("NotPermitted", nc.read().code());
      nc.send("/maps/p", null, "put: [a, 1]");
      assertEquals("NotPermitted", nc.read().code());
      assertEquals("reply: 0\n", nc.ask("/maps/p", 1, "size: []"));
    }
    var impatient = options.withLimits(ServerLimits.DEFAULT.withMillis(1_000, 300, 1_000));
    try (VitrineServer server = VitrineServer.start(vitrine, impatient);
        Telnet silent = new Telnet(server.address(), encoding)) {
      assertEquals("Timeout", silent.read().code());
      assertNull(silent.readText());
    }
  }

  @Test
  void otherAddressesThanLoopbackAreRefused() {
    var options = ServerOptions.DEFAULT.withAddress("0.0.0.0", 0);
    var e =
        assertThrows(IllegalArgumentException.class, () -> VitrineServer.start(vitrine, options));
    assertTrue(e.getMessage().startsWith("host 0.0.0.0 is not loopback"), e.getMessage());
  }

  @Test
  void otherAddressesThanLoopbackAreBoundWhereThatIsAllowed() throws IOException {
    var options = ServerOptions.DEFAULT.withAddress("0.0.0.0", 0).withOpenBind();
    try (VitrineServer server = VitrineServer.start(vitrine, options)) {
      assertTrue(server.address().getAddress().isAnyLocalAddress(), server.address().toString());
      int port = server.address().getPort();
      var near = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      try (Telnet nc = new Telnet(near, encoding)) {
        assertEquals("reply: [/maps/p]\n", nc.ask("/", 1, "list: []"));
      }
    }
  }

  @Test
  void portInUseIsAClearFailure() throws IOException {
    try (VitrineServer server = serve(ServerLimits.DEFAULT)) {
      int port = server.address().getPort();
      var options = ServerOptions.DEFAULT.withAddress("127.0.0.1", port);
      var e = assertThrows(IOException.class, () -> VitrineServer.start(vitrine, options));
      assertTrue(
          e.getMessage().startsWith("cannot listen on 127.0.0.1:" + port + ": "), e.getMessage());
    }
  }

  @Test
  void closingTellsEverybody() throws IOException {
    var connections = new ArrayList<Telnet>();
    VitrineServer server = serve(ServerLimits.DEFAULT);
    for (int i = 0; i < 3; i++) {
      var nc = new Telnet(server.address(), encoding);
      nc.send("/maps/p", 7L, "subscribe: []");
      assertTrue(nc.read().data().containsKey("bootstrapped"));
      connections.add(nc);
    }
    server.close();
    for (Telnet nc : connections) {
      Telnet.Answer last = nc.read();
      assertEquals("ShuttingDown", last.code());
      assertEquals(Map.of("tid", 7L), last.meta());
      assertTrue(last.complete());
      assertEquals("ShuttingDown", nc.read().code());
      assertNull(nc.readText());
      nc.close();
    }
  }

  @Test
  void largeFramesDoNotHoldUpOthersNorLookLikeSilence() throws Exception {
    String open =
        "--- !!meta-data\ncsp: /\ncid: 1\nhandler: !HeartbeatHandler {heartbeatTimeoutMs: 5000,"
            + " heartbeatIntervalMs: 3600000}\n...\n";
    try (VitrineServer server = serve(ServerLimits.DEFAULT)) {
      var others = new ArrayList<Telnet>();
      for (int i = 0; i < 8; i++) {
        others.add(new Telnet(server.address(), encoding));
      }
      try (Telnet large = new Telnet(server.address(), encoding)) {
        large.type(open);
        String key = "'" + "k".repeat(12 << 20) + "'";
        large.send("/maps/p", 1L, "get: " + key);
        large.typeMalformed();
        for (Telnet other : others) {
          assertEquals("reply: 0\n", other.ask("/maps/p", 1, "size: []"));
          other.close();
        }
        assertEquals(1L, large.read().meta().get("tid"));
        assertEquals("Malformed", large.read().code());
        assertNull(large.readText());
      }
    }
  }

  @Test
  void requestWithoutAnEventIsAnswered() throws Exception {
    try (VitrineServer server = serve(ServerLimits.DEFAULT);
        Telnet nc = new Telnet(server.address(), encoding)) {
      nc.type("--- !!meta-data\ncsp: /maps/p\ntid: 5\n...\n--- !!data\n{}\n...\n");
      for (int i = 0; i < 2; i++) {
        Telnet.Answer answer = nc.read();
        assertEquals("BadArgument", answer.code());
        assertEquals(Map.of("tid", 5L), answer.meta());
        assertTrue(answer.complete());
      }
      nc.type("--- !!meta-data\ncsp: /maps/p\n...\n");
      assertEquals("reply: 0\n", nc.ask("/maps/p", 1, "size: []"));
    }
  }

  @Test
  void argumentsThatAreNoneAreBlamedAndNotTheServer() throws Exception {
    try (VitrineServer server = serve(ServerLimits.DEFAULT);
        Telnet nc = new Telnet(server.address(), encoding)) {
      for (String data :
          List.of(
              "put: [a, !Add {}]",
              "asyncUpdate: [a, !Chain [null]]",
              "subscribe: [!And [null]]",
              "subscribe: {filter: !Filter {}}",
              "subscribe: {null: 1}",
              "size: []\ncallback: {null: reply}")) {
        nc.send("/maps/p", 1L, data);
        assertEquals("BadArgument", nc.read().code(), data);
      }
      for (String data : List.of("hello: {null: 1}", "create: [/maps/q, {null: 1}]")) {
        nc.send("/", 1L, data);
        assertEquals("BadArgument", nc.read().code(), data);
      }
      assertEquals("reply: 0\n", nc.ask("/maps/p", 2, "size: []"));
    }
  }

  @Test
  void limitsOfNothingLeaveNobodyWaiting() throws Exception {
    vitrine.map("/maps/p", String.class, Object.class).put("a", 1L);
    try (VitrineServer server = serve(ServerLimits.DEFAULT.with("cursors", 0));
        Telnet nc = new Telnet(server.address(), encoding)) {
      next(nc, iterator(nc));
      assertEquals("UnknownChannel", nc.read().code());
    }
    for (String name : List.of("frameBytes", "unanswered")) {
      assertThrows(IllegalArgumentException.class, () -> ServerLimits.DEFAULT.with(name, 0), name);
    }
  }

  @Test
  void failuresSayBackNoMoreThanFits() throws Exception {
    var limits = ServerLimits.DEFAULT.withFrame(new FrameLimits(10_000, 64, 20_000));
    try (VitrineServer server = serve(limits);
        Telnet nc = new Telnet(server.address(), encoding)) {
      nc.send("/maps/p", 1L, "x".repeat(900) + ": 1");
      assertEquals("UnknownEvent", nc.read().code());
      nc.send("/maps/" + "y".repeat(9_800), 2L, "get: a");
      String unknown = nc.readText();
      assertTrue(unknown.contains("exception") && unknown.length() < 3_000, unknown);
      nc.send("/maps/" + "y".repeat(9_800), null, "get: a");
      assertTrue(nc.readText().contains("exception"));
      assertEquals("reply: 0\n", nc.ask("/maps/p", 3, "size: []"));
    }
  }

  @Test
  void simultaneousHellosLeaveTheSessionToOne() throws Exception {
    try (VitrineServer server = serve(ServerLimits.DEFAULT)) {
      for (int round = 0; round < 10; round++) {
        var all = new ArrayList<Telnet>();
        for (int i = 0; i < 5; i++) {
          all.add(new Telnet(server.address(), encoding));
        }
        for (Telnet nc : all) {
          nc.type("hello: {session: s" + round + "}\n...\n");
        }
        // The connections that lose the session end; the one that keeps it goes on.
        awaitConnections(server, 1);
        for (Telnet nc : all) {
          nc.close();
        }
        awaitConnections(server, 0);
      }
    }
  }

  private static void awaitConnections(VitrineServer server, int expected) {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (server.connections() != expected) {
      assertTrue(System.nanoTime() < deadline, "connections: " + server.connections());
      java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
    }
  }
}
