package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.TypedValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Records that hold arrays are compared by their content, as arrays are that stand alone. */
@SuppressWarnings("ArrayRecordComponent") // these are what is tested
class RecordsOfBytesTest {
  record Blob(String name, byte[] bytes) {}

  private final Vitrine vitrine =
      Vitrine.inMemory(new TypeRegistry().register(Blob.class).register("Move", BlobMove.class));

  record BlobMove(Blob from, Blob to) {}

  private final ObservableMap<String, Blob> map = vitrine.map("m", String.class, Blob.class);
  private final ObservableList<Blob> list = vitrine.list("l", Blob.class);

  @AfterEach
  void close() {
    vitrine.close();
  }

  private static Blob blob(int content) {
    return new Blob("b", new byte[] {(byte) content});
  }

  private void fill() {
    map.putAll(Map.of("a", blob(1), "b", blob(2)));
  }

  @Test
  void viewsOfAMap() {
    fill();
    assertTrue(map.containsValue(blob(1)));
    assertFalse(map.containsValue(blob(3)));
    assertTrue(map.values().contains(blob(2)));
    assertTrue(map.entrySet().contains(Map.entry("a", blob(1))));
    assertTrue(map.values().removeIf(value -> value.bytes()[0] == 1));
    assertEquals(Set.of("b"), map.keySet());
    assertTrue(map.entrySet().removeIf(_ -> true));
    assertTrue(map.isEmpty());
    fill();
    assertTrue(map.values().retainAll(List.of()));
    assertTrue(map.isEmpty());
    fill();
    assertTrue(map.values().remove(blob(1)));
    assertEquals(Set.of("b"), map.keySet());
    assertTrue(map.entrySet().removeAll(new HashMap<>(map).entrySet()));
    assertTrue(map.isEmpty());
  }

  @Test
  void comparedAndSet() {
    fill();
    assertTrue(map.replace("a", blob(1), blob(5)));
    assertFalse(map.replace("a", blob(1), blob(6)));
    assertFalse(map.remove("a", blob(1)));
    assertTrue(map.remove("a", blob(5)));
    assertNull(map.get("a"));
  }

  @Test
  void elementsOfAList() {
    list.addAll(List.of(blob(1), blob(2), blob(1)));
    assertTrue(list.contains(list.get(1)));
    assertEquals(0, list.indexOf(blob(1)));
    assertEquals(2, list.lastIndexOf(blob(1)));
    assertEquals(1, list.subList(1, 3).indexOf(blob(1)));
    assertTrue(list.remove(blob(2)));
    assertEquals(2, list.size());
    assertFalse(list.remove(blob(2)));
  }

  /** Whether it is a collection of ours or of Java's that says what is removed. */
  @Test
  void ofSeveral() {
    list.addAll(List.of(blob(1), blob(2), blob(3)));
    List<Blob> copy = new ArrayList<>(list.subList(0, 1));
    assertTrue(list.subList(0, 2).removeAll(copy));
    assertEquals(2, list.size());
    assertTrue(list.retainAll(List.of(blob(2))));
    assertEquals(1, list.size());
    assertTrue(list.removeAll(List.of(blob(2))));
    fill();
    assertTrue(map.values().retainAll(List.of(blob(1))));
    assertEquals(Set.of("a"), map.keySet());
    assertFalse(map.entrySet().retainAll(Set.of(Map.entry("a", blob(1)))));
    assertTrue(map.values().removeAll(new ArrayList<>(map.values())));
    assertTrue(map.isEmpty());
  }

  @Test
  void filtersAndVisitors() {
    fill();
    assertTrue(Filters.value().eq(blob(1)).test(new MapEntry<>("a", blob(1))));
    assertFalse(Filters.value().eq(blob(1)).test(new MapEntry<>("a", blob(2))));
    Set<byte[]> one = Set.of(new byte[] {1});
    assertTrue(Filters.value().eq(one).test(Set.of(new byte[] {1})));
    assertTrue(
        Filters.value()
            .eq(new BlobMove(blob(1), blob(2)))
            .test(new TypedValue("Move", Map.of("from", blob(1), "to", blob(2)))));
    map.syncUpdate("a", Visitors.replace(blob(1), blob(4)), Functions.identity());
    assertTrue(map.containsValue(blob(4)));
  }
}
