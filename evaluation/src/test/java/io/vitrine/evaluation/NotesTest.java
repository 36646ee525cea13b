package io.vitrine.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a run has to say of itself. */
class NotesTest {
  @Test
  void tellsWhichKeysHaveNoPartInSomething() {
    var keys = new Keys("a test", 3, 3, true, List.of("a", "b".repeat(16), "c".repeat(17)));
    assertEquals(
        List.of("1 of 3 keys have more than 16 characters, and no part in the scores."),
        Notes.of(List.of(HashStrategies.rapid()), keys, Map.of()));
    var tooLong = new Keys("a test", 1, 1, true, List.of("c".repeat(65_536)));
    assertEquals(
        List.of(
            "rapid has the seed 3.",
            "1 of 1 keys have more than 65,535 bytes of UTF-8, the most that a store takes, and"
                + " have no part in its figures.",
            "1 of 1 keys have more than 16 characters, and no part in the scores.",
            "the speed of rapid could not be measured: for a reason"),
        Notes.of(List.of(HashStrategies.rapid(3)), tooLong, Map.of("rapid", "for a reason")));
  }

  /** A program may evaluate the strategy of its map; and pages are shown around. */
  @Test
  void tellsNoSeedThatWasDrawn() {
    var keys = new Keys("a test", 1, 1, true, List.of("a"));
    List<HashStrategy> drawn = List.of(HashStrategies.siphash(), HashStrategies.siphash13());
    assertEquals(
        List.of(
            "siphash has a seed that was drawn at random, and is kept secret.",
            "siphash13 has a seed that was drawn at random, and is kept secret."),
        Notes.of(drawn, keys, Map.of()));
    assertEquals(
        Map.of(
            "siphash", Map.of("id", 6, "seedDrawn", true),
            "siphash13", Map.of("id", 8, "seedDrawn", true)),
        Notes.strategies(drawn));
    assertEquals(
        Map.of("siphash", Map.of("id", 6, "seed", -1L)),
        Notes.strategies(List.of(HashStrategies.siphash(-1))));
  }
}
