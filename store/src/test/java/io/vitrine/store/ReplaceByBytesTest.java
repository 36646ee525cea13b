package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What was written is what is expected, also where it is read as something else. */
class ReplaceByBytesTest {
  /** Has no equals. */
  private static final class Money {
    final long cents;

    Money(long cents) {
      this.cents = cents;
    }
  }

  private static final class MoneyCodec implements Codec<Money> {
    @Override
    public String typeName() {
      return "!Money";
    }

    @Override
    public int fixedSize() {
      return 8;
    }

    @Override
    public long sizeOf(Money value) {
      return 8;
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

  @Test
  void numbersOfTheDataModelAreComparedAsTheyAreWritten() {
    try (Store store = Stores.inMemory()) {
      StoreMap<Long, Object> map =
          store.map("/maps/a", MapOptions.of(Codecs.longs(), Codecs.any()));
      map.put(1L, 5);
      assertFalse(map.replace(1L, 6, 7));
      assertTrue(map.replace(1L, 5, 6));
      assertTrue(map.replace(1L, 6L, List.of(1, 2)));
      assertFalse(map.remove(1L, List.of(1)));
      assertFalse(map.remove(1L, new Object()), "which could not be there");
      assertTrue(map.remove(1L, List.of(1, 2)));
      assertFalse(map.remove(1L, List.of(1, 2)));
    }
  }

  @Test
  void valuesWithoutEqualsAreComparedByTheirBytes() {
    var blocks = MapOptions.of(Codecs.longs(), new MoneyCodec());
    for (var options : List.of(blocks, blocks.compact())) {
      try (Store store = Stores.inMemory()) {
        StoreMap<Long, Money> map = store.map("/maps/a", options);
        map.put(1L, new Money(5));
        assertFalse(map.replace(1L, new Money(6), new Money(7)));
        assertTrue(map.replace(1L, new Money(5), new Money(6)));
        assertFalse(map.remove(1L, new Money(5)));
        assertTrue(map.remove(1L, new Money(6)));
        assertEquals(0, map.size());
      }
    }
  }

  @Test
  void arraysOfAnotherLengthAreNotThere() {
    try (Store store = Stores.inMemory()) {
      StoreMap<Long, byte[]> map =
          store.map("/maps/a", MapOptions.of(Codecs.longs(), Codecs.bytes(4)));
      map.put(1L, new byte[4]);
      assertFalse(map.remove(1L, new byte[5]));
      assertTrue(map.remove(1L, new byte[4]));
    }
  }
}
