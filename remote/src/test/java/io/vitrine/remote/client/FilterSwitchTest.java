package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Await;
import io.vitrine.collections.ElementOptions;
import io.vitrine.collections.Filter;
import io.vitrine.collections.Filters;
import io.vitrine.collections.MapEntry;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.Overflow;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.store.TypedValue;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Another filter at the client, whatever the order in which the two sources' answers come. */
@SuppressWarnings({"NullAway", "ReturnValueIgnored"}) // A null where there must be none fails.
class FilterSwitchTest {
  private static final TypeRegistry TYPES = new TypeRegistry();
  private static final Filter<MapEntry<String, Long>> EVEN = e -> e.value() % 2 == 0;
  private static final Filter<MapEntry<String, Long>> ODD = e -> e.value() % 2 == 1;

  private ScriptedServer server;
  private Link link;
  private final Notes<Object> notes = new Notes<>();

  @BeforeEach
  void start() throws IOException {
    server = new ScriptedServer();
    link = new Link("127.0.0.1", server.port(), ClientOptions.DEFAULT);
    link.connect();
  }

  @AfterEach
  void stop() throws IOException {
    link.close();
    server.close();
  }

  private Subscription<MapEntry<String, Long>> subscribe(
      Filter<? super MapEntry<String, Long>> filter) {
    return subscribe(filter, Long.MAX_VALUE);
  }

  private Subscription<MapEntry<String, Long>> subscribe(
      Filter<? super MapEntry<String, Long>> filter, long request) {
    return subscribe(
        ElementOptions.<MapEntry<String, Long>>all().withFilter(filter).withRequest(request));
  }

  private Subscription<MapEntry<String, Long>> subscribe(
      ElementOptions<MapEntry<String, Long>> options) {
    var form = new EntryForm<>(new Form<>(String.class, TYPES), new Form<>(Long.class, TYPES));
    return RemoteSubscription.begin(
        link, "/maps/m", form, TYPES, options, null, null, new Noting());
  }

  /** Notes the revisions, too. */
  private final class Noting implements Subscriber<MapEvent<String, Long>> {
    @Override
    public void onNext(MapEvent<String, Long> event, long revision) {
      notes.onNext(event, revision);
    }

    @Override
    public void onBootstrapped(long revision) {
      notes.onBootstrapped(revision);
    }

    @Override
    public void onFiltered(long revision) {
      notes.onCancelled("filtered " + revision);
    }

    @Override
    public void onResync(long revision) {
      notes.onResync(revision);
    }

    @Override
    public void onProgress(long revision) {
      notes.onCancelled("progress " + revision);
    }

    @Override
    public void onCancelled(String reason) {
      notes.onCancelled(reason);
    }

    @Override
    public void onError(Throwable failure) {
      notes.onError(failure);
    }
  }

  /** Lets the client take what has come: not a proof, but nearly always time enough. */
  private void letTake() {
    for (int i = 0; i < 50; i++) {
      link.ask("/", "size", List.of(), true);
    }
  }

  private Subscription<MapEntry<String, Long>> bootstrapped() throws Exception {
    var subscription = subscribe(EVEN);
    server.awaitSubscriptions(1);
    server.existing(0, 10, "a", 2);
    server.existing(0, 10, "b", 3);
    server.bootstrapped(0, 10);
    notes.awaitLast("bootstrapped");
    return subscription;
  }

  /** What is sifted here is fetched ahead, so the end may be here before more is asked for. */
  @ParameterizedTest
  @ValueSource(strings = {"Closed", "Too slow: more than 100000 changes behind"})
  void whoAsksForNoMoreIsToldOfTheEnd(String reason) throws Exception {
    var subscription = subscribe(EVEN, 1);
    server.awaitSubscriptions(1);
    server.existing(0, 10, "a", 2);
    server.existing(0, 10, "b", 4);
    server.end(0, "cancelled", reason);
    assertEquals(List.of("E a=2", "cancelled " + reason), notes.awaitSize(2));
    Await.until(subscription::isDone, "the subscription to be over");
  }

  /** Who asks for more while the end is on its way is answered that there is nothing to ask. */
  @Test
  void theFirstEndCounts() {
    var source = new Source(link, "/maps/m", Map.of(), false, new Wake(false), () -> {});
    source.receive(Message.of(Routing.answer(1L), "cancelled", "Too slow: it was"));
    var unknown = new TypedValue("UnknownEvent", Map.of("message", "a map knows no event request"));
    source.receive(Message.of(Routing.answer(1L), "exception", unknown));
    var ended = assertThrows(Cancelled.class, source::checkNotOver);
    assertEquals("Too slow: it was", ended.reason());
    var dropped = new Source(link, "/maps/m", Map.of(), false, new Wake(false), () -> {});
    dropped.receive(Message.of(Routing.answer(1L), "cancelled", "Dropped"));
    dropped.receive(Message.of(Routing.answer(1L), "exception", unknown));
    dropped.checkNotOver(); // what came before is told first
  }

  @Test
  void whoAsksForNoMoreIsToldWhyTheServerFailed() throws Exception {
    subscribe(EVEN, 1);
    server.awaitSubscriptions(1);
    server.existing(0, 10, "a", 2);
    server.existing(0, 10, "b", 4);
    server.end(0, "exception", new TypedValue("Internal", Map.of("message", "out of order")));
    List<String> calls = notes.awaitSize(2);
    assertEquals("E a=2", calls.getFirst());
    assertTrue(calls.getLast().contains("out of order"), calls.toString());
  }

  /** As in one process: a collection is over behind its last change. */
  @Test
  void aDroppedCollectionIsToldOfBehindWhatWasBefore() throws Exception {
    var subscription = subscribe(EVEN, 1);
    server.awaitSubscriptions(1);
    server.existing(0, 10, "a", 2);
    server.existing(0, 10, "b", 4);
    server.end(0, "cancelled", "Dropped");
    notes.awaitSize(1);
    letTake();
    assertEquals(List.of("E a=2"), notes.calls());
    subscription.request(1);
    assertEquals(List.of("E a=2", "E b=4", "cancelled Dropped"), notes.awaitSize(3));
  }

  /** The place moves on over nothing that was not told. */
  @Test
  void whatIsHeldBackComesBeforeProgress() throws Exception {
    var subscription = bootstrapped();
    server.updatedWithOthers(0, 15, 20, "a", 2, 4);
    server.progress(0, 20);
    assertEquals(
        List.of("E a=2", "bootstrapped", "U a=2>4", "cancelled progress 20"),
        notes.awaitLast("cancelled progress 20"));
    assertEquals(List.of(10L, 20L), notes.revisions());
    assertEquals(20, subscription.bookmark().revision());
  }

  @Test
  void aDemandOfLessThanNoneIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> subscribe(EVEN, -1));
  }

  @Test
  void nothingBehindTheBeginningIsToldByTheFilterBefore() throws Exception {
    bootstrapped().setFilter(ODD);
    server.awaitSubscriptions(2);
    server.updated(0, 11, "a", 2, 4);
    server.updated(0, 13, "a", 4, 6); // behind the beginning of the other, which comes later
    server.updated(0, 14, "b", 3, 8);
    letTake();
    server.existing(1, 12, "a", 4);
    server.awaitSaid("cancel", 0, 1);
    server.existing(1, 12, "b", 3);
    server.bootstrapped(1, 12);
    server.updated(1, 13, "a", 4, 6);
    server.updated(1, 14, "b", 3, 8);
    server.updated(1, 15, "a", 6, 7);
    assertEquals(
        List.of(
            "E a=2",
            "bootstrapped",
            "U a=2>4",
            "R a=4",
            "I b=3",
            "cancelled filtered 12",
            "R b=3",
            "I a=7"),
        notes.awaitLast("I a=7"));
    assertEquals(List.of(10L, 11L, 12L, 12L, 14L, 15L), notes.revisions());
  }

  @Test
  void whatIsOnItsWayUpToTheBeginningIsToldFirst() throws Exception {
    bootstrapped().setFilter(ODD);
    server.awaitSubscriptions(2);
    server.existing(1, 12, "a", 4);
    letTake();
    server.updated(0, 11, "a", 2, 4);
    letTake();
    assertEquals(List.of("E a=2", "bootstrapped", "U a=2>4"), notes.awaitSize(3));
    server.progress(0, 12);
    server.awaitSaid("cancel", 0, 1);
    server.bootstrapped(1, 12);
    assertEquals(
        List.of("cancelled progress 12", "R a=4", "cancelled filtered 12"),
        notes.awaitLast("cancelled filtered 12").subList(3, 6));
  }

  @Test
  void whoHasMissedSomethingIsToldTheStateAnew() throws Exception {
    bootstrapped().setFilter(ODD);
    server.awaitSubscriptions(2);
    server.existing(1, 20, "a", 9);
    server.resync(0, 25); // what was between 10 and 20 is no longer retained
    server.awaitSaid("cancel", 0, 1);
    server.existing(1, 20, "b", 5);
    server.bootstrapped(1, 20);
    assertEquals(
        List.of("resync", "E a=9", "E b=5", "bootstrapped", "cancelled filtered 20"),
        notes.awaitLast("cancelled filtered 20").subList(2, 7));
  }

  @Test
  void theOtherOneMayBeginAnew() throws Exception {
    bootstrapped().setFilter(ODD);
    server.awaitSubscriptions(2);
    server.existing(1, 12, "a", 4);
    letTake();
    server.cut();
    server.awaitSaid("subscribe", 1, 2);
    server.updated(0, 11, "a", 2, 4);
    server.updated(0, 16, "a", 4, 8);
    server.updated(0, 18, "a", 8, 10);
    server.existing(1, 17, "a", 8);
    server.awaitSaid("cancel", 0, 1);
    server.bootstrapped(1, 17);
    server.updated(1, 18, "a", 8, 10);
    server.updated(1, 19, "a", 10, 11);
    assertEquals(
        List.of("U a=2>4", "U a=4>8", "R a=8", "cancelled filtered 17", "I a=11"),
        notes.awaitLast("I a=11").subList(2, 7));
  }

  @Test
  void aServerThatRefusesTheOtherOneEndsTheSubscription() throws Exception {
    bootstrapped().setFilter(ODD);
    server.awaitSubscriptions(2);
    server.end(
        1, "exception", new TypedValue("LimitExceeded", Map.of("message", "too many of them")));
    notes.await(all -> all.getLast().contains("too many of them"));
  }

  @Test
  void aDroppedCollectionEndsItAsDropped() throws Exception {
    bootstrapped().setFilter(ODD);
    server.awaitSubscriptions(2);
    server.end(1, "exception", new TypedValue("UnknownPath", Map.of("message", "/maps/m")));
    letTake();
    server.updated(0, 11, "a", 2, 4);
    server.end(0, "cancelled", "Dropped");
    assertEquals(
        List.of("U a=2>4", "cancelled Dropped"),
        notes.awaitLast("cancelled Dropped").subList(2, 4));
  }

  @Test
  void aFilterWaitsUntilTheServerHasTheOneBefore() throws Exception {
    var far = subscribe(Filters.value().ge(5));
    server.awaitSubscriptions(1);
    server.bootstrapped(0, 20);
    notes.awaitLast("bootstrapped");
    far.setFilter(Filters.value().lt(5));
    server.awaitSaid("setFilter", 0, 1);
    far.setFilter(ODD);
    server.entered(0, 30, "a", 2);
    server.entered(0, 30, "b", 3);
    server.filtered(0, 30);
    server.awaitSubscriptions(2); // not before
    server.existing(1, 30, "a", 2);
    server.awaitSaid("cancel", 0, 1);
    server.existing(1, 30, "b", 3);
    server.existing(1, 30, "c", 7);
    server.bootstrapped(1, 30);
    List<String> calls = notes.awaitSize(7);
    assertEquals(
        List.of(
            "I a=2", "I b=3", "cancelled filtered 30", "R a=2", "I c=7", "cancelled filtered 30"),
        calls.subList(1, 7));
  }

  /** An entry that left the filter may have come joined with a change that does not pass. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoWantsTheLatestByAnotherLambdaIsToldAllAnewWhenTheLineIsCut(boolean sifted)
      throws Exception {
    var latest = ElementOptions.<MapEntry<String, Long>>all().withOverflow(Overflow.LATEST);
    var far = subscribe(sifted ? latest.withFilter(Filters.value().ge(0)) : latest);
    server.awaitSubscriptions(1);
    server.bootstrapped(0, 10);
    notes.awaitLast("bootstrapped");
    far.setFilter(ODD);
    server.awaitSubscriptions(2);
    server.existing(1, 12, "k", 3);
    server.bootstrapped(1, 12);
    notes.awaitLast("cancelled filtered 12");
    server.cut();
    server.awaitSaid("subscribe", 1, 2);
    server.existing(1, 14, "l", 5);
    assertEquals(
        List.of("resync", "E k=3", "bootstrapped", "cancelled filtered 12", "resync", "E l=5"),
        notes.awaitLast("E l=5").subList(1, notes.calls().size()));
  }
}
