package io.vitrine.store;

import org.jspecify.annotations.Nullable;

/**
 * Reads the change log at a place of its own. For one thread at a time.
 *
 * <p>Invariant: {@code position} is a record boundary, and every record before it has been handed
 * on or was to be passed over. Changes up to {@code readUpTo} were read by somebody before.
 */
final class LogTailer implements Tailer {
  /* Who polls all the time takes a line of the cache away from who writes to it. A record's line is
   * written twice, when it is reserved and when it is whole, and in between its writer would wait
   * for it. So at the end of the log not the place of the next record is looked at, but the word
   * that says how far the log goes. */

  /** How long a reserved record is waited for before its writer is asked after. */
  private static final long PATIENCE_NANOS = 5_000_000;

  /**
   * So many times in a row it is enough that the log's end has not moved. It moves when a record is
   * reserved, and has no value twice; but who has no stack left may not be able to move it.
   */
  private static final int LOOKS_MAX = 64;

  private final ChangeLog log;
  private final ChangeView view = new ChangeView();
  private final long readUpTo;
  private long position;
  private @Nullable LogFile file;
  private long stuckAt = -1;
  private long tailSeen;
  private long lastSeen;
  private int looks = LOOKS_MAX;
  private long stuckSince;

  /** Begins behind a boundary that the caller has checked. */
  LogTailer(ChangeLog log, long position) {
    this(log, position, position);
  }

  /** Begins with a record of which the changes up to a place have been read. */
  LogTailer(ChangeLog log, long position, long readUpTo) {
    this.log = log;
    this.position = position;
    this.readUpTo = readUpTo;
  }

  @Override
  public long revision() {
    return Math.max(position, readUpTo);
  }

  @Override
  public Tailer copy() {
    var copy = new LogTailer(log, position, readUpTo);
    copy.file = file;
    return copy;
  }

  @Override
  public int poll(ChangeHandler handler, int limit) {
    log.checkOpen();
    try {
      checkRetained();
      return isQuiet() ? 0 : read(handler, limit);
    } catch (IllegalStateException e) {
      log.checkOpen();
      checkRetained(); // the file may have been let go meanwhile
      throw e;
    } catch (InternalError e) {
      throw CutOff.unlessOfUser(log.files, e); // the handler may have met a page of its own
    }
  }

  private int read(ChangeHandler handler, int limit) {
    int count = 0;
    while (count < limit) {
      LogFile at = current();
      if (at == null) {
        return count;
      }
      long begin = at.skipFileHeader(position);
      long header = Memory.getAcquire(at.memory, at.offset(begin));
      switch (log.guard.stateAt(at, begin, header)) {
        case RecordHeader.COMMITTED -> {
          long end = begin + at.checkedBytes(begin, header);
          view.read(at, begin, end);
          boolean more = true;
          while (view.next()) { // a group is handed on whole
            if (view.place() > readUpTo) {
              more &= handler.onChange(view);
              count++;
            }
          }
          position = end;
          if (!more) {
            return count;
          }
        }
        case RecordHeader.PASSED_OVER -> position = begin + at.checkedBytes(begin, header);
        case RecordHeader.RESERVED -> {
          if (!waitedLong(begin)) {
            return count;
          }
          log.closeIfDead(at, begin, header);
          if (Memory.getAcquire(at.memory, at.offset(begin)) == header) {
            return count;
          }
        }
        default -> {
          noteEnd(at, begin);
          return count;
        }
      }
    }
    return count;
  }

  /** Notes what moves before there is a record at a place where there is none. */
  private void noteEnd(LogFile at, long begin) {
    tailSeen = log.guard.raw(ControlLayout.LOG_TAIL);
    lastSeen = log.guard.raw(ControlLayout.LOG_LAST);
    boolean isEnd = Memory.getAcquire(at.memory, at.offset(begin)) == 0; // now that both are known
    looks = isEnd ? 0 : LOOKS_MAX;
  }

  /** Whether nothing was appended since the end was seen. */
  private boolean isQuiet() {
    if (looks == LOOKS_MAX) {
      return false;
    }
    looks++;
    return log.guard.raw(ControlLayout.LOG_TAIL) == tailSeen
        && log.guard.raw(ControlLayout.LOG_LAST) == lastSeen;
  }

  private boolean waitedLong(long begin) {
    long now = System.nanoTime();
    if (stuckAt != begin) {
      stuckAt = begin;
      stuckSince = now;
      return false;
    }
    if (now - stuckSince < PATIENCE_NANOS) {
      return false;
    }
    stuckSince = now;
    return true;
  }

  private @Nullable LogFile current() {
    LogFile at = file;
    if (at != null && at.contains(position)) {
      return at;
    }
    checkRetained();
    at = log.fileOrNull(position);
    log.checkThere(at, position);
    if (at != null) {
      file = at;
    }
    return at;
  }

  private void checkRetained() {
    LogPlaces.checkRetained(log, position);
  }
}
