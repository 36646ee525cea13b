package io.vitrine.store;

import java.io.IOException;
import java.util.function.Supplier;

/**
 * The room on the disk that the next checkpoint needs. The log behind the last one is let go of by
 * the next one only; so it must not take that room, or no checkpoint can ever be made. Safe for any
 * number of threads.
 *
 * <p>What another process has written of a checkpoint is not known here: then it is kept room for
 * only until it has begun.
 */
final class CheckpointRoom {
  /** Less log than this is not worth a checkpoint. */
  private static final long LOG_MIN = 4 << 20;

  /** So much more log there may be at least while a checkpoint is being made. */
  private static final long SLACK = 32 << 20;

  /** A checkpoint may become so much larger than was expected. */
  static final long SPARE = 1 << 20;

  private static final long NOTHING_MADE = -1;

  private final DurableWords words;
  private volatile long expected = NOTHING_MADE;
  private volatile long written;
  private Supplier<String> whenFull = () -> "";

  CheckpointRoom(DurableWords words) {
    this.words = words;
  }

  /** Sets who is asked for a checkpoint when there is no room, and tells what comes of it. */
  void whenFull(Supplier<String> ask) {
    whenFull = ask;
  }

  /** A checkpoint of so many bytes is begun by this open. */
  void begin(long bytes) {
    written = 0;
    expected = bytes;
  }

  void written(long bytes) {
    written = bytes;
  }

  /** The checkpoint is made, or given up. */
  void end() {
    expected = NOTHING_MADE;
  }

  /** Whether there is so little room that a checkpoint had better be made now. */
  boolean isShort(long position) {
    long bytes = words.checkpointBytes();
    if (!isWorth(position)) {
      return false;
    }
    long usable = words.usableBytes();
    return usable >= bytes && usable < 2 * bytes + SLACK;
  }

  private boolean isWorth(long position) {
    return position - words.checkpoint() >= Math.max(LOG_MIN, words.checkpointBytes() / 4);
  }

  /**
   * Refuses a log file that would take what a checkpoint needs.
   *
   * @throws StoreFullException if it would
   */
  void check(String file, long position, long bytes) {
    if (!words.isDurable()) {
      return;
    }
    long making = expected;
    long usable = words.usableBytes();
    long needed = SPARE + (making == NOTHING_MADE ? words.checkpointBytes() : making - written);
    if (making == NOTHING_MADE && usable < needed && !isWorth(position)) {
      return; // none can be made now: let there be some log at least
    }
    if (usable - bytes < needed) {
      String found =
          "the disk has " + usable + " bytes left, of which " + needed + " are for a checkpoint";
      throw new StoreFullException(
          file + ": cannot create with " + bytes + " bytes: " + found, new IOException(found));
    }
  }

  /** Has a checkpoint made that may make room, and tells of that. */
  StoreFullException full(StoreFullException e) {
    String what = whenFull.get();
    return what.isEmpty() ? e : new StoreFullException(e.getMessage() + what, e);
  }
}
