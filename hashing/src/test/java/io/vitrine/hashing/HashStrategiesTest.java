package io.vitrine.hashing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class HashStrategiesTest {
  @Test
  void shouldNameAllStrategiesByAscendingId() {
    assertEquals(List.of("string31", "xxh3", "rapid"), HashStrategies.names());
    for (int i = 0; i < HashStrategies.names().size(); i++) {
      HashStrategy strategy = HashStrategies.of(HashStrategies.names().get(i), 0);
      assertEquals(HashStrategies.names().get(i), strategy.name());
      // Files record names and ids: they may be added to, never changed.
      assertEquals(i + 1, strategy.id());
    }
  }

  @Test
  void shouldRefuseUnknownNames() {
    var e = assertThrows(IllegalArgumentException.class, () -> HashStrategies.of("md5", 0));
    assertEquals(
        "unknown hash strategy: name=md5, known=[string31, xxh3, rapid]; choose one of these",
        e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> HashStrategies.of("Rapid", 0));
    assertThrows(IllegalArgumentException.class, () -> HashStrategies.of("", 0));
  }

  @Test
  void shouldRefuseSeedsForStrategiesWithoutOne() {
    for (String name : List.of("string31", "xxh3")) {
      var e = assertThrows(IllegalArgumentException.class, () -> HashStrategies.of(name, 5));
      assertEquals(
          "hash strategy without a seed was given one: name=" + name + ", seed=5; use seed 0",
          e.getMessage());
    }
    assertEquals(5, HashStrategies.of("rapid", 5).seed());
  }

  @Test
  void shouldKeepTheSelfTestForEver() {
    // Files record these. A change means that no file made before can be read.
    assertEquals(0x691E_4524L, HashStrategies.selfTest(HashStrategies.string31()));
    assertEquals(0x55D9_A3D4_5151_9A86L, HashStrategies.selfTest(HashStrategies.xxh3()));
    assertEquals(0x5F9D_9B0F_D9DA_CD4BL, HashStrategies.selfTest(HashStrategies.rapid()));
    assertEquals(0xF991_26DB_40B3_96CFL, HashStrategies.selfTest(HashStrategies.rapid(42)));
  }
}
