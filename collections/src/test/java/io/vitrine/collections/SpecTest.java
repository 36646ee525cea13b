package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** What collections cannot be made of is refused before a store or a server is asked. */
class SpecTest {
  @Test
  void segmentsAreAPowerOfTwo() {
    for (int count : new int[] {-3, 0, 3, 1 << 17, Integer.MIN_VALUE}) {
      String expected = "segments is " + count + ", expected a power of two from 1 to 65536";
      var map = MapSpec.of(String.class, Long.class);
      var elements = ElementSpec.of(String.class);
      assertEquals(
          expected,
          assertThrows(IllegalArgumentException.class, () -> map.withSegments(count)).getMessage());
      assertEquals(
          expected,
          assertThrows(IllegalArgumentException.class, () -> elements.withSegments(count))
              .getMessage());
    }
  }

  @Test
  @SuppressWarnings("NullAway") // what is to be refused
  void nothingIsNull() {
    assertThrows(
        NullPointerException.class, () -> MapSpec.of(String.class, Long.class).withHash(null));
    assertThrows(NullPointerException.class, () -> MapSpec.of(null, Long.class));
    assertThrows(NullPointerException.class, () -> ElementSpec.of(String.class).withHash(null));
    assertThrows(NullPointerException.class, () -> ElementSpec.of((Class<String>) null));
  }

  @Test
  void placesOfReversedSublistsAreNamedAsTheyWereGiven() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      ObservableList<Integer> list = vitrine.list("l", Integer.class);
      for (int i = 0; i < 3; i++) {
        list.add(i);
      }
      var reversed = list.subList(1, 3).reversed();
      assertEquals(2, reversed.get(0));
      for (int index : new int[] {-1, 2, 5}) {
        var e = assertThrows(IndexOutOfBoundsException.class, () -> reversed.get(index));
        assertEquals("index " + index + " is none of a sublist of 2", e.getMessage());
      }
    }
  }
}
