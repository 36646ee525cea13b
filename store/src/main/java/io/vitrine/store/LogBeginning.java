package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lets the log tell of every change, as soon as somebody wants it to: before that, a change is made
 * without a record. Safe for any number of threads and JVMs.
 */
final class LogBeginning {
  /* A revision is a place in the log, and those of the changes so far were counted without it. So
   * the log has to go on at a place behind all of them: in a file of its own, with nothing between
   * it and the one before. While the locks of catalogue and log are held, so that nobody appends:
   *
   *   1. the file for the new place is created;
   *   2. the base word is set to that place: from here on the log begins there;
   *   3. the words that tell where the log begins and ends follow, older files go;
   *   4. "pending" is set, and the counter ended if it is still below the place; else from (1).
   *
   * From (4) on each change takes a record. Whoever took a revision before may not have made his
   * change yet; he holds the lock of its segment, so each lock is waited for once. Then "pending"
   * is taken back, and whoever was to begin may read.
   *
   * A process that dies before (2) leaves a file that the next one deletes; between (2) and (3),
   * words that whoever gets the catalogue's lock next, or opens the store, sets: nobody else
   * appends meanwhile; after (4), "pending", by which the next one knows that the locks are to be
   * waited for. */

  /** How far the new place is from the last revision: as far as others may count meanwhile. */
  private static final long AHEAD_BYTES = 64 << 20;

  private final StoreFiles files;
  private final MemorySegment control;
  private final ChangeLog log;
  private final UnloggedRevisions unlogged;
  private @Nullable Catalogue catalogue;

  LogBeginning(ChangeLog log, StoreFiles files, MemorySegment control) {
    this.log = log;
    this.files = files;
    this.control = control;
    this.unlogged = log.unlogged;
  }

  /** Sets who knows all maps; before the first one is opened. */
  void atRestBy(Catalogue all) {
    catalogue = all;
  }

  /** Whether the log tells of every change, and each that it does not tell of is made. */
  boolean isDone() {
    return unlogged.areOver() && log.guard.word(ControlLayout.LOG_PENDING) == 0;
  }

  /**
   * Lets the log tell of every change from now on, if it does not yet; see {@link ChangeLog#begin}.
   * Waits for the changes under way; not to be called with the lock of a segment, of the catalogue
   * or of the log's files.
   */
  void ensure() {
    if (isDone()) {
      return;
    }
    unlogged.checkSound();
    if (log.isReadOnly()) {
      throw ReadOnlyFiles.refused(
          "the change log has not begun yet, since nobody has read it so far, and cannot begin");
    }
    if (unlogged.endUnused()) {
      return;
    }
    Waiting.check();
    Catalogue all = Objects.requireNonNull(catalogue, "catalogue");
    if (!unlogged.areOver()) {
      all.exclusively(() -> {
        begin();
        return true;
      });
    }
    all.quiesce();
    Memory.setRelease(control, ControlLayout.LOG_PENDING, 0);
  }

  private void begin() {
    locked(() -> {
      do {
        if (unlogged.areOver()) {
          return; // somebody else was faster
        }
        moveOn();
        Memory.setRelease(control, ControlLayout.LOG_PENDING, CheckedWord.of(1));
        Step.LOG_PENDING.reached();
      } while (!unlogged.endBelow(base()));
      Step.LOG_BEGUN.reached();
    });
  }

  private interface Work {
    void run() throws IOException;
  }

  /** Does something while nobody creates or deletes files of the log. */
  private void locked(Work work) {
    boolean _ = log.filesLock.lock(); // what a dead owner left is deleted in any case
    try {
      files.deleteUnfinished(LogFile.FOLDER);
      work.run();
    } catch (IOException e) {
      throw new StoreException(
          files.describe(LogFile.FOLDER) + ": cannot begin the change log: " + e.getMessage(), e);
    } finally {
      try {
        log.filesLock.unlock();
      } catch (Throwable _) {
        log.filesLock.isLeft = true;
      }
    }
  }

  /** Has the log go on behind all revisions so far. */
  private void moveOn() throws IOException {
    setWords(); // of one who died
    removeStrays();
    long behind = Math.max(unlogged.newest(), log.end()) + AHEAD_BYTES;
    long base = MapLayout.pages(behind) << MapLayout.PAGE_SHIFT;
    LogFile.createNext(files, base, ChangeLog.FILE_BYTES_MIN, log.epoch, false);
    Step.LOG_FILE_NAMED.reached();
    set(ControlLayout.LOG_BASE, base);
    Step.LOG_BASE_SET.reached();
    setWords();
  }

  /** Removes what those left who died before the log went on at it. */
  private void removeStrays() throws IOException {
    for (long start : LogFile.starts(files)) {
      if (start > log.last()) {
        files.delete(LogFile.nameOf(start));
      }
    }
  }

  /** Place at which the log went on, 0 where it has always told of everything. */
  private long base() {
    return log.guard.word(ControlLayout.LOG_BASE);
  }

  /**
   * Finishes what somebody began who died, if there is anything; under the lock of the catalogue.
   */
  void finish() {
    if (!isFinished()) {
      locked(this::setWords);
    }
  }

  /** Whether the words that follow the base have followed it. */
  boolean isFinished() {
    return log.guard.word(ControlLayout.LOG_FIRST) >= base();
  }

  private void setWords() throws IOException {
    if (isFinished()) {
      return;
    }
    long base = base();
    set(ControlLayout.LOG_TAIL, base);
    set(ControlLayout.LOG_SETTLED, base);
    set(ControlLayout.LOG_LAST, base);
    for (long start : LogFile.starts(files)) {
      if (start < base) {
        files.delete(LogFile.nameOf(start));
      }
    }
    set(ControlLayout.LOG_FIRST, base); // last of all: it says that there is nothing left to do
  }

  private void set(long offset, long value) {
    Memory.setRelease(control, offset, CheckedWord.of(value));
  }
}
