package io.vitrine.bench.fork;

import io.vitrine.bench.peer.KeyKind;
import java.util.SplittableRandom;

/** Draws entries in an order that every JVM has to itself. For one thread. */
final class Draw {
  private static final long STEP = 0x9E37_79B9_7F4A_7C15L;

  private final long entries;
  private long state = new SplittableRandom().nextLong();

  Draw(long entries) {
    this.entries = entries;
  }

  long next() {
    state += STEP;
    return Math.unsignedMultiplyHigh(KeyKind.number(state), entries);
  }
}
