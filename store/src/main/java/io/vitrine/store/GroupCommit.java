package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes the changes of an atomic group, all or none. For one thread, once. */
final class GroupCommit {
  /* All segments concerned are locked, in the order of maps and segments. Blocks are written and
   * slots chosen, but nothing is swung. Each segment's intent says "group" and then names the one
   * record, which tells every swing. Then the record's header is swung to "decided": from that
   * store on the group will be made, whoever makes it; before it, nobody will. Whoever takes a
   * segment over reads the record's header and makes the swings of that segment or drops them.
   *
   * The record is committed when all slots are swung. If its writer dies between the two, the
   * others commit it as soon as nothing unfinished names it. */

  private static final Comparator<GroupEntry> ORDER =
      Comparator.<GroupEntry>comparingInt(e -> e.engine.file.mapId)
          .thenComparingInt(e -> e.segment);

  private final List<GroupEntry> entries;
  private final List<GroupEntry> changes = new ArrayList<>();

  /** One entry of each segment locked, in order; there is room for all from the beginning. */
  private final GroupEntry[] locked;

  /** How many segments are locked at this moment. */
  private int lockedCount;

  private final Set<GroupSlot> takenSlots = new HashSet<>();
  private final LogRecord place = new LogRecord();
  private long position;
  private boolean decided;

  GroupCommit(List<GroupEntry> entries) {
    this.entries = entries;
    this.locked = new GroupEntry[entries.size()];
    entries.sort(ORDER);
  }

  /**
   * Makes the changes.
   *
   * @return false if something that the group has read is no longer as it was; nothing was changed
   */
  boolean commit() {
    if (entries.isEmpty()) {
      return true;
    }
    ChangeLog log = entries.getFirst().engine.log();
    boolean holds;
    try {
      lockAll();
      holds = validate();
      if (holds && !changes.isEmpty()) {
        prepare();
        swing(log);
      }
      unlockAll();
    } catch (Throwable e) {
      try {
        repairAfter(log, e);
      } catch (Throwable _) {
        // the rest is noted below, for which there need be neither heap nor stack
      }
      while (lockedCount > 0) {
        GroupEntry segment = locked[--lockedCount];
        segment.engine.stranded.records[segment.segment] = position;
        segment.engine.stranded.locks[segment.segment] = true;
        segment.engine.stranded.isAny = true;
      }
      if (e instanceof IndexOutOfBoundsException outside) {
        throw beyond(outside);
      }
      if (e instanceof IllegalStateException closed) {
        throw told(closed);
      }
      throw e;
    }
    if (position != 0) {
      log.maintain(position);
    }
    return holds;
  }

  private CorruptStoreException beyond(IndexOutOfBoundsException e) {
    return new CorruptStoreException(
        entries.getFirst().engine.file.name()
            + ", or another map of the group, refers beyond its file: "
            + e.getMessage());
  }

  /** Tells which map it is that was dropped meanwhile, or whose store was closed. */
  private RuntimeException told(IllegalStateException e) {
    for (GroupEntry entry : entries) {
      if (!entry.engine.file.memory().scope().isAlive()) {
        return entry.engine.file.told(e);
      }
    }
    return e;
  }

  private void unlockAll() {
    while (lockedCount > 0) {
      GroupEntry segment = locked[lockedCount - 1];
      segment.engine.unlock(segment.segment);
      lockedCount--;
    }
  }

  private void lockAll() {
    GroupEntry last = null;
    for (GroupEntry entry : entries) {
      if (last == null || ORDER.compare(last, entry) != 0) {
        entry.engine.checkUsable();
        locked[lockedCount] = entry;
        entry.engine.lock(entry.segment);
        lockedCount++; // nothing can be thrown between the lock and this
        entry.engine.checkUsable();
        last = entry;
      }
    }
  }

  /** Looks all entries up and compares them with what was read. */
  private boolean validate() {
    for (GroupEntry entry : entries) {
      entry.found = entry.engine.probe(entry.segment, entry.scratch);
      if (entry.readRevision >= 0 && entry.readRevision != revisionOf(entry)) {
        return false;
      }
      if (entry.changes()) {
        changes.add(entry);
      }
    }
    return true;
  }

  private static long revisionOf(GroupEntry entry) {
    return entry.found ? entry.engine.revisionOf(entry.scratch) : 0;
  }

  private void prepare() {
    GroupRoom.check(changes);
    boolean inserts = false;
    int next = 0; // changes are in the order of the segments, too
    for (int i = 0; i < lockedCount; i++) {
      GroupEntry segment = locked[i];
      long here = 0;
      for (; next < changes.size() && ORDER.compare(segment, changes.get(next)) == 0; next++) {
        here += changes.get(next).found ? 0 : 1;
      }
      segment.part.makeRoom(segment.segment, here);
      inserts |= here > 0;
    }
    for (GroupEntry entry : changes) {
      entry.engine.probe(entry.segment, entry.scratch); // tables may have grown
      entry.part.prepare(entry, takenSlots, inserts);
    }
    for (GroupEntry entry : changes) {
      entry.part.notePending(entry);
    }
  }

  private void swing(ChangeLog log) {
    for (int i = 0; i < lockedCount; i++) {
      intent(locked[i], SegmentLayout.INTENT_RECORD, 0);
      intent(locked[i], SegmentLayout.INTENT_SLOT, SegmentLayout.GROUP);
    }
    Step.GROUP_PREPARED.reached();
    List<LogRecord> records = new ArrayList<>(changes.size());
    long bytes = GroupLayout.swing(changes.size());
    for (GroupEntry entry : changes) {
      LogRecord record = entry.part.record(entry);
      records.add(record);
      bytes += record.changeBytes();
    }
    position = log.reserve(bytes, place);
    Step.RECORD_RESERVED.reached();
    for (int i = 0; i < lockedCount; i++) {
      intent(locked[i], SegmentLayout.INTENT_RECORD, position + 1);
    }
    Step.RECORD_NAMED.reached();
    log.writeGroup(position, place, changes, records);
    Step.RECORD_WRITTEN.reached();
    for (GroupEntry entry : changes) {
      entry.part.verify(entry);
    }
    for (GroupEntry entry : changes) {
      entry.part.seal(entry, position + bytes);
    }
    log.decide(position, place);
    decided = true;
    Step.GROUP_DECIDED.reached();
    for (GroupEntry entry : changes) {
      entry.part.swing(entry);
      Step.SLOT_SWUNG.reached();
    }
    log.commit(position, place);
    Step.RECORD_COMMITTED.reached();
    for (int i = 0; i < lockedCount; i++) {
      intent(locked[i], SegmentLayout.INTENT_SLOT, 0);
    }
    Step.INTENT_CLEARED.reached();
    for (GroupEntry entry : changes) {
      entry.part.settle(entry);
    }
    for (int i = 0; i < lockedCount; i++) {
      GroupEntry segment = locked[i];
      intent(segment, SegmentLayout.PENDING, 0);
      segment.engine.tidyIfSparse(segment.segment);
    }
  }

  private static void intent(GroupEntry segment, long field, long value) {
    MemorySegment memory = segment.engine.file.memory();
    Memory.setRelease(memory, segment.engine.file.segmentAt(segment.segment) + field, value);
  }

  private boolean hasTakenBlocks() {
    for (GroupEntry entry : changes) {
      if (entry.block != 0) {
        return true;
      }
    }
    return false;
  }

  /** Finishes or drops the group after a failure in this thread, and gives the locks back. */
  private void repairAfter(ChangeLog log, Throwable failure) {
    boolean whole = true;
    boolean hasTaken = hasTakenBlocks();
    while (lockedCount > 0) {
      GroupEntry segment = locked[lockedCount - 1];
      segment.engine.stranded.records[segment.segment] = position;
      try {
        whole &= segment.engine.mending.putInOrder(segment.segment, failure, hasTaken);
      } catch (IllegalStateException e) {
        if (segment.engine.file.memory().scope().isAlive()) {
          throw e;
        }
        whole = false; // it is closed, or was dropped: the locks in the others go back all the same
      }
      lockedCount--;
    }
    if (position != 0 && whole) { // else whoever puts the rest in order ends the record
      log.close(position, decided); // unless it was committed before
    }
  }
}
