package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Reads the entries of a compact map's file that their checks prove. For one thread, while nobody
 * has the store open.
 */
final class CompactSalvage {
  /** Is told what a table holds. */
  interface Visitor {
    /** An entry, which is valid during the call. */
    void entry(EntryBytes entry) throws IOException;

    /**
     * An entry that does not match its check.
     *
     * @param tag of its key, -1 if the key cannot be believed
     * @param at its offset
     */
    void bad(int segment, long tag, long at);
  }

  /** What stands for the revision of a line that does not say it: the log knows better. */
  static final long UNKNOWN_REVISION = 8;

  private final MapImage image;
  private final CompactShape shape;
  private final CompactLine line;
  private final Visitor visitor;
  private final EntryBytes entry = new EntryBytes();

  CompactSalvage(MapImage image, CompactShape shape, Visitor visitor) {
    this.image = image;
    this.shape = shape;
    this.line = new CompactLine(shape, image.salt());
    this.visitor = visitor;
  }

  /** Reads a table. */
  void table(int segment, long offset, long lines) throws IOException {
    MemorySegment memory = image.memory();
    long at = image.segmentAt(segment);
    long version = Memory.get(memory, at + SegmentLayout.VERSION);
    long busy = CompactEngine.busyLine(memory, at, version);
    for (long i = 0; i < lines; i++) {
      long lineAt = offset + i * shape.lineBytes;
      line.load(memory, lineAt, at, busy);
      long revision = revision(lineAt);
      boolean isBelieved = isBelieved();
      for (int j = 0; j < CompactLayout.PLACES; j++) {
        if (isLive(j)) {
          place(segment, lineAt, j, isBelieved, revision, i, lines);
        }
      }
    }
  }

  /**
   * Whether there is an entry at a place, or may be one. Where the marks of a wide line are damaged
   * its entries tell, since the check of a place that was emptied is none.
   */
  private boolean isLive(int place) {
    return (shape.isWide && !line.hasMarks()) ? line.hasCheck(place) : line.isLive(place);
  }

  /**
   * Whether the line is whole, or what is wrong with it may be one entry or the line's own words.
   * Where more does not match, it is no line: then seven bits are too few to believe an entry by.
   * An entry of a wide line has a check that is enough.
   */
  private boolean isBelieved() {
    if (shape.isWide) {
      return true;
    }
    int wrong = 0;
    for (int i = 0; i < CompactLayout.PLACES; i++) {
      wrong += line.isLive(i) && !line.isSound(i) ? 1 : 0;
    }
    return wrong <= 1;
  }

  /**
   * Revision of the line; unknown also where the line is damaged: then an entry that seems to be
   * whole may be damaged in a way that its seven bits do not tell. So it is where a wide line lies
   * on two pages, one of which may be older after a loss of power: nothing binds its entries to the
   * word of the revision.
   */
  private long revision(long lineAt) {
    return line.isSound() && !isAcrossPages(lineAt)
        ? Math.max(line.revision(), UNKNOWN_REVISION)
        : UNKNOWN_REVISION;
  }

  private boolean isAcrossPages(long lineAt) {
    long last = lineAt + shape.lineBytes - 1;
    return shape.isWide && (lineAt ^ last) >>> MapLayout.PAGE_SHIFT != 0;
  }

  private void place(
      int segment,
      long lineAt,
      int place,
      boolean isBelieved,
      long revision,
      long number,
      long lines)
      throws IOException {
    long hash = image.hashOfKey(line.words, line.entryAt(place), shape.keyBytes);
    boolean isHere = image.segmentOf(hash) == segment;
    boolean isErased = !shape.isWide && !line.isSound() && isZeros(place);
    if (!isBelieved || !line.isSound(place) || !isHere || isErased) {
      if (isLive(place)) {
        long tag = hash >>> Slot.TAG_SHIFT;
        boolean isHome = isHere && Slot.homeLine(tag, lines) == number;
        visitor.bad(segment, isHome ? tag : -1, lineAt + line.entryAt(place));
      }
      return;
    }
    entry.source = line.words;
    entry.keyOffset = line.entryAt(place);
    entry.keyLength = shape.keyBytes;
    entry.valueOffset = entry.keyOffset + shape.valueAt;
    entry.valueLength = shape.valueBytes;
    entry.revision = revision;
    entry.expiryMillis = 0;
    visitor.entry(entry);
  }

  /**
   * Whether an entry is zeros. Zeros are what damage leaves most often, and they match the seven
   * bits of one place in 128: in a line that is not whole they prove nothing.
   */
  private boolean isZeros(int place) {
    long at = line.entryAt(place);
    for (long i = 0; i < shape.entryBytes; i += 8) {
      if (Memory.get(line.words, at + i) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Reads the tables of segments that do not say where theirs are, by the page map. */
  void byPages(MapPages pages, java.util.function.IntPredicate isWanted) throws IOException {
    long top = pages.top();
    for (long page = 0; page < top; ) {
      long run = pages.entry(page);
      int owner = (int) PageEntry.owner(run);
      if (PageEntry.kind(run) == PageEntry.TABLE
          && owner < image.shape().segments()
          && isWanted.test(owner)) {
        table(owner, page << MapLayout.PAGE_SHIFT, shape.lines(PageEntry.length(run)));
      }
      page += Math.max(1, PageEntry.length(run));
    }
  }
}
