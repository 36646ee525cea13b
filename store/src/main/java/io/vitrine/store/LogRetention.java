package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;

/** Lets go of what the log need not retain any more. Safe for any number of threads and JVMs. */
final class LogRetention {
  private static final long AGE_DAYS_MAX = 36_500;
  private static final long AGE_LOOK_NANOS = 1_000_000_000;

  private final ChangeLog log;
  private final StoreFiles files;
  private final MemorySegment control;
  private final DurableWords durable;
  private final long retainBytes;
  private final long retainAgeNanos;
  private volatile long agedAt;

  LogRetention(ChangeLog log, MemorySegment control, StoreOptions options, DurableWords durable) {
    this.log = log;
    this.files = log.files;
    this.control = control;
    this.durable = durable;
    this.retainBytes = options.retainBytes();
    Duration age = options.retainAge();
    this.retainAgeNanos =
        age == null || age.toDays() > AGE_DAYS_MAX ? Long.MAX_VALUE : age.toNanos();
  }

  /** Deletes the oldest files beyond what is to be retained; under the lock of the log's files. */
  void retain(long end) throws IOException {
    List<Long> starts = LogFile.starts(files);
    int going = 0;
    for (int next = 1; next + 1 < starts.size(); next++) {
      if (mayGo(starts.get(next), end)) {
        going = next;
      } else if (isToStay(starts.get(next))) {
        break;
      }
    }
    if (going == 0) {
      return;
    }
    delete(starts, going);
  }

  /** Deletes so many files of those that nobody needs; how many. */
  private int delete(List<Long> starts, int going) throws IOException {
    long settled = settledAtLeast(starts.get(going)); // none goes that somebody still writes to
    long needed = Math.min(durable.logNeededFrom(log.first()), log.pins.neededFrom());
    int gone = 0;
    while (gone < going && starts.get(gone + 1) <= Math.min(settled, needed)) {
      long first = Math.max(starts.get(gone + 1), log.first());
      Memory.setRelease(control, ControlLayout.LOG_FIRST, CheckedWord.of(first));
      files.delete(LogFile.nameOf(starts.get(gone)));
      gone++;
    }
    return gone;
  }

  /**
   * Deletes the oldest file but the newest one, whatever is to be retained, unless a checkpoint or
   * a copy needs it.
   *
   * @return whether there was one
   */
  boolean giveUpOldest() {
    boolean _ = log.filesLock.lock(); // what a dead owner left is deleted in any case
    try {
      files.deleteUnfinished(LogFile.FOLDER);
      List<Long> starts = LogFile.starts(files);
      return starts.size() > 1 && delete(starts, 1) > 0;
    } catch (IOException e) {
      throw new StoreException("cannot shorten the change log: " + e.getMessage(), e);
    } finally {
      try {
        log.filesLock.unlock();
      } catch (Throwable _) {
        log.filesLock.isLeft = true;
      }
    }
  }

  /** How many bytes {@link #giveUpOldest} can make room for, called again and again. */
  long mayGiveUp() throws IOException {
    List<Long> starts = LogFile.starts(files);
    if (starts.size() < 2) {
      return 0;
    }
    long settled = settledAtLeast(starts.getLast());
    long needed = Math.min(durable.logNeededFrom(log.first()), log.pins.neededFrom());
    long end = starts.getFirst();
    for (long start : starts) {
      end = start <= Math.min(settled, needed) ? Math.max(end, start) : end;
    }
    return end - starts.getFirst();
  }

  /** Up to where all is settled; looks no further where that is known to be far enough. */
  private long settledAtLeast(long position) {
    long hint = log.hint(ControlLayout.LOG_SETTLED);
    return hint >= position ? hint : log.settle();
  }

  /** Whether everything before the file that begins at a position is beyond what is retained. */
  private boolean mayGo(long start, long end) {
    if (end - start >= retainBytes) {
      return true;
    }
    long time = timeOf(start);
    return time != 0 && log.clock.epochNanos() - time > retainAgeNanos;
  }

  /**
   * Whether a file that may not go tells that nothing behind it may. One that begins at a time to
   * come, or that has no time, as all of it is passed over, does not: a later one tells its age.
   */
  private boolean isToStay(long start) {
    long time = timeOf(start);
    boolean isTold = time != 0 && time <= log.clock.epochNanos();
    return isTold || retainAgeNanos == Long.MAX_VALUE;
  }

  /** When the file that begins at a position does, 0 where nobody asks or knows. */
  private long timeOf(long start) {
    LogFile file = retainAgeNanos == Long.MAX_VALUE ? null : log.fileOrNull(start);
    return file == null || file.start != start ? 0 : file.firstTime();
  }

  /** Deletes what has become too old, where there is a limit of age and enough time has passed. */
  void byAge() {
    long now = log.clock.epochNanos();
    if (retainAgeNanos != Long.MAX_VALUE
        && (now < agedAt || now - agedAt >= Math.min(AGE_LOOK_NANOS, retainAgeNanos))
        && shorten()) {
      agedAt = now;
    }
  }

  /** Deletes what need not be retained any more; whether nobody else was at the files. */
  boolean shorten() {
    if (!log.filesLock.lockIfFree()) {
      return false;
    }
    try {
      files.deleteUnfinished(LogFile.FOLDER); // if its owner was dead
      retain(log.guard.word(ControlLayout.LOG_LAST));
      return true;
    } catch (IOException e) {
      throw new StoreException("cannot shorten the change log: " + e.getMessage(), e);
    } finally {
      try {
        log.filesLock.unlock();
      } catch (Throwable _) {
        log.filesLock.isLeft = true;
      }
    }
  }
}
