package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.TypedValue;
import io.vitrine.store.Visitor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Filters and visitors are immutable, whatever becomes of what they were made of. */
class FrozenTest {
  private final List<Object> inner = new ArrayList<>(List.of("red"));
  private final Map<String, Object> given = new HashMap<>(Map.of("tags", inner));

  private void changeAll() {
    inner.set(0, "blue");
    given.put("more", 1L);
  }

  private static Map<String, Object> expected() {
    return Map.of("tags", List.of("red"));
  }

  @Test
  void filters() {
    Filter<Object> filter = Filters.field("tags").eq(inner);
    Filter<Object> among = Filters.value().in(List.of(inner));
    int hash = filter.hashCode();
    changeAll();
    assertTrue(filter.test(expected()));
    assertEquals(hash, filter.hashCode());
    assertTrue(among.test(List.of("red")));
  }

  @Test
  void visitors() {
    Visitor<Object> set = Visitors.setField("x", given);
    Visitor<Object> append = Visitors.append(given);
    Visitor<Object> absent = Visitors.putIfAbsent(given);
    Visitor<Object> replace = Visitors.replace("old", given);
    Visitor<Object> bytes = Visitors.putIfAbsent(inner);
    Visitor<Object> typed = Visitors.putIfAbsent(new TypedValue("Paint", inner));
    changeAll();
    assertEquals(Map.of("x", expected()), set.visit(new HashMap<>()));
    assertEquals(List.of(expected()), append.visit(List.of()));
    assertEquals(expected(), absent.visit(null));
    assertEquals(expected(), replace.visit("old"));
    assertEquals(List.of("red"), bytes.visit(null));
    assertEquals(new TypedValue("Paint", List.of("red")), typed.visit(null));
  }
}
