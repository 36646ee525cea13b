package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.AsyncMap;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls from far that do not wait, behind one of their thread that does not end. */
@Timeout(180)
class AsyncQueueTest {
  private final CountDownLatch gate = new CountDownLatch(1);
  private Loopback loopback;
  private VitrineClient client;

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(WireEncoding.CBOR);
    client = loopback.client();
  }

  @AfterEach
  void stop() throws IOException {
    gate.countDown();
    client.close();
    loopback.close();
  }

  private static <T> T of(CompletableFuture<T> answer) throws Exception {
    return answer.get(60, TimeUnit.SECONDS);
  }

  private static AsyncMap<String, Long> map(VitrineClient client) {
    return client.map("m", String.class, Long.class).async();
  }

  /** Begins a call that ends when the gate is opened; it is being done when this returns. */
  private CompletableFuture<Long> close(AsyncMap<String, Long> map) throws Exception {
    var running = new CompletableFuture<Boolean>();
    CompletableFuture<Long> slow =
        map.call(_ -> {
          running.complete(true);
          try {
            gate.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          return 7L;
        });
    of(running);
    return slow;
  }

  private static Throwable failureOf(CompletableFuture<?> call) throws Exception {
    return of(call.<Throwable>handle((_, failure) -> failure));
  }

  @Test
  void aThreadDoesNotWaitForTheCallsOfAnother() throws Exception {
    AsyncMap<String, Long> map = map(client);
    CompletableFuture<Long> slow = close(map);
    var other = new CompletableFuture<CompletableFuture<Void>>();
    Thread.startVirtualThread(() -> other.complete(map.put("k", 1L).thenRun(gate::countDown)));
    of(of(other));
    assertEquals(7L, of(slow));
    assertEquals(1L, of(map.get("k")));
  }

  @Test
  void whatWaitsForItsTurnFailsWhenItIsLate() throws Exception {
    try (VitrineClient hasty = loopback.client(loopback.options().withMillis(50, 30_000))) {
      AsyncMap<String, Long> map = Patience.untilAnswered(() -> map(hasty));
      CompletableFuture<Long> slow = close(map);
      CompletableFuture<Long> request = map.put("k", 1L);
      CompletableFuture<Void> lambda = map.asyncUpdate("k", _ -> 2L);
      CompletableFuture<Long> call = map.call(m -> m.put("k", 3L));
      for (CompletableFuture<?> late : List.of(request, lambda, call)) {
        var failure = assertInstanceOf(RemoteException.class, failureOf(late));
        assertEquals("Timeout", failure.code());
        assertTrue(failure.getMessage().contains("not begun"), failure.getMessage());
      }
      assertFalse(slow.isDone(), "what has begun has no deadline");
      gate.countDown();
      assertEquals(7L, of(slow));
      CompletableFuture<Long> behind = map.call(_ -> 8L);
      while (failureOf(behind) != null) { // on a machine that is busy with others
        behind = map.call(_ -> 8L);
      }
      assertEquals(8L, of(behind));
    }
    assertNull(of(map(client).get("k")), "it was not sent");
  }

  @Test
  void whatWaitsForItsTurnFailsWhenTheClientIsClosed() throws Exception {
    AsyncMap<String, Long> map = map(client);
    CompletableFuture<Long> slow = close(map);
    CompletableFuture<Long> request = map.put("k", 1L);
    CompletableFuture<Long> lambda = map.call(m -> m.put("l", 1L));
    client.close();
    CompletableFuture<Long> later = map.put("m", 1L);
    assertFalse(slow.isDone());
    for (CompletableFuture<Long> queued : List.of(request, lambda, later)) {
      var failure = assertInstanceOf(ConnectionLostException.class, failureOf(queued));
      assertTrue(failure.getMessage().contains("not begun"), failure.getMessage());
    }
    gate.countDown();
    assertEquals(7L, of(slow));
  }
}
