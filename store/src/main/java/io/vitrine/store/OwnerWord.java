package io.vitrine.store;

/**
 * The word that names a process and a thread as the owner of a lock, or a process as the owner of a
 * log record. Stateless; any thread.
 *
 * <pre>
 * bits   field        meaning
 *   63   held         1
 * 53-62  slot         number in the process table
 * 33-52  incarnation  how often that number was taken
 *  0-31  thread       low bits of the thread's id
 * </pre>
 */
final class OwnerWord {
  static final int SLOTS = 1024;
  static final long INCARNATION_MASK = (1L << 20) - 1;

  private static final int SLOT_SHIFT = 53;
  private static final int INCARNATION_SHIFT = 33;

  private OwnerWord() {}

  static long of(int slot, long incarnation, long threadId) {
    return Long.MIN_VALUE
        | (long) slot << SLOT_SHIFT
        | (incarnation & INCARNATION_MASK) << INCARNATION_SHIFT
        | (threadId & 0xFFFFFFFFL);
  }

  static int slot(long word) {
    return (int) (word >>> SLOT_SHIFT) & (SLOTS - 1);
  }

  static long incarnation(long word) {
    return (word >>> INCARNATION_SHIFT) & INCARNATION_MASK;
  }
}
