package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Await;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.TopologyEvent;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who closes a client waits for its subscriptions, unless he is one of them. */
@Timeout(180)
class ClientCloseTest {
  private static final SubscriptionOptions<String, Long> ALL = SubscriptionOptions.all();

  private final CompletableFuture<Boolean> entered = new CompletableFuture<>();
  private final CompletableFuture<Boolean> gate = new CompletableFuture<>();
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  private Loopback loopback;
  private ObservableMap<String, Long> near;

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(WireEncoding.CBOR);
    near = loopback.vitrine.map("m", String.class, Long.class);
    near.put("a", 1L);
  }

  @AfterEach
  void stop() throws IOException {
    gate.complete(true);
    loopback.close();
  }

  /** Waits within its first call. */
  private final class Slow<T> implements Subscriber<T> {
    @Override
    public void onNext(T event, long revision) {
      entered.complete(true);
      gate.join();
    }

    @Override
    public void onCancelled(String reason) {
      ended.complete(true);
    }

    @Override
    public void onError(Throwable failure) {
      ended.complete(true);
    }
  }

  /** Closes on another thread, and lets the subscriber go on once that waits. */
  private void closeWhileItWaits(VitrineClient client) throws Exception {
    assertTrue(entered.get(60, TimeUnit.SECONDS));
    var closed = new CompletableFuture<Boolean>();
    Thread closing =
        Thread.ofPlatform()
            .start(() -> {
              client.close();
              closed.complete(ended.isDone());
            });
    Await.until(
        () -> closed.isDone() || closing.getState() == Thread.State.TIMED_WAITING, "close to wait");
    assertFalse(ended.isDone());
    gate.complete(true);
    assertTrue(closed.get(60, TimeUnit.SECONDS), "the subscription ended before close returned");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void itWaitsForSubscriptions(boolean inPlace) throws Exception {
    var client = loopback.client(loopback.options().withCallbacksInPlace(inPlace));
    client.map("m", String.class, Long.class).subscribe(ALL, new Slow<>());
    closeWhileItWaits(client);
  }

  @Test
  void itWaitsForThoseOfCollections() throws Exception {
    var client = loopback.client();
    client.subscribeTopology("/maps/", new Slow<TopologyEvent>());
    closeWhileItWaits(client);
  }

  /** By the event loop, too, where that is who tells. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSubscriberMayCloseTheClient(boolean inPlace) throws Exception {
    var client = loopback.client(loopback.options().withCallbacksInPlace(inPlace));
    var closedNanos = new CompletableFuture<Long>();
    var bootstrapped = new CountDownLatch(1);
    client
        .map("m", String.class, Long.class)
        .subscribe(
            ALL,
            new Subscriber<MapEvent<String, Long>>() {
              @Override
              public void onNext(MapEvent<String, Long> event, long revision) {
                if (event instanceof MapEvent.Existing) {
                  return;
                }
                long begun = System.nanoTime();
                client.close();
                closedNanos.complete(System.nanoTime() - begun);
              }

              @Override
              public void onBootstrapped(long revision) {
                bootstrapped.countDown();
              }

              @Override
              public void onError(Throwable failure) {
                ended.complete(true);
              }
            });
    assertTrue(bootstrapped.await(60, TimeUnit.SECONDS));
    near.put("b", 2L);
    assertEquals(true, ended.get(60, TimeUnit.SECONDS));
    long millis = TimeUnit.NANOSECONDS.toMillis(closedNanos.get(60, TimeUnit.SECONDS));
    assertTrue(millis < 4_000, "it waited for itself, for " + millis + " ms");
  }
}
