package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.Set;

/** What an atomic group does in one map. Only under the locks of the segments concerned. */
sealed class GroupPart permits CompactGroupPart {
  private final MapEngine engine;
  private final MapFile file;

  GroupPart(MapEngine engine) {
    this.engine = engine;
    this.file = engine.file;
  }

  /** Makes room in a segment's table for the insertions of an atomic group; under its lock. */
  void makeRoom(int segment, long inserts) {
    engine.checkCounters(file.segmentAt(segment));
    while (engine.growth.isDue(segment, inserts)) {
      engine.growth.grow(segment);
    }
  }

  /** Takes and fills a block for a group's change and chooses its slot; under the lock. */
  void prepare(GroupEntry entry, Set<GroupSlot> taken, boolean groupInserts) {
    Scratch scratch = entry.scratch;
    Probe probe = scratch.probe;
    entry.oldWord = probe.slotWord;
    entry.slot = probe.slotAt;
    if (!entry.found) {
      long table = Memory.get(file.memory(), file.segmentAt(entry.segment) + SegmentLayout.TABLE);
      entry.slot =
          probe.findFree(
              file.memory(),
              table,
              scratch.hash,
              slot -> taken.contains(new GroupSlot(file.mapId, slot)));
      entry.oldWord = probe.insertWord;
      taken.add(new GroupSlot(file.mapId, entry.slot));
    }
    entry.oldBlock = entry.found ? Slot.block(entry.oldWord) : 0;
    entry.oldLengths = entry.found ? BlockLayout.lengths(file.memory(), entry.oldBlock) : 0;
    if (entry.found
        && MapEngine.isLarge(
            BlockLayout.bytesWithin(file.memory(), entry.oldBlock, entry.oldLengths))) {
      verify(entry); // before anything goes by its length
    }
    if (entry.task == GroupEntry.Task.REMOVE) {
      // An insertion of the same group may fill the line and those behind it.
      entry.newWord =
          groupInserts ? Slot.TOMBSTONE : Slot.ofRemoved(engine.file.memory(), entry.slot);
      return;
    }
    entry.lengths = scratch.lengths;
    long bytes = entry.newBytes();
    entry.content = scratch.outContent(bytes);
    long place = engine.blocks.allocate(entry.segment, bytes, false);
    entry.block = place & ~7;
    entry.lengths = BlockLayout.withExcess(scratch.lengths, (int) place & 7);
    Step.BLOCK_TAKEN.reached();
    Memory.copy(
        scratch.out,
        BlockLayout.KEY,
        file.memory(),
        entry.block + BlockLayout.KEY,
        bytes - BlockLayout.KEY);
    entry.newWord = Slot.of(scratch.hash, entry.block);
  }

  /** Notes that runs of pages are on their way for a group's change. */
  void notePending(GroupEntry entry) {
    MemorySegment memory = file.memory();
    if (MapEngine.isLarge(entry.newBytes())
        || (entry.found
            && MapEngine.isLarge(
                BlockLayout.bytesWithin(memory, entry.oldBlock, entry.oldLengths)))) {
      Memory.setRelease(memory, file.segmentAt(entry.segment) + SegmentLayout.PENDING, 1);
    }
  }

  /** What a group's record tells of a change. */
  LogRecord record(GroupEntry entry) {
    return engine.record(
        file.memory(), entry.scratch, entry.oldBlock, entry.oldLengths, entry.newBytes() > 0);
  }

  /** Verifies what a group's change replaces, which the record has been filled from. */
  void verify(GroupEntry entry) {
    if (entry.oldBlock != 0) {
      engine.checkBlock(file.memory(), entry.oldBlock, entry.oldBlock);
    }
  }

  /** Completes the block of a group's change. */
  void seal(GroupEntry entry, long revision) {
    if (entry.block != 0) {
      BlockLayout.setHeader(
          file.memory(), entry.block, entry.lengths, revision, entry.content, file.salt);
    }
  }

  /** Makes a group's change. */
  void swing(GroupEntry entry) {
    Memory.setRelease(file.memory(), entry.slot, entry.newWord);
  }

  /** What follows when a group's change is made; the caller clears the pending word. */
  void settle(GroupEntry entry) {
    engine.settle(
        entry.segment,
        file.memory(),
        entry.oldWord,
        entry.newWord,
        entry.oldBlock,
        entry.oldLengths,
        entry.newBytes());
  }
}
