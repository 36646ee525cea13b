package io.vitrine.store;

import java.security.SecureRandom;
import java.util.function.LongSupplier;

/**
 * What a store takes from outside: a seam for tests that simulate a disk, jump the clock or repeat
 * a run by its seed. Safe for any number of threads.
 *
 * @param files the file system
 * @param clock stamps changes
 * @param random draws the identity of a new store
 */
record Surroundings(StoreFiles files, StoreClock clock, LongSupplier random) {
  /** The clock and the randomness of the system. */
  static Surroundings system(StoreFiles files) {
    return new Surroundings(files, StoreClock.system(), Surroundings::draw);
  }

  /** Only a new store draws, so that no other has to load what draws. */
  private static long draw() {
    return new SecureRandom().nextLong();
  }
}
