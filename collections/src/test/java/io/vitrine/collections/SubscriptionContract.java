package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.SubscriptionOptions.EventKind;
import io.vitrine.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a subscriber is promised, on any store. */
abstract class SubscriptionContract {
  private static final SubscriptionOptions<String, Long> ALL = SubscriptionOptions.all();

  private Store store;
  private LocalVitrine vitrine;
  private ObservableMap<String, Long> map;
  private final Recorder<MapEvent<String, Long>> recorder = new Recorder<>();

  abstract Store openStore();

  final ObservableMap<String, Long> map() {
    return map;
  }

  @BeforeEach
  void open() {
    store = openStore();
    vitrine = new LocalVitrine(store, new TypeRegistry());
    map = vitrine.map("m", MapSpec.of(String.class, Long.class).withSegments(8));
  }

  @AfterEach
  void close() {
    vitrine.close();
  }

  @Test
  void bootstrap_thenChanges() {
    map.put("a", 1L);
    map.subscribe(ALL, recorder);
    recorder.expect("Existing a 1", "bootstrapped");
    assertEquals(store.revision(), recorder.bootstrapped());
    map.put("a", 2L);
    map.put("b", 3L);
    map.remove("a");
    map.asyncUpdate("b", Visitors.add(4));
    recorder.expect("Updated a 1>2", "Inserted b 3", "Removed a 2", "Updated b 3>7");
    var revisions = recorder.revisions();
    assertEquals(revisions.stream().sorted().distinct().toList(), revisions);
  }

  @Test
  void clear_isOneEventPerKey() {
    map.put("a", 1L);
    map.subscribe(ALL, recorder);
    recorder.expect("Existing a 1", "bootstrapped");
    map.clear();
    recorder.expect("Removed a 1");
  }

  @Test
  void timeToLive_endsWithARemovalWhenItIsSwept() {
    map.subscribe(ALL.withoutBootstrap(), recorder);
    map.set("a", 1L, Duration.ofMillis(1));
    map.set("b", 2L, Duration.ofHours(1));
    Await.until(vitrine::tidy, "an entry to be swept");
    recorder.expect("Inserted a 1", "Inserted b 2", "Removed a 1");
    assertFalse(map.containsKey("a"));
    assertEquals(2L, map.get("b"));
  }

  @Test
  void withoutBootstrap_onlyLaterChanges() {
    map.put("a", 1L);
    map.subscribe(ALL.withoutBootstrap(), recorder);
    map.put("a", 2L);
    recorder.expect("Updated a 1>2");
  }

  @Test
  void otherMaps_areNotSeen() {
    var other = vitrine.map("other", String.class, Long.class);
    map.subscribe(ALL.withoutBootstrap(), recorder);
    other.put("x", 1L);
    map.put("a", 1L);
    recorder.expect("Inserted a 1");
  }

  @Test
  void filter_tellsTransitions() {
    map.put("a", 1L);
    map.put("b", 11L);
    map.subscribe(ALL.withFilter(Filters.value().gt(10)), recorder);
    recorder.expect("Existing b 11", "bootstrapped");
    map.put("a", 12L);
    map.put("a", 13L);
    map.put("a", 2L);
    map.put("a", 3L);
    map.remove("a");
    map.remove("b");
    recorder.expect("Inserted a 12", "Updated a 12>13", "Removed a 13", "Removed b 11");
  }

  @Test
  void select_mapsEntries() {
    map.put("a", 1L);
    var texts = new Recorder<String>();
    map.subscribe(Filters.value().lt(10), entry -> entry.key() + entry.value(), texts);
    texts.expect("a1", "bootstrapped");
    map.put("a", 2L);
    map.put("a", 10L);
    map.remove("a");
    map.put("b", 3L);
    texts.expect("a2", "b3");
  }

  @Test
  void events_onlySomeKinds() {
    map.put("a", 1L);
    map.subscribe(ALL.withEvents(Set.of(EventKind.REMOVED)), recorder);
    map.subscribe(ALL.withoutBootstrap().withEvents(Set.of(EventKind.INSERTED)), recorder);
    recorder.expect("Existing a 1", "bootstrapped");
    map.put("a", 2L);
    map.remove("a");
    recorder.expect("Removed a 2");
    map.put("a", 3L);
    recorder.expect("Inserted a 3");
  }

  @Test
  void key_onlyThatKey() {
    map.put("a", 1L);
    map.put("b", 1L);
    map.subscribe(ALL.withKey("b"), recorder);
    recorder.expect("Existing b 1", "bootstrapped");
    map.put("a", 2L);
    map.put("b", 2L);
    map.put("c", 2L);
    map.remove("b");
    recorder.expect("Updated b 1>2", "Removed b 2");
  }

  @Test
  void key_absentAtTheBeginning() {
    map.subscribe(ALL.withKey("b"), recorder);
    recorder.expect("bootstrapped");
    map.put("b", 2L);
    recorder.expect("Inserted b 2");
  }

  @Test
  void demand_neverMoreThanRequested() {
    map.put("a", 1L);
    map.put("b", 1L);
    var subscription = map.subscribe(ALL.withRequest(1), recorder);
    recorder.await(() -> recorder.items().size() == 1, "one item");
    var witness = new Recorder<MapEvent<String, Long>>();
    map.subscribe(ALL.withoutBootstrap(), witness);
    map.put("c", 1L);
    witness.expect("Inserted c 1");
    assertEquals(1, recorder.calls().size());
    subscription.request(2);
    recorder.await(() -> recorder.items().size() == 3, "three items");
    assertEquals("bootstrapped", recorder.calls().get(2));
    assertEquals("Inserted c 1", recorder.calls().get(3));
    map.put("d", 1L);
    witness.expect("Inserted d 1");
    assertEquals(4, recorder.calls().size());
    subscription.request(Long.MAX_VALUE);
    subscription.request(Long.MAX_VALUE);
    recorder.awaitCall("Inserted d 1"::equals);
  }

  @Test
  void request_ofNone_isAnError() {
    var subscription = map.subscribe(ALL, recorder);
    recorder.expect("bootstrapped");
    subscription.request(0);
    recorder.expect("error: IllegalArgumentException");
    assertTrue(subscription.isDone());
    assertThrows(
        IllegalArgumentException.class, () -> map.subscribe(ALL.withRequest(-1), recorder));
  }

  @Test
  void cancel_isToldOnce_andNothingAfterIt() {
    var subscription = map.subscribe(ALL, recorder);
    recorder.expect("bootstrapped");
    assertFalse(subscription.isDone());
    subscription.cancel();
    subscription.cancel();
    subscription.request(-1);
    recorder.awaitCall("cancelled: By request"::equals);
    var witness = new Recorder<MapEvent<String, Long>>();
    map.subscribe(ALL, witness);
    witness.expect("bootstrapped");
    map.put("a", 1L);
    witness.expect("Inserted a 1");
    recorder.expect("cancelled: By request");
    assertTrue(subscription.isDone());
  }

  @Test
  void cancel_withoutDemand() {
    map.put("a", 1L);
    map.subscribe(ALL.withRequest(0), recorder).cancel();
    recorder.expect("cancelled: By request");
  }

  @Test
  void setFilter_tellsWhatItChanges() {
    for (long i = 1; i <= 6; i++) {
      map.put("k" + i, i);
    }
    var subscription = map.subscribe(ALL.withFilter(Filters.value().le(2)), recorder);
    recorder.awaitCall("bootstrapped"::equals);
    var bothSides =
        Filters.<MapEntry<String, Long>>and(Filters.value().ge(2), Filters.value().le(3));
    assertEquals(3, recorder.calls().size());
    subscription.setFilter(bothSides);
    recorder.await(() -> recorder.calls().size() == 5, "the difference");
    var difference = recorder.calls().subList(3, 5);
    assertEquals(Set.of("Removed k1 1", "Inserted k3 3"), Set.copyOf(difference));
    map.put("k1", 7L);
    map.put("k3", 8L);
    recorder.awaitCall("Removed k3 3"::equals);
    assertEquals(6, recorder.calls().size());
  }

  @Test
  void setFilter_waitsForDemand() {
    map.put("a", 1L);
    var subscription =
        map.subscribe(ALL.withFilter(Filters.value().gt(5)).withRequest(0), recorder);
    recorder.expect("bootstrapped");
    map.put("b", 6L);
    subscription.setFilter(Filters.value().lt(5));
    subscription.request(10);
    recorder.awaitCall("Inserted a 1"::equals);
    map.put("z", 1L);
    recorder.awaitCall("Inserted z 1"::equals);
    // Whether the old filter still saw b is not fixed, but then the new one takes it back.
    assertTrue(Set.of(2, 4).contains(recorder.calls().size()), () -> recorder.calls().toString());
  }

  @Test
  void resume_fromABookmark() {
    map.put("a", 1L);
    var first = map.subscribe(ALL, recorder);
    recorder.expect("Existing a 1", "bootstrapped");
    map.put("a", 2L);
    recorder.expect("Updated a 1>2");
    first.cancel();
    recorder.expect("cancelled: By request");
    var bookmark = first.bookmark();
    assertEquals(store.epoch(), bookmark.epoch());
    map.put("a", 3L);
    map.remove("a");
    map.subscribe(ALL.withFrom(bookmark), recorder);
    recorder.expect("Updated a 2>3", "Removed a 3");
    map.subscribe(ALL.withFrom(new Bookmark(0, bookmark.revision())), recorder);
    recorder.expect("Updated a 2>3", "Removed a 3");
  }

  @Test
  void resume_ofAnotherEpoch_isAResync() {
    map.put("a", 1L);
    long epoch = store.epoch();
    map.subscribe(ALL.withFrom(new Bookmark(epoch + 1, 1)), recorder);
    recorder.expect("resync", "Existing a 1", "bootstrapped");
    map.put("a", 2L);
    recorder.expect("Updated a 1>2");
  }

  @Test
  void resume_fromARevisionThatIsNone_isRefused() {
    for (long revision : new long[] {1L << 40, -5}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> map.subscribe(ALL.withFrom(new Bookmark(0, revision)), recorder));
    }
  }

  @Test
  void failures_endTheSubscriptionAlone() {
    var healthy = new Recorder<MapEvent<String, Long>>();
    map.subscribe(ALL, healthy);
    map.subscribe(
        ALL.withFilter(entry -> {
          throw new ArithmeticException(entry.key());
        }),
        recorder);
    healthy.expect("bootstrapped");
    recorder.expect("bootstrapped");
    map.put("a", 1L);
    recorder.expect("error: ArithmeticException");
    healthy.expect("Inserted a 1");
    var thrower =
        new Subscriber<MapEvent<String, Long>>() {
          @Override
          public void onNext(MapEvent<String, Long> item, long revision) {
            throw new IllegalStateException("on purpose");
          }

          @Override
          public void onError(Throwable failure) {
            recorder.onError(failure);
          }
        };
    map.subscribe(ALL, thrower);
    recorder.expect("error: IllegalStateException");
    map.put("a", 2L);
    healthy.expect("Updated a 1>2");
    assertInstanceOf(IllegalStateException.class, recorder.failure());
  }

  @Test
  void unknownField_isAnError() {
    map.put("a", 1L);
    map.subscribe(ALL.withFilter(Filters.field("nope").eq(1)), recorder);
    recorder.expect("error: IllegalArgumentException");
    assertTrue(String.valueOf(recorder.failure()).contains("nope"));
  }

  @Test
  void progress_isToldOfAQuietSubscription() {
    map.subscribe(ALL.withFilter(Filters.value().gt(100)), recorder);
    recorder.expect("bootstrapped");
    map.put("a", 1L);
    long revision = store.revision();
    recorder.await(() -> recorder.progress() >= revision, "progress");
    assertEquals(0, recorder.calls().size());
  }

  @Test
  void latest_joinsChangesOfAKey() {
    map.put("a", 1L);
    map.put("gone", 1L);
    var subscription =
        map.subscribe(
            ALL.withoutBootstrap().withOverflow(Overflow.LATEST).withRequest(0), recorder);
    map.put("a", 2L);
    map.put("b", 1L);
    map.put("passing", 1L);
    map.remove("gone");
    map.remove("passing");
    map.put("a", 3L);
    long revision = store.revision();
    // Without demand it reads on and joins; how far it has come shows only in what it tells.
    awaitRead(subscription, revision);
    subscription.request(10);
    recorder.expect("Inserted b 1", "Removed gone 1", "Updated a 1>3");
    var revisions = recorder.revisions();
    assertEquals(revisions.stream().sorted().toList(), revisions);
    recorder.await(() -> subscription.bookmark().revision() >= revision, "all told");
  }

  /** What it was not told before the bookmark may begin there: it has the entry as it was then. */
  @Test
  void latest_resumed_tellsWhatCameAndWentSince() {
    map.put("k", 1L);
    var options = ALL.withOverflow(Overflow.LATEST);
    var subscription = map.subscribe(options.withRequest(1), recorder);
    recorder.expect("Existing k 1", "bootstrapped");
    map.remove("k");
    map.put("a", 1L);
    map.put("k", 5L);
    map.remove("k");
    long revision = store.revision();
    awaitRead(subscription, revision);
    subscription.request(1);
    recorder.expect("Inserted a 1");
    subscription.cancel();
    recorder.expect("cancelled: By request");
    var resumed = map.subscribe(options.withFrom(subscription.bookmark()).withRequest(0), recorder);
    awaitRead(resumed, revision);
    resumed.request(1);
    recorder.expect("Removed k 5");
  }

  @Test
  void latest_readsOnlyWhatItMayHold() {
    var subscription =
        map.subscribe(
            ALL.withoutBootstrap().withOverflow(Overflow.LATEST).withRequest(0), recorder);
    long full = 0;
    long beyond = 0;
    for (long i = 1; i <= Follower.JOINED_MAX + 2_000; i++) {
      map.set("k" + i, i);
      full = i == Follower.JOINED_MAX ? store.revision() : full;
      beyond = i == Follower.JOINED_MAX + 1_000 ? store.revision() : beyond;
    }
    awaitRead(subscription, full);
    var log = (LogSubscription<?, ?, ?>) subscription;
    recorder.await(
        () ->
            log.thread().getState() == Thread.State.WAITING
                || log.thread().getState() == Thread.State.TIMED_WAITING,
        "the subscription to wait");
    assertTrue(log.readRevision() < beyond);
    subscription.request(Long.MAX_VALUE);
    long last = store.revision();
    recorder.await(() -> subscription.bookmark().revision() >= last, "all told");
  }

  /** Who asks for nothing keeps its place in the log, and in memory only what was read at once. */
  @Test
  void every_withoutDemand_readsOnlyWhatItMayHold() {
    var subscription = map.subscribe(ALL.withoutBootstrap().withRequest(0), recorder);
    long start = store.revision();
    long beyond = 0;
    for (long i = 1; i <= 3_000; i++) {
      map.set("k" + i, i);
      beyond = i == 1_000 ? store.revision() : beyond;
    }
    long last = store.revision();
    var log = (LogSubscription<?, ?, ?>) subscription;
    recorder.await(
        () ->
            log.readRevision() > start
                && (log.thread().getState() == Thread.State.WAITING
                    || log.thread().getState() == Thread.State.TIMED_WAITING),
        "the subscription to wait");
    assertTrue(log.readRevision() < beyond, log.readRevision() + " of " + last);
    subscription.request(Long.MAX_VALUE);
    recorder.await(() -> subscription.bookmark().revision() >= last, "all told");
    assertEquals(3_000, recorder.calls().size());
  }

  private void awaitRead(Subscription<?> subscription, long revision) {
    var log = (LogSubscription<?, ?, ?>) subscription;
    recorder.await(() -> log.readRevision() >= revision, "the log to be read");
  }

  @Test
  void disconnect_endsOneThatIsTooFarBehind() {
    map.subscribe(
        ALL.withoutBootstrap().withOverflow(Overflow.DISCONNECT).withRequest(1), recorder);
    map.set("a", 0L);
    recorder.await(() -> recorder.items().size() == 1, "what it asked for");
    for (long i = 1; i < LagGauge.CHANGES_MAX + 1000; i++) {
      map.set("a", i);
    }
    recorder.expect("Inserted a 0", "cancelled: Too slow: more than 100000 changes behind");
  }

  @Test
  void slowSubscriber_delaysNobody() throws InterruptedException {
    var gate = new CountDownLatch(1);
    map.subscribe(
        ALL,
        (Subscriber<MapEvent<String, Long>>)
            (_, _) -> {
              try {
                gate.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    map.subscribe(ALL, recorder);
    recorder.expect("bootstrapped");
    map.put("a", 1L);
    map.put("a", 2L);
    recorder.expect("Inserted a 1", "Updated a 1>2");
    gate.countDown();
  }

  @Test
  void drop_endsItsSubscriptions() {
    map.put("a", 1L);
    map.subscribe(ALL, recorder);
    recorder.expect("Existing a 1", "bootstrapped");
    assertTrue(vitrine.drop("m"));
    recorder.expect("cancelled: Dropped");
  }

  @Test
  void close_endsAllSubscriptions() {
    var subscription = map.subscribe(ALL, recorder);
    recorder.expect("bootstrapped");
    vitrine.close();
    recorder.expect("cancelled: Closed");
    assertTrue(subscription.isDone());
    assertThrows(IllegalStateException.class, () -> map.put("a", 1L));
    assertThrows(IllegalStateException.class, () -> map.subscribe(ALL, recorder));
  }

  @Test
  void topology_tellsNoMoreThanRequested() {
    vitrine.map("n", String.class, String.class);
    vitrine.map("o", String.class, String.class);
    var topology = new Recorder<TopologyEvent>();
    var subscription = vitrine.subscribeTopology("/maps/", 1, topology);
    topology.await(() -> topology.items().size() == 1, "one event");
    subscription.request(1);
    topology.await(() -> topology.items().size() == 2, "two events");
    subscription.cancel();
    // The end would come behind the third, had it not waited.
    topology.awaitCall("cancelled: By request"::equals);
    assertEquals(2, topology.items().size());
    assertThrows(
        IllegalArgumentException.class, () -> vitrine.subscribeTopology("/", -1, topology));
  }

  @Test
  void listener_isToldUntilItIsRemoved() {
    var listening = map.addListener(event -> recorder.onNext(event, event.revision()));
    map.put("a", 1L);
    map.remove("a");
    recorder.expect("Inserted a 1", "Removed a 1");
    listening.cancel();
    recorder.await(listening::isDone, "the listener to be removed");
    map.put("b", 1L);
    assertEquals(List.of(), recorder.calls());
  }

  @Test
  void topology_tellsCollections() {
    var topology = new Recorder<TopologyEvent>();
    var subscription = vitrine.subscribeTopology("/maps/", topology);
    topology.awaitCall("bootstrapped"::equals);
    vitrine.map("n", String.class, String.class);
    vitrine.drop("n");
    topology.await(() -> topology.items().size() == 3, "three events");
    assertEquals(
        "EXISTING /maps/m ADDED /maps/n REMOVED /maps/n",
        String.join(" ", topology.items().stream().map(e -> e.kind() + " " + e.path()).toList()));
    subscription.setFilter(path -> path.endsWith("n"));
    topology.await(() -> topology.items().size() == 4, "the difference");
    assertEquals(TopologyEvent.Kind.REMOVED, topology.items().get(3).kind());
    subscription.cancel();
    topology.awaitCall("cancelled: By request"::equals);
  }
}
