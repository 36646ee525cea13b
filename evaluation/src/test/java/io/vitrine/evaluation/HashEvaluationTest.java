package io.vitrine.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.hashing.AbstractHashStrategy;
import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program evaluates, strategies of its own among it. */
class HashEvaluationTest {
  private static final HashEvaluation QUICK =
      HashEvaluation.ofKeys(List.of("Aa", "BB", "", "word\r", "Aa", "last"))
          .withEffort(Effort.QUICK);

  @TempDir Path folder;

  /** A strategy of a user. */
  private static final class Fnv extends AbstractHashStrategy {
    Fnv(String name, long seed) {
      super(name, 5_000, seed);
    }

    @Override
    public long hash(byte[] bytes, int offset, int length) {
      long h = 0xcbf29ce484222325L ^ seed();
      for (int i = 0; i < length; i++) {
        h = (h ^ (bytes[offset + i] & 0xFF)) * 0x100000001b3L;
      }
      return h;
    }
  }

  /** Makes it known wherever it is called. */
  public static final class Registration implements Runnable {
    /** For the processes that measure. */
    public Registration() {}

    @Override
    public void run() {
      System.out.println("@a strategy may say anything");
      HashStrategies.register("fnv", seed -> new Fnv("fnv", seed));
    }
  }

  @Test
  void shouldMeasureStrategiesOfTheProgram() throws Exception {
    var steps = new ArrayList<EvaluationProgress>();
    HashReport report =
        QUICK
            .withStrategies(HashStrategies.string31(), new Fnv("fnv", 7), new Fnv("unknown", 0))
            .withRegistration(Registration.class)
            .withProgress(steps::add)
            .run();
    assertEquals(Set.of("unknown"), report.unmeasured().keySet(), report.unmeasured()::toString);
    String why = report.unmeasured().get("unknown");
    assertTrue(why.contains("unknown hash strategy: name=unknown"), why);
    assertTrue(report.figure("nsPerKey", "fnv", "16") > 0);
    assertTrue(report.figure("maps", "storeGet", "fnv") > 0);
    assertTrue(report.figure("flood", "fnv", "ratioGet") > 0);
    assertEquals(4, report.figure("keys", "evaluated"));
    assertEquals(5, report.figure("keys", "lines"));
    assertEquals(1, report.figure("wholeHash", "string31", "colliding"));
    assertEquals(0, report.figure("wholeHash", "unknown", "colliding"));
    assertThrows(IllegalArgumentException.class, () -> report.figure("nsPerKey", "unknown", "16"));
    assertThrows(IllegalArgumentException.class, () -> report.figure("keys", "source"));
    String note = "the speed of unknown could not be measured: ";
    assertTrue(report.table().contains(note), report::table);
    assertTrue(report.tablesByLength().contains("| `fnv` |"), report::tablesByLength);
    assertTrue(report.toJson().contains("\"unmeasured\": {\"unknown\": \""), report::toJson);
    Path page = Files.writeString(folder.resolve("page.html"), report.toHtml());
    PageDrawing.assertDrawn(page, 3);
    assertEquals("keys", steps.getFirst().step());
    assertEquals(1, steps.getLast().share());
    for (int i = 1; i < steps.size(); i++) {
      assertTrue(steps.get(i).share() >= steps.get(i - 1).share(), steps::toString);
    }
  }

  @Test
  void shouldShowProgressAsTheCommandDoes() {
    Duration minute = Duration.ofSeconds(60);
    assertEquals("  1 %              a", new EvaluationProgress("a", 0.01, minute).toString());
    assertEquals(" 25 %   3:00 left  b", new EvaluationProgress("b", 0.25, minute).toString());
    assertEquals("100 %  done after 1:00", new EvaluationProgress("done", 1, minute).toString());
  }

  /** Without a constructor that anybody may call. */
  public static final class Hidden implements Runnable {
    private Hidden() {}

    @Override
    public void run() {}
  }

  @Test
  void shouldRefuseWhatCannotBeEvaluated() {
    assertRefused("there are no keys", List.of("", ""));
    assertRefused("key 2 has an unpaired surrogate", List.of("a", "b\uD800"));
    assertRefused("key 1 has more than 1048576 characters", List.of("x".repeat((1 << 20) + 1)));
    Path none = folder.resolve("none");
    assertThrows(BadInputException.class, () -> HashEvaluation.ofFile(none).run());
    assertWrong("no strategies", () -> QUICK.withStrategies());
    HashStrategy rapid = HashStrategies.rapid();
    assertWrong("rapid is there twice", () -> QUICK.withStrategies(rapid, rapid));
    assertWrong("taken", () -> QUICK.withStrategies(new Fnv("loop31", 0)));
    assertWrong("maxKeys is 0, expected 1 or more", () -> QUICK.withMaxKeys(0));
    assertWrong(
        "is no public class with a public constructor", () -> QUICK.withRegistration(Hidden.class));
  }

  private static void assertRefused(String message, List<String> keys) {
    var e = assertThrows(BadInputException.class, () -> HashEvaluation.ofKeys(keys).run());
    assertTrue(e.getMessage().contains(message), e::getMessage);
  }

  private static void assertWrong(String message, Runnable call) {
    var e = assertThrows(IllegalArgumentException.class, call::run);
    assertTrue(e.getMessage().contains(message), e::getMessage);
  }

  @Test
  void shouldDrawKeysOfAProgram() {
    List<String> many = Arrays.asList("a", "b", "c", "d", "a", "b");
    Keys keys = Keys.of(many, 2);
    assertEquals(2, keys.keys().size());
    assertEquals(4, keys.distinct());
    assertEquals(6, keys.lines());
    assertTrue(keys.isSample());
  }

  /** How many there are is estimated then. */
  @Test
  void shouldTellOfNoMoreDifferentKeysThanThereAre() {
    for (int count = 270_000; count < 300_000; count += 3_000) {
      Keys keys = Keys.of(IntStream.range(0, count).mapToObj(Integer::toString).toList(), 2);
      assertTrue(keys.distinct() <= keys.lines(), keys::toString);
      assertEquals((double) count, (double) keys.distinct(), 0.02 * count);
    }
  }
}
