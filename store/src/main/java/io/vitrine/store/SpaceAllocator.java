package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Hands out runs of pages of a map's file and takes them back. Safe for any number of threads and
 * JVMs; calls hold the file's space lock, which is taken after a segment's lock and never before.
 */
final class SpaceAllocator {
  /* The truth is the page map (PageEntry): a run changes hands by one store. Free runs hang in
   * bins by the power of two of their length, doubly linked through their own first page;
   * neighbours that are free are joined at once. The bins are hints that rebuild() makes anew
   * from the page map after a process died within.
   *
   * The page map lies in the file and doubles when the file outgrows it; the old one stays where
   * it is, since others may be reading it: all of them together are less than 0.4 % of the file. */

  static final long NEXT = 0;
  static final long PREVIOUS = 8;
  private static final int TRIES_IN_BIN = 32;

  private final MapFile file;
  private final OwnedLock locks;
  private final FileGrowth growth;
  private MemorySegment memory;

  /** Whether the thread that has the lock could not give it back. */
  private volatile boolean isLeft;

  SpaceAllocator(MapFile file, OwnedLock locks) {
    this(file, locks, FileGrowth.of(file, locks));
  }

  /** Lets the file grow in another way. */
  SpaceAllocator(MapFile file, OwnedLock locks, FileGrowth growth) {
    this.file = file;
    this.locks = locks;
    this.growth = growth;
    this.memory = file.memory();
  }

  /**
   * Takes a run.
   *
   * @param pages its length
   * @param kind what for, a kind of {@link PageEntry}
   * @param owner number of the segment
   * @return offset of its first byte; the file may have been mapped anew
   * @throws StoreFullException if there is no room; nothing has changed
   */
  synchronized long allocate(long pages, int kind, int owner) {
    return allocate(pages, pages, kind, owner);
  }

  /**
   * Takes a run like {@link #allocate(long, int, int)}, or a shorter one where there is one free
   * and none of the whole length.
   *
   * @param least length that will do
   */
  synchronized long allocate(long pages, long least, int kind, int owner) {
    long offset = take(pages, least, kind, owner);
    try {
      growth.lookAhead(memory);
    } catch (Throwable _) {
      // what was taken is taken, and whoever comes next sees to it
    }
    return offset;
  }

  private long take(long pages, long least, int kind, int owner) {
    enter();
    try {
      long page = fromBins(pages, kind, owner);
      for (long shorter = pages / 2; page == 0 && shorter >= least; shorter /= 2) {
        page = fromBins(shorter, kind, owner);
      }
      page = page != 0 ? page : fromTop(pages, kind, owner);
      leave();
      return page << MapLayout.PAGE_SHIFT;
    } catch (Throwable e) {
      try {
        rebuildAfter(e);
      } catch (Throwable _) { // there may be no stack even for a call
        isLeft = true;
      }
      throw e;
    }
  }

  /** Gives a run back. */
  synchronized void free(long offset) {
    enter();
    try {
      release(offset >>> MapLayout.PAGE_SHIFT);
      leave();
    } catch (Throwable e) {
      try {
        rebuildAfter(e);
      } catch (Throwable _) {
        isLeft = true;
      }
      throw e;
    }
  }

  /** First byte of the run that a byte lies in. */
  long runOf(long offset) {
    long entry = runEntry(offset);
    long page = offset >>> MapLayout.PAGE_SHIFT;
    long first = PageEntry.kind(entry) == PageEntry.INNER ? page - PageEntry.length(entry) : page;
    return first << MapLayout.PAGE_SHIFT;
  }

  /** Size of the run that begins at an offset. */
  long runBytes(long offset) {
    return PageEntry.length(runEntry(offset)) << MapLayout.PAGE_SHIFT;
  }

  /** Checks that a run of this kind begins at an offset and belongs to a segment. */
  void checkRun(long offset, int kind, int owner) {
    long entry = (offset & MapLayout.PAGE - 1) == 0 ? runEntry(offset) : 0;
    if (PageEntry.kind(entry) != kind || PageEntry.owner(entry) != owner) {
      throw file.corrupt(offset, "does not begin a run of kind " + kind + " of segment " + owner);
    }
  }

  /** Checks that a large block of so many bytes begins at an offset. */
  void checkLarge(long offset, long bytes) {
    long entry = (offset & MapLayout.PAGE - 1) == 0 ? runEntry(offset) : 0;
    if (PageEntry.kind(entry) != PageEntry.LARGE
        || PageEntry.length(entry) != MapLayout.pages(bytes)) {
      throw file.corrupt(offset, "begins a block of " + bytes + " bytes, which has no such room");
    }
  }

  private long runEntry(long offset) {
    MemorySegment header = file.memory();
    long page = offset >>> MapLayout.PAGE_SHIFT;
    if (page >= file.word(header, MapLayout.TOP)) {
      throw file.corrupt(offset, "lies behind the last page in use");
    }
    long at = entryAt(header, page); // first this, since it may move to where we have not mapped
    return checked(page, Memory.get(file.mapped(), at));
  }

  /** Takes a run's first byte and its entry. */
  @FunctionalInterface
  interface RunVisitor {
    void visit(long offset, long entry);
  }

  /** Walks over all runs. */
  synchronized void forEachRun(RunVisitor visitor) {
    enter();
    try {
      walk(visitor);
    } finally {
      try {
        leave();
      } catch (Throwable _) {
        isLeft = true;
      }
    }
  }

  /** Takes the space lock over from a dead process, if one has it. */
  synchronized boolean sweep() {
    memory = file.mapped();
    growth.sweep(memory);
    if (!locks.lockIfDead(memory, MapLayout.SPACE_LOCK)) {
      return false;
    }
    try {
      rebuild();
      leave();
    } catch (Throwable e) {
      leaveToOthers();
      throw e;
    }
    return true;
  }

  /** Takes the lock; has not taken it if it throws anything. */
  private void enter() {
    memory = file.mapped();
    boolean takenOver = locks.lock(memory, MapLayout.SPACE_LOCK);
    try {
      if (takenOver) {
        rebuild();
      } else {
        memory = file.mapped(); // another process may have grown the file since
      }
      Step.SPACE_LOCKED.reached();
    } catch (Throwable e) {
      try {
        leaveToOthers();
      } catch (Throwable _) {
        isLeft = true;
      }
      throw e;
    }
  }

  /** Leaves the lock as that of a dead owner, or has that done soon. */
  private void leaveToOthers() {
    try {
      locks.abandon(memory, MapLayout.SPACE_LOCK);
    } catch (Throwable _) {
      isLeft = true;
    }
  }

  /** Puts in order what a failure in this thread left, and gives the lock back. */
  private void rebuildAfter(Throwable failure) {
    try {
      rebuild();
      leave();
    } catch (Throwable e) {
      Leftovers.suppress(failure, e);
      locks.abandon(memory, MapLayout.SPACE_LOCK);
    }
  }

  /** Gives back what a thread of this process could not; without the monitor, which it may have. */
  void giveBack() {
    growth.giveBack();
    if (!isLeft) {
      return;
    }
    isLeft = false; // before another one can have the lock, and note the same
    try {
      locks.abandon(file.memory(), MapLayout.SPACE_LOCK);
    } catch (Error e) {
      isLeft = true;
      throw e;
    }
  }

  private void leave() {
    locks.unlock(memory, MapLayout.SPACE_LOCK);
  }

  private long entryAt(MemorySegment memory, long page) {
    long word = file.word(memory, MapLayout.PAGE_MAP);
    return (word & MapLayout.PAGE_MAP_OFFSET_MASK) + page * 8;
  }

  private long entry(long page) {
    return checked(page, Memory.get(memory, entryAt(memory, page)));
  }

  private long checked(long page, long entry) {
    if (!PageEntry.isSound(entry)) {
      throw file.corrupt(
          page << MapLayout.PAGE_SHIFT, "begins a page whose entry in the page map is damaged");
    }
    return entry;
  }

  private void entry(long page, long value) {
    Memory.setRelease(memory, entryAt(memory, page), value);
  }

  private long top() {
    return file.word(memory, MapLayout.TOP);
  }

  private long fromBins(long pages, int kind, int owner) {
    for (int bin = binOf(pages); bin < MapLayout.BIN_COUNT; bin++) {
      long page = Memory.get(memory, MapLayout.BINS + 8L * bin);
      for (int i = 0; page != 0 && i < TRIES_IN_BIN; i++) {
        long length = freeLength(page);
        if (length >= pages) {
          unlink(page, length);
          long rest = length - pages;
          if (rest > 0) {
            mark(page + pages, rest, PageEntry.FREE, 0, false);
          }
          mark(page, pages, kind, owner, true);
          if (rest > 0) {
            link(page + pages, rest);
          }
          return page;
        }
        page = Memory.get(memory, (page << MapLayout.PAGE_SHIFT) + NEXT);
      }
    }
    return 0;
  }

  /** Length of a free run that a bin or a neighbour names. */
  private long freeLength(long page) {
    if (page <= 0 || page >= top() || PageEntry.kind(entry(page)) != PageEntry.FREE) {
      throw file.corrupt(
          page << MapLayout.PAGE_SHIFT, "is named as a free run and is none; the bins are damaged");
    }
    return PageEntry.length(entry(page));
  }

  private long fromTop(long pages, int kind, int owner) {
    growth.check(memory, (top() + pages) << MapLayout.PAGE_SHIFT, kind);
    ensurePageMap(top() + pages);
    long page = top();
    ensureAllocated(page + pages, kind);
    mark(page, pages, kind, owner, true);
    MapFile.setWord(memory, MapLayout.TOP, page + pages);
    return page;
  }

  /** Writes a run's entries, the first one last. */
  private void mark(long page, long pages, int kind, int owner, boolean everyInner) {
    for (long i = everyInner ? 1 : Math.max(1, pages - 1); i < pages; i++) {
      entry(page + i, PageEntry.of(PageEntry.INNER, 0, i));
    }
    entry(page, PageEntry.of(kind, owner, pages));
  }

  private void ensurePageMap(long pages) {
    long word = file.word(memory, MapLayout.PAGE_MAP);
    int log = (int) (word >>> MapLayout.PAGE_MAP_SHIFT);
    if (pages <= 1L << log) {
      return;
    }
    int newLog = log;
    long runPages;
    do {
      newLog++;
      runPages = MapLayout.pages(8L << newLog);
    } while (pages + runPages > 1L << newLog);
    long first = top();
    ensureAllocated(first + runPages, PageEntry.META);
    long oldAt = word & MapLayout.PAGE_MAP_OFFSET_MASK;
    long newAt = first << MapLayout.PAGE_SHIFT;
    Memory.copy(memory, oldAt, memory, newAt, 8L << log);
    Memory.zero(memory, newAt + (8L << log), (8L << newLog) - (8L << log));
    Memory.set(memory, newAt + 8 * first, PageEntry.of(PageEntry.META, 0, runPages));
    MapFile.setWord(memory, MapLayout.PAGE_MAP, newAt | (long) newLog << MapLayout.PAGE_MAP_SHIFT);
    Step.PAGE_MAP_SWUNG.reached();
    MapFile.setWord(memory, MapLayout.TOP, first + runPages);
  }

  private void ensureAllocated(long pages, int kind) {
    memory = growth.ensure(memory, pages << MapLayout.PAGE_SHIFT, kind);
  }

  private void release(long page) {
    long entry = entry(page);
    if (PageEntry.kind(entry) <= PageEntry.FREE || PageEntry.kind(entry) >= PageEntry.META) {
      throw file.corrupt(page << MapLayout.PAGE_SHIFT, "is no run in use");
    }
    long first = page;
    long pages = PageEntry.length(entry);
    long behind = page + pages;
    if (behind < top() && PageEntry.kind(entry(behind)) == PageEntry.FREE) {
      long more = PageEntry.length(entry(behind));
      unlink(behind, more);
      pages += more;
    }
    long before = entry(page - 1);
    long beforeFirst =
        PageEntry.kind(before) == PageEntry.INNER ? page - 1 - PageEntry.length(before) : page - 1;
    long beforeEntry = entry(beforeFirst);
    if (PageEntry.kind(beforeEntry) == PageEntry.FREE) {
      unlink(beforeFirst, PageEntry.length(beforeEntry));
      first = beforeFirst;
      pages += PageEntry.length(beforeEntry);
    }
    mark(first, pages, PageEntry.FREE, 0, false);
    link(first, pages);
  }

  static int binOf(long pages) {
    return Math.min(MapLayout.BIN_COUNT - 1, 63 - Long.numberOfLeadingZeros(pages));
  }

  private void link(long page, long pages) {
    long bin = MapLayout.BINS + 8L * binOf(pages);
    long next = Memory.get(memory, bin);
    long at = page << MapLayout.PAGE_SHIFT;
    Memory.set(memory, at + NEXT, next);
    Memory.set(memory, at + PREVIOUS, 0);
    if (next != 0) {
      freeLength(next);
      Memory.set(memory, (next << MapLayout.PAGE_SHIFT) + PREVIOUS, page);
    }
    Memory.set(memory, bin, page);
  }

  private void unlink(long page, long pages) {
    long at = page << MapLayout.PAGE_SHIFT;
    long next = Memory.get(memory, at + NEXT);
    long previous = Memory.get(memory, at + PREVIOUS);
    if (next != 0) {
      freeLength(next);
      Memory.set(memory, (next << MapLayout.PAGE_SHIFT) + PREVIOUS, previous);
    }
    if (previous != 0) {
      freeLength(previous);
      Memory.set(memory, (previous << MapLayout.PAGE_SHIFT) + NEXT, next);
    } else {
      Memory.set(memory, MapLayout.BINS + 8L * binOf(pages), next);
    }
  }

  /** Makes the bins anew from the page map. */
  private void rebuild() {
    memory = file.mapped();
    long map = file.word(memory, MapLayout.PAGE_MAP) & MapLayout.PAGE_MAP_OFFSET_MASK;
    long mapPage = map >>> MapLayout.PAGE_SHIFT;
    if (mapPage >= top()) { // its maker died before it could say that it takes room itself
      long pages = PageEntry.length(entry(mapPage));
      MapFile.setWord(memory, MapLayout.TOP, mapPage + pages);
    }
    for (int bin = 0; bin < MapLayout.BIN_COUNT; bin++) {
      Memory.set(memory, MapLayout.BINS + 8L * bin, 0);
    }
    walk((offset, entry) -> {
      if (PageEntry.kind(entry) == PageEntry.FREE) {
        long page = offset >>> MapLayout.PAGE_SHIFT;
        mark(page, PageEntry.length(entry), PageEntry.FREE, 0, false);
        link(page, PageEntry.length(entry));
      }
    });
  }

  private void walk(RunVisitor visitor) {
    long top = top();
    for (long page = 0; page < top; ) {
      long entry = entry(page);
      long pages = PageEntry.length(entry);
      if (PageEntry.kind(entry) == 0
          || PageEntry.kind(entry) == PageEntry.INNER
          || pages == 0
          || pages > top - page) {
        throw file.corrupt(page << MapLayout.PAGE_SHIFT, "has no sound entry in the page map");
      }
      visitor.visit(page << MapLayout.PAGE_SHIFT, entry);
      page += pages;
    }
  }
}
