package io.vitrine.remote.wire;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Has an event loop look for what comes for some more time before it sleeps, as long as its sleeps
 * were short: to be woken takes longer than most requests do, and with many on their way both ends
 * would wake each other all the time. A loop that is asked now and then sleeps at once. For one
 * event loop, on its thread.
 */
final class BriefSpin implements SelectStrategy {
  /** Some more than the other end takes for 64 lookups, with which it comes back at once. */
  static final long SPIN_NANOS = 200_000;

  private final LongSupplier clock;
  private final SpinPlaces places;

  /** Whether to look for a while before it sleeps: the last sleep was short. */
  private boolean isBrief;

  private boolean isAsleep;
  private boolean isIdle;
  private long idleSince;
  private int place;

  /**
   * Creates one that sleeps at once.
   *
   * @param clock tells nanoseconds
   * @param places for those that look at the same time
   */
  BriefSpin(LongSupplier clock, SpinPlaces places) {
    this.clock = clock;
    this.places = places;
  }

  @Override
  public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
    if (isAsleep) {
      isAsleep = false;
      isBrief = clock.getAsLong() - idleSince < SPIN_NANOS;
    }
    if (hasTasks) {
      endIdle();
      return selectNow.get();
    }
    return isBrief ? look(selectNow) : sleep(clock.getAsLong());
  }

  @SuppressWarnings("ThreadPriorityCheck") // Whoever spins has to.
  private int look(IntSupplier selectNow) throws Exception {
    int ready = selectNow.get();
    if (ready != 0) {
      endIdle();
      return ready;
    }
    long now = clock.getAsLong();
    if (!isIdle) {
      isIdle = true;
      idleSince = now;
      place = places.take(now, now + SPIN_NANOS);
    }
    if (place < 0 || now - idleSince >= SPIN_NANOS) {
      return sleep(idleSince);
    }
    Thread.yield();
    return 0;
  }

  private void endIdle() {
    if (isIdle) {
      isIdle = false;
      places.giveBack(place, idleSince + SPIN_NANOS);
    }
  }

  private int sleep(long since) {
    endIdle();
    isAsleep = true;
    idleSince = since;
    return SELECT;
  }
}
