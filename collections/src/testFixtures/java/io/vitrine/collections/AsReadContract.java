package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What collections answer is what is read of them, and they equal what has the same elements as
 * Java compares them, wherever they lie: so it is symmetric, and equal ones have one hash code.
 */
public abstract class AsReadContract {
  /** More than are compared by one request from far. */
  private static final int MANY = 1_100;

  /** The catalogue, which is empty. */
  protected abstract Vitrine vitrine();

  private static void assertBoth(boolean expected, Object one, Object other) {
    assertEquals(expected, one.equals(other), "one way");
    assertEquals(expected, other.equals(one), "the other way");
    if (expected) {
      assertEquals(one.hashCode(), other.hashCode(), "hash codes of equals");
    }
  }

  private ObservableMap<String, Object> objects() {
    return vitrine().map("objects", String.class, Object.class);
  }

  private ObservableMap<String, byte[]> arrays() {
    return vitrine().map("arrays", String.class, byte[].class);
  }

  @Test
  public void whatFunctionsMakeIsAnsweredAsItIsRead() {
    ObservableMap<String, Object> map = objects();
    assertEquals(1L, map.compute("a", (_, _) -> 1));
    assertEquals(2L, map.computeIfPresent("a", (_, _) -> 2));
    assertEquals(3L, map.computeIfAbsent("b", _ -> 3));
    assertEquals(4L, map.merge("c", 4, (_, _) -> 0));
    assertEquals(5L, map.merge("c", 4, (_, _) -> 5));
    assertEquals(6L, map.<@Nullable Object>syncUpdate("d", _ -> 6, v -> v));
    assertEquals(Map.of("a", 2L, "b", 3L, "c", 5L, "d", 6L), new HashMap<>(map));
  }

  @Test
  public void whatFunctionsMakeOfArraysIsNobodyElses() {
    ObservableMap<String, byte[]> map = arrays();
    byte[] mine = {1};
    List<@Nullable Object> answers = new ArrayList<>();
    answers.add(map.compute("a", (_, _) -> mine));
    answers.add(map.computeIfPresent("a", (_, _) -> mine));
    answers.add(map.computeIfAbsent("b", _ -> mine));
    answers.add(map.merge("c", mine, (_, _) -> mine));
    answers.add(map.merge("c", mine, (_, _) -> mine));
    answers.add(map.<@Nullable Object>syncUpdate("d", _ -> mine, v -> v));
    for (Object answer : answers) {
      assertNotSame(mine, answer);
      assertArrayEquals(mine, (byte[]) answer);
    }
  }

  /** Sets travel as lists do. */
  @Test
  @SuppressWarnings("rawtypes") // There is no class of sets of something.
  public void setsAreReadWithAllThatIsInThem() {
    ObservableMap<String, Set> map = vitrine().map("sets", String.class, Set.class);
    var id = new UUID(1, 2);
    Set<@Nullable Object> set = new HashSet<>(Arrays.asList("a", null, id, List.of(id)));
    assertEquals(set, map.compute("a", (_, _) -> set));
    assertEquals(set, map.get("a"));
    map.put("b", Set.of(id));
    assertEquals(Set.of(id), map.get("b"));
    assertBoth(true, map, Map.of("a", set, "b", Set.of(id)));
  }

  @Test
  public void whatListsAreGivenIsAnsweredAsTheyHaveIt() {
    vitrine().list("doubles", Double.class).add(0.0);
    ObservableList<Object> list =
        Objects.requireNonNull(vitrine().existingList("doubles"), "doubles");
    assertEquals(1.0, list.<@Nullable Object>syncUpdate(0, _ -> 1L, v -> v));
    assertEquals(2.0, list.<@Nullable Object>syncUpdate(0, _ -> BigDecimal.TWO, v -> v));
    assertEquals(2.0, list.<@Nullable Object>syncUpdate(0, v -> v, v -> v));
    ListIterator<Object> iterator = list.listIterator();
    var _ = iterator.next();
    iterator.set(3L);
    assertEquals(3.0, iterator.previous());
    iterator.add(4L);
    assertEquals(4.0, iterator.previous());
    assertEquals(List.of(4.0, 3.0), new ArrayList<>(list));
    assertNull(list.<@Nullable Object>syncUpdate(0, _ -> null, v -> v));
    assertEquals(List.of(3.0), new ArrayList<>(list));
  }

  @Test
  public void whatViewsOfListsAreGivenIsAnsweredAsTheyHaveIt() {
    vitrine().list("doubles", Double.class);
    ObservableList<Object> list =
        Objects.requireNonNull(vitrine().existingList("doubles"), "doubles");
    list.addAll(List.of(0.0, 1.0, 2.0));
    assertWritesAreRead(list.subList(0, 3));
    list.clear();
    list.addAll(List.of(2.0, 1.0, 0.0));
    assertWritesAreRead(list.subList(0, 3).reversed());
    list.clear();
    list.addAll(List.of(2.0, 1.0, 0.0));
    assertWritesAreRead(list.reversed());
  }

  private static void assertWritesAreRead(List<Object> zeroToTwo) {
    ListIterator<Object> iterator = zeroToTwo.listIterator();
    assertEquals(0.0, iterator.next());
    iterator.set(3L);
    assertEquals(3.0, iterator.previous());
    iterator.set(4L);
    assertEquals(4.0, iterator.next());
    iterator.add(5L);
    assertEquals(5.0, iterator.previous());
    assertEquals(5.0, iterator.next());
    assertEquals(1.0, iterator.next());
    iterator.remove();
    assertEquals(2.0, iterator.next());
    assertFalse(iterator.hasNext());
    iterator.set(6L);
    assertEquals(6.0, iterator.previous());
    assertEquals(5.0, iterator.previous());
    assertEquals(4.0, iterator.previous());
    assertFalse(iterator.hasPrevious());
    assertEquals(List.of(4.0, 5.0, 6.0), new ArrayList<>(zeroToTwo));
  }

  @Test
  public void whatFunctionsMakeIsAnsweredAsTheMapHasIt() {
    vitrine().map("doubles", String.class, Double.class);
    ObservableMap<Object, Object> map =
        Objects.requireNonNull(vitrine().existingMap("doubles"), "doubles");
    assertEquals(1.0, map.compute("a", (_, _) -> 1L));
    assertEquals(2.0, map.computeIfPresent("a", (_, _) -> 2L));
    assertEquals(3.0, map.computeIfAbsent("b", _ -> 3L));
    assertEquals(3.0, map.computeIfAbsent("b", _ -> 4L));
    assertEquals(4.0, map.merge("c", 4L, (_, _) -> 0L));
    assertEquals(5.0, map.merge("c", 4L, (_, _) -> 5L));
    assertEquals(6.0, map.<@Nullable Object>syncUpdate("d", _ -> 6L, v -> v));
  }

  @Test
  public void whatFunctionsMakeOfElementsIsAnsweredAsItIsRead() {
    ObservableList<Object> list = vitrine().list("objects", Object.class);
    list.add(1L);
    assertEquals(5L, list.<@Nullable Object>syncUpdate(0, _ -> 5, e -> e));
    ObservableList<byte[]> arrays = vitrine().list("arrays", byte[].class);
    byte[] mine = {1};
    arrays.add(new byte[] {0});
    Object answer = arrays.<@Nullable Object>syncUpdate(0, _ -> mine, e -> e);
    assertNotSame(mine, answer);
    assertArrayEquals(mine, (byte[]) answer);
  }

  @Test
  public void anIteratorTellsWhatItWroteAsItIsRead() {
    ObservableList<Object> list = vitrine().list("objects", Object.class);
    list.addAll(List.of(3L, 1L, 2L));
    var objects = list.listIterator();
    objects.next();
    objects.set(9);
    assertEquals(9L, objects.previous());
    objects.add(8);
    assertEquals(8L, objects.previous());
    ObservableList<byte[]> arrays = vitrine().list("arrays", byte[].class);
    byte[] mine = {1};
    arrays.add(new byte[] {0});
    var iterator = arrays.listIterator();
    iterator.next();
    iterator.set(mine);
    iterator.add(mine);
    mine[0] = 7;
    assertArrayEquals(new byte[] {1}, iterator.previous());
    assertArrayEquals(new byte[] {1}, iterator.previous());
  }

  @Test
  public void listsEqualWhatHasTheSameElements() {
    ObservableList<Object> list = vitrine().list("objects", Object.class);
    list.addAll(Arrays.asList(-1L, "a", List.of(2L)));
    assertBoth(true, list, Arrays.asList(-1L, "a", List.of(2L)));
    assertBoth(false, list, Arrays.asList(-1, "a", List.of(2L)));
    assertBoth(false, list, Arrays.asList(-1L, "a", List.of(2)));
    ObservableList<byte[]> arrays = vitrine().list("arrays", byte[].class);
    arrays.add(new byte[] {1});
    assertBoth(false, arrays, List.of(new byte[] {1}));
  }

  @Test
  public void setsEqualWhatHasTheSameElements() {
    ObservableSet<Object> set = vitrine().set("objects", Object.class);
    set.addAll(List.of(-1L, "a"));
    assertBoth(true, set, Set.of(-1L, "a"));
    assertBoth(false, set, Set.of(-1, "a"));
    assertBoth(false, set, Set.of(-1L, "a", "b"));
    assertFalse(set.equals(new HashSet<@Nullable Object>(Arrays.asList(null, -1L))));
    ObservableSet<Integer> ints = vitrine().set("ints", Integer.class);
    ObservableSet<Object> longs = vitrine().set("longs", Object.class);
    ints.add(1);
    longs.add(1);
    assertBoth(false, ints, longs);
    assertBoth(true, ints, Set.of(1));
    ObservableSet<byte[]> arrays = vitrine().set("arrays", byte[].class);
    arrays.add(new byte[] {1});
    assertBoth(false, arrays, Set.of(new byte[] {1}));
  }

  @Test
  public void mapsAndViewsEqualWhatHasTheSameEntries() {
    ObservableMap<String, Object> map = objects();
    map.putAll(Map.of("a", -1L, "b", "x"));
    assertBoth(true, map, Map.of("a", -1L, "b", "x"));
    assertBoth(false, map, Map.of("a", -1, "b", "x"));
    assertBoth(true, map.entrySet(), Map.of("a", -1L, "b", "x").entrySet());
    assertBoth(false, map.entrySet(), Map.of("a", -1, "b", "x").entrySet());
    assertBoth(false, map.entrySet(), Map.of("a", -1L, "c", "x").entrySet());
    assertBoth(true, map.keySet(), Set.of("a", "b"));
    ObservableMap<Object, String> keyed = vitrine().map("keyed", Object.class, String.class);
    keyed.put(-1L, "x");
    assertBoth(true, keyed.keySet(), Set.of(-1L));
    assertBoth(false, keyed.keySet(), Set.of(-1));
    assertFalse(keyed.entrySet().equals(Map.of(-1, "x").entrySet()));
    assertFalse(keyed.equals(Map.of(-1, "x")));
  }

  @Test
  public void manyArraysAreComparedAsFewAre() {
    ObservableMap<String, byte[]> map = arrays();
    Map<String, byte[]> other = new HashMap<>();
    for (int i = 0; i < MANY; i++) {
      other.put("k" + i, new byte[] {1});
    }
    map.putAll(other);
    assertBoth(false, map, other);
    assertBoth(false, map.entrySet(), other.entrySet());
    other.keySet().removeIf(key -> key.length() > 2);
    map.keySet().removeIf(key -> key.length() > 2);
    assertBoth(false, map, other);
    assertBoth(false, map.entrySet(), other.entrySet());
  }

  /** Whatever has an element has it among what is removed or kept. */
  @Test
  public void whatIsReadOtherwiseIsRemovedAndKeptAsItIsFound() {
    ObservableMap<Object, Object> map = vitrine().map("both", Object.class, Object.class);
    map.putAll(Map.of(1, 10, 2, 20, 3, 30));
    assertTrue(map.keySet().contains(1));
    assertTrue(map.values().contains(10));
    assertTrue(map.entrySet().contains(Map.entry(1, 10)));
    assertTrue(map.entrySet().containsAll(List.of(Map.entry(1, 10), Map.entry(2, 20))));
    assertFalse(map.keySet().retainAll(List.of(1, 2, 3)));
    assertFalse(map.values().retainAll(List.of(10, 20, 30)));
    assertFalse(map.entrySet().retainAll(Map.of(1, 10, 2, 20, 3, 30).entrySet()));
    assertTrue(map.entrySet().retainAll(Map.of(1, 10, 2, 20, 3, 31).entrySet()));
    assertEquals(Set.of(1L, 2L), new HashSet<>(map.keySet()));
    assertTrue(map.values().remove(10));
    assertTrue(map.values().removeAll(List.of(20)));
    assertEquals(0, map.size());
    ObservableSet<Object> set = vitrine().set("both", Object.class);
    set.addAll(List.of(1, 2));
    assertTrue(set.retainAll(List.of(1, 3)));
    assertEquals(Set.of(1L), new HashSet<>(set));
    ObservableList<Object> list = vitrine().list("both", Object.class);
    list.addAll(List.of(1, 2, 3, 4));
    assertFalse(list.retainAll(List.of(1, 2, 3, 4)));
    assertTrue(list.removeAll(List.of(2)));
    assertTrue(list.subList(0, 2).retainAll(List.of(1)));
    assertTrue(list.reversed().removeAll(List.of(4)));
    assertEquals(List.of(1L), new ArrayList<>(list));
  }
}
