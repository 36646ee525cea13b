package io.vitrine.evaluation;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What is hashed. Immutable.
 *
 * @param source where it comes from
 * @param lines lines that have a key
 * @param distinct keys that differ
 * @param isDistinctExact whether that was counted, and not estimated
 * @param keys those that were kept, in the order in which they came first
 */
record Keys(String source, long lines, long distinct, boolean isDistinctExact, List<String> keys) {
  /** Where keys come from: read once, whenever that is. */
  @FunctionalInterface
  interface Source {
    /** Reads them, and keeps so many at the most. */
    Keys read(int most) throws java.io.IOException;
  }

  /**
   * Keys of a program, by the rules for those of a file: empty ones are passed over.
   *
   * @param all the keys, which are gone through once
   * @param most how many to keep at the most
   * @throws BadInputException if there is none, or one that no file could have
   */
  static Keys of(Iterable<String> all, int most) {
    var draw = new KeyDraw(most);
    var encoder = StandardCharsets.UTF_8.newEncoder();
    long number = 0;
    long lines = 0;
    for (String key : all) {
      number++;
      if (key.length() > KeyFile.LINE_MAX) {
        throw new BadInputException(
            "key " + number + " has more than " + KeyFile.LINE_MAX + " characters");
      }
      if (!encoder.canEncode(key)) {
        throw new BadInputException(
            "key " + number + " has an unpaired surrogate, so there is no UTF-8 of it");
      }
      if (!key.isEmpty()) {
        lines++;
        long hash = KeyDraw.HASH.hash(key);
        if (draw.count(hash)) {
          draw.add(key, hash);
        }
      }
    }
    if (lines == 0) {
      throw new BadInputException("there are no keys, expected at least one that is not empty");
    }
    return new Keys("a program", lines, draw.distinct(), draw.isDistinctExact(), draw.keys());
  }

  /** Whether this is a part, drawn from all. */
  boolean isSample() {
    return distinct > keys.size();
  }
}
