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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
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

  private static final int CLIENTS = 3;

  private final CompletableFuture<Boolean> entered = new CompletableFuture<>();
  private final CompletableFuture<Boolean> gate = new CompletableFuture<>();
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  private final long closeNanos = Tellers.closeNanos;
  private Loopback loopback;
  private ObservableMap<String, Long> near;

  /** Whoever waits in vain does so for longer than the test does. */
  @BeforeEach
  void start() throws IOException {
    Tellers.closeNanos = TimeUnit.HOURS.toNanos(1);
    loopback = new Loopback(WireEncoding.CBOR);
    near = loopback.vitrine.map("m", String.class, Long.class);
    near.put("a", 1L);
  }

  @AfterEach
  void stop() throws IOException {
    Tellers.closeNanos = closeNanos;
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

  /** One after the other, each waits for the next one: the last would wait for the first. */
  @Test
  void subscribersMayCloseEachOthersClients() throws Exception {
    var clients = new ArrayList<VitrineClient>();
    var closed = new ArrayList<CompletableFuture<Boolean>>();
    var meet = new CountDownLatch(CLIENTS + 1);
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(loopback.client());
    }
    // The first one has two subscribers, of whom each closes it.
    for (int i = 0; i <= CLIENTS; i++) {
      VitrineClient closes = clients.get((i + 1) % CLIENTS);
      closed.add(new CompletableFuture<>());
      CompletableFuture<Boolean> told = closed.get(i);
      clients
          .get(i % CLIENTS)
          .map("m", String.class, Long.class)
          .subscribe(
              ALL,
              new Subscriber<MapEvent<String, Long>>() {
                @Override
                public void onNext(MapEvent<String, Long> event, long revision) {
                  meet.countDown();
                  awaitLatch(meet);
                  closes.close();
                  told.complete(true);
                }

                @Override
                public void onError(Throwable failure) {
                  ended.complete(true);
                }
              });
    }
    assertNoneWaitsInVain(closed);
  }

  @Test
  void subscribersMayBothCloseTheirClient() throws Exception {
    var client = loopback.client();
    var meet = new CountDownLatch(2);
    var closed = new ArrayList<CompletableFuture<Boolean>>();
    for (int i = 0; i < 2; i++) {
      var told = new CompletableFuture<Boolean>();
      closed.add(told);
      client
          .map("m", String.class, Long.class)
          .subscribe(
              ALL,
              (_, _) -> {
                meet.countDown();
                awaitLatch(meet);
                client.close();
                told.complete(true);
              });
    }
    assertNoneWaitsInVain(closed);
  }

  private static void assertNoneWaitsInVain(List<CompletableFuture<Boolean>> closed)
      throws Exception {
    for (CompletableFuture<Boolean> told : closed) {
      assertTrue(told.get(60, TimeUnit.SECONDS), "close has returned");
    }
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      assertTrue(latch.await(60, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** By the event loop, too, where that is who tells. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSubscriberMayCloseTheClient(boolean inPlace) throws Exception {
    var client = loopback.client(loopback.options().withCallbacksInPlace(inPlace));
    var closed = new CompletableFuture<Boolean>();
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
                client.close();
                closed.complete(true);
              }

              @Override
              public void onBootstrapped(long revision) {
                bootstrapped.countDown();
              }

              @Override
              public void onCancelled(String reason) {
                ended.complete(reason.equals("Closed"));
              }
            });
    assertTrue(bootstrapped.await(60, TimeUnit.SECONDS));
    near.put("b", 2L);
    assertEquals(true, ended.get(60, TimeUnit.SECONDS));
    assertNoneWaitsInVain(List.of(closed));
  }

  /** As it is where the catalogue is this process's own. */
  @Test
  void publishersComplete() throws Exception {
    var client = loopback.client();
    ObservableMap<String, Long> map = client.map("m", String.class, Long.class);
    var complete = new CompletableFuture<Boolean>();
    var begun = new CountDownLatch(1);
    map.asPublisher(ALL)
        .subscribe(
            new Flow.Subscriber<>() {
              @Override
              public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
              }

              @Override
              public void onNext(Object item) {
                begun.countDown();
              }

              @Override
              public void onError(Throwable failure) {
                complete.completeExceptionally(failure);
              }

              @Override
              public void onComplete() {
                complete.complete(true);
              }
            });
    awaitLatch(begun);
    client.close();
    assertTrue(complete.get(60, TimeUnit.SECONDS));
  }
}
