package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * The revisions of changes that the change log does not tell of, since nobody has asked for it yet.
 * Safe for any number of threads and JVMs.
 *
 * <p>All of them are less than those of the changes that the log tells of: {@link LogBeginning}
 * ends the former before it lets the latter begin.
 */
final class UnloggedRevisions {
  /** What a new store begins with: nothing was changed yet, so nothing is missing in its log. */
  static final long NONE_YET = 1;

  /** The log tells of every change. Also what stores have that know nothing else: zeros. */
  static final long OVER = 0;

  /** How far the revisions of two changes are from each other that follow each other. */
  static final long STEP = 8;

  private final StoreFiles files;
  private final MemorySegment control;

  UnloggedRevisions(StoreFiles files, MemorySegment control) {
    this.files = files;
    this.control = control;
  }

  /** Whether the log has to tell of every change from now on. */
  boolean areOver() {
    return Memory.getAcquire(control, ControlLayout.UNLOGGED) == OVER;
  }

  /**
   * Takes the revision of a change; only under the lock of its segment.
   *
   * @return the revision; 0 if the log has to tell of the change
   */
  long take() {
    return take(1);
  }

  /**
   * Takes the revisions of several changes; only under the lock of their segment.
   *
   * @return the last of them; 0 if the log has to tell of the changes
   */
  long take(int changes) {
    while (true) {
      long word = Memory.getAcquire(control, ControlLayout.UNLOGGED);
      if (word == OVER) {
        return 0;
      }
      long next = (checked(word) & -STEP) + changes * STEP;
      if (Memory.cas(control, ControlLayout.UNLOGGED, word, CheckedWord.of(next))) {
        return next;
      }
    }
  }

  /** The newest one, 0 if there are none, or they are over. */
  long newest() {
    return checked(Memory.getAcquire(control, ControlLayout.UNLOGGED)) & -STEP;
  }

  /** Refuses a word that is damaged, which would be taken for a count. */
  void checkSound() {
    checked(Memory.getAcquire(control, ControlLayout.UNLOGGED));
  }

  /** Ends them if there is none yet; whether that is so. */
  boolean endUnused() {
    long word = Memory.getAcquire(control, ControlLayout.UNLOGGED);
    return word != OVER
        && (checked(word) & STEP - 1) == NONE_YET
        && Memory.cas(control, ControlLayout.UNLOGGED, word, OVER);
  }

  /** Ends them where all of them are less than a limit; whether that is so. */
  boolean endBelow(long limit) {
    while (true) {
      long word = Memory.getAcquire(control, ControlLayout.UNLOGGED);
      if (word == OVER) {
        return true;
      }
      if (checked(word) >= limit) {
        return false;
      }
      if (Memory.cas(control, ControlLayout.UNLOGGED, word, OVER)) {
        return true;
      }
    }
  }

  private long checked(long word) {
    if (!CheckedWord.isSound(word)) {
      throw new CorruptStoreException(
          files.describe(ControlLayout.FILE)
              + ": word at 0x"
              + Long.toHexString(ControlLayout.UNLOGGED)
              + " does not match its own check; run \"vitrine repair\"");
    }
    return CheckedWord.value(word);
  }
}
