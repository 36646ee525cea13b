package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.SubscriptionOptions.EventKind;
import io.vitrine.store.Store;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a subscriber of a set is promised, on any store. */
abstract class SetSubscriptionContract {
  private static final ElementOptions<Long> ALL = ElementOptions.all();

  private Store store;
  private LocalVitrine vitrine;
  private ObservableSet<Long> set;
  private final Recorder<SetEvent<Long>> recorder = new Recorder<>();

  abstract Store openStore();

  @BeforeEach
  void open() {
    store = openStore();
    vitrine = new LocalVitrine(store, new TypeRegistry());
    set = vitrine.set("s", ElementSpec.of(Long.class).withSegments(8));
  }

  @AfterEach
  void close() {
    vitrine.close();
  }

  @Test
  void bootstrap_thenChanges() {
    set.add(1L);
    set.subscribe(ALL, recorder);
    recorder.expect("Existing 1", "bootstrapped");
    assertEquals(store.revision(), recorder.bootstrapped());
    assertTrue(set.add(2L));
    assertTrue(!set.add(2L) && !set.remove(3L));
    assertTrue(set.remove(1L));
    set.clear();
    recorder.expect("Inserted 2", "Removed 1", "Removed 2");
    var revisions = recorder.revisions();
    assertEquals(revisions.stream().sorted().distinct().toList(), revisions);
    assertTrue(recorder.items().getLast().timeNanos() > 0);
  }

  @Test
  void otherCollections_areNotSeen() {
    set.subscribe(ALL.withoutBootstrap(), recorder);
    vitrine.set("other", Long.class).add(7L);
    vitrine.map("s", Long.class, Long.class).put(8L, 8L);
    set.add(9L);
    recorder.expect("Inserted 9");
  }

  @Test
  void filterAndSelect() {
    set.addAll(List.of(1L, 20L));
    set.subscribe(ALL.withFilter(Filters.value().gt(10)), recorder);
    var texts = new Recorder<String>();
    set.subscribe(Filters.value().lt(10), element -> "e" + element, texts);
    recorder.expect("Existing 20", "bootstrapped");
    texts.expect("e1", "bootstrapped");
    set.addAll(List.of(2L, 30L));
    set.removeAll(List.of(1L, 20L));
    set.add(3L);
    recorder.expect("Inserted 30", "Removed 20");
    texts.expect("e2", "e3");
  }

  @Test
  void setFilter_tellsWhatItChanges() {
    set.addAll(List.of(1L, 20L));
    var subscription = set.subscribe(ALL.withFilter(Filters.value().gt(10)), recorder);
    recorder.expect("Existing 20", "bootstrapped");
    subscription.setFilter(element -> element < 10);
    recorder.await(() -> recorder.calls().size() == 2, "the difference");
    assertEquals(Set.of("Removed 20", "Inserted 1"), Set.copyOf(recorder.calls()));
  }

  @Test
  void events_onlySomeKinds() {
    set.subscribe(ALL.withEvents(Set.of(EventKind.REMOVED)), recorder);
    recorder.expect("bootstrapped");
    set.add(1L);
    set.remove(1L);
    recorder.expect("Removed 1");
  }

  @Test
  void demand_andResume() {
    set.add(1L);
    var subscription = set.subscribe(ALL.withRequest(2), recorder);
    recorder.expect("Existing 1", "bootstrapped");
    set.addAll(List.of(2L, 3L, 4L));
    recorder.expect("Inserted 2");
    subscription.cancel();
    recorder.expect("cancelled: By request");
    set.subscribe(ALL.withFrom(subscription.bookmark()), recorder);
    recorder.expect("Inserted 3", "Inserted 4");
    set.subscribe(ALL.withFrom(new Bookmark(store.epoch() + 1, 1)), recorder);
    recorder.awaitCall("resync"::equals);
    recorder.awaitCall("bootstrapped"::equals);
    assertThrows(
        IllegalArgumentException.class,
        () -> set.subscribe(ALL.withFrom(new Bookmark(0, 1L << 40)), recorder));
  }

  @Test
  void latest_joinsWhatComesAndGoes() {
    set.add(1L);
    var subscription =
        set.subscribe(
            ALL.withoutBootstrap().withOverflow(Overflow.LATEST).withRequest(0), recorder);
    set.add(2L);
    set.remove(2L);
    set.remove(1L);
    set.add(1L);
    set.add(3L);
    long revision = store.revision();
    var log = (LogSubscription<?, ?, ?>) subscription;
    recorder.await(() -> log.readRevision() >= revision, "the log to be read");
    subscription.request(10);
    recorder.expect("Inserted 3");
    recorder.await(() -> subscription.bookmark().revision() >= revision, "all told");
  }

  @Test
  void drop_endsItsSubscriptions() {
    set.subscribe(ALL, recorder);
    recorder.expect("bootstrapped");
    assertTrue(vitrine.drop("/sets/s"));
    recorder.expect("cancelled: Dropped");
  }

  @Test
  void catalogue_tellsSets() {
    var topology = new Recorder<TopologyEvent>();
    vitrine.subscribeTopology("/sets/", topology);
    topology.awaitCall("bootstrapped"::equals);
    vitrine.set("t", String.class).add("x");
    assertEquals(List.of("/sets/s", "/sets/t"), vitrine.list("/sets/"));
    topology.await(() -> topology.items().size() == 2, "two events");
    var description = vitrine.describe("/sets/t");
    assertEquals("string", description.keyType());
    assertEquals(1, description.entries());
    assertTrue(vitrine.existingSet("t").contains("x"));
    assertEquals(null, vitrine.existingSet("nope"));
    assertThrows(IllegalArgumentException.class, () -> vitrine.set("/maps/t", String.class));
  }

  @Test
  void otherTypes_areRefusedOrAbsent() {
    assertThrows(io.vitrine.store.StoreException.class, () -> vitrine.set("s", String.class));
    assertThrows(NullPointerException.class, () -> set.add(null));
    assertThrows(NullPointerException.class, () -> set.contains(null));
    Object text = "text";
    assertTrue(!set.contains(text) && !set.remove(text));
    assertTrue(set.isEmpty());
  }
}
