package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.MapEvent;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.remote.wire.WireEncoding;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server and a client that spin in place of sleeping do the same as others. */
@Timeout(180)
class BusyPollTest {
  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void callsAndEventsGoBothWays(WireEncoding encoding) throws Exception {
    var options = ClientOptions.DEFAULT.withEncoding(encoding).withBusyPoll(true);
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server =
            VitrineServer.start(vitrine, ServerOptions.DEFAULT.withBusyPoll(true))) {
      int port = server.address().getPort();
      try (var client = VitrineClient.connect("127.0.0.1", port, new TypeRegistry(), options)) {
        var map = client.map("/maps/m", String.class, Long.class);
        var seen = new LinkedBlockingQueue<Long>();
        // Without the state: it may be read when the first of these changes are in it already.
        map.subscribe(
            SubscriptionOptions.<String, Long>all().withoutBootstrap(),
            (MapEvent<String, Long> event, long _) -> seen.add(event.value()));
        var expected = new ArrayList<Long>();
        for (long i = 0; i < 200; i++) {
          map.put("k", i);
          assertEquals(i, map.get("k"));
          expected.add(i);
        }
        var found = new ArrayList<Long>();
        while (found.size() < expected.size()) {
          Long value = seen.poll(60, TimeUnit.SECONDS);
          assertNotNull(value, () -> "waited in vain for more than " + found);
          found.add(value);
        }
        assertEquals(expected, found);
        assertEquals(List.of("/maps/m"), client.list("/"));
      }
    }
  }

  /** Who waits does the work of the loop, and must see all the same that his time is over. */
  @Test
  void aCallThatIsNeverAnsweredEndsInTime() throws Exception {
    var options = ClientOptions.DEFAULT.withBusyPoll(true).withMillis(700, 30_000);
    try (var server = new ScriptedServer();
        var client =
            VitrineClient.connect("127.0.0.1", server.port(), new TypeRegistry(), options)) {
      var map = Patience.untilAnswered(() -> client.map("/maps/m", String.class, Long.class));
      server.hold("get");
      for (int i = 0; i < 3; i++) {
        long begin = System.nanoTime();
        var late = assertThrows(RemoteException.class, () -> map.get("k"));
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        assertEquals("Timeout", late.code());
        assertTrue(String.valueOf(late.getMessage()).contains("may have been made or not"));
        assertTrue(millis >= 700, () -> "it ended after " + millis + " ms");
      }
      var future = map.async().get("k"); // nobody spins for this one
      var failure = assertThrows(ExecutionException.class, () -> future.get(60, TimeUnit.SECONDS));
      assertEquals("Timeout", ((RemoteException) failure.getCause()).code());
      server.hold("");
      Patience.untilAnswered(() -> map.put("k", 1L)); // the event loop goes on
      client.sync();
    }
  }

  /** Each of them may do the work of the loop for the others, or wait for who does. */
  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void threadsOfSeveralClientsShareALoop(WireEncoding encoding) throws Exception {
    var options = ClientOptions.DEFAULT.withEncoding(encoding).withBusyPoll(true);
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server =
            VitrineServer.start(vitrine, ServerOptions.DEFAULT.withBusyPoll(true))) {
      int port = server.address().getPort();
      try (var one = VitrineClient.connect("127.0.0.1", port, new TypeRegistry(), options);
          var other = VitrineClient.connect("127.0.0.1", port, new TypeRegistry(), options)) {
        String large = "v".repeat(300_000);
        var callers = new ArrayList<CompletableFuture<Void>>();
        for (int t = 0; t < 6; t++) {
          var map = (t % 2 == 0 ? one : other).map("/maps/m", String.class, String.class);
          String key = "key-" + t;
          callers.add(
              CompletableFuture.runAsync(
                  () -> {
                    for (int i = 0; i < 150; i++) {
                      String value = i % 50 == 0 ? large : key + i;
                      map.put(key, value);
                      map.set(key + "-set", value);
                      assertEquals(value, map.get(key));
                      assertEquals(value, map.async().get(key).join());
                      assertEquals(value, map.get(key + "-set"));
                    }
                  },
                  task -> Thread.ofPlatform().daemon().start(task)));
        }
        for (var caller : callers) {
          caller.get(150, TimeUnit.SECONDS);
        }
      }
    }
  }
}
