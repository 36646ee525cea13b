package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.time.Month;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Elements and keys that differ in Java and are one as they are written: nobody could read them.
 */
class DistinctTest {
  /** A record with a set of anything. */
  record Tags(Set<Object> tags) {}

  private static final String UUID_TEXT = "c0ffee00-0000-4000-8000-000000000000";

  /** A record whose components are not written as they are. */
  record Tag(String name) {
    @Override
    public String name() {
      return name.toLowerCase(Locale.ROOT);
    }
  }

  private static void isRefused(Codec<?> given, Object value) {
    Codec<Object> codec = untyped(given);
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

  private static <E> Set<E> byIdentity(List<E> elements) {
    Set<E> set = Collections.newSetFromMap(new IdentityHashMap<>());
    set.addAll(elements);
    return set;
  }

  /** Two strings that are equal and not the same. */
  private static List<String> twice(String text) {
    return List.of(text, new String(text.toCharArray()));
  }

  @Test
  void setsOfOddClassesHaveNoElementTwice() {
    Codec<?> strings = Codecs.sets(Codecs.strings());
    isRefused(strings, byIdentity(twice("a")));
    isRefused(Codecs.lists(strings), List.of(byIdentity(twice("a"))));
    var treeSet = new TreeSet<String>((a, b) -> a.equals(b) ? 1 : a.compareTo(b));
    treeSet.addAll(twice("a"));
    isRefused(strings, treeSet);
    isRefused(strings, Collections.unmodifiableSet(byIdentity(twice("a"))));
    isRefused(
        Codecs.typed("set<string?>", _ -> null),
        new AbstractSet<@Nullable String>() {
          @Override
          public Iterator<@Nullable String> iterator() {
            return Arrays.<@Nullable String>asList(null, "a", null).iterator();
          }

          @Override
          public int size() {
            return 3;
          }
        });
  }

  @Test
  void setsWhoseElementsChangedHaveNoneTwice() {
    var changed = new ArrayList<>(List.of("b"));
    Set<List<String>> set = new LinkedHashSet<>(List.of(List.of("a"), changed));
    changed.set(0, "a");
    isRefused(Codecs.sets(Codecs.lists(Codecs.strings())), set);
  }

  @Test
  void setsHaveNoTwoThatAreWrittenAlike() {
    isRefused(Codecs.sets(Codecs.records(Tag.class)), Set.of(new Tag("A"), new Tag("a")));
    var halves =
        new EightByteCodec("!Half") {
          @Override
          public void write(Long value, MemorySegment target, long offset) {
            super.write(value / 2, target, offset);
          }
        };
    isRefused(Codecs.sets(halves), Set.of(6L, 7L));
    isRefused(Codecs.sets(Codecs.lists(halves)), Set.of(List.of(6L), List.of(7L)));
  }

  @Test
  void mapsOfOddClassesHaveNoKeyTwice() {
    var map = new IdentityHashMap<String, Long>();
    twice("a").forEach(key -> map.put(key, 1L));
    isRefused(Codecs.maps(Codecs.strings(), Codecs.longs()), map);
    isRefused(Codecs.any(), map);
    isRefused(Codecs.any(), List.of(new TypedValue("T", map)));
    isRefused(Codecs.forClass(Map.class), Collections.unmodifiableMap(map));
    var treeMap = new TreeMap<String, Long>((a, b) -> a.equals(b) ? 1 : a.compareTo(b));
    twice("a").forEach(key -> treeMap.put(key, 1L));
    isRefused(Codecs.maps(Codecs.strings(), Codecs.longs()), treeMap);
    isRefused(Codecs.any(), treeMap);
  }

  /** Whatever it is that reads it: what was there stays. */
  @Test
  void whatCannotBeReadAgainIsRefused() {
    var picky =
        new EightByteCodec("!Picky") {
          @Override
          public Long read(MemorySegment source, long offset, long length) {
            throw new IndexOutOfBoundsException("not mine");
          }
        };
    try (Store store = Stores.inMemory()) {
      StoreMap<Long, Set<Long>> map =
          store.map("/maps/a", MapOptions.of(Codecs.longs(), Codecs.sets(picky)));
      map.put(1L, Set.of());
      var e = assertThrows(IllegalArgumentException.class, () -> map.put(1L, Set.of(1L, 2L)));
      CodecBytes.assertSays("cannot be read", e);
      CodecBytes.assertSays("not mine", e);
      assertEquals(Set.of(), map.get(1L));
    }
  }

  @Test
  void whatTheJdkKeepsDistinctIsTaken() {
    List<String> names = List.of("b", "a", "c");
    Set<String> concurrent = ConcurrentHashMap.newKeySet();
    concurrent.addAll(names);
    Set<Month> months = EnumSet.of(Month.MAY, Month.JUNE);
    try (Store store = Stores.inMemory()) {
      StoreMap<Set<String>, Set<String>> sets =
          store.map(
              "/maps/s",
              MapOptions.of(Codecs.sets(Codecs.strings()), Codecs.sets(Codecs.strings())));
      for (Set<String> set :
          List.of(
              Set.copyOf(names),
              new HashSet<>(names),
              new TreeSet<>(names),
              new ConcurrentSkipListSet<>(names),
              byIdentity(names),
              concurrent)) {
        sets.put(set, set);
        assertEquals(new HashSet<>(names), sets.get(new LinkedHashSet<>(set)));
      }
      assertEquals(1, sets.size());
      Codec<Month> month = Codecs.forClass(Month.class);
      StoreMap<Long, Map<Month, Long>> maps =
          store.map("/maps/m", MapOptions.of(Codecs.longs(), Codecs.maps(month, Codecs.longs())));
      var map = new EnumMap<Month, Long>(Month.class);
      months.forEach(key -> map.put(key, 1L));
      for (Map<Month, Long> each :
          List.of(map, Map.copyOf(map), new TreeMap<>(map), new ConcurrentHashMap<>(map))) {
        maps.put(1L, each);
        assertEquals(map, maps.get(1L));
      }
      assertEquals(months, CodecBytes.roundTrip(Codecs.sets(month), months));
    }
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
