package io.vitrine.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Findings follow the figures: of made-up runs here. */
class FindingsTest {
  private final Map<String, Object> result = new LinkedHashMap<>();

  FindingsTest() {
    result.put("buckets", Map.of("string31", Map.of(), "native32", Map.of()));
    result.put(
        "costOf31", Map.of("threeChar", 764_032, "threeCharSharing", 857_313, "wholeHash", 167));
    result.put("nsHarness", Map.of("nsChained", lengths(3, 3, 3)));
    for (SpeedForm form : SpeedForm.ALL) {
      var speed = new LinkedHashMap<String, Object>();
      speed.put("string31", lengths(0.1, 50, 50));
      speed.put("native32", lengths(3, 4, 5));
      speed.put("loop31", lengths(8, 13, 20));
      speed.put("vector31", lengths(2, 9, 4));
      result.put(form.figure(), speed);
    }
    var chained = new LinkedHashMap<String, Object>();
    chained.put("native32", lengths(7, 8, 10));
    chained.put("loop31", lengths(15, 24, 31));
    result.put("nsChained", chained);
  }

  private static Map<String, Object> lengths(double at16, double at24, double at32) {
    var lengths = new LinkedHashMap<String, Object>();
    lengths.put("16", at16);
    lengths.put("24", at24);
    lengths.put("32", at32);
    return lengths;
  }

  private List<String> found() {
    result.put("claim", Claim.of(result));
    return Findings.of(result);
  }

  @Test
  void shouldTellInWhichWayTheClaimHolds() {
    String claim = found().getFirst();
    assertTrue(
        claim.contains(
            "less the harness: 3.0, 4.2 and 4.0 times as fast, so 3 times holds at all of them"),
        claim);
    assertTrue(
        claim.contains(
            "harness included: 2.1, 3.0 and 3.1 times as fast, so 3 times holds at 24 and 32, not"
                + " at 16"),
        claim);
    assertTrue(
        claim.contains(
            "which overlap: 2.7, 3.3 and 4.0 times as fast, so 3 times holds at 24 and 32, not at"
                + " 16"),
        claim);
    var speed = new LinkedHashMap<String, Object>(Map.of("loop31", lengths(4, 4, 4)));
    speed.put("native32", lengths(4, 4, 4));
    speed.put("vector31", lengths(4, 4, 4));
    result.put("nsPerKey", speed);
    assertTrue(found().getFirst().endsWith("so 3 times holds at none of them."), found()::toString);
  }

  /** Measured at another time, it may have been disturbed. */
  @Test
  void shouldTellNothingLessAHarnessThatTookAsLong() {
    for (double harness : List.of(7.0, 7.5, 20.0)) {
      result.put("nsHarness", Map.of("nsChained", lengths(harness, 3, 3)));
      String claim = found().getFirst();
      assertTrue(
          claim.contains(
              "less the harness: not known, since in this run the harness has taken as long as a"
                  + " hash; the same, harness included: 2.1, 3.0 and 3.1 times as fast"),
          claim);
      assertFalse(Json.of(result).contains("null"), claim);
      assertFalse(claim.contains("-"), claim);
    }
  }

  @Test
  void shouldTellWhere31IsTheFastest() {
    List<String> found = found();
    assertEquals(
        "Fastest for a byte[], independent hashes: string31 at 16, native32 at 24, vector31 at 32"
            + " bytes.",
        found.get(2));
    // The JDK has no vectorized 31 for a range.
    assertEquals(
        "Nobody runs the loop any more: 31 as the JDK vectorizes it (vector31) is, at 16, 24 and 32"
            + " bytes, 4.0, 1.4 and 5.0 times as fast as the loop for independent hashes.",
        found.get(1));
    // Of text string31 computes nothing.
    assertEquals(
        "Fastest for a String of ASCII: vector31 at 16, native32 at 24, vector31 at 32 characters.",
        found.get(4));
    String where = found.get(7);
    assertTrue(where.contains("byte[], independent hashes: at 16 and 32; "), where);
    assertTrue(where.contains("the one before: nowhere; "), where);
    assertTrue(where.contains("String of ASCII: at 16 and 32; "), where);
    String cost = found.get(8);
    assertTrue(cost.contains("have 764,032 fewer hashes than there are texts (857,313"), cost);
    assertTrue(cost.contains("these keys 167 fewer"), cost);
  }

  @Test
  void shouldTellNothingOfNative32WhereItWasNotMeasured() {
    result.put("buckets", Map.of("string31", Map.of()));
    assertTrue(found().getFirst().startsWith("Nobody runs the loop any more"), found()::toString);
  }
}
