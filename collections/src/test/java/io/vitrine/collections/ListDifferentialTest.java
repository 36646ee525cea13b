package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A list does what an ArrayList does, whatever is done to it. */
class ListDifferentialTest {
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  @Test
  void numbers() {
    try (var vitrine = Vitrine.inMemory()) {
      compare(vitrine.list("numbers", Long.class), () -> random.nextLong(1000), 3_000);
    }
  }

  @Test
  void texts() {
    try (var vitrine = Vitrine.inMemory()) {
      compare(
          vitrine.list("texts", String.class),
          () -> "x".repeat(random.nextInt(1 + random.nextInt(400))) + random.nextInt(100),
          3_000);
    }
  }

  @Test
  void textsLargerThanLeaves() {
    try (var vitrine = Vitrine.inMemory()) {
      compare(
          vitrine.list("large", String.class),
          () -> "y".repeat(random.nextInt(5) == 0 ? random.nextInt(20_000) : 3) + random.nextInt(9),
          600);
    }
  }

  @FunctionalInterface
  private interface Elements<E> {
    E next();
  }

  private <E extends Comparable<E>> void compare(
      ObservableList<E> list, Elements<E> elements, int operations) {
    var model = new ArrayList<E>();
    var copy = new ListCopy<E>();
    var subscription = list.subscribe(ElementOptions.all(), copy);
    for (int i = 0; i < operations; i++) {
      String what;
      try {
        what = step(list, model, elements);
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ", operation " + i, e);
      }
      String where = "seed " + seed + ", operation " + i + ": " + what;
      assertEquals(model.size(), list.size(), where);
      if (i % 50 == 0) {
        assertEquals(model, new ArrayList<>(list), where);
      }
      if (!model.isEmpty()) {
        int index = random.nextInt(model.size());
        assertEquals(model.get(index), list.get(index), where);
      }
    }
    assertEquals(model, list, "seed " + seed);
    assertEquals(model.hashCode(), list.hashCode());
    assertEquals(model.toString(), list.toString());
    copy.awaitAll(subscription);
    assertEquals(model, copy.elements(), "seed " + seed);
  }

  private <E extends Comparable<E>> String step(List<E> list, List<E> model, Elements<E> elements) {
    int size = model.size();
    int index = random.nextInt(size + 1);
    int other = random.nextInt(size + 1);
    int from = Math.min(index, other);
    int to = Math.max(index, other);
    E element = elements.next();
    return switch (random.nextInt(20)) {
      case 0, 1, 2 -> {
        list.add(element);
        model.add(element);
        yield "add";
      }
      case 3, 4, 5 -> {
        list.add(index, element);
        model.add(index, element);
        yield "add at " + index;
      }
      case 6, 7 -> {
        var several = new ArrayList<E>();
        for (int n = random.nextInt(1 + random.nextInt(400)); n > 0; n--) {
          several.add(elements.next());
        }
        list.addAll(index, several);
        model.addAll(index, several);
        yield "add " + several.size() + " at " + index;
      }
      case 8, 9, 10 -> {
        if (index < size) {
          assertEquals(model.remove(index), list.remove(index));
        }
        yield "remove at " + index;
      }
      case 11, 12 -> {
        if (index < size) {
          assertEquals(model.set(index, element), list.set(index, element));
        }
        yield "set at " + index;
      }
      case 13 -> {
        if (random.nextInt(3) == 0) {
          list.subList(from, to).clear();
          model.subList(from, to).clear();
        }
        yield "remove from " + from + " to " + to;
      }
      case 14 -> {
        iterate(list, model, index, elements);
        yield "iterate";
      }
      default -> look(list, model, element);
    };
  }

  /** Does what looks at all elements, or at the ends. */
  private <E extends Comparable<E>> String look(List<E> list, List<E> model, E element) {
    int bits = random.nextInt(1, 64);
    return switch (random.nextInt(5)) {
      case 0 -> {
        assertEquals(model.remove(element), list.remove(element));
        assertEquals(model.indexOf(element), list.indexOf(element));
        assertEquals(model.lastIndexOf(element), list.lastIndexOf(element));
        yield "remove an element";
      }
      case 1 -> {
        boolean changed = model.removeIf(e -> (e.hashCode() & 63) == bits);
        assertEquals(changed, list.removeIf(e -> (e.hashCode() & 63) == bits));
        yield "removeIf";
      }
      case 2 -> {
        if (random.nextInt(4) == 0) {
          list.sort(Comparator.reverseOrder());
          model.sort(Comparator.reverseOrder());
        }
        yield "sort";
      }
      case 3 -> {
        list.replaceAll(e -> (e.hashCode() & 63) == bits ? element : e);
        model.replaceAll(e -> (e.hashCode() & 63) == bits ? element : e);
        yield "replaceAll";
      }
      default -> {
        if (!model.isEmpty()) {
          assertEquals(model.removeLast(), list.removeLast());
          assertEquals(model.isEmpty() ? element : model.getFirst(), first(list, element));
        }
        list.addFirst(element);
        model.addFirst(element);
        yield "ends";
      }
    };
  }

  private static <E> E first(List<E> list, E otherwise) {
    return list.isEmpty() ? otherwise : list.getFirst();
  }

  private <E> void iterate(List<E> list, List<E> model, int index, Elements<E> elements) {
    var one = list.listIterator(index);
    var other = model.listIterator(index);
    boolean returned = false;
    for (int n = random.nextInt(200); n > 0; n--) {
      assertEquals(other.hasNext(), one.hasNext());
      assertEquals(other.hasPrevious(), one.hasPrevious());
      assertEquals(other.nextIndex(), one.nextIndex());
      E element = elements.next();
      int choice = random.nextInt(6);
      if (choice < 3 ? other.hasNext() : choice == 3 && other.hasPrevious()) {
        assertEquals(
            choice < 3 ? other.next() : other.previous(), choice < 3 ? one.next() : one.previous());
        returned = true;
      } else if (choice == 4) {
        one.add(element);
        other.add(element);
        returned = false;
      } else if (returned && random.nextBoolean()) {
        one.set(element);
        other.set(element);
      } else if (returned) {
        one.remove();
        other.remove();
        returned = false;
      }
    }
  }
}
