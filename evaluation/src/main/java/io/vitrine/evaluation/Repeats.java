package io.vitrine.evaluation;

import java.util.Arrays;

/**
 * How often numbers come again. Immutable.
 *
 * @param all how many numbers there are
 * @param different how many different ones
 * @param sharing how many of all are there more than once
 */
record Repeats(int all, int different, int sharing) {
  /** Counts. Sorts the numbers. */
  static Repeats of(long[] numbers) {
    Arrays.sort(numbers);
    int different = 0;
    int sharing = 0;
    int start = 0;
    for (int i = 1; i <= numbers.length; i++) {
      if (i == numbers.length || numbers[i] != numbers[start]) {
        different++;
        sharing += i - start > 1 ? i - start : 0;
        start = i;
      }
    }
    return new Repeats(numbers.length, different, sharing);
  }

  /**
   * Collisions as the article counts them: all less the different ones. Fewer than {@link
   * #sharing}, since of those that are the same one does not count.
   */
  int colliding() {
    return all - different;
  }
}
