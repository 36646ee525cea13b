package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What the suites of Guava leave out: sequenced collections, spliterators and streams, arrays by a
 * function, views of views, and functions that fail midway.
 */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class NewerMethodsTest {
  private final Vitrine vitrine = Vitrine.inMemory();
  private final ObservableList<Long> list = vitrine.list("l", Long.class);
  private final ObservableSet<Long> set = vitrine.set("s", Long.class);
  private final ObservableMap<String, Long> map = vitrine.map("m", String.class, Long.class);
  private final List<Long> reference = new ArrayList<>();

  @AfterEach
  void close() {
    vitrine.close();
  }

  private void fill(int count) {
    LongStream.range(0, count).forEach(reference::add);
    list.addAll(reference);
    set.addAll(reference);
    reference.forEach(n -> map.put("k" + n, n));
  }

  /** Does the same to the list and to one of the JDK. */
  private void both(Consumer<List<Long>> change) {
    change.accept(list);
    change.accept(reference);
    assertEquals(reference, list);
    assertEquals(reference.reversed(), list.reversed());
    assertEquals(list.hashCode(), reference.hashCode());
  }

  @Test
  void sequencedList() {
    fill(300);
    both(l -> l.addFirst(-1L));
    both(l -> l.addLast(-2L));
    both(l -> assertEquals(-1L, l.getFirst()));
    both(l -> assertEquals(-2L, l.removeLast()));
    both(l -> assertEquals(-1L, l.removeFirst()));
    both(l -> l.reversed().addFirst(7L));
    both(l -> l.reversed().add(8L));
    both(l -> l.reversed().add(100, 9L));
    both(l -> assertEquals(8L, l.reversed().removeLast()));
    both(l -> l.reversed().subList(10, 50).clear());
    both(l -> l.reversed().reversed().remove(3));
    both(l -> l.reversed().sort(null));
    both(l -> l.reversed().set(0, 5L));
    both(l -> l.subList(20, 80).reversed().removeFirst());
    both(List::clear);
    both(l -> assertThrows(NoSuchElementException.class, l::getFirst));
    both(l -> assertThrows(NoSuchElementException.class, l::getLast));
    both(l -> assertThrows(NoSuchElementException.class, l::removeFirst));
    both(l -> assertThrows(NoSuchElementException.class, l::removeLast));
    both(l -> assertThrows(NoSuchElementException.class, () -> l.reversed().getFirst()));
  }

  @Test
  void subListsOfSubLists() {
    fill(200);
    both(l -> {
      List<Long> outer = l.subList(20, 120);
      List<Long> inner = outer.subList(10, 60);
      inner.add(1_000L);
      inner.addAll(5, List.of(1L, 2L, 3L));
      inner.removeIf(n -> n % 3 == 0);
      inner.replaceAll(n -> n + 1);
      inner.subList(0, 4).clear();
      inner.sort(Collections.reverseOrder());
      assertEquals(outer.subList(10, 10 + inner.size()), inner);
      assertEquals(new ArrayList<>(inner).hashCode(), inner.hashCode());
      outer.addFirst(77L);
      ListIterator<Long> iterator = outer.listIterator(3);
      iterator.next();
      iterator.set(500L);
      iterator.add(501L);
      iterator.previous();
      iterator.remove();
    });
  }

  @Test
  @SuppressWarnings("CollectionIncompatibleType") // to be looked for
  void staleSubLists_refuseAlsoWhatNeedsNoLook() {
    fill(20);
    List<Long> part = list.subList(2, 6);
    List<Long> inner = part.subList(1, 3);
    list.add(8L);
    List<Consumer<List<Long>>> calls =
        List.of(
            l -> l.contains("no number"),
            l -> l.indexOf("no number"),
            l -> l.remove("no number"),
            l -> l.addAll(List.of()),
            l -> l.addAll(0, List.of()),
            l -> l.containsAll(List.of()),
            l -> l.removeAll(List.of()),
            l -> l.retainAll(List.of()),
            l -> l.isEmpty(),
            l -> l.hashCode(),
            l -> l.equals(List.<Object>of("no number")),
            l -> l.sort(null),
            l -> l.removeIf(e -> false));
    for (List<Long> stale : List.of(part, inner)) {
      for (int i = 0; i < calls.size(); i++) {
        Consumer<List<Long>> call = calls.get(i);
        assertThrows(
            ConcurrentModificationException.class, () -> call.accept(stale), "the call at " + i);
      }
    }
  }

  @Test
  void listIterator() {
    fill(150);
    both(l -> {
      ListIterator<Long> iterator = l.listIterator(140);
      while (iterator.hasPrevious()) {
        int index = iterator.previousIndex();
        long element = iterator.previous();
        if (index % 7 == 0) {
          iterator.remove();
        } else if (index % 5 == 0) {
          iterator.set(-element);
        } else if (index % 11 == 0) {
          iterator.add(element * 1_000);
          iterator.previous();
        }
      }
    });
    ListIterator<Long> fresh = list.listIterator();
    assertThrows(IllegalStateException.class, fresh::remove);
    assertThrows(IllegalStateException.class, () -> fresh.set(1L));
    fresh.add(1L);
    assertThrows(IllegalStateException.class, fresh::remove);
  }

  @Test
  void spliterators() {
    fill(3_000); // more than what is split off first
    int unordered = Spliterator.CONCURRENT | Spliterator.NONNULL;
    expect(list, Spliterator.ORDERED | unordered);
    expect(set, Spliterator.DISTINCT | unordered);
    expect(map.keySet(), Spliterator.DISTINCT | unordered);
    expect(map.entrySet(), Spliterator.DISTINCT | unordered);
    expect(map.values(), unordered);
    expect(list.subList(5, 900), Spliterator.ORDERED);
    expect(list.reversed(), Spliterator.ORDERED | unordered);
    expect(list.reversed().subList(5, 2_900), Spliterator.ORDERED);
  }

  private static void expect(Collection<?> collection, int characteristics) {
    Spliterator<?> spliterator = collection.spliterator();
    assertTrue(
        spliterator.hasCharacteristics(characteristics),
        () -> Integer.toHexString(spliterator.characteristics()));
    assertFalse(spliterator.hasCharacteristics(Spliterator.IMMUTABLE));
    // One that others may change must not promise how many come.
    assertFalse(
        spliterator.hasCharacteristics(Spliterator.CONCURRENT)
            && spliterator.hasCharacteristics(Spliterator.SIZED));
    var met = new ArrayList<Object>();
    Spliterator<?> prefix = spliterator.trySplit();
    if (prefix != null) {
      prefix.forEachRemaining(met::add);
    }
    assertTrue(spliterator.tryAdvance(met::add));
    spliterator.forEachRemaining(met::add);
    assertFalse(spliterator.tryAdvance(met::add));
    assertEquals(new ArrayList<Object>(collection), met);
    assertEquals(collection.size(), collection.parallelStream().count());
  }

  @Test
  void streamsAndArrays() {
    fill(700);
    assertEquals(reference, list.stream().toList());
    assertEquals(Set.copyOf(reference), set.parallelStream().collect(Collectors.toSet()));
    assertEquals(
        reference.stream().mapToLong(n -> n).sum(), map.values().stream().mapToLong(n -> n).sum());
    assertArrayEquals(reference.toArray(Long[]::new), list.toArray(Long[]::new));
    assertArrayEquals(reference.toArray(), list.toArray());
    assertArrayEquals(
        reference.subList(3, 9).toArray(Long[]::new), list.subList(3, 9).toArray(Long[]::new));
    assertEquals(700, set.toArray(Long[]::new).length);
    Map.Entry<?, ?>[] entries = map.entrySet().toArray(Map.Entry[]::new);
    assertEquals(700, Set.of(entries).size());
  }

  @Test
  void viewsEqualThoseOfTheJdk() {
    fill(50);
    Map<String, Long> copy = new HashMap<>(map);
    assertEquals(copy, map);
    assertEquals(map, copy);
    assertEquals(copy.hashCode(), map.hashCode());
    assertEquals(copy.keySet(), map.keySet());
    assertEquals(map.keySet(), copy.keySet());
    assertEquals(copy.keySet().hashCode(), map.keySet().hashCode());
    assertEquals(copy.entrySet(), map.entrySet());
    assertEquals(map.entrySet(), copy.entrySet());
    assertEquals(copy.entrySet().hashCode(), map.entrySet().hashCode());
    assertEquals(new HashSet<>(reference), set);
    assertEquals(set, new HashSet<>(reference));
    assertEquals(new HashSet<>(reference).hashCode(), set.hashCode());
    assertEquals(reference.subList(1, 9), list.subList(1, 9));
    assertEquals(list.subList(1, 9), reference.subList(1, 9));
    copy.put("k1", -1L);
    assertNotEquals(copy, map);
    assertNotEquals(map.entrySet(), copy.entrySet());
    assertEquals(copy.keySet(), map.keySet());
  }

  /** A call on a list is one change: where its function fails, nothing of it is made. */
  @Test
  void functionsThatFail_changeNothing() {
    fill(400);
    long revision = vitrine.describe("/lists/l").revision();
    assertThrows(ArithmeticException.class, () -> list.removeIf(n -> n / (n - 300) >= 0));
    assertThrows(ArithmeticException.class, () -> list.replaceAll(n -> n / (n - 300)));
    assertThrows(NullPointerException.class, () -> list.replaceAll(n -> n == 300 ? null : n + 1));
    assertThrows(ArithmeticException.class, () -> list.sort((a, b) -> (int) (b / (a - 300) - a)));
    assertThrows(NullPointerException.class, () -> list.addAll(Collections.nCopies(3, null)));
    assertThrows(NullPointerException.class, () -> list.removeIf(null));
    assertThrows(NullPointerException.class, () -> list.replaceAll(null));
    assertThrows(IndexOutOfBoundsException.class, () -> list.addAll(401, List.of(1L)));
    assertThrows(IndexOutOfBoundsException.class, () -> list.subList(0, 401));
    assertThrows(IllegalArgumentException.class, () -> list.subList(5, 4));
    assertEquals(reference, list);
    assertEquals(revision, vitrine.describe("/lists/l").revision());
    ObservableList<Object> mixed = vitrine.list("mixed", Object.class);
    mixed.addAll(List.of("a", 1L));
    assertThrows(ClassCastException.class, () -> mixed.sort(null));
    assertEquals(List.of("a", 1L), mixed);
  }
}
