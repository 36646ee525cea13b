package io.vitrine.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Figures that were computed independently, and have to come out exactly. */
class FiguresTest {
  private static final List<HashStrategy> TWO =
      List.of(HashStrategies.string31(), HashStrategies.poly109());

  @Test
  void shouldCountCollisionsOfAllShortTexts() {
    assertEquals(Map.of("string31", 6_016, "poly109", 0), colliding(2, 32));
    assertEquals(Map.of("string31", 764_032, "poly109", 0), colliding(3, 32));
  }

  @Test
  void shouldCountThemAsTheArticleDid() {
    assertEquals(Map.of("string31", 5_952, "poly109", 0), colliding(2, 33));
    assertEquals(Map.of("string31", 755_968, "poly109", 0), colliding(3, 33));
  }

  private static Map<String, Integer> colliding(int length, int from) {
    var colliding = new HashMap<String, Integer>();
    ShortTexts.of(TWO, length, from).forEach((name, of) -> colliding.put(name, of.colliding()));
    return colliding;
  }

  @Test
  void shouldTellSharingFromColliding() {
    // Counted independently: most hashes belong to two texts or more, of which one does not count.
    assertEquals(new Repeats(9_025, 3_009, 8_963), ShortTexts.of(TWO, 2, 32).get("string31"));
    assertEquals(new Repeats(857_375, 93_343, 857_313), ShortTexts.of(TWO, 3, 32).get("string31"));
    assertEquals(new Repeats(9_025, 9_025, 0), ShortTexts.of(TWO, 2, 32).get("poly109"));
  }

  @Test
  void shouldCountWholeHashesByLength() throws IOException {
    List<String> words = KeyFile.bundled(1_000_000).keys();
    Map<String, Object> lengths = Collisions.byLength(HashStrategies.string31(), words);
    assertEquals(
        IntStream.rangeClosed(1, 16).mapToObj(String::valueOf).toList(),
        List.copyOf(lengths.keySet()));
    // The same by another way: by a set of the hashes of each length.
    for (int length = 1; length <= 16; length++) {
      int of = length;
      List<String> keys = words.stream().filter(word -> word.length() == of).toList();
      long different = keys.stream().map(String::hashCode).distinct().count();
      Map<?, ?> found = (Map<?, ?>) lengths.get(Integer.toString(length));
      assertEquals(keys.size(), found.get("keys"));
      assertEquals((int) (keys.size() - different), found.get("colliding"), () -> "length " + of);
    }
  }

  @Test
  void shouldRankThePrimesOverTheWords() throws IOException {
    Keys words = KeyFile.bundled(1_000_000);
    assertEquals(104_334, words.keys().size());
    assertEquals(104_334, words.lines());
    var ranking = new TreeMap<Integer, TreeSet<Integer>>();
    Primes.scores(words.keys())
        .forEach((prime, score) ->
            ranking
                .computeIfAbsent((Integer) score, _ -> new TreeSet<>())
                .add(Integer.valueOf(prime)));
    String found =
        ranking.entrySet().stream()
            .map(e -> e.getKey() + ": " + joined(e.getValue()))
            .collect(Collectors.joining(" / "));
    assertEquals(
        "285: 107 / 289: 251 / 290: 47 139 / 291: 71 137 163 179 241 / 292: 211"
            + " / 293: 41 43 67 97 157 167 173 199 233 / 294: 37 61 109 191 / 295: 103 149 151 239"
            + " / 296: 101 197 229 / 297: 181 / 298: 29 89 / 299: 53 83 / 300: 131 / 301: 79 223"
            + " / 303: 73 113 / 304: 31 / 308: 227 / 309: 59 / 310: 193 / 333: 127",
        found);
  }

  private static String joined(Set<Integer> primes) {
    return primes.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  @Test
  void shouldScoreStrategiesAsPrimes() throws IOException {
    List<String> words = KeyFile.bundled(1_000_000).keys();
    assertEquals(304, Buckets.of(words, HashStrategies.string31()::hash).score());
    assertEquals(294, Buckets.of(words, HashStrategies.poly109()::hash).score());
    assertEquals(285, Buckets.of(words, HashStrategies.poly(107)::hash).score());
  }

  @Test
  void shouldCountWhatChanceWouldGive() {
    // 1 key never collides; with as many keys as buckets, 1/e of them do.
    assertEquals(0, Buckets.expectedPercent(1, 2), 1e-9);
    assertEquals(100 / Math.E, Buckets.expectedPercent(1 << 20, 1 << 20), 0.001);
    // n²/2 pairs, each of which collides once in 2^32.
    assertEquals(1.16, Collisions.expected32(100_000), 0.01);
    assertEquals(1, Maps.expectedProbes(1), 1e-9);
    assertEquals(1.25, Maps.expectedProbes(8 + 1), 1e-9);
  }

  @Test
  void shouldCountDistinctNumbers() {
    assertEquals(new Repeats(0, 0, 0), Repeats.of(new long[0]));
    assertEquals(new Repeats(1, 1, 0), Repeats.of(new long[1]));
    assertEquals(new Repeats(6, 3, 5), Repeats.of(new long[] {7, -1, 7, 2, 7, -1}));
    assertEquals(3, Repeats.of(new long[] {7, -1, 7, 2, 7, -1}).colliding());
  }
}
