package io.vitrine.chronicle;

import io.vitrine.store.StoreMap;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.function.Supplier;
import net.openhft.chronicle.map.ChronicleMap;
import org.jspecify.annotations.Nullable;

/** Does the same to a map of Vitrine and to one of Chronicle Map. For one thread. */
final class TwoMaps<K, V> {
  private static final int KINDS = 13;

  private final StoreMap<K, V> ours;
  private final ChronicleMap<K, V> theirs;
  private final Supplier<K> keys;
  private final Supplier<V> values;
  private final Random random;
  private long operation;

  TwoMaps(
      StoreMap<K, V> ours,
      ChronicleMap<K, V> theirs,
      Supplier<K> keys,
      Supplier<V> values,
      Random random) {
    this.ours = ours;
    this.theirs = theirs;
    this.keys = keys;
    this.values = values;
    this.random = random;
  }

  /**
   * Does a number of operations and compares what each of them answers.
   *
   * @return how many entries there were at the most
   */
  long run(int count) {
    long most = 0;
    for (operation = 0; operation < count; operation++) {
      int kind = random.nextInt(KINDS);
      // Between growth and decline, so that both maps grow, and space is used again.
      boolean declining = operation / (count / 6 + 1) % 2 == 1;
      if (declining && kind < 4) {
        kind = 6 + kind % 3;
      }
      apply(kind, keys.get());
      most = Math.max(most, ours.size());
      if (operation % (count / 4) == 0) {
        compareAll();
      }
    }
    compareAll();
    ours.clear();
    theirs.clear();
    compareAll();
    return most;
  }

  private void apply(int kind, K key) {
    switch (kind) {
      case 0, 1 -> {
        V value = values.get();
        same("getAndPut", key, ours.getAndPut(key, value), theirs.put(key, value));
      }
      case 2 -> {
        V value = values.get();
        ours.put(key, value);
        theirs.put(key, value);
      }
      case 3 -> {
        V value = values.get();
        same("putIfAbsent", key, ours.putIfAbsent(key, value), theirs.putIfAbsent(key, value));
      }
      case 4 -> {
        V value = values.get();
        same("replace", key, ours.replace(key, value), theirs.replace(key, value));
      }
      case 5 -> replaceIf(key);
      case 6 -> same("getAndRemove", key, ours.getAndRemove(key), theirs.remove(key));
      case 7 -> same("remove", key, ours.remove(key), theirs.remove(key) != null);
      case 8 -> removeIf(key);
      case 9 -> same("containsKey", key, ours.containsKey(key), theirs.containsKey(key));
      case 10 -> visit(key);
      case 11 -> same("size", key, ours.size(), theirs.longSize());
      default -> same("get", key, ours.get(key), theirs.get(key));
    }
  }

  /** Half of the time with the value that is there, so that it takes place. */
  private V expected(K key) {
    V there = theirs.get(key);
    return there == null || random.nextBoolean() ? values.get() : there;
  }

  private void replaceIf(K key) {
    V expected = expected(key);
    V value = values.get();
    same(
        "replace if",
        key,
        ours.replace(key, expected, value),
        theirs.replace(key, expected, value));
  }

  private void removeIf(K key) {
    V expected = expected(key);
    same("remove if", key, ours.remove(key, expected), theirs.remove(key, expected));
  }

  private void visit(K key) {
    V value = random.nextInt(3) == 0 ? null : values.get();
    V result = ours.<@Nullable V>syncUpdate(key, _ -> value, now -> now);
    same("compute", key, result, theirs.compute(key, (_, _) -> value));
  }

  private void compareAll() {
    same("size", null, ours.size(), theirs.longSize());
    long[] seen = {0};
    ours.forEach((key, value) -> {
      seen[0]++;
      same("entry", key, value, theirs.get(key));
    });
    same("entries", null, seen[0], theirs.longSize());
  }

  private void same(
      String what, @Nullable Object key, @Nullable Object ours, @Nullable Object theirs) {
    if (!Objects.deepEquals(ours, theirs)) {
      throw new AssertionError(
          "operation %d, %s %s: %s with Vitrine, %s with Chronicle Map"
              .formatted(operation, what, text(key), text(ours), text(theirs)));
    }
  }

  private static String text(@Nullable Object value) {
    return value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
  }
}
