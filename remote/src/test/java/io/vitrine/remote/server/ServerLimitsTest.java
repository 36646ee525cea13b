package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.net.Socket;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What clients may take: of memory, of time, and before they have said who they are. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
@ParameterizedClass
@EnumSource(WireEncoding.class)
class ServerLimitsTest {
  /** More than one read of a socket holds of the requests below. */
  private static final int ONE_READ = 5_000;

  private static volatile CountDownLatch gate = new CountDownLatch(0);
  private static volatile CountDownLatch waiting = new CountDownLatch(0);

  @Parameter private WireEncoding encoding;

  private Vitrine vitrine;

  /** Waits until the test lets it go on. */
  record Wait() implements Function<Object, Object> {
    @Override
    public Object apply(Object value) {
      waiting.countDown();
      try {
        gate.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return value;
    }
  }

  @BeforeEach
  void start() {
    vitrine = Vitrine.inMemory(new TypeRegistry().register(Wait.class));
    vitrine.map("/maps/p", String.class, Object.class).put("a", 1L);
    gate = new CountDownLatch(1);
    waiting = new CountDownLatch(1);
  }

  @AfterEach
  void stop() {
    gate.countDown();
    vitrine.close();
  }

  private VitrineServer serve(ServerLimits limits) throws IOException {
    return VitrineServer.start(vitrine, ServerOptions.DEFAULT.withLimits(limits));
  }

  private VitrineServer serveKnown(ServerLimits limits) throws IOException {
    return VitrineServer.start(
        vitrine,
        ServerOptions.DEFAULT
            .withLimits(limits)
            .withSecurity(token -> "good".equals(token) ? "ada" : null, (_, _, _) -> true));
  }

  private Telnet connect(VitrineServer server) throws IOException {
    return new Telnet(server.address(), encoding);
  }

  private static Connection only(VitrineServer server) {
    return server.context().connections().iterator().next();
  }

  @Test
  void requestsThatWaitAreBounded() throws Exception {
    int max = 50;
    try (VitrineServer server = serve(ServerLimits.DEFAULT.with("unanswered", max));
        Telnet nc = connect(server)) {
      nc.send("/maps/p", 1L, "applyTo: [a, !Wait {}]");
      assertTrue(waiting.await(60, TimeUnit.SECONDS));
      int requests = 20_000;
      Thread asking =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  for (long tid = 2; tid <= requests; tid++) {
                    nc.send("/maps/p", tid, "get: a");
                  }
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      Connection connection = only(server);
      await(() -> connection.queued() >= max);
      for (int i = 0; i < 100; i++) {
        assertTrue(connection.queued() <= max + ONE_READ, "queued: " + connection.queued());
        LockSupport.parkNanos(1_000_000);
      }
      gate.countDown();
      for (long tid = 1; tid <= requests; tid++) {
        assertEquals("reply: 1\n", nc.readData(tid));
      }
      asking.join();
    }
  }

  @Test
  void bytesOfRequestsThatWaitAreBounded() throws Exception {
    int requests = 60; // of a MiB each, of which 16 may wait
    String value = "x".repeat(1 << 20);
    try (VitrineServer server = serve(ServerLimits.DEFAULT);
        Telnet nc = connect(server);
        Telnet other = connect(server)) {
      nc.send("/maps/p", 1L, "applyTo: [a, !Wait {}]");
      assertTrue(waiting.await(60, TimeUnit.SECONDS));
      Connection connection =
          server.context().connections().stream().filter(c -> c.queued() > 0).findFirst().get();
      Thread asking =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  for (long tid = 2; tid <= requests; tid++) {
                    nc.send("/maps/p", tid, "containsValue: " + value);
                  }
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      await(() -> connection.queued() >= 16);
      for (int i = 0; i < 50; i++) {
        assertTrue(connection.queued() <= 20, "queued: " + connection.queued());
        LockSupport.parkNanos(1_000_000);
      }
      assertEquals("reply: 1\n", other.ask("/maps/p", 1, "get: a"));
      gate.countDown();
      assertEquals("reply: 1\n", nc.readData(1));
      for (long tid = 2; tid <= requests; tid++) {
        assertEquals("reply: false\n", nc.readData(tid));
      }
      asking.join();
    }
  }

  @Test
  void nestingIsBoundedAsSaid() throws IOException {
    try (VitrineServer server = serve(ServerLimits.DEFAULT.with("nesting", 5));
        Telnet nc = connect(server)) {
      assertEquals("reply: false\n", nc.ask("/maps/p", 1, "containsValue: [[[[[1]]]]]"));
      nc.send("/maps/p", 2L, "containsValue: [[[[[[1]]]]]]");
      assertEquals("TooDeep", nc.read().code());
      assertNull(nc.readText());
    }
  }

  @Test
  void messagesAreBoundedAsSaid() throws IOException {
    int max = 5_000;
    try (VitrineServer server = serve(ServerLimits.DEFAULT.with("frameBytes", max))) {
      int fits = 0;
      for (int length = max - 100; length <= max + 10; length++) {
        try (Telnet nc = connect(server)) {
          nc.send("/maps/p", 1L, "containsKey: " + "x".repeat(length));
          Telnet.Answer answer = nc.read();
          if (answer.data().containsKey("reply")) {
            assertEquals(fits == 0 ? length : fits + 1, length, "the longer ones do not fit");
            fits = length;
          } else {
            assertEquals("TooLarge", answer.code());
            assertNull(nc.readText());
          }
        }
      }
      assertTrue(fits > max - 100 && fits < max, "longest key that fits: " + fits);
    }
  }

  @Test
  void channelsAreBounded() throws IOException {
    String handler = "\nhandler: !HeartbeatHandler {heartbeatIntervalMs: 3600000}";
    try (VitrineServer server = serve(ServerLimits.DEFAULT);
        Telnet nc = connect(server)) {
      for (int cid = 1; cid <= 101; cid++) {
        nc.type("--- !!meta-data\ncsp: /\ntid: 1\ncid: " + cid + handler + "\n...\n");
        Telnet.Answer answer = nc.read();
        if (cid <= 100) {
          assertNull(answer.reply());
        } else {
          assertEquals("LimitExceeded", answer.code());
        }
      }
      assertEquals("reply: 1\n", nc.ask("/maps/p", 2, "get: a"));
    }
  }

  /** What a client that vanished held is let go of, although nobody ever closed its connection. */
  @Test
  void whoSaysNothingMoreIsLetGoOf() throws IOException {
    vitrine.map("/maps/p", String.class, Object.class).put("b", 1L);
    try (VitrineServer server = serve(ServerLimits.DEFAULT);
        Telnet nc = connect(server)) {
      nc.type("--- !!meta-data\n--- !!data\nhello: {session: mine}\n...\n");
      nc.read().reply();
      nc.send("/maps/p", 7L, "subscribe: {bootstrap: false}");
      nc.ask("/maps/p?view=keySet", 8, "iterator: []");
      Connection connection = only(server);
      Session session = connection.session();
      assertTrue(connection.subscriptions().isOpen(7) && session.owner() == connection);
      nc.type(
          "--- !!meta-data\ncsp: /\ncid: 1\nhandler: !HeartbeatHandler {heartbeatTimeoutMs: 300,"
              + " heartbeatIntervalMs: 50}\n...\n");
      // Nothing is read any more, and nothing said: so it looks when a machine is gone.
      await(() -> server.connections() == 0);
      await(() -> !connection.subscriptions().isOpen(7) && session.owner() == null);
      assertTrue(!connection.channels().isOpen(1), "the channel is closed");
      await(() -> session.idleNanos(System.nanoTime()) > 0);
    }
  }

  @Test
  void bytesThatWaitAreBoundedAndWhoTakesNoneIsCutOff() throws Exception {
    vitrine.map("/maps/p", String.class, Object.class).put("large", "x".repeat(1 << 20));
    var limits = ServerLimits.DEFAULT.with("writeBytes", 4 << 20).with("stallMillis", 500);
    try (VitrineServer server = serve(limits);
        Telnet other = connect(server);
        Telnet nc = connect(server)) {
      other.ask("/maps/p", 1, "get: a");
      nc.ask("/maps/p", 1, "get: a");
      // More than the buffers of both sockets hold.
      nc.hold(); // in one piece, or a slow machine is cut off in the midst of it
      for (long tid = 1; tid <= 100; tid++) {
        nc.send("/maps/p", tid, "get: large");
      }
      nc.release();
      long deadline = System.nanoTime() + 60_000_000_000L;
      while (server.connections() > 1) {
        for (Connection connection : server.context().connections()) {
          long bytes = connection.outbound().waitingBytes();
          assertTrue(bytes <= (6 << 20), "waiting bytes: " + bytes);
        }
        assertTrue(System.nanoTime() < deadline, "the one that takes nothing is still there");
        LockSupport.parkNanos(1_000_000);
      }
      assertEquals("reply: 1\n", other.ask("/maps/p", 2, "get: a"));
    }
  }

  @Test
  void subscriptionsOfWhoTakesNothingEndWithIt() throws Exception {
    var map = vitrine.map("/maps/p", String.class, Object.class);
    var limits = ServerLimits.DEFAULT.with("writeBytes", 1 << 20).with("stallMillis", 300);
    try (VitrineServer server = serve(limits);
        Telnet nc = connect(server)) {
      nc.send("/maps/p", 1L, "subscribe: {bootstrap: false}");
      nc.ask("/maps/p", 2, "get: a");
      String large = "x".repeat(200_000);
      long deadline = System.nanoTime() + 60_000_000_000L;
      for (int i = 0; server.connections() > 0; i++) {
        map.put("k" + i % 10, large + i);
        assertTrue(System.nanoTime() < deadline, "the one that takes nothing is still there");
      }
    }
  }

  @Test
  void littleIsReadBeforeAGoodHello() throws IOException {
    try (VitrineServer server = serveKnown(ServerLimits.DEFAULT.with("helloBytes", 2_000))) {
      try (Telnet nc = connect(server)) {
        nc.type("hello: {client: " + "x".repeat(3_000) + ", token: good}\n...\n");
        assertEquals("TooLarge", nc.read().code());
        assertNull(nc.readText());
      }
      try (Telnet nc = connect(server)) {
        nc.type("--- !!meta-data\n--- !!data\nhello: {token: good}\n...\n");
        nc.read().reply();
        nc.send("/maps/p", 1L, "put: [b, " + "x".repeat(1 << 20) + "]");
        assertNull(nc.read().reply());
      }
    }
  }

  @Test
  void tokensCannotBeTriedWithoutEnd() throws IOException {
    try (VitrineServer server = serveKnown(ServerLimits.DEFAULT.with("helloMessages", 5));
        Telnet nc = connect(server)) {
      for (int i = 0; i < 5; i++) {
        nc.type(i % 2 == 0 ? "hello: {token: bad" + i + "}\n...\n" : "sync: []\n...\n");
        assertEquals("NotAuthenticated", nc.read().code());
      }
      assertEquals("LimitExceeded", nc.read().code());
      assertNull(nc.readText());
    }
  }

  @Test
  void messagesThatSayNothingCountBeforeHello() throws IOException {
    var limits = ServerLimits.DEFAULT.with("helloMessages", 5).with("helloMillis", 600_000);
    try (VitrineServer server = serveKnown(limits)) {
      for (String nothing :
          List.of("...\n", "# nothing\n...\n", "--- !!meta-data\n...\n", "hello: 5\n...\n")) {
        try (Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
          nc.hold();
          for (int i = 0; i < 5; i++) {
            nc.type(nothing);
          }
          nc.release();
          for (int i = 0; i < 5 && nothing.startsWith("hello"); i++) {
            assertEquals("BadArgument", nc.read().code());
          }
          assertEquals("LimitExceeded", nc.read().code(), nothing);
          assertNull(nc.readText());
        }
      }
      try (Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
        nc.type("...\n# hello\n...\nhello: {token: good}\n...\n");
        nc.read().reply();
        nc.type("...\n".repeat(100) + "sync: []\n...\n");
        nc.send("/maps/p", 1L, "size: []");
        assertEquals(1L, nc.read().reply());
      }
    }
  }

  @Test
  void framesThatSayNothingCountBeforeHello() throws Exception {
    var limits = ServerLimits.DEFAULT.with("helloMessages", 5).with("helloMillis", 600_000);
    var bytes = ByteBuffer.allocate(0);
    List<Function<WebSocket, CompletableFuture<WebSocket>>> all =
        List.of(
            socket -> socket.sendPing(bytes),
            socket -> socket.sendPong(bytes),
            socket -> socket.sendText("", true),
            socket -> socket.sendText("", false),
            socket -> socket.sendBinary(bytes, false));
    try (VitrineServer server = serveKnown(limits)) {
      for (int i = 0; i < all.size(); i++) {
        try (WebSocketClient client = new WebSocketClient(server.address())) {
          for (int k = 0; k < 5; k++) {
            client.send(all.get(i));
          }
          String kind = "kind " + i;
          assertEquals(1008, client.awaitClosed(), kind);
          assertTrue(client.reason().contains("LimitExceeded"), kind + ": " + client.reason());
        }
      }
      try (WebSocketClient client = new WebSocketClient(server.address())) {
        client.send("hello: {token: good}");
        assertTrue(client.text().contains("reply"));
        for (int k = 0; k < 50; k++) {
          client.send(all.get(1));
        }
        client.send("--- !!meta-data {tid: 1}\n--- !!data\nsync: []\n");
        assertTrue(client.text().contains("reply"));
      }
    }
  }

  @Test
  void strangersAreBoundedAndDoNotKeepOthersOut() throws IOException {
    try (VitrineServer server = serveKnown(ServerLimits.DEFAULT.with("strangers", 3))) {
      var known = new ArrayList<Telnet>();
      for (int i = 0; i < 5; i++) {
        Telnet nc = connect(server);
        nc.type("hello: {token: good}\n...\n");
        nc.read().reply();
        known.add(nc);
      }
      var strangers = new ArrayList<Telnet>();
      for (int i = 0; i < 3; i++) {
        Telnet nc = connect(server);
        nc.type("sync: []\n...\n");
        assertEquals("NotAuthenticated", nc.read().code());
        strangers.add(nc);
      }
      try (Telnet nc = connect(server)) {
        assertEquals("LimitExceeded", nc.read().code());
        assertNull(nc.readText());
      }
      strangers.removeFirst().close();
      await(() -> server.context().strangers().get() < 3);
      try (Telnet nc = connect(server)) {
        nc.type("hello: {token: good}\n...\n");
        nc.read().reply();
        assertEquals("reply: 1\n", nc.ask("/maps/p", 1, "get: a"));
      }
      for (Telnet nc : strangers) {
        nc.close();
      }
      for (Telnet nc : known) {
        assertEquals("reply: 1\n", nc.ask("/maps/p", 1, "get: a"));
        nc.close();
      }
      await(() -> server.context().strangers().get() == 0 && server.connections() == 0);
    }
  }

  @Test
  void floodsOfConnectionsAreTurnedAway() throws IOException {
    try (VitrineServer server = serve(ServerLimits.DEFAULT.withConnections(1));
        Telnet nc = connect(server)) {
      nc.ask("/maps/p", 1, "get: a");
      var sockets = new ArrayList<Socket>();
      for (int i = 0; i < 300; i++) {
        sockets.add(new Socket(server.address().getAddress(), server.address().getPort()));
        assertTrue(server.connections() <= 101, "connections: " + server.connections());
      }
      for (Socket socket : sockets) {
        socket.setSoTimeout(60_000);
        while (socket.getInputStream().read() >= 0) {
          // Told why, or closed at once.
        }
        socket.close();
      }
      assertEquals("reply: 1\n", nc.ask("/maps/p", 2, "get: a"));
    }
  }

  @Test
  void thousandSubscriptionsOfOneConnection() throws IOException {
    int count = ServerLimits.DEFAULT.subscriptionsMax();
    var map = vitrine.map("/maps/p", String.class, Object.class);
    try (VitrineServer server = serve(ServerLimits.DEFAULT);
        Telnet nc = connect(server)) {
      for (long tid = 1; tid <= count; tid++) {
        nc.send("/maps/p", tid, "subscribe: {bootstrap: false, key: k" + tid + "}");
      }
      nc.send("/maps/p", count + 1L, "subscribe: {bootstrap: false}");
      Telnet.Answer refused = nc.read();
      while (!refused.data().containsKey("exception")) {
        refused = nc.read();
      }
      assertEquals("LimitExceeded", refused.code());
      for (long tid = count; tid >= 1; tid--) {
        map.put("k" + tid, tid);
      }
      var told = new java.util.HashSet<Object>();
      while (told.size() < count) {
        Telnet.Answer answer = nc.read();
        if (answer.data().containsKey("reply")) {
          assertTrue(answer.data().toString().contains("k" + answer.meta().get("tid") + ","));
          told.add(answer.meta().get("tid"));
        }
      }
    }
  }

  @Test
  void everyLimitCanBeSetByName() {
    ServerLimits limits = ServerLimits.DEFAULT;
    for (int i = 0; i < ServerLimits.NAMES.size(); i++) {
      limits = limits.with(ServerLimits.NAMES.get(i), 1_000 + i);
    }
    assertEquals(
        new ServerLimits(
            new FrameLimits(1_000, 1_001, 1_002, 1_003, 1_004),
            1_005,
            1_006,
            1_007,
            1_008,
            1_009,
            1_010,
            1_011,
            1_012,
            1_013,
            1_014,
            1_015,
            1_016,
            1_017,
            1_018,
            1_019,
            1_020),
        limits);
    ServerLimits all = limits;
    assertThrows(
        IllegalArgumentException.class,
        () -> new ServerLimits(all.frame(), 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> all.with("nonsense", 1));
    assertThrows(IllegalArgumentException.class, () -> all.with("cursors", -1));
    assertThrows(IllegalArgumentException.class, () -> all.with("frameBytes", 1L << 31));
  }

  private interface Condition {
    boolean holds();
  }

  private static void await(Condition condition) {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (!condition.holds()) {
      assertTrue(System.nanoTime() < deadline, "waited in vain");
      LockSupport.parkNanos(1_000_000);
    }
  }
}
