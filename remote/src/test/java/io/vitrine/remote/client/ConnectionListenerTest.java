package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.client.ConnectionEvent.Closed;
import io.vitrine.remote.client.ConnectionEvent.GivenUp;
import io.vitrine.remote.client.ConnectionEvent.Lost;
import io.vitrine.remote.client.ConnectionEvent.Restored;
import io.vitrine.remote.client.ConnectionEvent.Resumed;
import io.vitrine.remote.client.ConnectionEvent.Resynced;
import io.vitrine.remote.client.ConnectionEvent.Retrying;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.remote.wire.WireEncoding;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who listens is told when the connection is lost and had again, and what became of what was. */
@Timeout(180)
class ConnectionListenerTest {
  private final LinkedBlockingQueue<ConnectionEvent> told = new LinkedBlockingQueue<>();

  private ConnectionEvent next() throws InterruptedException {
    ConnectionEvent event = told.poll(60, TimeUnit.SECONDS);
    if (event == null) {
      throw new AssertionError("nothing was told for 60 s");
    }
    return event;
  }

  /** What is told next, attempts that failed left out. */
  private ConnectionEvent nextButRetrying() throws InterruptedException {
    ConnectionEvent event = next();
    while (event instanceof Retrying) {
      event = next();
    }
    return event;
  }

  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void aLineThatIsCut(WireEncoding encoding) throws Exception {
    try (var loopback = new Loopback(encoding)) {
      try (VitrineClient client =
          loopback.client(loopback.options().withConnectionListener(told::add))) {
        var map = client.map("m", String.class, Long.class);
        var seen = new Notes<Object>();
        map.subscribe(SubscriptionOptions.<String, Long>all(), seen);
        seen.awaitLast("bootstrapped");
        assertTrue(told.isEmpty(), "to connect for the first time is no event: " + told);
        loopback.proxy.cut();
        Lost lost = assertInstanceOf(Lost.class, next());
        assertTrue(!lost.reason().isBlank(), lost.reason());
        assertEquals(new Restored(true, 0), nextButRetrying());
        assertEquals(new Resumed("/maps/m"), next());
        map.put("a", 1L);
        seen.awaitLast("I a=1");
      }
      assertEquals(new Closed(), next());
      assertTrue(told.isEmpty(), told.toString());
    }
  }

  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void aServerThatIsRestarted(WireEncoding encoding) throws Exception {
    var options = ClientOptions.DEFAULT.withEncoding(encoding).withConnectionListener(told::add);
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer first = VitrineServer.start(vitrine, ServerOptions.DEFAULT)) {
      int port = first.address().getPort();
      try (var client = VitrineClient.connect("127.0.0.1", port, new TypeRegistry(), options)) {
        var map = client.map("m", String.class, Long.class);
        var seen = new Notes<Object>();
        map.subscribe(SubscriptionOptions.<String, Long>all(), seen);
        seen.awaitLast("bootstrapped");
        first.close();
        Lost lost = assertInstanceOf(Lost.class, next());
        assertTrue(lost.reason().startsWith("ShuttingDown: "), lost.reason());
        Retrying retrying = assertInstanceOf(Retrying.class, next());
        assertTrue(retrying.problem().contains("cannot connect"), retrying.problem());
        var again = ServerOptions.DEFAULT.withAddress("127.0.0.1", port);
        try (VitrineServer second = VitrineServer.start(vitrine, again)) {
          assertEquals(new Restored(false, 0), nextButRetrying());
          assertEquals(new Resumed("/maps/m"), next());
          map.put("a", 1L);
          seen.awaitLast("I a=1");
          assertEquals(1, second.connections());
        }
        assertInstanceOf(Lost.class, next());
        try (Vitrine other = Vitrine.inMemory()) {
          other.map("m", String.class, Long.class).put("b", 2L);
          try (VitrineServer third = VitrineServer.start(other, again)) {
            assertEquals(new Restored(false, 0), nextButRetrying());
            assertEquals(new Resumed("/maps/m"), next());
            assertEquals(new Resynced("/maps/m"), next(), "it has another history");
            assertEquals(1, third.connections());
          }
        }
      }
    }
  }

  @Test
  void outcomesThatNobodyKnowsAreCounted() throws Exception {
    try (var server = new ScriptedServer();
        VitrineClient client =
            VitrineClient.connect(
                "127.0.0.1",
                server.port(),
                new TypeRegistry(),
                ClientOptions.DEFAULT.withConnectionListener(told::add))) {
      var map = client.map("m", String.class, Long.class);
      server.hold("getAndPut");
      var outcome = new CompletableFuture<Object>();
      Thread.ofVirtual()
          .start(() -> {
            try {
              map.put("a", 1L);
            } catch (RuntimeException e) {
              outcome.complete(e);
            }
          });
      server.awaitSaid("getAndPut", 1);
      server.cut();
      assertInstanceOf(Lost.class, next());
      assertEquals(new Restored(false, 1), nextButRetrying());
      assertInstanceOf(ConnectionLostException.class, outcome.get(60, TimeUnit.SECONDS));
    }
  }

  @Test
  void itIsToldWhenNothingIsTriedAnyMore() throws Exception {
    try (var loopback = new Loopback(WireEncoding.YAML);
        VitrineClient client =
            loopback.client(
                loopback.options().withMillis(30_000, 300).withConnectionListener(told::add))) {
      var map = client.map("m", String.class, Long.class);
      loopback.proxy.refuse(true);
      loopback.proxy.cut();
      assertInstanceOf(Lost.class, next());
      GivenUp end = assertInstanceOf(GivenUp.class, nextButRetrying());
      assertTrue(end.reason().contains("for 300 ms"), end.reason());
      loopback.proxy.refuse(false);
      map.put("a", 1L);
      assertEquals(new Restored(false, 0), nextButRetrying());
    }
  }

  @Test
  void itIsTriedForAsLongAsWasSaid() throws Exception {
    var failures = new LinkedBlockingQueue<Throwable>();
    try (var loopback = new Loopback(WireEncoding.YAML);
        VitrineClient client =
            loopback.client(
                loopback.options().withMillis(30_000, 700).withFailureListener(failures::add))) {
      var map = client.map("m", String.class, Long.class);
      loopback.proxy.refuse(true);
      long cut = System.nanoTime();
      loopback.proxy.cut();
      for (int i = 0; i < 5; i++) {
        map.set("a", 1L);
      }
      Throwable failure = failures.poll(60, TimeUnit.SECONDS);
      long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - cut);
      assertTrue(waited >= 700, "given up after " + waited + " ms");
      assertInstanceOf(ConnectionLostException.class, failure);
      assertTrue(failure.getMessage().contains("the last 5 updates"), failure.getMessage());
      assertTrue(failure.getMessage().contains("for 700 ms"), failure.getMessage());
    }
  }

  @Test
  void nothingIsToldBehindTheEnd() throws Exception {
    var teller = new ConnectionTeller(told::add);
    teller.tell(new Lost("a cut"));
    teller.tell(new Closed());
    teller.tell(new Retrying("too late", 20));
    teller.tell(new GivenUp("too late"));
    assertEquals(new Lost("a cut"), next());
    assertEquals(new Closed(), next());
    while (!teller.isIdle()) {
      Thread.onSpinWait();
    }
    assertTrue(told.isEmpty(), told.toString());
  }

  @Test
  void callsThatAreCutOffByACloseMayHaveBeenMade() throws Exception {
    try (var server = new ScriptedServer()) {
      VitrineClient client =
          VitrineClient.connect(
              "127.0.0.1", server.port(), new TypeRegistry(), ClientOptions.DEFAULT);
      server.hold("getAndPut");
      var answer = client.map("m", String.class, Long.class).async().put("a", 1L);
      server.awaitSaid("getAndPut", 1);
      client.close();
      ExecutionException failure =
          assertThrows(ExecutionException.class, () -> answer.get(60, TimeUnit.SECONDS));
      assertInstanceOf(ConnectionLostException.class, failure.getCause());
      assertTrue(failure.getMessage().contains("may have been made or not"), failure.toString());
    }
  }

  @Test
  void oneThatWaitsOrFailsHarmsNobody() throws Exception {
    var gate = new CountDownLatch(1);
    var entered = new CountDownLatch(1);
    try (var loopback = new Loopback(WireEncoding.YAML)) {
      VitrineClient[] known = new VitrineClient[1];
      var options =
          loopback
              .options()
              .withConnectionListener(event -> {
                if (event instanceof Lost) {
                  entered.countDown();
                  try {
                    gate.await();
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                  known[0].list("/"); // it may call the client
                }
                told.add(event);
                throw new IllegalStateException("thrown by a listener in a test");
              });
      try (VitrineClient client = loopback.client(options)) {
        known[0] = client;
        var map = client.map("m", String.class, Long.class);
        loopback.proxy.cut();
        assertTrue(entered.await(60, TimeUnit.SECONDS));
        map.put("a", 1L);
        assertEquals(1L, map.async().get("a").get(60, TimeUnit.SECONDS));
        assertTrue(told.isEmpty(), told.toString());
        gate.countDown();
        assertInstanceOf(Lost.class, next());
        assertEquals(new Restored(true, 0), nextButRetrying());
      } finally {
        gate.countDown();
      }
      assertEquals(new Closed(), next());
    }
  }
}
