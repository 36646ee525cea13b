package io.vitrine.store;

/**
 * What a process has seen of those that it cannot look at, for they are in other pid namespaces.
 * Safe for any number of threads.
 *
 * <p>Such a process that has no kernel locks may have lost them, and takes them again when it next
 * sees to them ({@link LockKeeper}); with that it moves its beat. So it counts as dead only when
 * its beat has stood still for longer than it leaves between two of them.
 */
final class Strangers {
  /** How long a beat must stand still. */
  static final long PATIENCE_NANOS = 3_000_000L * LockKeeper.PERIOD_MILLIS;

  private final long[] incarnations = new long[OwnerWord.SLOTS];
  private final long[] beats = new long[OwnerWord.SLOTS];
  private final long[] since = new long[OwnerWord.SLOTS];

  /**
   * Whether a process that has no kernel locks at this moment may live.
   *
   * @param slot its number
   * @param incarnation how often the number was taken; 0 is that of nobody
   * @param beat its beat
   * @param now time of {@link System#nanoTime}
   */
  synchronized boolean mayLive(int slot, long incarnation, long beat, long now) {
    if (incarnations[slot] != incarnation || beats[slot] != beat) {
      incarnations[slot] = incarnation;
      beats[slot] = beat;
      since[slot] = now;
    }
    return now - since[slot] < PATIENCE_NANOS;
  }
}
