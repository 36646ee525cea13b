package io.vitrine.hashing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.ToLongBiFunction;
import org.junit.jupiter.api.Test;

/** Equality of keys is {@code equals}, also where they lie in trees and are of several classes. */
@SuppressWarnings("JdkObsolete") // A LinkedList is a list of another class.
class StrategyHashMapEqualityTest {
  private static final long SEED = 41;
  private static final int LISTS = 32;

  private static long comparisons;

  /** Comparable with itself, as its subclass is not; either may equal the other. */
  private static class Place implements Comparable<Place> {
    final int number;

    Place(int number) {
      this.number = number;
    }

    @Override
    public final boolean equals(Object other) {
      comparisons++;
      return other instanceof Place place && place.number == number;
    }

    @Override
    public final int hashCode() {
      return number;
    }

    @Override
    public final int compareTo(Place other) {
      comparisons++;
      return Integer.compare(number, other.number);
    }

    @Override
    public String toString() {
      return getClass().getSimpleName() + number;
    }
  }

  private static final class NamedPlace extends Place {
    NamedPlace(int number) {
      super(number);
    }
  }

  /** Comparable with itself, too, and yet equal to what is of another class. */
  private interface Amount {
    int amount();
  }

  private static final class Gram implements Amount, Comparable<Gram> {
    private final int amount;

    Gram(int amount) {
      this.amount = amount;
    }

    @Override
    public int amount() {
      return amount;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Amount of && of.amount() == amount;
    }

    @Override
    public int hashCode() {
      return amount;
    }

    @Override
    public int compareTo(Gram other) {
      return Integer.compare(amount, other.amount);
    }
  }

  private static final class Ounce implements Amount, Comparable<Ounce> {
    private final int amount;

    Ounce(int amount) {
      this.amount = amount;
    }

    @Override
    public int amount() {
      return amount;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Amount of && of.amount() == amount;
    }

    @Override
    public int hashCode() {
      return amount;
    }

    @Override
    public int compareTo(Ounce other) {
      return Integer.compare(amount, other.amount);
    }
  }

  /** Equals a text that it has; what is asked is the key that is looked for, as in every map. */
  private record Slice(String text) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Slice slice ? text.equals(slice.text) : text.equals(other);
    }

    @Override
    public int hashCode() {
      return text.hashCode();
    }
  }

  /** A hash that all keys have. */
  private static long one(HashStrategy strategy, Object key) {
    return -5;
  }

  /** Lists that all have one {@code hashCode()}. */
  private static List<String> texts(int i) {
    var texts = new ArrayList<String>();
    for (int bit = 0; bit < 5; bit++) {
      texts.add((i >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return texts;
  }

  @Test
  void shouldFindListsOfEveryClass() {
    var map = new StrategyHashMap<List<String>, Integer>(HashStrategies.siphash(1));
    for (int i = 0; i < LISTS; i++) {
      assertNull(map.put(texts(i), i));
    }
    assertEquals(1, map.statistics().trees());
    assertEquals(1, map.statistics().usedBuckets());
    for (int i = 0; i < LISTS; i++) {
      assertEquals(i, map.get(List.copyOf(texts(i))));
      assertEquals(i, map.get(new LinkedList<>(texts(i))));
      assertTrue(map.containsKey(Arrays.asList(texts(i).toArray(String[]::new))));
      assertEquals(i, map.put(List.copyOf(texts(i)), i + 100));
      assertEquals(i + 100, map.put(new LinkedList<>(texts(i)), i + 200));
    }
    assertEquals(LISTS, map.size());
    for (int i = 0; i < LISTS; i++) {
      assertEquals(i + 200, map.remove(List.copyOf(texts(i))));
      assertEquals(LISTS - 1 - i, map.size());
    }
  }

  @Test
  void shouldFindKeysThatEqualOnesOfASubclass() {
    var map =
        new StrategyHashMap<Place, Integer>(
            HashStrategies.rapid(), StrategyHashMapEqualityTest::one);
    for (int i = 0; i < 100; i++) {
      map.put(i % 2 == 0 ? new Place(i) : new NamedPlace(i), i);
    }
    for (int i = 0; i < 100; i++) {
      assertEquals(i, map.get(new Place(i)));
      assertEquals(i, map.get(new NamedPlace(i)));
      assertEquals(i, map.putIfAbsent(i % 2 == 0 ? new NamedPlace(i) : new Place(i), -1));
    }
    assertEquals(100, map.size());
    assertTrue(map.keySet().remove(new NamedPlace(4)));
    assertTrue(map.keySet().remove(new Place(5)));
    assertEquals(98, map.size());
  }

  @Test
  void shouldFindKeysOfTwoClassesThatBothHaveAnOrder() {
    var map =
        new StrategyHashMap<Amount, Integer>(
            HashStrategies.rapid(), StrategyHashMapEqualityTest::one);
    for (int i = 0; i < 100; i++) {
      map.put(i % 3 == 0 ? new Gram(i) : new Ounce(i), i);
    }
    for (int i = 0; i < 100; i++) {
      assertEquals(i, map.get(new Gram(i)));
      assertEquals(i, map.get(new Ounce(i)));
    }
  }

  @Test
  void shouldAskTheKeyThatIsLookedFor() {
    var map =
        new StrategyHashMap<Object, Integer>(
            HashStrategies.rapid(), StrategyHashMapEqualityTest::one);
    for (int i = 0; i < 100; i++) {
      map.put("text" + i, i);
      assertEquals(i, map.get(new Slice("text" + i)), "as in a list, so in a tree");
    }
    assertNull(map.get(new Slice("none")));
  }

  @Test
  void shouldCompareFewKeysWhereOthersHaveNoOrder() {
    int flood = 20_000;
    var map =
        new StrategyHashMap<Object, Integer>(
            HashStrategies.rapid(), StrategyHashMapEqualityTest::one);
    for (int i = 0; i < LISTS; i++) {
      map.put(texts(i), -i);
    }
    comparisons = 0;
    for (int i = 0; i < flood; i++) {
      map.put(new Place(i), i);
    }
    for (int i = 0; i < flood; i++) {
      assertEquals(i, map.get(new Place(i)));
      assertNull(map.get(new Place(-1 - i)));
    }
    // Of three calls for each key, one that adds compares it twice on its way down; a random tree
    // of
    // n has a mean depth of about 2 ln n = 20. Besides, those that miss ask each list.
    long most = flood * (4 * 40L + 2 * LISTS);
    assertTrue(comparisons < most, comparisons + " comparisons of " + flood);
  }

  @Test
  void shouldDoWhatLinkedHashMapDoesWithKeysOfManyClasses() {
    for (long seed = SEED; seed < SEED + 6; seed++) {
      differ(seed, (s, key) -> s.hash(key.hashCode()));
      differ(seed, (s, key) -> s.hash(key.hashCode() & 3));
      differ(seed, (_, key) -> key.hashCode() & 1);
      differ(seed, StrategyHashMapEqualityTest::one);
    }
  }

  /** Keys of one number are equal if they are of one family. */
  private static Object key(Random random) {
    int i = random.nextInt(40);
    List<String> texts = texts(i);
    return switch (random.nextInt(16)) {
      case 0 -> texts;
      case 1 -> new LinkedList<>(texts);
      case 2 -> List.copyOf(texts);
      case 3 -> List.of(i);
      case 4 -> Arrays.asList(i);
      case 5 -> new Place(i);
      case 6 -> new NamedPlace(i);
      case 7 -> new Gram(i);
      case 8 -> new Ounce(i);
      case 9 -> "text" + i;
      case 10 -> i;
      case 11 -> (long) i;
      case 12 -> BigDecimal.valueOf(i, random.nextInt(3));
      case 13 -> new TreeSet<>(List.of(i, i + 1));
      case 14 -> new HashSet<>(List.of(i, i + 1));
      default -> Map.entry(i, i);
    };
  }

  private static void differ(long seed, ToLongBiFunction<HashStrategy, Object> hash) {
    var random = new Random(seed);
    var map = new StrategyHashMap<Object, Integer>(HashStrategies.rapid(), hash);
    var expected = new LinkedHashMap<Object, Integer>();
    for (int i = 0; i < 6_000; i++) {
      Object key = random.nextInt(100) == 0 ? null : key(random);
      String told = "seed " + seed + ", step " + i + ", key " + key;
      int choice = random.nextInt(i / 1_000 % 2 == 0 ? 6 : 10);
      Integer value = i;
      switch (choice) {
        case 0 -> assertEquals(expected.get(key), map.get(key), told);
        case 1 -> assertEquals(expected.containsKey(key), map.containsKey(key), told);
        case 2, 3 -> assertEquals(expected.put(key, value), map.put(key, value), told);
        case 4 -> assertEquals(expected.putIfAbsent(key, value), map.putIfAbsent(key, value), told);
        case 5 ->
            assertEquals(
                expected.merge(key, value, (a, b) -> (a ^ b) % 3 == 0 ? null : a + b),
                map.merge(key, value, (a, b) -> (a ^ b) % 3 == 0 ? null : a + b),
                told);
        case 6 -> assertEquals(expected.keySet().remove(key), map.keySet().remove(key), told);
        default -> assertEquals(expected.remove(key), map.remove(key), told);
      }
      assertEquals(expected.size(), map.size(), told);
      if (i % 500 == 499) {
        removeSome(expected.keySet().iterator());
        removeSome(map.keySet().iterator());
        assertHasTheSame(expected, map, told);
      }
    }
  }

  private static void removeSome(Iterator<Object> keys) {
    for (int i = 0; keys.hasNext(); i++) {
      keys.next();
      if (i % 7 == 0) {
        keys.remove();
      }
    }
  }

  /** The same keys, not equal ones, in the same order. */
  private static void assertHasTheSame(
      Map<Object, Integer> expected, Map<Object, Integer> map, String told) {
    assertEquals(expected, map, told);
    Iterator<Map.Entry<Object, Integer>> found = map.entrySet().iterator();
    for (Map.Entry<Object, Integer> entry : expected.entrySet()) {
      Map.Entry<Object, Integer> next = found.next();
      assertSame(entry.getKey(), next.getKey(), told);
      assertTrue(Objects.equals(entry.getValue(), next.getValue()), told);
    }
  }
}
