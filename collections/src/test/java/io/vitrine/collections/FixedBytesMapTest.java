package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Maps of arrays of one length, which are named by their type. */
class FixedBytesMapTest {
  @TempDir Path folder;

  @Test
  void arraysOfOneLengthGoIntoACompactMap_othersAreRefused() {
    try (Vitrine vitrine = Vitrine.open(folder)) {
      ObservableMap<Object, Object> map =
          vitrine.map("prints", MapSpec.named("long", "bytes(40)").compact());
      byte[] value = new byte[40];
      value[39] = 7;
      map.put(1, value);
      assertArrayEquals(value, (byte[]) map.get(1L));
      assertTrue(map.containsValue(value.clone()));
      assertThrows(IllegalArgumentException.class, () -> map.put(1, new byte[39]));
      assertThrows(IllegalArgumentException.class, () -> map.put(1, "text"));
      assertArrayEquals(value, (byte[]) map.get(1L));
      map.replaceAll((k, v) -> ((byte[]) v).clone());
      assertEquals(1, map.size());
    }
    try (Vitrine vitrine = Vitrine.open(folder)) {
      var map = vitrine.map("prints", MapSpec.named("long", "bytes(40)"));
      assertEquals(7, ((byte[]) map.get(1L))[39]);
    }
  }
}
