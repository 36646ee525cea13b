package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.Codec;
import io.vitrine.store.TypedValue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Maps of types that the data model does not have. */
class TypedMapsTest {
  private static final UUID ID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");

  enum Side {
    BUY,
    SELL
  }

  record Order(UUID id, Side side, BigDecimal price, Map<UUID, Duration> delays) {}

  /** Not a record, with a codec of its own. */
  static final class Money {
    final long cents;

    Money(long cents) {
      this.cents = cents;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Money money && money.cents == cents;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(cents);
    }
  }

  record Invoice(Money total, List<Money> lines) {}

  private static final class MoneyCodec implements Codec<Money> {
    @Override
    public String typeName() {
      return "!Money";
    }

    @Override
    public int fixedSize() {
      return Long.BYTES;
    }

    @Override
    public long sizeOf(Money value) {
      return Long.BYTES;
    }

    @Override
    public void write(Money value, MemorySegment target, long offset) {
      target.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value.cents);
    }

    @Override
    public Money read(MemorySegment source, long offset, long length) {
      return new Money(source.get(ValueLayout.JAVA_LONG_UNALIGNED, offset));
    }
  }

  private final TypeRegistry types = new TypeRegistry().register(Money.class, new MoneyCodec());
  private final Vitrine vitrine = Vitrine.inMemory(types);

  @AfterEach
  void close() {
    vitrine.close();
  }

  private ObservableMap<Object, Object> existing(String path) {
    return Objects.requireNonNull(vitrine.existingMap(path));
  }

  @Test
  void valuesOfTheJdk() {
    var map = vitrine.map("m", UUID.class, BigDecimal.class);
    map.put(ID, new BigDecimal("12.50"));
    assertEquals("uuid", Objects.requireNonNull(vitrine.describe("m")).keyType());
    var generic = existing("m");
    assertEquals(new BigDecimal("12.50"), generic.get(ID));
    assertEquals(new BigDecimal("12.50"), generic.get(ID.toString()));
    assertEquals(new BigDecimal("12.50"), generic.get(new TypedValue("uuid", ID.toString())));
    generic.put(ID.toString(), "7.0");
    assertEquals(new BigDecimal("7.0"), map.get(ID));
    generic.put(ID, new TypedValue("decimal", 8L));
    assertEquals(new BigDecimal("8"), map.get(ID));
    map.asyncUpdate(ID, Visitors.add(new BigDecimal("0.5")));
    assertEquals(new BigDecimal("8.5"), map.get(ID));
    assertNull(generic.get("no uuid"));
    assertThrows(IllegalArgumentException.class, () -> generic.put("no uuid", "1"));
    assertThrows(IllegalArgumentException.class, () -> generic.put(ID, "much"));
  }

  @Test
  void theyTravelUnderTheNameOfTheirType() {
    var instant = Instant.parse("2026-01-01T00:00:00.5Z");
    assertEquals(new TypedValue("uuid", ID.toString()), types.toModel(ID));
    for (Object value :
        List.of(
            ID,
            instant,
            LocalDate.of(2026, 2, 3),
            Duration.ofMillis(-1),
            new BigDecimal("1E+5"),
            List.of(ID, Map.of("at", instant)))) {
      assertEquals(value, types.fromModel(types.toModel(value)));
    }
    types.register(Order.class);
    var order = new Order(ID, Side.SELL, BigDecimal.ONE, Map.of(ID, Duration.ZERO));
    assertEquals(order, types.fromModel(types.toModel(order)));
    assertEquals(
        order,
        types.fromModel(
            Map.of(
                "id",
                ID.toString(),
                "side",
                "SELL",
                "price",
                1L,
                "delays",
                Map.of(ID.toString(), "PT0S")),
            Order.class));
    var thrown =
        assertThrows(
            IllegalArgumentException.class,
            () -> types.fromModel(Map.of("id", "x", "side", "SELL"), Order.class));
    assertTrue(thrown.getMessage().contains("Order.id: expected uuid"), thrown.getMessage());
    assertThrows(IllegalArgumentException.class, () -> types.register("uuid", Side.class));
  }

  @Test
  void recordsOfThem(@TempDir Path folder) {
    var map = vitrine.map("m", LocalDate.class, Order.class);
    var order = new Order(ID, Side.BUY, new BigDecimal("1.10"), Map.of(ID, Duration.ofDays(1)));
    map.put(LocalDate.EPOCH, order);
    assertEquals(order, existing("m").get(LocalDate.EPOCH));
    // To somebody who does not know the record it is a typed value.
    TypedValue found;
    try (Vitrine writer = Vitrine.open(folder)) {
      writer.map("m", Integer.class, Order.class).put(1, order);
    }
    try (Vitrine reader = Vitrine.open(folder)) {
      found = (TypedValue) Objects.requireNonNull(reader.existingMap("m")).get(1);
    }
    assertEquals("Order", Objects.requireNonNull(found).name());
    assertEquals(types.toModel(order), types.toModel(found));
  }

  @Test
  void listsSetsAndMapsByTheNameOfTheirType() {
    var map = vitrine.map("m", MapSpec.named("set<uuid>", "map<uuid,list<decimal>>"));
    map.put(Set.of(ID, new UUID(0, 0)), Map.of(ID, List.of(BigDecimal.ONE, BigDecimal.TWO)));
    Object value = map.get(List.of(new UUID(0, 0).toString(), ID));
    assertEquals(Map.of(ID, List.of(BigDecimal.ONE, BigDecimal.TWO)), value);
    assertInstanceOf(Set.class, map.keySet().iterator().next());
    assertTrue(map.replace(Set.of(new UUID(0, 0), ID), Objects.requireNonNull(value), Map.of()));
    assertEquals(Map.of(), existing("m").values().iterator().next());
    assertThrows(IllegalArgumentException.class, () -> map.put(List.of("x"), Map.of()));
    assertThrows(
        IllegalArgumentException.class, () -> vitrine.map("n", MapSpec.named("uuid", "tree")));
    vitrine.types().register(Side.class);
    var sides = vitrine.map("s", MapSpec.named("long", "map<Side(BUY,SELL),long?>"));
    sides.put(1, Map.of("BUY", 5));
    assertEquals(Map.of(Side.BUY, 5L), sides.get(1));
  }

  @Test
  void rawSetsTakeAnyValue() {
    @SuppressWarnings("rawtypes")
    ObservableMap<String, Set> map = vitrine.map("m", String.class, Set.class);
    map.put("a", Set.of(ID, 5L));
    assertEquals(Set.of(ID, 5L), map.get("a"));
    assertEquals("set<any?>", Objects.requireNonNull(vitrine.describe("m")).valueType());
  }

  @Test
  void classesWithACodecOfTheirOwn() {
    var map = vitrine.map("m", String.class, Money.class);
    map.put("a", new Money(250));
    assertEquals(new Money(250), existing("m").get("a"));
    assertEquals("!Money", Objects.requireNonNull(vitrine.describe("m")).valueType());
    Object model = types.toModel(new Money(250));
    assertEquals("Money", ((TypedValue) Objects.requireNonNull(model)).name());
    assertEquals(new Money(250), types.fromModel(model));
    existing("m").put("b", Objects.requireNonNull(model));
    assertEquals(new Money(250), map.get("b"));
    var invoices = vitrine.map("i", String.class, Invoice.class);
    var invoice = new Invoice(new Money(1), List.of(new Money(2)));
    invoices.put("x", invoice);
    assertEquals(invoice, existing("i").get("x"));
    assertEquals(invoice, types.fromModel(types.toModel(invoice)));
    assertThrows(IllegalArgumentException.class, () -> existing("m").put("c", "2.50"));
    assertThrows(
        IllegalArgumentException.class, () -> types.register(Object.class, new MoneyCodec2()));
  }

  private static final class MoneyCodec2 implements Codec<Object> {
    @Override
    public String typeName() {
      return "Money";
    }

    @Override
    public int fixedSize() {
      return VARIABLE;
    }

    @Override
    public long sizeOf(Object value) {
      return 0;
    }

    @Override
    public void write(Object value, MemorySegment target, long offset) {}

    @Override
    public Object read(MemorySegment source, long offset, long length) {
      return "";
    }
  }
}
