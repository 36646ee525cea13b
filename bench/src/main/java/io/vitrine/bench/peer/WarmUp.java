package io.vitrine.bench.peer;

/**
 * When counting begins, in loops that warm up first. Stateless; any thread.
 *
 * <p>What a loop does for the first time when its warm-up is over is compiled then, and its code of
 * before thrown away, in the very time that is measured; and a loop that is called a second time
 * goes through the interpreter at first. So it is one loop that counts from the beginning on, and
 * again and again begins anew, for the last time shortly before the warm-up ends.
 */
public final class WarmUp {
  private static final long EACH = 1 << 10;

  private WarmUp() {}

  /**
   * Whether to forget what was counted. Computed in a way in which no compiler can find a condition
   * that has never been met before.
   *
   * @param round number of the round, from 0
   * @param left what is left of the warm-up, in any unit; below 0 if it is over
   * @return true in the first round and in each 1,024th, as long as something is left
   */
  public static boolean beginsAnew(long round, long left) {
    return ((round & (EACH - 1)) | (left >>> 63)) == 0;
  }
}
