package io.vitrine.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TablesTest {
  private static Figure figure(
      String bench, String system, int entries, double value, double ratio) {
    var params = new LinkedHashMap<String, Object>();
    params.put("entries", entries);
    params.put("value", 64);
    return new Figure(
        bench,
        system,
        params,
        "ns/op",
        value,
        value - 1,
        value + 1,
        3,
        List.of(),
        Double.NaN,
        ratio);
  }

  private static final RunFile RUN =
      new RunFile(
          Path.of("run.json"),
          "",
          Map.of(),
          List.of(
              figure("get", "hash-map", 1_000_000, 50, 0.5),
              figure("get", "vitrine", 1_000_000, 100, 1),
              figure("put", "vitrine", 1_000_000, 200, 1),
              figure("get", "vitrine", 10_000_000, 150, 1)));

  private static String filled(String page) {
    return Tables.fill(
        page,
        name -> {
          assertEquals("run.json", name);
          return RUN;
        });
  }

  @Test
  void hasARowForEachSetOfConditions_AndAColumnForEachSystem() {
    assertEquals(
        """
        before
        <!-- results run.json get -->

        | | vitrine | hash-map |
        | --- | --: | --: |
        | 1 M entries | 100 ns/op (99.0 – 101) | 50.0 ns/op (49.0 – 51.0), × 0.500 |
        | 10 M entries | 150 ns/op (149 – 151) |  |

        <!-- end -->
        behind
        """,
        filled("before\n<!-- results run.json get -->\nold\n<!-- end -->\nbehind\n"));
  }

  @Test
  void showsOnlyWhatFits_andSoItStays() {
    String once =
        filled(
            "<!-- results run.json get,put entries=1000000 -->\n"
                + "<!-- end -->\n"
                + "between\n"
                + "<!-- end -->");
    assertEquals(
        """
        <!-- results run.json get,put entries=1000000 -->

        | | vitrine | hash-map |
        | --- | --: | --: |
        | `get` | 100 ns/op (99.0 – 101) | 50.0 ns/op (49.0 – 51.0), × 0.500 |
        | `put` | 200 ns/op (199 – 201) |  |

        <!-- end -->
        between
        <!-- end -->\
        """,
        once);
    assertEquals(once, filled(once));
  }

  private static Figure rtt(String system, double allocated) {
    var params = new LinkedHashMap<String, Object>();
    params.put("loop", "closed");
    params.put("percentile", "p50");
    return new Figure("rtt", system, params, "ns", 10, 10, 10, 1, List.of(10.0), allocated, 1);
  }

  @Test
  void namesTheLoop_andWhatIsAllocated() {
    var run =
        new RunFile(
            Path.of("run.json"),
            "",
            Map.of(),
            List.of(rtt("netty", Double.NaN), rtt("redis", 24.2), rtt("vitrine", 0.01)));
    assertEquals(
        """
        <!-- results run.json rtt -->

        | | vitrine | netty | redis | bytes allocated, in this order |
        | --- | --: | --: | --: | --: |
        | loop closed | 10.0 ns | 10.0 ns, × 1.00 ≈ | 10.0 ns, × 1.00 ≈ | 0, –, 24 |

        <!-- end -->\
        """,
        Tables.fill("<!-- results run.json rtt -->\n<!-- end -->", _ -> run));
  }

  private static Figure put(String system, double low, double high, List<Double> forks) {
    return new Figure(
        "put", system, Map.of(), "ns/op", low, low, high, 3, forks, Double.NaN, low / 100);
  }

  @Test
  void marksWhatIsWithinTheSpreadOfTheJvms() {
    var own = List.of(100.0, 110.0, 120.0);
    var run =
        new RunFile(
            Path.of("run.json"),
            "",
            Map.of(),
            List.of(
                put("vitrine", 100, 120, own),
                put("apart", 121, 140, List.of(121.0, 130.0, 140.0)),
                put("apart-by-jvms", 119, 140, List.of(121.0, 130.0, 140.0)),
                put("within", 110, 140, List.of(120.0, 130.0, 140.0)),
                put("two-jvms", 119, 140, List.of(130.0, 140.0))));
    assertEquals(
        "| `put` | 100 ns/op (100 – 120)"
            + " | 121 ns/op (121 – 140), × 1.21"
            + " | 119 ns/op (119 – 140), × 1.19"
            + " | 110 ns/op (110 – 140), × 1.10 ≈"
            + " | 119 ns/op (119 – 140), × 1.19 ≈ |",
        Tables.fill("<!-- results run.json put -->\n<!-- end -->", _ -> run)
            .lines()
            .filter(line -> line.startsWith("| `put`"))
            .findFirst()
            .orElse(""));
  }

  @Test
  void saysSo_whereNothingWasMeasured() {
    assertEquals(
        "<!-- results run.json open -->\n"
            + "\nNot part of this run: `./vitrine bench --only open`\n\n<!-- end -->",
        filled("<!-- results run.json open -->\n<!-- end -->"));
  }
}
