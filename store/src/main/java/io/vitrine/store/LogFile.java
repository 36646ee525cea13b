package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.List;

/** One file of the change log, mapped. Safe for any number of threads. */
final class LogFile implements AutoCloseable {
  static final String FOLDER = "log";

  private static final String SUFFIX = ".log";

  final long epoch;
  final long start;
  final long end;
  final MemorySegment memory;

  /** The same for those who are only to read it. */
  final MemorySegment source;

  final String name;
  private final MappedFile file;

  /**
   * Hint for writers: the file after this one exists. Set without a lock: at worst two of them look
   * for it.
   */
  boolean nextExists;

  /** Hint for writers: from here on the next file is created ahead of need. */
  long aheadAt;

  private LogFile(MappedFile file, long start, long epoch) {
    this.file = file;
    this.name = file.name();
    this.memory = file.memory();
    this.source = memory.asReadOnly();
    this.epoch = epoch;
    this.start = start;
    this.end = start + memory.byteSize();
    this.aheadAt = start + memory.byteSize() / 2;
  }

  /** Has the next file made ahead of need later; who really needs it before will be told. */
  void createNextLater() {
    nextExists = false;
    aheadAt += (end - aheadAt) / 4; // and not at every change until then
  }

  /** Where the files begin that there are, in order. */
  static List<Long> starts(StoreFiles files) throws IOException {
    return files.list(FOLDER).stream().map(LogFile::startOf).filter(s -> s >= 0).sorted().toList();
  }

  static String nameOf(long start) {
    return FOLDER + "/" + HexFormat.of().toHexDigits(start) + SUFFIX;
  }

  /** Start of the file of this name in the log's folder, or -1 if it is none. */
  static long startOf(String name) {
    if (!name.endsWith(SUFFIX) || name.length() != 16 + SUFFIX.length()) {
      return -1;
    }
    try {
      return Long.parseLong(name, 0, 16, 16);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** Creates a file; one that is forced is on disk when this returns. */
  static boolean create(StoreFiles files, long start, long bytes, long epoch, boolean forced)
      throws IOException {
    return create(files, nameOf(start), start, bytes, epoch, forced);
  }

  /** Creates a file under a name that is not yet that of a log file. */
  static boolean create(
      StoreFiles files, String name, long start, long bytes, long epoch, boolean forced)
      throws IOException {
    StoreFiles.Initialiser init =
        memory -> {
          Memory.set(memory, LogLayout.MAGIC, LogLayout.MAGIC_VALUE);
          Memory.set(memory, LogLayout.VERSION, LogLayout.VERSION_VALUE);
          Memory.set(memory, LogLayout.EPOCH, epoch);
          Memory.set(memory, LogLayout.START, start);
          Memory.set(memory, LogLayout.FILE_LENGTH, bytes);
          Memory.set(memory, LogLayout.FILE_CHECK, Checks.of(memory, 0, LogLayout.FILE_CHECK));
        };
    return forced
        ? files.createForced(name, bytes, bytes, init)
        : files.create(name, bytes, bytes, init);
  }

  /** Creates a file that the log goes on in; one that is forced is on disk when this returns. */
  static void createNext(StoreFiles files, long start, long bytes, long epoch, boolean forced)
      throws IOException {
    StoreEvents.LogFileCreation event = StoreEvents.logFileCreation();
    create(files, start, bytes, epoch, forced);
    StoreEvents.end(event, files.describe(nameOf(start)), bytes);
  }

  /**
   * When the first record was made that is not passed over, in nanoseconds since 1970; 0 if there
   * is none: a record that had no room left may have turned the whole file into a gap.
   */
  long firstTime() {
    long at = LogLayout.FIRST_RECORD;
    while (at < memory.byteSize()) {
      long header = Memory.getAcquire(memory, at);
      int state = RecordHeader.state(header);
      if (state == RecordHeader.COMMITTED) {
        return Memory.get(memory, at + LogLayout.TIME);
      }
      long bytes = RecordHeader.bytes(header);
      if (state != RecordHeader.PASSED_OVER || bytes == 0 || !RecordHeader.isSound(header)) {
        return 0; // whoever reads it will be told if it is damaged
      }
      at += bytes;
    }
    return 0;
  }

  static LogFile open(StoreFiles files, long start, long epoch) throws IOException {
    MappedFile file = files.open(nameOf(start));
    try {
      check(file, start, epoch);
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
    return new LogFile(file, start, epoch);
  }

  /** Opens a file whose header may be damaged, for a salvage. */
  static LogFile openUnchecked(StoreFiles files, long start, long epoch) throws IOException {
    return new LogFile(files.open(nameOf(start)), start, epoch);
  }

  private static void check(MappedFile file, long start, long epoch) {
    MemorySegment memory = file.memory();
    if (memory.byteSize() < LogLayout.FIRST_RECORD) {
      throw new CorruptStoreException(
          file.name() + ": has " + memory.byteSize() + " bytes, at least 64 expected");
    }
    expect(file, LogLayout.MAGIC, "magic", LogLayout.MAGIC_VALUE);
    ControlFile.checkVersion(file, LogLayout.VERSION_VALUE, LogLayout.FILE_CHECK);
    expect(file, LogLayout.FILE_CHECK, "check", Checks.of(memory, 0, LogLayout.FILE_CHECK));
    expect(file, LogLayout.EPOCH, "epoch", epoch);
    expect(file, LogLayout.START, "start", start);
    expect(file, LogLayout.FILE_LENGTH, "length", memory.byteSize());
  }

  private static void expect(MappedFile file, long offset, String field, long expected) {
    long found = Memory.get(file.memory(), offset);
    if (found != expected) {
      throw new CorruptStoreException(
          file.name()
              + ": "
              + field
              + " at 0x"
              + Long.toHexString(offset)
              + " is 0x"
              + Long.toHexString(found)
              + ", 0x"
              + Long.toHexString(expected)
              + " expected");
    }
  }

  /** Has all of it mapped for writers, in pieces. */
  void bringNear() {
    for (long at = 0; at < memory.byteSize(); at += LogAhead.PIECE_BYTES) {
      long bytes = Math.min(LogAhead.PIECE_BYTES, memory.byteSize() - at);
      file.bringNear(at, at + bytes);
      LogAhead.did(bytes);
    }
  }

  @Override
  public void close() {
    file.close();
  }

  /** Brings what lies between two positions of this file to disk. */
  void force(long from, long to) throws IOException {
    file.force(offset(from), offset(to));
  }

  boolean contains(long position) {
    return position >= start && position < end;
  }

  /** Offset in {@link #memory} of a position in this file. */
  long offset(long position) {
    return position - start;
  }

  /** First position at or after the given one where a record may begin. */
  long skipFileHeader(long position) {
    return position == start ? start + LogLayout.FIRST_RECORD : position;
  }

  /** Fills the reserved record of a change whose key and values take a word each. */
  void writeWords(
      long position,
      long bytes,
      long time,
      long map,
      long previous,
      long lengths,
      long key,
      long old,
      long value) {
    long at = offset(position);
    Memory.set(memory, at + LogLayout.TIME, time);
    long change = at + LogLayout.CHANGE;
    Memory.set(memory, change + LogLayout.MAP, map);
    Memory.set(memory, change + LogLayout.PREVIOUS, previous);
    Memory.set(memory, change + LogLayout.LENGTHS, lengths);
    long body = change + LogLayout.BODY;
    Memory.set(memory, body, key);
    body += 8;
    if ((lengths >>> LogLayout.OLD_SHIFT & LogLayout.NARROW_MAX) > 1) { // there, and not empty
      Memory.set(memory, body, old);
      body += 8;
    }
    if (lengths >>> LogLayout.NEW_SHIFT > 1) {
      Memory.set(memory, body, value);
    }
    long content = Checks.of(memory, at + LogLayout.TIME, bytes - LogLayout.TIME);
    Memory.set(memory, at + LogLayout.CHECK, LogLayout.check(content, position + bytes, epoch));
  }

  /**
   * Makes a record readable; only by who reserved it.
   *
   * @param header what the record was reserved with: to read it again would be to wait for who has
   *     reserved the next one meanwhile, in the same line of the cache
   */
  void commit(long position, long header) {
    Memory.setRelease(
        memory, offset(position), RecordHeader.withState(header, RecordHeader.COMMITTED));
  }

  /** State of the record found at a position, 0 for none; what is no header is refused. */
  int checkedState(long position, long header) {
    int state = RecordHeader.state(header);
    if (header != 0 && (state == 0 || !RecordHeader.isSound(header))) {
      throw new CorruptStoreException(
          name
              + ": record at 0x"
              + Long.toHexString(offset(position))
              + " begins with 0x"
              + Long.toHexString(header)
              + ", whose "
              + (state == 0 ? "state is none" : "parity is wrong"));
    }
    return state;
  }

  /** Length of the record found at a position, which must be sound and lie within the file. */
  long checkedBytes(long position, long header) {
    long bytes = RecordHeader.bytes(header);
    checkedState(position, header);
    if (bytes == 0 || bytes > end - position) {
      throw new CorruptStoreException(
          name
              + ": record at 0x"
              + Long.toHexString(offset(position))
              + " has length "
              + bytes
              + ", file ends "
              + (end - position)
              + " bytes behind it");
    }
    return bytes;
  }
}
