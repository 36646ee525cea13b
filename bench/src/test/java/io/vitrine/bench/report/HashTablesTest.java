package io.vitrine.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HashTablesTest {
  private final List<Figure> figures = new ArrayList<>();

  private void add(String system, String function, int length, double low, double high) {
    var params = new LinkedHashMap<String, Object>();
    params.put("function", function);
    params.put("form", "bytes");
    params.put("length", length);
    figures.add(
        new Figure(
            "hash",
            system,
            params,
            "ns/op",
            (low + high) / 2,
            low,
            high,
            3,
            List.of(),
            Double.NaN,
            Double.NaN));
  }

  private String filled(String page) {
    var run = new RunFile(Path.of("hash.json"), "", Map.of(), figures);
    return HashTables.fill(
        page,
        name -> {
          assertEquals("hash.json", name);
          return run;
        });
  }

  @Test
  void aRowForEachFunctionOfASystem_AndAVerdictByTheSpreads() {
    add("vitrine", "rapid", 4, 2, 3);
    add("vitrine", "rapid", 1_024, 110, 120);
    add("vitrine", "rapid", 64, 5, 6);
    add("hash4j", "rapid", 4, 3.5, 4);
    add("hash4j", "rapid", 64, 4, 5);
    add("hash4j", "rapid", 1_024, 100, 109);
    add("machine", "none", 4, 0.3, 0.3);
    add("machine", "none", 64, 0.3, 0.3);
    add("machine", "none", 1_024, 0.3, 0.3);
    assertEquals(
        """
        before
        <!-- hashes hash.json bytes -->

        | function | 4 | 64 | 1,024 |
        | --- | ---: | ---: | ---: |
        | `rapid` | 2.5 (2.0–3.0) | 5.5 (5.0–6.0) | 115 (110–120) |
        | rapidhash of hash4j | 3.8 (3.5–4.0) | 4.5 (4.0–5.0) | 105 (100–109) |
        | *`rapid` is* | *ahead* | *level* | *behind* |
        | nothing, the harness alone | 0.3 | 0.3 | 0.3 |

        <!-- end -->
        after
        """,
        filled(
            """
            before
            <!-- hashes hash.json bytes -->
            old
            <!-- end -->
            after
            """));
  }

  @Test
  void aFormThatWasNotMeasured_isRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> filled("<!-- hashes hash.json segment -->\n<!-- end -->"));
  }
}
