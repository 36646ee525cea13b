package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What nobody can store, such as a string with half a pair of surrogates, is not there for who
 * looks for it, as in collections of Java; who would store it is refused, and nothing is changed.
 */
public abstract class UnstorableContract {
  private static final String HALF = "a\uD800";

  /** Lies between the good ones. */
  private static final Pair HALVES = new Pair("b", '\uDC00', List.of());

  private static final List<Function<Set<Object>, ?>> OF_SETS =
      List.of(
          s -> s.contains(half(s)),
          s -> s.remove(half(s)),
          s -> s.containsAll(List.of(half(s))),
          s -> s.removeAll(List.of(half(s), "other", half(s), good(s))),
          s -> s.removeAll(Set.of(half(s))),
          s -> s.retainAll(List.of(half(s), good(s))),
          s -> s.equals(Set.of(half(s))),
          s -> Set.of(half(s)).equals(s));

  private static final List<Function<List<Object>, ?>> OF_LISTS =
      List.of(
          l -> l.contains(half(l)),
          l -> l.indexOf(half(l)),
          l -> l.lastIndexOf(half(l)),
          l -> l.remove(half(l)),
          l -> l.containsAll(List.of(half(l))),
          l -> l.removeAll(List.of(half(l))),
          l -> l.retainAll(List.of(half(l), good(l))),
          l -> l.equals(List.of(half(l))),
          l -> List.of(half(l)).equals(l),
          l -> l.reversed().indexOf(half(l)),
          l -> l.reversed().remove(half(l)),
          l -> l.subList(0, 1).contains(half(l)),
          l -> l.subList(0, 1).remove(half(l)));

  private static final List<Function<Map<Object, Object>, @Nullable Object>> OF_MAPS =
      List.of(
          m -> m.get(key(m)),
          m -> m.containsKey(key(m)),
          m -> m.containsValue(key(m)),
          m -> m.getOrDefault(key(m), "none"),
          m -> m.remove(key(m)),
          m -> m.remove(key(m), good(m.keySet())),
          m -> m.remove(good(m.keySet()), key(m)),
          m -> m.replace(key(m), good(m.keySet())),
          m -> m.replace(key(m), good(m.keySet()), good(m.keySet())),
          m -> m.replace(good(m.keySet()), key(m), good(m.keySet())),
          m -> m.computeIfPresent(key(m), (_, v) -> v),
          m -> m.compute(key(m), (_, _) -> null),
          m -> m.computeIfAbsent(key(m), _ -> null),
          m -> m.equals(Map.of(key(m), good(m.keySet()))),
          m -> Map.of(key(m), good(m.keySet())).equals(m),
          m -> m.equals(Map.of(good(m.keySet()), key(m))),
          m -> m.keySet().contains(key(m)),
          m -> m.keySet().remove(key(m)),
          m -> m.keySet().removeAll(List.of(key(m))),
          m -> m.keySet().retainAll(List.of(key(m), good(m.keySet()))),
          m -> m.keySet().containsAll(List.of(key(m))),
          m -> m.keySet().equals(Set.of(key(m))),
          m -> m.values().contains(key(m)),
          m -> m.values().remove(key(m)),
          m -> m.values().removeAll(List.of(key(m))),
          m -> m.values().retainAll(List.of(key(m), good(m.keySet()))),
          m -> m.entrySet().contains(Map.entry(key(m), good(m.keySet()))),
          m -> m.entrySet().contains(Map.entry(good(m.keySet()), key(m))),
          m -> m.entrySet().remove(Map.entry(key(m), good(m.keySet()))),
          m -> m.entrySet().equals(Set.of(Map.entry(key(m), good(m.keySet())))));

  /**
   * A record with such strings in it.
   *
   * @param name a string
   * @param sign may be half a pair, too
   * @param more strings in a list
   */
  public record Pair(String name, char sign, List<String> more) {}

  /** The catalogue, which is empty and knows {@link Pair}. */
  protected abstract Vitrine vitrine();

  private static Object good(Iterable<?> elements) {
    return elements.iterator().next();
  }

  /** Of the class of the elements that are there, but none that can be. */
  private static Object half(Iterable<?> elements) {
    return halfOf(good(elements));
  }

  private static Object key(Map<?, ?> map) {
    return half(map.keySet());
  }

  private static Object halfOf(Object good) {
    return switch (good) {
      case Character _ -> '\uD800';
      case Pair(_, _, var more) when more.isEmpty() -> HALVES;
      case Pair(var name, var sign, _) -> new Pair(name, sign, List.of(HALF));
      default -> HALF;
    };
  }

  private <E> void check(Class<E> type, E good, E last) {
    @SuppressWarnings("unchecked")
    E half = (E) halfOf(good);
    String name = type.getSimpleName() + good.toString().length();
    checkSet(vitrine().set(name, type), good, half, last);
    checkList(vitrine().list(name, type), good, half);
    checkMap(vitrine().map(name, type, type), good, half, last);
  }

  @SuppressWarnings("unchecked")
  private <E> void checkSet(ObservableSet<E> set, E good, E half, E last) {
    for (int i = 0; i < OF_SETS.size(); i++) {
      set.add(good);
      var java = new HashSet<Object>(Set.of(good));
      Object expected = OF_SETS.get(i).apply(java);
      assertEquals(expected, OF_SETS.get(i).apply((Set<Object>) set), set.path() + ", call " + i);
      assertEquals(java, new HashSet<>(set));
    }
    set.clear();
    set.add(good);
    assertRefused(set, s -> s.add(half));
    assertRefused(set, s -> s.addAll(List.of(last, half)));
    set.remove(last); // one comes after the other
    assertEquals(Set.of(good), new HashSet<>(set));
  }

  @SuppressWarnings("unchecked")
  private <E> void checkList(ObservableList<E> list, E good, E half) {
    for (int i = 0; i < OF_LISTS.size(); i++) {
      list.clear();
      list.add(good);
      var java = new ArrayList<Object>(List.of(good));
      Object expected = OF_LISTS.get(i).apply(java);
      Object answer = OF_LISTS.get(i).apply((List<Object>) list);
      assertEquals(expected, answer, list.path() + ", call " + i);
      assertEquals(java, new ArrayList<>(list));
    }
    list.clear();
    list.add(good);
    assertRefused(list, l -> l.add(half));
    assertRefused(list, l -> l.addAll(List.of(good, half)));
    assertRefused(list, l -> l.set(0, half));
    assertRefused(list, l -> l.replaceAll(_ -> half));
    assertRefused(list, l -> l.syncUpdate(0, _ -> half, Function.identity()));
    assertEquals(List.of(good), new ArrayList<>(list));
  }

  @SuppressWarnings("unchecked")
  private <E> void checkMap(ObservableMap<E, E> map, E good, E half, E last) {
    for (int i = 0; i < OF_MAPS.size(); i++) {
      map.put(good, good);
      var java = new HashMap<Object, Object>(Map.of(good, good));
      Object expected = OF_MAPS.get(i).apply(java);
      Object answer = OF_MAPS.get(i).apply((Map<Object, Object>) (Map<?, ?>) map);
      assertEquals(expected, answer, map.path() + ", call " + i);
      assertEquals(java, new HashMap<>(map));
    }
    map.put(good, good);
    assertNull(map.getVersioned(half));
    assertEquals(Map.of(good, good), map.getAll(List.of(half, good, half)));
    assertRefused(map, m -> m.put(half, good));
    assertRefused(map, m -> m.put(good, half));
    assertRefused(map, m -> m.putIfAbsent(half, good));
    assertRefused(map, m -> m.replace(good, half));
    assertRefused(map, m -> m.replace(good, good, half));
    assertRefused(map, m -> m.compareAndSet(half, 0, good));
    assertRefused(map, m -> m.merge(half, good, (_, v) -> v));
    assertRefused(map, m -> m.compute(half, (_, _) -> good));
    assertRefused(map, m -> m.computeIfAbsent(half, _ -> good));
    var several = new HashMap<E, E>(Map.of(last, good, half, good));
    assertRefused(map, m -> m.putAll(several));
    map.remove(last);
    assertEquals(Map.of(good, good), new HashMap<>(map));
  }

  private static <C> void assertRefused(C collection, Consumer<C> call) {
    var refusal =
        assertThrows(IllegalArgumentException.class, () -> call.accept(collection)).getMessage();
    assertTrue(refusal.contains("surrogate") || refusal.contains("half of a pair"), refusal);
  }

  @Test
  public void stringsWithHalfAPairAreNowhere() {
    check(String.class, "a", "z");
  }

  @Test
  public void halvesOfAPairAreNowhere() {
    check(Character.class, 'a', 'z');
  }

  @Test
  public void recordsWithHalfAPairAreNowhere() {
    check(Pair.class, new Pair("a", 'a', List.of()), new Pair("z", 'z', List.of()));
    check(Pair.class, new Pair("a", 'a', List.of("a")), new Pair("z", 'z', List.of()));
  }

  @Test
  public void anyValueWithHalfAPairIsNowhere() {
    check(Object.class, "a", "z");
  }

  /** Nor is a key there that is larger than any that a store takes. */
  @Test
  void keysThatAreTooLargeAreNotThere() {
    String large = "k".repeat(65_536);
    ObservableMap<String, String> map = vitrine().map("large", String.class, String.class);
    ObservableSet<String> set = vitrine().set("large", String.class);
    map.put("a", "b");
    set.add("a");
    assertNull(map.get(large));
    assertFalse(map.containsKey(large));
    assertNull(map.remove(large));
    assertFalse(map.remove(large, "b"));
    assertEquals("d", map.getOrDefault(large, "d"));
    assertEquals(Map.of("a", "b"), map.getAll(List.of("a", large)));
    assertFalse(map.keySet().contains(large));
    assertFalse(map.keySet().removeAll(List.of(large)));
    assertNull(map.computeIfPresent(large, (key, value) -> "x"));
    assertNull(map.replace(large, "x"));
    assertFalse(set.contains(large));
    assertFalse(set.remove(large));
    assertFalse(set.removeAll(List.of(large)));
    assertFalse(set.equals(Set.of(large)));
    assertThrows(IllegalArgumentException.class, () -> map.put(large, "b"));
    assertThrows(IllegalArgumentException.class, () -> set.add(large));
    assertEquals(1, map.size());
  }
}
