package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Brings near what an update is about to need, before it takes the segment's lock. Safe for any
 * number of threads.
 *
 * <p>Taking a lock ends what the processor has under way: each memory access behind it waits in
 * full. Those before it are under way at the same time, and while they are nobody waits for the
 * lock. What is seen here counts for nothing; the update looks again.
 */
final class EarlyLook {
  private final MapFile file;
  private final ChangeLog log;

  EarlyLook(MapFile file, ChangeLog log) {
    this.file = file;
    this.log = log;
  }

  /**
   * Looks at the bucket and the block of the scratch's key, at the block that it will take, and at
   * the end of the log.
   *
   * @param bytes size of the block that will be needed, 0 for none
   */
  void look(Scratch scratch, int segment, long bytes) {
    long at = file.segmentAt(segment);
    long seen = 0;
    try {
      seen = log.unlogged.areOver() ? log.lookAtEnd() : 0;
      MemorySegment memory = file.memory();
      long table = Memory.get(memory, at + SegmentLayout.TABLE);
      long tag = scratch.hash >>> Slot.TAG_SHIFT;
      long line = Slot.homeLine(tag, SegmentLayout.tableLines(table));
      long lineAt = SegmentLayout.tableOffset(table) + (line << SegmentLayout.LINE_SHIFT);
      long slot = Probe.largest(memory, lineAt, Probe.turn(scratch.hash));
      if (Probe.isTag(slot)) { // or it is the block of another entry, that nobody needs
        long block = Slot.block(slot);
        seen += Memory.get(memory, block);
        if ((block & MapLayout.PAGE - 1) < MapLayout.PAGE - SegmentLayout.LINE_BYTES) {
          seen += Memory.get(memory, block + SegmentLayout.LINE_BYTES);
        } // else it may be the first page behind the last in use, which a full disk has no room for
      }
      if (bytes > 0 && bytes <= SizeClass.BYTES_MAX) {
        long spare = Spares.next(memory, at);
        long free = at + SegmentLayout.FREE + 8L * SizeClass.of(bytes);
        seen += Memory.get(memory, spare != 0 ? spare : Memory.get(memory, free));
      }
    } catch (IndexOutOfBoundsException | IllegalStateException e) {
      // the file grows, moves or closes, or is damaged: the update will find out
    }
    scratch.seen = seen; // or the compiler would leave it all out
  }
}
