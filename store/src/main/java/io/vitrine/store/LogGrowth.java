package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Makes the next file of the log, or room for it. Safe for any number of threads and JVMs. */
final class LogGrowth {
  private final ChangeLog log;
  private final StoreFiles files;
  private final MemorySegment control;
  private final DurableWords durable;

  /** Thread whose record lets go of more than it takes, so that it need not leave any room. */
  volatile @Nullable Thread freeing;

  LogGrowth(ChangeLog log, MemorySegment control, DurableWords durable) {
    this.log = log;
    this.files = log.files;
    this.control = control;
    this.durable = durable;
  }

  static long usualBytes(LogFile last) {
    return Math.min(ChangeLog.FILE_BYTES_MAX, 2 * (last.end - last.start));
  }

  /**
   * Creates the file behind another. Where the disk has no room for it, what is retained without
   * need goes, from the oldest file on.
   *
   * @param bytes size of the record that waits for it, 0 where none does yet
   * @return whether it was not there yet
   */
  boolean createNext(LogFile last, long bytes) {
    long least =
        Math.max(ChangeLog.FILE_BYTES_MIN, (LogLayout.FIRST_RECORD + bytes + 4095) & ~4095L);
    try {
      try {
        return createFile(last.end, Math.max(usualBytes(last), least));
      } catch (StoreFullException e) {
        log.giveBack(); // what a checkpoint let go of is not waited for until there is a next file
        return createLeast(last.end, least, bytes > 0);
      }
    } catch (StoreFullException e) {
      throw log.room.full(e);
    } catch (IOException e) {
      throw new StoreException("cannot extend the change log: " + Io.why(e), e);
    }
  }

  private boolean createLeast(long start, long bytes, boolean isNeeded) throws IOException {
    while (true) {
      try {
        return createFile(start, bytes);
      } catch (StoreFullException e) {
        if (!isNeeded || isInVain(start, bytes) || !log.giveUpOldest()) {
          throw e;
        }
      }
    }
  }

  /** Whether there would be no room for a file even without all that is retained without need. */
  private boolean isInVain(long start, long bytes) throws IOException {
    long lacking = bytes - log.retention.mayGiveUp(); // below 0 where that makes room for more
    if (lacking > durable.usableBytes()) {
      return true;
    }
    try {
      if (!Thread.currentThread().equals(freeing)) {
        log.room.check(files.describe(LogFile.nameOf(start)), start, lacking);
      }
      return false;
    } catch (StoreFullException e) {
      return true;
    }
  }

  /**
   * Has a file mapped that writers will come to. Not where it is forced: what is mapped so counts
   * as changed, and the disk would write all of the file once more.
   */
  void bringNear(LogFile next) {
    if (!durable.isForced()) {
      next.bringNear();
    }
  }

  /** Creates a file of the log, unless it is there; whether it was not. */
  boolean createFile(long start, long bytes) throws IOException {
    boolean takenOver = log.filesLock.lock();
    try {
      Step.LOG_LOCKED.reached();
      if (takenOver) {
        files.deleteUnfinished(LogFile.FOLDER);
      }
      long newest = log.guard.word(ControlLayout.LOG_LAST);
      boolean isNext = start > newest || (start == 0 && newest == 0);
      boolean isMaker = isNext && !files.exists(LogFile.nameOf(start)); // else retained no longer
      if (isMaker) {
        if (!Thread.currentThread().equals(freeing)) {
          log.room.check(files.describe(LogFile.nameOf(start)), start, bytes);
        }
        LogFile.createNext(files, start, bytes, log.epoch, durable.isForced());
        Step.LOG_FILE_NAMED.reached();
      }
      if (start > newest) {
        Memory.setRelease(control, ControlLayout.LOG_LAST, CheckedWord.of(start));
        log.retention.retain(start + bytes);
      }
      return isMaker;
    } finally {
      try {
        log.filesLock.unlock();
      } catch (Throwable _) {
        log.filesLock.isLeft = true;
      }
    }
  }
}
