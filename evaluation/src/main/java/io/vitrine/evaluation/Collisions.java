package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collisions of whole hashes. Stateless, for any thread. */
final class Collisions {
  private Collisions() {}

  /** How many keys, texts or numbers, have a hash that another one had before. */
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
    var fields = new LinkedHashMap<String, Object>();
    fields.put("keys", hashes.length);
    fields.put("colliding", hashes.length - ShortTexts.distinct(hashes));
    fields.put("colliding32", hashes.length - ShortTexts.distinct(low));
    return fields;
  }

  /** What to expect of 32 bits that are random. */
  static double expected32(int keys) {
    double hashes = 0x1p32;
    return keys + hashes * Math.expm1(keys * Math.log1p(-1 / hashes));
  }
}
