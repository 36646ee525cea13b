package io.vitrine.store;

/** What the log is told of the changes of a compact map. Safe for any number of threads. */
final class CompactRecords {
  private final CompactShape shape;
  private final int mapId;
  private final StoreClock clock;

  /** What a value takes in a record. */
  private final long valueBytes;

  CompactRecords(CompactShape shape, int mapId, StoreClock clock) {
    this.shape = shape;
    this.mapId = mapId;
    this.clock = clock;
    this.valueBytes = LogLayout.padded(shape.valueBytes);
  }

  private static ChangeKind kind(boolean insert, boolean remove) {
    return insert ? ChangeKind.INSERTED : remove ? ChangeKind.REMOVED : ChangeKind.UPDATED;
  }

  /** Size of the record of a change of an entry of two words. */
  long bytes(boolean insert, boolean remove) {
    return LogLayout.CHANGE
        + LogLayout.BODY
        + 8
        + (insert ? 0 : valueBytes)
        + (remove ? 0 : valueBytes);
  }

  /** Nanoseconds since 1970. */
  long timeNanos() {
    return clock.epochNanos();
  }

  /** Fills the reserved record of a change of an entry of two words. */
  void write(
      LogFile in,
      long position,
      long bytes,
      long time,
      long previous,
      long key,
      long old,
      long value,
      boolean insert,
      boolean remove) {
    long lengths =
        shape.keyBytes
            | (insert ? 0 : shape.valueBytes + 1L) << LogLayout.OLD_SHIFT
            | (remove ? 0 : shape.valueBytes + 1L) << LogLayout.NEW_SHIFT;
    long kind = mapId | (long) kind(insert, remove).code() << LogLayout.KIND_SHIFT;
    in.writeWords(position, bytes, time, kind, previous, lengths, key, old, value);
  }

  /** What the log is told of a change; the entry as it was stands in the incoming image. */
  LogRecord fill(Scratch scratch, boolean insert, boolean remove) {
    LogRecord record = scratch.record;
    record.mapId = mapId;
    record.kind = kind(insert, remove);
    record.timeNanos = clock.epochNanos();
    record.words = null;
    record.key = scratch.out;
    record.keyOffset = BlockLayout.KEY;
    record.keyLength = shape.keyBytes;
    record.previous = insert ? 0 : scratch.inRevision();
    record.old = scratch.in;
    record.oldOffset = scratch.inValueOffset();
    record.oldLength = insert ? -1 : shape.valueBytes;
    record.value = scratch.out;
    record.valueOffset = BlockLayout.KEY + shape.valueAt;
    record.newLength = remove ? -1 : shape.valueBytes;
    record.expires = false;
    return record;
  }
}
