package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lists, sets and maps that others change while they are written are refused, or whole. */
class ChangingValueTest {
  private static final Set<String> KEPT = Set.of("kept");

  private Store store;

  @BeforeEach
  void open() {
    store = Stores.inMemory();
  }

  @AfterEach
  void close() {
    store.close();
  }

  /** Has other elements each time that somebody asks for them, or for their number. */
  private static final class Turns<E> {
    private final Queue<Collection<E>> next;

    Turns(List<Collection<E>> all) {
      this.next = new ArrayDeque<>(all);
    }

    Collection<E> take() {
      Collection<E> now = next.remove();
      if (next.isEmpty()) {
        next.add(now);
      }
      return now;
    }
  }

  private static <E> Set<E> set(Turns<E> turns) {
    return new AbstractSet<>() {
      @Override
      public Iterator<E> iterator() {
        return turns.take().iterator();
      }

      @Override
      public int size() {
        return turns.take().size();
      }
    };
  }

  private static <E> List<E> list(Turns<E> turns) {
    return new AbstractList<>() {
      @Override
      public Iterator<E> iterator() {
        return turns.take().iterator();
      }

      @Override
      public int size() {
        return turns.take().size();
      }

      @Override
      public E get(int index) {
        throw new AssertionError("elements are walked over");
      }

      @Override
      public int hashCode() {
        return 1;
      }

      @Override
      public boolean equals(Object other) {
        return this == other;
      }
    };
  }

  private static Map<String, String> map(Turns<Map.Entry<String, String>> turns) {
    return new AbstractMap<>() {
      @Override
      public Set<Map.Entry<String, String>> entrySet() {
        return set(turns);
      }
    };
  }

  private static Map.Entry<String, String> entry(String key, @Nullable String value) {
    return new AbstractMap.SimpleEntry<>(key, value);
  }

  private static void assertChanged(Exception e) {
    String message = String.valueOf(e.getMessage());
    assertTrue(
        message.contains("changed while it was written") || message.contains("null"), message);
  }

  /** Writes as many bytes as it told last; tells another number each time. */
  private static final class SizesCodec implements Codec<Queue<Integer>> {
    @Override
    public String typeName() {
      return "!Sizes";
    }

    @Override
    public int fixedSize() {
      return VARIABLE;
    }

    @Override
    public long sizeOf(Queue<Integer> value) {
      return value.size() > 1 ? value.remove() : value.element();
    }

    @Override
    public void write(Queue<Integer> value, MemorySegment target, long offset) {
      target.asSlice(offset).fill(value.element().byteValue());
    }

    @Override
    public Queue<Integer> read(MemorySegment source, long offset, long length) {
      for (long i = 0; i < length; i++) {
        assertEquals(length, source.get(ValueLayout.JAVA_BYTE, offset + i), "bytes of a value");
      }
      return sizes((int) length);
    }
  }

  private static Queue<Integer> sizes(Integer... sizes) {
    return new ArrayDeque<>(List.of(sizes));
  }

  /** What two values of a codec of the user's have too much and too little is as it was in sum. */
  @Test
  void aListOfValuesThatChangeBetweenThemIsRefused() {
    StoreMap<Long, List<Queue<Integer>>> lists =
        store.map("/maps/own", MapOptions.of(Codecs.longs(), Codecs.lists(new SizesCodec())));
    lists.put(1L, List.of(sizes(7)));
    List<Queue<Integer>> changing = List.of(sizes(5, 5, 6), sizes(5, 4, 4));
    assertChanged(assertThrows(IllegalArgumentException.class, () -> lists.put(1L, changing)));
    assertEquals(7, lists.get(1L).getFirst().element());
  }

  /** The size is asked for twice, and the elements are: each time they may be others. */
  @Test
  void aSetThatChangesIsRefused() {
    StoreMap<Long, Set<String>> sets =
        store.map("/maps/sets", MapOptions.of(Codecs.longs(), Codecs.sets(Codecs.strings())));
    sets.put(1L, KEPT);
    int refused = 0;
    Collection<String> two = List.of("ab", "cd");
    Collection<Collection<String>> others =
        List.of(
            List.of("ab"),
            List.of(),
            List.of("ab", "cd", "ef"),
            List.of("ab", "c"),
            List.of("ab", "cd", "efghijklmnopqrstuvwxyz".repeat(1_000)),
            List.of("a", "b", "")); // as many bytes, but more elements
    for (Collection<String> other : others) {
      for (List<Collection<String>> turns :
          List.of(
              List.of(two, two, two, other),
              List.of(two, two, other, two),
              List.of(two, other, two, two),
              List.of(two, two, other, other))) {
        Set<String> changing = set(new Turns<>(turns));
        try {
          sets.put(1L, changing);
          Set<String> found = sets.get(1L);
          assertTrue(
              turns.stream().map(Set::copyOf).anyMatch(turn -> turn.equals(found)),
              () -> turns + " became " + found);
          sets.put(1L, KEPT);
        } catch (IllegalArgumentException e) {
          assertChanged(e);
          refused++;
        }
        assertEquals(KEPT, sets.get(1L));
      }
    }
    assertTrue(refused > 12, "refused: " + refused);
  }

  @Test
  void aMapThatChangesIsRefused() {
    StoreMap<Long, Map<String, String>> maps =
        store.map(
            "/maps/maps",
            MapOptions.of(Codecs.longs(), Codecs.maps(Codecs.strings(), Codecs.strings())));
    Map<String, String> kept = Map.of("a", "b");
    maps.put(1L, kept);
    Collection<Map.Entry<String, String>> one = List.of(entry("ab", "cd"));
    Collection<Collection<Map.Entry<String, String>>> others =
        List.of(
            List.of(),
            List.of(entry("ab", "c")),
            List.of(entry("ab", null)),
            List.of(entry("ab", "cd"), entry("ef", "gh")),
            List.of(entry("ab", "c".repeat(100_000))));
    for (Collection<Map.Entry<String, String>> other : others) {
      Map<String, String> changing = map(new Turns<>(List.of(one, one, one, other)));
      Exception e = assertThrows(IllegalArgumentException.class, () -> maps.put(1L, changing));
      assertChanged(e);
      assertEquals(kept, maps.get(1L));
    }
  }

  @Test
  void aKeyThatChangesIsRefused() {
    StoreMap<Set<String>, Long> keys =
        store.map("/maps/keys", MapOptions.of(Codecs.sets(Codecs.strings()), Codecs.longs()));
    keys.put(KEPT, 1L);
    Collection<String> two = List.of("ab", "cd");
    for (Collection<String> other : List.of(List.of("ab"), List.of("ab", "cd", "ef"))) {
      Set<String> changing = set(new Turns<>(List.of(two, two, other)));
      assertThrows(IllegalArgumentException.class, () -> keys.put(changing, 2L));
      assertEquals(1, keys.size());
      assertEquals(1L, keys.get(KEPT));
    }
  }

  /** Also where as many bytes are written as were told: the number of elements is another one. */
  @Test
  void aValueOfAnyKindThatChangesIsRefused() {
    StoreMap<Long, Object> values =
        store.map("/maps/any", MapOptions.of(Codecs.longs(), Codecs.any()));
    values.put(1L, 5L);
    Collection<String> two = List.of("ab", "cd");
    Collection<String> three = List.of("ab", "cd", "ef");
    Collection<Map.Entry<String, String>> one = List.of(entry("ab", "cd"));
    List<Object> changing =
        List.of(
            list(new Turns<>(List.of(two, two, three, two))),
            list(new Turns<>(List.of(two, two, two, three))),
            list(new Turns<>(List.of(two, two, List.of(), two))),
            map(new Turns<>(List.of(one, one, List.of(), one))),
            map(new Turns<>(List.of(one, one, one, List.of()))),
            List.of(list(new Turns<>(List.of(two, two, three, two)))));
    for (Object value : changing) {
      assertChanged(assertThrows(IllegalArgumentException.class, () -> values.put(1L, value)));
      assertEquals(5L, values.get(1L));
    }
  }

  /** Elements that are sorted, as those of keys, are each encoded by themselves first. */
  @Test
  void anElementOfAKeyThatChangesIsRefused() {
    StoreMap<Set<List<String>>, Long> keys =
        store.map(
            "/maps/nested",
            MapOptions.of(Codecs.sets(Codecs.lists(Codecs.strings())), Codecs.longs()));
    List<String> two = List.of("ab", "cd");
    List<String> changing =
        list(new Turns<>(List.of(two, two, two, two, List.of("ab"), List.of("ab"), two)));
    assertChanged(
        assertThrows(
            IllegalArgumentException.class, () -> keys.put(Set.of(changing, List.of("x")), 1L)));
    assertEquals(0, keys.size());
  }

  /** The key of a put within a group is the one that was given first. */
  @Test
  void aKeyThatChangesBetweenTwoPutsOfAGroupIsOne() {
    StoreMap<Set<String>, Long> keys =
        store.map("/maps/keys", MapOptions.of(Codecs.sets(Codecs.strings()), Codecs.longs()));
    var key = new HashSet<String>();
    for (int i = 0; i < 50; i++) {
      int number = i;
      key.clear();
      key.add("key " + i);
      store.atomically(group -> {
        group.put(keys, Set.copyOf(key), 1L);
        group.put(keys, once(key, "other " + number), 2L);
        return null;
      });
    }
    assertEquals(50, keys.size());
    for (int i = 0; i < 50; i++) {
      assertEquals(2L, keys.get(Set.of("key " + i)));
    }
    Invariants.check(store);
  }

  /** A set that becomes another one when it has been written once. */
  private static Set<String> once(Set<String> first, String then) {
    Collection<String> begin = List.copyOf(first);
    Collection<String> end = List.of(then);
    return set(new Turns<>(List.of(begin, begin, begin, begin, begin, end)));
  }

  /** By a thread that changes a list all the time: what is there can always be read. */
  @Test
  void whatIsThereCanBeRead() throws InterruptedException {
    StoreMap<Long, List<Long>> lists =
        store.map("/maps/lists", MapOptions.of(Codecs.longs(), Codecs.lists(Codecs.longs())));
    var list = new CopyOnWriteArrayList<Long>();
    var done = new AtomicBoolean();
    Thread changing =
        Thread.ofPlatform()
            .start(() -> {
              for (long i = 0; !done.get(); i++) {
                if (i % 20 < 10) {
                  list.add(i);
                } else {
                  list.removeFirst();
                }
              }
            });
    var outcomes = new HashMap<String, Integer>();
    try {
      for (int i = 0; i < 20_000; i++) {
        try {
          lists.put(1L, list);
          outcomes.merge("put", 1, Integer::sum);
        } catch (IllegalArgumentException e) {
          assertChanged(e);
          outcomes.merge("refused", 1, Integer::sum);
        }
        List<Long> found = lists.get(1L);
        assertTrue(found == null || found.size() <= 10, () -> "found " + found);
      }
    } finally {
      done.set(true);
      changing.join();
    }
    assertTrue(outcomes.getOrDefault("put", 0) > 0, outcomes::toString);
  }
}
