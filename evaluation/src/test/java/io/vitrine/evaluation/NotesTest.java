package io.vitrine.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.hashing.HashStrategies;
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
}
