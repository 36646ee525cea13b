package io.vitrine.hashing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StrategyHashMapTest {
  private static final long SEED = 4;
  private static final int FLOOD = 100_000;

  /** A key that cannot be compared. */
  private record Point(int x, int y) {}

  /** Comparable, but equal by comparison where it is not equal. */
  private static final List<Object> ODD_KEYS =
      List.of(new BigDecimal("1.0"), new BigDecimal("1.00"), 1L, 1, "1", new Point(1, 1), 'x');

  /** A text that counts how often it is compared, one way or the other. */
  private record Counted(String text) implements Comparable<Counted> {
    private static long comparisons;

    @Override
    public boolean equals(Object other) {
      comparisons++;
      return other instanceof Counted counted && text.equals(counted.text);
    }

    @Override
    public int hashCode() {
      return text.hashCode();
    }

    @Override
    public int compareTo(Counted other) {
      comparisons++;
      return text.compareTo(other.text);
    }
  }

  @Test
  void shouldDoWhatLinkedHashMapDoesWhateverTheHash() {
    assertSame(new StrategyHashMap<>(HashStrategies.rapid()), i -> "key" + i);
    assertSame(new StrategyHashMap<>(HashStrategies.string31()), i -> (long) i);
    assertSame(new StrategyHashMap<>(HashStrategies.crc32c()), i -> i);
    assertSame(new StrategyHashMap<>(HashStrategies.rapid(), (_, _) -> -1), i -> "key" + i);
    assertSame(new StrategyHashMap<>(HashStrategies.rapid(), (_, _) -> -1), i -> new Point(i, 1));
    ToLongBiFunction<HashStrategy, Object> few = (_, key) -> key.hashCode() & 7;
    assertSame(new StrategyHashMap<>(HashStrategies.rapid(), few), i -> new UUID(i, -i));
    assertSame(
        new StrategyHashMap<>(HashStrategies.rapid(), few),
        i -> i < ODD_KEYS.size() ? ODD_KEYS.get(i) : i % 2 == 0 ? (Object) i : (Object) ("k" + i));
  }

  private static void assertSame(
      StrategyHashMap<Object, Integer> map, Function<Integer, Object> keys) {
    var random = new Random(SEED);
    var expected = new LinkedHashMap<Object, Integer>();
    for (int i = 0; i < 20_000; i++) {
      // Grows to some hundreds, then shrinks, again and again.
      boolean growing = i / 2_000 % 2 == 0;
      Object key = keys.apply(random.nextInt(300));
      int choice = random.nextInt(10);
      if (choice < 3) {
        assertEquals(expected.get(key), map.get(key));
      } else if (choice < (growing ? 8 : 4)) {
        assertEquals(expected.put(key, i), map.put(key, i));
      } else if (choice == 8) {
        int by = i;
        assertEquals(
            expected.merge(key, by, (a, b) -> (a ^ b) % 3 == 0 ? null : a + b),
            map.merge(key, by, (a, b) -> (a ^ b) % 3 == 0 ? null : a + b));
      } else {
        assertEquals(expected.remove(key), map.remove(key));
      }
      if (i % 500 == 0) {
        assertEquals(new ArrayList<>(expected.entrySet()), new ArrayList<>(map.entrySet()));
      }
    }
    assertEquals(expected, map);
    assertEquals(expected.size(), map.statistics().entries());
    map.keySet().removeIf(key -> key.hashCode() % 2 == 0);
    expected.keySet().removeIf(key -> key.hashCode() % 2 == 0);
    assertEquals(new ArrayList<>(expected.entrySet()), new ArrayList<>(map.entrySet()));
  }

  @Test
  void shouldHashKeysByTheirContent() {
    HashStrategy strategy = HashStrategies.rapid(9);
    var hashes = new ArrayList<Long>();
    var seen =
        new StrategyHashMap<>(
            strategy,
            (s, key) -> {
              hashes.add(s.hash((String) key));
              return hashes.getLast();
            });
    seen.put("a", "b");
    assertEquals(List.of(strategy.hash("a")), hashes);
    assertEquals(strategy, seen.strategy());
    // No hash takes "Aa" and "BB" for one but string31's.
    assertEquals(1, usedBuckets(HashStrategies.string31(), List.of("AaAa", "BBBB", "AaBB")));
    assertNotEquals(1, usedBuckets(HashStrategies.siphash(1), List.of("AaAa", "BBBB", "AaBB")));
  }

  private static int usedBuckets(HashStrategy strategy, List<String> keys) {
    var map = new StrategyHashMap<String, Integer>(strategy);
    keys.forEach(key -> map.put(key, 1));
    return map.statistics().usedBuckets();
  }

  @Test
  void shouldNoticeAFunctionThatChangesTheMap() {
    var map = new StrategyHashMap<String, Integer>(HashStrategies.rapid());
    assertThrows(
        ConcurrentModificationException.class,
        () ->
            map.computeIfAbsent(
                "a",
                key -> {
                  map.put("b", 1);
                  return 2;
                }));
    assertEquals(Map.of("b", 1), map);
  }

  @Test
  void shouldCopyAnotherMap() {
    var map = new StrategyHashMap<>(HashStrategies.xxh3(), Map.of("a", 1, "b", 2));
    assertEquals(Map.of("a", 1, "b", 2), map);
    map.clear();
    assertNull(map.get("a"));
    assertEquals(new BucketStatistics(0, 16, 0, 0, 0, 0, 0), map.statistics());
  }

  @Test
  void shouldSurviveAFloodOfCollidingText() {
    List<String> flood = colliding(FLOOD);
    var map = new StrategyHashMap<String, Integer>(HashStrategies.string31());
    for (int i = 0; i < FLOOD; i++) {
      map.put(flood.get(i), i);
    }
    BucketStatistics found = map.statistics();
    assertEquals(1, found.usedBuckets());
    assertEquals(1, found.trees());
    assertEquals(FLOOD, found.fullest());
    // A random tree of n has a mean depth of about 2 ln n = 23, and is hardly ever deeper than
    // 4.3 ln n = 50.
    assertTrue(found.meanProbes() < 40 && found.mostProbes() < 100, found::toString);
    for (int i = 0; i < FLOOD; i++) {
      assertEquals(i, map.get(flood.get(i)));
    }
    for (int i = 0; i < FLOOD; i++) {
      assertEquals(i, map.remove(flood.get(i)));
    }
    assertEquals(0, map.statistics().usedBuckets());
  }

  @Test
  void shouldCostNoMoreComparisonsUnderAFloodThanWithRandomKeysBySiphash() {
    long random = comparisons(HashStrategies.siphash(), random(FLOOD));
    long flood = comparisons(HashStrategies.siphash(), colliding(FLOOD));
    assertTrue(
        flood <= 1.1 * random, flood + " with colliding keys, " + random + " with random ones");
    // Whereas a tree alone makes it dear: this is what siphash saves.
    long unprotected = comparisons(HashStrategies.string31(), colliding(FLOOD));
    assertTrue(unprotected > 3 * random, unprotected + " by string31, " + random);
  }

  /** Surrogates without partners, which must not be taken for one another by any seed. */
  @Test
  void shouldCostNoMoreComparisonsForUnpairedSurrogatesThanForRandomKeysBySiphash() {
    for (HashStrategy strategy : List.of(HashStrategies.siphash(), HashStrategies.siphash13())) {
      long random = comparisons(strategy, random(FLOOD));
      long flood = comparisons(strategy, unpaired(FLOOD));
      assertTrue(
          flood <= 1.1 * random, flood + " of unpaired surrogates, " + random + " of random keys");
    }
  }

  @Test
  void shouldSpreadAFloodAsRandomKeysBySiphash() {
    BucketStatistics random = statistics(HashStrategies.siphash(), random(FLOOD));
    BucketStatistics flood = statistics(HashStrategies.siphash(), colliding(FLOOD));
    assertEquals(random.meanProbes(), flood.meanProbes(), 0.05 * random.meanProbes());
    assertEquals(random.usedBuckets(), flood.usedBuckets(), 0.05 * random.usedBuckets());
    assertTrue(flood.mostProbes() <= 3 * random.mostProbes(), flood::toString);
  }

  private static BucketStatistics statistics(HashStrategy strategy, List<String> keys) {
    var map = new StrategyHashMap<String, Integer>(strategy);
    keys.forEach(key -> map.put(key, 1));
    return map.statistics();
  }

  /** How often keys are compared until all are put and found. */
  private static long comparisons(HashStrategy strategy, List<String> keys) {
    var map =
        new StrategyHashMap<Counted, Integer>(strategy, (s, key) -> s.hash(((Counted) key).text));
    Counted.comparisons = 0;
    keys.forEach(key -> map.put(new Counted(key), 1));
    keys.forEach(key -> assertEquals(1, map.get(new Counted(key))));
    return Counted.comparisons;
  }

  /** Texts that all have one hash under {@code string31}. */
  private static List<String> colliding(int count) {
    var texts = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      var text = new StringBuilder();
      for (int bit = 0; bit < 17; bit++) {
        text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      texts.add(text.toString());
    }
    return texts;
  }

  /** Texts of two high surrogates, which make no pair. */
  private static List<String> unpaired(int count) {
    var texts = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      texts.add("" + (char) (0xD800 + i % 0x400) + (char) (0xD800 + i / 0x400));
    }
    return texts;
  }

  private static List<String> random(int count) {
    var random = new Random(SEED);
    var texts = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      texts.add(Long.toString(random.nextLong(), 36) + Long.toString(random.nextLong(), 36));
    }
    return texts;
  }

  /** A name that cannot be compared if a part of it is null. */
  private record Name(@Nullable String text) implements Comparable<Name> {
    @Override
    public int compareTo(Name other) {
      return Objects.requireNonNull(text, "no text")
          .compareTo(Objects.requireNonNull(other.text, "no text"));
    }
  }

  /** Whether it is the last of a list, becomes the first of a tree, or comes to a tree. */
  @Test
  void shouldLoseNothingWhereKeysCannotBeCompared() {
    ToLongBiFunction<HashStrategy, Object> few =
        (strategy, key) -> key instanceof Name ? 7 : strategy.hash(key.toString());
    for (int before = 0; before < 40; before++) {
      var map = new StrategyHashMap<Object, Integer>(HashStrategies.rapid(), few);
      Map<Object, Integer> expected = new LinkedHashMap<>();
      putEach(map, expected, before);
      int size = map.size();
      try {
        map.put(new Name(null), -1);
        expected.put(new Name(null), -1);
      } catch (NullPointerException _) {
        assertEquals(size, map.size());
      }
      assertHolds(expected, map);
      putEach(map, expected, 60); // some are refused where the one without text is
      assertHolds(expected, map);
      for (int i = 0; i < 5_000; i++) { // grows; some come to the place that cannot be a tree
        map.put("other" + i, i);
        expected.put("other" + i, i);
      }
      assertHolds(expected, map);
    }
  }

  private static void putEach(
      StrategyHashMap<Object, Integer> map, Map<Object, Integer> expected, int names) {
    for (int i = 0; i < names; i++) {
      try {
        map.put(new Name("n" + i), i);
        expected.put(new Name("n" + i), i);
      } catch (NullPointerException e) {
        assertEquals("no text", e.getMessage());
      }
    }
  }

  private static void assertHolds(Map<Object, Integer> expected, Map<Object, Integer> map) {
    assertEquals(new ArrayList<>(expected.entrySet()), new ArrayList<>(map.entrySet()));
    expected.forEach((key, value) -> {
      try {
        assertEquals(value, map.get(key), key::toString);
      } catch (NullPointerException e) { // In a tree it has to be compared.
        assertEquals("no text", e.getMessage());
        assertEquals(new Name(null), key);
      }
    });
  }

  /** Else a queue of entries, removed at its one end, grows in memory at its other one. */
  @Test
  void shouldLetGoOfWhatWasAddedAfterARemovedEntry() {
    for (ToLongBiFunction<HashStrategy, Object> hash :
        List.<ToLongBiFunction<HashStrategy, Object>>of((_, _) -> 7, (_, key) -> key.hashCode())) {
      for (int size : new int[] {4, 7, 30}) { // lists and a tree
        var map = new StrategyHashMap<Integer, Integer>(HashStrategies.rapid(), hash);
        for (int i = 0; i < size; i++) {
          map.put(i, i);
        }
        var entries = new ArrayList<>(map.entrySet());
        map.keySet().removeIf(key -> key % 2 == 0);
        entries.forEach(entry -> {
          var node = (MapNode<Integer, Integer>) entry;
          boolean isThere = map.containsKey(node.key);
          assertEquals(!isThere, node.before == null && node.after == null, node::toString);
          assertTrue(isThere || node.next == null, node::toString);
        });
      }
    }
  }

  /** As of metro: of 64 bits an even number is set, whatever the key. */
  @Test
  void shouldSpreadHashesOfEvenParityAsWellAsOthers() {
    var even =
        new AbstractHashStrategy("even", Fnv1a.ID, 0) {
          @Override
          public long hash(byte[] bytes, int offset, int length) {
            long h = HashStrategies.xxh3().hash(bytes, offset, length);
            return h ^ Long.rotateLeft(h, 29);
          }
        };
    var map = new StrategyHashMap<String, Integer>(even);
    var usual = new StrategyHashMap<String, Integer>(HashStrategies.xxh3());
    for (int i = 0; i < 100_000; i++) {
      map.put("key" + i, i);
      usual.put("key" + i, i);
    }
    double ratio = (double) map.statistics().usedBuckets() / usual.statistics().usedBuckets();
    assertTrue(ratio > 0.99 && ratio < 1.01, () -> "used buckets, of what is usual: " + ratio);
  }
}
