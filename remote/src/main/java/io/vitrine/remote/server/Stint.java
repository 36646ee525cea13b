package io.vitrine.remote.server;

import io.vitrine.store.Turn;

/**
 * Looks how long calls of a filter, function or order take that somebody sent, and lets others run
 * where that is long. For one thread at a time, whichever.
 *
 * <p>Who walks through a collection takes turns, too, but cannot tell one long call from a pause.
 */
final class Stint {
  /** One of so many short calls is looked at. */
  private static final int CALLS = 32;

  /** From which time on a call is a long one. */
  private static final long LONG_NANOS = 60_000;

  /** After how many of its parts a call is looked at. */
  private static final int PARTS = 1_024;

  private int interval = 1;
  private int calls;
  private int parts;
  private boolean looking;
  private long began;

  /** A call begins. */
  void begin() {
    parts = 0;
    looking = ++calls >= interval;
    if (looking) {
      began = System.nanoTime();
    }
  }

  /** A part of a call begins, where it consists of many. */
  void part() {
    if (++parts >= PARTS) {
      parts = 0;
      if (looking) {
        Turn.current().worked(System.nanoTime() - began);
      }
      looking = true;
      began = System.nanoTime();
    }
  }

  /** The call has ended; one that throws need not say so. */
  void end() {
    if (looking) {
      long nanos = System.nanoTime() - began;
      boolean isLong = nanos > LONG_NANOS;
      // One that was interrupted does not stand for all the short ones.
      Turn.current().worked(isLong ? nanos : nanos * calls);
      interval = isLong ? 1 : CALLS;
      calls = 0;
    }
  }
}
