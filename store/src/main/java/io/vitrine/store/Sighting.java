package io.vitrine.store;

import io.vitrine.hashing.HashStrategy;
import java.lang.foreign.MemorySegment;

/**
 * Where an update of a key of one word found its entry before it took the segment's lock, and what
 * it looked like. A reusable result holder, for one thread at a time.
 *
 * <p>A block's revision is that of one change alone. So if under the lock the table, the slot and
 * both words of the block's header are those that were seen, then the block is the one that was
 * seen, every byte of it. The key is asked for once more, as a processor may have read it before.
 */
final class Sighting {
  /** Slots in lines further behind are left to the engine. */
  private static final int LINES_BEHIND = 4;

  private int segment;
  private long segmentAt;
  private MemorySegment memory = MemorySegment.NULL;
  private long key;
  private long table;
  private long slot;
  private long slotWord;
  private long block;
  private long revision;
  private long lengths;

  /** What was read for the processor to bring it near; of no use to anybody. */
  private long near;

  int segment() {
    return segment;
  }

  long segmentAt() {
    return segmentAt;
  }

  /** The mapping in which it was seen. */
  MemorySegment memory() {
    return Memory.known(memory);
  }

  long slot() {
    return slot;
  }

  long slotWord() {
    return slotWord;
  }

  long block() {
    return block;
  }

  /** The word of lengths, as the block has it. */
  long lengths() {
    return lengths;
  }

  /**
   * Looks for a key in its home line and those behind it.
   *
   * @param valueBytes length in bytes that its value must have, of a block that may be a spare one
   * @return whether it is there, in a block that is whole, whose value has this length
   */
  boolean look(MapFile file, MemorySegment mapping, long key, int valueBytes) {
    HashStrategy strategy = file.hash;
    long spread = MapEngine.spread(strategy.hash(key));
    segment = (int) spread & (file.segments - 1);
    segmentAt = file.segmentAt(segment);
    memory = mapping;
    this.key = key;
    return find(Memory.known(mapping), spread) && isWhole(mapping, valueBytes, file.salt);
  }

  private boolean find(MemorySegment memory, long spread) {
    table = Memory.getOf8(memory, segmentAt, SegmentLayout.TABLE / 8);
    long tag = spread >>> Slot.TAG_SHIFT;
    long lines = SegmentLayout.tableLines(table);
    long number = Slot.homeLine(tag, lines);
    long lineAt = SegmentLayout.tableOffset(table) + (number << SegmentLayout.LINE_SHIFT);
    int matches = Probe.matches(memory, lineAt, tag);
    // the line of a key to be inserted mostly has room, and no other one need come from memory
    for (int i = 0; matches == 0 && i < LINES_BEHIND && !Probe.hasEmpty(memory, lineAt); i++) {
      number = number + 1 == lines ? 0 : number + 1;
      lineAt = SegmentLayout.tableOffset(table) + (number << SegmentLayout.LINE_SHIFT);
      matches = Probe.matches(memory, lineAt, tag);
    }
    if (matches == 0) {
      return false;
    }
    int place = Integer.numberOfTrailingZeros(matches);
    slot = lineAt + 8L * place;
    slotWord = Memory.getOf8(memory, lineAt, place);
    return Slot.isLive(slotWord) && Slot.isSound(slotWord);
  }

  private boolean isWhole(MemorySegment mapping, int valueBytes, long salt) {
    MemorySegment memory = Memory.known(mapping);
    block = Slot.block(slotWord);
    near = Spares.next(memory, segmentAt);
    if (near != 0) {
      near = Memory.get(memory, near);
    }
    revision = Memory.getOf8(memory, block, BlockLayout.REVISION / 8);
    lengths = Memory.getOf8(memory, block, BlockLayout.LENGTHS / 8);
    if (Memory.getOf8(memory, block, BlockLayout.KEY / 8) != key
        || !BlockLayout.isPlain(lengths, BlockLayout.plain(Long.BYTES, valueBytes))) {
      return false;
    }
    long rest = Long.BYTES + LogLayout.padded(valueBytes);
    long content = Checks.chain(memory, block + BlockLayout.KEY, rest);
    return BlockLayout.isSound(content, lengths, revision, salt, block);
  }

  /** Whether all is as it was seen; only under the segment's lock. */
  boolean isStillSo(MemorySegment now) {
    if (!now.equals(memory) || now.byteSize() != memory.byteSize()) { // equal ones may be shorter
      return false;
    }
    this.memory = now; // the same place, and perhaps not the same file
    MemorySegment memory = Memory.known(now);
    return Memory.getOf8(memory, segmentAt, SegmentLayout.TABLE / 8) == table
        && Memory.get(memory, slot) == slotWord
        && Memory.getOf3(memory, block, BlockLayout.REVISION / 8) == revision
        && Memory.getOf3(memory, block, BlockLayout.LENGTHS / 8) == lengths
        && Memory.getOf3(memory, block, BlockLayout.KEY / 8) == key;
  }
}
