package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.remote.wire.WireEncoding;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What answers lead to may wait for other answers, and answers that never come end. */
@Timeout(180)
class CallbacksTest {
  @Test
  void callbacksMayWaitForEachOther() throws Exception {
    var callbacks = new Callbacks(false);
    var last = new CompletableFuture<Long>();
    var all = new ArrayList<CompletableFuture<Long>>();
    for (int i = 0; i < 5; i++) {
      var one = new CompletableFuture<Long>();
      all.add(one.thenApply(value -> value + last.join()));
      callbacks.run(() -> one.complete(Thread.currentThread().isVirtual() ? 1L : -100L));
    }
    callbacks.run(() -> last.complete(2L));
    for (CompletableFuture<Long> one : all) {
      assertEquals(3L, one.get(60, TimeUnit.SECONDS));
    }
  }

  /** There is no event loop any more that could look whether the first one waits. */
  @Test
  void whatWaitsForAnotherEndsWhenTheClientIsClosed() throws Exception {
    try (var server = new ScriptedServer();
        var loopback = new Loopback(WireEncoding.YAML);
        VitrineClient client =
            VitrineClient.connect(
                "127.0.0.1", server.port(), loopback.types, ClientOptions.DEFAULT)) {
      var map = client.map("m", String.class, Long.class);
      server.hold("get");
      var first = map.async().get("a");
      var second = map.async().get("b");
      var end = first.handle((_, _) -> second.handle((_, e) -> String.valueOf(e)).join());
      client.close();
      String message = end.get(60, TimeUnit.SECONDS);
      assertTrue(message.contains("was closed"), message);
    }
  }

  @Test
  void eachIsRunOnce() throws Exception {
    try (var loopback = new Loopback(WireEncoding.YAML);
        VitrineClient client = loopback.client()) {
      var map = client.map("m", String.class, Long.class);
      var runs = new AtomicIntegerArray(1_000);
      var all = new ArrayList<CompletableFuture<?>>();
      for (int i = 0; i < runs.length(); i++) {
        int number = i;
        all.add(map.async().put("a", (long) i).thenRun(() -> runs.incrementAndGet(number)));
      }
      CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
      for (int i = 0; i < runs.length(); i++) {
        assertEquals(1, runs.get(i), "runs of " + i);
      }
      assertEquals(999L, map.get("a"));
    }
  }

  @Test
  void whatIsNeverAnsweredEnds() throws Exception {
    try (var server = new ScriptedServer();
        var loopback = new Loopback(WireEncoding.YAML);
        VitrineClient client =
            VitrineClient.connect(
                "127.0.0.1",
                server.port(),
                loopback.types,
                ClientOptions.DEFAULT.withMillis(300, 20_000))) {
      var map = Patience.untilAnswered(() -> client.map("m", String.class, Long.class));
      server.hold("get");
      var never = map.async().get("a");
      var failure = assertThrows(ExecutionException.class, () -> never.get(60, TimeUnit.SECONDS));
      var e = assertInstanceOf(RemoteException.class, failure.getCause());
      assertEquals("Timeout", e.code());
      assertEquals(0, Patience.untilAnswered(map::size));
    }
  }
}
