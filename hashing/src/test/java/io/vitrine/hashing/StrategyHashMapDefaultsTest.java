package io.vitrine.hashing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Methods that {@code Map} has defaults for, and streams of the views, against {@link
 * LinkedHashMap}: with keys that are absent, present and present with null, and with functions that
 * are null, answer null, answer something and fail.
 */
@SuppressWarnings({"NullAway", "DataFlowIssue"}) // Nulls where none may be are the point.
class StrategyHashMapDefaultsTest {
  private static final int ENTRIES = 1_000;
  private static final int STREAMS = 300;

  /** A call of a method of a map. */
  private interface Call extends Function<Map<String, Integer>, Object> {}

  private static final List<String> KEYS = Arrays.asList("absent", "present", "with null", null);

  private static final Map<String, BiFunction<Object, Object, Integer>> FUNCTIONS = functions();

  private static Map<String, BiFunction<Object, Object, Integer>> functions() {
    var all = new LinkedHashMap<String, BiFunction<Object, Object, Integer>>();
    all.put("no function", null);
    all.put("answers null", (_, _) -> null);
    all.put("answers 7", (_, _) -> 7);
    all.put("tells what it got", (a, b) -> (a + "/" + b).length());
    all.put(
        "fails",
        (a, b) -> {
          throw new UnsupportedOperationException(a + "/" + b);
        });
    return all;
  }

  @Test
  void shouldDoWhatLinkedHashMapDoesWithNulls() {
    var calls = new LinkedHashMap<String, Call>();
    for (String key : KEYS) {
      for (Integer value : Arrays.asList(null, 1, 2)) {
        addWithValues(calls, key, value);
      }
      FUNCTIONS.forEach((name, function) -> addWithFunctions(calls, key, name, function));
    }
    FUNCTIONS.forEach((name, f) -> {
      calls.put("replaceAll " + name, map -> done(() -> map.replaceAll(f)));
      BiConsumer<Object, Object> action = f == null ? null : f::apply;
      calls.put("forEach " + name, map -> done(() -> map.forEach(action)));
      Consumer<Object> each = f == null ? null : one -> f.apply(one, one);
      calls.put("keySet.forEach " + name, map -> done(() -> map.keySet().forEach(each)));
      calls.put("values.forEach " + name, map -> done(() -> map.values().forEach(each)));
      calls.put("entrySet.forEach " + name, map -> done(() -> map.entrySet().forEach(each)));
      calls.put(
          "keySet.iterator.forEachRemaining " + name,
          map -> done(() -> map.keySet().iterator().forEachRemaining(each)));
      calls.put(
          "values.spliterator.forEachRemaining " + name,
          map -> done(() -> map.values().spliterator().forEachRemaining(each)));
      Predicate<Object> which = f == null ? null : one -> f.apply(one, one) != null;
      calls.put("keySet.removeIf " + name, map -> map.keySet().removeIf(which));
      calls.put("values.removeIf " + name, map -> map.values().removeIf(which));
      calls.put("entrySet.removeIf " + name, map -> map.entrySet().removeIf(which));
    });
    for (boolean collide : new boolean[] {false, true}) {
      calls.forEach((name, call) -> {
        Map<String, Integer> expected = filled(new LinkedHashMap<>());
        Map<String, Integer> map = filled(empty(collide));
        assertEquals(outcome(call, expected), outcome(call, map), name);
        assertEquals(new ArrayList<>(expected.entrySet()), new ArrayList<>(map.entrySet()), name);
      });
    }
  }

  private static void addWithValues(Map<String, Call> calls, String key, Integer value) {
    String at = " " + key + ", " + value;
    calls.put("getOrDefault" + at, map -> map.getOrDefault(key, value));
    calls.put("putIfAbsent" + at, map -> map.putIfAbsent(key, value));
    calls.put("remove" + at, map -> map.remove(key, value));
    calls.put("replace" + at, map -> map.replace(key, value));
    calls.put("replace for 1" + at, map -> map.replace(key, 1, value));
    calls.put("replace for null" + at, map -> map.replace(key, null, value));
    FUNCTIONS.forEach(
        (name, f) -> calls.put("merge" + at + ", " + name, map -> map.merge(key, value, f)));
  }

  private static void addWithFunctions(
      Map<String, Call> calls, String key, String name, BiFunction<Object, Object, Integer> f) {
    String at = " " + key + ", " + name;
    Function<Object, Integer> one = f == null ? null : k -> f.apply(k, k);
    calls.put("computeIfAbsent" + at, map -> map.computeIfAbsent(key, one));
    calls.put("computeIfPresent" + at, map -> map.computeIfPresent(key, f));
    calls.put("compute" + at, map -> map.compute(key, f));
  }

  private static Map<String, Integer> empty(boolean collide) {
    return collide
        ? new StrategyHashMap<>(HashStrategies.rapid(), (_, _) -> 7)
        : new StrategyHashMap<>(HashStrategies.rapid());
  }

  private static Map<String, Integer> filled(Map<String, Integer> map) {
    map.put("present", 1);
    map.put("with null", null);
    map.put(null, 3);
    for (int i = 0; i < 12; i++) {
      map.put("k" + i, i % 3 == 0 ? null : i);
    }
    return map;
  }

  /** What a call answers, or what it throws. */
  private static Object outcome(Call call, Map<String, Integer> map) {
    try {
      return call.apply(map);
    } catch (NullPointerException e) {
      return NullPointerException.class;
    } catch (UnsupportedOperationException e) {
      return e.getMessage();
    }
  }

  private static Object done(Runnable call) {
    call.run();
    return "done";
  }

  @Test
  void shouldStreamInTheOrderOfInsertion() {
    var expected = new LinkedHashMap<String, Integer>();
    var map = new StrategyHashMap<String, Integer>(HashStrategies.rapid());
    for (int i = 0; i < ENTRIES; i++) {
      expected.put("key" + i, i);
      map.put("key" + i, i);
    }
    assertStreams("keySet", expected.keySet(), map.keySet());
    assertStreams("values", expected.values(), map.values());
    assertStreams("entrySet", expected.entrySet(), map.entrySet());
    map.put("key0", null);
    assertFalse(map.values().contains(0));
    map.values().remove(1);
    assertEquals(ENTRIES - 1, map.size());
    assertEquals(map.size(), map.values().size());
    map.values().clear();
    assertEquals(0, map.size());
  }

  private static <T> void assertStreams(String name, Collection<T> expected, Collection<T> view) {
    assertEquals(
        expected.spliterator().characteristics(), view.spliterator().characteristics(), name);
    assertEquals(ENTRIES, view.spliterator().getExactSizeIfKnown(), name);
    var order = new ArrayList<>(expected);
    assertEquals(order, split(view.spliterator()), name);
    // More than one would do where the order is not kept, but hardly ever the first each time.
    for (int i = 0; i < STREAMS; i++) {
      assertEquals(order.getFirst(), view.parallelStream().findFirst().orElseThrow(), name);
      assertEquals(order.subList(1, 4), view.parallelStream().skip(1).limit(3).toList(), name);
    }
    assertEquals(order, view.parallelStream().toList(), name);
  }

  /** The parts before each split, in order, then what is left. */
  private static <T> List<T> split(Spliterator<T> rest) {
    var all = new ArrayList<T>();
    for (Spliterator<T> part = rest.trySplit(); part != null; part = rest.trySplit()) {
      part.forEachRemaining(all::add);
    }
    rest.forEachRemaining(all::add);
    return all;
  }
}
