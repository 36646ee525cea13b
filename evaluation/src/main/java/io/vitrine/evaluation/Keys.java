package io.vitrine.evaluation;

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
record Keys(
    String source, long lines, long distinct, boolean isDistinctExact, List<String> keys) {
  /** Whether this is a part, drawn from all. */
  boolean isSample() {
    return distinct > keys.size();
  }
}
