package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes that tell their revision: in blocks, in lines, and in words, with and without a log. */
class PutVersionedTest {
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theRevisionTold_isThatOfTheEntry(boolean logged) {
    try (Store store = Stores.inMemory()) {
      if (logged) {
        store.revision();
      }
      check(store.map("/maps/blocks", MapOptions.of(Codecs.longs(), Codecs.bytes())), new byte[9]);
      check(store.map("/maps/words", MapOptions.of(Codecs.longs(), Codecs.longs()).compact()), 4L);
      var wide = MapOptions.of(Codecs.longs(), Codecs.uuids()).compact();
      check(store.map("/maps/lines", wide), new UUID(1, 2));
    }
  }

  private static <V> void check(StoreMap<Long, V> map, V value) {
    assertEquals(0, map.putVersioned(7L, 1, value), "there is no entry");
    assertNull(map.get(7L));
    long first = map.putVersioned(7L, 0, value);
    assertEquals(first, revision(map));
    assertEquals(0, map.putVersioned(7L, 0, value), "there is an entry");
    long second = map.putVersioned(7L, first, value);
    assertTrue(second > first, () -> second + " after " + first);
    assertEquals(second, revision(map));
    assertEquals(0, map.putVersioned(7L, first, value), "it is another one by now");
    assertEquals(second, revision(map));
  }

  private static long revision(StoreMap<Long, ?> map) {
    return Objects.requireNonNull(map.getVersioned(7L)).revision();
  }

  @Test
  void theRevisionTold_isThatOfTheStore() {
    try (Store store = Stores.inMemory()) {
      long before = store.revision();
      var map = store.map("/maps/m", MapOptions.of(Codecs.strings(), Codecs.strings()));
      long made = map.putVersioned("a", 0, "b");
      assertTrue(made > before);
      assertEquals(store.revision(), made);
    }
  }
}
