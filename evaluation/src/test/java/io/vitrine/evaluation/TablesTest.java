package io.vitrine.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tables of made-up runs. */
class TablesTest {
  /** Such as UUIDs: a table without columns is none that a reader of Markdown takes. */
  @Test
  void hasNoTableByLengthWhereAllKeysAreLonger() {
    var result = new LinkedHashMap<String, Object>();
    for (SpeedForm form : SpeedForm.ALL) {
      result.put(form.figure(), Map.of());
    }
    var flips = Map.of("meanFlips", 32.0, "worstBias", 0.25);
    result.put("avalanche", Map.of("rapid", Map.of("8", flips)));
    result.put("wholeHash", Map.of("rapid", Map.of("lengths", Map.of())));
    result.put("buckets", Map.of("rapid", Map.of("lengths", Map.of())));
    assertEquals(
        List.of(
            "",
            "| avalanche: bits that flip on average, and the worst bias, by characters | 8 |",
            "| --- | ---: |",
            "| `rapid` | 32.0, 0.250 |"),
        Tables.of(result).lines().toList());
  }
}
