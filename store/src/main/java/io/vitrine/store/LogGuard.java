package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Tells the end of the change log from a hole in it: whoever reads on at a place where nothing is
 * must not take a damaged log for a short one. Safe for any number of threads.
 */
final class LogGuard {
  private final StoreFiles files;
  private final MemorySegment control;

  LogGuard(StoreFiles files, MemorySegment control) {
    this.files = files;
    this.control = control;
  }

  /** A word of the control file, which must be sound. */
  long word(long offset) {
    long word = Memory.getAcquire(control, offset);
    if (!CheckedWord.isSound(word)) {
      throw new CorruptStoreException(
          files.describe(ControlLayout.FILE)
              + ": word at 0x"
              + Long.toHexString(offset)
              + " does not match its own check");
    }
    return CheckedWord.value(word);
  }

  /** A word of the control file as it is, to be compared with what it is later. */
  long raw(long offset) {
    return Memory.getAcquire(control, offset);
  }

  /** Value of a word that is a hint, 0 where it is damaged. */
  private long hint(long offset) {
    long word = Memory.getAcquire(control, offset);
    return CheckedWord.isSound(word) ? CheckedWord.value(word) : 0;
  }

  /**
   * State of the record at a position, 0 where nothing was reserved yet.
   *
   * @param header what was found there
   * @throws CorruptStoreException if that is no header, or there must be a record, since somebody
   *     has reserved one behind it
   */
  int stateAt(LogFile file, long position, long header) {
    int state = file.checkedState(position, header);
    if (state == 0) {
      checkEnd(file, position);
    }
    return state;
  }

  private void checkEnd(LogFile file, long position) {
    // Either is set behind a record when that was reserved.
    long reached = Math.max(hint(ControlLayout.LOG_TAIL), hint(ControlLayout.LOG_SETTLED));
    if (position < reached
        && Memory.getAcquire(file.memory, file.offset(position)) == 0
        && position >= first()) {
      throw new CorruptStoreException(
          file.name
              + ": has no record at 0x"
              + Long.toHexString(file.offset(position))
              + ", where one is expected: the log goes on to position 0x"
              + Long.toHexString(reached));
    }
  }

  /** Position before the oldest record that is retained; the largest where that is not known. */
  private long first() {
    long first = Memory.getAcquire(control, ControlLayout.LOG_FIRST);
    return CheckedWord.isSound(first)
        ? Math.max(CheckedWord.value(first), hint(ControlLayout.LOG_BASE))
        : Long.MAX_VALUE;
  }

  /**
   * Refuses a log of which a file between others is gone.
   *
   * @param file that of the position, null if there is none
   * @param newest start of a file that there is
   */
  void checkThere(@Nullable LogFile file, long position, long newest) {
    if (file == null && position < newest && position >= first()) {
      throw new CorruptStoreException(
          files.describe(LogFile.FOLDER)
              + ": has no file with position 0x"
              + Long.toHexString(position)
              + ", though the log goes on; put it back, or run \"vitrine repair\"");
    }
  }
}
