package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sublists, and those seen from their ends, once the list has become longer by another way. */
class ListStaleTest {
  private static final int STEPS = 3_000;

  private final Store store = Stores.inMemory();
  private final Vitrine vitrine = new LocalVitrine(store, new TypeRegistry());
  private final ObservableList<Long> list = vitrine.list("l", Long.class);

  @AfterEach
  void close() {
    vitrine.close();
  }

  private static Map<String, Consumer<List<Long>>> calls() {
    var calls = new LinkedHashMap<String, Consumer<List<Long>>>();
    calls.put("add", l -> l.add(1L));
    calls.put("add at 0", l -> l.add(0, 1L));
    calls.put("addAll of none", l -> l.addAll(List.of()));
    calls.put("addAll of none at 0", l -> l.addAll(0, List.of()));
    calls.put("addAll of none behind the end", l -> l.addAll(99, List.of()));
    calls.put("addFirst", l -> l.addFirst(1L));
    calls.put("addLast", l -> l.addLast(1L));
    calls.put("contains", l -> l.contains(1L));
    calls.put("contains of another type", l -> l.contains("no number"));
    calls.put("containsAll of none", l -> l.containsAll(List.of()));
    calls.put("containsAll", l -> l.containsAll(List.of(1L)));
    calls.put("equals", l -> l.equals(List.of(1L)));
    calls.put("equals of itself", l -> List.of(l).contains(l));
    calls.put("equals of another type", l -> l.equals(List.<Object>of("no number")));
    calls.put("forEach", l -> l.forEach(_ -> {}));
    calls.put("get", l -> l.get(0));
    calls.put("get behind the end", l -> l.get(99));
    calls.put("getFirst", List::getFirst);
    calls.put("getLast", List::getLast);
    calls.put("hashCode", List::hashCode);
    calls.put("indexOf", l -> l.indexOf(1L));
    calls.put("indexOf of another type", l -> l.indexOf("no number"));
    calls.put("isEmpty", List::isEmpty);
    calls.put("hasNext", l -> l.iterator().hasNext());
    calls.put("next", l -> l.iterator().next());
    calls.put("lastIndexOf", l -> l.lastIndexOf(1L));
    calls.put("listIterator behind the end", l -> l.listIterator(99));
    calls.put("remove at", l -> l.remove(0));
    calls.put("remove", l -> l.remove((Object) 1L));
    calls.put("remove of another type", l -> l.remove("no number"));
    calls.put("removeAll of none", l -> l.removeAll(List.of()));
    calls.put("removeFirst", List::removeFirst);
    calls.put("removeIf", l -> l.removeIf(_ -> false));
    calls.put("removeLast", List::removeLast);
    calls.put("replaceAll", l -> l.replaceAll(e -> e));
    calls.put("retainAll", l -> l.retainAll(List.of(1L)));
    calls.put("set", l -> l.set(0, 1L));
    calls.put("size", List::size);
    calls.put("sort", l -> l.sort(null));
    calls.put("stream", l -> l.stream().count());
    calls.put("subList", l -> l.subList(0, 0));
    calls.put("toArray", List::toArray);
    calls.put("toString", List::toString);
    calls.put("clear", List::clear);
    return calls;
  }

  @Test
  void staleSublist_refusesEveryCall() {
    list.addAll(LongStream.range(0, 8).boxed().toList());
    List<Long> part = list.subList(2, 6);
    List<Long> none = part.subList(1, 1);
    List<List<Long>> all =
        List.of(part, part.reversed(), part.subList(1, 3).reversed(), none, none.reversed());
    list.add(8L);
    calls()
        .forEach((call, made) -> {
          for (int i = 0; i < all.size(); i++) {
            List<Long> stale = all.get(i);
            assertThrows(
                ConcurrentModificationException.class,
                () -> made.accept(stale),
                call + " of view " + i);
          }
        });
    assertEquals(9, list.size());
  }

  /** Of Java's own one from its end, the element that was added counts as the last gone to. */
  @Test
  void anIteratorHasGoneToNothing_onceItHasAdded() {
    List<UnaryOperator<List<Long>>> views =
        List.of(
            l -> l,
            List::reversed,
            l -> l.subList(0, 4),
            l -> l.subList(0, 4).reversed(),
            l -> l.reversed().subList(0, 4));
    for (UnaryOperator<List<Long>> each : views) {
      list.clear();
      list.addAll(List.of(1L, 2L, 3L, 4L));
      List<Long> view = each.apply(list);
      ListIterator<Long> iterator = view.listIterator();
      Long first = iterator.next();
      iterator.add(9L);
      assertThrows(IllegalStateException.class, () -> iterator.set(77L));
      assertThrows(IllegalStateException.class, iterator::remove);
      assertEquals(List.of(first, 9L), view.subList(0, 2));
      assertEquals(5, list.size());
      Long second = iterator.next();
      iterator.set(-second);
      assertEquals(-second, view.get(2));
    }
  }

  /** Does the same to a sublist from its end here and in Java, over and over. */
  @Test
  void fromItsEnd_aSublistIsAsThatOfJava() {
    var random = new Random(1);
    list.addAll(LongStream.range(0, 8).boxed().toList());
    var java = new ArrayList<>(list);
    List<Long> javas = java.subList(2, 6).reversed();
    List<Long> ours = list.subList(2, 6).reversed();
    for (int i = 0; i < STEPS; i++) {
      long seed = random.nextLong();
      assertEquals(step(javas, new Random(seed)), step(ours, new Random(seed)), "step " + i);
      assertEquals(javas, ours);
      assertEquals(java, new ArrayList<>(list));
    }
    List<Long> part = ours.reversed();
    assertSame(part, part.reversed().reversed());
  }

  private static Object step(List<Long> l, Random random) {
    int size = l.size();
    int at = random.nextInt(size + 1);
    long value = random.nextLong(5);
    if (size > 40) {
      l.subList(at / 2, at).clear();
      return size;
    }
    return switch (random.nextInt(16)) {
      case 0 -> l.addAll(at, List.of(value, value + 1));
      case 1 -> l.addAll(List.of(value, value + 1));
      case 2 -> l.add(value);
      case 3 -> List.of(l.indexOf(value), l.lastIndexOf(value), l.contains(value));
      case 4 -> l.remove((Object) value);
      case 5 -> size == 0 || l.set(at % size, value) >= 0;
      case 6 -> size == 0 ? "none" : l.remove(at % size);
      case 7 -> l.removeIf(e -> e == value);
      case 8 -> List.copyOf(l.subList(at / 2, at).reversed());
      case 9 -> size == 0 ? "none" : List.of(l.getFirst(), l.getLast(), l.get(at % size));
      case 10 -> walk(l.listIterator(at), random);
      case 11 -> l.toString() + l.hashCode();
      case 12 -> {
        l.replaceAll(e -> (e + 1) % 5);
        yield l.containsAll(List.of(value));
      }
      case 13 -> {
        l.add(at, value);
        l.addFirst(value);
        l.addLast(value + 1);
        yield List.of(l.toArray());
      }
      case 14 -> {
        l.sort(random.nextBoolean() ? null : (one, other) -> Long.compare(other, one));
        yield l.stream().toList();
      }
      default -> random.nextInt(9) > 0 || l.removeAll(List.of(value)) || l.retainAll(List.of(1L));
    };
  }

  private static Object walk(ListIterator<Long> walk, Random random) {
    var seen = new ArrayList<Object>();
    for (int i = 0; i < 6; i++) {
      if (random.nextBoolean() ? walk.hasNext() : !walk.hasPrevious() && walk.hasNext()) {
        seen.add(walk.next());
      } else if (walk.hasPrevious()) {
        seen.add(walk.previous());
      } else {
        continue;
      }
      seen.add(walk.nextIndex());
      switch (random.nextInt(5)) {
        case 0 -> walk.remove();
        case 1 -> walk.set(7L);
        case 2 -> walk.add(8L);
        default -> {}
      }
    }
    return seen;
  }

  @Test
  void fromItsEnd_bytesAreFoundByContent_andRemovedTogether() {
    ObservableList<byte[]> bytes = vitrine.list("b", byte[].class);
    bytes.addAll(List.of(new byte[] {0}, new byte[] {1}, new byte[] {2}, new byte[] {1}));
    List<byte[]> part = bytes.subList(0, 4).reversed();
    assertEquals(0, part.indexOf(new byte[] {1}));
    assertEquals(2, part.lastIndexOf(new byte[] {1}));
    assertEquals(true, part.remove((Object) new byte[] {1}));
    long revision = vitrine.describe("/lists/b").revision();
    part.removeAll(List.of(new byte[] {0}, new byte[] {2}));
    int[] told = {0};
    store
        .tailer(revision)
        .poll(
            change -> {
              told[0] += ListChange.tells(change) ? 1 : 0;
              return change.revision() < store.revision();
            },
            Integer.MAX_VALUE);
    assertEquals(1, told[0], "changes");
    Iterator<byte[]> left = bytes.iterator();
    assertArrayEquals(new byte[] {1}, left.next());
    assertEquals(1, part.size());
  }
}
