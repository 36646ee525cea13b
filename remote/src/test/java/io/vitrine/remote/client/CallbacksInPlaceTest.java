package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.MapEvent;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What the event loop of a client does itself, where the application asked for that. */
@Timeout(180)
@ParameterizedClass
@EnumSource(WireEncoding.class)
class CallbacksInPlaceTest {
  private static final SubscriptionOptions<String, Long> ALL = SubscriptionOptions.all();

  @Parameter private WireEncoding encoding;
  private Loopback loopback;
  private VitrineClient client;
  private ObservableMap<String, Long> map;
  private ObservableMap<String, Long> near;

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(encoding);
    client = loopback.client(loopback.options().withCallbacksInPlace(true));
    near = loopback.vitrine.map("m", String.class, Long.class);
    map = client.map("m", String.class, Long.class);
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    loopback.close();
  }

  private static boolean isOnEventLoop() {
    return Thread.currentThread().getName().startsWith("vitrine-client");
  }

  @Test
  void futuresAreCompletedByTheEventLoop() throws Exception {
    near.put("a", 1L);
    var seen = new ConcurrentSkipListSet<Boolean>();
    // Whoever adds a stage behind the answer runs it himself.
    for (int i = 0; i < 200 && !seen.contains(true); i++) {
      map.async().get("a").thenAccept(_ -> seen.add(isOnEventLoop())).get(60, TimeUnit.SECONDS);
    }
    assertTrue(seen.contains(true), "200 answers, and none was handed on by the event loop");
  }

  @Test
  void aCallThatWaitsIsRefusedThereAndSendsNothing() throws Exception {
    near.put("a", 1L);
    var ends = new LinkedBlockingQueue<Object>();
    map.subscribe(
        ALL.withoutBootstrap(),
        (MapEvent<String, Long> event, long _) -> {
          if (event.key().equals("a") && isOnEventLoop()) {
            try {
              ends.add(String.valueOf(map.put("b", 1L)));
            } catch (IllegalStateException e) {
              ends.add(e);
            }
          }
        });
    Object end = null;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    for (long i = 0; end == null; i++) {
      assertTrue(System.nanoTime() < deadline, i + " changes, none told by the event loop");
      near.put("a", i); // the subscription's thread may be awake, and then tells it
      end = ends.poll(10, TimeUnit.MILLISECONDS);
    }
    String message = assertInstanceOf(IllegalStateException.class, end).getMessage();
    assertTrue(message.contains("use async()"), message);
    assertEquals(null, near.get("b"));
    assertEquals(null, map.get("b"), "and the connection goes on");
  }

  @Test
  void everyChangeIsToldOnceAndInOrderByWhoeverTells() throws Exception {
    var told = new ArrayList<Long>();
    Set<Boolean> here = new ConcurrentSkipListSet<>();
    var all = new CompletableFuture<List<Long>>();
    long changes = 30_000;
    map.subscribe(
        ALL.withoutBootstrap(),
        (MapEvent<String, Long> event, long _) -> {
          here.add(isOnEventLoop());
          told.add(event.value());
          if (event.value() == changes - 1) {
            all.complete(told);
          }
        });
    for (long i = 0; i < changes; i++) {
      if (i % 3_000 < 20) {
        map.put("k", i); // one at a time: the subscription rests between them
      } else {
        near.put("k", i);
      }
    }
    assertEquals(LongStream.range(0, changes).boxed().toList(), all.get(120, TimeUnit.SECONDS));
    // A busy client may not have rested so far.
    for (long i = 0; i < 1_000 && !here.contains(true); i++) {
      map.put("k", i);
    }
    assertTrue(here.contains(true), "the event loop told nothing itself");
  }

  @Test
  void aSubscriberThatFailsThereIsToldOnce() throws Exception {
    var ends = new LinkedBlockingQueue<String>();
    map.subscribe(
        ALL.withoutBootstrap(),
        new Subscriber<MapEvent<String, Long>>() {
          @Override
          public void onNext(MapEvent<String, Long> event, long revision) {
            ends.add("next");
            throw new IllegalArgumentException("no more");
          }

          @Override
          public void onError(Throwable failure) {
            ends.add("error " + failure.getMessage());
          }
        });
    near.put("a", 1L);
    assertEquals("next", ends.poll(60, TimeUnit.SECONDS));
    assertEquals("error no more", ends.poll(60, TimeUnit.SECONDS));
    near.put("a", 2L);
    var notes = new Notes<MapEvent<String, Long>>();
    map.subscribe(ALL, notes);
    notes.awaitLast("bootstrapped");
    assertTrue(ends.isEmpty(), ends::toString);
  }

  @Test
  void nothingIsToldThatWasNotAskedFor() throws Exception {
    var notes = new Notes<MapEvent<String, Long>>();
    var subscription = map.subscribe(ALL.withoutBootstrap().withRequest(1), notes);
    near.put("a", 1L);
    notes.awaitLast("I a=1");
    near.put("a", 2L);
    near.put("a", 3L);
    subscription.request(1);
    notes.awaitLast("U a=1>2");
    subscription.request(5);
    notes.awaitLast("U a=2>3");
    subscription.cancel();
    notes.awaitLast("cancelled By request");
    assertEquals(List.of("I a=1", "U a=1>2", "U a=2>3", "cancelled By request"), notes.calls());
  }
}
