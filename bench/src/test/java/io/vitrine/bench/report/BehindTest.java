package io.vitrine.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BehindTest {
  private static Figure figure(
      String bench, String system, String unit, double value, double low, double high, double x) {
    return new Figure(
        bench, system, Map.of("n", 1), unit, value, low, high, 3, List.of(), Double.NaN, x);
  }

  private static final RunFile RUN =
      new RunFile(
          Path.of("run.json"),
          "",
          Map.of(),
          List.of(
              figure("get", "vitrine", "ns/op", 100, 90, 110, 1),
              figure("get", "slower", "ns/op", 200, 190, 210, 2),
              figure("get", "level", "ns/op", 95, 85, 105, 0.95),
              figure("get", "ahead", "ns/op", 50, 45, 89, 0.5),
              figure("get", "machine", "ns/op", 10, 9, 11, 0.1),
              figure("rate", "ahead", "op/s", 200, 190, 210, 0.5),
              figure("rate", "vitrine", "op/s", 100, 90, 110, 1),
              figure("alone", "vitrine", "op/s", 100, 90, 110, 1)));

  @Test
  void oneOddValueHidesNothing() {
    var run =
        new RunFile(
            Path.of("run.json"),
            "",
            Map.of(),
            List.of(
                jvms("get", "vitrine", 1, 100.0, 105.0, 102.0),
                jvms("get", "ahead", 0.9, 90.0, 91.0, 99.0),
                jvms("put", "vitrine", 1, 100.0, 105.0, 102.0),
                jvms("put", "level", 0.9, 90.0, 91.0, 101.0),
                jvms("insert", "vitrine", 1, 100.0, 105.0),
                jvms("insert", "too-few", 0.9, 90.0, 91.0)));
    assertEquals(Set.of("get"), Behind.benches(run));
  }

  /** One in which the values of each JVM are all over the place. */
  private static Figure jvms(String bench, String system, double x, Double... medians) {
    return new Figure(
        bench,
        system,
        Map.of("n", 1),
        "ns/op",
        medians[0],
        10,
        1_000,
        60,
        List.of(medians),
        Double.NaN,
        x);
  }

  @Test
  void whoIsAheadBeyondTheSpreadIsTold_andNobodyElse() {
    String page = "before\n<!-- behind run.json -->\nold\n<!-- end -->\nafter\n";
    String expected =
        """
        before
        <!-- behind run.json -->

        | measurement | ahead | × | Vitrine | the other |
        | --- | --- | --: | --: | --: |
        | `get` n 1 | ahead | 0.500 | 100 ns/op (90.0 – 110) | 50.0 ns/op (45.0 – 89.0) |
        | `rate` n 1 | ahead | 0.500 | 100 op/s (90.0 – 110) | 200 op/s (190 – 210) |

        <!-- end -->
        after
        """;
    assertEquals(expected, Behind.fill(page, _ -> RUN));
    assertEquals(Set.of("get", "rate"), Behind.benches(RUN));
  }
}
