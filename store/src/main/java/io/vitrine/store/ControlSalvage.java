package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Makes a control file anew. Stateless; while nobody has the store open. */
final class ControlSalvage {
  /**
   * What a new control file says.
   *
   * @param logBase where the log began to tell of every change; -1 for where the file before says
   */
  record Words(
      long epoch, long nextMapId, long logFirst, long logLast, long logTail, long logBase) {}

  private ControlSalvage() {}

  /** Words for a log that stays as it is. */
  static Words ofLog(StoreFiles files, long epoch, long nextMapId, long logEnd) throws IOException {
    List<Long> starts = LogScan.starts(files);
    return starts.isEmpty()
        ? new Words(epoch, nextMapId, 0, 0, 0, 0)
        : new Words(epoch, nextMapId, starts.getFirst(), starts.getLast(), logEnd, -1);
  }

  /** Words for a log that begins anew. */
  static Words ofNewLog(long epoch, long nextMapId, long start) {
    return new Words(epoch, nextMapId, start, start, start, start);
  }

  /**
   * Creates the file. The store promises nothing about power until it is opened so again.
   *
   * @param before the file before, as far as there is one
   */
  static void create(StoreFiles files, String name, Words words, MemorySegment before)
      throws IOException {
    ControlFile.create(
        files,
        name,
        words.epoch,
        memory -> {
          set(memory, ControlLayout.NEXT_MAP_ID, words.nextMapId);
          set(memory, ControlLayout.LOG_FIRST, words.logFirst);
          set(memory, ControlLayout.LOG_LAST, words.logLast);
          set(memory, ControlLayout.LOG_TAIL, words.logTail);
          set(memory, ControlLayout.LOG_SETTLED, words.logFirst);
          set(memory, ControlLayout.LOG_BASE, logBase(words, before));
          set(memory, ControlLayout.BOOT_ID, files.bootId());
          if (before.byteSize() >= ControlLayout.LENGTH) {
            copyIncarnations(before, memory);
          }
        });
  }

  private static long logBase(Words words, MemorySegment before) {
    if (words.logBase >= 0 || before.byteSize() < ControlLayout.LENGTH) {
      return Math.max(0, words.logBase);
    }
    long word = Memory.get(before, ControlLayout.LOG_BASE);
    long base = CheckedWord.isSound(word) ? CheckedWord.value(word) : 0;
    return base <= words.logFirst ? base : 0;
  }

  private static void set(MemorySegment memory, long offset, long value) {
    Memory.set(memory, offset, CheckedWord.of(value));
  }

  /** No number of a process shall be taken again as often as it was before. */
  private static void copyIncarnations(MemorySegment from, MemorySegment to) {
    for (int slot = 0; slot < OwnerWord.SLOTS; slot++) {
      long at = ProcessTable.at(slot);
      Memory.set(to, at, Memory.get(from, at));
    }
  }
}
