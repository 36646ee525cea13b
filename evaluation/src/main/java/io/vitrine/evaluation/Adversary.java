package io.vitrine.evaluation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;

/** Keys that weak hashes do not take well, by a name each. Stateless, for any thread. */
final class Adversary {
  /** Texts of the flood. */
  static final int FLOOD = 100_000;

  private static final int COUNT = 1 << 15;
  private static final int PREFIX = 250;
  private static final long SEED = 5;

  private Adversary() {}

  /** All sets: lists of texts or of numbers. */
  static Map<String, List<Object>> sets() {
    var sets = new LinkedHashMap<String, List<Object>>();
    sets.put("Aa and BB mixed", texts(i -> mixed(i, COUNT)));
    sets.put("equal low bits", numbers(i -> (long) i << 32));
    sets.put("sequential numbers", numbers(i -> (long) i));
    sets.put("sequential texts", texts(i -> "user" + (1_000_000 + i)));
    sets.put("long common prefix", texts(i -> "/".repeat(PREFIX) + i));
    return sets;
  }

  /** 100,000 texts that have one hash under {@code string31}. */
  static List<String> flood() {
    var texts = new ArrayList<String>();
    for (int i = 0; i < FLOOD; i++) {
      texts.add(mixed(i, FLOOD));
    }
    return texts;
  }

  /** As many texts of the same length that have nothing to do with each other. */
  static List<String> random() {
    var random = new Random(SEED);
    int length = mixed(0, FLOOD).length();
    var texts = new ArrayList<String>();
    for (int i = 0; i < FLOOD; i++) {
      var text = new StringBuilder(length);
      for (int j = 0; j < length; j++) {
        text.append((char) (' ' + random.nextInt('~' - ' ' + 1)));
      }
      texts.add(text.toString());
    }
    return texts;
  }

  private static String mixed(int number, int count) {
    var text = new StringBuilder();
    for (int bit = 1; bit < count; bit <<= 1) {
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
