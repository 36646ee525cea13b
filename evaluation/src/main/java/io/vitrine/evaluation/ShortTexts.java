package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategy;
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
   * @return how often hashes come again, by the strategy's name
   */
  static Map<String, Repeats> of(List<HashStrategy> strategies, int length, int from) {
    String[] texts = all(length, from);
    var repeats = new LinkedHashMap<String, Repeats>();
    for (HashStrategy strategy : strategies) {
      long[] hashes = new long[texts.length];
      for (int i = 0; i < texts.length; i++) {
        hashes[i] = strategy.hash(texts[i]);
      }
      repeats.put(strategy.name(), Repeats.of(hashes));
    }
    return repeats;
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
}
