package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.CollectionEvent;
import io.vitrine.collections.CollectionEvent.Published;
import io.vitrine.collections.Functions;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.Overflow;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.SubscriptionOptions.EventKind;
import io.vitrine.collections.TopologyEvent;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Visitors;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.store.Visitor;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A lost connection loses nothing and does nothing twice. */
@ParameterizedClass
@EnumSource(WireEncoding.class)
class ReconnectTest {
  @Parameter private WireEncoding encoding;

  private Loopback loopback;

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(encoding);
  }

  @AfterEach
  void stop() throws IOException {
    loopback.close();
  }

  @Test
  void everyUpdateIsAppliedExactlyOnce() throws Exception {
    var failures = new ConcurrentLinkedQueue<Throwable>();
    try (VitrineClient client =
        loopback.client(loopback.options().withFailureListener(failures::add))) {
      var map = client.map("m", String.class, Long.class);
      Thread asked =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  for (long i = 1; i <= 300; i++) {
                    long sum =
                        (Long)
                            map.<Object>syncUpdate("asked", Visitors.add(1), Functions.identity());
                    if (sum != i) {
                      throw new AssertionError("answer " + sum + " to update " + i);
                    }
                  }
                } catch (Throwable e) {
                  failures.add(e);
                }
              });
      Thread told =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  for (int i = 0; i < 10_000; i++) {
                    map.asyncUpdate("told", Visitors.add(1));
                  }
                } catch (Throwable e) {
                  failures.add(e);
                }
              });
      for (int cut = 0; cut < 8; cut++) {
        loopback.proxy.cutAndAwaitAnother();
      }
      asked.join();
      told.join();
      client.sync();
      assertTrue(failures.isEmpty(), failures.toString());
      assertEquals(300L, map.get("asked"));
      assertEquals(10_000L, map.get("told"));
    }
  }

  /** To send each alone takes a round trip for each, and under cuts never comes to an end. */
  @Test
  @Timeout(120)
  void whatGetsOnIsSentTogetherHoweverOftenTheConnectionIsLost() throws Exception {
    try (VitrineClient client = loopback.client()) {
      var map = client.map("m", String.class, Long.class);
      loopback.proxy.refuse(true);
      loopback.proxy.cut();
      for (int i = 0; i < 2_000; i++) {
        map.asyncUpdate("told", Visitors.add(1));
      }
      var asked = new CompletableFuture<Long>();
      Thread.ofVirtual()
          .start(() -> {
            try {
              asked.complete(map.get("told"));
            } catch (RuntimeException e) {
              asked.completeExceptionally(e);
            }
          });
      loopback.proxy.record();
      loopback.proxy.cutAfter(10_000);
      int before = loopback.proxy.connections();
      loopback.proxy.refuse(false);
      assertEquals(2_000L, asked.get(60, TimeUnit.SECONDS));
      loopback.proxy.cutAfter(0);
      int connections = loopback.proxy.connections() - before;
      assertTrue(connections > 5, "only " + connections + " connections");
      long syncs =
          loopback.proxy.takeFrames().stream().filter(frame -> frame.contains("\nsync:")).count();
      assertTrue(syncs <= 20, syncs + " times sync over " + connections + " connections");
      client.sync();
      assertEquals(2_000L, map.get("told"));
    }
  }

  @Test
  @Timeout(60) // To hang is what this is about, and a call may take longer than that.
  void nothingHangsWhenTheServerIsGone() throws IOException {
    try (VitrineClient client = loopback.client(loopback.options().withMillis(120_000, 300))) {
      var map = client.map("m", String.class, Long.class);
      map.put("a", 1L);
      loopback.server.close();
      loopback.proxy.refuse(true);
      assertThrows(RemoteException.class, () -> map.get("a"));
      assertThrows(RemoteException.class, () -> map.put("a", 2L));
      assertThrows(RemoteException.class, client::sync);
    }
  }

  @Test
  void otherServerDoesNotKnowWhatWasDone() throws Exception {
    try (VitrineClient client = loopback.client();
        VitrineServer second = VitrineServer.start(loopback.vitrine, ServerOptions.DEFAULT)) {
      var map = client.map("m", String.class, Long.class);
      map.put("a", 1L);
      loopback.proxy.forwardTo(second.address());
      loopback.server.close();
      assertEquals(1L, map.get("a"));
      map.put("a", 2L);
      assertEquals(2L, map.get("a"));
      assertTrue(second.connections() > 0, "it is not the one that was asked");
    }
  }

  /** A visitor that waits until the test lets it go on. */
  record Wait() implements Visitor<Object> {
    private static volatile CountDownLatch gate = new CountDownLatch(0);
    private static volatile CountDownLatch waiting = new CountDownLatch(0);

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

  @Test
  void aCallWhoseOutcomeNobodyKnowsSaysSo() throws Exception {
    loopback.types.register(Wait.class);
    Wait.gate = new CountDownLatch(1);
    Wait.waiting = new CountDownLatch(1);
    try (VitrineServer second = VitrineServer.start(loopback.vitrine, ServerOptions.DEFAULT);
        VitrineClient client = loopback.client()) {
      var map = client.map("m", String.class, Object.class);
      map.put("a", 0L);
      loopback.proxy.vanish(false); // or a slow machine might get its answer before the cut
      var outcome = new CompletableFuture<Object>();
      Thread.ofVirtual()
          .start(() -> {
            try {
              outcome.complete(map.<Object>syncUpdate("a", new Wait(), Functions.identity()));
            } catch (RuntimeException e) {
              outcome.complete(e);
            }
          });
      assertTrue(Wait.waiting.await(60, TimeUnit.SECONDS));
      loopback.proxy.forwardTo(second.address());
      loopback.proxy.cut();
      Object end = outcome.get(60, TimeUnit.SECONDS);
      assertInstanceOf(ConnectionLostException.class, end);
      assertTrue(
          end.toString().contains("nobody knows whether the change was made"), () -> "" + end);
      map.put("b", 1L);
      assertEquals(1L, map.get("b"));
    } finally {
      Wait.gate.countDown();
    }
  }

  @Test
  void answersOfAnEarlierSessionConfirmNothingOfThisOne() throws Exception {
    try (var server = new ScriptedServer();
        VitrineClient client =
            VitrineClient.connect(
                "127.0.0.1", server.port(), loopback.types, ClientOptions.DEFAULT)) {
      var map = client.map("m", String.class, Long.class);
      for (int i = 0; i < 3; i++) {
        map.asyncUpdate("a", Visitors.add(1));
      }
      client.sync();
      server.hold("get");
      Thread asking = Thread.ofVirtual().start(() -> map.get("a"));
      server.awaitSaid("get", 1);
      server.cut();
      server.awaitSaid("get", 2);
      map.asyncUpdate("a", Visitors.add(1));
      server.awaitSaid("asyncUpdate", 4);
      server.answerHeld();
      server.resume();
      asking.join();
      server.cut();
      server.awaitSaid("asyncUpdate", 5);
    }
  }

  @Test
  void closedClientSaysSo() throws IOException {
    VitrineClient client = loopback.client();
    var map = client.map("m", String.class, Long.class);
    map.asyncUpdate("a", Visitors.add(5));
    client.close();
    client.close();
    assertThrows(IllegalStateException.class, () -> map.get("a"));
    assertThrows(IllegalStateException.class, () -> map.asyncUpdate("a", Visitors.add(5)));
    assertEquals(5L, loopback.vitrine.map("m", String.class, Long.class).get("a"));
  }

  @Test
  void updatesThatWereNotConfirmedAreReportedOnClose() throws IOException {
    var failures = new ConcurrentLinkedQueue<Throwable>();
    VitrineClient client =
        loopback.client(
            loopback.options().withMillis(500, 20_000).withFailureListener(failures::add));
    // Answers that take longer than this client waits are no failure of what is tested here.
    var map = Patience.untilAnswered(() -> client.map("m", String.class, Long.class));
    Patience.untilAnswered(() -> map.put("a", 1L));
    loopback.proxy.refuse(true);
    loopback.proxy.cut();
    // Fails once the client has noticed that there is no connection.
    assertThrows(RemoteException.class, () -> map.put("a", 2L));
    for (int i = 0; i < 7; i++) {
      map.asyncUpdate("a", Visitors.add(5));
    }
    client.close();
    assertEquals(1, failures.size(), failures.toString());
    String message = String.valueOf(failures.element().getMessage());
    assertTrue(message.contains("before the last 7 updates were confirmed"), message);
  }

  @Test
  void twoClientsOfOneServerKeepApart() throws IOException {
    try (VitrineClient one = loopback.client();
        VitrineClient two = loopback.client()) {
      var first = one.map("m", String.class, Long.class);
      var second = two.map("m", String.class, Long.class);
      first.put("a", 1L);
      assertEquals(1L, second.get("a"));
      loopback.proxy.cut();
      second.put("a", 2L);
      assertEquals(2L, first.get("a"));
    }
  }

  @Test
  void whatAClosingServerHadNotReadIsSentToTheNext() throws Exception {
    try (var server = new ScriptedServer();
        VitrineClient client =
            VitrineClient.connect(
                "127.0.0.1", server.port(), new TypeRegistry(), ClientOptions.DEFAULT)) {
      var map = client.map("m", String.class, String.class);
      server.hold("putIfAbsent");
      var answer = CompletableFuture.runAsync(() -> map.putIfAbsent("a", "b"));
      server.awaitSaid("putIfAbsent", 1);
      server.stop(0);
      answer.get(60, TimeUnit.SECONDS);
      server.awaitSaid("putIfAbsent", 2);
    }
  }

  /** The one before may have done it, whose answer was lost. */
  @Test
  void whatWasSentBeforeIsUncertainWhateverTheLastServerSays() throws Exception {
    try (var server = new ScriptedServer();
        VitrineClient client =
            VitrineClient.connect(
                "127.0.0.1", server.port(), new TypeRegistry(), ClientOptions.DEFAULT)) {
      server.resume();
      var map = client.map("m", String.class, String.class);
      server.hold("putIfAbsent");
      var answer = CompletableFuture.runAsync(() -> map.putIfAbsent("a", "b"));
      server.awaitSaid("putIfAbsent", 1);
      server.cut();
      server.awaitSaid("putIfAbsent", 2);
      server.stop(0);
      var failure = assertThrows(ExecutionException.class, () -> answer.get(60, TimeUnit.SECONDS));
      assertInstanceOf(ConnectionLostException.class, failure.getCause());
    }
  }

  /** Its last word tells how many of them it has done. */
  @Test
  void updatesThatAClosingServerHadNotReadAreSentToTheNext() throws Exception {
    var failures = new ConcurrentLinkedQueue<Throwable>();
    try (var server = new ScriptedServer();
        VitrineClient client =
            VitrineClient.connect(
                "127.0.0.1",
                server.port(),
                new TypeRegistry(),
                ClientOptions.DEFAULT.withFailureListener(failures::add))) {
      var map = client.map("m", String.class, Long.class);
      server.hold("putIfAbsent");
      for (int i = 0; i < 5; i++) {
        map.asyncUpdate("a", Visitors.add(1));
      }
      var answer = CompletableFuture.runAsync(() -> map.putIfAbsent("a", 1L));
      server.awaitSaid("putIfAbsent", 1);
      map.asyncUpdate("b", Visitors.add(1));
      server.awaitSaid("asyncUpdate", 6);
      server.stop(2);
      answer.get(60, TimeUnit.SECONDS);
      server.awaitSaid("asyncUpdate", 10); // three before the call and one behind it
      client.sync();
      assertEquals(
          List.of("asyncUpdate", "asyncUpdate", "asyncUpdate", "putIfAbsent", "asyncUpdate"),
          server.saidLast(5));
      assertEquals(List.of(), List.copyOf(failures));
    }
  }

  /** A catalogue has no place to go on from: its present state is told again. */
  @Test
  void theCatalogueIsWatchedOverCuts() throws Exception {
    try (VitrineClient client = loopback.client()) {
      var seen = new Notes<TopologyEvent>();
      client.subscribeTopology(
          "/maps/",
          new Subscriber<TopologyEvent>() {
            @Override
            public void onNext(TopologyEvent event, long revision) {
              seen.onCancelled(event.kind() + " " + event.path());
            }

            @Override
            public void onError(Throwable failure) {
              seen.onError(failure);
            }
          });
      for (int i = 0; i < 4; i++) {
        client.map("t" + i, String.class, Long.class);
        seen.awaitLast("cancelled ADDED /maps/t" + i);
        loopback.proxy.cutAndAwaitAnother();
      }
    }
  }

  /** What was joined comes with old values that were never told, which the filter may not pass. */
  @Test
  void joinedChangesAreNotTakenUpWhereTheirFilterRunsHere() throws Exception {
    var told = new LinkedBlockingQueue<ConnectionEvent>();
    try (VitrineClient client =
        loopback.client(loopback.options().withConnectionListener(told::add))) {
      var map = client.map("m", String.class, Long.class);
      map.put("a", 50L);
      var seen = new Notes<MapEvent<String, Long>>();
      map.subscribe(
          SubscriptionOptions.<String, Long>all()
              .withFilter(entry -> entry.value() > 30)
              .withOverflow(Overflow.LATEST),
          seen);
      seen.awaitSize(2);
      loopback.proxy.cutAndAwaitAnother();
      for (ConnectionEvent event = told.take(); ; event = told.take()) {
        assertFalse(event instanceof ConnectionEvent.Resumed, event.toString());
        if (event instanceof ConnectionEvent.Resynced) {
          return;
        }
      }
    }
  }

  /** Of what is selected no old values are told, so what is published is not lost with them. */
  @Test
  void joinedChangesAreTakenUpWhereOnlyTheirMappingRunsHere() throws Exception {
    var told = new LinkedBlockingQueue<ConnectionEvent>();
    try (VitrineClient client =
        loopback.client(loopback.options().withConnectionListener(told::add))) {
      var map = client.map("m", String.class, Long.class);
      map.put("a", 50L);
      var seen = new LinkedBlockingQueue<Object>();
      var bootstrapped = new CountDownLatch(1);
      map.subscribe(
          SubscriptionOptions.<String, Long>all()
              .withEvents(EnumSet.allOf(EventKind.class))
              .withOverflow(Overflow.LATEST)
              .withSelect(entry -> entry.value() + 1),
          new Subscriber<Long>() {
            @Override
            public void onNext(Long item, long revision) {
              seen.add(item);
            }

            @Override
            public void onEvent(CollectionEvent event) {
              seen.add(event);
            }

            @Override
            public void onBootstrapped(long revision) {
              bootstrapped.countDown();
            }
          });
      assertEquals(51L, seen.poll(60, TimeUnit.SECONDS));
      bootstrapped.await(); // amid the state, it would begin anew
      loopback.proxy.cutAndAwaitAnother();
      var near = loopback.vitrine.map("m", String.class, Long.class);
      near.publish("while away");
      for (ConnectionEvent event = told.take(); ; event = told.take()) {
        assertFalse(event instanceof ConnectionEvent.Resynced, event.toString());
        if (event instanceof ConnectionEvent.Resumed) {
          break;
        }
      }
      assertInstanceOf(Published.class, seen.poll(60, TimeUnit.SECONDS));
      near.put("a", 60L);
      assertEquals(61L, seen.poll(60, TimeUnit.SECONDS));
    }
  }
}
