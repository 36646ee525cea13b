package io.vitrine.bench.hash;

/** Hashes one of the keys. A JVM loads one implementation only, so that the call costs nothing. */
interface HashCall {
  /** The hash of a key, 0 to {@link HashKeys#COUNT} - 1. */
  long hash(int key);
}
