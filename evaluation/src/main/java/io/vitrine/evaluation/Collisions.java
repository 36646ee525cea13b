package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collisions of whole hashes. Stateless, for any thread. */
final class Collisions {
  private static final int LENGTH_MAX = 16;

  private Collisions() {}

  /** Keys, texts or numbers, less different hashes; and how many share theirs with another one. */
  static Map<String, Object> of(HashStrategy strategy, List<?> keys) {
    long[] hashes = new long[keys.size()];
    long[] low = new long[hashes.length];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] =
          keys.get(i) instanceof Long number
              ? strategy.hash(number.longValue())
              : strategy.hash((String) keys.get(i));
      low[i] = hashes[i] & 0xFFFF_FFFFL;
    }
    Repeats whole = Repeats.of(hashes);
    var fields = new LinkedHashMap<String, Object>();
    fields.put("keys", hashes.length);
    fields.put("colliding", whole.colliding());
    fields.put("sharing", whole.sharing());
    fields.put("colliding32", Repeats.of(low).colliding());
    return fields;
  }

  /** The same of the keys of each length from 1 to 16 by themselves, by the length. */
  static Map<String, Object> byLength(HashStrategy strategy, List<String> keys) {
    var byLength = new TreeMap<Integer, List<String>>();
    for (String key : keys) {
      if (key.length() <= LENGTH_MAX) {
        byLength.computeIfAbsent(key.length(), _ -> new ArrayList<>()).add(key);
      }
    }
    var lengths = new LinkedHashMap<String, Object>();
    byLength.forEach((length, of) -> lengths.put(Integer.toString(length), of(strategy, of)));
    return lengths;
  }

  /** What to expect of 32 bits that are random. */
  static double expected32(int keys) {
    double hashes = 0x1p32;
    return keys + hashes * Math.expm1(keys * Math.log1p(-1 / hashes));
  }
}
