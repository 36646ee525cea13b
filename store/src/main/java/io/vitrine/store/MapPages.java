package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Set;

/**
 * Reads the page map of a map's file and believes nothing. For one thread; what it tells of runs of
 * a segment holds while that segment's lock is held.
 */
final class MapPages {
  private final MapFile file;

  MapPages(MapFile file) {
    this.file = file;
  }

  /** A word of the header, or -1 where it does not match its check. */
  long word(long offset) {
    long word = Memory.getAcquire(file.memory(), offset);
    return CheckedWord.isSound(word) ? CheckedWord.value(word) : -1;
  }

  /** Bytes of the file that may be looked at. */
  long limit() {
    long allocated = word(MapLayout.ALLOCATED);
    long mapped = mappedTo(allocated).byteSize();
    return allocated < 0 ? mapped : Math.min(allocated, mapped);
  }

  /** A mapping that has so many bytes, if the file says that it has them: it may grow meanwhile. */
  private MemorySegment mappedTo(long bytes) {
    MemorySegment memory = file.memory();
    boolean hasGrown = bytes > memory.byteSize() && bytes <= word(MapLayout.CAPACITY);
    return hasGrown ? file.mapped() : memory;
  }

  /** Whether the words that describe the page map fit the file. */
  boolean isThere() {
    long top = word(MapLayout.TOP); // first, as each of these follows the next one when they grow
    long map = word(MapLayout.PAGE_MAP);
    if (map < 0 || top < 0) {
      return false;
    }
    long offset = map & MapLayout.PAGE_MAP_OFFSET_MASK;
    long log = map >>> MapLayout.PAGE_MAP_SHIFT;
    return log <= 31
        && (offset & MapLayout.PAGE - 1) == 0
        && offset + (8L << log) <= limit()
        && top <= 1L << log
        && top << MapLayout.PAGE_SHIFT <= limit();
  }

  /** Pages below it are described; only where the map is there. */
  long top() {
    return word(MapLayout.TOP);
  }

  /** Entry of a page, 0 where there is none that is sound. */
  long entry(long page) {
    long at = entryAt(page);
    MemorySegment memory = mappedTo(at + 8); // where it has moved to may not be mapped yet
    if (page < 0 || page >= top() || at + 8 > memory.byteSize()) {
      return 0;
    }
    long entry = Memory.get(memory, at);
    return PageEntry.isSound(entry) ? entry : 0;
  }

  /**
   * Which of some pages begin a run; only while nobody can take or free any. What the entry of one
   * alone tells is not enough: amid a run that is free there is left what was there before.
   */
  Set<Long> begins(Set<Long> pages) {
    var found = new HashSet<Long>();
    long top = top();
    for (long page = 0; page < top && found.size() < pages.size(); ) {
      if (pages.contains(page)) {
        found.add(page);
      }
      long length = PageEntry.length(entry(page));
      if (length == 0) {
        break; // damaged, as whoever looks at all of them has told
      }
      page += length;
    }
    return found;
  }

  /** Where the entry of a page lies. */
  long entryAt(long page) {
    return (word(MapLayout.PAGE_MAP) & MapLayout.PAGE_MAP_OFFSET_MASK) + 8 * page;
  }

  /** Whether a run of this kind and length begins at an offset and belongs to a segment. */
  boolean isRun(long offset, int kind, int owner, long pages) {
    long entry = (offset & MapLayout.PAGE - 1) == 0 ? entry(offset >>> MapLayout.PAGE_SHIFT) : 0;
    return PageEntry.kind(entry) == kind
        && PageEntry.owner(entry) == owner
        && (pages == 0 || PageEntry.length(entry) == pages);
  }

  /** Size of the run that begins at an offset, 0 where none does. */
  long runBytes(long offset) {
    return PageEntry.length(entry(offset >>> MapLayout.PAGE_SHIFT)) << MapLayout.PAGE_SHIFT;
  }
}
