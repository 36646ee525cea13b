package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who resumes where the collection was dropped since, and another one made by its name. */
class MadeAnewTest {
  private static final SubscriptionOptions<String, Long> ALL = SubscriptionOptions.all();

  @TempDir private Path folder;
  private Vitrine vitrine;
  private final Recorder<MapEvent<String, Long>> recorder = new Recorder<>();

  @BeforeEach
  void open() {
    vitrine = Vitrine.open(folder);
  }

  @AfterEach
  void close() {
    vitrine.close();
  }

  private ObservableMap<String, Long> map() {
    return vitrine.map("m", String.class, Long.class);
  }

  /** The place of who has been told that a is 1. */
  private Bookmark place() {
    ObservableMap<String, Long> map = map();
    map.put("a", 1L);
    Subscription<?> first = map.subscribe(ALL, recorder);
    recorder.expect("Existing a 1", "bootstrapped");
    Await.until(() -> first.bookmark().revision() > 0, () -> "a bookmark");
    first.cancel();
    recorder.expect("cancelled: By request");
    return first.bookmark();
  }

  private ObservableMap<String, Long> madeAnew() {
    assertTrue(vitrine.drop("m"));
    ObservableMap<String, Long> other = map();
    other.put("b", 2L);
    return other;
  }

  @Test
  void isToldTheState() {
    Bookmark place = place();
    for (Overflow choice : Overflow.values()) {
      ObservableMap<String, Long> other = madeAnew();
      Subscription<?> subscription =
          other.subscribe(ALL.withFrom(place).withOverflow(choice), recorder);
      recorder.expect("resync", "Existing b 2", "bootstrapped");
      other.put("c", 3L);
      recorder.expect("Inserted c 3");
      subscription.cancel();
      recorder.expect("cancelled: By request");
    }
  }

  @Test
  void isToldTheStateOfAKey() {
    Bookmark place = place();
    var _ = madeAnew().subscribe(ALL.withFrom(place).withKey("a"), recorder);
    recorder.expect("resync", "bootstrapped");
  }

  @Test
  void isToldTheDifferenceToACopy() {
    Bookmark place = place();
    var known = ALL.withFrom(place).withKnown(new java.util.HashMap<>(java.util.Map.of("a", 1L)));
    var _ = madeAnew().subscribe(known, recorder);
    recorder.expect("resync", "Inserted b 2", "Removed a 1", "bootstrapped");
  }

  @Test
  void isToldTheStateByAnotherFilter() {
    Bookmark place = place();
    Subscription<MapEntry<String, Long>> subscription =
        madeAnew().subscribe(ALL.withFrom(place).withRequest(0), recorder);
    subscription.setFilter(Filters.value().gt(0));
    recorder.await(() -> recorder.calls().contains("resync"), "resync");
    subscription.request(10);
    recorder.await(() -> recorder.items().size() == 2, "the other one");
    assertEquals("Existing b 2", recorder.calls().get(1));
  }

  /** Who is cut off while the state is told to him has the former entries still. */
  @Test
  void staysBeforeTheDropUntilTheStateIsTold() {
    Bookmark place = place();
    ObservableMap<String, Long> other = madeAnew();
    Subscription<?> first = other.subscribe(ALL.withFrom(place).withRequest(0), recorder);
    recorder.expect("resync");
    assertEquals(place.revision(), first.bookmark().revision());
    first.cancel();
    recorder.expect("cancelled: By request");
    var _ = other.subscribe(ALL.withFrom(first.bookmark()), recorder);
    recorder.expect("resync", "Existing b 2", "bootstrapped");
  }

  @Test
  void goesOnWhereItWasToldOfTheEnd() {
    map().put("a", 1L);
    Subscription<?> first = map().subscribe(ALL, recorder);
    recorder.expect("Existing a 1", "bootstrapped");
    ObservableMap<String, Long> other = madeAnew();
    recorder.expect("cancelled: Dropped");
    var _ = other.subscribe(ALL.withFrom(first.bookmark()), recorder);
    recorder.expect("resync", "Existing b 2", "bootstrapped");
  }

  @Test
  void isNotLostByTheEndOfOthers() {
    Bookmark place = place();
    var _ = vitrine.map("n", String.class, Long.class);
    assertTrue(vitrine.drop("n"));
    map().put("b", 2L);
    var _ = map().subscribe(ALL.withFrom(place), recorder);
    recorder.expect("Inserted b 2");
  }

  @Test
  void setsAndListsAreTheSame() {
    ObservableSet<Long> set = vitrine.set("s", Long.class);
    ObservableList<Long> list = vitrine.list("l", Long.class);
    set.add(1L);
    list.add(1L);
    Bookmark place = new Bookmark(0, set.publish("here"));
    assertTrue(vitrine.drop("/sets/s"));
    assertTrue(vitrine.drop("/lists/l"));
    assertFalse(vitrine.list("/").contains("/lists/l"));
    vitrine.set("s", Long.class).add(2L);
    vitrine.list("l", Long.class).addAll(List.of(2L, 3L));
    var ofSet = new Recorder<SetEvent<Long>>();
    var ofList = new Recorder<ListEvent<Long>>();
    var options = ElementOptions.<Long>all().withFrom(place);
    var _ = vitrine.set("s", Long.class).subscribe(options, ofSet);
    var _ = vitrine.list("l", Long.class).subscribe(options, ofList);
    ofSet.expect("resync", "Existing 2", "bootstrapped");
    ofList.expect("resync", "Existing 0 2", "Existing 1 3", "bootstrapped");
    assertEquals(new ArrayList<>(List.of(2L, 3L)), vitrine.list("l", Long.class));
  }
}
