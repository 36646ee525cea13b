package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongConsumer;
import java.util.function.LongToIntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one log of all changes of a store, appended to and read by any number of threads and JVMs.
 *
 * <p>A writer reserves a record, fills it and commits it; between the first and the last it makes
 * the change that the record tells of, so that whoever reads the record finds the change made.
 */
final class ChangeLog implements AutoCloseable {
  /* Appending: the tail word in the control file is a hint. From there a writer walks over the
   * records that are there and swings the first empty header word from 0 to "reserved, mine, so
   * long". A file's rest that is too short becomes a gap in the same way.
   *
   * A writer that dies between reserving and committing leaves a reserved record. Its segment's
   * intent word names the record; whoever takes the segment over commits it or has it passed over,
   * depending on whether the slot was swung. A record that no segment names (its writer died before
   * it could say so) is passed over once all segments of the dead writer have been taken over. */

  static final long FILE_BYTES_MIN = 1 << 20;
  static final long FILE_BYTES_MAX = 16 << 20;

  /** What part of the next file is made before whoever makes it rests for the first time. */
  private static final double AHEAD = 0.0625;

  final StoreFiles files;
  private final MemorySegment control;
  private final Attachment self;
  final OwnedLock locks;
  final long epoch;
  final StoreClock clock;
  final CheckpointRoom room;
  final LogGuard guard;
  final LogPins pins;
  final UnloggedRevisions unlogged;
  final LogBeginning beginning;
  private final LongToIntFunction names;
  private final Supplier<@Nullable StoreException> takeOver;
  private final ConcurrentSkipListMap<Long, LogFile> open = new ConcurrentSkipListMap<>();
  private final ForgottenFiles forgotten = new ForgottenFiles();
  private volatile LogFile newest;
  private final LogAhead ahead;
  final LogRetention retention;
  final LogGrowth growth;
  volatile boolean closed;

  /** Lock of those who create and delete files of the log. */
  final HeldLock filesLock;

  /** What failed writers could not end. */
  final Unended unended = new Unended(this);

  /** Is told the position of each record whose change is made; set before the first one. */
  private LongConsumer afterCommit = position -> {};

  private boolean waitsAfterCommit;

  /**
   * Opens the log.
   *
   * @param durable tells what a power loss must leave
   * @param names tells how much that is unfinished names the record at a position
   * @param takeOver takes over every segment that a dead process holds; tells which map failed
   */
  ChangeLog(
      StoreFiles files,
      MemorySegment control,
      Attachment self,
      StoreClock clock,
      StoreOptions options,
      DurableWords durable,
      LongToIntFunction names,
      Supplier<@Nullable StoreException> takeOver)
      throws IOException {
    this.files = files;
    this.control = control;
    this.guard = new LogGuard(files, control);
    this.pins = new LogPins(control, self);
    this.unlogged = new UnloggedRevisions(files, control);
    this.self = self;
    this.locks = new OwnedLock(self);
    this.filesLock = new HeldLock(locks, control, ControlLayout.LOG_LOCK);
    locks.leftovers().add(unended);
    this.beginning = new LogBeginning(this, files, control);
    this.ahead = new LogAhead(files.worksAhead());
    this.epoch = Memory.get(control, ControlLayout.EPOCH);
    this.clock = clock;
    this.retention = new LogRetention(this, control, options, durable);
    this.growth = new LogGrowth(this, control, durable);
    this.room = new CheckpointRoom(durable);
    this.names = names;
    this.takeOver = takeOver;
    this.newest = openNewest();
    open.put(newest.start, newest);
  }

  /** Opens the newest file; another one may take its place meanwhile, and it may go. */
  private LogFile openNewest() throws IOException {
    if (tailHint() == 0 && !files.exists(LogFile.nameOf(last()))) {
      if (isReadOnly()) {
        throw new StoreException(
            files.describe("")
                + ": has no change log yet: it is just being made, or whoever made it has died; try"
                + " again, or open it with Stores.open, which makes the rest");
      }
      growth.createFile(0, FILE_BYTES_MIN);
    }
    while (true) {
      long last = last();
      try {
        return LogFile.open(files, last, epoch);
      } catch (java.nio.file.NoSuchFileException _) {
        if (last == last()) {
          throw new CorruptStoreException(
              files.describe(LogFile.nameOf(last))
                  + ": is missing, the change log ends in it; put the store's log folder back");
        }
      }
    }
  }

  boolean isReadOnly() {
    return control.isReadOnly();
  }

  void checkOpen() {
    if (closed) {
      throw new IllegalStateException(files.describe(LogFile.FOLDER) + ": the store is closed");
    }
  }

  @Override
  public void close() {
    ahead.await(filesLock::isOwn);
    closeFiles();
  }

  private synchronized void closeFiles() {
    try {
      settle(); // so that the next open need not walk far
    } catch (StoreException | InternalError e) {
      System.getLogger(ChangeLog.class.getName())
          .log(System.Logger.Level.DEBUG, "the log cannot be walked to its end", e);
    }
    closed = true;
    forgotten.closeAll();
    open.values().forEach(LogFile::close);
  }

  /** Position before the oldest record that is retained. */
  long first() {
    return Math.max(word(ControlLayout.LOG_FIRST), word(ControlLayout.LOG_BASE));
  }

  /** Start of the newest file. */
  long last() {
    return Math.max(word(ControlLayout.LOG_LAST), word(ControlLayout.LOG_BASE));
  }

  /** A position near the end of the log; moves when something is appended. */
  long tailHint() {
    return CheckedWord.value(Memory.getAcquire(control, ControlLayout.LOG_TAIL));
  }

  /** A word of the control file that is no hint. */
  private long word(long offset) {
    return guard.word(offset);
  }

  private void word(long offset, long value) {
    Memory.setRelease(control, offset, CheckedWord.of(value));
  }

  /**
   * A boundary to walk to the end from. The hint goes back when a writer was paused between its
   * reservation and its hint, in the worst case to before what is retained. Nothing is kept beside
   * it in this JVM: threads would pass that to and fro, too.
   */
  private long nearEnd() {
    long hint = hint(ControlLayout.LOG_TAIL);
    return hint != 0 && hint >= first() ? hint : LogPlaces.lastWritten(this);
  }

  long hint(long offset) {
    long word = Memory.getAcquire(control, offset);
    return CheckedWord.isSound(word) ? CheckedWord.value(word) : 0;
  }

  /** Brings near where the next record will be reserved; what it answers is of no use. */
  long lookAtEnd() {
    long end = hint(ControlLayout.LOG_TAIL);
    LogFile in = newest;
    return in.contains(end) ? Memory.get(in.memory, in.offset(end)) : 0;
  }

  /**
   * Reserves a record.
   *
   * @param bytes its size, a multiple of 8
   * @param record is told the file that it lies in; or null
   * @return its position
   */
  long reserve(long bytes, @Nullable LogRecord record) {
    if (bytes > RecordHeader.BYTES_MAX) {
      throw RecordHeader.tooLong(bytes);
    }
    long hint = hint(ControlLayout.LOG_TAIL);
    long near = newest.contains(hint) ? hint : nearEnd(); // seldom what is retained no longer
    while (true) {
      try {
        long position = reserveFrom(near, bytes, record);
        if (position >= 0) {
          return position;
        }
      } catch (IllegalStateException e) {
        checkGone(near, e); // so nothing was reserved: its file would have had to stay
      }
      near = nearEnd();
    }
  }

  /** Walks to the end and reserves there; -1 if the place to walk from is retained no longer. */
  private long reserveFrom(long near, long bytes, @Nullable LogRecord record) {
    long reserved = reservedHeader(bytes);
    long position = near;
    LogFile file = fileOrNext(position, bytes);
    while (file != null) {
      if (position == file.end) {
        file = fileOrNext(position, bytes);
        continue;
      }
      position = file.skipFileHeader(position);
      long offset = file.offset(position);
      long header = Memory.getAcquire(file.memory, offset);
      if (header == 0) {
        long room = file.end - position;
        long claim = bytes <= room ? reserved : RecordHeader.gap(room);
        if (Memory.cas(file.memory, offset, 0, claim)) {
          if (bytes <= room) {
            if (record != null) {
              record.file = file;
              record.header = reserved;
            }
            try {
              word(ControlLayout.LOG_TAIL, position + bytes);
            } catch (Throwable _) {
              // a hint is not worth a record that nobody knows of, and so nobody ends
            }
            return position;
          }
          position = file.end;
          continue;
        }
        header = Memory.getAcquire(file.memory, offset);
      }
      position += file.checkedBytes(position, header);
    }
    return -1;
  }

  /** Fills a reserved record; the source ranges may lie anywhere. */
  void write(long position, LogRecord record) {
    RecordWriter.write(record, position, epoch);
  }

  /** Fills the reserved record of a group. */
  void writeGroup(
      long position, LogRecord place, List<GroupEntry> changes, List<LogRecord> records) {
    RecordWriter.writeGroup(place, position, epoch, changes, records);
  }

  /** Makes a record readable; only by who reserved it. */
  void commit(long position, LogRecord record) {
    LogFile file = Objects.requireNonNull(record.file, "reserved");
    record.file = null;
    file.commit(position, record.header);
  }

  /** Header that a record of this process is reserved with. */
  long reservedHeader(long bytes) {
    return RecordHeader.reserved(self.slot(), self.incarnation(), bytes);
  }

  /** Ends a reserved record of a writer that can no longer do it; others are left as they are. */
  void close(long position, boolean committed) {
    LogFile file = fileOrNull(position);
    if (file == null) {
      return; // retained no longer, so closed long ago
    }
    long offset = file.offset(position);
    long header = Memory.getAcquire(file.memory, offset);
    if (file.checkedState(position, header) == RecordHeader.RESERVED) {
      end(file, position, header, committed || RecordHeader.isDecided(header));
    }
  }

  /** Takes over the creation of log files from a dead process. */
  boolean sweep() {
    if (!filesLock.lockIfDead()) {
      return false;
    }
    try {
      files.deleteUnfinished(LogFile.FOLDER); // files that have their name are whole
    } finally {
      try {
        filesLock.unlock();
      } catch (Throwable _) {
        filesLock.isLeft = true;
      }
    }
    return true;
  }

  /** Closes a record that has been reserved for long if its writer is dead. */
  void closeIfDead(LogFile file, long position, long header) {
    if (self.isAlive(RecordHeader.slot(header), RecordHeader.incarnation(header))) {
      return;
    }
    StoreException failure = takeOver.get();
    if (MapTakeover.isLeft(names.applyAsInt(position), failure)) {
      return; // somebody is about to finish what it tells of, and will end it
    }
    end(file, position, header, RecordHeader.isDecided(header));
  }

  private static void end(LogFile file, long position, long header, boolean committed) {
    int state = committed ? RecordHeader.COMMITTED : RecordHeader.PASSED_OVER;
    Memory.cas(file.memory, file.offset(position), header, RecordHeader.withState(header, state));
  }

  /** Says that the changes of a reserved group will be made; only by who reserved it. */
  void decide(long position, LogRecord record) {
    LogFile file = Objects.requireNonNull(record.file, "reserved");
    long offset = file.offset(position);
    long header = Memory.get(file.memory, offset);
    long decided = RecordHeader.decided(header);
    if (!Memory.cas(file.memory, offset, header, decided)) {
      throw new StoreException(
          "record at 0x" + Long.toHexString(position) + " was ended by others");
    }
    record.header = decided;
  }

  /** Ends a group's record once no more than so many segments name it. */
  void endGroup(long position, boolean decided, int namesMax) {
    if (!decided || names.applyAsInt(position) <= namesMax) {
      close(position, decided);
    }
  }

  /**
   * Walks to where every record before is committed or passed over.
   *
   * @return that position: a state of the store that everybody can see
   */
  long settle() {
    while (true) {
      long from = Math.max(hint(ControlLayout.LOG_SETTLED), first());
      long position = walk(from, RecordHeader.COMMITTED);
      if (position >= first()) {
        if (position > from && !isReadOnly()) {
          word(ControlLayout.LOG_SETTLED, position);
        }
        return position;
      }
    }
  }

  void checkThere(@Nullable LogFile file, long position) {
    guard.checkThere(file, position, newest.start);
  }

  /** Walks as {@link #walkOn} does; -1 if what it walked over was let go of meanwhile. */
  private long walk(long from, int state) {
    try {
      return walkOn(from, state);
    } catch (IllegalStateException e) {
      checkGone(from, e);
      return -1;
    }
  }

  /** Tells the end of a file that is retained no longer, and so was unmapped, from other ends. */
  private void checkGone(long from, IllegalStateException e) {
    checkOpen();
    if (from >= first()) {
      throw e;
    }
  }

  /** Walks on from a boundary as long as the records have come at least to a state. */
  private long walkOn(long from, int state) {
    long position = from;
    LogFile file = fileOrNull(position);
    checkThere(file, position);
    while (file != null) {
      if (position == file.end) {
        file = fileOrNull(position);
        checkThere(file, position);
        continue;
      }
      long at = file.skipFileHeader(position);
      long header = Memory.getAcquire(file.memory, file.offset(at));
      if (guard.stateAt(file, at, header) < state) {
        break;
      }
      position = at + file.checkedBytes(at, header);
    }
    return position;
  }

  /**
   * Ends records that nobody is at: those of dead writers, and those of changes that failed and
   * that their writers could not put in order.
   */
  void endStuck() {
    StoreException _ = takeOver.get(); // a map that failed counts only where it names a record
    endDead();
  }

  /** Ends records that dead writers reserved and nothing unfinished names. */
  void endDead() {
    for (long position = settle(); ; ) {
      LogFile file = fileOrNull(position);
      if (file == null) {
        return;
      }
      long at = file.skipFileHeader(position);
      long header = Memory.getAcquire(file.memory, file.offset(at));
      if (guard.stateAt(file, at, header) != RecordHeader.RESERVED) {
        return;
      }
      closeIfDead(file, at, header);
      long next = settle();
      if (next == position) {
        return;
      }
      position = next;
    }
  }

  /**
   * Ends the newest file, so that what comes lies in a fresh one.
   *
   * @return where the fresh one begins
   */
  long roll() {
    while (true) {
      long position = end();
      LogFile file = fileOrNull(position);
      if (file == null || position <= file.start + LogLayout.FIRST_RECORD) {
        return file == null ? position : file.start;
      }
      long gap = Math.min(file.end - position, RecordHeader.BYTES_MAX);
      if (Memory.cas(file.memory, file.offset(position), 0, RecordHeader.gap(gap))
          && position + gap == file.end) {
        return file.end;
      } // else the next round ends what is left of a file made for the largest record
    }
  }

  /** Waits until every record before a position is committed or passed over. */
  void awaitSettled(long position) {
    var backoff = new Backoff();
    try {
      while (settle() < position) {
        checkOpen();
        if (backoff.pause()) {
          endStuck();
        }
      }
    } finally {
      backoff.restoreInterrupt();
    }
  }

  /** End of the file that holds what is before a position; the position if there is none. */
  long fileEndAt(long position) {
    LogFile file = fileOrNull(position - 1);
    return file == null ? position : file.end;
  }

  /** Walks to the end of what is reserved at this moment. */
  long end() {
    while (true) {
      long position = walk(nearEnd(), RecordHeader.RESERVED);
      if (position >= first()) {
        return position;
      }
    }
  }

  /** Sets who is told of each record whose change is made, and whether he waits for the disk. */
  void afterCommit(LongConsumer next, boolean waits) {
    afterCommit = next;
    waitsAfterCommit = waits;
  }

  /** Refuses a change for which a thread would wait that must not. */
  void checkMayWait() {
    if (waitsAfterCommit) {
      Waiting.check();
    }
  }

  /**
   * To be called by whoever reads the log or relies on it: it tells of every change from now on.
   *
   * @throws StoreException if it has not begun yet, and there is no room for a file
   * @throws UnsupportedOperationException if it has not begun yet, and the store is open for
   *     reading only
   * @throws WouldWaitException if it has not begun yet, on a thread that never waits
   */
  void begin() {
    beginning.ensure();
  }

  /**
   * To be called by writers when they have made a change, and hold no lock.
   *
   * @param position that of its record; less than 0 if it has none
   */
  void maintain(long position) {
    if (position > 0) {
      createAhead(position);
      afterCommit.accept(position);
    }
  }

  /** Has the next file created ahead of need. */
  private void createAhead(long position) {
    LogFile file = newest;
    if (file.nextExists || position < file.aheadAt) {
      return;
    }
    file.nextExists = true;
    try {
      ahead.run(() -> createBehind(file), () -> dueBehind(file));
    } catch (OutOfMemoryError e) {
      file.createNextLater();
    }
  }

  /** How much of the next file should be made and brought near by now, a little more to be safe. */
  private long dueBehind(LogFile file) {
    long work = 2 * LogGrowth.usualBytes(file);
    double passed = nearEnd() - file.aheadAt;
    return (long) (work * (passed / (file.end - file.aheadAt) + AHEAD));
  }

  private void createBehind(LogFile file) {
    try {
      boolean isMaker = growth.createNext(file, 0);
      if (files.worksAhead() && !open.containsKey(file.end)) {
        LogFile next = LogFile.open(files, file.end, epoch);
        growth.bringNear(next);
        keep(next);
      }
      if (isMaker && settle() < file.start) { // one walk for all JVMs
        endDead(); // what is unfinished for so long keeps the log from being shortened
      }
    } catch (IOException
        | StoreException
        | IllegalStateException
        | InternalError
        | OutOfMemoryError e) {
      file.createNextLater();
    }
  }

  /** Keeps a file that writers will come to. */
  private synchronized void keep(LogFile next) {
    if (closed || open.putIfAbsent(next.start, next) != null) {
      next.close();
    }
  }

  /**
   * The file that holds a position, which is created if it is the next one; null if it is retained
   * no longer.
   */
  private @Nullable LogFile fileOrNext(long position, long bytes) {
    while (true) {
      LogFile last = newest; // before the look, so that a file that comes meanwhile is seen
      LogFile file = fileOrNull(position);
      if (file != null || position < first()) {
        return file;
      }
      if (position == last.end) {
        Waiting.check();
        growth.createNext(last, bytes);
      } else if (position > newest.end) {
        throw new CorruptStoreException(
            files.describe(LogFile.nameOf(position))
                + ": is missing; the log's newest file ends at 0x"
                + Long.toHexString(newest.end));
      }
    }
  }

  /** The file that holds a position, or null if there is none (yet, or any more). */
  @Nullable LogFile fileOrNull(long position) {
    LogFile file = newest;
    if (file.contains(position)) {
      return file;
    }
    Map.Entry<Long, LogFile> near = open.floorEntry(position);
    if (near != null && near.getValue().contains(position)) {
      advance(near.getValue());
      return near.getValue();
    }
    if (position == newest.end && !files.exists(LogFile.nameOf(position))) {
      return null;
    }
    return openFile(position);
  }

  private synchronized void advance(LogFile file) {
    newest = file.start > newest.start ? file : newest;
  }

  private synchronized @Nullable LogFile openFile(long position) {
    try {
      long start = -1;
      for (String name : files.list(LogFile.FOLDER)) {
        long candidate = LogFile.startOf(name);
        if (candidate >= 0 && candidate <= position) {
          start = Math.max(start, candidate);
        }
      }
      if (start < 0) {
        return null;
      }
      LogFile file = open.get(start);
      if (file == null) {
        file = LogFile.open(files, start, epoch);
        open.put(start, file);
      }
      advance(file);
      forget();
      return file.contains(position) ? file : null;
    } catch (java.nio.file.NoSuchFileException e) {
      return null; // deleted meanwhile by retention
    } catch (IOException e) {
      throw new StoreException("cannot open the change log: " + Io.why(e), e);
    }
  }

  /** Lets go of files that are retained no longer, the latest ones excepted. */
  private void forget() {
    var gone = open.headMap(Math.min(first(), newest.start)); // which others may be far ahead of
    forgotten.add(gone.values());
    gone.clear();
  }

  /**
   * Gives up the oldest file, whatever is to be retained, where nobody needs it: the disk is full.
   *
   * @return false if there is none
   */
  boolean giveUpOldest() {
    if (closed || !retention.giveUpOldest()) { // without this monitor: it waits for the files' lock
      return false;
    }
    synchronized (this) {
      if (!closed) {
        forget();
        forgotten.closeNow();
      }
    }
    return true;
  }

  /** Gives back what files take that need not be retained any more. */
  synchronized void giveBack() {
    retention.shorten();
    letGo();
  }

  /** Gives back what files take that are retained no longer, whoever deleted them. */
  synchronized void letGo() {
    if (!closed) {
      forget();
      forgotten.closeStale();
    }
  }
}
