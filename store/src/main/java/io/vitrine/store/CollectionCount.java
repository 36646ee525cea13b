package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * How many collections a store has, by its control file: a file that was deleted is missed also
 * where the log tells no more that it was made. Changed under the lock of the catalogue only, and
 * before a creation or drop is ended, so that whoever takes over one counts anew.
 */
final class CollectionCount {
  private CollectionCount() {}

  /** What a control file says of a store with so many. */
  static long word(long collections) {
    return CheckedWord.of(collections + 1);
  }

  /** Sets the number. */
  static void set(MemorySegment control, long collections) {
    Memory.setRelease(control, ControlLayout.COLLECTIONS, word(collections));
  }

  /** The number; -1 where it is not known. */
  static long get(MemorySegment control) {
    long word = Memory.getAcquire(control, ControlLayout.COLLECTIONS);
    return CheckedWord.isSound(word) ? CheckedWord.value(word) - 1 : -1;
  }
}
