package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;

/** Fills records that were reserved; for the thread that reserved them. Stateless. */
final class RecordWriter {
  private RecordWriter() {}

  /** Fills the record of one change; the source ranges may lie anywhere. */
  static void write(LogRecord record, long position, long epoch) {
    LogFile file = Objects.requireNonNull(record.file, "reserved");
    MemorySegment to = file.memory;
    long at = file.offset(position);
    if (record.hasImage()) {
      record.writeImage(to, at, position, epoch);
      return;
    }
    Memory.set(to, at + LogLayout.TIME, record.timeNanos);
    long end = record.write(to, at + LogLayout.CHANGE);
    check(to, at, end, position, epoch);
  }

  /** Fills the record of a group; place knows its file. */
  static void writeGroup(
      LogRecord place,
      long position,
      long epoch,
      List<GroupEntry> changes,
      List<LogRecord> records) {
    LogFile file = Objects.requireNonNull(place.file, "reserved");
    MemorySegment to = file.memory;
    long at = file.offset(position);
    Memory.set(to, at + LogLayout.TIME, records.getFirst().timeNanos);
    long group = at + LogLayout.CHANGE;
    Memory.set(to, group + GroupLayout.MAP, (long) GroupLayout.KIND << LogLayout.KIND_SHIFT);
    Memory.set(to, group + GroupLayout.COUNT, changes.size());
    for (int i = 0; i < changes.size(); i++) {
      GroupEntry change = changes.get(i);
      long swing = at + GroupLayout.swing(i);
      long where = change.engine.file.mapId | (long) change.segment << GroupLayout.SEGMENT_SHIFT;
      Memory.set(to, swing + GroupLayout.PLACE, where);
      Memory.set(to, swing + GroupLayout.SLOT, change.slot);
      Memory.set(to, swing + GroupLayout.BEFORE, change.oldWord);
      Memory.set(to, swing + GroupLayout.AFTER, change.newWord);
    }
    long end = at + GroupLayout.swing(changes.size());
    for (LogRecord record : records) {
      end = record.write(to, end);
    }
    check(to, at, end, position, epoch);
  }

  private static void check(MemorySegment to, long at, long end, long position, long epoch) {
    long content = Checks.of(to, at + LogLayout.TIME, end - at - LogLayout.TIME);
    Memory.set(to, at + LogLayout.CHECK, LogLayout.check(content, position + end - at, epoch));
  }
}
