package io.vitrine.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluationTest {
  private static final List<HashStrategy> BOTH =
      List.of(HashStrategies.string31(), HashStrategies.rapid());

  @TempDir Path folder;

  /** All that needs no JVM of its own is there, and the rest says why it is not. */
  @Test
  void shouldDoWithoutSpeed() throws Exception {
    var keys = new Keys("a test", 3, 3, true, List.of("a", "b", "Aa"));
    var speed = new Speed(keys.keys(), false, "", Map.of("JAVA_TOOL_OPTIONS", "-XX:NoSuchFlag=1"));
    var depth = new Evaluation.Depth(100, 2, Duration.ofMinutes(1));
    var progress = new Progress(_ -> {}, 1);
    Map<String, Object> result = new Evaluation(keys, BOTH, depth, speed, progress).run();
    Set<?> unmeasured = ((Map<?, ?>) result.get("unmeasured")).keySet();
    assertEquals(Set.of("string31", "rapid", "loop31", "vector31", "nothing"), unmeasured);
    String table = Summary.of(result);
    String note = "the speed of rapid could not be measured: ";
    assertTrue(table.contains(note), table);
    assertTrue(table.contains("NoSuchFlag"), table);
    assertTrue(table.contains("| not measured"), table);
    assertTrue(table.contains("no strategy that this run has measured is sound"), table);
    String tables = Tables.of(result);
    assertFalse(tables.contains("| ns, "), tables);
    assertTrue(tables.contains("| avalanche: "), tables);
    Path page = Files.writeString(folder.resolve("page.html"), Page.of(result));
    assertTrue(Files.readString(page).contains("<p>" + note));
    PageDrawing.assertDrawnWithoutSpeed(page, 2);
  }
}
