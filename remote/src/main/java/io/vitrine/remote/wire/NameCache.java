package io.vitrine.remote.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Short words that come again and again, names of events and fields above all: whoever reads one
 * that was seen lately gets the string of last time. Safe for any number of threads: they may
 * overwrite what others noted, which costs them a string and no more.
 */
final class NameCache {
  /** Longer words are made anew. */
  static final int LENGTH_MAX = 32;

  /** For readers that are made for one value only. */
  static final NameCache SHARED = new NameCache();

  private static final int SLOTS = 512;

  private final @Nullable Name[] slots = new Name[SLOTS];

  /** A word and its bytes; final fields, so that a racing reader sees all of it. */
  private static final class Name {
    private final String text;
    private final byte[] ascii;

    Name(String text, byte[] ascii) {
      this.text = text;
      this.ascii = ascii;
    }
  }

  /**
   * The word that these bytes are.
   *
   * @param in where they are; all of them ASCII
   * @param begin the first
   * @param end behind the last, at most {@link #LENGTH_MAX} further
   * @return the string
   */
  String get(byte[] in, int begin, int end) {
    int hash = end - begin;
    for (int i = begin; i < end; i++) {
      hash = 31 * hash + in[i];
    }
    int slot = (hash ^ (hash >>> 9) ^ (hash >>> 18)) & (SLOTS - 1);
    Name name = slots[slot];
    if (name != null && Arrays.equals(name.ascii, 0, name.ascii.length, in, begin, end)) {
      return name.text;
    }
    var text = new String(in, begin, end - begin, StandardCharsets.ISO_8859_1);
    slots[slot] = new Name(text, Arrays.copyOfRange(in, begin, end));
    return text;
  }
}
