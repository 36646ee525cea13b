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
    long hint = Memory.getAcquire(control, ControlLayout.LOG_TAIL); // set after the reservation
    if (CheckedWord.isSound(hint)
        && position < CheckedWord.value(hint)
        && Memory.getAcquire(file.memory, file.offset(position)) == 0
        && position >= first()) {
      throw new CorruptStoreException(
          file.name
              + ": has no record at 0x"
              + Long.toHexString(file.offset(position))
              + ", where one is expected: the log goes on to position 0x"
              + Long.toHexString(CheckedWord.value(hint)));
    }
  }

  /** Position before the oldest record that is retained; the largest where that is not known. */
  private long first() {
    long first = Memory.getAcquire(control, ControlLayout.LOG_FIRST);
    return CheckedWord.isSound(first) ? CheckedWord.value(first) : Long.MAX_VALUE;
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
