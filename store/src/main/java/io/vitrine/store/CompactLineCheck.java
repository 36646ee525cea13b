package io.vitrine.store;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.BitSet;

/** Checks every line of a segment's table in a compact map. For one thread. */
final class CompactLineCheck {
  private final SegmentCheck check;
  private final MapFile file;
  private final CompactShape shape;
  private final CompactLine line;
  private final MemorySegment image;

  long entries;
  long tombstones;
  long liveBytes;

  /** Whether all lines could be read, so that the numbers above are right. */
  boolean allSound;

  private long tableAt;
  private long lines;
  private final BitSet overflowed = new BitSet();
  private long[] hashes = new long[64];

  CompactLineCheck(SegmentCheck check, CompactShape shape) {
    this.check = check;
    this.file = check.file();
    this.shape = shape;
    this.line = new CompactLine(shape, file.salt);
    this.image = Arena.ofAuto().allocate(BlockLayout.KEY + shape.entryBytes, 8);
  }

  void run(long table) {
    tableAt = SegmentLayout.tableOffset(table);
    lines = SegmentLayout.tableLines(table);
    entries = 0;
    tombstones = 0;
    allSound = true;
    overflowed.clear();
    for (long i = 0; i < lines; i++) {
      load(i);
      if (line.isOverflowed()) {
        overflowed.set((int) i);
      }
    }
    for (long i = 0; i < lines; i++) {
      load(i);
      checkLine(i);
    }
    liveBytes = entries * shape.entryBytes;
    checkTwins();
  }

  private long lineAt(long number) {
    return tableAt + number * shape.lineBytes;
  }

  private void load(long number) {
    MemorySegment memory = check.memory();
    long at = file.segmentAt(check.segment());
    long version = Memory.get(memory, at + SegmentLayout.VERSION);
    line.load(memory, lineAt(number), at, CompactEngine.busyLine(memory, at, version));
  }

  private void damage(long offset, String found, String expected) {
    allSound = false;
    check.damage(offset, found, expected);
  }

  private void checkLine(long number) {
    long at = lineAt(number);
    if (!line.isSound()) {
      damage(at, "a line that does not match its own checks", "a whole line");
    }
    int live = 0;
    for (int i = 0; i < CompactLayout.PLACES; i++) {
      if (line.isLive(i)) {
        live++;
        checkEntry(number, i);
      }
    }
    tombstones += line.isOverflowed() ? CompactLayout.PLACES - live : 0;
  }

  private void checkEntry(long number, int place) {
    long offset = lineAt(number) + line.entryAt(place);
    if (!line.isSound(place)) {
      damage(offset, "an entry that does not match its check", "a whole entry");
      return;
    }
    long hash = hash(place);
    if (file.isHashKnown() && !isAtHome(hash, number, offset)) {
      return;
    }
    if (shape.isWide && file.isHashKnown() && !line.hasMark(place, hash)) {
      damage(offset, "an entry whose mark is that of another key", "the mark of its own");
      return;
    }
    if (entries == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * hashes.length);
    }
    hashes[(int) entries++] = hash;
    BlockLayout.setHeader(image, 0, shape.lengths(), line.revision(), 0, 0);
    Memory.copy(line.words, line.entryAt(place), image, BlockLayout.KEY, shape.entryBytes);
    check.visitor().entry(image, check.segment(), hash, 0, shape.lengths(), offset);
  }

  /** Whether an entry is in its segment; tells also whether it is where it is looked for there. */
  private boolean isAtHome(long hash, long number, long offset) {
    if (((int) hash & (file.segments - 1)) != check.segment()) {
      damage(offset, "an entry of another segment", "one whose key belongs here");
      return false;
    }
    long home = Slot.homeLine(hash >>> Slot.TAG_SHIFT, lines);
    int end = overflowed.nextClearBit((int) home);
    boolean reached =
        home <= number ? end >= number : end >= lines && overflowed.nextClearBit(0) >= number;
    if (!reached) {
      damage(offset, "an entry that a search for its key does not come to", "one that it comes to");
    }
    return true;
  }

  private long hash(int place) {
    return MapEngine.spread(
        file.hashOrOther().hash(line.words, line.entryAt(place), shape.keyBytes));
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
    MemorySegment first = Arena.ofAuto().allocate(shape.valueAt, 8);
    boolean found = false;
    for (long i = 0; i < lines; i++) {
      load(i);
      for (int j = 0; j < CompactLayout.PLACES; j++) {
        if (!line.isLive(j) || hash(j) != hash) {
          continue;
        }
        if (found && Memory.same(first, 0, line.words, line.entryAt(j), shape.valueAt)) {
          return true;
        }
        Memory.copy(line.words, line.entryAt(j), first, 0, shape.valueAt);
        found = true;
      }
    }
    return false;
  }
}
