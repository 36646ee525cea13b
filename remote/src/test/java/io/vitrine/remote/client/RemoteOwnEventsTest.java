package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.AsyncMap;
import io.vitrine.collections.Bookmark;
import io.vitrine.collections.CollectionEvent;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Overflow;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.SubscriptionOptions.EventKind;
import io.vitrine.collections.Visitors;
import io.vitrine.remote.client.Loopback.Person;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Published events, annotations, commits, differences and futures, from far. */
@ParameterizedClass
@EnumSource(WireEncoding.class)
class RemoteOwnEventsTest {
  private static final SubscriptionOptions<String, Long> ALL =
      SubscriptionOptions.<String, Long>all().withEvents(EnumSet.allOf(EventKind.class));

  @Parameter WireEncoding encoding;

  private Loopback loopback;
  private VitrineClient client;
  private ObservableMap<String, Long> map;
  private ObservableMap<String, Long> near;
  private final Notes<Object> notes = new Notes<>();

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(encoding);
    client = loopback.client();
    near = loopback.vitrine.map("m", String.class, Long.class);
    map = client.map("m", String.class, Long.class);
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    loopback.close();
  }

  @Test
  void arriveAsSentInBothDirections() throws Exception {
    var nearNotes = new Notes<Object>();
    near.subscribe(ALL, nearNotes);
    map.subscribe(ALL, notes);
    notes.awaitLast("bootstrapped");
    nearNotes.awaitLast("bootstrapped");
    map.put("a", 1L);
    long revision = map.publish(new Person("Ann", 40));
    near.publish(List.of(1L, "two", Map.of("three", 3L)));
    client.annotate("m", "unit", "EUR");
    map.put("a", 2L);
    String[] expected = {
      "bootstrapped",
      "I a=1",
      "P Person[name=Ann, age=40]",
      "P [1, two, {three=3}]",
      "A unit null>EUR",
      "U a=1>2"
    };
    notes.awaitSize(expected.length);
    nearNotes.awaitSize(expected.length);
    assertEquals(List.of(expected), notes.calls());
    assertEquals(List.of(expected), nearNotes.calls());
    assertEquals(nearNotes.revisions(), notes.revisions());
    assertEquals(revision, notes.revisions().get(1));
    assertEquals(Map.of("unit", "EUR"), client.annotations("m"));
    assertThrows(NullPointerException.class, () -> map.publish(null));
  }

  @Test
  void lambdasSiftChangesAndNotEvents() throws Exception {
    map.subscribe(ALL.withFilter(entry -> entry.value() > 5), notes);
    notes.awaitLast("bootstrapped");
    near.put("a", 1L);
    near.publish("x");
    near.put("a", 6L);
    notes.awaitLast("I a=6");
    assertEquals(List.of("bootstrapped", "P x", "I a=6"), notes.calls());
    var plain = new Notes<Object>();
    map.subscribe(SubscriptionOptions.<String, Long>all().withoutBootstrap(), plain);
    near.publish("y");
    near.put("a", 7L);
    plain.awaitLast("U a=6>7");
    assertEquals(List.of("U a=6>7"), plain.calls());
  }

  @Test
  void comeOnceWhenTheLineIsCut() throws Exception {
    var numbers = new LinkedBlockingQueue<Object>();
    map.subscribe(
        ALL.withEvents(Set.of(EventKind.PUBLISHED)),
        new Subscriber<Object>() {
          @Override
          public void onNext(Object item, long revision) {}

          @Override
          public void onEvent(CollectionEvent event) {
            numbers.add(((CollectionEvent.Published) event).event());
          }

          @Override
          public void onBootstrapped(long revision) {
            numbers.add("begun");
          }
        });
    assertEquals("begun", numbers.poll(60, TimeUnit.SECONDS));
    for (long i = 0; i < 3_000; i++) {
      near.publish(i);
      if (i % 600 == 599) {
        loopback.proxy.cut();
        client.sync();
      }
    }
    for (long i = 0; i < 3_000; i++) {
      assertEquals(i, numbers.poll(60, TimeUnit.SECONDS));
    }
  }

  @Test
  void commitsAndNumbersOfChangesAreTold() throws Exception {
    var events = new LinkedBlockingQueue<MapEvent<String, Long>>();
    map.<MapEvent<String, Long>>subscribe(ALL.withoutBootstrap(), (event, _) -> events.add(event));
    loopback.vitrine.atomically(group -> {
      group.put(near, "a", 1L);
      group.put(near, "b", 1L);
      return null;
    });
    MapEvent<String, Long> first = events.poll(60, TimeUnit.SECONDS);
    MapEvent<String, Long> second = events.poll(60, TimeUnit.SECONDS);
    assertEquals(first.commit(), second.commit());
    assertTrue(first.revision() < first.commit());
    assertEquals(second.revision(), second.commit());
    var joined = new LinkedBlockingQueue<MapEvent<String, Long>>();
    var slow =
        map.<MapEvent<String, Long>>subscribe(
            ALL.withOverflow(Overflow.LATEST).withRequest(2), (event, _) -> joined.add(event));
    joined.poll(60, TimeUnit.SECONDS);
    joined.poll(60, TimeUnit.SECONDS);
    long told = 1L;
    int changes = 0;
    for (long i = 0; i < 2_000; i++) {
      near.put("a", i);
    }
    slow.request(10_000);
    while (changes < 2_000) {
      MapEvent<String, Long> event = joined.poll(60, TimeUnit.SECONDS);
      assertEquals(told, event.oldValue());
      told = event.value();
      changes += event.changes();
    }
    assertEquals(2_000, changes);
    assertEquals(1_999L, told);
  }

  /** Also where nobody but the filter here knows what is the last one. */
  @Test
  void anAnnotationEndsAGroupOfWhichNothingElsePasses() throws Exception {
    var units = loopback.vitrine.map("annotations", String.class, Object.class);
    var events = new LinkedBlockingQueue<MapEvent<String, Long>>();
    var annotations = new LinkedBlockingQueue<CollectionEvent>();
    var options = ALL.withoutBootstrap().withFilter(entry -> entry.value() > 0);
    map.subscribe(
        options,
        new Subscriber<MapEvent<String, Long>>() {
          @Override
          public void onNext(MapEvent<String, Long> event, long revision) {
            events.add(event);
          }

          @Override
          public void onEvent(CollectionEvent event) {
            annotations.add(event);
          }
        });
    loopback.vitrine.atomically(group -> {
      group.put(near, "k", 1L);
      group.put(units, "/maps/m#unit", "EUR");
      group.put(near, "l", -1L);
      return null;
    });
    MapEvent<String, Long> change = events.poll(60, TimeUnit.SECONDS);
    CollectionEvent last = annotations.poll(60, TimeUnit.SECONDS);
    assertTrue(change.revision() < change.commit(), "more follows");
    assertEquals(change.commit(), last.revision());
  }

  /** What was committed together comes apart, so nothing of it waits for the rest. */
  @Test
  void aLambdaIsToldTheLatestOfAGroupAtOnce() throws Exception {
    var other = loopback.vitrine.map("other", String.class, Long.class);
    var latest =
        SubscriptionOptions.<String, Long>all()
            .withFilter(entry -> entry.value() > 0)
            .withOverflow(Overflow.LATEST);
    map.subscribe(latest, notes);
    notes.awaitLast("bootstrapped");
    loopback.vitrine.atomically(group -> {
      group.put(near, "a", 1L);
      group.put(other, "b", 2L);
      return null;
    });
    assertEquals(List.of("bootstrapped", "I a=1"), notes.awaitSize(2));
    loopback.vitrine.atomically(group -> {
      group.put(near, "a", 3L);
      group.put(near, "b", -1L);
      return null;
    });
    notes.awaitLast("U a=1>3");
  }

  /** An entry that left the filter waits joined with a change that by itself does not pass. */
  @Test
  void whoResumesByALambdaThatWantsTheLatestKeepsNothingThatIsGone() throws Exception {
    var odd =
        SubscriptionOptions.<String, Long>all()
            .withFilter(entry -> entry.value() % 2 == 1)
            .withOverflow(Overflow.LATEST);
    var copy = new HashMap<String, Long>();
    Subscription<?> subscription = null;
    for (int attempt = 0; subscription == null; attempt++) {
      assertTrue(attempt < 100, "the removal was told before it was joined, each time");
      near.clear();
      copy.clear();
      subscription = stopsBeforeARemoval(odd.withRequest(1), copy);
    }
    near.put("l", 5L);
    map.subscribe(odd.withFrom(subscription.bookmark()).withKnown(copy), notes);
    notes.awaitLast("bootstrapped");
    near.put("end", 1L);
    assertEquals(
        List.of("resync", "I l=5", "R k=3", "bootstrapped", "I end=1"), notes.awaitLast("I end=1"));
  }

  /**
   * A subscription that is cancelled when all was told but that {@code k} is gone; null if that was
   * told, since the server sent it before it had read of the change behind it.
   */
  private @Nullable Subscription<?> stopsBeforeARemoval(
      SubscriptionOptions<String, Long> options, Map<String, Long> copy) throws Exception {
    near.put("k", 3L);
    copy.put("k", 3L);
    var told = new Notes<Object>();
    var subscription = map.subscribe(options, told);
    told.awaitLast("bootstrapped");
    for (int i = 0; i < 30; i++) { // more than are fetched ahead
      near.put("f" + i, 1L);
      copy.put("f" + i, 1L);
    }
    near.put("k", 4L);
    near.put("x", 1L);
    copy.put("x", 1L);
    near.put("k", 6L);
    subscription.request(31);
    var last = told.await(all -> all.contains("I x=1") || all.contains("R k=3"));
    subscription.cancel();
    told.awaitLast("cancelled By request");
    return last.contains("R k=3") ? null : subscription;
  }

  /** A resync tells the state, which holds no events; a subscription for them needs none. */
  @Test
  void whoMustMissNoEventsWatchesThemAlone() throws Exception {
    SubscriptionOptions<String, Long> latest = ALL.withOverflow(Overflow.LATEST);
    var place = new Bookmark(0, near.publish("before"));
    near.publish("missed");
    map.subscribe(latest.withFilter(entry -> entry.value() > 0).withFrom(place), notes);
    notes.awaitLast("bootstrapped");
    var alone = new Notes<Object>();
    var kinds = EnumSet.of(EventKind.PUBLISHED, EventKind.ANNOTATED);
    map.subscribe(latest.withEvents(kinds).withFrom(place), alone);
    near.publish("end");
    assertEquals(List.of("resync", "bootstrapped", "P end"), notes.awaitLast("P end"));
    assertEquals(List.of("P missed", "P end"), alone.awaitLast("P end"));
  }

  @Test
  void differenceToACopyIsTold() throws Exception {
    near.putAll(Map.of("same", 1L, "changed", 1L, "gone", 1L));
    var copy = new HashMap<>(near);
    near.remove("gone");
    near.put("changed", 2L);
    near.put("new", 3L);
    SubscriptionOptions<String, Long> late = ALL.withFrom(new Bookmark(7, 5)).withKnown(copy);
    for (boolean here : new boolean[] {false, true}) {
      var told = new Notes<Object>();
      map.subscribe(here ? late.withFilter(_ -> true) : late, told);
      told.awaitLast("bootstrapped");
      var calls = new ArrayList<>(told.calls());
      assertEquals("resync", calls.removeFirst());
      calls.removeLast();
      assertEquals(Set.of("U changed=1>2", "I new=3", "R gone=1"), Set.copyOf(calls));
      assertEquals(3, calls.size());
    }
  }

  @Test
  void futuresTakeEffectInOrderAndTellFailures() throws Exception {
    AsyncMap<String, Long> async = map.async();
    var answers = new ArrayList<CompletableFuture<Long>>();
    for (long i = 0; i < 1_000; i++) {
      answers.add(async.put("k", i));
    }
    for (int i = 1; i < 1_000; i++) {
      assertEquals(i - 1L, answers.get(i).get(60, TimeUnit.SECONDS));
    }
    async.asyncUpdate("k", Visitors.add(1)).join();
    assertEquals(1_001L, async.<Long>syncUpdate("k", Visitors.add(1), v -> v).join());
    assertEquals(1_002L, async.<Long>syncUpdate("k", v -> v + 1, v -> v).join());
    assertEquals(1_002L, async.get("k").join());
    assertEquals(true, async.containsKey("k").join());
    assertEquals(1, async.size().join());
    assertEquals(Map.of("k", 1_002L), async.getAll(List.of("k", "l")).join());
    assertEquals(false, async.remove("k", 3L).join());
    assertEquals(1_002L, async.remove("k").join());
    assertEquals(true, async.isEmpty().join());
    Throwable refused =
        assertThrows(CompletionException.class, () -> async.get(null).join()).getCause();
    assertInstanceOf(NullPointerException.class, refused);
    Throwable failed =
        assertThrows(
                CompletionException.class,
                () -> async.asyncUpdate("k", Visitors.setField("f", 1)).join())
            .getCause();
    assertTrue(failed instanceof RuntimeException, failed.toString());
    var outcomes = new LinkedBlockingQueue<Object>();
    async.put(
        "z",
        1L,
        (_, _) -> {
          map.put("z", 2L); // a callback may wait for calls of the same client
          outcomes.add(map.get("z"));
        });
    assertEquals(2L, outcomes.poll(60, TimeUnit.SECONDS));
  }

  @Test
  void futuresFailWhenTheLineIsLost() throws Exception {
    VitrineClient second = loopback.client(loopback.options().withMillis(10_000, 200));
    AsyncMap<String, Long> async = second.<String, Long>map("m", String.class, Long.class).async();
    async.put("a", 1L).join();
    loopback.proxy.refuse(true);
    loopback.proxy.cut();
    Throwable lost =
        assertThrows(CompletionException.class, () -> async.get("a").join()).getCause();
    assertInstanceOf(ConnectionLostException.class, lost);
    loopback.proxy.refuse(false);
    second.close();
  }
}
