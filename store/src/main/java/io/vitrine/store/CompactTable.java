package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The bucket tables of a compact map: looks for places in lines and changes lines. Reads work with
 * a segment's lock and without it; changes only with the lock, or where nobody else knows the file.
 */
final class CompactTable {
  /** Hash strategies of users have larger numbers; they can write nothing to what they hash. */
  private static final int VITRINE_IDS = 1_023;

  /* A change is made in place. First the undo words of the segment's header take what the line had
   * before, then the segment's version becomes odd, the line is changed, and the version becomes
   * even again: by that store the change is made. A reader that meets an odd version takes what the
   * undo words hold in place of what is being overwritten, and so waits for nobody. A takeover that
   * meets one puts it back. */

  /** What {@link #find} answers where it came to the line that it is to avoid. */
  static final long BUSY = Long.MIN_VALUE;

  private static final int FULL_PERCENT = 93;
  private static final int GONE_PERCENT = 5;
  private static final int PLACES = CompactLayout.PLACES;

  final MapFile file;
  final CompactShape shape;
  private final SpaceAllocator space;
  private final BlockAllocator blocks;
  private final long salt;
  private final long lineBytes;
  private final long entryBytes;
  private final long stride;
  private final long entriesAt;
  private final @Nullable WideLines wide;
  private final long seedStep;
  private final CompactMover mover;

  /** What the segments count. */
  final CompactCounters counters;

  CompactTable(MapFile file, CompactShape shape, SpaceAllocator space, BlockAllocator blocks) {
    this.file = file;
    this.shape = shape;
    this.space = space;
    this.blocks = blocks;
    this.salt = file.salt;
    this.lineBytes = shape.lineBytes;
    this.entryBytes = shape.entryBytes;
    this.stride = shape.stride;
    this.entriesAt = shape.entriesAt;
    this.wide = shape.isWide ? new WideLines(this) : null;
    this.seedStep = CompactLayout.seed(0, entryBytes);
    this.mover = new CompactMover(this);
    this.counters = new CompactCounters(this);
  }

  /** Offset of the entry at a place. */
  long entryAt(long place) {
    return (place >>> 3) + entriesAt + (place & 7) * stride;
  }

  /** The first of the places of a line that are told as the highest bits of their bytes. */
  static long place(long line, long bits) {
    return line << 3 | Long.numberOfTrailingZeros(bits) >>> 3;
  }

  /**
   * Looks for a key.
   *
   * @param first first word of the key
   * @param key where the key lies, at {@link BlockLayout#KEY}; not looked at where it is one word
   * @param avoid offset of a line not to look at, 0 for none
   * @return its place: offset of the line times 8 and the number in it; negative for none
   */
  long find(
      MemorySegment memory, long table, long hash, long first, MemorySegment key, long avoid) {
    long lines = SegmentLayout.tableLines(table);
    long base = SegmentLayout.tableOffset(table);
    long number = Slot.homeLine(hash >>> Slot.TAG_SHIFT, lines);
    if (wide != null) {
      long known = wide.findWhereKnown(memory, base, number, lines, hash, first, key, avoid);
      if (known >= 0) {
        return known;
      }
    }
    for (long i = 0; i < lines; i++) {
      long line = base + number * lineBytes;
      if (line == avoid) {
        return BUSY;
      }
      long matches =
          wide != null
              ? wide.marked(memory, line, first, hash)
              : matches(memory, line, first) & Memory.get(memory, line);
      for (; matches != 0; matches &= matches - 1) {
        long place = place(line, matches);
        if (shape.keyWords == 1 || isKey(memory, entryAt(place), key)) {
          return place;
        }
      }
      if (!CompactLayout.isOverflowed(Memory.get(memory, line + CompactLayout.REVISION))) {
        return -1;
      }
      number = number + 1 == lines ? 0 : number + 1;
    }
    return -1;
  }

  /**
   * Looks for a key of one word whose value takes another one, and checks all lines on the way: so
   * a line is gone through once where the key is not there. Under the segment's lock.
   *
   * @return its place, or what {@link WordLines#find} says, {@link #BUSY} also where entries are
   *     others: what is damaged, is told by {@link #find} and {@link #unsoundAt}
   */
  long findAmongWhole(MemorySegment memory, long table, long hash, long key) {
    return shape.isSingle && SegmentLayout.isSoundTable(table)
        ? WordLines.find(memory, table, hash, key, salt)
        : BUSY;
  }

  /**
   * Reads of the home line of a key in a table of wide lines its first words and the place of the
   * key, so that they come near.
   */
  long touch(MemorySegment memory, long table, long hash) {
    long lines = SegmentLayout.tableLines(table);
    long number = Slot.homeLine(hash >>> Slot.TAG_SHIFT, lines);
    return Objects.requireNonNull(wide)
        .touch(memory, SegmentLayout.tableOffset(table), number, lines, hash);
  }

  /** Offset of the entry that a key seems to have in a table of wide lines. */
  long probableEntry(long table, long hash) {
    long lines = SegmentLayout.tableLines(table);
    long number = Slot.homeLine(hash >>> Slot.TAG_SHIFT, lines);
    return Objects.requireNonNull(wide)
        .probableEntry(SegmentLayout.tableOffset(table), number, lines, hash);
  }

  /** Places that begin with a word, as the highest bits of their bytes. */
  private long matches(MemorySegment memory, long line, long first) {
    if (shape.isSingle) {
      return WordLines.matches(memory, line, first);
    }
    long at = line + CompactLayout.ENTRIES;
    long matches = 0;
    for (int i = 0; i < PLACES; i++) {
      matches |= (Memory.get(memory, at + i * entryBytes) == first ? 0x80L : 0L) << (8 * i);
    }
    return matches;
  }

  /** Whether the words of a key behind the first are those of an entry. */
  boolean isKey(MemorySegment memory, long entry, MemorySegment key) {
    for (int i = 1; i < shape.keyWords; i++) {
      if (Memory.get(memory, entry + 8L * i) != Memory.get(key, BlockLayout.KEY + 8L * i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a place of the present table, where it is one, has a key of one word, undamaged. */
  boolean isStill(MemorySegment memory, long place, long key) {
    return place >= 0 && Memory.get(memory, entryAt(place)) == key && isSound(memory, place);
  }

  /**
   * Whether there is an entry at a place that matches its check, and its line the byte of all.
   * Seven bits are an entry's own, so that of other values one in 128 would pass; with those of the
   * line it is one in 16,384.
   */
  boolean isSound(MemorySegment memory, long place) {
    if (wide != null) {
      return wide.isSound(memory, place);
    }
    long line = place >>> 3;
    long checks = Memory.get(memory, line);
    long check = CompactLayout.byteBy(sum(memory, entryAt(place)));
    return CompactLayout.byteOf(checks, (int) place & 7) == check
        && CompactLayout.shares(checks) == sharesOf(memory, line, checks);
  }

  /** The shares of all entries of a line, joined, by what they are now. */
  private long sharesOf(MemorySegment memory, long line, long checks) {
    long sums = 0;
    // Without branches: which places are empty cannot be foreseen.
    long seed = seedIn(line);
    for (int i = 0; i < PLACES; i++) {
      sums ^= sumIn(memory, line, i, seed, checks);
      seed += seedStep;
    }
    return CompactLayout.sharesBy(sums, Long.bitCount(checks & CompactLayout.OCCUPIED));
  }

  /** What the sum of a line's first entry begins with; that of each next one is a step more. */
  private long seedIn(long line) {
    return CompactLayout.seed(salt, line + CompactLayout.ENTRIES);
  }

  /** Sum of one of a line's entries, 0 where the place is empty. */
  private long sumIn(MemorySegment memory, long line, int place, long seed, long checks) {
    long live = checks << (Long.SIZE - Byte.SIZE - Byte.SIZE * place) >> (Long.SIZE - 1);
    if (!shape.isSingle) {
      long entry = line + CompactLayout.ENTRIES + place * entryBytes;
      return CompactLayout.sum(seed, memory, entry, shape.words) & live;
    }
    long key = CompactLayout.keyOf2(memory, line, place);
    long value = CompactLayout.valueOf2(memory, line, place);
    return CompactLayout.sum(seed, key, value) & live;
  }

  /** Sum of the entry at an offset. */
  long sum(MemorySegment memory, long entry) {
    long seed = CompactLayout.seed(salt, entry);
    return shape.isSingle
        ? CompactLayout.sum(seed, Memory.get(memory, entry), Memory.get(memory, entry + 8))
        : CompactLayout.sum(seed, memory, entry, shape.words);
  }

  /** What an entry adds to the byte of its line, 0 where the place is empty. */
  private long shareAt(MemorySegment memory, long place) {
    return CompactLayout.byteOf(Memory.get(memory, place >>> 3), (int) place & 7) == 0
        ? 0
        : CompactLayout.shareBy(sum(memory, entryAt(place)));
  }

  /** The first damaged word of a line, 0 for none. */
  long unsoundIn(MemorySegment memory, long line) {
    if (wide != null) {
      return wide.unsoundIn(memory, line);
    }
    return isWhole(memory, line) ? 0 : firstUnsoundIn(memory, line);
  }

  /** Whether all words of a line match their checks. */
  private boolean isWhole(MemorySegment memory, long line) {
    if (shape.isSingle) {
      return WordLines.isWhole(memory, line, salt);
    }
    long checks = Memory.get(memory, line);
    long sums = 0;
    long bytes = 0;
    long seed = seedIn(line);
    for (int i = 0; i < PLACES; i++) { // without branches, as in sharesOf
      long sum = sumIn(memory, line, i, seed, checks);
      sums ^= sum;
      bytes |= (sum >>> 57) << (Byte.SIZE * i);
      seed += seedStep;
    }
    bytes |= checks & CompactLayout.OCCUPIED;
    int entries = Long.bitCount(checks & CompactLayout.OCCUPIED);
    return bytes == CheckedWord.value(checks)
        && CompactLayout.shares(checks) == CompactLayout.sharesBy(sums, entries)
        && CheckedWord.isSound(Memory.get(memory, line + CompactLayout.REVISION));
  }

  private long firstUnsoundIn(MemorySegment memory, long line) {
    if (!CheckedWord.isSound(Memory.get(memory, line + CompactLayout.REVISION))) {
      return line + CompactLayout.REVISION;
    }
    long checks = Memory.get(memory, line);
    long shares = CompactLayout.shares(checks);
    if (CompactLayout.hasStray(checks)) {
      return line;
    }
    for (long live = checks & CompactLayout.OCCUPIED; live != 0; live &= live - 1) {
      long place = place(line, live);
      long sum = sum(memory, entryAt(place));
      if (CompactLayout.byteOf(checks, (int) place & 7) != CompactLayout.byteBy(sum)) {
        return entryAt(place);
      }
      shares ^= CompactLayout.shareBy(sum);
    }
    return shares == 0 ? 0 : line;
  }

  /**
   * The first damaged word on the way to a key that was not found, 0 for none.
   *
   * @param at offset of the segment's header
   */
  long unsoundAt(MemorySegment memory, long at, long table, long hash) {
    if (!SegmentLayout.isSoundTable(table)) {
      return at + SegmentLayout.TABLE;
    }
    long lines = SegmentLayout.tableLines(table);
    long number = Slot.homeLine(hash >>> Slot.TAG_SHIFT, lines);
    for (long i = 0; i < lines; i++) {
      long line = SegmentLayout.tableOffset(table) + number * lineBytes;
      long unsound = wide != null ? wide.unsoundFor(memory, line, hash) : unsoundIn(memory, line);
      if (unsound != 0
          || !CompactLayout.isOverflowed(Memory.get(memory, line + CompactLayout.REVISION))) {
        return unsound;
      }
      number = number + 1 == lines ? 0 : number + 1;
    }
    return 0;
  }

  /**
   * The place of a key in its home line if it is empty and a wide line, else the first empty one;
   * the lines on the way to it are marked as overflowed.
   *
   * @throws CorruptStoreException if the first words of a wide line on the way are damaged
   */
  long makePlace(MemorySegment memory, long table, long hash) {
    long lines = SegmentLayout.tableLines(table);
    long number = Slot.homeLine(hash >>> Slot.TAG_SHIFT, lines);
    for (long i = 0; i < lines; i++) {
      long line = SegmentLayout.tableOffset(table) + number * lineBytes;
      if (wide != null) {
        wide.checkFirstWords(memory, line);
      }
      long empties = CompactLayout.empties(Memory.get(memory, line));
      if (empties != 0) {
        long own =
            wide != null && i == 0 ? empties & 0x80L << (Byte.SIZE * WideLine.place(hash)) : 0;
        return place(line, own != 0 ? own : empties);
      }
      long word = Memory.get(memory, line + CompactLayout.REVISION);
      if (!CompactLayout.isOverflowed(word)) {
        long flagged = CheckedWord.value(word) | CompactLayout.OVERFLOWED;
        Memory.setRelease(memory, line + CompactLayout.REVISION, resealed(line, word, flagged));
      }
      number = number + 1 == lines ? 0 : number + 1;
    }
    throw file.corrupt(SegmentLayout.tableOffset(table), "begins a table without an empty place");
  }

  /** Notes in the undo words what a place and its line have; before the change. */
  void noteUndo(MemorySegment memory, long at, long place) {
    long line = place >>> 3;
    long from = entryAt(place) - stride + entryBytes;
    Memory.set(memory, at + CompactLayout.UNDO_LINE, line);
    Memory.set(memory, at + CompactLayout.UNDO_PLACE, place & 7);
    Memory.set(memory, at + CompactLayout.UNDO_CHECKS, Memory.get(memory, line));
    Memory.set(
        memory,
        at + CompactLayout.UNDO_REVISION,
        Memory.get(memory, line + CompactLayout.REVISION));
    long to = at + CompactLayout.UNDO_ENTRY;
    long i = 0;
    if (wide != null) { // at least a check and five words
      for (int n = 0; n < 6; n++) {
        Memory.setOf8(memory, to, n, Memory.getOf8(memory, from, n));
      }
      i = 48;
    }
    for (; i < stride; i += 8) {
      Memory.set(memory, to + i, Memory.get(memory, from + i));
    }
  }

  /** Puts back what the undo words hold. */
  void undo(MemorySegment memory, long at) {
    long line = Memory.get(memory, at + CompactLayout.UNDO_LINE);
    long place = line << 3 | Memory.get(memory, at + CompactLayout.UNDO_PLACE);
    long table = Memory.get(memory, at + SegmentLayout.TABLE);
    long offset = SegmentLayout.tableOffset(table);
    if (line < offset
        || line >= offset + SegmentLayout.tableLines(table) * lineBytes
        || (line - offset) % lineBytes != 0
        || (place & 7) >= PLACES
        || place >>> 3 != line) {
      throw file.corrupt(at + CompactLayout.UNDO_LINE, "names no line of the segment's table");
    }
    if (!isLineRepeated(memory, at)) {
      throw file.corrupt(at + CompactLayout.UNDO_LINE, "is not what stands there a second time");
    }
    long to = entryAt(place) - stride + entryBytes;
    for (long i = 0; i < stride; i += 8) {
      Memory.set(memory, to + i, Memory.get(memory, at + CompactLayout.UNDO_ENTRY + i));
    }
    Memory.set(memory, line, Memory.get(memory, at + CompactLayout.UNDO_CHECKS));
    Memory.set(
        memory,
        line + CompactLayout.REVISION,
        Memory.get(memory, at + CompactLayout.UNDO_REVISION));
  }

  /**
   * Whether the undo words name their line a second time, where nothing else does: an intent that
   * is that of a run names none.
   */
  static boolean isLineRepeated(MemorySegment memory, long at) {
    return Memory.get(memory, at + SegmentLayout.INTENT_SLOT) != SegmentLayout.RUN
        || Memory.get(memory, at + CompactLayout.UNDO_LINE)
            == Memory.get(memory, at + CompactLayout.UNDO_LINE_AGAIN);
  }

  /** Makes the version odd: readers take the undo words for what is there. */
  static void open(MemorySegment memory, long at) {
    long version = Memory.get(memory, at + SegmentLayout.VERSION);
    Memory.setRelease(memory, at + SegmentLayout.VERSION, (version + 1) | 1);
    VarHandle.storeStoreFence();
    Step.LINE_OPENED.reached();
  }

  /** Makes the version even: here the change is made. */
  static void close(MemorySegment memory, long at) {
    long version = Memory.get(memory, at + SegmentLayout.VERSION);
    Memory.setRelease(memory, at + SegmentLayout.VERSION, (version | 1) + 1);
    VarHandle.storeStoreFence();
  }

  /** Sets an entry; key and value take a word each. */
  void set(MemorySegment memory, long place, long key, long value, long revision) {
    long entry = entryAt(place);
    long share = shareAt(memory, place);
    Memory.set(memory, entry, key);
    Memory.set(memory, entry + 8, value);
    Step.LINE_CHANGED.reached();
    long sum = CompactLayout.sum(CompactLayout.seed(salt, entry), key, value);
    mark(memory, place, CompactLayout.byteBy(sum), share ^ CompactLayout.shareBy(sum), revision);
  }

  /** Sets an entry from words that lie elsewhere. */
  void set(
      MemorySegment memory,
      long place,
      MemorySegment key,
      long keyAt,
      MemorySegment value,
      long valueAt,
      long revision) {
    if (wide != null) {
      wide.set(memory, place, key, keyAt, value, valueAt);
      setRevision(memory, place, revision);
      return;
    }
    long entry = entryAt(place);
    long share = shareAt(memory, place);
    for (long i = 0; i < shape.valueAt; i += 8) {
      Memory.set(memory, entry + i, Memory.get(key, keyAt + i));
    }
    Step.LINE_CHANGED.reached();
    for (long i = shape.valueAt; i < entryBytes; i += 8) {
      boolean isValue = i < shape.valueEnd;
      Memory.set(memory, entry + i, isValue ? Memory.get(value, valueAt + i - shape.valueAt) : 0);
    }
    Step.LINE_CHANGED.reached();
    long sum = sum(memory, entry);
    mark(memory, place, CompactLayout.byteBy(sum), share ^ CompactLayout.shareBy(sum), revision);
  }

  /** Sets an entry of a wide line to what the image of a block has. */
  void setWide(MemorySegment memory, long place, long[] image, long revision) {
    Objects.requireNonNull(wide).set(memory, place, image);
    setRevision(memory, place, revision);
  }

  /** Empties a place. */
  void clear(MemorySegment memory, long place, long revision) {
    if (wide != null) {
      wide.clear(memory, place);
      setRevision(memory, place, revision);
      return;
    }
    mark(memory, place, 0, shareAt(memory, place), revision);
  }

  private void mark(MemorySegment memory, long place, long check, long share, long revision) {
    long line = place >>> 3;
    long checks = Memory.get(memory, line);
    Memory.set(memory, line, CompactLayout.withByte(checks, (int) place & 7, check, share));
    Step.LINE_CHANGED.reached();
    setRevision(memory, place, revision);
  }

  private void setRevision(MemorySegment memory, long place, long revision) {
    long line = place >>> 3;
    long word = Memory.get(memory, line + CompactLayout.REVISION);
    long value = CompactLayout.withRevision(word, revision);
    Memory.set(memory, line + CompactLayout.REVISION, resealed(line, word, value));
  }

  /** Another value for a word with a check; one that did not match its check does not then, too. */
  long resealed(long line, long word, long value) {
    return wide != null ? wide.resealed(line, word, value) : CheckedWord.changed(word, value);
  }

  /** Revision of the line of a place. */
  static long revisionAt(MemorySegment memory, long place) {
    return CompactLayout.revision(Memory.get(memory, (place >>> 3) + CompactLayout.REVISION));
  }

  /** Hash of the key of the entry at an offset, as it is looked for by. */
  long hashAt(MemorySegment memory, long entry) {
    return MapEngine.spread(
        shape.keyBytes == Long.BYTES
            ? file.hash.hash(Memory.get(memory, entry))
            : file.hash.hash(
                file.hash.id() > VITRINE_IDS ? memory.asReadOnly() : memory,
                entry,
                shape.keyBytes));
  }

  /** Takes entries. */
  @FunctionalInterface
  interface PlaceVisitor {
    void visit(long place);
  }

  /** Hands on every place of a table that is not empty. */
  void forEach(MemorySegment memory, long table, PlaceVisitor visitor) {
    long base = SegmentLayout.tableOffset(table);
    for (long i = 0; i < SegmentLayout.tableLines(table); i++) {
      long line = base + i * lineBytes;
      long live = Memory.get(memory, line) & CompactLayout.OCCUPIED;
      for (; live != 0; live &= live - 1) {
        visitor.visit(place(line, live));
      }
    }
  }

  /** Every place of a table that is not empty. */
  long[] places(MemorySegment memory, long table) {
    var places = LongStream.builder();
    forEach(memory, table, places::add);
    return places.build().toArray();
  }

  /** Every place of a line that is not empty. */
  long[] placesIn(MemorySegment memory, long line) {
    var places = LongStream.builder();
    long live = Memory.get(memory, line) & CompactLayout.OCCUPIED;
    for (; live != 0; live &= live - 1) {
      places.add(place(line, live));
    }
    return places.build().toArray();
  }

  long checkedTable(MemorySegment memory, long at) {
    long word = Memory.get(memory, at + SegmentLayout.TABLE);
    if (!SegmentLayout.isSoundTable(word) || SegmentLayout.tableLines(word) == 0) {
      throw file.corrupt(at + SegmentLayout.TABLE, "does not match its own check");
    }
    return word;
  }

  /** Whether so many more entries would make a segment's table too full. */
  boolean isDue(int segment, long inserts) {
    MemorySegment memory = file.memory();
    long at = file.segmentAt(segment);
    long used =
        file.word(memory, at + SegmentLayout.ENTRIES)
            + file.word(memory, at + SegmentLayout.TOMBSTONES);
    return isTooFull(used + inserts, SegmentLayout.tableLines(checkedTable(memory, at)));
  }

  static boolean isTooFull(long used, long lines) {
    return used * 100 > PLACES * lines * FULL_PERCENT;
  }

  /**
   * Builds a new table from the entries of the old one and swings the table word to it: an eighth
   * larger, where lines are wide a quarter, or no larger than needed where many entries were
   * removed.
   */
  void grow(int segment) {
    long at = file.segmentAt(segment);
    MemorySegment memory = file.mapped();
    long old = checkedTable(memory, at);
    long lines = linesAfter(memory, at, old);
    if (lines == 0) {
      throw TableGrowth.full(file, segment, file.word(memory, at + SegmentLayout.ENTRIES));
    }
    replace(segment, at, old, lines);
  }

  /** Gives a segment a table for so many entries, where its present one is too small for them. */
  void reserve(int segment, long entries) {
    long at = file.segmentAt(segment);
    long old = checkedTable(file.mapped(), at);
    long lines = entries * 100 / (PLACES * FULL_PERCENT) + 1;
    if (lines > SegmentLayout.tableLines(old)) {
      replace(segment, at, old, atMost(shape.lines(shape.pages(lines))));
    }
  }

  private void replace(int segment, long at, long old, long lines) {
    long oldAt = SegmentLayout.tableOffset(old);
    StoreEvents.TableReplaced event = StoreEvents.tableReplaced();
    long table = blocks.allocateTable(segment, (lines * lineBytes + 63) >>> 6);
    MemorySegment mapped = file.memory();
    long word = SegmentLayout.tableWord(table, lines);
    try {
      mover.moveAll(mapped, old, word);
    } catch (CorruptStoreException e) { // the old table stays: what needs no other one can go on
      space.free(table);
      Memory.setRelease(mapped, at + SegmentLayout.PENDING, 0);
      throw e;
    }
    Step.TABLE_BUILT.reached();
    Memory.setRelease(mapped, at + SegmentLayout.TABLE, word);
    Step.TABLE_SWUNG.reached();
    MapFile.setWord(mapped, at + SegmentLayout.TOMBSTONES, 0);
    close(mapped, at); // even as before, but another one
    if (!file.isFirstTable(oldAt)) {
      space.free(oldAt);
    }
    Memory.setRelease(mapped, at + SegmentLayout.PENDING, 0);
    Memory.getAndAdd(mapped, MapLayout.TABLE_GROWTHS, 1);
    StoreEvents.end(event, file.name(), segment, SegmentLayout.tableLines(old), lines);
  }

  private long linesAfter(MemorySegment memory, long at, long old) {
    long entries = file.word(memory, at + SegmentLayout.ENTRIES);
    long oldLines = SegmentLayout.tableLines(old);
    long pages = file.isFirstTable(SegmentLayout.tableOffset(old)) ? 0 : shape.pages(oldLines);
    long gone = file.word(memory, at + SegmentLayout.TOMBSTONES);
    return linesAfter(shape, oldLines, pages, entries, gone);
  }

  /**
   * How many lines the table has that takes the place of one that is too full, 0 where there is no
   * way to make room.
   *
   * @param pages what the old one takes, 0 for the first
   * @param gone empty places in lines that overflowed
   */
  static long linesAfter(CompactShape shape, long oldLines, long pages, long entries, long gone) {
    long more = shape.isWide ? pages / 4 : pages / 8;
    long wanted = pages + Math.max(1, more);
    if (gone * 100 > PLACES * oldLines * GONE_PERCENT) { // it is these that are in the way
      wanted = Math.clamp(shape.pages(entries * 5 / (4 * PLACES) + 1), 1, Math.max(1, pages));
    } else if (oldLines >= Slot.LINES_MAX) {
      return 0;
    }
    return atMost(shape.lines(wanted));
  }

  private static long atMost(long lines) {
    return Math.min(Slot.LINES_MAX, lines);
  }
}
