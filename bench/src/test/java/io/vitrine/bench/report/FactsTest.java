package io.vitrine.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FactsTest {
  private static Figure figure(
      String bench, String system, Map<String, Object> params, String unit, double... forks) {
    var medians = java.util.Arrays.stream(forks).sorted().boxed().toList();
    double value = medians.get(medians.size() / 2);
    return new Figure(
        bench,
        system,
        params,
        unit,
        value,
        medians.getFirst(),
        medians.getLast(),
        forks.length,
        medians,
        Double.NaN,
        Double.NaN);
  }

  private static Map<String, Object> map(int entries, int threads) {
    var params = new LinkedHashMap<String, Object>();
    params.put("entries", entries);
    params.put("threads", threads);
    return params;
  }

  private static final RunFile RUN =
      new RunFile(
          Path.of("run.json"),
          "",
          Map.of("seconds", 2_605),
          List.of(
              led(figure("get", "vitrine", map(1_000_000, 1), "ns/op", 200, 210, 220), 1),
              led(figure("get", "near", map(1_000_000, 1), "ns/op", 219, 231, 240), 1.1),
              led(figure("get", "ahead", map(1_000_000, 1), "ns/op", 100, 105, 110), 0.5),
              figure("get", "vitrine", map(10_000_000, 1), "ns/op", 400, 420, 440),
              figure("get", "vitrine", map(1_000_000, 2), "ns/op", 300, 315, 320),
              figure("share", "vitrine", Map.of("processes", 2), "ops/s", 3_456_789),
              figure("share", "near", Map.of("processes", 2), "ops/s", 1_728_394.5),
              figure("durable", "vitrine", Map.of("writers", 64), "ops/s", 56_241),
              figure("rtt", "vitrine", Map.of("percentile", "p50"), "ns", 45_183),
              figure("rtt", "vitrine", Map.of("percentile", "p99"), "ns", 12_345_678),
              figure("open", "vitrine", Map.of("jvm", "warm"), "ms", 0.239),
              figure("pauses", "vitrine", Map.of("percentile", "max"), "us", 2_740),
              figure("space", "vitrine", Map.of("after", "two, rounds"), "B/entry", 25.7)));

  private static Figure led(Figure figure, double ratio) {
    return new Figure(
        figure.bench(),
        figure.system(),
        figure.params(),
        figure.unit(),
        figure.value(),
        figure.low(),
        figure.high(),
        figure.samples(),
        figure.forks(),
        figure.allocated(),
        ratio);
  }

  private static String filled(String page) {
    return Facts.fill(
        page,
        name -> {
          assertEquals("run.json", name);
          return RUN;
        });
  }

  private static void refused(String page, String expected) {
    var refused = assertThrows(IllegalArgumentException.class, () -> filled(page));
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains(expected), message);
  }

  @Test
  void tellsWhatVitrineReached_underTheUsualConditionsOrOthers() {
    assertEquals(
        "A lookup takes 210 ns, 420 ns and 315 ns.",
        filled("A lookup takes {{get}}, {{get; entries=10M}} and {{get; threads=2}}."));
  }

  @Test
  void knowsAFactOfSeveralLines() {
    assertEquals("420 ns, 2.00", filled("{{get;\n  entries=10M}}, {{get; entries=10M\n : get}}"));
  }

  @Test
  void breaksLinesAnew_ofParagraphsThatHaveFacts() {
    String words = "word ".repeat(28);
    String row = "| {{get}} | " + words + words + "|\n";
    assertEquals(
        "No fact,\nas it was.\n\n- "
            + words
            + "210 ns\n  behind\n- next\n  point\n\n"
            + row.replace("{{get}}", "210 ns"),
        filled(
            "No fact,\nas it was.\n\n- "
                + words
                + "\n  {{get}}\n  behind\n- next\n  point\n\n"
                + row));
  }

  @Test
  void tellsWhatOthersReached_andHowThatCompares() {
    assertEquals("231 ns, × 1.10 ≈", filled("{{get; @near}}, {{get; x near}}"));
    assertEquals("105 ns, × 0.500", filled("{{get; @ahead}}, {{get; x ahead}}"));
    assertEquals("× 2.00", filled("{{share; x near}}"), "of rates how many times as much we do");
  }

  @Test
  void tellsUnitsAsASentenceHasThem() {
    assertEquals("3.46 million", filled("{{share}}"));
    assertEquals("56,241", filled("{{durable; writers=64}}"));
    assertEquals("45.2 us", filled("{{rtt; percentile=p50}}"));
    assertEquals("12.3 ms", filled("{{rtt; percentile=p99}}"));
    assertEquals("0.239 ms", filled("{{open}}"));
    assertEquals("2.74 ms", filled("{{pauses}}"));
    assertEquals("25.7 B", filled("{{space; after=two, rounds}}"));
  }

  @Test
  void dividesOneByTheOther_andCountsJvms() {
    assertEquals("2.00 times", filled("{{get; entries=10M : get}} times"));
    assertEquals("3 and 1", filled("{{get; jvms}} and {{rtt; percentile=p50; jvms}}"));
  }

  @Test
  void tellsOfTheRun() {
    assertEquals(
        "43 minutes, 13 figures, 5 of three JVMs",
        filled("{{# minutes}} minutes, {{# figures}} figures, {{# figures of 3}} of three JVMs"));
    refused("{{# hours}}", "expected # minutes");
  }

  @Test
  void refusesWhatIsNotSoAnyMore() {
    assertEquals("It is ahead.", filled("It is{{?get; ahead}} ahead.{{!get; near}}"));
    refused("{{!get; ahead}}", "that system is ahead beyond the spread");
    refused("{{!get}}", "ahead beyond the spread");
    refused("{{?get; near}}", "that system is not ahead beyond the spread");
  }

  @Test
  void refusesWhatNamesNoResultOrSeveral() {
    refused("{{put}}", "names 0 results of run.json, expected 1");
    refused("{{rtt}}", "names 2 results of run.json, expected 1: [percentile p50, percentile p99]");
    refused("{{get; @nobody}}", "names 0 results");
  }
}
