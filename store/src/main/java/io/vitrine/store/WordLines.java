package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Lines of a compact map whose entries take two words each: looks for a key in them, and makes the
 * changes of single entries. Stateless; any thread. Changes only under the lock of the segment;
 * what is read without it counts if the segment's version was even and has not moved.
 */
final class WordLines {
  /* What a change of a small entry consists of. Two methods, isWhole and change, say all they do by
   * themselves, and are so long by that that the JIT compiles each on its own. In place of this it
   * would inline shorter ones into each of their callers, until it has had enough of that caller,
   * and then call even single accesses to memory, each of which takes forty instructions then. */

  private static final long LINE_BYTES = 128;
  private static final long STRIDE = 16;
  private static final long SEED_STEP = CompactLayout.seed(0, STRIDE);

  /** Where there is neither a key nor room for it before the first line that was never full. */
  static final long NO_ROOM = -1;

  /* Words of the segment's header, counted from that of the lock. */
  private static final long UNDO = (CompactLayout.UNDO_LINE - SegmentLayout.LOCK) / 8;

  private WordLines() {}

  /**
   * Looks for a key; checks the line where it is, or all lines on the way if it is in none.
   *
   * @param table a sound table word
   * @param salt of the file
   * @return its place: offset of the line times 8 and the number in it; {@link CompactTable#BUSY}
   *     where something is damaged; otherwise, where it is not there, {@link #NO_ROOM} or the
   *     complement of the first empty place on the way
   */
  static long find(MemorySegment mapping, long table, long hash, long key, long salt) {
    MemorySegment memory = Memory.known(mapping);
    long lines = SegmentLayout.tableLines(table);
    long base = SegmentLayout.tableOffset(table);
    long home = Slot.homeLine(hash >>> Slot.TAG_SHIFT, lines);
    long number = home;
    for (long i = 1; i <= lines; i++) {
      long line = base + number * LINE_BYTES;
      long matches = matches(memory, line, key);
      if (matches != 0) {
        return isWhole(memory, line, salt) ? CompactTable.place(line, matches) : CompactTable.BUSY;
      }
      if (!CompactLayout.isOverflowed(Memory.getOf16(memory, line, CompactLayout.REVISION / 8))) {
        return room(memory, base, home, lines, i, salt);
      }
      number = number + 1 == lines ? 0 : number + 1;
    }
    return room(memory, base, home, lines, lines, salt);
  }

  /** Places of a line that have a key, as the highest bits of their bytes. */
  static long matches(MemorySegment memory, long line, long key) {
    long matches = CompactLayout.keyOf2(memory, line, 0) == key ? 0x80L : 0;
    matches |= CompactLayout.keyOf2(memory, line, 1) == key ? 0x80L << 8 : 0;
    matches |= CompactLayout.keyOf2(memory, line, 2) == key ? 0x80L << 16 : 0;
    matches |= CompactLayout.keyOf2(memory, line, 3) == key ? 0x80L << 24 : 0;
    matches |= CompactLayout.keyOf2(memory, line, 4) == key ? 0x80L << 32 : 0;
    matches |= CompactLayout.keyOf2(memory, line, 5) == key ? 0x80L << 40 : 0;
    matches |= CompactLayout.keyOf2(memory, line, 6) == key ? 0x80L << 48 : 0;
    return matches & Memory.getOf16(memory, line, CompactLayout.CHECKS / 8);
  }

  /** What {@link #find} says of a key that is not in the lines from its home on. */
  private static long room(
      MemorySegment memory, long base, long home, long lines, long passed, long salt) {
    long room = NO_ROOM;
    long number = home;
    for (long i = 0; i < passed; i++) {
      long line = base + number * LINE_BYTES;
      if (!isWhole(memory, line, salt)) {
        return CompactTable.BUSY;
      }
      long empties = CompactLayout.empties(Memory.get(memory, line));
      if (room == NO_ROOM && empties != 0) {
        room = ~CompactTable.place(line, empties);
      }
      number = number + 1 == lines ? 0 : number + 1;
    }
    return room;
  }

  /** Whether all words of a line match their checks. */
  static boolean isWhole(MemorySegment mapping, long line, long salt) {
    MemorySegment memory = Memory.known(mapping);
    long checks = Memory.getOf16(memory, line, CompactLayout.CHECKS / 8);
    long seed = CompactLayout.seed(salt, line + CompactLayout.ENTRIES);
    long k0 = CompactLayout.keyOf2(memory, line, 0);
    long v0 = CompactLayout.valueOf2(memory, line, 0);
    long s0 = CompactLayout.sum(seed, k0, v0) & live(checks, 0);
    long k1 = CompactLayout.keyOf2(memory, line, 1);
    long v1 = CompactLayout.valueOf2(memory, line, 1);
    long s1 = CompactLayout.sum(seed + SEED_STEP, k1, v1) & live(checks, 1);
    long k2 = CompactLayout.keyOf2(memory, line, 2);
    long v2 = CompactLayout.valueOf2(memory, line, 2);
    long s2 = CompactLayout.sum(seed + 2 * SEED_STEP, k2, v2) & live(checks, 2);
    long k3 = CompactLayout.keyOf2(memory, line, 3);
    long v3 = CompactLayout.valueOf2(memory, line, 3);
    long s3 = CompactLayout.sum(seed + 3 * SEED_STEP, k3, v3) & live(checks, 3);
    long k4 = CompactLayout.keyOf2(memory, line, 4);
    long v4 = CompactLayout.valueOf2(memory, line, 4);
    long s4 = CompactLayout.sum(seed + 4 * SEED_STEP, k4, v4) & live(checks, 4);
    long k5 = CompactLayout.keyOf2(memory, line, 5);
    long v5 = CompactLayout.valueOf2(memory, line, 5);
    long s5 = CompactLayout.sum(seed + 5 * SEED_STEP, k5, v5) & live(checks, 5);
    long k6 = CompactLayout.keyOf2(memory, line, 6);
    long v6 = CompactLayout.valueOf2(memory, line, 6);
    long s6 = CompactLayout.sum(seed + 6 * SEED_STEP, k6, v6) & live(checks, 6);
    long live = checks & CompactLayout.OCCUPIED;
    long bytes = live | s0 >>> 57 | s1 >>> 57 << 8 | s2 >>> 57 << 16 | s3 >>> 57 << 24;
    bytes |= s4 >>> 57 << 32 | s5 >>> 57 << 40 | s6 >>> 57 << 48;
    long sums = s0 ^ s1 ^ s2 ^ s3 ^ s4 ^ s5 ^ s6;
    int entries = Long.bitCount(live);
    // The bytes joined, which are the sums' upper bits and one more for each entry, and the shares.
    long joined = sums >>> 57 | (long) entries << 7;
    long last = joined ^ CompactLayout.sharesBy(sums, entries);
    return (bytes | last << 56) == checks
        && CheckedWord.isSound(Memory.getOf16(memory, line, CompactLayout.REVISION / 8));
  }

  /** All bits where a place has an entry. */
  private static long live(long checks, int place) {
    return checks << (Long.SIZE - Byte.SIZE - Byte.SIZE * place) >> (Long.SIZE - 1);
  }

  /** Offset of the home line of a key. */
  static long home(long table, long hash) {
    long number = Slot.homeLine(hash >>> Slot.TAG_SHIFT, SegmentLayout.tableLines(table));
    return SegmentLayout.tableOffset(table) + number * LINE_BYTES;
  }

  /** Reads of each part of a line, so that it comes near. */
  static long touch(MemorySegment memory, long line) {
    return Memory.getOf16(memory, line, 0) ^ Memory.getOf16(memory, line, 8);
  }

  /** Whether the place that {@link #find} told the complement of is empty still. */
  static boolean isEmpty(MemorySegment memory, long place) {
    return CompactLayout.byteOf(Memory.get(memory, place >>> 3), (int) place & 7) == 0;
  }

  /**
   * Makes a change that has no record, while the intent is that of a run: notes in the undo words
   * what is there, and changes the line while the version is odd, which says that they count.
   *
   * @param at offset of the segment's header
   * @param place of the entry, or an empty one
   * @param key what the entry has then; not looked at where it is removed, like the value
   * @param salt of the file
   * @return whether the line overflowed, so that its empty places count as gone
   */
  static boolean change(
      MemorySegment mapping,
      long at,
      long place,
      long key,
      long value,
      long revision,
      long salt,
      boolean remove) {
    MemorySegment memory = Memory.known(mapping);
    long line = place >>> 3;
    int number = (int) place & 7;
    long checks = Memory.getOf16(memory, line, CompactLayout.CHECKS / 8);
    long word = Memory.getOf16(memory, line, CompactLayout.REVISION / 8);
    long oldKey = CompactLayout.keyOf2(memory, line, number);
    long oldValue = CompactLayout.valueOf2(memory, line, number);
    long header = at + SegmentLayout.LOCK;
    Memory.setOf16(memory, header, UNDO, line);
    Memory.setOf16(memory, header, UNDO + 1, number);
    Memory.setOf16(memory, header, UNDO + 2, checks);
    Memory.setOf16(memory, header, UNDO + 3, word);
    Memory.setOf16(memory, header, UNDO + 4, oldKey);
    Memory.setOf16(memory, header, UNDO + 5, oldValue);
    Memory.setOf16(memory, header, UNDO + 6, line);
    Step.UNDO_NOTED.reached();
    long version = (Memory.get(memory, at + SegmentLayout.VERSION) + 1) | 1;
    Memory.setRelease(memory, at + SegmentLayout.VERSION, version);
    VarHandle.storeStoreFence();
    Step.LINE_OPENED.reached();
    long seed = CompactLayout.seed(salt, line + CompactLayout.ENTRIES + STRIDE * number);
    long share = 0;
    long check = 0;
    if (CompactLayout.byteOf(checks, number) != 0) {
      share = CompactLayout.shareBy(CompactLayout.sum(seed, oldKey, oldValue));
    }
    if (!remove) {
      Memory.setOf16(memory, line, 2 + 2L * number, key);
      Memory.setOf16(memory, line, 3 + 2L * number, value);
      Step.LINE_CHANGED.reached();
      long sum = CompactLayout.sum(seed, key, value);
      check = CompactLayout.byteBy(sum);
      share ^= CompactLayout.shareBy(sum);
    }
    long marked = CompactLayout.withByte(checks, number, check, share);
    Memory.setOf16(memory, line, CompactLayout.CHECKS / 8, marked);
    Step.LINE_CHANGED.reached();
    long sealed = CheckedWord.changed(word, CompactLayout.withRevision(word, revision));
    Memory.setOf16(memory, line, CompactLayout.REVISION / 8, sealed);
    Memory.setRelease(memory, at + SegmentLayout.VERSION, version + 1);
    VarHandle.storeStoreFence();
    Step.SLOT_SWUNG.reached();
    return CompactLayout.isOverflowed(word);
  }
}
