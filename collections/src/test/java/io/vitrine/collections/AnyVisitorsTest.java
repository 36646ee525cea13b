package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vitrine.store.TypedValue;
import io.vitrine.store.Visitor;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Visitors of values of any type, which are read as what Java has for them. */
class AnyVisitorsTest {
  /** A value of the application. */
  record Point(int x, int y) {}

  /** Another. */
  enum Colour {
    RED,
    GREEN
  }

  private static final List<Object> VALUES =
      List.of(
          1L,
          "text",
          new UUID(1, 2),
          LocalDate.of(2001, 12, 14),
          Instant.ofEpochSecond(5),
          Duration.ofMillis(7),
          new BigDecimal("1.0"),
          new Point(1, 2),
          Colour.GREEN,
          List.of(new UUID(3, 4), "x"),
          Map.of("x", List.of(LocalDate.of(2020, 1, 1), new Point(3, 4))));

  private final Vitrine vitrine =
      Vitrine.inMemory(new TypeRegistry().register(Point.class).register(Colour.class));

  @AfterEach
  void close() {
    vitrine.close();
  }

  @Test
  void leaveTheValueAsItIs() {
    ObservableMap<String, Object> map = vitrine.map("m", String.class, Object.class);
    for (Object value : VALUES) {
      map.put("k", value);
      long revision = map.getVersioned("k").revision();
      assertEquals(value, map.<Object>syncUpdate("k", same -> same, same -> same));
      assertEquals(value, map.syncUpdate("k", Visitors.putIfAbsent(5L), same -> same));
      assertEquals(value, map.syncUpdate("k", Visitors.replace("no", "never"), same -> same));
      map.asyncUpdate("k", same -> same);
      assertEquals(value, map.get("k"));
      assertEquals(revision, map.getVersioned("k").revision(), "no change");
    }
  }

  @Test
  void makeAnotherOne() {
    ObservableMap<String, Object> map = vitrine.map("m", String.class, Object.class);
    for (Object value : VALUES) {
      map.remove("k");
      assertEquals(value, map.syncUpdate("k", Visitors.putIfAbsent(value), same -> same));
      assertEquals(value, map.get("k"));
    }
  }

  @Test
  void floatsMakeNoInfinity() {
    ObservableMap<String, Float> map = vitrine.map("f", String.class, Float.class);
    map.put("k", 3e38f);
    Visitor<Float> add = Visitors.add(3e38f);
    assertThrows(RuntimeException.class, () -> map.syncUpdate("k", add, same -> same));
    assertEquals(3e38f, map.get("k"));
    map.put("k", -3e38f);
    Visitor<Float> back = Visitors.add(3.5e38);
    map.asyncUpdate("k", back);
    assertEquals(5e37f, map.get("k"));
  }

  @Test
  void integersMakeNoInfinity() {
    var types = new TypeRegistry();
    BigInteger large = BigInteger.TEN.pow(400);
    for (Class<?> type : List.of(Float.class, Double.class)) {
      assertThrows(IllegalArgumentException.class, () -> types.fromModel(large, type));
      var decimal = new TypedValue("decimal", "1e400");
      assertThrows(IllegalArgumentException.class, () -> types.fromModel(decimal, type));
    }
    assertEquals(Float.POSITIVE_INFINITY, types.fromModel(Double.POSITIVE_INFINITY, Float.class));
  }
}
