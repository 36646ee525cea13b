package io.vitrine.collections;

/**
 * Looks for one text in another in a time that grows with the sum of their lengths and not with the
 * product, whatever they are. Stateless.
 */
final class TextSearch {
  /** {@link String#contains} looks at no more than so many characters for each of the text. */
  private static final int SHORT = 32;

  private TextSearch() {}

  /**
   * Whether a text contains another one, by the algorithm of Knuth, Morris and Pratt (Fast Pattern
   * Matching in Strings, 1977).
   */
  static boolean contains(String text, String part) {
    int length = part.length();
    if (length <= SHORT || length > text.length()) {
      return length <= text.length() && text.contains(part);
    }
    int[] borders = borders(part);
    int matched = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      while (matched > 0 && part.charAt(matched) != c) {
        matched = borders[matched - 1];
      }
      if (part.charAt(matched) == c && ++matched == length) {
        return true;
      }
    }
    return false;
  }

  /** Of each beginning of a text, how much of it is its end, too, and not all of it. */
  private static int[] borders(String part) {
    var borders = new int[part.length()];
    int border = 0;
    for (int i = 1; i < borders.length; i++) {
      while (border > 0 && part.charAt(border) != part.charAt(i)) {
        border = borders[border - 1];
      }
      border += part.charAt(border) == part.charAt(i) ? 1 : 0;
      borders[i] = border;
    }
    return borders;
  }
}
