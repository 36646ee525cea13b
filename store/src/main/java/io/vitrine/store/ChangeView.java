package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/** The changes of a record of the log, one after the other. For one thread at a time. */
final class ChangeView implements Change {
  private MemorySegment memory = MemorySegment.NULL;
  private long revision;
  private long previous;
  private int mapId;
  private ChangeKind kind = ChangeKind.INSERTED;
  private long timeNanos;
  private long keyOffset;
  private long keyLength;
  private long oldOffset;
  private long oldLength;
  private long newOffset;
  private long newLength;
  private long expiry;
  private long left;
  private long thisChange;
  private long nextChange;
  private long end;

  /** Turns to a committed record; {@link #next} turns to its first change. */
  void read(LogFile file, long begin, long behind) {
    if (!readIfWhole(file, begin, behind)) {
      throw new CorruptStoreException(
          file.name
              + ": record at 0x"
              + Long.toHexString(file.offset(begin))
              + " does not match its check");
    }
  }

  /** Turns to a record, unless it does not match its check. */
  boolean readIfWhole(LogFile file, long begin, long behind) {
    memory = file.source;
    long at = file.offset(begin);
    if (behind - begin < LogLayout.CHANGE + LogLayout.BODY) {
      return false;
    }
    long content = Checks.of(memory, at + LogLayout.TIME, behind - begin - LogLayout.TIME);
    if (LogLayout.check(content, behind, file.epoch) != Memory.get(memory, at + LogLayout.CHECK)) {
      return false;
    }
    revision = behind;
    end = file.offset(behind);
    timeNanos = Memory.get(memory, at + LogLayout.TIME);
    long change = at + LogLayout.CHANGE;
    boolean group =
        Memory.get(memory, change + LogLayout.MAP) >>> LogLayout.KIND_SHIFT == GroupLayout.KIND;
    left = group ? Memory.get(memory, change + GroupLayout.COUNT) : 1;
    nextChange = group ? at + GroupLayout.swing(left) : change;
    return true;
  }

  /**
   * Turns to the next change of the record.
   *
   * @return false if there is none
   */
  boolean next() {
    if (left == 0) {
      return false;
    }
    left--;
    thisChange = nextChange;
    readChange(nextChange);
    nextChange = newOffset + LogLayout.padded(Math.max(0, newLength));
    return true;
  }

  private void readChange(long at) {
    long word = Memory.get(memory, at + LogLayout.MAP);
    mapId = (int) word;
    kind = ChangeKind.of((int) (word >>> LogLayout.KIND_SHIFT) & 0xFF);
    previous = Memory.get(memory, at + LogLayout.PREVIOUS);
    long lengths = Memory.get(memory, at + LogLayout.LENGTHS);
    keyLength = lengths & 0xFFFF;
    keyOffset = at + LogLayout.BODY;
    if ((word & LogLayout.WIDE << LogLayout.FLAGS_SHIFT) != 0) {
      oldLength = Memory.get(memory, keyOffset) - 1;
      newLength = Memory.get(memory, keyOffset + 8) - 1;
      keyOffset += 16;
    } else {
      oldLength = (lengths >>> LogLayout.OLD_SHIFT & LogLayout.NARROW_MAX) - 1;
      newLength = (lengths >>> LogLayout.NEW_SHIFT) - 1;
    }
    boolean expires = (word & LogLayout.EXPIRES << LogLayout.FLAGS_SHIFT) != 0;
    expiry = expires ? Memory.get(memory, keyOffset) : 0;
    keyOffset += expires ? 8 : 0;
    oldOffset = keyOffset + LogLayout.padded(keyLength);
    newOffset = oldOffset + LogLayout.padded(Math.max(0, oldLength));
  }

  @Override
  public long place() {
    return left == 0 ? revision : revision - (end - nextChange);
  }

  /** Where the bytes of the change begin in the log. */
  long beginPlace() {
    return revision - (end - thisChange);
  }

  @Override
  public boolean isLast() {
    return left == 0;
  }

  @Override
  public long revision() {
    return revision;
  }

  @Override
  public long previousRevision() {
    return previous;
  }

  @Override
  public int mapId() {
    return mapId;
  }

  @Override
  public ChangeKind kind() {
    return kind;
  }

  @Override
  public long timeNanos() {
    return timeNanos;
  }

  @Override
  public MemorySegment source() {
    return memory;
  }

  @Override
  public long keyOffset() {
    return keyOffset;
  }

  @Override
  public long keyLength() {
    return keyLength;
  }

  @Override
  public long oldOffset() {
    return oldOffset;
  }

  @Override
  public long oldLength() {
    return oldLength;
  }

  @Override
  public long newOffset() {
    return newOffset;
  }

  @Override
  public long newLength() {
    return newLength;
  }

  @Override
  public long expiryMillis() {
    return expiry;
  }

  /** Whether a committed group's record has a change that ends at a place, or around it. */
  static boolean hasPlace(LogFile file, long position, long header, long place) {
    if (RecordHeader.state(header) != RecordHeader.COMMITTED) {
      return false;
    }
    var view = new ChangeView();
    view.read(file, position, position + RecordHeader.bytes(header));
    int changes = 0;
    while (view.next()) {
      changes++;
      boolean ofSeveral = changes > 1 || !view.isLast();
      boolean within = ofSeveral && place > view.beginPlace() && place < view.place();
      if (view.place() == place || within) {
        return true;
      }
    }
    return false;
  }
}
