package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts a segment in order whose lock was taken over from a dead process, or whose update failed in
 * this one. Only under the segment's lock.
 */
final class SegmentRepair {
  /* The intent word names the slot that was being swung. If the slot has the new word, the
   * change was made: its record is committed. If it has the old word, it was not: the record is
   * passed over. Either way the slots are the truth from then on, and counters and free lists
   * are made anew from them: a block that no slot refers to is free. */

  private final MapFile file;
  private final SpaceAllocator space;
  private final FreeLists lists;
  private final ChangeLog log;
  private final @Nullable CompactRepair compact;

  SegmentRepair(MapFile file, SpaceAllocator space, FreeLists lists, ChangeLog log) {
    this.file = file;
    this.space = space;
    this.lists = lists;
    this.log = log;
    CompactShape shape = file.compact;
    this.compact =
        shape == null
            ? null
            : new CompactRepair(
                new CompactTable(file, shape, space, new BlockAllocator(file, space, lists)),
                space,
                log);
  }

  void repair(int segment) {
    StoreEvents.Repair event = StoreEvents.repair();
    try {
      putInOrder(segment);
    } catch (IndexOutOfBoundsException e) {
      throw file.corrupt(
          file.segmentAt(segment),
          "begins a segment that refers beyond the file: " + e.getMessage());
    }
    StoreEvents.end(event, file.name(), segment);
  }

  /** Refuses what is no slot of a segment's table. */
  private void checkSlot(MemorySegment memory, long at, long slot) {
    long table = Memory.get(memory, at + SegmentLayout.TABLE);
    long offset = slot - SegmentLayout.tableOffset(table);
    if (!SegmentLayout.isSoundTable(table)
        || (slot & 7) != 0
        || offset < 0
        || offset >= SegmentLayout.tableLines(table) << SegmentLayout.LINE_SHIFT) {
      throw file.corrupt(
          at + SegmentLayout.INTENT_SLOT,
          "is of an update of a slot at 0x" + Long.toHexString(slot) + ", where there is none");
    }
  }

  private void putInOrder(int segment) {
    if (compact != null) {
      compact.putInOrder(segment);
      return;
    }
    MemorySegment memory = file.mapped();
    long at = file.segmentAt(segment);
    finishIntent(memory, at, segment);
    MapEngine.moveVersion(memory, at);
    lists.rebuild(segment);
    if (Memory.get(memory, at + SegmentLayout.PENDING) != 0) {
      freeLostRuns(segment);
      Memory.setRelease(memory, at + SegmentLayout.PENDING, 0);
    }
  }

  private void finishIntent(MemorySegment memory, long at, int segment) {
    long slot = Memory.get(memory, at + SegmentLayout.INTENT_SLOT);
    if (slot == 0) {
      return;
    }
    if (slot == SegmentLayout.GROUP) {
      finishGroup(memory, at, segment);
      return;
    }
    checkSlot(memory, at, slot);
    long now = Memory.get(memory, slot);
    long oldWord = Memory.get(memory, at + SegmentLayout.INTENT_OLD);
    long newWord = Memory.get(memory, at + SegmentLayout.INTENT_NEW);
    if (now != oldWord && now != newWord) {
      throw file.corrupt(slot, "is neither what an unfinished update found nor what it made");
    }
    long record = Memory.get(memory, at + SegmentLayout.INTENT_RECORD);
    if (record != 0) {
      log.close(record - 1, now == newWord);
    }
    Memory.setRelease(memory, at + SegmentLayout.INTENT_SLOT, 0);
  }

  /** Makes the segment's swings of an atomic group if that was decided, and drops them if not. */
  private void finishGroup(MemorySegment memory, long at, int segment) {
    long record = Memory.get(memory, at + SegmentLayout.INTENT_RECORD) - 1;
    LogFile in = record < 0 ? null : log.fileOrNull(record);
    if (in == null) { // not reserved yet, or so long ago that all is done
      Memory.setRelease(memory, at + SegmentLayout.INTENT_SLOT, 0);
      return;
    }
    long begin = in.offset(record);
    long header = Memory.getAcquire(in.memory, begin);
    in.checkedBytes(record, header);
    boolean decided = RecordHeader.isDecided(header);
    if (decided) {
      long swings = Memory.get(in.memory, begin + LogLayout.CHANGE + GroupLayout.COUNT);
      for (long i = 0; i < swings; i++) {
        swing(memory, in.memory, begin + GroupLayout.swing(i), segment);
      }
    }
    log.endGroup(record, decided, 1); // before, so that it is tried again if it fails
    Memory.setRelease(memory, at + SegmentLayout.INTENT_SLOT, 0);
    log.endGroup(record, decided, 0);
  }

  private void swing(MemorySegment memory, MemorySegment record, long swing, int segment) {
    long place = file.mapId | (long) segment << GroupLayout.SEGMENT_SHIFT;
    if (Memory.get(record, swing + GroupLayout.PLACE) != place) {
      return;
    }
    long slot = Memory.get(record, swing + GroupLayout.SLOT);
    long before = Memory.get(record, swing + GroupLayout.BEFORE);
    long after = Memory.get(record, swing + GroupLayout.AFTER);
    checkSlot(memory, file.segmentAt(segment), slot);
    long now = Memory.get(memory, slot);
    if (now != before && now != after) {
      throw file.corrupt(slot, "is neither what an unfinished group found nor what it made");
    }
    Memory.setRelease(memory, slot, after);
  }

  /** Frees runs that the segment owns and does not use: its owner died between file and segment. */
  private void freeLostRuns(int segment) {
    MemorySegment memory = file.memory();
    long at = file.segmentAt(segment);
    Set<Long> inUse = new HashSet<>();
    long table = Memory.get(memory, at + SegmentLayout.TABLE);
    inUse.add(SegmentLayout.tableOffset(table));
    inUse.addAll(lists.chunks(segment));
    for (long i = 0; i < 8 * SegmentLayout.tableLines(table); i++) {
      long word = Memory.get(memory, SegmentLayout.tableOffset(table) + 8 * i);
      if (Slot.isLive(word)
          && BlockLayout.bytesWithin(memory, Slot.block(word)) > SizeClass.BYTES_MAX) {
        inUse.add(Slot.block(word));
      }
    }
    List<Long> lost = new ArrayList<>();
    space.forEachRun((offset, entry) -> {
      int kind = PageEntry.kind(entry);
      boolean owned = kind == PageEntry.CHUNK || kind == PageEntry.TABLE || kind == PageEntry.LARGE;
      if (owned && PageEntry.owner(entry) == segment && !inUse.contains(offset)) {
        lost.add(offset);
      }
    });
    for (long run : lost) {
      BlockLayout.setFree(memory, run, 0); // it may begin with a block that was never linked
      space.free(run);
    }
  }
}
