package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.SubscriptionOptions.EventKind;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What was changed together carries one revision, and says where more of it follows. */
class CommitTest {
  private final Vitrine vitrine = Vitrine.inMemory();
  private final ObservableMap<String, Long> map = vitrine.map("m", String.class, Long.class);
  private final ObservableSet<String> set = vitrine.set("s", String.class);

  @AfterEach
  void close() {
    vitrine.close();
  }

  private void change(long value) {
    boolean added =
        vitrine.atomically(group -> {
          group.put(map, "a", value);
          group.put(map, "b", value);
          group.put(map, "c", -value);
          return group.add(set, "e" + value);
        });
    assertTrue(added);
  }

  @Test
  void eventsOfAGroup_carryItsRevision() {
    var ofMap = new Recorder<MapEvent<String, Long>>();
    var ofSet = new Recorder<SetEvent<String>>();
    map.subscribe(SubscriptionOptions.<String, Long>all(), ofMap);
    set.subscribe(ElementOptions.<String>all(), ofSet);
    ofMap.expect("bootstrapped");
    ofSet.expect("bootstrapped");
    change(1);
    ofMap.await(() -> ofMap.items().size() == 3, "all of the group, in whatever order");
    ofSet.expect("Inserted e1");
    List<MapEvent<String, Long>> items = ofMap.items();
    long commit = items.getFirst().commit();
    assertEquals(vitrine.describe("/maps/m").revision(), commit);
    assertEquals(List.of(commit, commit, commit), items.stream().map(MapEvent::commit).toList());
    assertTrue(items.get(0).revision() < items.get(1).revision());
    assertTrue(items.get(1).revision() < commit, "more follows");
    assertEquals(commit, items.get(2).revision(), "the last one");
    assertEquals(commit, ofSet.items().getFirst().commit());
    assertEquals(commit, ofSet.items().getFirst().revision());
  }

  @Test
  void theLastOneThatIsWanted_isTheLast() {
    var positive = new Recorder<MapEvent<String, Long>>();
    var inserted = new Recorder<MapEvent<String, Long>>();
    SubscriptionOptions<String, Long> all = SubscriptionOptions.all();
    map.put("b", 0L);
    map.subscribe(all.withFilter(e -> e.value() > 0).withoutBootstrap(), positive);
    map.subscribe(
        all.withEvents(Set.of(EventKind.INSERTED))
            .withFilter(e -> !e.key().equals("c"))
            .withoutBootstrap(),
        inserted);
    change(1);
    positive.await(() -> positive.items().size() == 2, "a and b");
    MapEvent<String, Long> last = positive.items().getLast();
    assertEquals(last.commit(), last.revision());
    inserted.expect("Inserted a 1");
    last = inserted.items().getLast();
    assertEquals(last.commit(), last.revision());
  }

  @Test
  void resumingWithin_tellsTheRest() {
    long before = vitrine.describe("/maps/m").revision();
    change(1);
    var recorder = new Recorder<MapEvent<String, Long>>();
    SubscriptionOptions<String, Long> all = SubscriptionOptions.all();
    Subscription<?> subscription =
        map.subscribe(all.withFrom(new Bookmark(0, before)).withRequest(1), recorder);
    recorder.await(() -> recorder.items().size() == 1, "the first one");
    recorder.await(
        () -> subscription.bookmark().revision() == recorder.items().getFirst().revision(),
        "the place");
    subscription.cancel();
    recorder.awaitCall("cancelled: By request"::equals);
    map.subscribe(all.withFrom(subscription.bookmark()), recorder);
    recorder.await(() -> recorder.items().size() == 3, "the rest");
    assertEquals(
        Set.of("a", "b", "c"),
        recorder.items().stream().map(MapEvent::key).collect(Collectors.toSet()));
  }

  @Test
  void aBodyThatFails_changesNothing() {
    long before = vitrine.describe("/maps/m").revision();
    assertThrows(
        ArithmeticException.class,
        () ->
            vitrine.atomically(group -> {
              group.put(map, "a", 1L);
              throw new ArithmeticException();
            }));
    try (Vitrine other = Vitrine.inMemory()) {
      ObservableMap<String, Long> foreign = other.map("m", String.class, Long.class);
      assertThrows(
          IllegalArgumentException.class,
          () ->
              vitrine.atomically(group -> {
                group.put(map, "a", 1L);
                group.put(foreign, "a", 1L);
                return null;
              }));
    }
    assertEquals(before, vitrine.describe("/maps/m").revision());
    assertEquals(List.of(), List.copyOf(map.keySet()));
  }
}
