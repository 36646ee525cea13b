package io.vitrine.store;

/**
 * What every open of a store passes, one at a time among all processes: whoever has it finds out
 * whether power was lost, and mends before anybody else comes in. Left by closing it, or by death.
 */
interface Gate extends AutoCloseable {
  /** That of a store which one process makes, uses and loses. */
  Gate OPEN =
      new Gate() {
        @Override
        public boolean isAlone() {
          return false; // what is there is of this process
        }

        @Override
        public void close() {
          // nobody waits
        }
      };

  /** Whether nobody has the store open at this moment, this process included. */
  boolean isAlone();

  /** Lets the folder be known by the gate alone, for the control file is to be replaced. */
  default void hold() {
    // what is in memory is nobody else's
  }

  @Override
  void close();
}
