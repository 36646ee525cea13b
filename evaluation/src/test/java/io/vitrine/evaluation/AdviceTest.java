package io.vitrine.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Advice follows the figures: of made-up runs here. */
class AdviceTest {
  private static final List<String> SETS = List.of("one", "other");

  private final Map<String, Object> result = new LinkedHashMap<>();

  AdviceTest() {
    result.put("keys", Map.of("evaluated", 1_000));
    for (String figure :
        List.of(
            "buckets", "avalanche", "threeChar", "wholeHash", "nsPerLong", "nsPerText", "flood")) {
      result.put(figure, new LinkedHashMap<String, Object>());
    }
    var adversary = new LinkedHashMap<String, Object>();
    SETS.forEach(set -> adversary.put(set, new LinkedHashMap<String, Object>()));
    result.put("adversary", adversary);
  }

  /** Adds a strategy that nothing speaks against. */
  private void add(String name, double number, double word, double text) {
    at("buckets").put(name, Map.of());
    at("avalanche").put(name, new LinkedHashMap<>(Map.of("8", bias(0.05))));
    at("threeChar").put(name, 0);
    at("wholeHash").put(name, Map.of("colliding", 0));
    at("nsPerLong").put(name, number);
    at("nsPerText").put(name, Map.of("4", word, "8", word, "16", word, "1024", text));
    at("flood").put(name, Map.of("ratioGet", 1.25));
    SETS.forEach(set -> at("adversary", set).put(name, Map.of("meanProbes", 1.25)));
  }

  private static Map<String, Object> bias(double bias) {
    return Map.of("worstBias", bias, "bits", 64);
  }

  @SuppressWarnings("unchecked") // It was put there above.
  private Map<String, Object> at(String... path) {
    Map<String, Object> found = result;
    for (String name : path) {
      found = (Map<String, Object>) found.get(name);
    }
    return found;
  }

  private List<String> taken() {
    return Advice.of(result).stream().map(each -> (String) ((Map<?, ?>) each).get("take")).toList();
  }

  private String why(int kind) {
    return (String) ((Map<?, ?>) Advice.of(result).get(kind)).get("why");
  }

  @Test
  void shouldTakeTheFastestForEachKindOfKeys() {
    add("a", 1, 20, 300);
    add("b", 2, 10, 200);
    add("c", 3, 30, 100);
    add("siphash", 9, 22, 900);
    assertEquals(List.of("a", "b", "c", "siphash"), taken());
    assertEquals("1.0 ns for a long; b takes 2.0 ns; c takes 3.0 ns", why(0));
    assertTrue(why(2).startsWith("100 ns for 1,024 characters; "), why(2));
    assertTrue(why(3).contains("22.0 ns for 16 characters"), why(3));
    assertTrue(why(3).contains("1.3 times"), why(3));
  }

  @Test
  void shouldTakeTheDefaultWhereItIsHardlySlower() {
    add("rapid", 1.09, 11.5, 100);
    add("xxh3", 1, 10, 100);
    assertEquals(List.of("rapid", "xxh3", "rapid", "siphash"), taken());
    assertTrue(why(3).contains("was not measured"), why(3));
  }

  @Test
  void shouldTakeNoneThatIsWeak() {
    for (String name : List.of("biased", "colliding", "on keys", "flooded", "zah-foreign")) {
      add(name, 1, 1, 1);
    }
    add("sound", 2, 2, 2);
    at("avalanche", "biased").put("8", bias(0.16));
    at("threeChar").put("colliding", 1);
    at("wholeHash").put("on keys", Map.of("colliding", 1));
    at("adversary", "other").put("flooded", Map.of("meanProbes", 1.51));
    assertEquals(List.of("sound", "sound", "sound", "siphash"), taken());
    at("avalanche", "sound").put("8", bias(0.5));
    assertEquals(List.of("none of these", "none of these", "none of these", "siphash"), taken());
  }

  /** Of 32 bits chance makes some 86 of 857,375 texts collide, and none of 64. */
  @Test
  void shouldBearWhatChanceMakesCollide() {
    add("rapid", 1, 1, 1);
    add("short", 0.5, 0.5, 0.5);
    at("avalanche", "short").put("8", Map.of("worstBias", 0.05, "bits", 32));
    at("threeChar").put("short", 90);
    assertEquals("short", taken().getFirst());
    at("threeChar").put("short", 300);
    assertEquals("rapid", taken().getFirst());
  }
}
