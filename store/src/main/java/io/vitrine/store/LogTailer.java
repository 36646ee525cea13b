package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Reads the change log at a place of its own. For one thread at a time.
 *
 * <p>Invariant: {@code position} is a record boundary, and every record before it has been handed
 * on or was to be passed over.
 */
final class LogTailer implements Tailer {
  /** How long a reserved record is waited for before its writer is asked after. */
  private static final long PATIENCE_NANOS = 5_000_000;

  private final ChangeLog log;
  private final View view = new View();
  private long position;
  private @Nullable LogFile file;
  private long stuckAt = -1;
  private long stuckSince;

  /** Begins behind a boundary that the caller has checked. */
  LogTailer(ChangeLog log, long position) {
    this.log = log;
    this.position = position;
  }

  @Override
  public long revision() {
    return position;
  }

  @Override
  public int poll(ChangeHandler handler, int limit) {
    log.checkOpen();
    checkRetained();
    try {
      return read(handler, limit);
    } catch (IllegalStateException e) {
      log.checkOpen();
      checkRetained(); // the file may have been let go meanwhile
      throw e;
    }
  }

  private int read(ChangeHandler handler, int limit) {
    int count = 0;
    while (count < limit) {
      LogFile at = current();
      if (at == null) {
        return count;
      }
      long begin = at.skipFileHeader(position);
      long header = Memory.getAcquire(at.memory, at.offset(begin));
      switch (RecordHeader.state(header)) {
        case RecordHeader.COMMITTED -> {
          long end = begin + at.checkedBytes(begin, header);
          view.read(at, begin, end);
          boolean more = handler.onChange(view);
          position = end;
          count++;
          if (!more) {
            return count;
          }
        }
        case RecordHeader.PASSED_OVER -> position = begin + at.checkedBytes(begin, header);
        case RecordHeader.RESERVED -> {
          if (!waitedLong(begin)) {
            return count;
          }
          log.closeIfDead(at, begin, header);
          if (Memory.getAcquire(at.memory, at.offset(begin)) == header) {
            return count;
          }
        }
        default -> {
          return count;
        }
      }
    }
    return count;
  }

  private boolean waitedLong(long begin) {
    long now = System.nanoTime();
    if (stuckAt != begin) {
      stuckAt = begin;
      stuckSince = now;
      return false;
    }
    if (now - stuckSince < PATIENCE_NANOS) {
      return false;
    }
    stuckSince = now;
    return true;
  }

  private @Nullable LogFile current() {
    LogFile at = file;
    if (at != null && at.contains(position)) {
      return at;
    }
    checkRetained();
    at = log.fileOrNull(position);
    if (at != null) {
      file = at;
    }
    return at;
  }

  private void checkRetained() {
    if (position < log.first()) {
      throw new RetentionException(
          "changes after revision "
              + position
              + " are no longer in the log, which begins behind "
              + log.first()
              + "; begin with the present state");
    }
  }

  /** The record at hand. */
  private static final class View implements Change {
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

    void read(LogFile file, long begin, long end) {
      memory = file.memory;
      long at = file.offset(begin);
      long content = Checks.of(memory, at + LogLayout.TIME, end - begin - LogLayout.TIME);
      if (LogLayout.check(content, end, file.epoch) != Memory.get(memory, at + LogLayout.CHECK)) {
        throw new CorruptStoreException(
            file.name + ": record at 0x" + Long.toHexString(at) + " does not match its check");
      }
      revision = end;
      timeNanos = Memory.get(memory, at + LogLayout.TIME);
      readChange(at + LogLayout.CHANGE);
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
  }
}
