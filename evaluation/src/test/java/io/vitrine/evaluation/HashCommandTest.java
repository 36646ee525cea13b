package io.vitrine.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.hashing.HashStrategies;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class HashCommandTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void register() {
    AdaptedStrategies.register();
  }

  private int run(String... args) {
    return HashMain.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  @Test
  void shouldEvaluateKeysOfTheUser() throws Exception {
    Path keys = Files.writeString(folder.resolve("keys"), "Aa\nBB\nAaAa\nBBBB\n</script>\nlast\n");
    Path json = folder.resolve("result.json");
    Path html = folder.resolve("result.html");
    assertEquals(
        0,
        run(
            "--quick",
            "--tables",
            "--keys=" + keys,
            "--strategies=string31,rapid:7,zah-city",
            "--json=" + json,
            "--html=" + html),
        err::toString);
    Map<?, ?> result = (Map<?, ?>) parsed(Files.readString(json));
    assertEquals(6, at(result, "keys", "evaluated"));
    assertEquals(0, at(result, "keys", "tooLongForStore"));
    assertEquals(7, at(result, "strategies", "rapid", "seed"));
    assertEquals(0, at(result, "strategies", "zah-city", "seed"));
    assertEquals(List.of("rapid has the seed 7."), at(result, "notes"));
    assertEquals(6_016, at(result, "twoChar", "string31"));
    assertEquals(764_032, at(result, "threeChar", "string31"));
    assertEquals(5_952, at(result, "twoCharFrom33", "string31"));
    assertEquals(755_968, at(result, "threeCharFrom33", "string31"));
    assertEquals(0, at(result, "twoChar", "rapid"));
    assertEquals(2, at(result, "wholeHash", "string31", "colliding"));
    assertEquals(0, at(result, "wholeHash", "rapid", "colliding"));
    // Three lengths: 2 of 2, 3 of 4 and 0 of 1 keys are alone in their buckets.
    assertEquals(
        List.of("2", "4", "9"), List.copyOf(keys(at(result, "buckets", "string31", "lengths"))));
    assertEquals(1, at(result, "buckets", "string31", "lengths", "2", "colliding"));
    assertEquals(6, at(result, "buckets", "rapid", "map", "keys"));
    assertEquals(45, keys(at(result, "primeScores")).size()); // from 29 to 251
    assertTrue((double) at(result, "avalanche", "rapid", "16", "meanFlips") > 31);
    assertTrue((double) at(result, "avalanche", "string31", "1", "worstBias") == 0.5);
    assertTrue((double) at(result, "nsPerKey", "zah-city", "16") > 0);
    assertMatricesAreWhole(result);
    assertSpeedIsMeasured(result);
    assertEquals(8_963, at(result, "twoCharSharing", "string31"));
    assertEquals(857_313, at(result, "threeCharSharing", "string31"));
    assertEquals(4, at(result, "wholeHash", "string31", "sharing"));
    assertEquals(1, at(result, "wholeHash", "string31", "lengths", "4", "colliding"));
    assertEquals(0, at(result, "wholeHash", "rapid", "lengths", "4", "colliding"));
    assertEquals(
        Set.of("string31", "rapid", "zah-city"), keys(at(result, "adversary", "Aa and BB mixed")));
    assertEquals(32_767, at(result, "adversary", "Aa and BB mixed", "string31", "colliding"));
    assertMapsAreMeasured(result);
    assertEquals(1, at(result, "speedRounds"));
    assertTrue((double) at(result, "nsPerText", "rapid", "16") > 0);
    assertTrue((double) at(result, "nsPerLong", "rapid") > 0);
    for (Object figure : List.of("twoChar", "threeChar", "buckets", "avalanche")) {
      assertEquals(Set.of("string31", "rapid", "zah-city"), keys(at(result, figure.toString())));
    }
    List<?> advice = (List<?>) at(result, "advice");
    assertEquals(4, advice.size());
    for (Object each : advice.subList(0, 3)) {
      assertEquals("rapid", at(each, "take"), each::toString); // the only sound one of ours
    }
    assertEquals("siphash", at(advice.get(3), "take"), "though it was not measured");
    assertTrue(out.toString().contains("What to take for"), out::toString);
    assertPageIsWhole(Files.readString(html));
    PageDrawing.assertDrawn(html, 3, "whole");
    assertDrawnWithoutShortKeys(result);
    assertTrue(out.toString().contains("zah-city"), out::toString);
    assertTrue(out.toString().contains("What 31 costs: all 857,375"), out::toString);
    assertTrue(out.toString().contains("| the harness alone |"), out::toString);
    assertTrue(out.toString().contains("100,000 texts in a StrategyHashMap"), out::toString);
    assertTrue(err.toString().contains("100 %"), err::toString);
    Pattern left = Pattern.compile("\\d+ % +\\d+:\\d\\d left ");
    assertTrue(left.matcher(err.toString()).find(), err::toString);
  }

  /** Of keys of every length. */
  private static void assertMatricesAreWhole(Map<?, ?> result) {
    for (Object length : List.of("1", "2", "4", "8", "16", "32")) {
      int bits = 7 * Integer.parseInt(length.toString());
      String matrix = (String) at(result, "avalanche", "rapid", length.toString(), "matrix");
      assertEquals(64 * bits, matrix.length());
    }
  }

  private static void assertMapsAreMeasured(Map<?, ?> result) {
    assertEquals(1.0, at(result, "maps", "storeMeanLines", "rapid"));
    assertEquals(1.0, at(result, "maps", "storeMostLines", "string31"));
    double flood = (double) at(result, "flood", "string31", "floodGet");
    double random = (double) at(result, "flood", "string31", "randomGet");
    assertEquals(flood / random, (double) at(result, "flood", "string31", "ratioGet"), 1e-3);
    assertTrue((double) at(result, "flood", "rapid", "ratioPut") > 0);
  }

  /** Of all strategies and of 31 in every form, and of what measuring takes by itself. */
  private static void assertSpeedIsMeasured(Map<?, ?> result) {
    for (SpeedForm form : SpeedForm.ALL) {
      Set<?> measured = keys(at(result, form.figure()));
      Set<String> expected = new HashSet<>(Set.of("string31", "rapid", "zah-city", "loop31"));
      if (!form.equals(SpeedForm.CHAINED)) {
        expected.add("vector31"); // The JDK has none for a range.
      }
      assertEquals(expected, measured);
      for (Object name : measured) {
        double nanos = (double) at(result, form.figure(), name.toString(), "16");
        assertTrue(nanos > 0, form::label);
        List<?> range = (List<?>) at(result, form.figure() + "Range", name.toString(), "16");
        assertTrue((double) range.get(0) <= nanos && nanos <= (double) range.get(1), form::label);
      }
    }
    for (String length : Claim.LENGTHS) {
      double harness = (double) at(result, "nsHarness", "nsChained", length);
      double loop = (double) at(result, "nsChained", "loop31", length);
      assertTrue(harness > 0);
      double less = (double) at(result, "claim", "loop31", length, "oneLessHarness");
      assertEquals(loop - harness, less, 1e-3);
    }
    assertEquals(764_032, at(result, "costOf31", "threeChar"));
    assertEquals(2, at(result, "costOf31", "wholeHash"));
    assertTrue(at(result, "findings").toString().contains("vector31"));
  }

  /**
   * Keys above 16 characters have no part in some of the figures; and the store looks at several
   * lines of slots.
   */
  private void assertDrawnWithoutShortKeys(Map<?, ?> result) throws Exception {
    for (Object strategy : keys(at(result, "buckets"))) {
      ((Map<?, ?>) at(result, "buckets", strategy.toString(), "lengths")).clear();
      ((Map<?, ?>) at(result, "wholeHash", strategy.toString(), "lengths")).clear();
    }
    @SuppressWarnings("unchecked") // It is JSON.
    var lines = (Map<String, Object>) at(result, "maps", "storeMeanLines");
    lines.replaceAll((_, _) -> 1.5);
    @SuppressWarnings("unchecked") // It is JSON.
    var figures = (Map<String, Object>) result;
    Path page = Files.writeString(folder.resolve("long.html"), Page.of(figures));
    PageDrawing.assertDrawn(page, 3, "lines");
  }

  /** Nothing is fetched, and no key ends the script. */
  private static void assertPageIsWhole(String whole) throws IOException {
    String library;
    try (var in = KeyFile.resource("echarts.min.js")) {
      library = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    assertTrue(whole.contains(library));
    String page = whole.replace(library, "");
    assertFalse(Pattern.compile("<(script|link|img)[^>]+(src|href)=").matcher(page).find());
    assertFalse(page.contains("@import"));
    for (String mark : List.of("LIBRARY", "SCRIPT", "STYLE", "FIGURES", "NOTES")) {
      assertFalse(page.contains("/*" + mark + "*/"), mark);
    }
    assertTrue(page.contains("<meta name=\"viewport\""));
    assertEquals(3, page.split("<script>", -1).length - 1);
    assertEquals(3, page.split("</script>", -1).length - 1);
  }

  @Test
  void shouldSayWhatIsWrongInOneLine() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty"));
    assertEquals(2, run("--keys=" + empty));
    assertTrue(err.toString().contains("vitrine hash: " + empty + " has no keys"), err::toString);
    assertRefused("--strategies: unknown hash strategy: name=md5", "--strategies=md5");
    assertRefused("--strategies names rapid twice", "--strategies=rapid,rapid:1");
    assertRefused("--strategies names none", "--strategies=,");
    assertRefused("--strategies ends with a comma", "--strategies=rapid,");
    assertRefused("rapid:x: the seed \"x\" is no number of 64 bits", "--strategies=rapid:x");
    assertRefused("hash strategy without a seed was given one", "--strategies=string31:1");
    assertRefused("--minutes is 0, expected 1 or more", "--minutes=0");
    assertRefused("--max-keys is 0, expected 1 or more", "--max-keys=0");
    assertRefused("expected a file in a folder that is there", "--json=/no/such/folder/a.json");
    assertRefused("expected a file in a folder that is there", "--html=" + folder);
  }

  /** Keys that no store takes, and a file that cannot be written. */
  @Test
  void shouldGoOnWhereAPartIsImpossible() throws Exception {
    Path keys = folder.resolve("long");
    String most = "x".repeat(MapWatch.STORE_KEY_MAX);
    Files.write(keys, List.of("a", "b", most, most + "x", "\u20AC".repeat(21_846)));
    Path html = folder.resolve("long.html");
    assertEquals(
        1,
        run(
            "--quick",
            "--keys=" + keys,
            "--strategies=rapid",
            "--json=/dev/full",
            "--html=" + html),
        err::toString);
    String note =
        "2 of 5 keys have more than 65,535 bytes of UTF-8, the most that a store takes, and have no"
            + " part in its figures.";
    assertTrue(out.toString().contains(note), out::toString);
    assertTrue(out.toString().contains("What to take for"), out::toString);
    String last = err.toString().lines().toList().getLast();
    assertTrue(
        last.startsWith("vitrine hash: --json is /dev/full, which cannot be written: "), last);
    String page = Files.readString(html);
    assertTrue(page.contains("<p>" + note + "</p>"));
    assertTrue(page.contains("\"tooLongForStore\": 2"));
    assertTrue(page.contains("\"storeMeanLines\": {\"rapid\": 1.0}"));
  }

  @Test
  void shouldMeasureNoStoreWhereNoKeyFits() {
    MapWatch.InStore none = MapWatch.store(HashStrategies.rapid(), List.of());
    assertTrue(Double.isNaN(none.get()) && Double.isNaN(none.lookups().meanLines()));
  }

  @Test
  void shouldRefuseFilesThatAreTheSameOrCannotBeWritten() throws IOException {
    Path keys = Files.writeString(folder.resolve("keys"), "a\nb\n");
    Path link = Files.createSymbolicLink(folder.resolve("link"), keys);
    Path twin = Files.createLink(folder.resolve("twin"), keys);
    Path round = Files.createDirectory(folder.resolve("sub")).resolve("..").resolve("keys");
    for (Path same : List.of(keys, link, twin, round)) {
      assertRefused("--keys and --json are the same file", "--keys=" + keys, "--json=" + same);
      assertRefused("--keys and --html are the same file", "--keys=" + same, "--html=" + keys);
    }
    Path none = folder.resolve("none");
    Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), none);
    assertRefused("--json and --html are the same file", "--json=" + none, "--html=" + dangling);
    assertRefused("--json and --html are the same file", "--json=" + none, "--html=" + none);
    Path loop = folder.resolve("loop");
    Files.createSymbolicLink(loop, loop);
    assertRefused("which cannot be written", "--json=" + loop);
    assertRefused("--json is /proc/nope.json, which cannot be written", "--json=/proc/nope.json");
    assertEquals("a\nb\n", Files.readString(keys), "as it was");
    assertFalse(Files.exists(none), "nothing is left");
    assertTrue(Files.isSymbolicLink(dangling));
  }

  @Test
  void shouldSayWhichFileIsDamaged() throws IOException {
    Path broken = folder.resolve("broken.gz");
    Files.write(broken, new byte[] {0x1F, (byte) 0x8B, 8, 0});
    assertRefused("vitrine hash: " + broken + " begins as a file of gzip", "--keys=" + broken);
    assertEquals(1, err.toString().lines().filter(line -> line.contains("vitrine hash:")).count());
  }

  @Test
  void shouldListStrategies() {
    assertEquals(0, run("--list"));
    assertTrue(out.toString().contains("siphash"), out::toString);
    assertTrue(out.toString().contains("zah-murmur3"), out::toString);
  }

  @Test
  void shouldTellItsVersion() throws IOException {
    assertEquals(0, run("-V"));
    String version = out.toString().strip();
    String pom = Files.readString(Path.of("..", "pom.xml"));
    assertTrue(version.startsWith("vitrine "), version);
    assertTrue(pom.contains("<version>" + version.substring(8) + "-SNAPSHOT</version>"), version);
  }

  private void assertRefused(String message, String... arguments) {
    err.getBuffer().setLength(0);
    assertEquals(2, run(arguments), err::toString);
    String last = err.toString().lines().toList().getLast();
    assertTrue(last.startsWith("vitrine hash: ") && last.contains(message), err::toString);
  }

  /** JSON is YAML. */
  private static Object parsed(String json) {
    LoadSettings settings = LoadSettings.builder().setCodePointLimit(json.length() + 1).build();
    return new Load(settings).loadFromString(json);
  }

  private static Object at(Object from, String... path) {
    Object found = from;
    for (String name : path) {
      found = ((Map<?, ?>) found).get(name);
      assertTrue(found != null, "no " + name + " in " + String.join(".", path));
    }
    return found;
  }

  private static Set<?> keys(Object map) {
    return ((Map<?, ?>) map).keySet();
  }
}
