package io.vitrine.store;

import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * How long who forces the log waits for others to join: until as many are there as came together
 * last, and not long. Whoever is woken first would else begin the next force for himself alone, and
 * all others would wait for two. For one thread at a time; what another does meanwhile may be lost,
 * since any count will do.
 */
final class Gathering {
  /** Less than most disks take for a force. */
  static final long NANOS = 60_000;

  /** After how long a yield there are more threads than processors, so that the next one waits. */
  private static final long LONG_NANOS = 10 * NANOS;

  /** How many forces nobody waits for others with then. */
  private static final int RESTS = 256;

  private final LongSupplier nanoTime;
  private int together = 1;
  private int rests;

  Gathering(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Waits for others.
   *
   * @param waiting how many are there
   * @param inVain whether there is nothing left to be forced
   */
  @SuppressWarnings("ThreadPriorityCheck") // those who are waited for may have no processor
  void await(IntSupplier waiting, BooleanSupplier inVain) {
    int others = together - 1;
    if (others <= 0 || waiting.getAsInt() >= others) {
      return;
    }
    if (rests > 0) {
      rests--;
      return;
    }
    long start = nanoTime.getAsLong();
    long passed = 0;
    while (passed < NANOS && waiting.getAsInt() < others && !inVain.getAsBoolean()) {
      Thread.yield();
      passed = nanoTime.getAsLong() - start;
    }
    if (passed >= NANOS) {
      together = 1 + waiting.getAsInt(); // who stays away is not waited for again
      rests = passed >= LONG_NANOS ? RESTS : 0;
    }
  }

  /** Notes how many changes came to the disk together. */
  void came(int count) {
    together = count;
  }
}
