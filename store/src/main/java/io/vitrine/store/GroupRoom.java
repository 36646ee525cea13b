package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Whether there is room for a large atomic group, asked before any of it is taken: a file that has
 * grown in vain stays as large as it is. For the thread that has the group's segments.
 */
final class GroupRoom {
  /** Smaller groups are not worth the question. */
  private static final long LITTLE = 1 << 20;

  private GroupRoom() {}

  /**
   * Refuses what there is certainly no room for: less is asked for than it will take.
   *
   * @param changes in the order of their maps, none of them begun
   * @throws StoreFullException if the disk has too little room
   */
  static void check(List<GroupEntry> changes) {
    long bytes = 0;
    for (GroupEntry change : changes) {
      bytes += newBytes(change);
    }
    if (bytes <= LITTLE) {
      return;
    }
    MapFile file = changes.getFirst().engine.file;
    ChangeLog log = changes.getFirst().engine.log();
    long needed = growth(changes) + logGrowth(log, changes);
    if (needed <= file.usableBytes()) {
      return;
    }
    log.giveBack();
    long usable = file.usableBytes();
    if (needed > usable) {
      String found = "the disk has " + usable + " bytes left";
      throw new StoreFullException(
          file.name()
              + " and other files: cannot grow by the "
              + needed
              + " bytes that an atomic group takes: "
              + found
              + "; free some space and try again",
          new IOException(found));
    }
  }

  private static long newBytes(GroupEntry change) {
    return change.task == GroupEntry.Task.PUT ? BlockLayout.bytes(change.scratch.lengths) : 0;
  }

  /** By how much the maps' files grow at the least. */
  private static long growth(List<GroupEntry> changes) {
    long growth = 0;
    long bytes = 0;
    for (int i = 0; i < changes.size(); i++) {
      MapFile file = changes.get(i).engine.file;
      bytes += newBytes(changes.get(i));
      boolean isLast = i + 1 == changes.size() || changes.get(i + 1).engine.file != file;
      if (isLast) {
        growth += Math.max(0, bytes - unused(file));
        bytes = 0;
      }
    }
    return growth;
  }

  /** How many bytes of a map's file are in no block that is used, tables and all. */
  private static long unused(MapFile file) {
    if (file.compact != null) {
      return Long.MAX_VALUE; // its tables are what they are
    }
    return file.look(memory -> {
      long unused = CheckedWord.value(Memory.get(memory, MapLayout.ALLOCATED));
      for (int segment = 0; segment < file.segments; segment++) {
        unused -= liveBytes(memory, file.segmentAt(segment));
      }
      return unused;
    });
  }

  /** Of a damaged segment none: that is for who uses it to find. */
  private static long liveBytes(MemorySegment memory, long segment) {
    long word = Memory.get(memory, segment + SegmentLayout.LIVE_BYTES);
    return CheckedWord.isSound(word) ? CheckedWord.value(word) : 0;
  }

  /** By how much the log grows at the least, which may give up what it retains. */
  private static long logGrowth(ChangeLog log, List<GroupEntry> changes) {
    LogFile last = log.fileOrNull(log.guard.word(ControlLayout.LOG_LAST));
    if (!log.beginning.isDone() || last == null) {
      return 0;
    }
    long bytes = 0;
    for (GroupEntry change : changes) {
      bytes += newBytes(change) > 0 ? BlockLayout.valueLength(change.scratch.lengths) : 0;
    }
    try {
      return Math.max(0, bytes - (last.end - log.end()) - log.retention.mayGiveUp());
    } catch (IOException e) {
      throw new StoreException("cannot list the change log: " + Io.why(e), e);
    }
  }
}
