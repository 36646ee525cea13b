package io.vitrine.store;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Where threads of one open store may have left locks and records that they could not give back,
 * for want of stack or heap. Safe for any number of threads.
 */
final class Leftovers {
  /** A place to look at. */
  interface Place {
    /**
     * Gives back what was left here, if anything was; throws where that is to be tried again.
     * Called by one thread at a time.
     */
    void giveBackLeft();

    /** Waits for threads of this process to give back what they have here, by a time. */
    default void awaitThreads(long deadlineNanos) {
      // nobody has anything here
    }
  }

  private final List<Place> places = new CopyOnWriteArrayList<>();

  void add(Place place) {
    places.add(place);
  }

  void remove(Place place) {
    places.remove(place);
  }

  /** Waits for threads of this process that are at something, by a time of System.nanoTime. */
  void awaitThreads(long deadlineNanos) {
    for (Place place : places) {
      try {
        place.awaitThreads(deadlineNanos);
      } catch (IllegalStateException | InternalError _) {
        // it is closed, or cut off: there is nothing to wait for
      }
    }
  }

  /** Gives back what was left; what cannot be given back yet stays for the next time. */
  void giveBack() {
    for (Place place : places) {
      try {
        place.giveBackLeft();
      } catch (Throwable _) {
        // no heap, say: it is tried again soon
      }
    }
  }

  /** Keeps a failure with the one that it followed, if it can be kept. */
  static void suppress(Throwable failure, Throwable next) {
    try {
      failure.addSuppressed(next);
    } catch (Throwable _) {
      // there is no heap, or the JVM has thrown its one OutOfMemoryError twice
    }
  }
}
