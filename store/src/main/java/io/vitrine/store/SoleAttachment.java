package io.vitrine.store;

/**
 * The only process that can have something open: a store in memory, or a file that has no name yet.
 * Safe for any number of threads.
 */
record SoleAttachment(long incarnation) implements Attachment {
  @Override
  public int slot() {
    return 0;
  }

  @Override
  public boolean foundDead() {
    return false;
  }

  @Override
  public boolean isAlive(int slot, long otherIncarnation) {
    return ((otherIncarnation ^ incarnation) & OwnerWord.INCARNATION_MASK) == 0;
  }

  @Override
  public int[] dead() {
    return new int[0];
  }

  @Override
  public boolean bury(int slot, long otherIncarnation) {
    return false;
  }

  @Override
  public void close() {
    // nobody else knows
  }
}
