package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategy;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How many of all short texts collide. Stateless, for any thread. */
final class ShortTexts {
  private static final int FIRST = 32;
  private static final int LAST = 126;

  private ShortTexts() {}

  /**
   * All texts of two or three printable ASCII characters.
   *
   * @param strategies what to hash them by
   * @param length 2 or 3
   * @param from the first character is this one or a later one; the others begin at the blank
   * @return by the strategy's name, how many have a hash that another one had before: texts less
   *     different hashes
   */
  static Map<String, Object> colliding(List<HashStrategy> strategies, int length, int from) {
    String[] texts = all(length, from);
    var colliding = new LinkedHashMap<String, Object>();
    for (HashStrategy strategy : strategies) {
      long[] hashes = new long[texts.length];
      for (int i = 0; i < texts.length; i++) {
        hashes[i] = strategy.hash(texts[i]);
      }
      colliding.put(strategy.name(), texts.length - distinct(hashes));
    }
    return colliding;
  }

  private static String[] all(int length, int from) {
    int characters = LAST - FIRST + 1;
    int count = LAST - from + 1;
    for (int i = 1; i < length; i++) {
      count *= characters;
    }
    String[] texts = new String[count];
    char[] text = new char[length];
    for (int i = 0; i < count; i++) {
      int rest = i;
      for (int at = length - 1; at > 0; at--) {
        text[at] = (char) (FIRST + rest % characters);
        rest /= characters;
      }
      text[0] = (char) (from + rest);
      texts[i] = new String(text);
    }
    return texts;
  }

  /** How many different numbers there are. Sorts them. */
  static int distinct(long[] numbers) {
    Arrays.sort(numbers);
    int distinct = numbers.length == 0 ? 0 : 1;
    for (int i = 1; i < numbers.length; i++) {
      distinct += numbers[i] == numbers[i - 1] ? 0 : 1;
    }
    return distinct;
  }
}
