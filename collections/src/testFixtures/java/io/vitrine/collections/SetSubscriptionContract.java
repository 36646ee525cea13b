package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.SubscriptionOptions.EventKind;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a subscriber of a set is promised, on any store. */
public abstract class SetSubscriptionContract {
  private static final ElementOptions<Long> ALL = ElementOptions.all();

  private Vitrine vitrine;
  private ObservableSet<Long> set;
  private final Recorder<SetEvent<Long>> recorder = new Recorder<>();

  /** Opens the catalogue that is tested, which is empty. */
  protected abstract Vitrine openVitrine() throws IOException;

  /** The catalogue that is tested. */
  protected final Vitrine vitrine() {
    return vitrine;
  }

  private long revision() {
    return vitrine.describe("/sets/s").revision();
  }

  private long epoch() {
    return vitrine.describe("/sets/s").epoch();
  }

  @BeforeEach
  protected void open() throws IOException {
    vitrine = openVitrine();
    set = vitrine.set("s", ElementSpec.of(Long.class).withSegments(8));
  }

  @AfterEach
  protected void close() throws IOException {
    vitrine.close();
  }

  @Test
  void bootstrap_thenChanges() {
    set.add(1L);
    set.subscribe(ALL, recorder);
    recorder.expect("Existing 1", "bootstrapped");
    assertEquals(revision(), recorder.bootstrapped());
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
    set.subscribe(ALL.withFrom(new Bookmark(epoch() + 1, 1)), recorder);
    recorder.awaitCall("resync"::equals);
    recorder.awaitCall("bootstrapped"::equals);
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
  void listener_isToldUntilItIsRemoved() {
    var listening = set.addListener(event -> recorder.onNext(event, event.revision()));
    set.add(1L);
    set.remove(1L);
    recorder.expect("Inserted 1", "Removed 1");
    listening.cancel();
    recorder.await(listening::isDone, "the listener to be removed");
    set.add(2L);
    assertEquals(List.of(), recorder.calls());
  }

  @Test
  void otherTypes_areRefusedOrAbsent() {
    assertThrows(RuntimeException.class, () -> vitrine.set("s", String.class));
    assertThrows(NullPointerException.class, () -> set.add(null));
    assertThrows(NullPointerException.class, () -> set.contains(null));
    Object text = "text";
    assertTrue(!set.contains(text) && !set.remove(text));
    assertTrue(set.isEmpty());
  }
}
