package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Functions;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.client.ClientOptions;
import io.vitrine.remote.client.VitrineClient;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.store.Visitor;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that closes and is started again: what is begun is finished, and the rest goes on. */
@ParameterizedClass
@EnumSource(WireEncoding.class)
class RestartTest {
  private static volatile CountDownLatch gate = new CountDownLatch(0);
  private static volatile CountDownLatch waiting = new CountDownLatch(0);

  @Parameter private WireEncoding encoding;

  private final TypeRegistry types = new TypeRegistry().register(Wait.class);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private Vitrine vitrine;
  private VitrineServer server;

  /** Waits until the test lets it go on, and sets 1. */
  record Wait() implements Visitor<Object> {
    @Override
    public Object visit(Object value) {
      waiting.countDown();
      try {
        gate.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return 1L;
    }
  }

  @BeforeEach
  void start() throws IOException {
    gate = new CountDownLatch(1);
    waiting = new CountDownLatch(1);
    vitrine = Vitrine.inMemory(types);
    vitrine.map("/maps/p", String.class, Object.class);
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
  }

  @AfterEach
  void stop() {
    gate.countDown();
    threads.close();
    server.close();
    vitrine.close();
  }

  private void startAgain() throws IOException {
    int port = server.address().getPort();
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT.withAddress("127.0.0.1", port));
  }

  private VitrineClient client() throws IOException {
    return VitrineClient.connect(
        "127.0.0.1",
        server.address().getPort(),
        types,
        ClientOptions.DEFAULT.withEncoding(encoding));
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, "waited in vain");
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static Connection only(VitrineServer server) {
    return server.context().connections().iterator().next();
  }

  @Test
  void whatIsBegunIsFinishedAndWhatIsNotWaitsForTheNextServer() throws Exception {
    try (VitrineClient client = client()) {
      var map = client.map("p", String.class, Object.class);
      var begun =
          CompletableFuture.supplyAsync(
              () -> map.<Object>syncUpdate("a", new Wait(), Functions.identity()), threads);
      assertTrue(waiting.await(60, TimeUnit.SECONDS));
      var behind =
          CompletableFuture.supplyAsync(
              () -> map.<Object>syncUpdate("b", new Wait(), Functions.identity()), threads);
      Connection connection = only(server);
      await(() -> connection.queued() >= 2);
      var closing = CompletableFuture.runAsync(server::close, threads);
      await(connection::isShuttingDown);
      gate.countDown();
      assertEquals(1L, begun.get(60, TimeUnit.SECONDS));
      closing.get(60, TimeUnit.SECONDS);
      var stored = vitrine.map("/maps/p", String.class, Object.class);
      assertEquals(1L, stored.get("a"));
      assertNull(stored.get("b"), "done by a server that had said that it closes");
      startAgain();
      assertEquals(1L, behind.get(60, TimeUnit.SECONDS));
      assertEquals(1L, map.get("b"));
    }
  }

  @Test
  void theLastWordArrivesThoughNotAllWasRead() throws Exception {
    server.close();
    var limits = ServerLimits.DEFAULT.with("unanswered", 3);
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT.withLimits(limits));
    try (var nc = new Telnet(server.address(), encoding)) {
      nc.resetFails();
      nc.send("/maps/p", 1L, "syncUpdate: [a, !Wait {}, !Identity {}]");
      assertTrue(waiting.await(60, TimeUnit.SECONDS));
      nc.send("/maps/p", 2L, "put: [b, 2]");
      nc.send("/maps/p", 3L, "put: [b, 3]");
      Connection connection = only(server);
      await(() -> connection.queued() >= 3);
      // Nothing is read any more until the first is done.
      nc.send("/maps/p", 4L, "put: [c, \"" + "x".repeat(100_000) + "\"]");
      var closing = CompletableFuture.runAsync(server::close, threads);
      await(connection::isShuttingDown);
      gate.countDown();
      assertEquals("reply: 1\n", nc.readData(1));
      for (long tid = 2; tid <= 3; tid++) {
        Telnet.Answer answer = nc.read();
        assertEquals("ShuttingDown", answer.code());
        assertEquals(tid, answer.meta().get("tid"));
      }
      assertEquals("ShuttingDown", nc.read().code());
      assertNull(nc.readText());
      closing.get(60, TimeUnit.SECONDS);
      assertNull(vitrine.map("/maps/p", String.class, Object.class).get("c"));
    }
  }

  @Test
  void requestsBehindTheOneAtHandAreAnswered() throws Exception {
    try (var nc = new Telnet(server.address(), encoding)) {
      nc.send("/maps/p", 1L, "syncUpdate: [a, !Wait {}, !Identity {}]");
      assertTrue(waiting.await(60, TimeUnit.SECONDS));
      nc.send("/maps/p", 2L, "put: [b, 1]");
      nc.send("/maps/p", null, "put: [b, 2]");
      Connection connection = only(server);
      await(() -> connection.queued() >= 3);
      var closing = CompletableFuture.runAsync(server::close, threads);
      await(connection::isShuttingDown);
      gate.countDown();
      assertEquals("reply: 1\n", nc.readData(1));
      for (int i = 0; i < 3; i++) {
        assertEquals("ShuttingDown", nc.read().code());
      }
      assertNull(nc.readText());
      closing.get(60, TimeUnit.SECONDS);
      assertNull(vitrine.map("/maps/p", String.class, Object.class).get("b"));
    }
  }

  @Test
  void subscriptionsGoOnBehindTheirLastRevision() throws Exception {
    gate.countDown();
    var told = new LinkedBlockingQueue<Object>();
    try (VitrineClient client = client()) {
      var map = client.map("p", String.class, Object.class);
      map.subscribe(
          SubscriptionOptions.all(),
          new Subscriber<MapEvent<String, Object>>() {
            @Override
            public void onNext(MapEvent<String, Object> event, long revision) {
              told.add(String.valueOf(event.value()));
            }

            @Override
            public void onBootstrapped(long revision) {
              told.add("bootstrapped"); // what breaks it before begins it again, by a resync
            }

            @Override
            public void onResync(long revision) {
              told.add("resync");
            }

            @Override
            public void onError(Throwable failure) {
              told.add(failure);
            }

            @Override
            public void onCancelled(String reason) {
              told.add(reason);
            }
          });
      assertEquals("bootstrapped", told.poll(60, TimeUnit.SECONDS));
      map.put("a", 1L);
      assertEquals("1", told.poll(60, TimeUnit.SECONDS));
      server.close();
      // Changed by somebody else while there is no server.
      vitrine.map("/maps/p", String.class, Object.class).put("a", 2L);
      startAgain();
      map.put("a", 3L);
      for (String expected : List.of("2", "3")) {
        assertEquals(expected, told.poll(60, TimeUnit.SECONDS));
      }
      assertTrue(told.isEmpty(), told.toString());
    }
  }
}
