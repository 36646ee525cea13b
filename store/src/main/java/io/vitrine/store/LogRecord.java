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
  boolean expires;
  long expiry;

  /** Tells a record, where there is one, the file that it lies in. */
  static void place(@Nullable LogRecord record, LogFile file) {
    if (record != null) {
      record.file = file;
    }
  }

  /** Size of the record of this change alone. */
  long bytes() {
    return LogLayout.CHANGE + changeBytes();
  }

  /** Size of the change within a record. */
  long changeBytes() {
    return LogLayout.changeBytes(keyLength, oldLength, newLength, expires);
  }

  /**
   * Writes the change.
   *
   * @return the first byte behind it
   */
  long write(MemorySegment to, long at) {
    boolean wide = LogLayout.isWide(oldLength, newLength);
    long flags = (wide ? LogLayout.WIDE : 0) | (expires ? LogLayout.EXPIRES : 0);
    Memory.setOf3(
        to,
        at,
        LogLayout.MAP / 8,
        mapId | (long) kind.code() << LogLayout.KIND_SHIFT | flags << LogLayout.FLAGS_SHIFT);
    Memory.setOf3(to, at, LogLayout.PREVIOUS / 8, previous);
    long body = at + LogLayout.BODY;
    if (wide) {
      Memory.set(to, at + LogLayout.LENGTHS, keyLength);
      Memory.set(to, body, oldLength + 1);
      Memory.set(to, body + 8, newLength + 1);
      body += 16;
    } else {
      Memory.setOf3(
          to,
          at,
          LogLayout.LENGTHS / 8,
          keyLength
              | (oldLength + 1) << LogLayout.OLD_SHIFT
              | (newLength + 1) << LogLayout.NEW_SHIFT);
    }
    if (expires) {
      Memory.set(to, body, expiry);
      body += 8;
    }
    Memory.copy(key, keyOffset, to, body, keyLength);
    body += LogLayout.padded(keyLength);
    if (oldLength > 0) {
      Memory.copy(old, oldOffset, to, body, oldLength);
      body += LogLayout.padded(oldLength);
    }
    if (newLength > 0) {
      Memory.copy(value, valueOffset, to, body, newLength);
      body += LogLayout.padded(newLength);
    }
    return body;
  }
}
