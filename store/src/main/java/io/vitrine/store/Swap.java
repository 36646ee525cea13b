package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Puts a compacted file in the place of the file of a map that is in use. For one thread, under the
 * catalogue's lock.
 */
final class Swap {
  /* A file that is mapped is never cut off, since whoever touches what is gone dies. So a map
   * shrinks by getting another file. While all segments of the old one are locked:
   *
   *   1. each segment's table word is set aside and says "moved" from then on;
   *   2. the new file gets the map's name, in place of the old one: here the change is made;
   *   3. the locks are left as they are, for ever.
   *
   * Readers that find a segment moved look which file has the name. Before (2) it is the old one:
   * nobody can have changed anything since, so they go on with the table that was set aside.
   * After it they go over to the new one. They can find nothing old there after something new has
   * been acknowledged: nobody can write to the new file before it has the name, and everybody who
   * looks into the old one by then finds that it has moved.
   *
   * Writers that wait for a lock of the old file find its segment moved, and go over, too. They can
   * take none, so that nobody writes to the old file any more, however long it was asleep. If the
   * owner of the locks died, they ask which file has the name, which nobody can change any more:
   * if it is the old one, the table word is put back and the segment is as it was.
   *
   * What is written stays in both files the same: the offsets of segments, what only the blocks of
   * this map have in their checks, revisions. A place in the order of tags is the same place in
   * every table, so cursors and snapshots do not notice. */

  private final MapEngine engine;
  private final MapBuilder fresh;
  private final StoreFiles files;
  private int locked;

  /** Whether the other file may have got the name. */
  private boolean isNaming;

  private long begin;
  private long end;

  Swap(MapEngine engine, MapBuilder fresh, StoreFiles files) {
    this.engine = engine;
    this.fresh = fresh;
    this.files = files;
  }

  /** Sets a table word back that was set aside; only under the segment's lock. */
  static void putBack(MemorySegment memory, long segmentAt) {
    long table = Memory.get(memory, segmentAt + SegmentLayout.MOVED_TABLE);
    Memory.setRelease(memory, segmentAt + SegmentLayout.TABLE, table);
  }

  /** How long writers could not write, at the most. */
  long pauseNanos() {
    return end - begin;
  }

  /**
   * Locks all segments, copies what is left to be copied, and lets the new file be the map.
   *
   * @param patienceNanos how long the locks may be waited for, all together
   * @param rest brings the new file up to the state of the map that nobody changes
   * @return false if some lock could not be had; nothing has changed
   */
  boolean make(long patienceNanos, Runnable rest) {
    begin = System.nanoTime();
    boolean named = false;
    MapGuard guard = engine.guard();
    if (!guard.lockUntil(begin + patienceNanos)) {
      return false;
    }
    try {
      if (!lockAll(begin + patienceNanos)) {
        return false;
      }
      Step.COMPACTION_LOCKED.reached();
      rest.run();
      compare();
      fresh.succeed(engine.file.memory());
      mark();
      Step.COMPACTION_MARKED.reached();
      named = name();
      Step.COMPACTION_NAMED.reached();
      return true;
    } finally {
      if (!named) {
        try {
          giveUp(guard);
        } catch (Throwable _) { // there may be no stack even for a call
          for (int segment = 0; segment < locked; segment++) {
            engine.stranded.locks[segment] = true;
          }
          engine.stranded.isAny = true;
          guard.isLeft = true;
        }
      }
      end = System.nanoTime();
    }
  }

  private boolean lockAll(long deadlineNanos) {
    for (int segment = 0; segment < engine.file.segments; segment++) {
      if (!engine.lockUntil(segment, deadlineNanos)) {
        return false;
      }
      locked++; // nothing can be thrown between the lock and this
    }
    return true;
  }

  /** Makes sure that the new file has what the old one has, by their counters. */
  private void compare() {
    MapFile old = engine.file;
    MemorySegment memory = old.mapped();
    for (int segment = 0; segment < old.segments; segment++) {
      for (long field : new long[] {SegmentLayout.ENTRIES, SegmentLayout.LIVE_BYTES}) {
        long at = old.segmentAt(segment) + field;
        long found = fresh.counter(segment, field);
        if (old.word(memory, at) != found) {
          throw old.corrupt(
              at,
              "counts "
                  + old.word(memory, at)
                  + ", the copy that was to take the file's place has "
                  + found
                  + "; nothing was changed; run \"vitrine check\"");
        }
      }
    }
  }

  private void mark() {
    MemorySegment memory = engine.file.memory();
    for (int segment = 0; segment < engine.file.segments; segment++) {
      long at = engine.file.segmentAt(segment);
      long table = Memory.get(memory, at + SegmentLayout.TABLE);
      Memory.set(memory, at + SegmentLayout.MOVED_TABLE, table);
      Memory.setRelease(memory, at + SegmentLayout.TABLE, SegmentLayout.MOVED);
      Step.SEGMENT_MARKED.reached();
    }
  }

  private boolean name() {
    String target = StorePath.file(engine.file.path);
    isNaming = true;
    try {
      files.rename(fresh.name(), target);
      return true;
    } catch (IOException e) {
      isNaming = false;
      throw new StoreException(
          files.describe(target) + ": cannot put a smaller file in its place: " + e.getMessage(),
          e);
    }
  }

  /** Gives the locks back of a file that goes on. */
  private void giveUp(MapGuard guard) {
    MemorySegment memory = engine.file.memory();
    while (locked > 0) {
      int segment = locked - 1;
      long at = engine.file.segmentAt(segment);
      if (!SegmentLayout.isMoved(memory, at)) {
        engine.unlock(segment);
      } else if (!isNaming) {
        putBack(memory, at);
        engine.unlock(segment);
      } else { // whoever takes it over asks which file has the name
        engine.mending.abandon(segment);
      }
      locked--;
    }
    guard.unlock();
  }
}
