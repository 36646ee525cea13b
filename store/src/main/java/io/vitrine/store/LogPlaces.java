package io.vitrine.store;

/** Finds places that users name in the change log. Stateless; any thread. */
final class LogPlaces {
  private LogPlaces() {}

  /**
   * Refuses a place that is no longer in the log.
   *
   * @throws RetentionException if what follows it is gone
   */
  static void checkRetained(ChangeLog log, long place) {
    if (place < log.first()) {
      throw new RetentionException(
          "changes after revision "
              + place
              + " are no longer in the log, which begins behind "
              + log.first()
              + "; begin with the present state");
    }
  }

  /**
   * Waits until every record before a place has ended, but not for living writers that are amid a
   * change for longer than a moment; records of dead ones are ended.
   */
  static void settleSoon(ChangeLog log, long place) {
    var backoff = new Backoff();
    try {
      while (log.settle() < place) {
        if (backoff.pause()) {
          log.endDead();
          return;
        }
      }
    } finally {
      backoff.restoreInterrupt();
    }
  }

  /**
   * A place before which every change is made and told, and that a change which returned before
   * this call lies before; but where a living writer is amid a change for longer than a moment, or
   * the thread is one that never waits.
   */
  static long present(ChangeLog log) {
    if (!Waiting.isForbidden()) {
      settleSoon(log, log.end());
    }
    return log.settle();
  }

  /**
   * A boundary to walk to the end from where no hint tells one: where the newest file begins that
   * has a record. Those behind it were made ahead of need; to append there would be to leave a
   * hole.
   */
  static long lastWritten(ChangeLog log) {
    while (true) {
      long first = log.first();
      try {
        return lastWritten(log, first);
      } catch (IllegalStateException e) {
        log.checkOpen();
        if (log.first() <= first) {
          throw e;
        } // else the file that was looked at is retained no longer, and so was unmapped
      }
    }
  }

  private static long lastWritten(ChangeLog log, long first) {
    long start = log.last();
    while (start > first) {
      LogFile file = log.fileOrNull(start);
      if (file != null && Memory.getAcquire(file.memory, LogLayout.FIRST_RECORD) != 0) {
        return start;
      }
      LogFile before = log.fileOrNull(start - 1);
      if (before == null) {
        break;
      }
      start = before.start;
    }
    return Math.max(start, first);
  }

  /**
   * The record to begin with for what follows a revision or a place within an atomic group.
   *
   * @return the place itself if no record goes across it
   * @throws RetentionException if what follows it is no longer in the log
   * @throws IllegalArgumentException if no change ends there
   */
  static long recordAt(ChangeLog log, long place) {
    checkRetained(log, place);
    try {
      return find(log, place);
    } catch (IllegalStateException e) {
      log.checkOpen();
      checkRetained(log, place); // the file may have been let go meanwhile
      throw e;
    }
  }

  private static long find(ChangeLog log, long place) {
    LogFile file = log.fileOrNull(place);
    log.checkThere(file, place);
    long position = file != null ? file.start : log.end();
    while (file != null && position < place) {
      long at = file.skipFileHeader(position);
      long header = Memory.getAcquire(file.memory, file.offset(at));
      if (log.guard.stateAt(file, at, header) == 0) {
        break;
      }
      long next = at + file.checkedBytes(at, header);
      if (next > place && ChangeView.hasPlace(file, at, header, place)) {
        return position;
      }
      position = next;
    }
    if (position != place) {
      checkRetained(log, place);
      throw new IllegalArgumentException(
          "revision "
              + place
              + " is none of this store, whose latest is "
              + log.settle()
              + "; use one that an event or a description told");
    }
    return place;
  }
}
