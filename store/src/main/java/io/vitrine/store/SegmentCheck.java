package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks one segment after the other: its table, every slot, every block, its lists. For one
 * thread, which holds the segment's lock, or while nobody else can change the segment.
 */
final class SegmentCheck {
  /** Is told every entry whose block is sound and whose slot stands for it. */
  @FunctionalInterface
  interface EntryVisitor {
    /**
     * Called for each entry.
     *
     * @param block where in the memory its block is, or a copy of it in the form of a block
     * @param offset where in the file it lies
     */
    void entry(
        MemorySegment memory, int segment, long keyHash, long block, long lengths, long offset);
  }

  private static final long[] COUNTERS = {
    SegmentLayout.ENTRIES,
    SegmentLayout.TOMBSTONES,
    SegmentLayout.LIVE_BYTES,
    SegmentLayout.CHUNK_BYTES,
    SegmentLayout.LARGE_BYTES,
    SegmentLayout.TIDIED
  };

  private final MapFile file;
  private final String name;
  private final MapPages pages;
  private final boolean hasPages;
  private final Findings findings;
  private final EntryVisitor visitor;

  private MemorySegment memory = MemorySegment.NULL;
  private long limit;
  private int segment;
  private long at;
  private boolean sound;
  private PageSet inUse = new PageSet();
  private final Set<Long> ownRuns = new HashSet<>();
  private final TreeMap<Long, ChunkUse> chunks = new TreeMap<>();
  private long chunkBytes;
  private final SlotCheck slots;
  private final @Nullable CompactLineCheck lines;

  /**
   * Makes a check.
   *
   * @param hasPages whether the page map can be asked
   * @param visitor is told the entries
   */
  SegmentCheck(
      MapFile file,
      String name,
      MapPages pages,
      boolean hasPages,
      Findings findings,
      EntryVisitor visitor) {
    this.file = file;
    this.name = name;
    this.pages = pages;
    this.hasPages = hasPages;
    this.findings = findings;
    this.visitor = visitor;
    this.slots = new SlotCheck(this);
    CompactShape compact = file.compact;
    this.lines = compact == null ? null : new CompactLineCheck(this, compact);
  }

  /**
   * Checks a segment.
   *
   * @param unfinished whether its owner died: its counters and lists are then hints
   * @param used is told the first pages of the runs that the segment uses
   * @return whether everything in it is sound
   */
  boolean run(int number, boolean unfinished, PageSet used) {
    segment = number;
    at = file.segmentAt(number);
    limit = pages.limit();
    memory = file.mapped(); // behind the limit, which so lies within it though the file grows
    sound = true;
    inUse = used;
    ownRuns.clear();
    chunks.clear();
    chunkBytes = 0;
    if (!unfinished) {
      checkIdle();
    }
    walkChunks();
    long table = tableIfSound(unfinished);
    if (table == 0) {
      return false;
    }
    if (unfinished) {
      checkIntent(table);
    }
    if (lines != null) {
      lines.run(table);
      if (unfinished) {
        checkAbout(lines.entries, lines.allSound);
      } else {
        checkSpares(); // there are none
        checkCounters(lines);
      }
      return sound;
    }
    slots.run(table);
    if (unfinished) {
      checkAbout(slots.entries, slots.allSound);
    } else {
      checkSpares();
      walkFreeLists();
      checkChunks();
      checkCounters();
    }
    return sound;
  }

  long entries() {
    return lines != null ? lines.entries : slots.entries;
  }

  int segment() {
    return segment;
  }

  MapFile file() {
    return file;
  }

  MemorySegment memory() {
    return memory;
  }

  EntryVisitor visitor() {
    return visitor;
  }

  void damage(long offset, String found, String expected) {
    sound = false;
    findings.damage(name, offset, found, expected);
  }

  /** Whether a range lies in what the file has. */
  boolean contains(long offset, long bytes) {
    return offset >= file.segmentsAt && (offset & 7) == 0 && bytes >= 0 && bytes <= limit - offset;
  }

  private void checkIdle() {
    long intent = Memory.get(memory, at + SegmentLayout.INTENT_SLOT);
    long pending = Memory.get(memory, at + SegmentLayout.PENDING);
    if (file.compact != null && (Memory.get(memory, at + SegmentLayout.VERSION) & 1) != 0) {
      damage(
          at + SegmentLayout.VERSION, "an odd version", "an even one, for nobody changes a line");
    }
    if (intent != 0) {
      damage(at + SegmentLayout.INTENT_SLOT, "an unfinished update", "none, for nobody is at one");
    }
    if (pending != 0) {
      damage(at + SegmentLayout.PENDING, "pages on their way", "none, for nobody moves any");
    }
  }

  /** Looks whether the update that a dead process left can be finished. */
  private void checkIntent(long table) {
    long lock = Memory.getVolatile(memory, at + SegmentLayout.LOCK);
    long intent = Memory.getVolatile(memory, at + SegmentLayout.INTENT_SLOT);
    if (isInRun(intent)) {
      checkUndo();
    }
    if (intent == 0 || intent == SegmentLayout.GROUP || isInRun(intent)) {
      return;
    }
    boolean isSound;
    if (lines != null) {
      isSound = intent == Memory.getVolatile(memory, at + CompactLayout.UNDO_LINE);
    } else {
      long offset = intent - SegmentLayout.tableOffset(table);
      long bytes = SegmentLayout.tableLines(table) << SegmentLayout.LINE_SHIFT;
      isSound = (intent & 7) == 0 && offset >= 0 && offset < bytes;
    }
    if (!isSound && Memory.getVolatile(memory, at + SegmentLayout.LOCK) == lock) {
      damage(
          at + SegmentLayout.INTENT_SLOT,
          "an unfinished update at " + Findings.hex(intent),
          "one of a place in the segment's table, or none");
    }
  }

  private boolean isInRun(long intent) {
    return file.compact != null && intent == SegmentLayout.RUN;
  }

  /** Looks whether the line that a dead process was changing is told twice alike. */
  private void checkUndo() {
    long version = Memory.getVolatile(memory, at + SegmentLayout.VERSION);
    if ((version & 1) != 0
        && !CompactTable.isLineRepeated(memory, at)
        && Memory.getVolatile(memory, at + SegmentLayout.VERSION) == version) {
      damage(
          at + CompactLayout.UNDO_LINE,
          "a line that is being changed at "
              + Findings.hex(Memory.get(memory, at + CompactLayout.UNDO_LINE)),
          Findings.hex(Memory.get(memory, at + CompactLayout.UNDO_LINE_AGAIN))
              + ", as it stands there a second time");
    }
  }

  /** The table word, 0 where it leads nowhere. */
  private long tableIfSound(boolean unfinished) {
    long word =
        unfinished
            ? SegmentLayout.tableWhereverItIs(memory, at)
            : Memory.get(memory, at + SegmentLayout.TABLE);
    long offset = SegmentLayout.tableOffset(word);
    long lines = SegmentLayout.tableLines(word);
    CompactShape compact = file.compact;
    long bytes = lines * (compact == null ? 64 : compact.lineBytes);
    long firstLines = compact == null ? SegmentLayout.FIRST_LINES : compact.firstLines();
    if (!SegmentLayout.isSoundTable(word)
        || lines == 0
        || lines > Slot.LINES_MAX
        || !contains(offset, bytes)) {
      damage(at + SegmentLayout.TABLE, Findings.hex(word), "a table within the file");
      return 0;
    }
    if (file.isFirstTable(offset)) {
      long first = file.segmentAt(file.segments) + segment * CompactShape.firstTableBytes(compact);
      if (offset != first || lines != firstLines) {
        damage(
            at + SegmentLayout.TABLE,
            "a table of " + lines + " lines at " + Findings.hex(offset),
            "the segment's first table at " + Findings.hex(first));
      }
    } else if (hasPages) {
      useRun(offset, PageEntry.TABLE, MapLayout.pages(bytes));
    }
    return word;
  }

  /** Notes that the segment uses a run; whether the page map says so, too. */
  private boolean useRun(long offset, int kind, long pageCount) {
    if (!pages.isRun(offset, kind, segment, pageCount)) {
      damage(
          offset,
          "pages that the page map gives to somebody else",
          "a run of kind " + kind + " of segment " + segment);
      return false;
    }
    inUse.add(offset >>> MapLayout.PAGE_SHIFT);
    if (!ownRuns.add(offset)) {
      damage(offset, "pages that are used twice", "pages of one use");
      return false;
    }
    return true;
  }

  /** Notes that a large block uses a run. */
  void useLarge(long block, long bytes) {
    if (hasPages) {
      useRun(block, PageEntry.LARGE, MapLayout.pages(bytes));
    }
  }

  private void walkChunks() {
    if (!hasPages) {
      return;
    }
    long from = at + SegmentLayout.CHUNKS;
    for (long chunk = Memory.get(memory, from); chunk != 0; ) {
      if (!contains(chunk, MapLayout.PAGE)
          || (chunk & MapLayout.PAGE - 1) != 0
          || !useRun(chunk, PageEntry.CHUNK, 0)) {
        damage(from, "a chunk at " + Findings.hex(chunk), "one of the segment's chunks, or none");
        return;
      }
      long bytes = pages.runBytes(chunk);
      chunkBytes += bytes;
      long shape = Memory.get(memory, chunk + BlockAllocator.CHUNK_SHAPE);
      long blockBytes = shape & 0xFFFF_FFFFL;
      long count = shape >>> 32;
      boolean isClass =
          blockBytes >= SizeClass.BYTES_MIN
              && blockBytes <= SizeClass.BYTES_MAX
              && SizeClass.bytes(SizeClass.of(blockBytes)) == blockBytes;
      if (!isClass || count != (bytes - BlockAllocator.CHUNK_BLOCKS) / blockBytes) {
        damage(
            chunk + BlockAllocator.CHUNK_SHAPE,
            count + " blocks of " + blockBytes + " bytes",
            "as many blocks of a size class as fit " + bytes + " bytes");
      } else {
        chunks.put(chunk, new ChunkUse(chunk, blockBytes, (int) count));
      }
      from = chunk + BlockAllocator.CHUNK_NEXT;
      chunk = Memory.get(memory, from);
    }
  }

  /** The chunk that an offset lies in, null for none that is known. */
  @Nullable ChunkUse chunkOf(long offset) {
    Map.Entry<Long, ChunkUse> near = chunks.floorEntry(offset);
    return near != null && near.getValue().indexOf(offset) >= 0 ? near.getValue() : null;
  }

  /** Whether chunks are known, so that a block must lie in one. */
  boolean knowsChunks() {
    return hasPages;
  }

  private void checkSpares() {
    long counts = Memory.get(memory, at + SegmentLayout.SPARES);
    if (!Spares.isSoundCounts(counts)) {
      damage(at + SegmentLayout.SPARES, Findings.hex(counts), "counts of spare blocks");
      return;
    }
    for (int place = 1; place <= Spares.COUNT; place++) {
      if (Spares.isAt(counts, place)) {
        checkSpare(Spares.placeAt(at, place));
      }
    }
  }

  private void checkSpare(long from) {
    long word = Memory.get(memory, from);
    long block = Spares.block(word);
    int sizeClass = Spares.sizeClass(word);
    ChunkUse chunk = contains(block, SizeClass.BYTES_MIN) ? chunkOf(block) : null;
    if (!CheckedWord.isSound(word)
        || sizeClass >= SizeClass.COUNT
        || (chunk == null ? hasPages : chunk.blockBytes != SizeClass.bytes(sizeClass))) {
      damage(from, Findings.hex(word), "a spare block of the segment, or none");
    } else if (chunk != null && !chunk.meet(chunk.indexOf(block))) {
      damage(from, "block " + Findings.hex(block) + " as spare", "a block that is not in use");
    }
  }

  private void walkFreeLists() {
    for (int i = 0; i < SizeClass.COUNT; i++) {
      long from = at + SegmentLayout.FREE + 8L * i;
      for (long block = Memory.get(memory, from); block != 0; ) {
        boolean marked = contains(block, SizeClass.BYTES_MIN) && BlockLayout.isFree(memory, block);
        ChunkUse chunk = marked ? chunkOf(block) : null;
        if (!marked || (chunk == null ? hasPages : chunk.blockBytes != SizeClass.bytes(i))) {
          damage(
              from,
              "a free block at " + Findings.hex(block),
              "a free block of " + SizeClass.bytes(i) + " bytes of the segment, or none");
          break;
        }
        if (chunk != null && !chunk.meet(chunk.indexOf(block))) {
          damage(from, "block " + Findings.hex(block) + " as free", "a block that is not in use");
          break;
        }
        from = block;
        block = Memory.get(memory, from);
      }
    }
  }

  private void checkChunks() {
    for (ChunkUse chunk : chunks.values()) {
      if (chunk.lost() > 0) {
        damage(
            chunk.firstLost(),
            chunk.lost() + " blocks of a chunk that are neither in use nor free",
            "none");
      }
    }
  }

  /** Who died was at one entry, or at those of a run, unless it was at a group, or behind one. */
  private void checkAbout(long counted, boolean isKnown) {
    long word = Memory.get(memory, at + SegmentLayout.ENTRIES);
    long intent = Memory.get(memory, at + SegmentLayout.INTENT_SLOT);
    int uncounted = isCountedLater(intent) ? CompactStage.RUN_MAX : 1;
    if (isKnown
        && intent != SegmentLayout.GROUP
        && intent != 0 // it may have been about to count the changes of a group
        && CheckedWord.isSound(word)
        && Math.abs(CheckedWord.value(word) - counted) > uncounted) {
      damage(
          at + SegmentLayout.ENTRIES,
          CheckedWord.value(word) + " entries",
          counted + ", or up to " + uncounted + " more or less, for a writer died");
    }
  }

  /** Whether changes may be under way that are counted together, see {@link WordChanges}. */
  private boolean isCountedLater(long intent) {
    CompactShape compact = file.compact;
    return compact != null
        && compact.isSingle
        && intent != 0
        && Memory.get(memory, at + SegmentLayout.INTENT_RECORD) == 0;
  }

  private void checkCounters(CompactLineCheck counted) {
    checkCounterWords();
    checkCount(SegmentLayout.ENTRIES, "entries", counted.entries, counted.allSound);
    checkCount(
        SegmentLayout.TOMBSTONES,
        "empty places in lines that overflowed",
        counted.tombstones,
        counted.allSound);
    checkCount(SegmentLayout.LIVE_BYTES, "bytes in use", counted.liveBytes, counted.allSound);
    checkCount(SegmentLayout.LARGE_BYTES, "bytes in large blocks", 0, true);
    checkCount(SegmentLayout.CHUNK_BYTES, "bytes in chunks", chunkBytes, true);
  }

  private void checkCounterWords() {
    for (long field : COUNTERS) {
      long word = Memory.get(memory, at + field);
      if (!CheckedWord.isSound(word)) {
        damage(at + field, Findings.hex(word), "a word that matches its own check");
      }
    }
  }

  private void checkCounters() {
    checkCounterWords();
    checkCount(SegmentLayout.ENTRIES, "entries", slots.entries);
    checkCount(SegmentLayout.TOMBSTONES, "tombstones", slots.tombstones);
    checkCount(SegmentLayout.LIVE_BYTES, "bytes in use", slots.liveBytes);
    checkCount(SegmentLayout.LARGE_BYTES, "bytes in large blocks", slots.largeBytes);
    if (hasPages) {
      checkCount(SegmentLayout.CHUNK_BYTES, "bytes in chunks", chunkBytes);
    }
  }

  private void checkCount(long field, String what, long counted) {
    checkCount(field, what, counted, slots.allSound);
  }

  private void checkCount(long field, String what, long counted, boolean isKnown) {
    long word = Memory.get(memory, at + field);
    if (CheckedWord.isSound(word) && CheckedWord.value(word) != counted && isKnown) {
      damage(at + field, CheckedWord.value(word) + " " + what, "" + counted);
    }
  }
}
