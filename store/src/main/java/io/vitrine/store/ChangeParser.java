package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Reads the changes of a record one after the other, and trusts no length before it has compared it
 * with the record. For one thread at a time.
 */
final class ChangeParser {
  private MemorySegment memory = MemorySegment.NULL;
  private long recordEnd;
  private long nextChange;
  private long left;
  private boolean whole;

  final EntryPlace entry = new EntryPlace();

  /** Where an entry's bytes lie, and what a change says of it. */
  static final class EntryPlace {
    int mapId;
    ChangeKind kind = ChangeKind.INSERTED;
    long revision;
    long previous;
    long keyOffset;
    long keyLength;
    long oldOffset;
    long oldLength;
    long newOffset;
    long newLength;
    long expiry;
  }

  MemorySegment source() {
    return memory;
  }

  /**
   * Turns to a record.
   *
   * @return whether it matches its check
   */
  boolean turnTo(LogFile file, long begin, long end) {
    left = 0;
    whole = false;
    if (end - begin < LogLayout.CHANGE + LogLayout.BODY || !matches(file, begin, end)) {
      return false;
    }
    open(file, begin, end);
    return true;
  }

  private static boolean matches(LogFile file, long begin, long end) {
    long at = file.offset(begin);
    long content = Checks.of(file.memory, at + LogLayout.TIME, end - begin - LogLayout.TIME);
    return LogLayout.check(content, end, file.epoch)
        == Memory.get(file.memory, at + LogLayout.CHECK);
  }

  /**
   * Turns to what may be a record, where anything may be: its lengths are looked at before its
   * check, which costs as much as the record is long.
   *
   * @return whether it is one
   */
  boolean turnToIfRecord(LogFile file, long begin, long end) {
    if (end - begin < LogLayout.CHANGE + LogLayout.BODY) {
      return false;
    }
    open(file, begin, end);
    while (next()) {
      // each change tells where the next one begins
    }
    return isWhole() && turnTo(file, begin, end);
  }

  private void open(LogFile file, long begin, long end) {
    memory = file.memory;
    long at = file.offset(begin);
    recordEnd = at + end - begin;
    entry.revision = end;
    nextChange = at + LogLayout.CHANGE;
    left = 1;
    whole = true;
    long kind = Memory.get(memory, nextChange + LogLayout.MAP) >>> LogLayout.KIND_SHIFT;
    if (kind == GroupLayout.KIND) {
      long count = Memory.get(memory, nextChange + GroupLayout.COUNT);
      whole = count > 0 && count <= (end - begin) / GroupLayout.SWING_BYTES;
      left = whole ? count : 0;
      nextChange = at + GroupLayout.swing(left);
    }
  }

  /** Changes of the record that have not been turned to. */
  long left() {
    return left;
  }

  /** Whether all that was read of the record fits together, and nothing is left over. */
  boolean isWhole() {
    return whole && left == 0 && nextChange == recordEnd;
  }

  /**
   * Turns to the next change of the record.
   *
   * @return false if there is none, or none that could be read
   */
  boolean next() {
    if (left == 0 || recordEnd - nextChange < LogLayout.BODY) {
      whole &= left == 0;
      left = 0;
      return false;
    }
    left--;
    whole = read(nextChange);
    return whole;
  }

  private boolean read(long at) {
    long word = Memory.get(memory, at + LogLayout.MAP);
    int code = (int) (word >>> LogLayout.KIND_SHIFT) & 0xFF;
    if (!ChangeKind.isKnown(code)) {
      return false;
    }
    entry.mapId = (int) word;
    entry.kind = ChangeKind.of(code);
    entry.previous = Memory.get(memory, at + LogLayout.PREVIOUS);
    long lengths = Memory.get(memory, at + LogLayout.LENGTHS);
    boolean wide = (word & LogLayout.WIDE << LogLayout.FLAGS_SHIFT) != 0;
    boolean expires = (word & LogLayout.EXPIRES << LogLayout.FLAGS_SHIFT) != 0;
    long body = at + LogLayout.BODY;
    if (recordEnd - body < (wide ? 16 : 0) + (expires ? 8 : 0)) {
      return false;
    }
    entry.keyLength = lengths & 0xFFFF;
    entry.oldLength = (lengths >>> LogLayout.OLD_SHIFT & LogLayout.NARROW_MAX) - 1;
    entry.newLength = (lengths >>> LogLayout.NEW_SHIFT) - 1;
    if (wide) {
      entry.oldLength = Memory.get(memory, body) - 1;
      entry.newLength = Memory.get(memory, body + 8) - 1;
      body += 16;
    }
    entry.expiry = expires ? Memory.get(memory, body) : 0;
    entry.keyOffset = body + (expires ? 8 : 0);
    long room = recordEnd - entry.keyOffset;
    if (entry.oldLength < -1
        || entry.newLength < -1
        || entry.oldLength > room
        || entry.newLength > room) {
      return false;
    }
    entry.oldOffset = entry.keyOffset + LogLayout.padded(entry.keyLength);
    entry.newOffset = entry.oldOffset + LogLayout.padded(Math.max(0, entry.oldLength));
    nextChange = entry.newOffset + LogLayout.padded(Math.max(0, entry.newLength));
    return nextChange <= recordEnd;
  }
}
