package io.vitrine.store;

/** The only process, which lives. Stateless; any thread. */
final class Alive implements Attachment {
  static final Alive INSTANCE = new Alive();

  private Alive() {}

  @Override
  public int slot() {
    return 0;
  }

  @Override
  public long incarnation() {
    return 1;
  }

  @Override
  public boolean foundDead() {
    return false;
  }

  @Override
  public boolean isAlive(int slot, long incarnation) {
    return true;
  }

  @Override
  public int[] dead() {
    return new int[0];
  }

  @Override
  public boolean bury(int slot, long incarnation) {
    return false;
  }

  @Override
  public void close() {
    // nobody else knows
  }
}
