package io.vitrine.evaluation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongConsumer;

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
    /**
     * Reads them.
     *
     * @param most how many to keep at the most
     * @param told takes how many bytes were read, now and then
     */
    Keys read(int most, LongConsumer told) throws IOException;

    /** How many bytes there are to be read, or 0 if that is unknown or next to nothing. */
    default long bytes() throws IOException {
      return 0;
    }
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
    return of("a program", lines, draw);
  }

  /** What was drawn. An estimate of how many keys differ may be above what there are at all. */
  static Keys of(String source, long lines, KeyDraw draw) {
    long distinct = Math.min(lines, draw.distinct());
    return new Keys(source, lines, distinct, draw.isDistinctExact(), draw.keys());
  }

  /** Whether this is a part, drawn from all. */
  boolean isSample() {
    return distinct > keys.size();
  }
}
