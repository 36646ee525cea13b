package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/** Checks the page map of a map's file and the bins of its free runs. For one thread. */
final class PageMapCheck {
  private final MapFile file;
  private final String name;
  private final MapPages pages;
  private final Findings findings;

  PageMapCheck(MapFile file, String name, MapPages pages, Findings findings) {
    this.file = file;
    this.name = name;
    this.pages = pages;
    this.findings = findings;
  }

  /** Checks the words that describe the file; whether the page map can be walked. */
  boolean checkWords() {
    long[] offsets = {MapLayout.ALLOCATED, MapLayout.CAPACITY, MapLayout.PAGE_MAP, MapLayout.TOP};
    boolean sound = true;
    for (long offset : offsets) {
      if (pages.word(offset) < 0) {
        String found = Findings.hex(Memory.get(file.memory(), offset));
        findings.damage(name, offset, found, "a word that matches its own check");
        sound = false;
      }
    }
    if (!sound) {
      return false;
    }
    long allocated = pages.word(MapLayout.ALLOCATED);
    long capacity = pages.word(MapLayout.CAPACITY);
    if (allocated > capacity || capacity > file.mapped().byteSize()) {
      findings.damage(
          name,
          MapLayout.CAPACITY,
          capacity + " bytes, of which " + allocated + " are in use",
          "at most the size of the file, " + file.mapped().byteSize());
      return false;
    }
    if (!pages.isThere()) {
      findings.damage(
          name,
          MapLayout.PAGE_MAP,
          "a page map at " + Findings.hex(pages.word(MapLayout.PAGE_MAP)),
          "one within the file that describes " + pages.top() + " pages");
      return false;
    }
    return true;
  }

  /**
   * Walks over all runs; under the space lock or while nobody else can.
   *
   * @param inUse runs that segments use
   * @param unused is told the first page of each run that a segment owns and that is not in use
   */
  void walk(PageSet inUse, LongConsumer unused) {
    long top = pages.top();
    long free = 0;
    for (long page = 0; page < top; ) {
      long entry = pages.entry(page);
      int kind = PageEntry.kind(entry);
      long length = PageEntry.length(entry);
      if (kind < PageEntry.FREE || kind > PageEntry.META || length == 0 || length > top - page) {
        findings.damage(
            name,
            pages.entryAt(page),
            "an entry of page " + page + " that makes no sense",
            "the first page of a run");
        return;
      }
      checkInner(page, kind, length);
      if (kind == PageEntry.FREE) {
        free++;
      } else if (kind != PageEntry.META && !inUse.contains(page)) {
        unused.accept(page);
      }
      page += length;
    }
    checkBins(free);
  }

  private void checkInner(long page, int kind, long length) {
    if (kind == PageEntry.META) {
      return;
    }
    for (long i = kind == PageEntry.FREE ? Math.max(1, length - 1) : 1; i < length; i++) {
      if (pages.entry(page + i) != PageEntry.of(PageEntry.INNER, 0, i)) {
        findings.damage(
            name,
            pages.entryAt(page + i),
            "an entry of page " + (page + i) + " that makes no sense",
            "page " + i + " of the run of page " + page);
        return;
      }
    }
  }

  private void checkBins(long free) {
    long met = 0;
    MemorySegment memory = file.memory();
    for (int bin = 0; bin < MapLayout.BIN_COUNT; bin++) {
      long at = MapLayout.BINS + 8L * bin;
      long previous = 0;
      for (long page = Memory.get(memory, at); page != 0; ) {
        long entry = pages.entry(page);
        long first = page << MapLayout.PAGE_SHIFT;
        if (PageEntry.kind(entry) != PageEntry.FREE
            || SpaceAllocator.binOf(PageEntry.length(entry)) != bin
            || Memory.get(memory, first + SpaceAllocator.PREVIOUS) != previous
            || met++ > free) {
          findings.damage(
              name, at, "page " + page + " in a list of free runs", "only free runs of its length");
          return;
        }
        previous = page;
        at = first + SpaceAllocator.NEXT;
        page = Memory.get(memory, at);
      }
    }
    if (met != free) {
      findings.damage(
          name,
          MapLayout.BINS,
          met + " runs in the lists of free runs",
          "all " + free + " of them");
    }
  }
}
