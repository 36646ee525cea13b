package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.BitSet;

/** Checks every slot of a segment's table and the block that it refers to. For one thread. */
final class SlotCheck {
  private final SegmentCheck check;

  long entries;
  long tombstones;
  long liveBytes;
  long largeBytes;

  /** Whether all slots could be followed, so that the numbers above are right. */
  boolean allSound;

  private long tableAt;
  private long lines;
  private final BitSet linesWithRoom = new BitSet();
  private long[] hashes = new long[64];

  SlotCheck(SegmentCheck check) {
    this.check = check;
  }

  void run(long table) {
    tableAt = SegmentLayout.tableOffset(table);
    lines = SegmentLayout.tableLines(table);
    entries = 0;
    tombstones = 0;
    liveBytes = 0;
    largeBytes = 0;
    allSound = true;
    findRoom();
    for (long i = 0; i < 8 * lines; i++) {
      checkSlot(tableAt + 8 * i, i >>> 3);
    }
    checkTwins();
  }

  private void findRoom() {
    linesWithRoom.clear();
    MemorySegment memory = check.memory();
    for (long i = 0; i < 8 * lines; i++) {
      if (Memory.get(memory, tableAt + 8 * i) == Slot.EMPTY) {
        linesWithRoom.set((int) (i >>> 3));
      }
    }
  }

  private void checkSlot(long slot, long line) {
    long word = Memory.get(check.memory(), slot);
    if (word == Slot.TOMBSTONE) {
      tombstones++;
    } else if (word != Slot.EMPTY && !(Slot.isSound(word) && Slot.isLive(word))) {
      damage(slot, "the slot " + Findings.hex(word), "a slot that matches its parity");
    } else if (Slot.isLive(word)) {
      checkEntry(slot, line, word);
    }
  }

  private void damage(long offset, String found, String expected) {
    allSound = false;
    check.damage(offset, found, expected);
  }

  private void checkEntry(long slot, long line, long word) {
    MemorySegment memory = check.memory();
    long block = Slot.block(word);
    if (!isBlock(block)) {
      damage(slot, "a slot that leads to " + Findings.hex(block), "one that leads to a block");
      return;
    }
    if (!BlockLayout.isSound(memory, block, block, check.file().salt)) {
      damage(block, "a block that does not match its check", "a whole block");
      return;
    }
    long lengths = BlockLayout.lengths(memory, block);
    long bytes = BlockLayout.bytes(lengths);
    long keyHash = keyHash(block);
    if (check.file().isHashKnown()
        && (keyHash >>> Slot.TAG_SHIFT != Slot.tag(word)
            || ((int) keyHash & (check.file().segments - 1)) != check.segment())) {
      damage(slot, "a slot that leads to another key", "the slot of the key in its block");
      return;
    }
    checkReachable(slot, line, word);
    usePlace(slot, block, lengths, bytes);
    if (entries == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * hashes.length);
    }
    hashes[(int) entries++] = keyHash;
    liveBytes += bytes;
    check.visitor().entry(memory, check.segment(), keyHash, block, lengths, block);
  }

  private long keyHash(long block) {
    MemorySegment memory = check.memory();
    long length = BlockLayout.keyLength(BlockLayout.lengths(memory, block));
    return MapEngine.spread(
        check.file().hashOrOther().hash(memory, block + BlockLayout.KEY, length));
  }

  /** Whether a block may begin there and its lengths keep it within the file. */
  private boolean isBlock(long block) {
    if (!check.contains(block, SizeClass.BYTES_MIN)) {
      return false;
    }
    long word = Memory.get(check.memory(), block + BlockLayout.LENGTHS);
    boolean hasLength =
        !BlockLayout.isWide(word)
            || check.contains(
                block, BlockLayout.KEY + LogLayout.padded(BlockLayout.keyLength(word)) + 8);
    return hasLength
        && check.contains(block, BlockLayout.bytes(BlockLayout.lengths(check.memory(), block)));
  }

  /** A search begins in the home line and ends in the first line with an empty slot. */
  private void checkReachable(long slot, long line, long word) {
    long home = Slot.homeLine(Slot.tag(word), lines);
    int room = linesWithRoom.nextSetBit((int) home);
    boolean reached =
        home <= line
            ? room < 0 || room >= line
            : room < 0 && (linesWithRoom.isEmpty() || linesWithRoom.nextSetBit(0) >= line);
    if (!reached) {
      damage(slot, "an entry that a search for its key does not come to", "one that it comes to");
    }
  }

  private void usePlace(long slot, long block, long lengths, long bytes) {
    if (bytes > SizeClass.BYTES_MAX) {
      largeBytes += bytes;
      check.useLarge(block, bytes);
      return;
    }
    if (!check.knowsChunks()) {
      return;
    }
    ChunkUse chunk = check.chunkOf(block);
    int sizeClass = SizeClass.of(bytes) + BlockLayout.excess(lengths);
    if (chunk == null
        || sizeClass >= SizeClass.COUNT
        || chunk.blockBytes != SizeClass.bytes(sizeClass)) {
      damage(
          slot,
          "a slot that leads to " + Findings.hex(block),
          "a block of " + bytes + " bytes in one of the segment's chunks");
    } else if (!chunk.meet(chunk.indexOf(block))) {
      damage(slot, "block " + Findings.hex(block) + " in use twice", "a block of one use");
    }
  }

  /** Tells of keys that are there twice; equal hashes of unequal keys are not told apart. */
  private void checkTwins() {
    Arrays.sort(hashes, 0, (int) entries);
    for (int i = 1; i < entries; i++) {
      if (hashes[i] == hashes[i - 1] && isTwin(hashes[i])) {
        damage(tableAt, "two entries of one key", "one entry of each key");
        return;
      }
    }
  }

  private boolean isTwin(long hash) {
    MemorySegment memory = check.memory();
    long first = 0;
    for (long i = 0; i < 8 * lines; i++) {
      long word = Memory.get(memory, tableAt + 8 * i);
      boolean mayBe = !check.file().isHashKnown() || Slot.tag(word) == hash >>> Slot.TAG_SHIFT;
      if (!Slot.isLive(word) || !mayBe) {
        continue;
      }
      long block = Slot.block(word);
      if (!isBlock(block)
          || !BlockLayout.isSound(memory, block, block, check.file().salt)
          || keyHash(block) != hash) {
        continue;
      }
      if (first != 0 && sameKey(memory, first, block)) {
        return true;
      }
      first = block;
    }
    return false;
  }

  private static boolean sameKey(MemorySegment memory, long a, long b) {
    long length = BlockLayout.keyLength(BlockLayout.lengths(memory, a));
    return length == BlockLayout.keyLength(BlockLayout.lengths(memory, b))
        && Memory.same(memory, a + BlockLayout.KEY, memory, b + BlockLayout.KEY, length);
  }
}
