package io.vitrine.evaluation;

import io.vitrine.hashing.AbstractHashStrategy;

/**
 * No hash but the first byte: what it takes is what measuring takes by itself, to find the next key
 * and to read of it. Immutable, for any thread.
 */
final class NoHash extends AbstractHashStrategy {
  static final String NAME = "nothing";

  private static final int ID = 2_000_101;

  NoHash() {
    super(NAME, ID, 0);
  }

  @Override
  public long hash(byte[] bytes, int offset, int length) {
    return length == 0 ? 0 : bytes[offset];
  }
}
