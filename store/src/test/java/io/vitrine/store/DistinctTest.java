package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Elements and keys that differ in Java and are one as they are written: nobody could read them.
 */
class DistinctTest {
  /** A record with a set of anything. */
  record Tags(Set<Object> tags) {}

  private static final String UUID_TEXT = "c0ffee00-0000-4000-8000-000000000000";

  private static void isRefused(Codec<Object> codec, Object value) {
    try (Store store = Stores.inMemory()) {
      StoreMap<Long, Object> values =
          store.map("/maps/values", MapOptions.of(Codecs.longs(), codec));
      StoreMap<Object, Long> keys = store.map("/maps/keys", MapOptions.of(codec, Codecs.longs()));
      for (var write : List.<Runnable>of(() -> values.put(1L, value), () -> keys.put(value, 1L))) {
        var e = assertThrows(IllegalArgumentException.class, write::run);
        assertTrue(String.valueOf(e.getMessage()).contains("twice"), e::getMessage);
      }
      assertNull(values.get(1L));
      assertEquals(0, values.size() + keys.size());
    }
  }

  private static Map<Object, Object> map(Object... parts) {
    var map = new LinkedHashMap<>();
    for (int i = 0; i < parts.length; i += 2) {
      map.put(parts[i], parts[i + 1]);
    }
    return map;
  }

  @Test
  void setsWithoutTheirClassHaveNoNumberTwice() {
    isRefused(Codecs.of("set<long>"), List.of(1L, 1));
    isRefused(Codecs.of("set<double>"), List.of(1L, 1.0));
    isRefused(Codecs.of("set<double?>"), Arrays.asList(1L, null, 1.0));
    isRefused(Codecs.plain("list<set<long>>"), List.of(List.of(1L, 2, 1)));
  }

  @Test
  void setsWithoutTheirClassHaveNoTextTwice() {
    isRefused(Codecs.of("set<uuid>"), List.of(UUID_TEXT, UUID_TEXT.toUpperCase(Locale.ROOT)));
    isRefused(Codecs.of("set<E(A,B)>"), List.of("A", new TypedValue("E", "A")));
    isRefused(
        Codecs.of("set<R{a:long}>"),
        List.of(Map.of("a", 1L), new TypedValue("R", Map.of("a", 1L))));
  }

  @Test
  void mapsWithoutTheirClassHaveNoKeyTwice() {
    isRefused(Codecs.of("map<long,string>"), map(1, "a", 1L, "b"));
    isRefused(
        Codecs.of("map<instant,long>"),
        map("2020-01-01T00:00:00Z", 1, "2020-01-01T00:00:00.000Z", 2));
  }

  @Test
  void setsOfAnythingHaveNoNumberTwice() {
    isRefused(untyped(Codecs.forClass(Set.class)), new LinkedHashSet<>(List.of(1, 1L)));
    isRefused(
        untyped(Codecs.forClass(Set.class)),
        new LinkedHashSet<>(List.of(map("a", 1, "b", 2L), map("b", 2, "a", 1L))));
    isRefused(
        untyped(Codecs.records(Tags.class)), new Tags(new LinkedHashSet<>(List.of(1.5f, 1.5))));
  }

  @SuppressWarnings("unchecked") // it is given what it takes
  private static Codec<Object> untyped(Codec<?> codec) {
    return (Codec<Object>) codec;
  }

  @Test
  void whatIsDistinctIsWrittenAsBefore() {
    try (Store store = Stores.inMemory()) {
      StoreMap<Long, Object> map =
          store.map("/maps/a", MapOptions.of(Codecs.longs(), Codecs.of("map<long,set<any?>?>")));
      List<Object> set = Arrays.asList(1L, 1.5, "1", null, new byte[1], new byte[1]);
      map.put(1L, map(1, set, 2L, null));
      Map<?, ?> read = (Map<?, ?>) Objects.requireNonNull(map.get(1L));
      assertEquals(2, read.size());
      assertTrue(Content.isEqual(set, read.get(1L)), read::toString);
    }
  }
}
