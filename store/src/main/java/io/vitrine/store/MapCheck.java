package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Checks the file of a map. For one thread; others may write to the map meanwhile. */
final class MapCheck {
  private static final int SUSPECTS_MAX = 100_000;

  private static final String SPACE = "the file's free space is";

  private final StoreFiles files;
  private final String name;
  private final long epoch;
  private final LookLock look;
  private final LogCheck log;
  private final LogAgreement agreement;
  private final Findings findings;

  long entries;
  long bytes;
  int mapId;

  /** Whether the file says which map it is, or is gone. */
  boolean hasHeader = true;

  MapCheck(
      StoreFiles files,
      String name,
      long epoch,
      LookLock look,
      LogCheck log,
      LogAgreement agreement,
      Findings findings) {
    this.files = files;
    this.name = name;
    this.epoch = epoch;
    this.look = look;
    this.log = log;
    this.agreement = agreement;
    this.findings = findings;
  }

  /** Checks the map if it is one of those asked for. */
  void run(List<String> paths) throws IOException {
    MapFile file = open();
    if (file == null) {
      return;
    }
    try (file) {
      agreement.hasFile(file.mapId);
      if (!paths.isEmpty() && !paths.contains(file.path)) {
        return;
      }
      run(file);
    } catch (IndexOutOfBoundsException | StoreException e) {
      findings.damage(name, 0, String.valueOf(e.getMessage()), "a map that can be walked through");
    } catch (InternalError e) {
      String found = String.valueOf(CutOff.of(files, e).getMessage());
      findings.damage(name, 0, found, "a map that can be read");
    }
  }

  private @Nullable MapFile open() throws IOException {
    try {
      return MapFile.open(files, name, epoch);
    } catch (NoSuchFileException e) {
      return null; // dropped meanwhile
    } catch (StoreException e) {
      findings.damage(name, 0, withoutName(e, files.describe(name)), "the header of a map");
      hasHeader = false;
      return null;
    }
  }

  /** The message of an exception that begins with the name of a file. */
  static String withoutName(StoreException e, String name) {
    String message = String.valueOf(e.getMessage());
    return message.startsWith(name + ": ") ? message.substring(name.length() + 2) : message;
  }

  private void run(MapFile file) throws IOException {
    mapId = file.mapId;
    if (!isInUse(file)) {
      return;
    }
    tellUnknownHash(file);
    checkCopy(file.memory());
    var pages = new MapPages(file);
    var pageMap = new PageMapCheck(file, name, pages, findings);
    bytes = pages.limit();
    boolean hasPages = pageMap.checkWords();
    LogAgreement.OfMap told = agreement.begin(file);
    var segments = new SegmentCheck(file, name, pages, hasPages, findings, told::entry);
    var inUse = new PageSet();
    var unfinished = new PageSet();
    for (int segment = 0; segment < file.segments; segment++) {
      checkSegment(file, segments, segment, inUse, unfinished, told);
    }
    if (hasPages) {
      checkPageMap(file, pageMap, pages, inUse, unfinished);
    }
  }

  private void checkCopy(MemorySegment memory) {
    long at = HeaderCopy.differsAt(memory);
    if (at >= 0) {
      String found = "byte " + memory.get(ValueLayout.JAVA_BYTE, at);
      findings.damage(name, at, found, "a copy of the header");
    }
  }

  private void tellUnknownHash(MapFile file) {
    if (file.hash instanceof UnknownHash unknown) {
      findings.add(
          new Finding(
              Finding.Kind.UNCHECKED,
              name,
              MapLayout.HASH_ID,
              "hash strategy " + unknown.name() + ", which this process does not have",
              "one by which it can be told whether entries lie where they are looked for, and as"
                  + " the log tells",
              "check where it is registered: " + unknown.why()));
    }
  }

  private boolean isInUse(MapFile file) {
    try {
      if (StorePath.isFileOf(name, file.path)) {
        if (file.isDropped()) {
          findings.leftover(name, MapLayout.STATE, "a map that was dropped", "no file");
          return false;
        }
        return true;
      }
    } catch (CorruptStoreException e) {
      String found = Findings.hex(Memory.get(file.memory(), MapLayout.STATE));
      findings.damage(name, MapLayout.STATE, found, "IN USE or DROPPED");
      return true;
    }
    findings.damage(name, MapLayout.META, "the map " + file.path, "the map of this file's name");
    return true;
  }

  private void checkSegment(
      MapFile file,
      SegmentCheck segments,
      int segment,
      PageSet inUse,
      PageSet unfinished,
      LogAgreement.OfMap told)
      throws IOException {
    MemorySegment memory = file.mapped();
    long lock = file.segmentAt(segment) + SegmentLayout.LOCK;
    LookLock.Held held = look.take(memory, lock);
    try {
      switch (held) {
        case BUSY -> tellBusy(lock, "segment " + segment);
        case DEAD ->
            findings.leftover(
                name, lock, "segment " + segment + " locked by a process that died", "no lock");
        case MINE -> {
          // nobody changes it
        }
      }
      if (held != LookLock.Held.MINE) {
        unfinished.add(segment);
        told.leaveOut(segment);
      }
      if (held != LookLock.Held.BUSY) {
        told.upTo(segment, log.newestRevision());
        if (!segments.run(segment, held == LookLock.Held.DEAD, inUse)) {
          told.leaveOut(segment);
        }
        entries += segments.entries();
      }
    } finally {
      look.give(memory, lock, held);
    }
  }

  private void tellBusy(long offset, String what) {
    findings.add(
        new Finding(
            Finding.Kind.UNCHECKED,
            name,
            offset,
            what + " locked for 10 seconds by a process that lives",
            "a lock that is given back",
            "see whether that process is paused, and check again"));
  }

  /** What it guards is never unfinished; so one that lives may keep it. */
  private void checkGrowthLock(MapFile file) {
    MemorySegment memory = file.mapped();
    LookLock.Held held = look.take(memory, MapLayout.GROWTH_LOCK);
    look.give(memory, MapLayout.GROWTH_LOCK, held);
    if (held == LookLock.Held.DEAD) {
      String found = "the file's growth locked by a process that died";
      findings.leftover(name, MapLayout.GROWTH_LOCK, found, "no lock");
    }
  }

  private void checkPageMap(
      MapFile file, PageMapCheck pageMap, MapPages pages, PageSet inUse, PageSet unfinished) {
    checkGrowthLock(file);
    var suspects = new TreeMap<Long, Integer>();
    LookLock.Held held = look.take(file.mapped(), MapLayout.SPACE_LOCK);
    try {
      if (held == LookLock.Held.MINE) {
        file.mapped();
        pageMap.walk(
            inUse,
            page -> {
              if (suspects.size() < SUSPECTS_MAX) {
                suspects.put(page, (int) PageEntry.owner(pages.entry(page)));
              }
            });
      } else if (held == LookLock.Held.BUSY) {
        tellBusy(MapLayout.SPACE_LOCK, SPACE);
      } else {
        String found = "the file's free space locked by a process that died";
        findings.leftover(name, MapLayout.SPACE_LOCK, found, "no lock");
      }
    } finally {
      look.give(file.memory(), MapLayout.SPACE_LOCK, held);
    }
    var ofSegments = new TreeMap<Integer, Set<Long>>();
    suspects.forEach(
        (page, segment) -> ofSegments.computeIfAbsent(segment, _ -> new TreeSet<>()).add(page));
    for (var of : ofSegments.entrySet()) {
      int segment = of.getKey();
      if (segment >= file.segments) {
        findings.damage(name, MapLayout.PAGE_MAP, "pages of segment " + segment, "a segment");
      } else if (!unfinished.contains(segment)
          && !checkAgain(file, pages, segment, of.getValue())) {
        return;
      }
    }
  }

  /**
   * Looks again for runs that a segment owns and does not use, now that nobody can take or free
   * some of it: others may have done so between the look at the segment and that at the page map,
   * and since.
   *
   * @param suspects first pages of runs of the segment that were not in use; loses those that are
   * @return false if the page map cannot be looked at
   */
  private boolean checkAgain(MapFile file, MapPages pages, int segment, Set<Long> suspects) {
    MemorySegment memory = file.mapped();
    long lock = file.segmentAt(segment) + SegmentLayout.LOCK;
    LookLock.Held held = look.take(memory, lock);
    try {
      if (held != LookLock.Held.MINE) {
        return true; // whoever has it since will leave it in order
      }
      var inUse = new PageSet();
      new SegmentCheck(file, name, pages, true, new Findings(), (m, s, h, b, l, o) -> {})
          .run(segment, false, inUse);
      suspects.removeIf(page -> inUse.contains(page) || !isOwned(pages.entry(page), segment));
      return suspects.isEmpty() || tellLost(file, pages, segment, suspects);
    } finally {
      look.give(memory, lock, held);
    }
  }

  private static boolean isOwned(long entry, int segment) {
    int kind = PageEntry.kind(entry);
    boolean isOfSegment = kind >= PageEntry.CHUNK && kind <= PageEntry.LARGE;
    return isOfSegment && PageEntry.owner(entry) == segment;
  }

  /**
   * Tells of the runs among some pages, whose segment's lock is held and does not use any of them.
   *
   * @return false if the page map cannot be looked at
   */
  private boolean tellLost(MapFile file, MapPages pages, int segment, Set<Long> suspects) {
    LookLock.Held held = look.take(file.mapped(), MapLayout.SPACE_LOCK);
    try {
      if (held == LookLock.Held.BUSY) {
        tellBusy(MapLayout.SPACE_LOCK, SPACE);
      }
      if (held != LookLock.Held.MINE) {
        return false;
      }
      for (long page : new TreeSet<>(pages.begins(suspects))) {
        findings.damage(
            name,
            page << MapLayout.PAGE_SHIFT,
            PageEntry.length(pages.entry(page))
                + " pages of segment "
                + segment
                + " that nothing uses",
            "only pages in use");
      }
      return true;
    } finally {
      look.give(file.memory(), MapLayout.SPACE_LOCK, held);
    }
  }
}
