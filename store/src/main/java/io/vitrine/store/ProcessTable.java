package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/**
 * The table of processes in the control file. Safe for any number of threads and JVMs: an entry is
 * written only by who has the kernel lock on its byte of the lock file.
 *
 * <p>Layout of an entry, at {@link ControlLayout#PROCESSES} + 64 * slot:
 *
 * <pre>
 * offset size field        meaning
 *      0    8 incarnation  how often the number was taken
 *      8    8 pid          process that has it, 0 after a clean detach
 *     16    8 since        when it attached, milliseconds since 1970
 * </pre>
 */
final class ProcessTable {
  private static final long ENTRY_BYTES = 64;
  private static final long INCARNATION = 0;
  private static final long PID = 8;
  private static final long SINCE = 16;

  /** More than are ever taken within the minute after which the kernel writes a page by itself. */
  private static final long SKIPPED = 1 << 17;

  private final MemorySegment memory;

  ProcessTable(MemorySegment control) {
    this.memory = control;
  }

  /** Where the entry of a number begins. */
  static long at(int slot) {
    return ControlLayout.PROCESSES + slot * ENTRY_BYTES;
  }

  /** Takes an entry whose kernel lock the caller has. */
  long take(int slot) {
    long incarnation = Memory.getVolatile(memory, at(slot) + INCARNATION) + 1;
    Memory.setRelease(memory, at(slot) + INCARNATION, incarnation);
    Memory.setRelease(memory, at(slot) + SINCE, System.currentTimeMillis());
    Memory.setRelease(memory, at(slot) + PID, ProcessHandle.current().pid());
    return incarnation;
  }

  /** Marks an entry as left; the caller has its kernel lock. */
  void leave(int slot) {
    Memory.setRelease(memory, at(slot) + PID, 0);
  }

  /**
   * Moves all incarnations on, so that none comes again that was taken before the power was lost
   * and did not come to disk; only while nobody has the store open.
   */
  void skipIncarnations() {
    for (int slot = 0; slot < OwnerWord.SLOTS; slot++) {
      long at = at(slot) + INCARNATION;
      Memory.setRelease(memory, at, Memory.get(memory, at) + SKIPPED);
    }
  }

  long incarnation(int slot) {
    return Memory.getVolatile(memory, at(slot) + INCARNATION);
  }

  /** Whether no other entry belongs to a process that lives, or died without leaving. */
  boolean isAlone(int mine) {
    for (int slot = 0; slot < OwnerWord.SLOTS; slot++) {
      if (slot != mine && pid(slot) != 0) {
        return false;
      }
    }
    return true;
  }

  long pid(int slot) {
    return Memory.getVolatile(memory, at(slot) + PID);
  }

  /** How many entries are taken. */
  int count() {
    return (int) IntStream.range(0, OwnerWord.SLOTS).filter(slot -> pid(slot) != 0).count();
  }
}
