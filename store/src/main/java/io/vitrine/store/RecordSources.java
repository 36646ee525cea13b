package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/** Where a log record takes what it tells of a change from. Stateless; any thread. */
final class RecordSources {
  private RecordSources() {}

  /**
   * Tells a scratch's record what changes; whose map it is and when stands there.
   *
   * @param memory where the old block lies, unless the scratch holds it
   * @param oldBlock the block that is replaced, 0 for none
   * @param oldLengths its lengths
   * @param hasNew whether there is an entry afterwards
   */
  static LogRecord fill(
      MemorySegment memory, Scratch scratch, long oldBlock, long oldLengths, boolean hasNew) {
    LogRecord record = scratch.record;
    record.kind =
        oldBlock == 0 ? ChangeKind.INSERTED : hasNew ? ChangeKind.UPDATED : ChangeKind.REMOVED;
    record.words = scratch.outWords.length > 0 ? scratch.outWords : null;
    record.key = scratch.out;
    record.keyOffset = BlockLayout.KEY;
    record.keyLength = scratch.keyLength;
    record.previous = 0;
    record.oldLength = -1;
    if (oldBlock != 0) {
      boolean held = scratch.holdsFound;
      long valueOffset = BlockLayout.valueOffset(oldLengths);
      record.previous = held ? scratch.inRevision() : BlockLayout.revision(memory, oldBlock);
      record.old = held ? scratch.in : memory;
      record.oldOffset = held ? valueOffset : oldBlock + valueOffset;
      record.oldLength = BlockLayout.valueLength(oldLengths);
      record.oldWords = held ? scratch.inWords : null;
    }
    record.newLength = -1;
    record.expires = false;
    if (hasNew) {
      record.value = scratch.out;
      record.valueOffset = BlockLayout.valueOffset(scratch.lengths);
      record.newLength = scratch.valueLength;
      record.expires = BlockLayout.expires(scratch.lengths);
      if (record.expires) {
        record.expiry = Memory.get(scratch.out, BlockLayout.expiryOffset(scratch.lengths));
      }
    }
    return record;
  }
}
