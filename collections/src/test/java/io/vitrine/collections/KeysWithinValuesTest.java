package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.TypedValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Maps within values whose keys are one key in the data model: none is dropped in silence. */
class KeysWithinValuesTest {
  private static void refused(Map<?, ?> value) {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      ObservableMap<String, Object> map = vitrine.map("m", String.class, Object.class);
      var e = assertThrows(IllegalArgumentException.class, () -> map.put("k", value));
      assertTrue(
          e.getMessage().contains(" twice, as ") || e.getMessage().contains("scalar as the key"),
          e.getMessage());
      assertFalse(map.containsKey("k"));
    }
  }

  @Test
  void bytesOfOneContent() {
    var value = new HashMap<Object, Object>();
    value.put(new byte[] {1}, 1L);
    value.put(new byte[] {1}, 2L);
    refused(value);
    value.keySet().remove(value.keySet().iterator().next());
    try (Vitrine vitrine = Vitrine.inMemory()) {
      ObservableMap<String, Object> map = vitrine.map("m", String.class, Object.class);
      value.put(new byte[] {2}, 2L);
      map.put("k", value);
      assertEquals(2, ((Map<?, ?>) map.get("k")).size());
    }
  }

  @Test
  void oneThatIsWrittenLikeAText() {
    var uuid = UUID.fromString("00000000-0000-0001-0000-000000000002");
    var value = new LinkedHashMap<Object, Object>();
    value.put(uuid, 1L);
    value.put(uuid.toString(), 2L);
    refused(value);
  }

  @Test
  void valuesWithoutAnEndAreRefusedAndNotThere() {
    var self = new ArrayList<Object>();
    self.add(self);
    Object deep = 1L;
    for (int i = 0; i < 100_000; i++) {
      deep = List.of(deep);
    }
    try (Vitrine vitrine = Vitrine.inMemory()) {
      ObservableMap<Object, Object> map = vitrine.map("m", Object.class, Object.class);
      for (Object value : new Object[] {self, deep}) {
        assertThrows(IllegalArgumentException.class, () -> map.put("k", value));
        assertThrows(IllegalArgumentException.class, () -> map.put(value, "v"));
        assertFalse(map.containsKey(value));
        assertFalse(map.containsValue(value));
        assertNull(map.get(value));
      }
      assertTrue(map.isEmpty());
    }
  }

  @Test
  void nullIsReadAsItIs() {
    assertNull(new TypeRegistry().asRead("int").apply(null));
    assertNull(new TypeRegistry().asRead("any").apply(null));
  }

  @Test
  void typedValues() {
    refused(Map.of(new TypedValue("decimal", "1.0"), 1L));
  }
}
