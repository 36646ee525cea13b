package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.server.ServerLimits;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A request that makes the server close the connection fails, and harms no other. */
@Timeout(180)
class PoisonTest {
  private static final int SENT_MAX = Doubts.TOGETHER_MAX + Doubts.ALONE_MAX;

  private static VitrineClient client(ScriptedServer server, ClientOptions options)
      throws IOException {
    return VitrineClient.connect("127.0.0.1", server.port(), new TypeRegistry(), options);
  }

  private static CompletableFuture<Object> begin(Runnable action) {
    var outcome = new CompletableFuture<Object>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            action.run();
            outcome.complete("done");
          } catch (RuntimeException e) {
            outcome.complete(e);
          }
        });
    return outcome;
  }

  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void anIntegerThatNobodyReadsIsRefusedAndOthersGoOn(WireEncoding encoding) throws Exception {
    try (var loopback = new Loopback(encoding);
        VitrineClient client =
            VitrineClient.connect(
                "127.0.0.1",
                loopback.server.address().getPort(),
                loopback.types,
                loopback.options())) {
      ObservableMap<String, Object> map = client.map("m", String.class, Object.class);
      map.put("n", 0L);
      CompletableFuture<Object> others =
          begin(() -> {
            for (int i = 0; i < 500; i++) {
              map.put("other", (long) i);
            }
          });
      var failure =
          assertThrows(RemoteException.class, () -> map.put("n", BigInteger.TEN.pow(30_000)));
      assertEquals("TooLarge", failure.code(), failure.getMessage());
      assertEquals("done", others.get(60, TimeUnit.SECONDS));
      assertEquals(0L, map.get("n"));
    }
  }

  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void whatIsAboveTheLimitsOfTheServerIsNotSent(WireEncoding encoding) throws Exception {
    var limits = ServerLimits.DEFAULT.withFrame(new FrameLimits(20_000, 20, 60_000));
    try (var loopback = new Loopback(encoding);
        VitrineServer small =
            VitrineServer.start(loopback.vitrine, ServerOptions.DEFAULT.withLimits(limits));
        var proxy = new Proxy(small.address(), encoding);
        VitrineClient client =
            VitrineClient.connect("127.0.0.1", proxy.port(), loopback.types, loopback.options())) {
      ObservableMap<String, Object> map = client.map("m", String.class, Object.class);
      map.put("a", 1L);
      proxy.takeRequests();
      String large = "x".repeat(30_000);
      Object deep = 1L;
      for (int i = 0; i < 25; i++) {
        deep = List.of(deep);
      }
      Object nested = deep;
      for (Runnable call :
          List.<Runnable>of(
              () -> map.put("a", large),
              () -> map.set("a", large),
              () -> map.containsValue(large))) {
        var failure = assertThrows(RemoteException.class, call::run);
        assertEquals("TooLarge", failure.code());
      }
      var failure = assertThrows(RemoteException.class, () -> map.put("a", nested));
      assertEquals("TooDeep", failure.code());
      assertEquals(0, proxy.takeRequests(), "nothing was sent");
      assertEquals(1L, map.get("a"));
      assertEquals(1, proxy.connections());
    }
  }

  /** What the writer lets pass at each depth is read by the server, or is refused. */
  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void noDepthEndsTheConnection(WireEncoding encoding) throws Exception {
    try (var loopback = new Loopback(encoding);
        VitrineClient client = loopback.client()) {
      ObservableMap<String, Object> map = client.map("m", String.class, Object.class);
      int before = loopback.proxy.connections();
      Object list = 1L;
      Object nested = 1L;
      for (int depth = 1; depth <= 70; depth++) {
        list = List.of(list);
        nested = Map.of("k", nested);
        for (Object value : List.of(list, nested)) {
          try {
            map.put("a", value);
            assertTrue(depth <= 60, "at depth " + depth);
            assertEquals(value, map.get("a"));
          } catch (RemoteException e) {
            assertEquals("TooDeep", e.code());
            assertTrue(depth > 60, "at depth " + depth);
          }
        }
      }
      assertEquals(before, loopback.proxy.connections());
    }
  }

  @Test
  void theFirstWithoutAnswerFailsWithWhatWasSaid() throws Exception {
    try (var server = new ScriptedServer();
        VitrineClient client = client(server, ClientOptions.DEFAULT)) {
      server.resume();
      var map = client.map("m", String.class, String.class);
      server.endUpon("poison", true);
      var failure = assertThrows(RemoteException.class, () -> map.put("a", "poison"));
      assertEquals("TooLarge", failure.code());
      assertTrue(failure.getMessage().contains("too much for me"), failure.getMessage());
      assertNull(map.get("a"));
      assertEquals(1, server.poisoned());
    }
  }

  @Test
  void oneAmongManyFailsAndTheOthersAreAnswered() throws Exception {
    try (var server = new ScriptedServer();
        VitrineClient client = client(server, ClientOptions.DEFAULT)) {
      server.resume();
      var map = client.map("m", String.class, String.class);
      server.endUpon("poison", true);
      var calls = new ArrayList<CompletableFuture<Object>>();
      for (int i = 0; i < 40; i++) {
        String value = i == 20 ? "poison" : "v" + i;
        calls.add(begin(() -> map.put("a", value)));
      }
      int failed = 0;
      for (var call : calls) {
        if (call.get(60, TimeUnit.SECONDS) instanceof RemoteException e) {
          assertEquals("TooLarge", e.code());
          failed++;
        }
      }
      assertEquals(1, failed);
      assertEquals(1, server.poisoned());
    }
  }

  @Test
  void oneThatNobodyWaitsForIsToldToTheListener() throws Exception {
    var failures = new LinkedBlockingQueue<RuntimeException>();
    try (var server = new ScriptedServer();
        VitrineClient client =
            client(server, ClientOptions.DEFAULT.withFailureListener(failures::add))) {
      server.resume();
      var map = client.map("m", String.class, String.class);
      server.endUpon("poison", true);
      map.set("a", "good");
      map.set("a", "poison");
      map.set("a", "better");
      client.sync();
      RuntimeException failure = failures.poll(60, TimeUnit.SECONDS);
      assertEquals("TooLarge", assertInstanceOf(RemoteException.class, failure).code());
      assertEquals(2, server.poisoned(), "once among others and once alone");
      assertTrue(failures.isEmpty(), failures.toString());
      client.sync();
    }
  }

  @Test
  void oneThatEndsConnectionsWithoutAWordIsSentAFewTimes() throws Exception {
    try (var server = new ScriptedServer();
        VitrineClient client = client(server, ClientOptions.DEFAULT)) {
      server.resume();
      var map = client.map("m", String.class, String.class);
      server.endUpon("poison", false);
      CompletableFuture<Object> bad = begin(() -> map.put("a", "poison"));
      server.awaitPoisoned(1);
      CompletableFuture<Object> good = begin(() -> map.get("a"));
      var failure = assertInstanceOf(ConnectionLostException.class, bad.get(60, TimeUnit.SECONDS));
      assertTrue(failure.getMessage().contains("nobody knows"), failure.getMessage());
      assertEquals("done", good.get(60, TimeUnit.SECONDS));
      assertEquals(SENT_MAX, server.poisoned());
    }
  }

  @Test
  void aSubscriptionThatEndsConnectionsFailsAlone() throws Exception {
    try (var server = new ScriptedServer();
        VitrineClient client = client(server, ClientOptions.DEFAULT)) {
      server.resume();
      var map = client.map("m", String.class, String.class);
      var other = client.map("other", String.class, String.class);
      var good = new Notes<Object>();
      other.subscribe(SubscriptionOptions.<String, String>all(), good);
      server.awaitSubscriptions(1);
      server.endUpon("csp=/maps/m, tid", true);
      var bad = new Notes<Object>();
      map.subscribe(SubscriptionOptions.<String, String>all(), bad);
      bad.await(calls -> !calls.isEmpty() && calls.getLast().startsWith("error "));
      assertTrue(bad.calls().getLast().contains("too much for me"), bad.calls().getLast());
      assertTrue(server.poisoned() <= 2, "sent " + server.poisoned() + " times");
      assertNull(other.get("a"));
      server.bootstrapped(0, 1);
      good.awaitLast("bootstrapped");
    }
  }

  @Test
  void connectionsThatComeToNothingAreTriedLessAndLess() throws Exception {
    try (var server = new ScriptedServer()) {
      var told = new ConcurrentLinkedQueue<RuntimeException>();
      try (VitrineClient client =
          client(server, ClientOptions.DEFAULT.withFailureListener(told::add))) {
        server.resume();
        long begin = System.nanoTime();
        server.endUpon("HeartbeatHandler", false);
        server.cut();
        server.awaitPoisoned(5);
        // At least half of 100 + 200 + 400 ms between them.
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        assertTrue(millis >= 350, () -> "6 connections in " + millis + " ms");
        server.endUpon("", false);
        client.sync();
        assertTrue(told.isEmpty(), told.toString());
      }
    }
  }

  @Test
  void anAnswerThatTheClientCannotReadEndsItsCall() throws Exception {
    try (var loopback = new Loopback(WireEncoding.YAML);
        VitrineClient client =
            loopback.client(loopback.options().withFrame(new FrameLimits(20_000, 64, 60_000)))) {
      loopback
          .vitrine
          .map("m", String.class, String.class)
          .putAll(Map.of("a", "x".repeat(30_000), "b", "y"));
      var map = client.map("m", String.class, String.class);
      assertEquals("y", map.get("b"));
      int before = loopback.proxy.connections();
      var failure = assertThrows(RemoteException.class, () -> map.get("a"));
      assertEquals("TooLarge", failure.code());
      assertEquals("y", map.get("b"));
      int more = loopback.proxy.connections() - before;
      assertEquals(2, more, "once among others, once alone");
    }
  }
}
