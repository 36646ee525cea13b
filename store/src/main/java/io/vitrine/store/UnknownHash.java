package io.vitrine.store;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.lang.foreign.MemorySegment;

/**
 * Stands for the hash strategy of a map that this process does not know: everything that needs no
 * hash of a key can be done with the map, and whatever asks for one is refused. Immutable; any
 * thread.
 *
 * @param name of the strategy, as the file says
 * @param id its number there
 * @param seed its seed there
 * @param selfTest its self-test there
 * @param why what is told to who needs it, with the file's name
 */
record UnknownHash(String name, int id, long seed, long selfTest, String why)
    implements HashStrategy {
  StoreException refused() {
    return new StoreException(why);
  }

  /** Whether the strategy was registered since. */
  boolean isKnownNow() {
    try {
      return HashStrategies.selfTest(HashStrategies.of(name, seed)) == selfTest;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public long hash(long value) {
    throw refused();
  }

  @Override
  public long hash(int value) {
    throw refused();
  }

  @Override
  public long hash(byte[] bytes, int offset, int length) {
    throw refused();
  }

  @Override
  public long hash(CharSequence text) {
    throw refused();
  }

  @Override
  public long hash(MemorySegment segment, long offset, long length) {
    throw refused();
  }

  @Override
  public String toString() {
    return name;
  }
}
