package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
  private final ChangeLog log;

  SegmentRepair(MapFile file, SpaceAllocator space, ChangeLog log) {
    this.file = file;
    this.space = space;
    this.log = log;
  }

  void repair(int segment) {
    MemorySegment memory = file.mapped();
    long at = file.segmentAt(segment);
    finishIntent(memory, at);
    MapEngine.moveVersion(memory, at);
    rebuild(memory, segment);
    if (Memory.get(memory, at + SegmentLayout.PENDING) != 0) {
      freeLostRuns(segment);
      Memory.setRelease(memory, at + SegmentLayout.PENDING, 0);
    }
  }

  private void finishIntent(MemorySegment memory, long at) {
    long slot = Memory.get(memory, at + SegmentLayout.INTENT_SLOT);
    if (slot == 0) {
      return;
    }
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

  /** Makes counters and free lists anew from the slots. */
  private void rebuild(MemorySegment memory, int segment) {
    long at = file.segmentAt(segment);
    Map<Long, BitSet> used = new HashMap<>();
    for (long chunk = firstChunk(memory, at); chunk != 0; chunk = nextChunk(memory, chunk)) {
      if (used.put(chunk, new BitSet()) != null) {
        throw file.corrupt(chunk, "begins a chunk that is linked twice");
      }
    }
    countSlots(memory, at, used);
    for (int i = 0; i < SizeClass.COUNT; i++) {
      Memory.set(memory, at + SegmentLayout.FREE + 8L * i, 0);
    }
    used.forEach((chunk, blocks) -> linkFree(memory, at, chunk, blocks));
  }

  private static long firstChunk(MemorySegment memory, long at) {
    return Memory.get(memory, at + SegmentLayout.CHUNKS);
  }

  private static long nextChunk(MemorySegment memory, long chunk) {
    return Memory.get(memory, chunk + BlockAllocator.CHUNK_NEXT);
  }

  private void countSlots(MemorySegment memory, long at, Map<Long, BitSet> used) {
    long table = Memory.get(memory, at + SegmentLayout.TABLE);
    long slots = 8L << SegmentLayout.tableLinesLog(table);
    long entries = 0;
    long tombstones = 0;
    long live = 0;
    for (long i = 0; i < slots; i++) {
      long word = Memory.get(memory, SegmentLayout.tableOffset(table) + 8 * i);
      if (word == Slot.TOMBSTONE) {
        tombstones++;
      } else if (Slot.isLive(word)) {
        entries++;
        long block = Slot.block(word);
        long bytes = MapEngine.blockBytes(memory, block);
        live += bytes;
        if (bytes <= SizeClass.BYTES_MAX) {
          mark(memory, block, used);
        }
      }
    }
    Memory.set(memory, at + SegmentLayout.ENTRIES, entries);
    Memory.set(memory, at + SegmentLayout.TOMBSTONES, tombstones);
    Memory.set(memory, at + SegmentLayout.LIVE_BYTES, live);
  }

  private void mark(MemorySegment memory, long block, Map<Long, BitSet> used) {
    long chunk = space.runOf(block);
    BitSet blocks = used.get(chunk);
    if (blocks == null) {
      throw file.corrupt(block, "begins a block outside of the segment's chunks");
    }
    long bytes = Memory.get(memory, chunk + BlockAllocator.CHUNK_SHAPE) & 0xFFFFFFFFL;
    blocks.set((int) ((block - chunk - BlockAllocator.CHUNK_BLOCKS) / bytes));
  }

  private static void linkFree(MemorySegment memory, long at, long chunk, BitSet used) {
    long shape = Memory.get(memory, chunk + BlockAllocator.CHUNK_SHAPE);
    long bytes = shape & 0xFFFFFFFFL;
    long free = at + SegmentLayout.FREE + 8L * SizeClass.of(bytes);
    for (int i = (int) (shape >>> 32) - 1; i >= 0; i--) {
      if (!used.get(i)) {
        long block = chunk + BlockAllocator.CHUNK_BLOCKS + i * bytes;
        Memory.set(memory, block, Memory.get(memory, free));
        Memory.set(memory, free, block);
      }
    }
  }

  /** Frees runs that the segment owns and does not use: its owner died between file and segment. */
  private void freeLostRuns(int segment) {
    MemorySegment memory = file.memory();
    long at = file.segmentAt(segment);
    Set<Long> inUse = new HashSet<>();
    long table = Memory.get(memory, at + SegmentLayout.TABLE);
    inUse.add(SegmentLayout.tableOffset(table));
    for (long chunk = firstChunk(memory, at); chunk != 0; chunk = nextChunk(memory, chunk)) {
      inUse.add(chunk);
    }
    for (long i = 0; i < 8L << SegmentLayout.tableLinesLog(table); i++) {
      long word = Memory.get(memory, SegmentLayout.tableOffset(table) + 8 * i);
      if (Slot.isLive(word)
          && MapEngine.blockBytes(memory, Slot.block(word)) > SizeClass.BYTES_MAX) {
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
    lost.forEach(space::free);
  }
}
