package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A codec that the user made. */
class OwnCodecTest {
  /** Not a record, so that no codec could be derived from it. */
  static final class Money {
    final String currency;
    final long cents;

    Money(String currency, long cents) {
      this.currency = currency;
      this.cents = cents;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Money money
          && money.cents == cents
          && money.currency.equals(currency);
    }

    @Override
    public int hashCode() {
      return Long.hashCode(cents);
    }

    @Override
    public String toString() {
      return currency + " " + cents;
    }
  }

  record Invoice(long id, @Nullable Money total, @Nullable List<Money> lines) {}

  static class MoneyCodec implements Codec<Money> {
    private static final ValueLayout.OfLong CENTS =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int CURRENCY = 3;

    @Override
    public String typeName() {
      return "!Money";
    }

    @Override
    public int fixedSize() {
      return CURRENCY + Long.BYTES;
    }

    @Override
    public long sizeOf(Money value) {
      return CURRENCY + Long.BYTES;
    }

    @Override
    public void write(Money value, MemorySegment target, long offset) {
      for (int i = 0; i < CURRENCY; i++) {
        target.set(ValueLayout.JAVA_BYTE, offset + i, (byte) value.currency.charAt(i));
      }
      target.set(CENTS, offset + CURRENCY, value.cents);
    }

    @Override
    public Money read(MemorySegment source, long offset, long length) {
      if (length != CURRENCY + Long.BYTES) {
        throw new CorruptStoreException("money of " + length + " bytes");
      }
      var currency = new StringBuilder();
      for (int i = 0; i < CURRENCY; i++) {
        currency.append((char) source.get(ValueLayout.JAVA_BYTE, offset + i));
      }
      return new Money(currency.toString(), source.get(CENTS, offset + CURRENCY));
    }
  }

  private static final Codec<Money> MONEY = new MoneyCodec();

  private static Codec<Money> named(String name) {
    return new MoneyCodec() {
      @Override
      public String typeName() {
        return name;
      }
    };
  }

  @Test
  void isRecordedInTheFileAndCheckedAtOpen() {
    try (Store store = Stores.inMemory()) {
      var map = store.map("/maps/m", MapOptions.of(Codecs.longs(), MONEY));
      map.put(1L, new Money("EUR", 250));
      assertEquals(new Money("EUR", 250), map.get(1L));
      assertEquals("!Money", store.describe("/maps/m").valueType());
      var thrown =
          assertThrows(
              StoreException.class,
              () -> store.map("/maps/m", MapOptions.of(Codecs.longs(), named("!Money.v2"))));
      CodecBytes.assertSays("!Money.v2", thrown);
      CodecBytes.assertSays("!Money", thrown);
    }
  }

  @Test
  void withoutTheCodecItsBytesAreRead() {
    try (Store store = Stores.inMemory()) {
      var map = store.map("/maps/m", MapOptions.of(Codecs.longs(), MONEY));
      map.put(1L, new Money("EUR", 250));
      var generic = store.genericMap("/maps/m");
      TypedValue value = (TypedValue) generic.get(1L);
      assertEquals("Money", value.name());
      byte[] bytes = (byte[]) ((Map<?, ?>) value.content()).get("bytes");
      assertEquals("455552fa00000000000000", CodecBytes.hex(bytes));
      generic.put(2L, value);
      generic.put(3L, bytes);
      assertEquals(map.get(1L), map.get(2L));
      assertEquals(map.get(1L), map.get(3L));
      assertThrows(IllegalArgumentException.class, () -> generic.put(4L, "EUR 2.50"));
    }
  }

  @Test
  void withoutTheCodecACompactMapIsReadAndWritten() {
    try (Store store = Stores.inMemory()) {
      StoreMap<Long, Money> values =
          store.map("/maps/v", MapOptions.of(Codecs.longs(), MONEY).compact());
      StoreMap<Money, Money> keys = store.map("/maps/k", MapOptions.of(MONEY, MONEY).compact());
      var money = new Money("EUR", 250);
      values.put(1L, money);
      keys.put(money, money);
      StoreMap<Object, Object> generic = store.genericMap("/maps/v");
      assertTrue(generic.options().isCompact());
      Object value = Objects.requireNonNull(generic.get(1L));
      generic.put(2L, value);
      assertEquals(money, values.get(2L));
      StoreMap<Object, Object> genericKeys = store.genericMap("/maps/k");
      genericKeys.forEach((key, _) -> assertTrue(genericKeys.containsKey(key)));
      assertTrue(genericKeys.remove(value));
      assertEquals(0, keys.size());
      byte[] short8 = new byte[8];
      for (Executable call :
          List.<Executable>of(
              () -> generic.put(2L, short8),
              () -> genericKeys.put(short8, value),
              () -> genericKeys.get(short8))) {
        CodecBytes.assertSays(
            "!Money of 11 bytes", assertThrows(IllegalArgumentException.class, call));
      }
      assertEquals(money, values.get(2L));
    }
  }

  @Test
  void aCompactMapOpensWithTheCodecOfItsName() {
    try (Store store = Stores.inMemory()) {
      var money = new Money("EUR", 250);
      store.map("/maps/v", MapOptions.of(Codecs.longs(), MONEY).compact()).put(1L, money);
      for (Codec<Object> codec :
          List.of(Codecs.of("!Money"), Codecs.plain("!Money"), Codecs.typed("!Money", _ -> null))) {
        var map = store.mapIfThere("/maps/v", MapOptions.of(Codecs.longs(), codec));
        Object read = Objects.requireNonNull(Objects.requireNonNull(map).get(1L));
        map.put(2L, read);
        assertTrue(map.remove(2L, read));
      }
      var typed = MapOptions.of(Codecs.longs(), Codecs.typed("!Money", _ -> MONEY));
      assertTrue(typed.fitsCompact());
      assertEquals(money, store.map("/maps/v", typed).get(1L));
      MapOptions<Object, Object> options = store.genericMap("/maps/v").options();
      StoreMap<Object, Object> copy = store.map("/maps/copy", options);
      assertTrue(copy.options().isCompact());
    }
  }

  @Test
  void isAPartOfListsMapsAndRecords() {
    var money = new Money("USD", -1);
    assertEquals(List.of(money), CodecBytes.roundTrip(Codecs.lists(MONEY), List.of(money)));
    assertEquals("list<!Money>", Codecs.lists(MONEY).typeName());
    assertThrows(IllegalArgumentException.class, () -> Codecs.maps(MONEY, Codecs.longs()));
    var invoices = Codecs.records("Invoice", Invoice.class, Map.of(Money.class, MONEY));
    assertEquals("Invoice{id:long,total:!Money?,lines:list<!Money?>?}", invoices.typeName());
    var invoice = new Invoice(1, money, List.of(money, new Money("EUR", 5)));
    byte[] bytes = CodecBytes.write(invoices, invoice);
    assertEquals(invoice, CodecBytes.read(invoices, bytes));
    Codec<Object> generic = Codecs.of(invoices.typeName());
    assertEquals(
        CodecBytes.hex(bytes),
        CodecBytes.hex(CodecBytes.write(generic, CodecBytes.read(generic, bytes))));
    assertThrows(IllegalArgumentException.class, () -> Codecs.records(Invoice.class));
  }

  record Patient(Optional<String> name, List<Optional<String>> others) {}

  record Node(String name, List<Node> children) {}

  @Test
  void isOfAClassWithParameters() {
    var optionals =
        new Codec<Optional<String>>() {
          @Override
          public String typeName() {
            return "!Optional";
          }

          @Override
          public int fixedSize() {
            return VARIABLE;
          }

          @Override
          public long sizeOf(Optional<String> value) {
            return value.isEmpty() ? 0 : 1 + Codecs.strings().sizeOf(value.get());
          }

          @Override
          public void write(Optional<String> value, MemorySegment target, long offset) {
            value.ifPresent(text -> Codecs.strings().write(text, target, offset + 1));
          }

          @Override
          public Optional<String> read(MemorySegment source, long offset, long length) {
            return length == 0
                ? Optional.empty()
                : Optional.of(Codecs.strings().read(source, offset + 1, length - 1));
          }
        };
    Codec<Patient> codec =
        Codecs.records("Patient", Patient.class, Map.of(Optional.class, optionals));
    assertEquals("Patient{name:!Optional?,others:list<!Optional?>?}", codec.typeName());
    var patient = new Patient(Optional.of("a"), List.of(Optional.empty(), Optional.of("")));
    assertEquals(patient, CodecBytes.roundTrip(codec, patient));
    var e = assertThrows(IllegalArgumentException.class, () -> Codecs.records(Patient.class));
    CodecBytes.assertSays("component Patient.name: no codec for java.util.Optional<", e);
  }

  @Test
  void isTheWayOutForARecordWithinItself() {
    var e = assertThrows(IllegalArgumentException.class, () -> Codecs.records(Node.class));
    CodecBytes.assertSays("Node contains itself", e);
    CodecBytes.assertSays(
        "use a component of type List without parameter, Object, or a codec of your own", e);
  }

  @Test
  void aNameThatIsNoneIsRefused() {
    for (String name : List.of("Money", "!", "!long", "!a b", "money!", "")) {
      var thrown =
          assertThrows(
              IllegalArgumentException.class,
              () -> MapOptions.of(Codecs.longs(), named(name)),
              name);
      assertTrue(thrown.getMessage().length() > 10);
    }
    var thrown = assertThrows(IllegalArgumentException.class, () -> Codecs.lists(named("string")));
    CodecBytes.assertSays("expected ! and a name", thrown);
  }
}
