package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.SubscriptionOptions.EventKind;
import io.vitrine.store.TypedValue;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events of the application's own and annotations come in order with the changes. */
class OwnEventsTest {
  private static final Set<EventKind> ALL = EnumSet.allOf(EventKind.class);

  /** An event of the application. */
  record Opened(String market, List<Integer> hours) {}

  @TempDir Path folder;

  private static TypeRegistry types() {
    return new TypeRegistry().register(Opened.class);
  }

  @Test
  void arriveAsSentAmongTheChanges() {
    try (Vitrine vitrine = Vitrine.inMemory(types())) {
      ObservableMap<String, Long> map = vitrine.map("prices", String.class, Long.class);
      var all = new Recorder<MapEvent<String, Long>>();
      var changes = new Recorder<MapEvent<String, Long>>();
      SubscriptionOptions<String, Long> options = SubscriptionOptions.all();
      map.subscribe(options.withEvents(ALL), all);
      map.subscribe(options, changes);
      all.expect("bootstrapped");
      changes.expect("bootstrapped"); // else it may be told of the state after the last change
      map.put("a", 1L);
      map.publish(new Opened("XETRA", List.of(9, 17)));
      map.put("a", 2L);
      long last = map.publish(Map.of("closed", true));
      map.remove("a");
      all.expect(
          "Inserted a 1",
          "Published Opened[market=XETRA, hours=[9, 17]]",
          "Updated a 1>2",
          "Published {closed=true}",
          "Removed a 2");
      changes.expect("Inserted a 1", "Updated a 1>2", "Removed a 2");
      assertTrue(all.events().get(1).revision() == last, "the revision that publish answers");
      assertTrue(all.events().getFirst().timeNanos() > 0, "a time");
      List<Long> sorted = all.revisions().stream().sorted().toList();
      assertEquals(sorted, all.revisions(), "one order");
    }
  }

  /** As somebody's of another version of the class, or of another class of that name. */
  @Test
  void comeAsTheyAreWhereTheyDoNotFitTheirClass() {
    try (Vitrine vitrine = Vitrine.inMemory(types())) {
      ObservableMap<String, Long> map = vitrine.map("prices", String.class, Long.class);
      var recorder = new Recorder<MapEvent<String, Long>>();
      map.subscribe(SubscriptionOptions.<String, Long>all().withEvents(ALL), recorder);
      recorder.expect("bootstrapped");
      var strange = new TypedValue("Add", Map.of("bogus", 1L));
      map.publish(strange);
      map.put("a", 1L);
      recorder.expect("Published " + strange, "Inserted a 1");
    }
  }

  @Test
  void passEveryFilterAndCountAsDemand() {
    try (Vitrine vitrine = Vitrine.inMemory(types())) {
      ObservableMap<String, Long> map = vitrine.map("prices", String.class, Long.class);
      var recorder = new Recorder<Object>();
      var subscription =
          map.subscribe(
              SubscriptionOptions.<String, Long>all()
                  .withEvents(Set.of(EventKind.PUBLISHED))
                  .withFilter(_ -> false)
                  .withRequest(1),
              recorder);
      recorder.expect("bootstrapped");
      map.publish(1);
      map.put("a", 1L);
      map.publish(2);
      recorder.expect("Published 1");
      assertEquals(List.of(), recorder.calls());
      subscription.request(1);
      recorder.expect("Published 2");
      var ofKey = new Recorder<Object>();
      map.subscribe(SubscriptionOptions.<String, Long>all().withEvents(ALL).withKey("b"), ofKey);
      ofKey.expect("bootstrapped");
      map.put("a", 2L);
      map.publish(3);
      map.put("b", 2L);
      ofKey.expect("Published 3", "Inserted b 2");
    }
  }

  @Test
  void areNotJoinedAndKeepTheirPlaceAmongJoinedChanges() {
    try (Vitrine vitrine = Vitrine.inMemory(types())) {
      ObservableMap<String, Long> map = vitrine.map("prices", String.class, Long.class);
      var recorder = new Recorder<MapEvent<String, Long>>();
      var subscription =
          map.subscribe(
              SubscriptionOptions.<String, Long>all()
                  .withEvents(ALL)
                  .withOverflow(Overflow.LATEST)
                  .withRequest(0),
              recorder);
      recorder.expect("bootstrapped");
      map.put("a", 1L);
      map.publish("one");
      map.put("b", 1L);
      map.publish("two");
      map.put("a", 2L);
      map.put("a", 3L);
      LogSubscription<?, ?, ?> log = (LogSubscription<?, ?, ?>) subscription;
      recorder.await(() -> log.readRevision() == log.head(), "all read");
      subscription.request(10);
      recorder.expect("Published one", "Inserted b 1", "Published two", "Inserted a 3");
      assertEquals(3, recorder.items().getLast().changes());
      assertEquals(1, recorder.items().getFirst().changes());
    }
  }

  @Test
  void areToldAgainWhoResumes() {
    Bookmark place;
    try (Vitrine vitrine = Vitrine.open(folder, types())) {
      ObservableSet<String> set = vitrine.set("members", String.class);
      set.add("ann");
      place = new Bookmark(0, set.publish("begin"));
      set.add("bob");
      set.publish(new Opened("shop", List.of()));
      set.remove("ann");
    }
    try (Vitrine vitrine = Vitrine.open(folder)) {
      ObservableSet<String> set = vitrine.set("members", String.class);
      var recorder = new Recorder<SetEvent<String>>();
      set.subscribe(ElementOptions.<String>all().withEvents(ALL).withFrom(place), recorder);
      recorder.awaitCall(call -> call.startsWith("Removed"));
      assertEquals("Inserted bob", recorder.calls().getFirst());
      var event = (CollectionEvent.Published) recorder.events().getFirst();
      assertEquals("Opened", ((TypedValue) event.event()).name(), "of a type not registered here");
      assertEquals("Removed ann", recorder.calls().getLast());
    }
  }

  @Test
  void ofListsStandBetweenTheirChanges() {
    try (Vitrine vitrine = Vitrine.inMemory(types())) {
      ObservableList<String> list = vitrine.list("jobs", String.class);
      var recorder = new Recorder<ListEvent<String>>();
      list.subscribe(ElementOptions.<String>all().withEvents(ALL), recorder);
      recorder.expect("bootstrapped");
      list.addAll(List.of("a", "b", "c"));
      list.publish(List.of(1, 2));
      list.remove(1);
      recorder.expect(
          "Inserted 0 a", "Inserted 1 b", "Inserted 2 c", "Published [1, 2]", "Removed 1 b");
      List<ListEvent<String>> items = recorder.items();
      assertEquals(1, items.subList(0, 3).stream().map(ListEvent::commit).distinct().count());
      assertTrue(items.get(1).revision() < items.get(1).commit(), "more of the change follows");
      assertEquals(items.get(2).revision(), items.get(2).commit());
    }
  }

  /** Each place within a group of changes is one to go on from, the last one is that of all. */
  @Test
  void standBetweenTheChangesOfAGroup() {
    try (Vitrine vitrine = Vitrine.inMemory(types())) {
      ObservableMap<String, Long> map = vitrine.map("prices", String.class, Long.class);
      ObservableMap<String, Object> notes = vitrine.map("annotations", String.class, Object.class);
      SubscriptionOptions<String, Long> options =
          SubscriptionOptions.<String, Long>all()
              .withEvents(ALL)
              .withFilter(entry -> entry.value() > 0);
      var recorder = new Recorder<MapEvent<String, Long>>();
      var subscription = map.subscribe(options.withRequest(1), recorder);
      recorder.expect("bootstrapped");
      vitrine.atomically(group -> {
        group.put(map, "k", 1L);
        group.put(notes, "/maps/prices#unit", "EUR");
        group.put(map, "l", -1L);
        return null;
      });
      recorder.awaitCall(call -> true);
      subscription.cancel();
      recorder.awaitCall(call -> call.startsWith("cancelled"));
      Bookmark between = subscription.bookmark();
      map.subscribe(options.withFrom(between), recorder);
      map.put("m", 2L);
      recorder.expect(
          "Inserted k 1", "cancelled: By request", "Annotated unit null>EUR", "Inserted m 2");
      long commit = recorder.items().getFirst().commit();
      assertTrue(recorder.revisions().getFirst() < commit, "more of the change follows");
      assertEquals(commit, recorder.revisions().get(1));
    }
  }

  @Test
  void annotationsAreKeptAndTold() {
    try (Vitrine vitrine = Vitrine.open(folder, types())) {
      ObservableMap<String, Long> map = vitrine.map("prices", String.class, Long.class);
      ObservableMap<String, Long> other = vitrine.map("prices2", String.class, Long.class);
      var recorder = new Recorder<Object>();
      map.subscribe(SubscriptionOptions.<String, Long>all().withEvents(ALL), recorder);
      recorder.expect("bootstrapped");
      vitrine.annotate(other.path(), "unit", "USD");
      vitrine.annotate("/maps/prices", "unit", "EUR");
      map.put("a", 1L);
      vitrine.annotate("/maps/prices", "unit", new Opened("x", List.of()));
      vitrine.annotate("/maps/prices", "unit", null);
      recorder.expect(
          "Annotated unit null>EUR",
          "Inserted a 1",
          "Annotated unit EUR>Opened[market=x, hours=[]]",
          "Annotated unit Opened[market=x, hours=[]]>null");
      assertThrows(
          IllegalArgumentException.class, () -> vitrine.annotate("/maps/none", "unit", "EUR"));
      assertEquals(Map.of("unit", "USD"), vitrine.annotations(other.path()));
    }
    try (Vitrine vitrine = Vitrine.open(folder, types())) {
      assertEquals(Map.of("unit", "USD"), vitrine.annotations("/maps/prices2"));
      vitrine.drop("/maps/prices2");
      assertEquals(Map.of(), vitrine.annotations("/maps/prices2"));
    }
  }

  @Test
  void whatCannotBeToldChangesNothing() {
    try (Vitrine vitrine = Vitrine.inMemory(types())) {
      ObservableMap<String, Long> map = vitrine.map("prices", String.class, Long.class);
      long before = vitrine.describe(map.path()).revision();
      assertThrows(NullPointerException.class, () -> map.publish(null));
      assertThrows(IllegalArgumentException.class, () -> map.publish(new Object()));
      assertEquals(before, vitrine.describe(map.path()).revision());
    }
  }
}
