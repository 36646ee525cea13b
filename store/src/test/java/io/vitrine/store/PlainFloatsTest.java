package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Floats of records whose class nobody here knows, which others compute in doubles. */
class PlainFloatsTest {
  private static Object stored(Object number) {
    try (Store store = Stores.inMemory()) {
      StoreMap<Object, Object> map =
          store.map("/maps/m", MapOptions.of(Codecs.plain("string"), Codecs.plain("F{f:float}")));
      map.put("k", new TypedValue("F", Map.of("f", number)));
      return ((Map<?, ?>) map.get("k")).get("f");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0.30000000000000004, 0.3",
    "0.1, 0.1",
    "0.10000000149011612, 0.1",
    "16777217.0, 1.6777216E7",
    "1e-60, 0.0",
    "-0.0, -0.0",
    "Infinity, Infinity",
    "NaN, NaN"
  })
  void theNearestFloatIsKept(double number, double kept) {
    assertEquals(kept, stored(number));
  }

  @Test
  void integersAreExact() {
    assertEquals(16_777_216.0, stored(16_777_216L));
    assertThrows(IllegalArgumentException.class, () -> stored(16_777_217L));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e39, -1e300, 3.4028236e38})
  void nothingFiniteBecomesAnInfinity(double number) {
    var refused = assertThrows(IllegalArgumentException.class, () -> stored(number));
    assertTrue(refused.getMessage().contains("expected float"), refused::getMessage);
  }
}
