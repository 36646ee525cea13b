package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Insertions in the usual case: a key that is not there, whose home line or one near it has room, a
 * small block at hand, a table that need not grow, and no log that tells of changes. Only under the
 * segment's lock.
 *
 * <p>What it does, and in which order, is what {@link MapEngine} does, so that a takeover finds
 * what it knows. Whatever else it meets (damage, a segment that has to grow), it changes nothing
 * and leaves the insertion to {@link MapEngine#update}, which knows all cases.
 */
final class DirectInsertion {
  private final MapFile file;
  private final UnloggedRevisions revisions;

  DirectInsertion(MapFile file, UnloggedRevisions revisions) {
    this.file = file;
    this.revisions = revisions;
  }

  /**
   * Makes the change, if this is the usual case.
   *
   * @param seen what {@link Sighting#isStillAbsent} found
   * @param image what holds key and value; null if they are those that follow
   * @param bytes size of the block, at most {@link Spares#BYTES_MAX}
   * @return its revision, 0 if nothing was changed
   */
  long insert(Sighting seen, @Nullable Scratch image, long key, byte[] value, long bytes) {
    MemorySegment memory = seen.memory();
    long at = seen.segmentAt();
    long entries = Memory.getOf8(memory, at, SegmentLayout.ENTRIES / 8);
    long tombstones = Memory.getOf8(memory, at, SegmentLayout.TOMBSTONES / 8);
    long live = Memory.getOf8(memory, at, SegmentLayout.LIVE_BYTES / 8);
    long counts = Memory.get(memory, at + SegmentLayout.SPARES);
    if (!CheckedWord.isSound(entries)
        || !CheckedWord.isSound(tombstones)
        || !CheckedWord.isSound(live)
        || !Spares.isSoundCounts(counts)
        || isTooFull(entries, tombstones, seen.table())) {
      return 0;
    }
    int ready = Spares.available(counts);
    int waiting = Spares.waiting(counts);
    long freeAt = at + SegmentLayout.FREE + 8L * SizeClass.of(bytes);
    long block =
        ready > 0
            ? Spares.fitting(file, memory, Spares.placeAt(at, ready), bytes)
            : free(memory, freeAt, bytes);
    if (block == 0) {
      return 0;
    }
    if (ready == 0) {
      Memory.set(memory, freeAt, Memory.get(memory, block));
    } else {
      if (waiting == Spares.COUNT) {
        MapEngine.moveVersion(memory, at);
        Step.VERSION_MOVED.reached();
        waiting = 0;
      }
      Spares.setCounts(memory, at, ready - 1, waiting);
    }
    Step.BLOCK_TAKEN.reached();
    long newWord = Slot.of(seen.spread(), block);
    DirectWriter.noteIntent(memory, seen, newWord);
    long revision = revisions.take();
    if (revision == 0) { // the log tells of changes from now on
      Memory.setRelease(memory, at + SegmentLayout.INTENT_SLOT, 0);
      if (ready == 0) {
        Memory.set(memory, freeAt, block); // which says as before which one is next
      } else {
        Spares.setCounts(memory, at, ready, waiting);
      }
      return 0;
    }
    Step.REVISION_TAKEN.reached();
    if (image == null) {
      DirectWriter.write(memory, block, key, value, revision, file.salt);
    } else {
      DirectWriter.write(memory, block, image, bytes, revision, file.salt);
    }
    Memory.setRelease(memory, seen.slot(), newWord);
    Step.SLOT_SWUNG.reached();
    MapFile.setWord(memory, at + SegmentLayout.ENTRIES, CheckedWord.value(entries) + 1);
    if (seen.slotWord() == Slot.TOMBSTONE) {
      MapFile.setWord(memory, at + SegmentLayout.TOMBSTONES, CheckedWord.value(tombstones) - 1);
    }
    MapFile.setWord(memory, at + SegmentLayout.LIVE_BYTES, CheckedWord.value(live) + bytes);
    Step.COUNTED.reached();
    Memory.setRelease(memory, at + SegmentLayout.INTENT_SLOT, 0);
    Step.INTENT_CLEARED.reached();
    return revision;
  }

  /** The first of the free blocks for so many bytes; 0 for none, or if that is none. */
  private long free(MemorySegment memory, long freeAt, long bytes) {
    long block = Memory.get(memory, freeAt);
    boolean isFree =
        block >= file.segmentsAt
            && block <= memory.byteSize() - bytes
            && (block & 7) == 0
            && BlockLayout.isFree(memory, block);
    return isFree ? block : 0;
  }

  private static boolean isTooFull(long entries, long tombstones, long table) {
    long used = CheckedWord.value(entries) + CheckedWord.value(tombstones) + 1;
    return TableGrowth.isTooFull(used, SegmentLayout.tableLines(table));
  }
}
