package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.time.Duration;

/**
 * When entries become void. Safe for any number of threads.
 *
 * <p>A void entry stays where it is until a writer replaces it or a sweep removes it; to everybody
 * who looks for it, it is absent. Only the clock of who looks counts.
 */
final class Expiry {
  private static final long MILLI_NANOS = 1_000_000;

  private final StoreClock clock;

  Expiry(StoreClock clock) {
    this.clock = clock;
  }

  /** Milliseconds since 1970. */
  long now() {
    return Math.floorDiv(clock.epochNanos(), MILLI_NANOS);
  }

  /** When an entry becomes void that is set now; a part of a millisecond counts as a whole one. */
  long after(Duration timeToLive) {
    if (!timeToLive.isPositive()) {
      throw new IllegalArgumentException(
          "time to live is " + timeToLive + ", expected more than 0");
    }
    long now = now();
    Duration most = Duration.ofMillis(Long.MAX_VALUE - now);
    return timeToLive.compareTo(most) >= 0
        ? Long.MAX_VALUE
        : now + timeToLive.plusNanos(MILLI_NANOS - 1).toMillis();
  }

  /** When an entry becomes void, 0 for never. */
  static long millis(MemorySegment memory, long block) {
    long lengths = BlockLayout.lengths(memory, block);
    return BlockLayout.expires(lengths)
        ? Memory.get(memory, block + BlockLayout.expiryOffset(lengths))
        : 0;
  }

  /** Whether the entry in a block or its image is void by now. */
  boolean isVoid(MemorySegment memory, long block) {
    long millis = millis(memory, block);
    return millis != 0 && millis <= now();
  }
}
