package io.vitrine.remote.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vitrine.store.TypedValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ParserGapsTest {
  private static TypedValue typed(String name) {
    return new TypedValue(name, null);
  }

  private static void reads(@Nullable Object expected, String text) {
    assertEquals(expected, YamlReader.read(text), text);
  }

  /** As example 7.2 of YAML 1.2 has it. */
  @Test
  void tagsWithoutContentEndBeforeCommasAndBrackets() {
    reads(List.of("d", typed("Identity")), "[d, !Identity]");
    reads(List.of(typed("a"), typed("b.c-d_e")), "[!a, !b.c-d_e]");
    reads(List.of(List.of(typed("a")), "x"), "[[!a], x]");
    reads(List.of(typed("a"), typed("b")), "[!!a,!!b]");
    reads(List.of("b", ""), "[b, !]");
    reads(List.of("", "wow!", "b"), "[!, wow!, b]");
    var map = new LinkedHashMap<>();
    map.put("k", typed("T"));
    map.put("m", typed("U"));
    reads(map, "{k: !T, m: !U}");
    reads(
        List.of("\uD83D\uDE00", typed("T"), "\uD83D\uDE00"),
        "[\uD83D\uDE00, !T, \"\uD83D\uDE00\"]");
    reads(List.of(new TypedValue("T", 1L), new TypedValue("T", "x")), "[!T 1, !T x]");
  }

  @Test
  void whatLooksLikeTagsWithinScalarsIsText() {
    reads(List.of("x !y, z", "!y]", "a!b"), "[\"x !y, z\", '!y]', a!b, ]");
    reads(List.of("a!b"), "[a!b]");
    reads(Map.of("a", "b !c, d"), "a: b !c, d");
    reads(Map.of("a", "x\n!y, z\n", "b", "!y}"), "a: |\n  x\n  !y, z\nb: '!y}'\n");
    reads(Map.of("a", "x !y, z"), "a: x\n  !y, z");
    reads(List.of(1L, typed("T"), "!T, \"!T,"), "[1, # !T, \"\n !T, '!T, \"!T,']");
  }

  @Test
  void allEscapesOfDoubleQuotesAreKnown() {
    reads("\u2028\u2029", "\"\\L\\P\"");
    reads("\\L\\\u2028\\\\P", "\"\\\\L\\\\\\L\\\\\\\\P\"");
    reads(Map.of("a", "\u2028", "b", typed("T")), "{a: \"\\L\", b: !T}");
    reads(List.of("\\L", "\\L", "!y,\u2029"), "[\\L, '\\L', \"!y,\\P\"]");
    reads(Map.of("a", "\\L\n", "b", "\u2028"), "a: |\n  \\L\nb: \"\\L\"\n");
    assertThrows(WireException.class, () -> YamlReader.read("\"\\L\\Q\""));
    assertThrows(WireException.class, () -> YamlReader.read("[\"\\L\", !a"));
  }

  @Test
  void textWithoutThemIsLeftAlone() {
    String text = "[\"x !y, z\", '\\L', !T 1]";
    assertSame(text, ParserGaps.closed(text));
    for (int seed = 0; seed < 2_000; seed++) {
      Object value = new RandomValues(seed).next();
      String written = YamlWriter.write(value);
      assertEquals(written, ParserGaps.closed(written), "seed " + seed);
    }
  }
}
