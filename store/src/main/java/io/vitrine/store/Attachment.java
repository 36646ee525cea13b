package io.vitrine.store;

/**
 * This process among those that have a store open: what its locks are marked with, and whether
 * others live. Safe for any number of threads.
 */
interface Attachment extends AutoCloseable {
  /** Number of this process in the process table. */
  int slot();

  /** How often that number was taken, this time included; 20 bits of it count. */
  long incarnation();

  /** Whether the number was left behind by a process that did not detach. */
  boolean foundDead();

  /**
   * Asks whether a process lives. A process that is paused lives.
   *
   * @param slot its number
   * @param incarnation 20 bits of its incarnation
   */
  boolean isAlive(int slot, long incarnation);

  /** Numbers of all processes that died without leaving. */
  int[] dead();

  /**
   * Marks the entry of a dead process as left, after all that it held was taken over.
   *
   * @return whether it was dead
   */
  boolean bury(int slot, long incarnation);

  /**
   * Says what to do if it turns out that somebody else has taken the number, for this process
   * seemed dead; done at most once, by a thread of this process.
   */
  default void whenLost(Runnable action) {
    // there is nobody else
  }

  /** Leaves; the caller has marked the entry as left if nothing is held. */
  @Override
  void close();
}
