package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.List;

/**
 * Goes round the maps of a store and removes what has become void, a bounded piece at each call.
 * Safe for any number of threads; several processes may sweep the same store.
 */
final class ExpirySweep {
  /* What is read here without a lock may be garbage. It only says which keys are worth a closer
   * look: whether an entry is there and void is decided under its segment's lock. */

  /** How many bucket lines a call looks through at the most. */
  static final int LINES_PER_CALL = 8_192;

  /** After how many removals a call stops looking. */
  static final int REMOVALS_PER_CALL = 1_024;

  /** A map has one next file at a time; more often than that is something else. */
  private static final int FOLLOWED_MAX = 100;

  private final Scratch scratch = new Scratch(Scratch.NOBODY);
  private int mapId;
  private int segment;
  private long line;
  private int linesLeft;
  private int removed;
  private long lastChange;

  /**
   * Looks through the next piece.
   *
   * @return how many entries were removed
   */
  synchronized int sweep(List<MapEngine> engines) {
    List<MapEngine> used =
        engines.stream()
            .filter(engine -> engine.file.isHashKnown() && engine.file.isExpiring())
            .sorted(Comparator.comparingInt(engine -> engine.file.mapId))
            .toList();
    linesLeft = LINES_PER_CALL;
    removed = 0;
    for (MapEngine engine : used) {
      if (engine.file.mapId > mapId) {
        mapId = engine.file.mapId;
        segment = 0;
        line = 0;
      }
      if (engine.file.mapId == mapId && !sweep(engine)) {
        return removed;
      }
    }
    mapId = 0; // round
    return removed;
  }

  /** Goes on in a map; false if the call has looked at enough. */
  private boolean sweep(MapEngine engine) {
    lastChange = 0;
    try {
      return sweepSegments(engine);
    } finally {
      if (lastChange != 0) {
        engine.log().maintain(lastChange);
      }
    }
  }

  private boolean sweepSegments(MapEngine engine) {
    int followed = 0;
    while (segment < engine.file.segments) {
      try {
        if (!sweepSegment(engine)) {
          return false;
        }
      } catch (IndexOutOfBoundsException e) {
        engine.file.mapped(); // the map has grown, or the segment is damaged: the next round
      } catch (IllegalStateException e) {
        engine.log().checkOpen();
        if (engine.isDropped()) {
          return true;
        }
        if (followed++ < FOLLOWED_MAX) {
          continue; // another thread has followed the map to its next file: the rest is there
        }
        throw e;
      }
      line = 0;
      segment++;
    }
    return true;
  }

  private boolean sweepSegment(MapEngine engine) {
    long at = engine.file.segmentAt(segment);
    while (true) {
      MemorySegment memory = engine.file.memory();
      // That of a file which a compaction has replaced, or is about to, tells what was void, too.
      long table = SegmentLayout.tableWhereverItIs(memory, at);
      if (line >= SegmentLayout.tableLines(table)) {
        return true;
      }
      if (linesLeft == 0 || removed >= REMOVALS_PER_CALL) {
        return false;
      }
      linesLeft--;
      sweepLine(
          engine, memory, SegmentLayout.tableOffset(table) + (line++ << SegmentLayout.LINE_SHIFT));
    }
  }

  private void sweepLine(MapEngine engine, MemorySegment memory, long lineAt) {
    for (int i = 0; i < 8; i++) {
      long word = Memory.getAcquire(memory, lineAt + 8L * i);
      if (Slot.isLive(word) && engine.expiry.isVoid(memory, Slot.block(word))) {
        long block = Slot.block(word);
        scratch.keyLength = BlockLayout.keyLength(BlockLayout.lengths(memory, block));
        scratch.reserveOut(BlockLayout.KEY + LogLayout.padded(scratch.keyLength));
        Memory.copy(
            memory, block + BlockLayout.KEY, scratch.out, BlockLayout.KEY, scratch.keyLength);
        scratch.hash =
            MapEngine.spread(
                engine.file.hash.hash(scratch.out, BlockLayout.KEY, scratch.keyLength));
        engine.updateAmongOthers(scratch, Condition.EXPIRED, 0, true, false);
        if (scratch.position != 0) {
          removed++;
          lastChange = scratch.position;
        }
      }
    }
  }
}
