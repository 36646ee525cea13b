package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets a map's file grow: by whoever needs the room, and ahead of need by another thread where it
 * grows often. Safe for any number of threads and JVMs.
 *
 * <p>Who has the growth lock alone writes behind what the file has, and says that it has more; it
 * is taken after all others, and nothing needs repair where its owner died, since what he wrote
 * counts only when he has said so.
 */
final class FileGrowth {
  /* To write a mebibyte of zeros takes 0.2 to 0.6 ms, in which an insertion waited, and one in
   * 10,000 did: a sixth of the time of all. So where a file grew a moment ago, another thread lets
   * it grow on before that is used up, by as much as leaves no more unused in the mean than if
   * nobody did. In the meantime others take room of what there is: they hold the space lock, and
   * not this one.
   *
   * Behind a map's back another file may take its place (see Swap), and the thread that works ahead
   * holds no segment's lock, which would hold that up. So it keeps to the file and the mapping that
   * it began with. */

  private static final long STEP_MIN = 1 << 20;
  private static final long COMPACT_STEP_MIN = 64 << 10;

  /** A file grows by this part of itself, so that no more than that much of it waits for use. */
  private static final long STEPS = 256;

  private static final long STEP_MAX = 8 << 20;

  /** How far a file that is being filled grows at a time, so that little is left in the end. */
  static final long STEP_OF_BUILDER = STEP_MIN;

  /** What is written ahead before others are told. */
  private static final long AHEAD_PIECE = 1 << 20;

  /** What the disk must have left besides, if a file is to grow ahead of need. */
  private static final long AHEAD_SPARE = 4 * ChangeLog.FILE_BYTES_MAX;

  /** A file that grew less than this ago grows often. */
  private static final long OFTEN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** For so long no growth is tried ahead of need after one has failed. */
  private static final long FAILED_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * By how much the apparent size grows. A larger mapping has all its pages to be met anew, by
   * every process; a hole costs nothing.
   */
  private static final long CAPACITY_FACTOR = 8;

  private final MapFile file;
  private final OwnedLock locks;
  private final long stepMax;
  private volatile long grownAt = System.nanoTime() - 2 * OFTEN_NANOS;

  /** When a growth ahead of need failed. */
  private volatile long failedAt = System.nanoTime() - 2 * FAILED_NANOS;

  /** Where the lock is that a thread of this process could not give back; null for nowhere. */
  private volatile @Nullable MemorySegment left;

  private FileGrowth(MapFile file, OwnedLock locks, long stepMax) {
    this.file = file;
    this.locks = locks;
    this.stepMax = stepMax;
  }

  /** Growth of a file that is in use. */
  static FileGrowth of(MapFile file, OwnedLock locks) {
    return new FileGrowth(file, locks, STEP_MAX);
  }

  /** Growth of a file that only its builder knows, by no more than {@link #STEP_OF_BUILDER}. */
  static FileGrowth ofBuilder(MapFile file, OwnedLock locks) {
    return new FileGrowth(file, locks, STEP_OF_BUILDER);
  }

  private boolean isOfBuilder() {
    return stepMax == STEP_OF_BUILDER;
  }

  /**
   * Makes a file have so many bytes; under its space lock.
   *
   * @param memory a mapping of the file
   * @param kind what for, a kind of {@link PageEntry}
   * @return a mapping of all that it has
   * @throws StoreFullException if there is no room; what was there before is as it was
   */
  MemorySegment ensure(MemorySegment memory, long needed, int kind) {
    if (needed > file.word(memory, MapLayout.ALLOCATED)) {
      if (needed > Slot.FILE_BYTES_MAX) {
        throw new StoreException(
            file.name() + ": would grow to " + needed + " bytes, at most 8 TiB are possible");
      }
      lockAndGrow(memory, needed, kind);
      Step.SPACE_GROWN.reached();
    }
    return file.mapped();
  }

  private void lockAndGrow(MemorySegment memory, long needed, int kind) {
    OwnedLock.Outcome outcome =
        locks.lock(
            memory,
            MapLayout.GROWTH_LOCK,
            () -> needed <= file.word(memory, MapLayout.ALLOCATED)); // by who is at it
    if (outcome == OwnedLock.Outcome.GIVEN_UP) {
      return;
    }
    try { // of an owner that died nothing is left to be put in order
      long allocated = file.word(memory, MapLayout.ALLOCATED);
      if (needed > allocated) { // else somebody else was at it
        grow(memory, allocated, needed, kind);
      }
    } finally {
      try {
        locks.unlock(memory, MapLayout.GROWTH_LOCK);
      } catch (Throwable _) { // there may be no stack even for a call
        left = memory;
      }
    }
  }

  /** Grows by a step, or only as far as is needed where there is no room for one. */
  private void grow(MemorySegment memory, long allocated, long needed, int kind) {
    checkAllocated(memory, allocated);
    MappedFile disk = file.disk();
    long to = Math.max(needed, wholePages(allocated + step(allocated)));
    if (to > needed && disk.usableBytes() < to - allocated) {
      to = needed;
    }
    try {
      grow(disk, allocated, to, STEP_MAX, kind);
    } catch (StoreFullException e) {
      if (to == needed) {
        throw e;
      }
      grow(disk, file.word(memory, MapLayout.ALLOCATED), needed, STEP_MAX, kind);
    }
    grownAt = System.nanoTime();
  }

  private long step(long allocated) {
    long least = file.compact == null ? STEP_MIN : COMPACT_STEP_MIN;
    return Math.clamp(allocated / STEPS, least, stepMax);
  }

  /**
   * Has the file grow by half of a step ahead of need, where it grew a moment ago and little is
   * left. To be called by who has taken room; waits for nobody.
   */
  void lookAhead(MemorySegment memory) {
    if (isOfBuilder() || !isDue(memory)) {
      return;
    }
    long now = System.nanoTime();
    if (now - grownAt < OFTEN_NANOS && now - failedAt > FAILED_NANOS && file.worksAhead()) {
      try {
        boolean _ = file.background.begin(this::growAhead);
      } catch (Throwable e) { // no thread can be had, say
        failedAt = now;
        throw e;
      }
    }
  }

  /** How little may be left: of small steps more, as tables of compact maps take many pages. */
  private long margin(long step) {
    return file.compact == null ? step / 4 : step / 2;
  }

  /** Whether so little is left that the file is to grow. */
  private boolean isDue(MemorySegment memory) {
    long allocated = file.word(memory, MapLayout.ALLOCATED);
    return allocated - used(memory) < margin(step(allocated));
  }

  private long used(MemorySegment memory) {
    return file.word(memory, MapLayout.TOP) << MapLayout.PAGE_SHIFT;
  }

  private void growAhead() {
    MappedFile disk = file.disk();
    MemorySegment memory = disk.memory();
    if (!locks.lockIfFree(memory, MapLayout.GROWTH_LOCK)) {
      return; // somebody is at it
    }
    boolean done = false;
    try {
      growAhead(disk, memory);
      done = true;
    } finally {
      if (!done) {
        failedAt = System.nanoTime();
      }
      try {
        locks.unlock(memory, MapLayout.GROWTH_LOCK);
      } catch (Throwable _) {
        left = memory;
      }
    }
  }

  private void growAhead(MappedFile disk, MemorySegment memory) {
    long allocated = file.word(memory, MapLayout.ALLOCATED);
    long used = used(memory);
    long step = step(allocated);
    long to = wholePages(used + margin(step) + step / 2);
    if (allocated - used < margin(step)
        && to <= Slot.FILE_BYTES_MAX
        && disk.usableBytes() >= to - allocated + AHEAD_SPARE) {
      checkAllocated(memory, allocated);
      grow(disk, allocated, to, AHEAD_PIECE, PageEntry.FREE);
      grownAt = System.nanoTime();
    }
  }

  /** Lets a file grow in pieces, so that none is lost where a later one fails. */
  private void grow(MappedFile disk, long from, long to, long piece, int kind) {
    checkRoom(disk, from, to, kind);
    StoreEvents.FileGrowth event = StoreEvents.fileGrowth();
    long capacity = capacityFor(disk, from, to);
    MemorySegment memory = disk.memory();
    for (long at = from; at < to; ) {
      long end = Math.min(to, wholePages(at + piece));
      if (at > from) {
        checkRoom(disk, at, to, kind);
      }
      disk.allocate(at, end, capacity);
      memory = disk.remap(capacity); // before others hear of it: if it fails, nothing has grown
      MapFile.setWord(memory, MapLayout.CAPACITY, capacity);
      MapFile.setWord(memory, MapLayout.ALLOCATED, end);
      at = end;
    }
    disk.bringNear(wholePages(from), to); // files may have odd sizes
    Memory.set(memory, MapLayout.FILE_GROWTHS, Memory.get(memory, MapLayout.FILE_GROWTHS) + 1);
    StoreEvents.end(event, disk.name(), from, to);
  }

  /** An apparent size that the file has from now on. */
  private long capacityFor(MappedFile disk, long from, long to) {
    long present = file.word(disk.memory(), MapLayout.CAPACITY);
    if (present >= to) {
      return present;
    }
    long ample = present;
    while (ample < to) {
      ample *= CAPACITY_FACTOR;
    }
    for (long spare = ample - to; spare > STEP_MIN; spare = wholePages(spare / 2)) {
      try {
        disk.allocate(from, from, to + spare);
        return to + spare;
      } catch (StoreFullException e) {
        // the system may limit the size of files: with less of it to spare, then
      }
    }
    disk.allocate(from, from, to);
    return to;
  }

  /**
   * Refuses what a file cannot have, before any of it is taken; under its space lock.
   *
   * @param needed bytes that it will need
   */
  void check(MemorySegment memory, long needed, int kind) {
    long allocated = file.word(memory, MapLayout.ALLOCATED);
    if (needed > allocated) {
      checkAllocated(memory, allocated);
      checkRoom(file.disk(), allocated, needed, kind);
    }
  }

  /**
   * Refuses what the disk has no room for, before any of it is taken: what was written in vain
   * would be this file's for good. Behind a large piece there must be room for the change log to go
   * on, and for the record that tells the log of the same bytes.
   */
  private void checkRoom(MappedFile disk, long from, long to, int kind) {
    long bytes = to - from;
    long forLog = 0;
    if (bytes > STEP_MIN) {
      forLog = Math.min(bytes, ChangeLog.FILE_BYTES_MAX);
      forLog += kind == PageEntry.LARGE && !isOfBuilder() ? bytes : 0;
    }
    long usable = disk.usableBytes();
    if (usable < bytes + forLog) {
      String found = "the disk has " + usable + " bytes left";
      throw new StoreFullException(
          disk.name()
              + ": cannot grow from "
              + from
              + " to "
              + to
              + " bytes: "
              + found
              + (forLog > 0 ? ", of which " + forLog + " are kept for a change log" : "")
              + "; free some space and try again",
          new IOException(found));
    }
  }

  /** Refuses to grow a file whose words about its size would lead to what is in use. */
  private void checkAllocated(MemorySegment memory, long allocated) {
    long used = Math.max(file.segmentAt(file.segments), used(memory));
    if (wholePages(allocated) < used) { // files of before may end within a page
      throw file.corrupt(
          MapLayout.ALLOCATED, "says " + allocated + " bytes, at least " + used + " are in use");
    }
    long capacity = file.word(memory, MapLayout.CAPACITY);
    if (capacity < allocated) {
      throw file.corrupt(
          MapLayout.CAPACITY, "says " + capacity + " bytes, " + allocated + " are allocated");
    }
  }

  /** Where the page ends that a byte lies in. */
  static long wholePages(long bytes) {
    return (bytes + MapLayout.PAGE - 1) & -MapLayout.PAGE;
  }

  /** Takes the lock over from a dead process, if one has it, and gives it back. */
  void sweep(MemorySegment memory) {
    if (locks.lockIfDead(memory, MapLayout.GROWTH_LOCK)) {
      try {
        locks.unlock(memory, MapLayout.GROWTH_LOCK);
      } catch (Throwable _) {
        left = memory;
      }
    }
  }

  /** Gives back what a thread of this process could not. */
  void giveBack() {
    MemorySegment memory = left;
    if (memory == null) {
      return;
    }
    left = null; // before another one can have the lock, and note the same
    try {
      locks.abandon(memory, MapLayout.GROWTH_LOCK);
    } catch (IllegalStateException _) {
      // it is mapped no longer, as another file took its place
    } catch (Error e) {
      left = memory;
      throw e;
    }
  }
}
