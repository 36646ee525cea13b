package io.vitrine.store;

import java.util.Set;

/**
 * What an atomic group does in a compact map. Only under the locks of the segments concerned.
 *
 * <p>The record tells keys and values, so whoever finishes a group that was decided makes its
 * changes from there, also those that were made already.
 */
final class CompactGroupPart extends GroupPart {
  private final CompactEngine engine;
  private long revision;

  CompactGroupPart(CompactEngine engine) {
    super(engine);
    this.engine = engine;
  }

  @Override
  void makeRoom(int segment, long inserts) {
    engine.checkCounters(engine.file.segmentAt(segment));
    while (inserts > 0 && engine.table().isDue(segment, inserts)) {
      engine.table().grow(segment);
    }
  }

  @Override
  void prepare(GroupEntry entry, Set<GroupSlot> taken, boolean groupInserts) {
    if (entry.task == GroupEntry.Task.PUT && BlockLayout.expires(entry.scratch.lengths)) {
      throw engine.noTimeToLive();
    }
    if (entry.found) {
      engine.copyFound(entry.scratch);
    }
  }

  @Override
  void notePending(GroupEntry entry) {
    // no run of pages is on its way
  }

  @Override
  LogRecord record(GroupEntry entry) {
    return engine.records().fill(entry.scratch, !entry.found, entry.task == GroupEntry.Task.REMOVE);
  }

  @Override
  void seal(GroupEntry entry, long groupRevision) {
    revision = groupRevision;
  }

  @Override
  void swing(GroupEntry entry) {
    boolean remove = entry.task == GroupEntry.Task.REMOVE;
    engine.swing(entry.segment, entry.scratch, remove, revision);
  }

  @Override
  void settle(GroupEntry entry) {
    // done with the swing
  }
}
