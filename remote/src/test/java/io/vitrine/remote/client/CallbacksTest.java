package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.remote.wire.WireEncoding;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What answers lead to may wait for other answers, and answers that never come end. */
@Timeout(60)
class CallbacksTest {
  @Test
  void callbacksMayWaitForEachOther() throws Exception {
    try (var loopback = new Loopback(WireEncoding.CBOR);
        VitrineClient client = loopback.client()) {
      var map = client.map("m", String.class, Long.class);
      map.put("a", 1L);
      var last = new CompletableFuture<Long>();
      var all = new ArrayList<CompletableFuture<Long>>();
      for (int i = 0; i < 5; i++) {
        all.add(
            map.async()
                .get("a")
                .thenApply(value -> {
                  assertTrue(Thread.currentThread().isVirtual());
                  return value + last.join() + map.get("a");
                }));
      }
      var _ = map.async().get("a").thenAccept(last::complete);
      for (CompletableFuture<Long> one : all) {
        assertEquals(3L, one.get(20, TimeUnit.SECONDS));
      }
    }
  }

  @Test
  void callbacksOfOneThreadComeInOrder() throws Exception {
    try (var loopback = new Loopback(WireEncoding.YAML);
        VitrineClient client = loopback.client()) {
      var map = client.map("m", String.class, Long.class);
      List<Long> sums = new CopyOnWriteArrayList<>();
      var all = new ArrayList<CompletableFuture<?>>();
      var expected = new ArrayList<Long>();
      for (long i = 0; i < 1_000; i++) {
        all.add(map.async().put("a", i).thenRun(() -> sums.add((long) sums.size())));
        expected.add(i);
      }
      CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);
      assertEquals(expected, sums);
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
      var map = client.map("m", String.class, Long.class);
      server.hold("get");
      var never = map.async().get("a");
      var failure = assertThrows(ExecutionException.class, () -> never.get(20, TimeUnit.SECONDS));
      var e = assertInstanceOf(RemoteException.class, failure.getCause());
      assertEquals("Timeout", e.code());
      assertEquals(0, map.size());
    }
  }
}
