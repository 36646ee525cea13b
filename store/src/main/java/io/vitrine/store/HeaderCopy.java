package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * The copy of a map's header, in pages of its own right before the segment headers, so that a page
 * that is lost does not take with it what the rest of the file is. Never changed once the file is
 * made. Files of the present format that were made before there were copies have none: their
 * segment headers begin right behind the texts. Safe for any number of threads.
 */
final class HeaderCopy {
  private HeaderCopy() {}

  /** Bytes of the pages of a header: the copy begins behind them. */
  static long at(long metaBytes) {
    return MapLayout.pages(MapLayout.META + metaBytes) << MapLayout.PAGE_SHIFT;
  }

  /** Where the segment headers begin in a file that has a copy. */
  static long segmentsAt(long metaBytes) {
    return 2 * at(metaBytes);
  }

  /** Whether segment headers may begin there, with a copy before them or without. */
  static boolean isSegmentsAt(long offset, long metaBytes) {
    return offset == segmentsAt(metaBytes) || offset == at(metaBytes);
  }

  /** Writes the copy of a header that is complete, if the file is to have one. */
  static void write(MemorySegment memory) {
    long metaBytes = Memory.get(memory, MapLayout.META_BYTES);
    if (Memory.get(memory, MapLayout.SEGMENTS_AT) == segmentsAt(metaBytes)) {
      long copy = at(metaBytes);
      MemorySegment.copy(memory, 0, memory, copy, MapLayout.CHECK + 8);
      MemorySegment.copy(memory, MapLayout.META, memory, copy + MapLayout.META, metaBytes);
    }
  }

  /**
   * Compares a sound header with its copy.
   *
   * @return offset of what differs first; -1 for nothing, also where the file has no copy
   */
  static long differsAt(MemorySegment memory) {
    long metaBytes = Memory.get(memory, MapLayout.META_BYTES);
    long copy = at(metaBytes);
    if (Memory.get(memory, MapLayout.SEGMENTS_AT) != segmentsAt(metaBytes)) {
      return -1;
    }
    long words = differsAt(memory, 0, copy, MapLayout.CHECK + 8);
    return words >= 0 ? words : differsAt(memory, MapLayout.META, copy, metaBytes);
  }

  private static long differsAt(MemorySegment memory, long from, long copy, long bytes) {
    MemorySegment header = memory.asSlice(from, bytes);
    long at = header.mismatch(memory.asSlice(copy + from, bytes));
    return at < 0 ? -1 : copy + from + at;
  }

  /**
   * Looks for a copy by what is left of the header and of the copy itself. That what is found there
   * is a header is for the caller to find out by its check.
   *
   * @param pages how many pages a header may have
   * @return offset of what looks like one, 0 for none
   */
  static long find(MemorySegment memory, long pages) {
    for (long at = MapLayout.PAGE; at <= pages * MapLayout.PAGE; at += MapLayout.PAGE) {
      if (isLikelyAt(memory, at)) {
        return at;
      }
    }
    return 0;
  }

  private static boolean isLikelyAt(MemorySegment memory, long at) {
    return memory.byteSize() - at >= MapLayout.PAGE
        && (Memory.get(memory, MapLayout.SEGMENTS_AT) == 2 * at
            || Memory.get(memory, at + MapLayout.MAGIC) == MapLayout.MAGIC_VALUE
            || Memory.get(memory, at + MapLayout.SEGMENTS_AT) == 2 * at);
  }

  /**
   * Where the segment headers begin in a file whose header and copy are both damaged: what is left
   * of the two tells whether there was a copy, and if nothing is, the headers themselves.
   */
  static long likelySegmentsAt(MemorySegment memory, long metaBytes, int segments) {
    long copy = at(metaBytes);
    return isLikelyAt(memory, copy)
            || tables(memory, 2 * copy, segments) >= tables(memory, copy, segments)
        ? 2 * copy
        : copy;
  }

  /** How many segments would have a table whose word is sound if their headers began here. */
  private static int tables(MemorySegment memory, long offset, int segments) {
    int tables = 0;
    for (int i = 0; i < segments; i++) {
      long segment = offset + i * SegmentLayout.LENGTH;
      if (memory.byteSize() - segment >= SegmentLayout.LENGTH
          && SegmentLayout.isSoundTable(SegmentLayout.tableWhereverItIs(memory, segment))) {
        tables++;
      }
    }
    return tables;
  }
}
