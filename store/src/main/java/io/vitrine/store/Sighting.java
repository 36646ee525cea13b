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

  /** What a line is to a key that is not in it: it has an empty slot, it has none, or damage. */
  private static final int ROOM = 0;

  private static final int FULL = 1;
  private static final int UNUSUAL = 2;

  private int segment;
  private long segmentAt;
  private long spread;
  private boolean hasRoom;
  private boolean hasBlock;
  private boolean isFound;
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

  long spread() {
    return spread;
  }

  long table() {
    return table;
  }

  /** Whether the last look found the key, and its block as it was to be. */
  boolean isFound() {
    return isFound;
  }

  /** Whether no line has a slot of the key, up to one that has an empty slot. */
  boolean hasRoom() {
    return hasRoom;
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
    this.spread = spread;
    segment = (int) spread & (file.segments - 1);
    segmentAt = file.segmentAt(segment);
    memory = mapping;
    this.key = key;
    boolean there = find(Memory.known(mapping), spread);
    lookForBlock(there, BlockLayout.KEY + Long.BYTES + LogLayout.padded(valueBytes));
    isFound = there && isWhole(mapping, valueBytes, file.salt);
    return isFound;
  }

  /**
   * Looks for the key of a scratch in the same way, one of any kind.
   *
   * @param bytes size of the block that its value is to come to, which the one there must have
   * @return whether it is there, in a block that is whole and has this size
   */
  boolean look(MapFile file, MemorySegment mapping, Scratch scratch, long bytes) {
    spread = scratch.hash;
    segment = (int) spread & (file.segments - 1);
    segmentAt = file.segmentAt(segment);
    memory = mapping;
    boolean there = find(Memory.known(mapping), spread);
    lookForBlock(there, bytes);
    isFound = there && isWhole(mapping, scratch, bytes, file.salt);
    return isFound;
  }

  private boolean isWhole(MemorySegment mapping, Scratch scratch, long bytes, long salt) {
    MemorySegment memory = Memory.known(mapping);
    block = Slot.block(slotWord);
    revision = Memory.getOf3(memory, block, BlockLayout.REVISION / 8);
    lengths = Memory.getOf3(memory, block, BlockLayout.LENGTHS / 8);
    long keyBytes = scratch.keyLength;
    long rest = bytes - BlockLayout.KEY;
    if (!BlockLayout.isPlain(lengths, (int) keyBytes)
        || rest
            != LogLayout.padded(keyBytes)
                + LogLayout.padded(BlockLayout.plainValueLength(lengths))) {
      return false;
    }
    long content = Checks.chain(memory, block + BlockLayout.KEY, rest);
    return BlockLayout.isSound(content, lengths, revision, salt, block) && isKey(memory, scratch);
  }

  /** Whether the block has the key of a scratch, which is as long. */
  private boolean isKey(MemorySegment memory, Scratch scratch) {
    int words = Words.count(scratch.keyLength);
    long others = 0;
    for (int i = 0; i < words; i++) {
      long word = Memory.get(memory, block + BlockLayout.KEY + 8L * i);
      others |= word ^ Words.get(scratch.outWords, (int) BlockLayout.KEY / 8 + i);
    }
    return others == 0;
  }

  private boolean find(MemorySegment memory, long spread) {
    table = Memory.getOf8(memory, segmentAt, SegmentLayout.TABLE / 8);
    long tag = spread >>> Slot.TAG_SHIFT;
    long lines = SegmentLayout.tableLines(table);
    long number = Slot.homeLine(tag, lines);
    long lineAt = SegmentLayout.tableOffset(table) + (number << SegmentLayout.LINE_SHIFT);
    int matches = Probe.matches(memory, lineAt, tag);
    hasRoom = false;
    for (int i = 0; matches == 0; i++) {
      // the line of a key to be inserted mostly has room, and no other one need come from memory
      hasRoom = Probe.hasEmpty(memory, lineAt);
      if (hasRoom || i == LINES_BEHIND) {
        return false;
      }
      number = number + 1 == lines ? 0 : number + 1;
      lineAt = SegmentLayout.tableOffset(table) + (number << SegmentLayout.LINE_SHIFT);
      matches = Probe.matches(memory, lineAt, tag);
    }
    int place = Integer.numberOfTrailingZeros(matches);
    slot = lineAt + 8L * place;
    slotWord = Memory.getOf8(memory, lineAt, place);
    return Slot.isLive(slotWord) && Slot.isSound(slotWord);
  }

  private boolean isWhole(MemorySegment mapping, int valueBytes, long salt) {
    MemorySegment memory = Memory.known(mapping);
    block = Slot.block(slotWord);
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

  /**
   * Whether it is worth to take the lock: the last look found the entry as it was to be, or that it
   * may come in, and there seems to be a block for it.
   */
  boolean isUsual() {
    return hasBlock && (isFound || hasRoom);
  }

  /** Looks for the block that the change will take, so that it comes near as soon as can be. */
  private void lookForBlock(boolean there, long bytes) {
    MemorySegment memory = memory();
    hasBlock = (there || (hasRoom && !isTooFull(memory))) && hasBlock(memory, there, bytes);
  }

  private boolean hasBlock(MemorySegment memory, boolean there, long bytes) {
    int sizeClass = SizeClass.of(bytes);
    long counts = Memory.get(memory, segmentAt + SegmentLayout.SPARES);
    int place = Spares.nextPlace(counts);
    if (place != 0) {
      long spare = Memory.get(memory, Spares.placeAt(segmentAt, place));
      near = Spares.block(spare);
      near = Memory.get(memory, near);
      return Spares.sizeClass(spare) == sizeClass;
    }
    long free = Memory.get(memory, segmentAt + SegmentLayout.FREE + 8L * sizeClass);
    if (there) { // an update takes what others left, if nothing is free
      return free == 0 && Spares.waiting(counts) > 0;
    }
    near = Memory.get(memory, free);
    return free != 0;
  }

  /** Whether the table has no room for one more, as far as the counters tell. */
  private boolean isTooFull(MemorySegment memory) {
    long entries = Memory.getOf8(memory, segmentAt, SegmentLayout.ENTRIES / 8);
    long tombstones = Memory.getOf8(memory, segmentAt, SegmentLayout.TOMBSTONES / 8);
    long used = CheckedWord.value(entries) + CheckedWord.value(tombstones) + 1;
    return TableGrowth.isTooFull(used, SegmentLayout.tableLines(table));
  }

  /** Whether it is as where the key was looked for; only under the segment's lock. */
  private boolean isSame(MemorySegment now) {
    if (!now.equals(memory) || now.byteSize() != memory.byteSize()) { // equal ones may be shorter
      return false;
    }
    this.memory = now; // the same place, and perhaps not the same file
    return true;
  }

  /**
   * Whether the key is still not there, in lines that are whole, of which the last has room; the
   * first place that may be taken is the slot then. Only under the segment's lock.
   */
  boolean isStillAbsent(MemorySegment now) {
    if (!isSame(now)) {
      return false;
    }
    MemorySegment memory = Memory.known(now);
    if (Memory.getOf8(memory, segmentAt, SegmentLayout.TABLE / 8) != table
        || !SegmentLayout.isSoundTable(table)) {
      return false;
    }
    try {
      return hasStillRoom(memory);
    } catch (IndexOutOfBoundsException e) { // a line that was not looked at, beyond the mapping
      return false;
    }
  }

  private boolean hasStillRoom(MemorySegment memory) {
    long lines = SegmentLayout.tableLines(table);
    long number = Slot.homeLine(spread >>> Slot.TAG_SHIFT, lines);
    slot = 0;
    for (int i = 0; i <= LINES_BEHIND; i++) {
      long lineAt = SegmentLayout.tableOffset(table) + (number << SegmentLayout.LINE_SHIFT);
      int state = stateOf(memory, lineAt, spread >>> Slot.TAG_SHIFT);
      if (state != FULL) {
        return state == ROOM;
      }
      number = number + 1 == lines ? 0 : number + 1;
    }
    return false;
  }

  /** What a line tells of a key that was not found; notes the first place that may be taken. */
  private int stateOf(MemorySegment memory, long lineAt, long tag) {
    int odd = 0;
    long matches = 0; // negative once there was one, as the next two
    long empties = 0;
    long free = 0;
    for (int i = 0; i < 8; i++) {
      long word = Memory.getOf8(memory, lineAt, i);
      long buried = word ^ Slot.TOMBSTONE;
      long empty = (word - 1) & ~word;
      odd |= Long.bitCount(word);
      matches |= (Slot.tag(word) ^ tag) - 1;
      empties |= empty;
      free |= (empty | ((buried - 1) & ~buried)) >>> 63 << i;
    }
    if ((odd & 1) != 0 || matches < 0) {
      return UNUSUAL;
    }
    if (slot == 0 && free != 0) {
      int place = Long.numberOfTrailingZeros(free);
      slot = lineAt + 8L * place;
      slotWord = Memory.getOf8(memory, lineAt, place);
    }
    return empties < 0 ? ROOM : FULL;
  }

  /** Whether all is as it was seen of a key of one word; only under the segment's lock. */
  boolean isStillSo(MemorySegment now) {
    return isStillThere(now) && Memory.getOf3(memory(), block, BlockLayout.KEY / 8) == key;
  }

  /** Whether all is as it was seen of the key of a scratch; only under the segment's lock. */
  boolean isStillSo(MemorySegment now, Scratch scratch) {
    return isStillThere(now) && isKey(memory(), scratch);
  }

  private boolean isStillThere(MemorySegment now) {
    if (!isSame(now)) {
      return false;
    }
    MemorySegment memory = Memory.known(now);
    return Memory.getOf8(memory, segmentAt, SegmentLayout.TABLE / 8) == table
        && Memory.get(memory, slot) == slotWord
        && Memory.getOf3(memory, block, BlockLayout.REVISION / 8) == revision
        && Memory.getOf3(memory, block, BlockLayout.LENGTHS / 8) == lengths;
  }
}
