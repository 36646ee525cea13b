package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.TypedValue;
import io.vitrine.store.Visitor;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What the built-in visitors, functions and filters do. */
class VocabularyTest {
  enum Level {
    LOW,
    HIGH
  }

  record Stats(String name, int flights, long delay, @Nullable Level level) {
    public double meanDelay() {
      return flights == 0 ? 0 : (double) delay / flights;
    }

    double hidden() {
      return 1;
    }

    public double with(double argument) {
      return argument;
    }
  }

  private static final Stats STATS = new Stats("ATL", 4, 50, Level.HIGH);

  record Tagged(Set<Integer> tags, Set<Level> levels, Map<Integer, String> names) {}

  /** A number that comes from far is a long, whatever it was there. */
  @Test
  void filters_compareNumbersWithinSetsAndOfKeysByWhatTheyAreWorth() {
    var tagged = new Tagged(Set.of(1, 2), Set.of(Level.LOW), Map.of(1, "one"));
    assertTrue(Filters.field("tags").eq(Set.of(1, 2)).test(tagged));
    assertTrue(Filters.field("tags").eq(Set.of(1L, 2L)).test(tagged));
    assertTrue(Filters.field("tags").eq(List.of(2L, 1L)).test(tagged));
    assertTrue(Filters.field("tags").eq(List.of(2.0, new BigDecimal("1.00"))).test(tagged));
    assertFalse(Filters.field("tags").eq(List.of(1L, 3L)).test(tagged));
    assertFalse(Filters.field("tags").eq(List.of(1L)).test(tagged));
    assertTrue(Filters.field("levels").eq(List.of("LOW")).test(tagged));
    assertFalse(Filters.field("levels").eq(List.of("HIGH")).test(tagged));
    assertTrue(Filters.field("names").eq(Map.of(1L, "one")).test(tagged));
    assertFalse(Filters.field("names").eq(Map.of(2L, "one")).test(tagged));
    assertFalse(Filters.field("names").eq(Map.of(1L, "two")).test(tagged));
    assertTrue(Values.same(Set.of(List.of(1, Set.of(2))), Set.of(List.of(1L, Set.of(2.0)))));
    assertFalse(Values.same(Set.of(List.of(1)), Set.of(List.of(2L))));
    assertFalse(Values.same(Set.of(1, 1L, 2), Set.of(1, 2, 2L)));
  }

  private static @Nullable Object visit(Visitor<Object> visitor, @Nullable Object value) {
    return visitor.visit(value);
  }

  /** The exact sum of such numbers would take gigabytes, and no codec would take it. */
  @Test
  void add_refusesSumsOfTooManyDigits() {
    var large = new BigDecimal("1E1000000000");
    var small = new BigDecimal("1E-1000000000");
    for (Number present : List.of(BigInteger.TEN, BigDecimal.TEN)) {
      refused("of at most 25000 digits", () -> visit(Visitors.add(large), present));
      refused("of at most 25000 digits", () -> visit(Visitors.add(small), present));
    }
    refused("of at most 25000 digits", () -> visit(Visitors.add(1), large));
    refused("is no long", () -> visit(Visitors.add(large), 1L));
    refused("is no long", () -> visit(Visitors.add(small), 1L));
    assertEquals(
        new BigDecimal("1E+24999").add(BigDecimal.ONE),
        visit(Visitors.add(1), new BigDecimal("1E+24999")));
  }

  @Test
  void add_keepsTheType() {
    assertEquals(5L, visit(Visitors.add(2), 3L));
    assertEquals(5, visit(Visitors.add(2L), 3));
    assertEquals(5.5, visit(Visitors.add(2), 3.5));
    assertEquals(5.5, visit(Visitors.add(2.0), 3.5));
    assertEquals(5L, visit(Visitors.add(2.0), 3L));
    assertEquals(2, visit(Visitors.add(2), null));
    refused("Add is string \"x\"", () -> visit(Visitors.add(2), "x"));
    refused("Add: 3 + 0.5 is no long", () -> visit(Visitors.add(0.5), 3L));
    refused("is no long", () -> visit(Visitors.add(1), Long.MAX_VALUE));
    refused("is no integer", () -> visit(Visitors.add(1), Integer.MAX_VALUE));
  }

  @Test
  void increment_worksOnRecordsTypedValuesAndMaps() {
    assertEquals(
        new Stats("ATL", 6, 50, Level.HIGH), visit(Visitors.increment("flights", 2L), STATS));
    assertEquals(
        new TypedValue("S", Map.of("n", 3L)),
        visit(Visitors.increment("n", 2L), new TypedValue("S", Map.of("n", 1L))));
    assertEquals(Map.of("n", 3L), visit(Visitors.increment("n", 2L), Map.of("n", 1L)));
    assertEquals(Map.of("n", 2L), visit(Visitors.increment("n", 2L), Map.of()));
    refused(
        "Stats has no field nope, its fields are [",
        () -> visit(Visitors.increment("nope", 1), STATS));
    refused(
        "Increment.n is !uuid",
        () -> visit(Visitors.increment("n", 1), Map.of("n", new java.util.UUID(1, 2))));
    refused("Increment.name is string", () -> visit(Visitors.increment("name", 1), STATS));
    refused("there is none", () -> visit(Visitors.increment("n", 1), null));
    refused(
        "Stats has no component meanDelay", () -> visit(Visitors.increment("meanDelay", 1), STATS));
  }

  @Test
  void setField_fitsTheComponent() {
    assertEquals(
        new Stats("ATL", 7, 50, Level.HIGH), visit(Visitors.setField("flights", 7L), STATS));
    assertEquals(
        new Stats("ATL", 4, 50, Level.LOW), visit(Visitors.setField("level", "LOW"), STATS));
    assertEquals(new Stats("ATL", 4, 50, null), visit(Visitors.setField("level", null), STATS));
    assertEquals(Map.of("a", 1L, "b", 2L), visit(Visitors.setField("b", 2L), Map.of("a", 1L)));
    refused("Stats.flights is string", () -> visit(Visitors.setField("flights", "x"), STATS));
    refused(
        "S has no field b",
        () -> visit(Visitors.setField("b", 1L), new TypedValue("S", Map.of("a", 1L))));
    refused("a number has no field a to be set", () -> visit(Visitors.setField("a", 1L), 5L));
  }

  @Test
  void otherVisitors() {
    assertEquals(List.of(1L, 2L), visit(Visitors.append(2L), List.of(1L)));
    assertEquals("ab", visit(Visitors.append("b"), "a"));
    assertEquals(List.of(1L), visit(Visitors.append(1L), null));
    refused("Append is the integer 1", () -> visit(Visitors.append(2L), 1L));
    assertNull(visit(Visitors.remove(), 1L));
    assertEquals(1L, visit(Visitors.putIfAbsent(2L), 1L));
    assertEquals(2L, visit(Visitors.putIfAbsent(2L), null));
    assertEquals(2L, visit(Visitors.replace(1, 2L), 1L));
    assertEquals(3L, visit(Visitors.replace(1, 2L), 3L));
    assertNull(visit(Visitors.replace(1, 2L), null));
    Map<String, Object> form = new HashMap<>();
    form.put("name", "ATL");
    form.put("flights", 4L);
    form.put("delay", 50L);
    form.put("level", "HIGH");
    assertEquals("x", visit(Visitors.replace(form, "x"), STATS));
    assertEquals("x", visit(Visitors.replace(new TypedValue("Stats", form), "x"), STATS));
    assertEquals(
        7L, visit(Visitors.chain(Visitors.remove(), Visitors.add(3L), Visitors.add(4)), 1L));
    Object same = new ArrayList<>(List.of(1));
    assertSame(same, visit(Visitors.putIfAbsent("x"), same));
  }

  @Test
  void functions() {
    assertEquals("ATL", Functions.getter("name").apply(STATS));
    assertEquals(12.5, Functions.getter("meanDelay").apply(STATS));
    assertEquals("k", Functions.getter("key").apply(new MapEntry<>("k", STATS)));
    assertEquals(4, Functions.getter("flights").apply(new MapEntry<>("k", STATS)));
    assertEquals(5L, Functions.getter("value").apply(new MapEntry<>("k", 5L)));
    assertEquals(
        Map.of("key", "k", "name", "ATL"),
        Functions.fields("key", "name").apply(new MapEntry<>("k", STATS)));
    assertEquals(2L, Functions.size().apply("ab"));
    assertEquals(1L, Functions.size().apply(Map.of(1, 2)));
    assertEquals(3L, Functions.size().apply(new byte[3]));
    assertEquals(9L, Functions.square().apply(3L));
    assertEquals(2.25, Functions.square().apply(new MapEntry<>("k", 1.5)));
    assertEquals(STATS, Functions.identity().apply(STATS));
    Function<@Nullable Object, Object> getter = Functions.getter("name");
    assertNull(getter.apply(null));
    refused("Stats has no field nope", () -> Functions.getter("nope").apply(STATS));
    refused("no field hidden", () -> Functions.getter("hidden").apply(STATS));
    refused("no field with", () -> Functions.getter("with").apply(STATS));
    refused("no field hashCode", () -> Functions.getter("hashCode").apply(STATS));
    refused("a number has no field a", () -> Functions.getter("a").apply(1L));
    refused("overflows", () -> Functions.square().apply(Long.MAX_VALUE));
    refused("Size is the integer 1", () -> Functions.size().apply(1L));
  }

  @Test
  void filters_compareByWorth() {
    var entry = new MapEntry<>("ATL", STATS);
    assertTrue(Filters.field("meanDelay").gt(12).test(entry));
    assertFalse(Filters.field("meanDelay").gt(12.5).test(entry));
    assertTrue(Filters.field("flights").eq(4L).test(entry));
    assertTrue(Filters.field("flights").eq(4.0).test(entry));
    assertTrue(Filters.field("flights").ne(5).test(entry));
    assertTrue(Filters.field("level").eq("HIGH").test(entry));
    assertTrue(Filters.field("level").eq(Level.HIGH).test(entry));
    assertFalse(Filters.field("level").eq("LOW").test(entry));
    assertTrue(Filters.key().lt("BOS").test(entry));
    assertTrue(Filters.key().ge("ATL").test(entry));
    assertTrue(Filters.key().le("ATL").test(entry));
    assertFalse(Filters.key().lt(5).test(entry));
    assertFalse(Filters.key().ge(5).test(entry));
    assertTrue(Filters.field("flights").in(List.of(1, 4)).test(entry));
    assertTrue(Filters.key().startsWith("AT").test(entry));
    assertTrue(Filters.key().contains("TL").test(entry));
    assertTrue(Filters.key().matches("A.L").test(entry));
    assertFalse(Filters.key().matches("A").test(entry));
    assertFalse(Filters.field("flights").matches("4").test(entry));
    assertTrue(Filters.value().contains(2L).test(new MapEntry<>("k", List.of(1, 2))));
    assertTrue(Filters.value().eq(Double.POSITIVE_INFINITY).test(1.0 / 0));
    assertFalse(Filters.value().le(Double.NaN).test(1L));
    assertFalse(Filters.value().eq((double) (1L << 53)).test((1L << 53) + 1));
    refused("Stats has no field nope", () -> Filters.field("nope").eq(1).test(entry));
  }

  @Test
  void decimals_compareDigitByDigit() {
    var price = new BigDecimal("1234567890123.4567");
    var next = new BigDecimal("1234567890123.4568");
    assertEquals(price, visit(Visitors.replace(next, "x"), price));
    assertEquals("x", visit(Visitors.replace(new BigDecimal("1234567890123.45670"), "x"), price));
    assertTrue(Filters.value().lt(next).test(price));
    assertFalse(Filters.value().ge(next).test(price));
    assertFalse(Filters.value().in(List.of(next)).test(price));
    assertFalse(Filters.value().contains(next).test(List.of(price)));
    var justAbove = new BigDecimal("0.10000000000000000001");
    for (Number tenth : List.of(new BigDecimal("0.1"), 0.1)) {
      assertFalse(Filters.value().eq(justAbove).test(tenth));
      assertTrue(Filters.value().ne(tenth).test(justAbove));
      assertTrue(Filters.value().lt(justAbove).test(tenth));
      assertTrue(Filters.value().gt(tenth).test(justAbove));
    }
    assertFalse(Filters.value().eq(justAbove.add(BigDecimal.ONE)).test(1L));
    var huge = new BigDecimal("1E+400");
    assertFalse(Filters.value().eq(huge.add(BigDecimal.ONE)).test(huge));
    assertFalse(Filters.value().eq(huge.toBigInteger().add(BigInteger.ONE)).test(huge));
  }

  /** So that a number may be said where there are decimals, without quotes. */
  @Test
  void decimals_areComparedWithTheDigitsOfADouble() {
    assertTrue(Filters.value().eq(0.1).test(new BigDecimal("0.10")));
    assertTrue(Filters.value().eq(new BigDecimal("0.10")).test(0.1));
    assertTrue(Filters.value().eq((double) (1L << 60)).test(new BigDecimal(1L << 60)));
    assertTrue(Filters.value().eq(-0.0).test(BigDecimal.ZERO));
    assertTrue(Filters.value().eq(-0.0).test(0.0));
    assertTrue(Filters.value().eq(-0.0).test(0L));
    var huge = new BigDecimal("1E+400");
    for (Number number : List.of(huge, huge.toBigInteger(), 1L, Double.MAX_VALUE)) {
      assertTrue(Filters.value().lt(Double.POSITIVE_INFINITY).test(number));
      assertTrue(Filters.value().gt(Double.NEGATIVE_INFINITY).test(number));
      assertFalse(Filters.value().eq(Double.POSITIVE_INFINITY).test(number));
      assertFalse(Filters.value().eq(Double.NaN).test(number));
      assertFalse(Filters.value().ge(number).test(Double.NaN));
    }
    assertTrue(Filters.value().gt(Double.MAX_VALUE).test(huge));
  }

  /** With all of their digits these would take gigabytes. */
  @Test
  void decimals_ofLargeExponents_areComparedWithoutTheirDigits() {
    var large = new BigDecimal("1E+1000000000");
    var small = new BigDecimal("1E-1000000000");
    for (Number one : List.of(1L, 1.5, BigInteger.ONE, BigDecimal.ONE)) {
      assertTrue(Filters.value().gt(one).test(large));
      assertTrue(Filters.value().lt(one).test(small));
      assertTrue(Filters.value().lt(one).test(large.negate()));
      assertFalse(Filters.value().eq(large).test(one));
    }
    assertTrue(Filters.value().eq(0L).test(new BigDecimal("0E+1000000000")));
    assertTrue(Filters.value().gt(0.0).test(small));
  }

  @Test
  void filters_ofDocuments_passOverThoseWithoutTheField() {
    var adult = Filters.field("age").ge(18);
    assertTrue(adult.test(new MapEntry<>("a", Map.of("age", 20L))));
    assertFalse(adult.test(new MapEntry<>("a", Map.of("name", "x"))));
    assertFalse(Filters.not(adult).test(new MapEntry<>("a", Map.of("age", 20L))));
  }

  @Test
  void filters_combine() {
    Filter<Object> big = Filters.value().gt(10);
    Filter<Object> small = Filters.value().lt(5);
    assertTrue(Filters.or(big, small).test(11L));
    assertFalse(Filters.or(big, small).test(7L));
    assertTrue(Filters.not(big).test(7L));
    assertTrue(Filters.and(Filters.not(big), Filters.not(small)).test(7L));
    assertFalse(Filters.and(big, small).test(11L));
  }

  @Test
  void matches_isBoundedInTime() {
    assertFalse(Filters.value().matches("(.*a){25}b").test("a".repeat(100)));
    assertTrue(Filters.value().matches("(a|b)*").test("ab".repeat(50_000)));
    Filter<Object> evil = Filters.value().matches("(.*a){500}b");
    refused("takes more than 50000000 steps", () -> evil.test("a".repeat(3_000_000)));
  }

  /** Some would take for ever, or all memory, to be compiled or to be matched. */
  @Test
  void matches_refusesWhatWouldTakeLong() {
    String[] large = {
      "((){1000}){1000}",
      "(((){1000}){1000}){1000}",
      "([)]a{1000}){1000}",
      "([]()]a{1000}){1000}",
      "([^])]a{1000}){1000}",
      "([[:alpha:])]a{1000}){1000}",
      "([\\])]a{1000}){1000}",
      "(\\)a{1000}){1000}",
      "(\\Q)\\Ea{1000}){1000}",
      "(\\p{L}a{1000,}){2,1000}",
      "(\\x{41}a{1000}){0,1000}",
      "(?:(?i)(?P<n>a{1000})){1000}",
      "a{1000}{1000}",
    };
    for (String regex : large) {
      refused("Filter.value of matches", () -> Filters.value().matches(regex));
    }
    refused("nests more", () -> Filters.value().matches("(".repeat(1_000) + ")".repeat(1_000)));
    refused("characters", () -> Filters.value().matches("x".repeat(1_000_000)));
    String[] unknown = {"((){2000000000}){2000000000}", "(?=a)b", "(a)\\1", "(", "a)", "[", "a**"};
    for (String regex : unknown) {
      refused("Filter.value of matches", () -> Filters.value().matches(regex));
    }
    String[] endless = {"(|)".repeat(40), "(a*)*".repeat(40), "(a|a?)+".repeat(40)};
    for (String regex : endless) {
      assertFalse(Filters.value().matches(regex).test("a".repeat(40) + "b"), regex);
    }
    String uuid = "[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}";
    String id = "123e4567-e89b-12d3-a456-426614174000";
    assertTrue(Filters.value().matches(uuid).test(id));
    assertTrue(Filters.value().matches("\\d{4}(-\\d{2}){2}T.{1,100}").test("2020-01-02T03:04"));
    assertTrue(Filters.value().matches("a{b}{,c").test("a{b}{,c"));
  }

  @Test
  void chain_canBeGivenUpBetweenItsSteps() {
    Visitor<Object> inner = Visitors.chain(Visitors.append("b"), Visitors.append("c"));
    Visitor<Object> chain = Visitors.chain(Visitors.append("a"), inner, Visitors.append("d"));
    int[] steps = {0};
    assertEquals("abcd", Visitors.interruptible(chain, () -> steps[0]++).visit(""));
    assertEquals(5, steps[0]);
    Visitor<Object> ended =
        Visitors.interruptible(
            chain,
            () -> {
              if (--steps[0] == 2) {
                throw new IllegalArgumentException("over");
              }
            });
    refused("over", () -> ended.visit(""));
    assertEquals(2, steps[0]);
    Visitor<Object> single = Visitors.append("a");
    assertSame(single, Visitors.interruptible(single, () -> refused("", () -> {})));
  }

  @Test
  void filters_takeWhatIsWrittenForWhatIsMeant() {
    UUID id = new UUID(1, 2);
    assertTrue(Filters.value().eq("x").test('x'));
    assertFalse(Filters.value().eq("xy").test('x'));
    assertTrue(Filters.value().eq(List.of(id.toString(), 1L)).test(List.of(id, BigDecimal.ONE)));
    assertTrue(Filters.value().eq(List.of(2L, 1L)).test(Set.of(1L, 2L)));
    assertTrue(Filters.value().eq(List.of(1L)).test(Set.of(BigDecimal.ONE)));
    assertFalse(Filters.value().eq(List.of(1L, 1L)).test(Set.of(1L, 2L)));
    assertTrue(Filters.value().eq(Map.of(id.toString(), 1L)).test(Map.of(id, 1L)));
    assertFalse(Filters.value().eq(Map.of("x", 1L)).test(Map.of(id, 1L)));
    assertTrue(Filters.value().in(List.of("a", List.of("x"))).test(List.of('x')));
    String day = "2026-01-01T00:00:00Z";
    for (Object instant : List.of(Instant.parse(day), new TypedValue("instant", day))) {
      for (Object decimal : List.of(new BigDecimal("1.50"), new TypedValue("decimal", "1.5"))) {
        Object there = new TypedValue("Book", Map.of("d", decimal, "t", instant));
        Object typed = new TypedValue("decimal", "1.5");
        Object moment = new TypedValue("instant", day);
        Object alike = new TypedValue("Book", Map.of("d", typed, "t", moment));
        Object other = new TypedValue("Book", Map.of("d", typed, "t", "soon"));
        Visitor<Object> replace = Visitors.<Object>replace(alike, "new");
        assertEquals("new", replace.visit(there));
        assertEquals(
            "new", Visitors.<Object>replace(Map.of("d", 1.5, "t", day), "new").visit(there));
        assertEquals(there, Visitors.<Object>replace(other, "new").visit(there));
      }
    }
  }

  @Test
  void filtersByParts_areTheSame() {
    var random = new Random(11);
    int[] steps = {0};
    for (int i = 0; i < 2_000; i++) {
      Filter<Object> filter = composed(random, 3);
      Filter<Object> byParts = Filters.stepwise(filter, () -> steps[0]++);
      for (int n = 0; n < 4; n++) {
        assertEquals(filter.test(n), byParts.test(n), filter.toString());
      }
    }
    assertTrue(steps[0] > 2_000, steps[0] + " steps");
    Filter<Object> single = Filters.value().eq(1);
    assertSame(single, Filters.stepwise(single, () -> refused("", () -> {})));
    steps[0] = 0;
    var parts = new Filter<?>[] {Filters.value().eq(1), Filters.value().eq(2), single};
    assertFalse(Filters.stepwise(new Filters.Or(List.of(parts)), () -> steps[0]++).test(3));
    assertEquals(3, steps[0]);
  }

  private static Filter<Object> composed(Random random, int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return Filters.value().eq(random.nextInt(4));
    }
    List<Filter<?>> parts =
        Stream.<Filter<?>>generate(() -> composed(random, depth - 1))
            .limit(random.nextInt(4))
            .toList();
    return switch (random.nextInt(3)) {
      case 0 -> new Filters.And(parts);
      case 1 -> new Filters.Or(parts);
      default -> new Filters.Not(parts);
    };
  }

  enum Step {
    FIRST {
      @Override
      int weight() {
        return 1;
      }
    },
    LAST;

    int weight() {
      return 2;
    }
  }

  @Test
  void constantsWithBodies_areOrderedAsOthers() {
    assertTrue(Filters.value().lt(Step.LAST).test(Step.FIRST));
    assertTrue(Filters.value().gt(Step.FIRST).test(Step.LAST));
    assertFalse(Filters.value().gt(Step.LAST).test(Step.FIRST));
    assertTrue(Filters.value().ge(Step.FIRST).test(Step.FIRST));
    assertFalse(Filters.value().lt(Level.HIGH).test(Step.FIRST));
    assertFalse(Filters.value().gt(Level.LOW).test(Step.LAST));
  }

  @Test
  void contains_isLinear() {
    Filter<Object> evil = Filters.value().contains("a".repeat(1_000_000) + "b");
    assertFalse(evil.test("a".repeat(4_000_000)));
    assertTrue(evil.test("a".repeat(1_500_000) + "b"));
    var random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      String text = letters(random, 400);
      String part = letters(random, 40);
      assertTrue(Filters.value().contains(text.substring(100, 150)).test(text), text);
      assertEquals(text.contains(part), Filters.value().contains(part).test(text), part);
      String near = text.substring(100, 150) + "c";
      assertEquals(text.contains(near), Filters.value().contains(near).test(text), near);
    }
  }

  private static String letters(Random random, int length) {
    return random
        .ints(length, 'a', 'c')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static void refused(String message, Executable action) {
    var failure = assertThrows(IllegalArgumentException.class, action);
    assertTrue(String.valueOf(failure.getMessage()).contains(message), failure.getMessage());
  }
}
