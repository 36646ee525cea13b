package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Bookmark;
import io.vitrine.collections.Filters;
import io.vitrine.collections.Functions;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Overflow;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.SubscriptionOptions.EventKind;
import io.vitrine.collections.TopologyEvent;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@SuppressWarnings({
  "NullAway",
  "ReturnValueIgnored"
}) // A null where there must be none fails the test.
@ParameterizedClass
@CsvSource({"YAML, false", "CBOR, false", "CBOR, true"})
class RemoteSubscriptionTest {
  @Parameter(0)
  private WireEncoding encoding;

  @Parameter(1)
  private boolean callbacksInPlace;

  private static final SubscriptionOptions<String, Long> ALL = SubscriptionOptions.all();

  private Loopback loopback;
  private VitrineClient client;
  private ObservableMap<String, Long> map;
  private ObservableMap<String, Long> near;
  private final Notes<Object> notes = new Notes<>();

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(encoding);
    client = loopback.client(loopback.options().withCallbacksInPlace(callbacksInPlace));
    near = loopback.vitrine.map("m", String.class, Long.class);
    map = client.map("m", String.class, Long.class);
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    loopback.close();
  }

  @Test
  void presentStateThenEveryChange() throws Exception {
    near.put("a", 1L);
    var subscription = map.subscribe(ALL, notes);
    notes.awaitLast("bootstrapped");
    near.put("a", 2L);
    map.put("b", 1L);
    near.remove("a");
    assertEquals(
        List.of("E a=1", "bootstrapped", "U a=1>2", "I b=1", "R a=2"), notes.awaitLast("R a=2"));
    assertEquals(client.describe("m").epoch(), subscription.bookmark().epoch());
    subscription.cancel();
    notes.awaitLast("cancelled By request");
    assertTrue(subscription.isDone());
    assertTrue(near.getVersioned("b").revision() < subscription.bookmark().revision());
  }

  @Test
  void registeredFilterAndMappingRunAtTheServer() throws Exception {
    near.putAll(Map.of("a", 1L, "b", 20L));
    map.subscribe(
        ALL.withFilter(Filters.value().gt(10)).withSelect(Functions.getter("value")), notes);
    notes.awaitLast("bootstrapped");
    near.put("a", 15L);
    near.put("b", 5L);
    near.put("c", 30L);
    assertEquals(List.of("20", "bootstrapped", "15", "30"), notes.awaitLast("30"));
  }

  @Test
  void lambdasRunHere() throws Exception {
    near.putAll(Map.of("a", 1L, "b", 20L));
    map.subscribe(ALL.withFilter(e -> e.value() > 10), notes);
    notes.awaitLast("bootstrapped");
    near.put("a", 15L);
    near.put("b", 5L);
    near.put("a", 16L);
    near.put("b", 6L);
    near.remove("a");
    assertEquals(
        List.of("E b=20", "bootstrapped", "I a=15", "R b=20", "U a=15>16", "R a=16"),
        notes.awaitLast("R a=16"));
    var mapped = new Notes<Object>();
    map.subscribe(e -> e.value() < 100, e -> e.key() + "!", mapped);
    mapped.awaitLast("bootstrapped");
    near.put("z", 1L);
    near.remove("z");
    near.put("y", 2L);
    assertEquals(List.of("b!", "bootstrapped", "z!", "y!"), mapped.awaitLast("y!"));
  }

  @Test
  void onlyAsManyAsWereRequested() throws Exception {
    for (long i = 0; i < 10; i++) {
      near.put("k" + i, i);
    }
    var subscription = map.subscribe(ALL.withRequest(3), notes);
    notes.awaitSize(3);
    map.size();
    assertEquals(3, notes.calls().size());
    subscription.request(4);
    notes.awaitSize(7);
    map.size();
    assertEquals(7, notes.calls().size());
    subscription.request(100);
    notes.awaitLast("bootstrapped");
    assertEquals(11, notes.calls().size());
    subscription.request(0);
    notes.await(all -> all.getLast().startsWith("error java.lang.IllegalArgumentException"));
  }

  @Test
  void bookmarkStaysWhileThePresentStateIsTold() throws Exception {
    near.putAll(Map.of("a", 1L, "b", 2L, "c", 3L));
    var subscription =
        map.subscribe(ALL.withSelect(Functions.getter("value")).withRequest(2), notes);
    notes.awaitSize(2);
    assertEquals(0, subscription.bookmark().revision());
    subscription.request(10);
    notes.awaitLast("bootstrapped");
    assertTrue(subscription.bookmark().revision() > 0);
  }

  @Test
  void subscriberWithoutDemandIsToldOfTheEnd() throws Exception {
    near.putAll(Map.of("a", 1L, "b", 2L, "c", 3L));
    map.subscribe(ALL.withRequest(1), notes);
    notes.awaitSize(1);
    client.close();
    assertEquals("cancelled Closed", notes.awaitSize(2).getLast());
  }

  @Test
  void whoIsTooFarBehindIsToldSoThoughItAsksForNothing() throws Exception {
    map.subscribe(ALL.withoutBootstrap().withOverflow(Overflow.DISCONNECT).withRequest(1), notes);
    near.set("k", 0L);
    notes.awaitSize(1); // or it might be too far behind before it is told anything
    for (long i = 1; i < 110_000; i++) {
      near.set("k", i);
    }
    notes.awaitLast("cancelled Too slow: more than 100000 changes behind");
    assertEquals(2, notes.calls().size());
  }

  @Test
  void onlyOneKeyOrSomeKinds() throws Exception {
    near.put("a", 1L);
    var one = new Notes<Object>();
    map.subscribe(ALL.withKey("a"), one);
    map.subscribe(ALL.withEvents(Set.of(EventKind.REMOVED)).withoutBootstrap(), notes);
    one.awaitLast("bootstrapped");
    near.put("b", 1L);
    near.put("a", 2L);
    near.remove("b");
    near.remove("a");
    assertEquals(List.of("E a=1", "bootstrapped", "U a=1>2", "R a=2"), one.awaitLast("R a=2"));
    assertEquals(List.of("R b=1", "R a=2"), notes.awaitLast("R a=2"));
  }

  @Test
  void resumesFromABookmark() throws Exception {
    near.put("a", 1L);
    long revision = near.getVersioned("a").revision();
    near.put("a", 2L);
    near.put("b", 3L);
    map.subscribe(ALL.withFrom(new Bookmark(0, revision)), notes);
    assertEquals(List.of("U a=1>2", "I b=3"), notes.awaitLast("I b=3"));
    var other = new Notes<Object>();
    map.subscribe(ALL.withFrom(new Bookmark(77, revision)), other);
    other.awaitLast("bootstrapped");
    assertEquals("resync", other.calls().getFirst());
  }

  @Test
  void filterCanBeChanged() throws Exception {
    for (long i = 0; i < 6; i++) {
      near.put("k" + i, i);
    }
    var subscription = map.subscribe(ALL.withFilter(Filters.value().lt(2)), notes);
    notes.awaitLast("bootstrapped");
    subscription.setFilter(Filters.value().gt(4));
    notes.awaitSize(6);
    assertEquals(
        Set.of("E k0=0", "E k1=1", "bootstrapped", "R k0=0", "R k1=1", "I k5=5"),
        new TreeSet<>(notes.calls()));
    subscription.setFilter(e -> e.value() % 2 == 0);
    notes.awaitSize(10);
    assertEquals(
        Set.of("R k5=5", "I k0=0", "I k2=2", "I k4=4"),
        new TreeSet<>(notes.calls().subList(6, 10)));
    near.put("k0", 1L);
    near.put("k1", 10L);
    subscription.setFilter(e -> e.value() > 3);
    notes.awaitSize(14);
    near.put("k9", 9L);
    notes.awaitLast("I k9=9");
    assertEquals(Set.of("R k2=2", "I k5=5"), new TreeSet<>(notes.calls().subList(12, 14)));
    assertEquals(List.of("R k0=0", "I k1=10"), notes.calls().subList(10, 12));
  }

  /** Nothing has come since it began that would tell how far all was seen. */
  @Test
  void filterCanBeChangedWhileTheStoreIsQuiet() throws Exception {
    for (long i = 0; i < 4; i++) {
      near.put("k" + i, i);
    }
    var subscription = map.subscribe(ALL.withoutBootstrap(), notes);
    subscription.setFilter(e -> e.value() % 2 == 0);
    assertEquals(Set.of("R k1=1", "R k3=3"), new TreeSet<>(notes.awaitSize(2)));
    var other = new Notes<Object>();
    var from = new Bookmark(client.describe("m").epoch(), near.getVersioned("k3").revision());
    var resumed = map.subscribe(ALL.withFilter(e -> e.value() > 1).withFrom(from), other);
    resumed.setFilter(e -> e.value() < 1);
    assertEquals(Set.of("R k2=2", "R k3=3", "I k0=0"), new TreeSet<>(other.awaitSize(3)));
  }

  /** A place in another log says nothing of what was seen in this one. */
  @Test
  void filterThatIsChangedBehindAnotherEpochWaitsForTheResync() throws Exception {
    near.put("a", 1L);
    var subscription =
        map.subscribe(ALL.withFrom(new Bookmark(77, Long.MAX_VALUE)).withFilter(_ -> true), notes);
    subscription.setFilter(e -> e.value() > 0);
    near.put("b", 2L);
    assertEquals("resync", notes.await(all -> all.contains("bootstrapped")).getFirst());
  }

  @ParameterizedTest
  @EnumSource(Overflow.class)
  void filterChangesWhileWritersRun(Overflow overflow) throws Exception {
    for (long i = 0; i < 200; i++) {
      near.put("k" + i, i);
    }
    var copy = new Copy();
    var subscription = map.subscribe(ALL.withOverflow(overflow), copy);
    Thread writer =
        Thread.ofVirtual()
            .start(() -> {
              for (long i = 0; i < 20_000; i++) {
                near.put("k" + i % 200, i);
              }
            });
    for (int i = 0; i < 6; i++) {
      int divisor = i + 2;
      subscription.setFilter(e -> e.value() % divisor == 0);
      long seen = subscription.bookmark().revision();
      while (subscription.bookmark().revision() <= seen && writer.isAlive()) {
        Thread.onSpinWait();
      }
    }
    subscription.setFilter(e -> e.value() % 3 == 0);
    writer.join();
    var expected = new HashMap<String, Long>();
    near.forEach((k, v) -> expected.merge(k, v, (a, b) -> b));
    expected.values().removeIf(v -> v % 3 != 0);
    copy.await(expected);
  }

  @Test
  void joinedChangesAreToldAnewByAnotherFilter() throws Exception {
    near.put("a", 1L);
    var copy = new Copy();
    var subscription = map.subscribe(ALL.withOverflow(Overflow.LATEST).withRequest(1), copy);
    copy.awaitBootstrapped();
    near.put("a", 2L);
    subscription.setFilter(e -> e.value() > 1);
    for (long i = 3; i < 1_000; i++) {
      near.put("a", i);
      map.size();
    }
    subscription.request(10_000);
    copy.await(Map.of("a", 999L));
    assertEquals(1, copy.resyncs());
  }

  @Test
  void subscriberThatThrowsIsOver() throws Exception {
    near.put("a", 1L);
    var calls = new Notes<Object>();
    map.subscribe(
        ALL,
        new Subscriber<Object>() {
          @Override
          public void onNext(Object item, long revision) {
            throw new IllegalStateException("enough");
          }

          @Override
          public void onError(Throwable failure) {
            calls.onError(failure);
          }
        });
    assertEquals(List.of("error java.lang.IllegalStateException: enough"), calls.awaitSize(1));
  }

  @Test
  void filterThatThrowsAtTheServerIsTold() throws Exception {
    var any = client.map("any", String.class, Object.class);
    any.put("a", "text");
    any.subscribe(
        SubscriptionOptions.<String, Object>all().withSelect(Functions.getter("nothing")), notes);
    notes.await(all -> !all.isEmpty());
    assertTrue(notes.calls().getFirst().startsWith("error "), notes.calls().toString());
  }

  @Test
  void droppedMapEndsItsSubscriptions() throws Exception {
    map.subscribe(ALL, notes);
    notes.awaitLast("bootstrapped");
    loopback.vitrine.drop("m");
    notes.awaitLast("cancelled Dropped");
  }

  @Test
  void slowSubscriberDelaysNobody() throws Exception {
    if (callbacksInPlace) { // then it must not be slow
      client.close();
      client = loopback.client();
      map = client.map("m", String.class, Long.class);
    }
    var release = new CountDownLatch(1);
    var slow = new Notes<Object>();
    map.subscribe(
        ALL.withoutBootstrap(),
        (Object item, long revision) -> {
          try {
            release.await(60, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          slow.onNext(item, revision);
        });
    map.subscribe(ALL, notes);
    notes.awaitSize(1); // "bootstrapped": what is set from here on is told one by one
    for (long i = 0; i < 5_000; i++) {
      map.set("k", i);
    }
    client.sync();
    notes.awaitSize(5_001);
    assertTrue(slow.calls().isEmpty());
    release.countDown();
    slow.awaitSize(5_000);
  }

  @Test
  void collectionsComeAndGo() throws Exception {
    var seen = new Notes<TopologyEvent>();
    var subscription =
        client.subscribeTopology(
            "/maps/",
            new Subscriber<TopologyEvent>() {
              @Override
              public void onNext(TopologyEvent event, long revision) {
                seen.onBootstrapped(revision);
                seen.onCancelled(event.kind() + " " + event.path());
              }
            });
    seen.awaitLast("cancelled EXISTING /maps/m");
    client.map("n", String.class, Long.class);
    seen.awaitLast("cancelled ADDED /maps/n");
    client.drop("n");
    seen.awaitLast("cancelled REMOVED /maps/n");
    subscription.setFilter(path -> path.endsWith("x"));
    seen.awaitLast("cancelled REMOVED /maps/m");
    subscription.cancel();
  }

  @Test
  void collectionsAreToldAsTheyAreRequested() throws Exception {
    near.put("a", 1L);
    client.map("n", String.class, Long.class);
    client.map("o", String.class, Long.class);
    var seen = new Notes<TopologyEvent>();
    var subscription = client.subscribeTopology("/maps/", 1, seen);
    seen.awaitSize(1);
    subscription.request(1);
    seen.awaitSize(2);
    subscription.cancel();
    // The end would come behind the third, had it not waited.
    assertEquals("cancelled By request", seen.awaitSize(3).getLast());
    var whole = new Notes<TopologyEvent>();
    var other = client.subscribeTopology("/maps/", 0, whole);
    other.request(3);
    assertEquals("bootstrapped", whole.awaitSize(4).getLast());
    client.map("p", String.class, Long.class);
    other.request(0);
    whole.await(all -> all.getLast().startsWith("error java.lang.IllegalArgumentException"));
    assertEquals(5, whole.calls().size());
    assertThrows(
        IllegalArgumentException.class, () -> client.subscribeTopology("/maps/", -1, whole));
  }

  @Test
  void nothingIsMissedOrRepeatedWhenTheLineIsCut() throws Exception {
    var copy = new Copy();
    map.subscribe(ALL, copy);
    copy.awaitBootstrapped();
    Thread writer =
        Thread.ofVirtual()
            .start(() -> {
              for (long i = 0; i < 30_000; i++) {
                near.put("k" + i % 100, i);
                if (i % 7 == 0) {
                  near.remove("k" + i % 100);
                }
              }
            });
    for (int cut = 0; cut < 5; cut++) {
      loopback.proxy.cutAndAwaitAnother();
      client.sync();
    }
    writer.join();
    copy.await(Map.copyOf(near));
    assertEquals(0, copy.resyncs());
  }

  @Test
  void lineThatStaysCutEndsTheSubscription() throws Exception {
    try (VitrineClient second = loopback.client(loopback.options().withMillis(10_000, 200))) {
      var far = second.map("m", String.class, Long.class);
      far.subscribe(ALL, notes);
      notes.awaitLast("bootstrapped");
      loopback.proxy.refuse(true);
      loopback.proxy.cut();
      notes.await(all -> all.getLast().startsWith("error "));
      var e = assertThrows(ConnectionLostException.class, () -> far.get("a"));
      assertTrue(e.getMessage().startsWith("no connection to 127.0.0.1:"), e.getMessage());
      loopback.proxy.refuse(false);
      Patience.untilAnswered(() -> far.put("a", 5L)); // it may need more than one look for a line
      assertEquals(5L, Patience.untilAnswered(() -> far.get("a")));
    }
  }

  /** Applies what it is told to a copy, and checks that each event fits it. */
  private static final class Copy implements Subscriber<MapEvent<String, Long>> {
    private final Map<String, Long> copy = new HashMap<>();
    private long lastRevision;
    private int resyncs;
    private boolean bootstrapped;
    private String problem = "";

    @Override
    public synchronized void onNext(MapEvent<String, Long> event, long revision) {
      if (revision < lastRevision) {
        problem += "revision " + revision + " after " + lastRevision + "; ";
      }
      lastRevision = revision;
      Long before = copy.get(event.key());
      if (!java.util.Objects.equals(before, event.oldValue())) {
        problem += event + " but the copy has " + before + "; ";
      }
      if (event.value() == null) {
        copy.remove(event.key());
      } else {
        copy.put(event.key(), event.value());
      }
      notifyAll();
    }

    @Override
    public synchronized void onResync(long revision) {
      resyncs++;
      copy.clear();
    }

    @Override
    public synchronized void onError(Throwable failure) {
      problem += failure;
      notifyAll();
    }

    @Override
    public synchronized void onBootstrapped(long revision) {
      bootstrapped = true;
      notifyAll();
    }

    synchronized void awaitBootstrapped() throws InterruptedException {
      while (!bootstrapped) {
        wait(TimeUnit.SECONDS.toMillis(60));
      }
    }

    synchronized int resyncs() {
      return resyncs;
    }

    synchronized void await(Map<String, Long> expected) throws InterruptedException {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (!copy.equals(expected) && problem.isEmpty()) {
        long millis = (deadline - System.nanoTime()) / 1_000_000;
        assertTrue(millis > 0, "the copy has " + copy + ", expected " + expected);
        wait(millis);
      }
      assertEquals("", problem);
    }
  }

  @Test
  void anInterruptThatASubscriberLeavesBehindEndsNothing() throws Exception {
    var subscription =
        map.subscribe(
            ALL,
            new Subscriber<MapEvent<String, Long>>() {
              @Override
              public void onNext(MapEvent<String, Long> event, long revision) {
                notes.onNext(event, revision);
                Thread.currentThread().interrupt();
              }

              @Override
              public void onBootstrapped(long revision) {
                notes.onBootstrapped(revision);
                Thread.currentThread().interrupt();
              }

              @Override
              public void onCancelled(String reason) {
                notes.onCancelled(reason);
              }

              @Override
              public void onError(Throwable failure) {
                notes.onError(failure);
              }
            });
    notes.awaitLast("bootstrapped");
    for (long i = 0; i < 20; i++) {
      near.put("k" + i, i);
      notes.awaitLast("I k" + i + "=" + i);
    }
    subscription.cancel();
    notes.awaitLast("cancelled By request");
  }

  /** A call waits for its answer, which it would not do with an interrupt. */
  @Test
  void whoLeavesAnInterruptBehindMayMakeCallsLater() throws Exception {
    var other = client.map("other", String.class, Long.class);
    var told = new CountDownLatch(3);
    var failures = new ConcurrentLinkedQueue<Throwable>();
    boolean[] interrupted = {false};
    map.subscribe(
        ALL.withoutBootstrap(),
        new Subscriber<MapEvent<String, Long>>() {
          @Override
          public void onNext(MapEvent<String, Long> event, long revision) {
            interrupted[0] |= Thread.currentThread().isInterrupted();
            if (!callbacksInPlace) { // there no call waits
              other.put(event.key(), 1L);
            }
            Thread.currentThread().interrupt();
            told.countDown();
          }

          @Override
          public void onError(Throwable failure) {
            failures.add(failure);
          }
        });
    map.putAll(Map.of("a", 1L, "b", 2L, "c", 3L));
    assertTrue(told.await(60, TimeUnit.SECONDS), () -> "failed with " + failures);
    assertEquals(false, interrupted[0]);
    assertEquals(callbacksInPlace ? 0 : 3, other.size());
  }
}
