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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
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

  /** A function of the library, without a seed and with one. */
  private record Original(LongHashFunction plain, LongFunction<LongHashFunction> seeded) {
    LongHashFunction of(long seed) {
      return seed == 0 ? plain : seeded.apply(seed);
    }
  }

  private static final Map<String, Original> ORIGINALS =
      Map.of(
          "zah-xx", new Original(LongHashFunction.xx(), LongHashFunction::xx),
          "zah-xx3", new Original(LongHashFunction.xx3(), LongHashFunction::xx3),
          "zah-wy", new Original(LongHashFunction.wy_3(), LongHashFunction::wy_3),
          "zah-farmna", new Original(LongHashFunction.farmNa(), LongHashFunction::farmNa),
          "zah-farmuo", new Original(LongHashFunction.farmUo(), LongHashFunction::farmUo),
          "zah-city", new Original(LongHashFunction.city_1_1(), LongHashFunction::city_1_1),
          "zah-murmur3", new Original(LongHashFunction.murmur_3(), LongHashFunction::murmur_3),
          "zah-metro", new Original(LongHashFunction.metro(), LongHashFunction::metro));

  @Test
  void shouldHashAsTheOriginals() {
    var random = new Random(SEED);
    byte[] bytes = new byte[70_000];
    random.nextBytes(bytes);
    List<Integer> lengths = new ArrayList<>();
    IntStream.rangeClosed(0, 320).forEach(lengths::add);
    lengths.addAll(List.of(511, 512, 513, 1_023, 1_024, 1_025, 4_096, 16_385, 65_536, 69_990));
    assertEquals(Set.copyOf(AdaptedStrategies.names()), ORIGINALS.keySet());
    long[] seeds = {0, 1, -1, 9, Long.MIN_VALUE, random.nextLong(), random.nextLong()};
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(bytes.length);
      segment.copyFrom(MemorySegment.ofArray(bytes));
      ORIGINALS.forEach((name, original) -> {
        for (long seed : seeds) {
          LongHashFunction function = original.of(seed);
          HashStrategy strategy = HashStrategies.of(name, seed);
          for (int length : lengths) {
            String told = name + ", seed " + seed + ", length " + length;
            int offset = length % 10;
            long expected = function.hashBytes(bytes, offset, length);
            assertEquals(expected, strategy.hash(bytes, offset, length), told);
            assertEquals(expected, strategy.hash(segment, offset, length), told);
          }
        }
      });
    }
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
