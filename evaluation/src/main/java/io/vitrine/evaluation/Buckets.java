package io.vitrine.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Collisions in buckets as the article counts them: the keys of each length from 1 to 16 by
 * themselves, in a table as a {@code HashMap} would have it. Immutable.
 *
 * @param score percentages of all lengths, truncated, and the worst one once more
 * @param lengths what came of each length that there are keys of
 */
record Buckets(int score, List<OfLength> lengths) {
  /** Longest keys that are counted, in UTF-16 units. */
  static final int LENGTH_MAX = 16;

  private static final double LOAD = 0.7;

  /**
   * The keys of one length.
   *
   * @param length in UTF-16 units
   * @param keys how many there are
   * @param buckets size of the table: the next power of two above keys / 0.7
   * @param colliding keys less buckets in use
   */
  record OfLength(int length, int keys, int buckets, int colliding) {
    int percent() {
      return (int) (100L * colliding / keys);
    }
  }

  /** Counts. */
  static Buckets of(List<String> keys, ToLongFunction<String> hash) {
    var byLength = new TreeMap<Integer, List<String>>();
    for (String key : keys) {
      if (key.length() <= LENGTH_MAX) {
        byLength.computeIfAbsent(key.length(), _ -> new ArrayList<>()).add(key);
      }
    }
    var lengths = new ArrayList<OfLength>();
    int sum = 0;
    int worst = 0;
    for (var entry : byLength.entrySet()) {
      OfLength found = ofLength(entry.getKey(), entry.getValue(), hash);
      lengths.add(found);
      sum += found.percent();
      worst = Math.max(worst, found.percent());
    }
    return new Buckets(sum + worst, List.copyOf(lengths));
  }

  private static OfLength ofLength(int length, List<String> keys, ToLongFunction<String> hash) {
    int buckets = 1;
    while (buckets < keys.size() / LOAD) {
      buckets *= 2;
    }
    long[] used = new long[keys.size()];
    for (int i = 0; i < used.length; i++) {
      used[i] = spread(hash.applyAsLong(keys.get(i))) & (buckets - 1);
    }
    return new OfLength(length, used.length, buckets, Repeats.of(used).colliding());
  }

  /** What a {@code HashMap} makes of a hash; the upper half of a long one is folded in first. */
  static int spread(long hash) {
    int folded = (int) (hash + (hash >>> 32));
    return folded ^ folded >>> 16;
  }

  /** What to expect of a hash that is random: the percentage of keys that collide in one table. */
  static double expectedPercent(int keys, int buckets) {
    double used = buckets * -Math.expm1(keys * Math.log1p(-1.0 / buckets));
    return 100 * (keys - used) / keys;
  }
}
