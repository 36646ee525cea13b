package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * Changes of entries of two words of a compact map, one or several of a segment. Without state of
 * its own; for whichever thread has the segment's lock.
 */
final class WordChanges {
  /* Who walks over a map at a revision waits for the intents of segments, see MappedSnapshot. So,
   * of changes that no log tells of, there is one from before the revisions are taken until the
   * last change is made, which names no line. */

  private final CompactEngine engine;
  private final MapFile file;
  private final CompactTable table;
  private final ChangeLog log;

  WordChanges(CompactEngine engine) {
    this.engine = engine;
    this.file = engine.file;
    this.table = engine.table();
    this.log = engine.log();
  }

  /**
   * Takes the revisions of changes that follow.
   *
   * @param at offset of the segment's header
   * @return the revision before the first; less than 0, and nothing was begun, if the log has to
   *     tell of them
   */
  long begin(long at, int changes) {
    MemorySegment memory = Memory.known(file.memory());
    Memory.set(memory, at + SegmentLayout.INTENT_RECORD, 0);
    Memory.setRelease(memory, at + SegmentLayout.INTENT_SLOT, SegmentLayout.RUN);
    Step.INTENT_SET.reached();
    long last = log.unlogged.take(changes);
    if (last == 0) {
      clearIntent(memory, at);
      return -1;
    }
    Step.REVISION_TAKEN.reached();
    return last - changes * UnloggedRevisions.STEP;
  }

  /**
   * Counts what was changed, and says that nothing is under way any more.
   *
   * @param entries how many were inserted less how many were removed
   * @param gone how many of the places are empty now, and were not, in lines that overflowed; less
   *     than 0 for those that were empty
   */
  void end(long at, int entries, int gone) {
    MemorySegment memory = Memory.known(file.memory());
    if (entries != 0 || gone != 0) {
      table.counters.count(memory, at, entries, gone);
      Step.COUNTED.reached();
    }
    clearIntent(memory, at);
  }

  private static void clearIntent(MemorySegment memory, long at) {
    Memory.setRelease(memory, at + SegmentLayout.INTENT_SLOT, 0);
    Step.INTENT_CLEARED.reached();
  }

  /**
   * Makes a change of an entry of two words, under the lock of its segment.
   *
   * @return the position of its record, less than 0 if it has none
   */
  long change(int segment, long at, long found, long hash, long key, long value, boolean remove) {
    boolean insert = found < 0;
    long place = insert ? makePlace(segment, at, found, hash) : found;
    if (insert || remove) {
      engine.checkCounters(at);
    }
    long before = log.unlogged.areOver() ? -1 : begin(at, 1);
    if (before >= 0) {
      long revision = before + UnloggedRevisions.STEP;
      boolean isGone =
          WordLines.change(file.memory(), at, place, key, value, revision, file.salt, remove);
      int entries = insert ? 1 : remove ? -1 : 0;
      end(at, entries, isGone ? -entries : 0);
      return -revision;
    }
    engine.noteIntent(file.memory(), at, place);
    long time = engine.records().timeNanos();
    long bytes = engine.records().bytes(insert, remove);
    long position = log.reserve(bytes, null);
    try {
      Step.RECORD_RESERVED.reached();
      LogFile in = Objects.requireNonNull(log.fileOrNull(position), "reserved, so retained");
      makeWord(in, position, bytes, time, at, place, key, value, insert, remove);
      return position;
    } catch (Throwable e) {
      engine.stranded.records[segment] = position;
      throw e;
    }
  }

  /**
   * Makes a change of an entry of two words, one of a run: there is room in the table, and its
   * record is reserved.
   *
   * @param found the entry's place, negative for none
   */
  void changeInRun(
      LogFile in,
      long position,
      long bytes,
      long time,
      long at,
      long found,
      long hash,
      long key,
      long value,
      boolean remove) {
    boolean insert = found < 0;
    MemorySegment memory = file.memory();
    if (insert || remove) {
      engine.checkCounters(at);
    }
    long place =
        insert
            ? table.makePlace(memory, Memory.get(memory, at + SegmentLayout.TABLE), hash)
            : found;
    engine.noteIntent(memory, at, place);
    makeWord(in, position, bytes, time, at, place, key, value, insert, remove);
  }

  private void setWord(
      MemorySegment memory,
      long at,
      long place,
      long key,
      long value,
      long revision,
      boolean remove) {
    CompactTable.open(memory, at);
    if (remove) {
      table.clear(memory, place, revision);
    } else {
      table.set(memory, place, key, value, revision);
    }
    CompactTable.close(memory, at);
    Step.SLOT_SWUNG.reached();
  }

  /** Makes a change whose intent is noted and whose record is reserved. */
  private void makeWord(
      LogFile in,
      long position,
      long bytes,
      long time,
      long at,
      long place,
      long key,
      long value,
      boolean insert,
      boolean remove) {
    MemorySegment memory = file.memory();
    Memory.setRelease(memory, at + SegmentLayout.INTENT_RECORD, position + 1);
    Step.RECORD_NAMED.reached();
    long old = insert ? 0 : Memory.get(memory, table.entryAt(place) + 8);
    long previous = insert ? 0 : CompactTable.revisionAt(memory, place);
    engine.records().write(in, position, bytes, time, previous, key, old, value, insert, remove);
    Step.RECORD_WRITTEN.reached();
    setWord(memory, at, place, key, value, position + bytes, remove);
    in.commit(position, log.reservedHeader(bytes));
    Step.RECORD_COMMITTED.reached();
    engine.finish(memory, at, place, insert, remove);
  }

  /**
   * A place to insert a key of one word at.
   *
   * @param found what {@link CompactEngine#locate} said of it under this lock
   */
  private long makePlace(int segment, long at, long found, long hash) {
    boolean isRoom = found < WordLines.NO_ROOM && !table.isDue(segment, 1);
    return isRoom ? ~found : engine.makePlace(segment, at, hash);
  }
}
