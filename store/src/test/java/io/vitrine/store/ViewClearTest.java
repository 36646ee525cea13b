package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Views without boxes of maps whose entries lie in blocks are cleared of void entries, too. */
class ViewClearTest {
  private final JumpingClock clock = new JumpingClock();

  private <V> void isCleared(Codec<V> values, V value, Consumer<Store> clear) {
    try (Store store = clock.store()) {
      StoreMap<Long, V> map = store.map("/maps/a", MapOptions.of(Codecs.longs(), values));
      map.put(1L, value, Duration.ofMillis(1));
      map.put(2L, value);
      clock.advanceMillis(1);
      assertEquals(2, map.size());
      clear.accept(store);
      assertEquals(0, map.size());
    }
  }

  @Test
  void longs() {
    isCleared(Codecs.longs(), 1L, store -> store.longLongMap("/maps/a").clear());
  }

  @Test
  void ints() {
    isCleared(Codecs.ints(), 1, store -> store.longIntMap("/maps/a").clear());
  }

  @Test
  void doubles() {
    isCleared(Codecs.doubles(), 1.0, store -> store.longDoubleMap("/maps/a").clear());
  }
}
