package io.vitrine.store;

/**
 * What every open of a store passes, one at a time among all processes: whoever has it finds out
 * whether power was lost, and mends before anybody else comes in. Left by closing it, or by death.
 */
interface Gate extends AutoCloseable {
  /** Whether nobody has the store open at this moment, this process included. */
  boolean isAlone();

  @Override
  void close();
}
