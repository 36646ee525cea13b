package io.vitrine.evaluation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Keys that weak hashes do not take well, by a name each. Stateless, for any thread. */
final class Adversary {
  private static final int COUNT = 1 << 15;
  private static final int PREFIX = 250;

  private Adversary() {}

  /** All sets: lists of texts or of numbers. */
  static Map<String, List<Object>> sets() {
    var sets = new LinkedHashMap<String, List<Object>>();
    sets.put("Aa and BB mixed", texts(i -> mixed(i)));
    sets.put("equal low bits", numbers(i -> (long) i << 32));
    sets.put("sequential numbers", numbers(i -> (long) i));
    sets.put("sequential texts", texts(i -> "user" + (1_000_000 + i)));
    sets.put("long common prefix", texts(i -> "/".repeat(PREFIX) + i));
    return sets;
  }

  private static String mixed(int number) {
    var text = new StringBuilder();
    for (int bit = 1; bit < COUNT; bit <<= 1) {
      text.append((number & bit) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }

  private static List<Object> texts(IntFunction<String> text) {
    var all = new ArrayList<Object>();
    for (int i = 0; i < COUNT; i++) {
      all.add(text.apply(i));
    }
    return all;
  }

  private static List<Object> numbers(IntFunction<Long> number) {
    var all = new ArrayList<Object>();
    for (int i = 0; i < COUNT; i++) {
      all.add(number.apply(i));
    }
    return all;
  }
}
