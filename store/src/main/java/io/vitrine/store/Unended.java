package io.vitrine.store;

/**
 * Records that failed writers of this open reserved and could not end. Any thread notes, {@link
 * LockKeeper}'s thread ends them.
 */
final class Unended implements Leftovers.Place {
  /** Of the number of a position's word; records of several writers seldom fall on the same. */
  static final int MASK = 63;

  /**
   * Positions of the records, 0 for none; each at the index that {@link #MASK} takes from the
   * number of its word. To note one is a store to the array: there may be no stack for a call.
   */
  final long[] positions = new long[MASK + 1];

  private final ChangeLog log;

  Unended(ChangeLog log) {
    this.log = log;
  }

  @Override
  public void giveBackLeft() {
    for (int i = 0; i < positions.length; i++) {
      long position = positions[i];
      if (position != 0) {
        log.close(position, false);
        positions[i] = positions[i] == position ? 0 : positions[i];
      }
    }
  }
}
