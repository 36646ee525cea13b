package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.TypedValue;
import io.vitrine.store.Visitor;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TypeRegistryTest {
  enum Side {
    BUY,
    SELL
  }

  record Point(int x, double y) {}

  record Order(String id, Side side, @Nullable Point at, List<Point> path, Map<String, Long> by) {}

  record Bump(long amount) implements Visitor<Long> {
    @Override
    public Long visit(@Nullable Long value) {
      return (value == null ? 0 : value) + amount;
    }
  }

  record Positive(int value) {
    Positive {
      if (value <= 0) {
        throw new IllegalArgumentException("Positive.value is " + value);
      }
    }
  }

  private final TypeRegistry types = new TypeRegistry().register(Order.class);

  @Test
  void record_toModelAndBack() {
    var order =
        new Order("o1", Side.SELL, new Point(1, 2.5), List.of(new Point(3, 4)), Map.of("a", 1L));
    Object model = types.toModel(order);
    assertEquals(
        "TypedValue[name=Order, content={id=o1, side=TypedValue[name=Side, content=SELL],"
            + " at=TypedValue[name=Point, content={x=1, y=2.5}],"
            + " path=[TypedValue[name=Point, content={x=3, y=4.0}]], by={a=1}}]",
        String.valueOf(model));
    assertEquals(order, types.fromModel(model));
  }

  @Test
  void untaggedContent_fitsWhereTheClassIsKnown() {
    Map<String, Object> bare =
        Map.of(
            "id",
            "o1",
            "side",
            "BUY",
            "path",
            List.of(Map.of("x", 3L, "y", 4L)),
            "by",
            Map.of("a", 1L));
    assertEquals(
        new Order("o1", Side.BUY, null, List.of(new Point(3, 4)), Map.of("a", 1L)),
        types.fromModel(bare, Order.class));
    assertEquals(
        new Order("o1", Side.BUY, null, List.of(new Point(3, 4)), Map.of("a", 1L)),
        types.fromModel(new TypedValue("Order", bare)));
  }

  @Test
  void numbers_fitIfInRange() {
    assertEquals(5, types.fromModel(5L, Integer.class));
    assertEquals(5, types.fromModel(5L, int.class));
    assertEquals(5.0, types.fromModel(5L, Double.class));
    assertEquals((short) 5, types.fromModel(5L, Short.class));
    assertEquals('x', types.fromModel("x", Character.class));
    assertNull(types.fromModel(null, Integer.class));
    refused(
        "value is 2147483648, expected int from -2147483648 to 2147483647",
        () -> types.fromModel(1L << 31, Integer.class));
    refused("value is the number 1.5, expected int", () -> types.fromModel(1.5, Integer.class));
    refused("value is the integer 1, expected a string", () -> types.fromModel(1L, String.class));
  }

  @Test
  void javaValues_becomeThoseOfTheModel() {
    assertEquals(5L, types.toModel(5));
    assertEquals(2.5, types.toModel(2.5f));
    assertEquals("x", types.toModel('x'));
    assertEquals(Arrays.asList(1L, null, "a"), types.toModel(Arrays.asList(1, null, "a")));
    assertEquals(Map.of("key", 1L, "value", "v"), types.toModel(new MapEntry<>(1, "v")));
    assertArrayEquals(new byte[] {1}, (byte[]) types.toModel(new byte[] {1}));
    refused("java.lang.Object is not in the data model", () -> types.toModel(new Object()));
    refused("is not registered", () -> types.toModel(new Bump(1)));
  }

  @Test
  void mistakes_nameTypeAndField() {
    Map<String, @Nullable Object> missing = new HashMap<>();
    missing.put("x", 1L);
    refused(
        "Point.y is missing or null, expected double", () -> types.fromModel(missing, Point.class));
    refused(
        "Point.x is string \"one\", expected int",
        () -> types.fromModel(Map.of("x", "one", "y", 1L), Point.class));
    refused(
        "Point has no component z, its components are [x, y]",
        () -> types.fromModel(Map.of("z", 1L), Point.class));
    refused("Side has no constant HOLD", () -> types.fromModel(new TypedValue("Side", "HOLD")));
    refused(
        "Order.at is !Side, expected Point",
        () -> types.fromModel(Map.of("at", new TypedValue("Side", "BUY")), Order.class));
    refused("Positive.value is 0", () -> types.fromModel(Map.of("value", 0L), Positive.class));
  }

  @Test
  void unknownNames_areRefused() {
    var unknown = new TypedValue("java.lang.Runtime", Map.of());
    var failure = assertThrows(UnknownTypeException.class, () -> types.fromModel(unknown));
    assertEquals("java.lang.Runtime", failure.typeName());
    assertThrows(UnknownTypeException.class, () -> types.fromModel(List.of(Map.of("a", unknown))));
    assertEquals(List.of(unknown), types.fromModelIfKnown(List.of(unknown)));
    var filter = new TypedValue("Filter", Map.of("field", "value", "op", "eq", "value", unknown));
    assertTrue(((Filter<?>) types.fromModel(filter)) instanceof FieldFilter f && f.test(unknown));
  }

  @Test
  void registration_isChecked() {
    assertSame(types, types.register(Order.class).register("bump-2", Bump.class));
    assertEquals("bump-2", types.nameOf(Bump.class));
    assertSame(Side.class, types.classOf("Side"));
    assertTrue(types.names().containsAll(List.of("Order", "Point", "Side", "Add", "Filter")));
    refused("neither a record nor an enum", () -> types.register(String.class));
    refused("is taken by", () -> types.register("Order", Point.class));
    refused("is registered as", () -> types.register("Other", Order.class));
    refused("type name \"a b\" is none", () -> types.register("a b", Positive.class));
  }

  record Leaf(int n) {}

  enum Colour {
    RED
  }

  record Branch<T>(List<T> parts) {}

  @SuppressWarnings("ArrayRecordComponent")
  record Tree(
      List<Leaf> leaves,
      Map<Colour, ? extends List<Set<Point>>> byColour,
      @Nullable Tree next,
      Branch<Positive> branch,
      Order[][] orders,
      List<Object> more) {}

  @Test
  void whatComponentsHold_isRegisteredWithThem() {
    var fresh = new TypeRegistry().register("tree", Tree.class);
    assertTrue(
        fresh
            .names()
            .containsAll(
                List.of("tree", "Leaf", "Colour", "Point", "Branch", "Positive", "Order", "Side")),
        () -> fresh.names().toString());
    var tree =
        new Tree(
            List.of(new Leaf(1)),
            Map.of(Colour.RED, List.of(Set.of(new Point(1, 2)))),
            null,
            new Branch<>(List.of(new Positive(3))),
            new Order[0][],
            List.of());
    refused("Order", () -> fresh.toModel(tree)); // arrays of these are not in the data model
    assertEquals(
        "TypedValue[name=Leaf, content={n=1}]", String.valueOf(fresh.toModel(new Leaf(1))));
  }

  record Clash(List<Leaf> leaves, Other.Leaf other) {}

  static final class Other {
    record Leaf(String name) {}
  }

  record Within(Positive before, List<Clash> clashes) {}

  @Test
  void aClashWithin_registersNothing() {
    var fresh = new TypeRegistry();
    Set<String> before = fresh.names();
    refused("type name Leaf is taken", () -> fresh.register(Within.class));
    assertEquals(before, fresh.names());
    assertNull(fresh.nameOf(Positive.class));
    assertNull(fresh.nameOf(Leaf.class));
    fresh.register("leaf", Leaf.class).register(Within.class);
    assertEquals("leaf", fresh.nameOf(Leaf.class));
    assertSame(Other.Leaf.class, fresh.classOf("Leaf"));
  }

  @Test
  void builtIns_haveTheFormOfTheWire() {
    assertWire("Add", Map.of("amount", 10L), Visitors.add(10));
    assertWire("Increment", Map.of("field", "n", "by", 2L), Visitors.increment("n", 2));
    assertWire("SetField", Map.of("field", "n", "value", "v"), Visitors.setField("n", "v"));
    assertWire("Append", Map.of("element", "e"), Visitors.append("e"));
    assertWire("Remove", Map.of(), Visitors.remove());
    assertWire("PutIfAbsent", Map.of("value", 1L), Visitors.putIfAbsent(1));
    assertWire("Replace", Map.of("old", 1L, "new", 2L), Visitors.replace(1, 2));
    assertWire(
        "Chain",
        List.of(new TypedValue("Add", Map.of("amount", 1L)), new TypedValue("Remove", Map.of())),
        Visitors.chain(Visitors.add(1), Visitors.remove()));
    assertWire("Identity", Map.of(), Functions.identity());
    assertWire("Getter", Map.of("field", "name"), Functions.getter("name"));
    assertWire("Fields", List.of("a", "b"), Functions.fields("a", "b"));
    assertWire("Size", Map.of(), Functions.size());
    assertWire("Square", Map.of(), Functions.square());
    TypedValue filter = new TypedValue("Filter", Map.of("field", "a", "op", "gt", "value", 1L));
    assertWire("Filter", Map.of("field", "a", "op", "gt", "value", 1L), Filters.field("a").gt(1));
    assertWire("And", List.of(filter), Filters.and(Filters.field("a").gt(1)));
    assertWire("Or", List.of(filter), Filters.or(Filters.field("a").gt(1)));
    assertWire("Not", List.of(filter), Filters.not(Filters.field("a").gt(1)));
    assertWire(
        "Filter",
        Map.of("field", "key", "op", "matches", "value", "a+"),
        Filters.key().matches("a+"));
  }

  private void assertWire(String name, Object content, Object builtIn) {
    var model = new TypedValue(name, content);
    assertEquals(model, types.toModel(builtIn));
    assertEquals(model, types.toModel(types.fromModel(model)));
  }

  @Test
  void contentOfARecordWithoutComponents_mayBeLeftOut() {
    for (Object content : Arrays.asList(null, "", Map.of(), List.of())) {
      assertEquals(Functions.identity(), types.fromModel(new TypedValue("Identity", content)));
    }
  }

  @Test
  void badBuiltIns_areRefused() {
    refused("Filter.op is like, expected one of [eq,", () -> types.fromModel(filter("like", 1L)));
    refused(
        "Filter.value of in is the integer 1, expected a list",
        () -> types.fromModel(filter("in", 1L)));
    refused("Filter.value of matches", () -> types.fromModel(filter("matches", "(")));
    refused(
        "And is !Add, expected Filter",
        () ->
            types.fromModel(
                new TypedValue("And", List.of(new TypedValue("Add", Map.of("amount", 1L))))));
    refused(
        "Add.amount is string \"x\", expected a number",
        () -> types.fromModel(new TypedValue("Add", Map.of("amount", "x"))));
    refused("Not has no content", () -> types.fromModel(new TypedValue("Not", null)));
    refused(
        "Add cannot be made of this: Add.amount is missing or null",
        () -> types.fromModel(new TypedValue("Add", Map.of())));
    refused(
        "Filter cannot be made of this: Filter.field is missing or null",
        () -> types.fromModel(new TypedValue("Filter", Map.of("op", "eq", "value", 1L))));
    refused(
        "Chain cannot be made of this: NullPointerException",
        () -> types.fromModel(new TypedValue("Chain", Collections.singletonList(null))));
  }

  private static TypedValue filter(String op, Object value) {
    return new TypedValue("Filter", Map.of("field", "a", "op", op, "value", value));
  }

  private static void refused(String message, org.junit.jupiter.api.function.Executable action) {
    var failure = assertThrows(IllegalArgumentException.class, action);
    assertTrue(String.valueOf(failure.getMessage()).contains(message), failure.getMessage());
  }
}
