package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is equal by its content. */
@SuppressWarnings("ArrayRecordComponent") // these are what is tested
class ContentTest {
  enum Side {
    BUY,
    SELL {}
  }

  record Blob(String name, byte @Nullable [] bytes) {}

  record Outer(Blob blob, List<Blob> more, Map<String, byte[]> named, @Nullable Object any) {}

  record Plain(int n, @Nullable String text, Side side, @Nullable Inner inner) {}

  record Inner(double x, Long y) {}

  record Node(String name, List<Node> below) {}

  record Wide(int[] ints, String[] texts, long[][] grid) {}

  record Pair<T>(T one, T other) {}

  record Empty() {}

  private static byte[] bytes() {
    return new byte[] {1, 2};
  }

  private static Blob blob() {
    return new Blob("b", bytes());
  }

  private static Outer outer(@Nullable Object any) {
    return new Outer(blob(), List.of(blob()), Map.of("a", bytes()), any);
  }

  private static void assertEqual(Object one, Object other) {
    assertTrue(Content.isEqual(one, other), () -> one + " and " + other);
    assertEquals(Content.of(one), Content.of(other));
    assertEquals(new HashSet<>(Arrays.asList(Content.of(one))), Set.of(content(other)));
  }

  private static void assertUnequal(@Nullable Object one, @Nullable Object other) {
    assertFalse(Content.isEqual(one, other), () -> one + " and " + other);
    assertNotEquals(Content.of(one), Content.of(other));
  }

  private static Object content(Object value) {
    return java.util.Objects.requireNonNull(Content.of(value));
  }

  @Test
  void recordsOfBytes() {
    assertEqual(blob(), blob());
    assertEqual(new Blob("b", null), new Blob("b", null));
    assertUnequal(blob(), new Blob("b", new byte[] {1}));
    assertUnequal(blob(), new Blob("c", bytes()));
    assertUnequal(blob(), new Blob("b", null));
    assertUnequal(blob(), null);
    assertUnequal(blob(), new Pair<Object>("b", bytes()));
    assertUnequal(blob(), List.of("b", bytes()));
  }

  @Test
  void recordsWithinOthers() {
    assertEqual(List.of(blob()), List.of(blob()));
    assertEqual(Map.of("k", Set.of(blob())), Map.of("k", Set.of(blob())));
    assertEqual(outer(bytes()), outer(bytes()));
    assertEqual(outer(null), outer(null));
    assertEqual(new Pair<>(bytes(), bytes()), new Pair<>(bytes(), bytes()));
    assertEqual(
        new Node("a", List.of(new Node("b", List.of()))),
        new Node("a", List.of(new Node("b", List.of()))));
    assertUnequal(outer(bytes()), outer(new byte[2]));
    assertUnequal(new Node("a", List.of()), new Node("a", List.of(new Node("a", List.of()))));
    assertEqual(new Empty(), new Empty());
  }

  /** Codecs of the application's own may write any arrays. */
  @Test
  void otherArrays() {
    assertEqual(List.of(new int[] {1, 2}), List.of(new int[] {1, 2}));
    assertEqual(List.of(new boolean[1], new char[2]), List.of(new boolean[1], new char[2]));
    assertEqual(List.of(new byte[][] {bytes()}), List.of(new byte[][] {bytes()}));
    assertEqual(wide(3), wide(3));
    assertUnequal(wide(3), wide(4));
    assertUnequal(List.of(new int[] {1, 2}), List.of(new int[] {2, 1}));
    assertUnequal(List.of(new int[0]), List.of(new long[0]));
    assertUnequal(List.of(new int[0]), List.of(List.of()));
  }

  private static Wide wide(long last) {
    return new Wide(new int[] {1}, new String[] {"a"}, new long[][] {{1, 2}, {last}});
  }

  @Test
  void recordsThatHoldNothingOfTheKindStandForThemselves() {
    var plain = new Plain(1, "a", Side.SELL, new Inner(0.5, 2L));
    assertSame(plain, Content.of(plain));
    assertEqual(plain, new Plain(1, "a", Side.SELL, new Inner(0.5, 2L)));
    assertUnequal(plain, new Plain(1, "a", Side.SELL, null));
  }
}
