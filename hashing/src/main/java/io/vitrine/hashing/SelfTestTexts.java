package io.vitrine.hashing;

import java.nio.CharBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Texts by which a strategy is tried that may encode them by itself. Stateless, for any thread. */
final class SelfTestTexts {
  private static final int[] LENGTHS = {1, 4, 8, 15, 17, 40, 300, Utf8Buffer.LENGTH_MAX + 1_000};

  private SelfTestTexts() {}

  /**
   * Tries texts against their bytes.
   *
   * @return what is hashed otherwise, or an empty text
   */
  static String unequalText(HashStrategy strategy) {
    if (strategy.hash("") != strategy.hash(new byte[0], 0, 0)) {
      return "an empty String";
    }
    for (int length : LENGTHS) {
      for (Map.Entry<String, String> each : texts(length).entrySet()) {
        String text = each.getValue();
        long expected = hashOfBytes(strategy, text);
        if (strategy.hash(text) != expected) {
          return "a String " + each.getKey();
        }
        if (strategy.hash(CharBuffer.wrap(text)) != expected) {
          return "a CharBuffer " + each.getKey();
        }
      }
    }
    return "";
  }

  private static Map<String, String> texts(int length) {
    var texts = new LinkedHashMap<String, String>();
    texts.put("of ASCII", of(length, "Vitrine 2001/"));
    texts.put("of Latin-1", of(length, "Z\u00FCrich, Gen\u00E8ve "));
    texts.put("of UTF-16", of(length, "\u0141\u00F3d\u017A \u20AC \uD83D\uDE00 "));
    texts.put("with unpaired surrogates", of(length, "\uD83D\uD83D.\uDE00\u20AC"));
    return texts;
  }

  private static String of(int length, String repeated) {
    return repeated.repeat(length / repeated.length() + 1).substring(0, length);
  }

  private static long hashOfBytes(HashStrategy strategy, String text) {
    byte[] bytes = new byte[3 * text.length() + Utf8Writer.BEYOND];
    int length = Utf8Writer.write(text.toCharArray(), 0, text.length(), bytes, 0);
    return strategy.hash(bytes, 0, length);
  }
}
