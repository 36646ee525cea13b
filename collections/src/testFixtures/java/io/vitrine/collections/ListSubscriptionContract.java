package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.SubscriptionOptions.EventKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a subscriber of a list, and whoever iterates over one, is promised, on any store. */
public abstract class ListSubscriptionContract {
  private static final ElementOptions<Long> ALL = ElementOptions.all();

  private Vitrine vitrine;
  private ObservableList<Long> list;
  private final Recorder<ListEvent<Long>> recorder = new Recorder<>();

  /** Opens the catalogue that is tested, which is empty. */
  protected abstract Vitrine openVitrine() throws IOException;

  /** The catalogue that is tested. */
  protected final Vitrine vitrine() {
    return vitrine;
  }

  private long revision() {
    return vitrine.describe("/lists/l").revision();
  }

  private long epoch() {
    return vitrine.describe("/lists/l").epoch();
  }

  @BeforeEach
  protected void open() throws IOException {
    vitrine = openVitrine();
    list = vitrine.list("l", Long.class);
  }

  @AfterEach
  protected void close() throws IOException {
    vitrine.close();
  }

  private static List<Long> numbers(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  @Test
  void bootstrap_thenChanges() {
    list.addAll(List.of(1L, 2L));
    list.subscribe(ALL, recorder);
    recorder.expect("Existing 0 1", "Existing 1 2", "bootstrapped");
    assertEquals(revision(), recorder.bootstrapped());
    list.add(3L);
    list.add(1, 4L);
    list.set(0, 5L);
    list.remove(2);
    list.addFirst(6L);
    list.remove(3L);
    recorder.expect(
        "Inserted 2 3",
        "Inserted 1 4",
        "Updated 0 1>5",
        "Removed 2 2",
        "Inserted 0 6",
        "Removed 3 3");
    assertEquals(List.of(6L, 5L, 4L), list);
    var revisions = recorder.revisions();
    assertEquals(revisions.stream().sorted().toList(), revisions);
    assertTrue(recorder.items().getLast().timeNanos() > 0);
  }

  @Test
  void changesOfManyElements_areEventsOfOneRevision() {
    list.addAll(List.of(3L, 1L, 2L));
    list.subscribe(ALL.withoutBootstrap(), recorder);
    long before = revision();
    list.sort(null);
    recorder.expect("Updated 0 3>1", "Updated 1 1>2", "Updated 2 2>3");
    assertEquals(revision(), recorder.revisions().getLast());
    assertTrue(recorder.revisions().getFirst() > before);
    list.removeIf(element -> element != 2);
    recorder.expect("Removed 0 1", "Removed 1 3");
    list.replaceAll(element -> element * 10);
    recorder.expect("Updated 0 2>20");
    list.clear();
    list.clear();
    list.addAll(List.of());
    list.sort(Comparator.reverseOrder());
    recorder.expect("Removed 0 20");
  }

  @Test
  void resume_betweenTheEventsOfOneChange() {
    list.subscribe(ALL, recorder);
    recorder.expect("bootstrapped");
    list.addAll(numbers(0, 300));
    recorder.await(() -> recorder.items().size() == 300, "300 events");
    var revisions = recorder.revisions();
    assertEquals(300, new HashSet<>(revisions).size());
    for (int told : List.of(1, 2, 150, 298, 299)) {
      var rest = new Recorder<ListEvent<Long>>();
      list.subscribe(ALL.withFrom(new Bookmark(epoch(), revisions.get(told - 1))), rest);
      rest.await(() -> rest.items().size() == 300 - told, "the rest");
      assertEquals(told, rest.items().getFirst().index());
      assertEquals(revisions.subList(told, 300), rest.revisions());
    }
  }

  @Test
  void demand_cutsChangesOfMany_andTheBookmarkIsWithin() {
    var copy = new ListCopy<Long>(this::revision);
    var subscription = list.subscribe(ALL.withRequest(0), copy);
    copy.awaitBootstrapped();
    list.addAll(numbers(0, 1_000));
    list.removeIf(element -> element % 3 == 0);
    Collections.reverse(list);
    long told = 0;
    while (!copy.elements().equals(new ArrayList<>(list))) {
      subscription.request(97);
      told += 97;
      long now = told;
      copy.await(subscription, now);
      subscription.cancel();
      copy.awaitEnd();
      subscription = list.subscribe(ALL.withFrom(subscription.bookmark()).withRequest(0), copy);
    }
    subscription.cancel();
  }

  @Test
  void filterAndSelect() {
    list.addAll(List.of(1L, 20L));
    list.subscribe(ALL.withFilter(Filters.value().gt(10)), recorder);
    var texts = new Recorder<String>();
    list.subscribe(Filters.value().lt(10), element -> "e" + element, texts);
    recorder.expect("Existing 1 20", "bootstrapped");
    texts.expect("e1", "bootstrapped");
    list.set(0, 30L);
    list.set(1, 2L);
    list.addAll(List.of(3L, 40L));
    recorder.expect("Inserted 0 30", "Removed 1 20", "Inserted 3 40");
    texts.expect("e2", "e3");
  }

  @Test
  void setFilter_tellsWhatItChanges() {
    list.addAll(List.of(1L, 20L));
    var subscription = list.subscribe(ALL.withFilter(Filters.value().gt(10)), recorder);
    recorder.expect("Existing 1 20", "bootstrapped");
    subscription.setFilter(element -> element < 10);
    recorder.expect("Inserted 0 1", "Removed 1 20");
    list.add(2L);
    recorder.expect("Inserted 2 2");
  }

  @Test
  void events_onlySomeKinds() {
    list.subscribe(ALL.withEvents(Set.of(EventKind.UPDATED)), recorder);
    recorder.expect("bootstrapped");
    list.add(1L);
    list.set(0, 2L);
    list.remove(0);
    recorder.expect("Updated 0 1>2");
  }

  @Test
  void dropAndCatalogue() {
    list.addAll(List.of(1L, 2L));
    list.subscribe(ALL.withoutBootstrap(), recorder);
    var description = vitrine.describe("/lists/l");
    assertNotNull(description);
    assertEquals("long", description.valueType());
    assertEquals(2, description.entries());
    assertEquals(List.of("/lists/l"), vitrine.list("/lists/"));
    assertEquals(List.of(1L, 2L), vitrine.existingList("l"));
    assertNull(vitrine.existingList("nope"));
    assertThrows(RuntimeException.class, () -> vitrine.list("l", String.class));
    assertThrows(IllegalArgumentException.class, () -> vitrine.list("/maps/l", Long.class));
    assertTrue(vitrine.drop("/lists/l"));
    recorder.expect("cancelled: Dropped");
    assertThrows(RuntimeException.class, () -> list.add(1L));
    assertThrows(RuntimeException.class, () -> list.get(0));
    assertEquals(List.of(), vitrine.list("l", Long.class));
  }

  @Test
  void badInput_changesNothing() {
    list.addAll(List.of(1L, 2L));
    list.subscribe(ALL.withoutBootstrap(), recorder);
    long revision = revision();
    var withNull = new ArrayList<Long>(List.of(3L));
    withNull.add(null);
    assertThrows(NullPointerException.class, () -> list.add(null));
    assertThrows(NullPointerException.class, () -> list.addAll(withNull));
    assertThrows(NullPointerException.class, () -> list.contains(null));
    assertThrows(NullPointerException.class, () -> list.replaceAll(_ -> null));
    for (int index : List.of(-1, 2, 3, Integer.MAX_VALUE, Integer.MIN_VALUE)) {
      assertThrows(IndexOutOfBoundsException.class, () -> list.get(index));
      assertThrows(IndexOutOfBoundsException.class, () -> list.set(index, 1L));
      assertThrows(IndexOutOfBoundsException.class, () -> list.remove(index));
    }
    assertThrows(IndexOutOfBoundsException.class, () -> list.add(3, 1L));
    assertThrows(IndexOutOfBoundsException.class, () -> list.addAll(-1, List.of(1L)));
    assertThrows(IndexOutOfBoundsException.class, () -> list.subList(0, 3));
    assertThrows(IllegalArgumentException.class, () -> list.subList(2, 1));
    assertThrows(IllegalStateException.class, () -> list.iterator().remove());
    assertThrows(
        ArithmeticException.class,
        () ->
            list.removeIf(element -> {
              throw new ArithmeticException();
            }));
    Object text = "text";
    assertTrue(!list.contains(text) && !list.remove(text));
    assertEquals(revision, revision());
    list.clear();
    assertThrows(NoSuchElementException.class, list::getFirst);
    assertThrows(NoSuchElementException.class, list::removeLast);
    assertThrows(NoSuchElementException.class, () -> list.iterator().next());
    recorder.expect("Removed 0 1", "Removed 0 2");
  }

  @Test
  void iterator_meetsWhatStaysExactlyOnce() {
    list.addAll(numbers(0, 2_000));
    var met = new ArrayList<Long>();
    for (var elements = list.listIterator(); elements.hasNext(); ) {
      long element = elements.next();
      met.add(element);
      if (element % 100 == 50) {
        list.addFirst(-1L);
        list.add(elements.nextIndex() + 2, -2L);
        list.removeIf(e -> e == 1_000 + element);
      }
      if (element >= 0 && element % 100 == 60) {
        elements.remove();
      }
    }
    met.removeIf(element -> element < 0);
    var expected = new ArrayList<>(numbers(0, 2_000));
    expected.removeIf(element -> element >= 1_050 && element % 100 == 50);
    assertEquals(expected, met);
    assertTrue(!list.contains(60L) && !list.contains(1_960L) && list.contains(61L));
  }

  @Test
  void iterator_setsAndRemovesWhatItReturned_orTellsThatItIsGone() {
    list.addAll(List.of(1L, 2L, 3L));
    var elements = list.listIterator();
    elements.next();
    elements.next();
    list.addFirst(0L);
    elements.set(20L);
    assertEquals(List.of(0L, 1L, 20L, 3L), list);
    list.remove(20L);
    assertThrows(ConcurrentModificationException.class, () -> elements.set(21L));
    elements.remove();
    assertEquals(3L, elements.next());
    assertEquals(List.of(0L, 1L, 3L), list);
    elements.add(4L);
    assertEquals(List.of(0L, 1L, 3L, 4L), list);
    assertEquals(4L, elements.previous());
  }

  @Test
  void listener_isToldUntilItIsRemoved() {
    var listening = list.addListener(event -> recorder.onNext(event, event.revision()));
    list.add(1L);
    list.remove(0);
    recorder.expect("Inserted 0 1", "Removed 0 1");
    listening.cancel();
    recorder.await(listening::isDone, "the listener to be removed");
    list.add(2L);
    assertEquals(List.of(), recorder.calls());
  }

  @Test
  void subList_endsWhereOthersMakeTheListLonger() {
    list.addAll(numbers(0, 10));
    var part = list.subList(2, 8);
    var inner = part.subList(1, 3);
    inner.add(100L);
    list.set(2, 200L);
    assertEquals(List.of(200L, 3L, 4L, 100L, 5L, 6L, 7L), part);
    assertEquals(List.of(3L, 4L, 100L), inner);
    part.removeIf(element -> element > 5);
    assertEquals(List.of(3L, 4L, 5L), part);
    list.add(1L);
    assertThrows(ConcurrentModificationException.class, () -> part.get(0));
    assertThrows(ConcurrentModificationException.class, part::size);
    assertThrows(ConcurrentModificationException.class, () -> part.add(1L));
  }
}
