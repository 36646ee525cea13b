package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

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
