package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Looks at what a change of a compact map is about, before a lock is taken: so the waits for memory
 * go on at the same time as those for what was written last. What it tells is checked again under
 * the lock. Safe for any number of threads.
 */
final class CompactLook {
  private final MapFile file;
  private final CompactTable table;

  CompactLook(MapFile file, CompactTable table) {
    this.file = file;
    this.table = table;
  }

  /**
   * The table of a segment as it seems to be.
   *
   * @param at offset of the segment's header
   * @return its word, 0 where nothing is known
   */
  long table(long at) {
    MemorySegment memory = file.memory();
    try {
      return file.table(memory, at);
    } catch (IllegalStateException e) {
      file.checkReplaced(memory, e);
      return 0;
    }
  }

  /** Where a key of one word seems to be in a table, negative where nothing is known. */
  long place(long word, long hash, long key) {
    if (word == 0) {
      return -1;
    }
    MemorySegment memory = file.memory();
    try {
      return table.find(memory, word, hash, key, memory, 0);
    } catch (IndexOutOfBoundsException e) {
      return -1; // somebody moves things about, or they are damaged: the lock will tell
    } catch (IllegalStateException e) {
      file.checkReplaced(memory, e);
      return -1;
    }
  }

  /** Reads of a key's home line, a wide one, so that it comes near; what was read is of no use. */
  long touch(long word, long hash) {
    if (word == 0) {
      return 0;
    }
    MemorySegment memory = file.memory();
    try {
      return table.touch(memory, word, hash);
    } catch (IndexOutOfBoundsException e) {
      return 0; // as above
    } catch (IllegalStateException e) {
      file.checkReplaced(memory, e);
      return 0;
    }
  }

  /** The version of a segment, odd while something is being changed. */
  long version(MemorySegment memory, long at) {
    try {
      return Memory.getAcquire(memory, at + SegmentLayout.VERSION);
    } catch (IllegalStateException e) {
      file.checkReplaced(memory, e);
      return 1;
    }
  }

  /**
   * Where a key is whose entry takes two words, or that it is in no line. That holds under the lock
   * too, where the same file has the same even version, as each change moves it; the version is to
   * be asked for first.
   *
   * @return what {@link WordLines#find} says, {@link CompactTable#BUSY} where nothing is known
   */
  long find(MemorySegment memory, long at, long hash, long key) {
    try {
      return table.findAmongWhole(memory, file.table(memory, at), hash, key);
    } catch (IndexOutOfBoundsException e) {
      return CompactTable.BUSY; // as above
    } catch (IllegalStateException e) {
      file.checkReplaced(memory, e);
      return CompactTable.BUSY;
    }
  }
}
