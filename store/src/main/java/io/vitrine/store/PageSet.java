package io.vitrine.store;

import java.util.Arrays;

/** A set of pages of a file, one bit each. For one thread. */
final class PageSet {
  private long[] words = new long[64];

  void add(long page) {
    int word = Math.toIntExact(page >>> 6);
    if (word >= words.length) {
      words = Arrays.copyOf(words, Math.max(word + 1, 2 * words.length));
    }
    words[word] |= 1L << page;
  }

  boolean contains(long page) {
    long word = page >>> 6;
    return word < words.length && (words[(int) word] & 1L << page) != 0;
  }
}
