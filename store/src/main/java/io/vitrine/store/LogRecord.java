package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * What a writer puts into a log record: a reusable holder of ranges. For one thread at a time. A
 * length of -1 is no value.
 */
final class LogRecord {
  /** The file that holds the reserved record; it may have lost its name since. */
  @Nullable LogFile file;

  int mapId;
  ChangeKind kind = ChangeKind.INSERTED;
  long timeNanos;
  long previous;
  MemorySegment key = MemorySegment.NULL;
  long keyOffset;
  long keyLength;
  MemorySegment old = MemorySegment.NULL;
  long oldOffset;
  long oldLength = -1;
  MemorySegment value = MemorySegment.NULL;
  long valueOffset;
  long newLength = -1;

  /** Size of the record. */
  long bytes() {
    return LogLayout.recordBytes(keyLength, oldLength, newLength);
  }
}
