package io.vitrine.evaluation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import net.openhft.hashing.LongHashFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AdaptedStrategiesTest {
  private static final long SEED = 12;

  @BeforeAll
  static void register() {
    AdaptedStrategies.register();
    AdaptedStrategies.register(); // does nothing
  }

  @Test
  void shouldNameAllOfThem() {
    assertEquals(
        List.of(
            "zah-xx",
            "zah-xx3",
            "zah-wy",
            "zah-farmna",
            "zah-farmuo",
            "zah-city",
            "zah-murmur3",
            "zah-metro"),
        AdaptedStrategies.names());
  }

  @Test
  void shouldHashAsTheOriginals() {
    byte[] bytes = new byte[500];
    new Random(SEED).nextBytes(bytes);
    for (int length = 0; length < 500; length++) {
      assertEquals(
          LongHashFunction.xx().hashBytes(bytes, 0, length), hash("zah-xx", bytes, length));
      assertEquals(
          LongHashFunction.metro().hashBytes(bytes, 0, length), hash("zah-metro", bytes, length));
      assertEquals(
          LongHashFunction.city_1_1().hashBytes(bytes, 0, length), hash("zah-city", bytes, length));
      assertEquals(HashStrategies.xxh3().hash(bytes, 0, length), hash("zah-xx3", bytes, length));
    }
    assertEquals(
        LongHashFunction.wy_3(9).hashBytes(bytes),
        HashStrategies.of("zah-wy", 9).hash(bytes, 0, bytes.length));
  }

  private static long hash(String name, byte[] bytes, int length) {
    return HashStrategies.of(name, 0).hash(bytes, 0, length);
  }

  @Test
  void shouldHashEqualContentEquallyInEveryForm() {
    var random = new Random(SEED);
    byte[] bytes = new byte[300];
    random.nextBytes(bytes);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(bytes.length);
      segment.copyFrom(MemorySegment.ofArray(bytes));
      for (String name : AdaptedStrategies.names()) {
        for (long seed : new long[] {0, 5}) {
          HashStrategy strategy = HashStrategies.of(name, seed);
          for (int length = 0; length < 280; length++) {
            assertEquals(
                strategy.hash(bytes, 7, length), strategy.hash(segment, 7, length), name + length);
          }
          String text = "Z\u00FCrich \u20AC";
          byte[] utf8 = text.getBytes(UTF_8);
          assertEquals(strategy.hash(utf8, 0, utf8.length), strategy.hash(text), name);
        }
        assertNotEquals(
            HashStrategies.of(name, 1).hash("a key"), HashStrategies.of(name, 2).hash("a key"));
      }
    }
  }

  @Test
  void shouldServeAStore() {
    try (Store store = Stores.inMemory()) {
      for (String name : AdaptedStrategies.names()) {
        var options =
            MapOptions.of(Codecs.strings(), Codecs.longs())
                .withHash(HashStrategies.of(name, 3))
                .withSegments(4);
        var map = store.map("/maps/" + name, options);
        for (long i = 0; i < 1_000; i++) {
          map.put("key" + i, i);
        }
        for (long i = 0; i < 1_000; i++) {
          assertEquals(i, map.get("key" + i), name);
        }
      }
    }
  }
}
