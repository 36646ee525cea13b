package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts a segment of a compact map in order whose lock was taken over from a dead process, or whose
 * update failed in this one. Only under the segment's lock.
 */
final class CompactRepair {
  /* An odd version says that a line was being changed: what the undo words hold is put back, and so
   * the change was not made. Otherwise it was made if the revision of the line is no longer the one
   * before. The changes of a group that was decided are made from its record, all of them. */

  private final CompactTable table;
  private final MapFile file;
  private final SpaceAllocator space;
  private final ChangeLog log;

  CompactRepair(CompactTable table, SpaceAllocator space, ChangeLog log) {
    this.table = table;
    this.file = table.file;
    this.space = space;
    this.log = log;
  }

  void putInOrder(int segment) {
    MemorySegment memory = file.mapped();
    long at = file.segmentAt(segment);
    long intent = Memory.get(memory, at + SegmentLayout.INTENT_SLOT);
    if (intent != 0 && (Memory.get(memory, at + SegmentLayout.VERSION) & 1) != 0) {
      table.undo(memory, at);
    }
    CompactTable.close(memory, at);
    if (intent == SegmentLayout.GROUP) {
      finishGroup(memory, at, segment);
    } else if (intent == SegmentLayout.RUN) {
      Memory.setRelease(
          memory, at + SegmentLayout.INTENT_SLOT, 0); // it was amid changes that no log tells of
    } else if (intent != 0) {
      finish(memory, at, intent);
    }
    table.counters.recount(segment);
    if (Memory.get(memory, at + SegmentLayout.PENDING) != 0) {
      freeLostRuns(memory, at, segment);
      Memory.setRelease(memory, at + SegmentLayout.PENDING, 0);
    }
  }

  private void finish(MemorySegment memory, long at, long line) {
    if (line != Memory.get(memory, at + CompactLayout.UNDO_LINE)) {
      throw file.corrupt(at + SegmentLayout.INTENT_SLOT, "is not the line of an unfinished update");
    }
    long now = CompactLayout.revision(Memory.get(memory, line + CompactLayout.REVISION));
    long before = CompactLayout.revision(Memory.get(memory, at + CompactLayout.UNDO_REVISION));
    long record = Memory.get(memory, at + SegmentLayout.INTENT_RECORD);
    if (record != 0) {
      log.close(record - 1, now != before);
    }
    Memory.setRelease(memory, at + SegmentLayout.INTENT_SLOT, 0);
  }

  private void finishGroup(MemorySegment memory, long at, int segment) {
    long record = Memory.get(memory, at + SegmentLayout.INTENT_RECORD) - 1;
    LogFile in = record < 0 ? null : log.fileOrNull(record);
    boolean decided = false;
    if (in != null) { // else not reserved yet, or so long ago that all is done
      long header = Memory.getAcquire(in.memory, in.offset(record));
      long bytes = in.checkedBytes(record, header);
      decided = RecordHeader.isDecided(header);
      if (decided) {
        makeAgain(memory, at, segment, in, record, bytes);
      }
    }
    if (in != null) {
      log.endGroup(record, decided, 1); // before, so that it is tried again if it fails
    }
    Memory.setRelease(memory, at + SegmentLayout.INTENT_SLOT, 0);
    if (in != null) {
      log.endGroup(record, decided, 0);
    }
  }

  private void makeAgain(
      MemorySegment memory, long at, int segment, LogFile in, long record, long bytes) {
    var change = new ChangeView();
    change.read(in, record, record + bytes);
    long word = table.checkedTable(memory, at);
    while (change.next()) {
      if (change.mapId() != file.mapId || change.keyLength() != table.shape.keyBytes) {
        continue;
      }
      MemorySegment source = change.source();
      long hash = MapEngine.spread(file.hash.hash(source, change.keyOffset(), change.keyLength()));
      if (((int) hash & (file.segments - 1)) == segment) {
        makeAgain(memory, at, word, hash, change);
      }
    }
  }

  private void makeAgain(MemorySegment memory, long at, long word, long hash, ChangeView change) {
    MemorySegment source = change.source();
    long first = Memory.get(source, change.keyOffset());
    MemorySegment key =
        source.asSlice(change.keyOffset() - BlockLayout.KEY); // where a lookup expects it
    long found = table.find(memory, word, hash, first, key, 0);
    boolean remove = change.newLength() < 0;
    if (found < 0 && remove) {
      return;
    }
    long place = found >= 0 ? found : table.makePlace(memory, word, hash);
    table.noteUndo(memory, at, place);
    CompactTable.open(memory, at);
    if (remove) {
      table.clear(memory, place, change.revision());
    } else {
      table.set(
          memory, place, source, change.keyOffset(), source, change.newOffset(), change.revision());
    }
    CompactTable.close(memory, at);
  }

  /** Frees runs that the segment owns and does not use. */
  private void freeLostRuns(MemorySegment memory, long at, int segment) {
    long inUse = SegmentLayout.tableOffset(table.checkedTable(memory, at));
    List<Long> lost = new ArrayList<>();
    space.forEachRun((offset, entry) -> {
      if (PageEntry.kind(entry) == PageEntry.TABLE
          && PageEntry.owner(entry) == segment
          && offset != inUse) {
        lost.add(offset);
      }
    });
    lost.forEach(space::free);
  }
}
