package io.vitrine.remote.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.TypedValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class YamlTextTest {
  static final List<String> HARD = RandomValues.HARD;

  @ParameterizedTest
  @FieldSource("HARD")
  void everyStringSurvivesInEveryPlace(String text) {
    assertEquals(text, YamlReader.read(YamlWriter.write(text)));
    assertEquals(List.of(text, text), YamlReader.read(YamlWriter.write(List.of(text, text))));
    assertEquals(Map.of(text, text), YamlReader.read(YamlWriter.write(Map.of(text, text))));
    assertEquals(
        new TypedValue("T", text), YamlReader.read(YamlWriter.write(new TypedValue("T", text))));
  }

  @ParameterizedTest
  @FieldSource("HARD")
  void theLibraryItselfReadsTheSame(String text) {
    var load = new Load(LoadSettings.builder().setSchema(new CoreSchema()).build());
    String line = YamlWriter.write(List.of(text, Map.of(text, text)));
    assertEquals(List.of(text, Map.of(text, text)), load.loadFromString(line));
    assertFalse(line.contains("\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "true",
        "yes",
        "off",
        "null",
        "~",
        ".5",
        "1e3",
        "0x1F",
        "1:30",
        "2001-01-01",
        "",
        " a",
        "a ",
        "a: b",
        "a #b",
        "a,b",
        "a?b",
        "a:b",
        "a[",
        "a]",
        "a{",
        "a}",
        "y",
        "N",
        "No",
        "=",
        "<<",
        "1_0"
      })
  void whatSomeReaderMistakesIsQuoted(String text) {
    assertEquals('"', YamlWriter.write(text).charAt(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"EURUSD", "key-5", "/maps/prices", "By request", "Z\u00fcrich", "data.v2"})
  void plainWordsStayReadable(String text) {
    assertEquals(text, YamlWriter.write(text));
  }

  @Test
  void valuesAreWrittenAsDocumented() {
    assertEquals("null", YamlWriter.write(null));
    assertEquals("[true, -5, 1.0E+10, .nan, -.inf, 0.5]", YamlWriter.write(scalars()));
    assertEquals("!!binary \"AQL/\"", YamlWriter.write(new byte[] {1, 2, -1}));
    assertEquals(
        "!Add {amount: 10}", YamlWriter.write(new TypedValue("Add", Map.of("amount", 10L))));
    assertEquals(
        "!set-proxy {csp: \"/maps/NAME?view=keySet\"}",
        YamlWriter.write(new TypedValue("set-proxy", Map.of("csp", "/maps/NAME?view=keySet"))));
    assertEquals("{? [1, a]: 2}", YamlWriter.write(Map.of(List.of(1L, "a"), 2L)));
  }

  private static List<Object> scalars() {
    return List.of(true, -5L, 1e10, Double.NaN, Double.NEGATIVE_INFINITY, 0.5);
  }

  @Test
  void randomValuesSurvive() {
    for (long seed = 0; seed < 20_000; seed++) {
      Object value = new RandomValues(seed).next();
      String line = YamlWriter.write(value);
      Object back = YamlReader.read(line);
      assertTrue(RandomValues.same(value, back), "seed " + seed + ": " + line);
    }
  }

  @Test
  void numbersFollowTheCoreSchema() {
    assertEquals(
        List.of(1L, -2L, 3L, 31L, 15L, 7L, 0.5, 5.0, 1000.0, -1.5e-3),
        YamlReader.read("[1, -2, +3, 0x1F, 0o17, 007, .5, 5., 1e3, -1.5E-3]"));
    assertEquals(
        List.of("0x", "0b1", "1_000", ".", "1e", "+.", "1:30", "--1", "e3", "0xg"),
        YamlReader.read("[0x, 0b1, 1_000, ., 1e, +., 1:30, --1, e3, 0xg]"));
    assertEquals(new BigInteger("9223372036854775808"), YamlReader.read("9223372036854775808"));
    assertEquals(Long.MIN_VALUE, YamlReader.read("-9223372036854775808"));
    assertEquals(
        List.of(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN),
        YamlReader.read("[.inf, -.Inf, .NAN]"));
    assertEquals(nulls(), YamlReader.read("[null, ~, NULL]"));
    assertEquals(List.of(true, false, "yes", "no"), YamlReader.read("[TRUE, False, yes, no]"));
  }

  private static List<@Nullable Object> nulls() {
    var list = new ArrayList<@Nullable Object>();
    list.add(null);
    list.add(null);
    list.add(null);
    return list;
  }

  @Test
  void blockStyleJsonAndCommentsAreRead() {
    assertEquals(
        Map.of("a", List.of(1L, Map.of("b", "c d")), "text", "one\ntwo\n"),
        YamlReader.read("# hello\na:\n- 1\n- b: c d # there\ntext: |\n  one\n  two\n"));
    assertEquals(
        Map.of("a", List.of(1L, "\ud83d\ude00/")),
        YamlReader.read("{\"a\":[1,\"\\ud83d\\ude00\\/\"]}"));
  }

  @Test
  void noTagLoadsAnything() {
    assertEquals(
        new TypedValue("javax.script.ScriptEngineManager", List.of("x")),
        YamlReader.read("!!javax.script.ScriptEngineManager [x]"));
    assertEquals(new TypedValue("a:b", 1L), YamlReader.read("!<a:b> 1"));
    assertEquals("5", YamlReader.read("!!str 5"));
    assertEquals(5.0, YamlReader.read("!!float 5"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: &x 1",
        "[*x]",
        "{a: 1, a: 2}",
        "a: 1\na: 2",
        "[1, 2",
        "a: b: c",
        "\"abc",
        "\tx: 1",
        "!!int abc",
        "!!binary \"*\"",
        "- a\nb",
        "a: \u0007",
        "[&a [*a]]",
        "@x",
        "!!str [a]",
        "!!map [a]",
        "!!seq {}",
        "!!seq a",
        "!map 1",
        "!!int []",
        "%FOO\nx",
        "'a"
      })
  void malformedTextSaysWhere(String text) {
    var e = assertThrows(WireException.class, () -> YamlReader.read(text));
    assertEquals(ErrorCode.MALFORMED, e.code());
    assertFalse(e.getMessage().contains("\n"), e.getMessage());
  }

  @Test
  void placesCountFromOne() {
    var e = assertThrows(WireException.class, () -> YamlReader.read("a: 1\nb: *x\n"));
    assertEquals(
        "line 2, column 4: found an alias (*), which messages must not have", e.getMessage());
    var twice = assertThrows(WireException.class, () -> YamlReader.read("{a: 1, a: 2}"));
    assertEquals("line 1, column 8: found the key a a second time", twice.getMessage());
    String same = "{!!binary \"AQ==\": 1, !!binary \"AQ==\": 2}";
    var bytes = assertThrows(WireException.class, () -> YamlReader.read(same));
    assertTrue(bytes.getMessage().startsWith("line 1, column 22: found the key"), same);
    assertEquals(2, ((Map<?, ?>) YamlReader.read(same.replaceFirst("AQ==", "AA=="))).size());
  }

  @Test
  void whatIsTooMuchOrOfAnotherVersionSaysWhere() {
    String digits = "[1,\n  " + "9".repeat(19_730) + "]";
    var large = assertThrows(WireException.class, () -> YamlReader.read(digits));
    assertTrue(large.getMessage().startsWith("line 2, column 3: an integer"), large.getMessage());
    var version = assertThrows(WireException.class, () -> YamlReader.read("%YAML 2.0\n--- 1\n"));
    assertTrue(version.getMessage().startsWith("line 1, column 1: "), version.getMessage());
  }

  @Test
  void nestingIsBoundedBothWays() {
    String deepest = "[".repeat(64) + "]".repeat(64);
    assertEquals(deepest, YamlWriter.write(YamlReader.read(deepest)));
    var e = assertThrows(WireException.class, () -> YamlReader.read("[" + deepest + "]"));
    assertEquals(ErrorCode.TOO_DEEP, e.code());
    var bomb = assertThrows(WireException.class, () -> YamlReader.read("{a: ".repeat(100_000)));
    assertEquals(ErrorCode.TOO_DEEP, bomb.code());
    var endless = new ArrayList<Object>();
    endless.add(endless);
    var cycle = assertThrows(WireException.class, () -> YamlWriter.write(endless));
    assertEquals(ErrorCode.TOO_DEEP, cycle.code());
  }

  @Test
  void whatIsNoValueIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> YamlWriter.write(new Object()));
    assertThrows(
        IllegalArgumentException.class, () -> YamlWriter.write(new TypedValue("A", new byte[1])));
    assertThrows(IllegalArgumentException.class, () -> YamlWriter.write(new TypedValue("", 1L)));
  }
}
