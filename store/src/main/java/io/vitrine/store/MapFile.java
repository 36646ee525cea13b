package io.vitrine.store;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The file of a map and what its header says. Safe for any number of threads.
 *
 * <p>Another file may take its place, with the same header and the same entries: see {@link Swap}.
 * Whoever finds a segment moved goes over to that file ({@link #follow}), all others of this object
 * with it, and the mapping of the old one is closed. Who has a segment's lock is never disturbed.
 */
final class MapFile implements AutoCloseable {
  static final String FOLDER = "maps";

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(java.nio.ByteOrder.LITTLE_ENDIAN);

  /** What the JVM says of an access to memory that is mapped no longer. */
  static final String ALREADY_CLOSED = "Already closed";

  private static final HashStrategy ANY_HASH = HashStrategies.rapid();
  private static final int FIRST_PAGE_MAP_LOG = 9;
  private static final long FIRST_CAPACITY = 4 << 20;

  private final StoreFiles files;
  private final String fileName;
  private final long epoch;
  private volatile MappedFile file;

  /** Does what the file needs soon; has nothing to do any more when it is closed. */
  final Background background = new Background();

  /** Identity of the file at hand, once it was found to have the name though it makes way. */
  private @Nullable Object identity;

  /** Whether the map was found dropped when its present file was looked for. */
  private volatile boolean gone;

  /** Why the file had to be closed while it was in use; null if it had not. */
  private volatile @Nullable String lost;

  final int mapId;
  final int segments;

  /** Sizes of the entries of a compact map, null where entries lie in blocks. */
  final @Nullable CompactShape compact;

  final long segmentsAt;
  final String path;
  final String keyType;
  final String valueType;

  /** How keys are hashed; an {@link UnknownHash} where this process does not have the strategy. */
  final HashStrategy hash;

  /** What only the blocks of this file have in their checks. */
  final long salt;

  /** What is known of wide lines, null where there are none. */
  final @Nullable KnownMarks marks;

  private MapFile(StoreFiles files, String fileName, MappedFile file, long epoch)
      throws IOException {
    this.files = files;
    this.fileName = fileName;
    this.epoch = epoch;
    this.file = file;
    MemorySegment memory = file.memory();
    checkHeader(memory, epoch);
    this.mapId = Math.toIntExact(Memory.get(memory, MapLayout.MAP_ID));
    this.salt = Checks.with(epoch, mapId);
    long shape = Memory.get(memory, MapLayout.SEGMENTS);
    this.segments = CompactShape.segments(shape);
    this.compact = compactOf(shape);
    this.marks = compact != null && compact.isWide ? new KnownMarks(compact.lineBytes) : null;
    this.segmentsAt = Memory.get(memory, MapLayout.SEGMENTS_AT);
    String[] texts = texts(memory);
    this.path = texts[0];
    this.keyType = texts[1];
    this.valueType = texts[2];
    this.hash = hashOf(memory, texts[3]);
    long allocated = word(memory, MapLayout.ALLOCATED);
    if (memory.byteSize() < allocated && file.size() < allocated) {
      throw corrupt(MapLayout.ALLOCATED, "says " + allocated + ", the file has " + file.size());
    }
  }

  /** Opens a map's file. */
  static MapFile open(StoreFiles files, String name, long epoch) throws IOException {
    MappedFile file = files.open(name);
    try {
      return new MapFile(files, name, file, epoch);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private @Nullable CompactShape compactOf(long word) {
    try {
      return CompactShape.of(word);
    } catch (ArithmeticException e) {
      throw corrupt(MapLayout.SEGMENTS, "names a layout that is none: " + e.getMessage());
    }
  }

  private void checkHeader(MemorySegment memory, long epoch) {
    if (memory.byteSize() < 2 * MapLayout.PAGE) {
      throw corrupt(0, "begins a file of " + memory.byteSize() + " bytes, 8192 are the least");
    }
    if (Memory.get(memory, MapLayout.MAGIC) != MapLayout.MAGIC_VALUE) {
      throw corrupt(MapLayout.MAGIC, "does not hold the magic VITRMAP1: this is no map");
    }
    long version = Memory.get(memory, MapLayout.VERSION);
    if (version <= 0
        || (version != MapLayout.VERSION_VALUE && MapHeader.isDamagedVersion(memory))) {
      throw corrupt(MapLayout.VERSION, ControlFile.wrongVersion(version, MapLayout.VERSION_VALUE));
    }
    ControlFile.checkVersion(file.name(), version, MapLayout.VERSION_VALUE);
    if (!MapHeader.isSound(memory)) {
      throw corrupt(MapLayout.CHECK, "does not match the header; run \"vitrine repair\"");
    }
    if (Memory.get(memory, MapLayout.EPOCH) != epoch) {
      throw corrupt(MapLayout.EPOCH, "is of another store; a map cannot be moved between stores");
    }
  }

  private HashStrategy hashOf(MemorySegment memory, String name) {
    try {
      HashStrategy strategy = HashStrategies.of(name, Memory.get(memory, MapLayout.HASH_SEED));
      long id = Memory.get(memory, MapLayout.HASH_ID);
      String why = UnknownHash.whyNot(strategy, id, Memory.get(memory, MapLayout.HASH_TEST));
      return why.isEmpty() ? strategy : unknownHash(memory, name, why);
    } catch (RuntimeException | LinkageError | AssertionError e) { // of somebody else's code
      return unknownHash(memory, name, UnknownHash.failed(name, e));
    }
  }

  private UnknownHash unknownHash(MemorySegment memory, String name, String why) {
    return new UnknownHash(
        name,
        (int) Memory.get(memory, MapLayout.HASH_ID),
        Memory.get(memory, MapLayout.HASH_SEED),
        Memory.get(memory, MapLayout.HASH_TEST),
        file.name() + ": " + why);
  }

  /** Whether this process has the map's hash strategy. */
  boolean isHashKnown() {
    return !(hash instanceof UnknownHash);
  }

  /**
   * Refuses what needs hashes of keys where this process does not have the map's strategy.
   *
   * @throws StoreException if it has not; names the file and the strategy
   */
  void checkHashKnown() {
    if (hash instanceof UnknownHash unknown) {
      throw unknown.refused();
    }
  }

  /** The map's hash strategy, or any other where it is not known: to compare keys by. */
  HashStrategy hashOrOther() {
    return isHashKnown() ? hash : ANY_HASH;
  }

  /** Path, key type, value type and hash in a header. */
  static String[] texts(MemorySegment header) {
    String[] texts = new String[4];
    long at = MapLayout.META;
    for (int i = 0; i < texts.length; i++) {
      int length = header.get(INT, at);
      byte[] bytes = header.asSlice(at + 4, length).toArray(ValueLayout.JAVA_BYTE);
      texts[i] = new String(bytes, StandardCharsets.UTF_8);
      at += 4 + length;
    }
    return texts;
  }

  /**
   * Creates a map's file.
   *
   * @return false if there is one of this name
   */
  static boolean create(
      StoreFiles files, String name, String path, MapShape shape, int mapId, long epoch)
      throws IOException {
    byte[] texts = texts(path, shape);
    return create(files, name, texts, shape, mapId, epoch, HeaderCopy.segmentsAt(texts.length));
  }

  /**
   * Creates a file that can take this one's place.
   *
   * @return false if there is one of this name
   */
  boolean createSuccessor(String name) throws IOException {
    MapShape shape = MapShape.of(this);
    return create(files, name, texts(path, shape), shape, mapId, epoch, segmentsAt);
  }

  /** What a header says in texts: path, key type, value type and hash. */
  static byte[] texts(String path, MapShape shape) {
    var texts = new ByteArrayOutputStream();
    for (String text : List.of(path, shape.keyType(), shape.valueType(), shape.hash().name())) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      byte[] length = new byte[4];
      MemorySegment.ofArray(length).set(INT, 0, bytes.length);
      texts.writeBytes(length);
      texts.writeBytes(bytes);
    }
    return texts.toByteArray();
  }

  private static boolean create(
      StoreFiles files,
      String name,
      byte[] texts,
      MapShape shape,
      int mapId,
      long epoch,
      long segmentsAt)
      throws IOException {
    long tablesAt = segmentsAt + shape.segments() * SegmentLayout.LENGTH;
    CompactShape compact = shape.compact();
    long tableBytes = CompactShape.firstTableBytes(compact);
    long pageMapAt =
        MapLayout.pages(tablesAt + shape.segments() * tableBytes) << MapLayout.PAGE_SHIFT;
    int pageMapLog = FIRST_PAGE_MAP_LOG;
    while (1L << pageMapLog < 2 * MapLayout.pages(pageMapAt)) {
      pageMapLog++;
    }
    long end = pageMapAt + (8L << pageMapLog);
    long capacity = Math.max(FIRST_CAPACITY, Long.highestOneBit(end) << 1);
    int log = pageMapLog;
    long word = CompactShape.word(compact, shape.segments());
    long lines = compact == null ? SegmentLayout.FIRST_LINES : compact.firstLines();
    return files.create(
        name,
        end,
        capacity,
        memory -> {
          Memory.set(memory, MapLayout.MAGIC, MapLayout.MAGIC_VALUE);
          Memory.set(memory, MapLayout.VERSION, MapLayout.VERSION_VALUE);
          Memory.set(memory, MapLayout.MAP_ID, mapId);
          Memory.set(memory, MapLayout.EPOCH, epoch);
          Memory.set(memory, MapLayout.SEGMENTS, word);
          Memory.set(memory, MapLayout.HASH_ID, shape.hash().id());
          Memory.set(memory, MapLayout.HASH_SEED, shape.hash().seed());
          Memory.set(memory, MapLayout.HASH_TEST, HashStrategies.selfTest(shape.hash()));
          Memory.set(memory, MapLayout.SEGMENTS_AT, segmentsAt);
          Memory.set(memory, MapLayout.META_BYTES, texts.length);
          MemorySegment.copy(MemorySegment.ofArray(texts), 0, memory, MapLayout.META, texts.length);
          Memory.set(memory, MapLayout.CHECK, MapHeader.check(memory));
          HeaderCopy.write(memory);
          Memory.set(memory, MapLayout.STATE, MapLayout.IN_USE);
          setWord(memory, MapLayout.ALLOCATED, end);
          setWord(memory, MapLayout.CAPACITY, capacity);
          setWord(memory, MapLayout.PAGE_MAP, pageMapAt | (long) log << MapLayout.PAGE_MAP_SHIFT);
          long pages = MapLayout.pages(end);
          setWord(memory, MapLayout.TOP, pages);
          Memory.set(memory, pageMapAt, PageEntry.of(PageEntry.META, 0, pages));
          for (int i = 0; i < shape.segments(); i++) {
            long table = SegmentLayout.tableWord(tablesAt + i * tableBytes, lines);
            long segment = segmentsAt + i * SegmentLayout.LENGTH;
            Memory.set(memory, segment + SegmentLayout.TABLE, table);
          }
          Memory.set(memory, MapLayout.STATE, MapLayout.IN_USE);
        });
  }

  String name() {
    return file.name();
  }

  /** The mapping at hand. */
  MemorySegment memory() {
    return file.memory();
  }

  /** The file that is at hand: after a compaction it is another one. */
  MappedFile atHand() {
    return file;
  }

  /** A mapping of the whole file as it is now. */
  MemorySegment mapped() {
    MappedFile now = file;
    MemorySegment memory = now.memory();
    long capacity = word(memory, MapLayout.CAPACITY);
    return memory.byteSize() >= capacity ? memory : now.remap(capacity);
  }

  /** Whether a mapping spans the whole file that is at hand. */
  boolean isMapped(MemorySegment memory) {
    MemorySegment now = mapped();
    return now.address() == memory.address() && now.byteSize() == memory.byteSize();
  }

  /** Brings everything in use to disk. */
  void force() throws IOException {
    MemorySegment memory = mapped();
    file.force(0, word(memory, MapLayout.ALLOCATED));
  }

  /** How many bytes the disk has left. */
  long usableBytes() {
    return file.usableBytes();
  }

  /** The file at hand. */
  MappedFile disk() {
    return file;
  }

  /** Whether another thread may do what the file needs soon. */
  boolean worksAhead() {
    return files.worksAhead();
  }

  /** Offset of the header of a segment. */
  long segmentAt(int segment) {
    return segmentsAt + segment * SegmentLayout.LENGTH;
  }

  /**
   * Goes over to the file that took the place of the one at hand, if one did.
   *
   * @param segmentAt a segment that was found moved
   * @return false if nobody took its place: what the segment held before is what it holds
   * @throws IllegalStateException if the map was dropped since
   */
  synchronized boolean follow(long segmentAt) {
    MappedFile former = file;
    if (!SegmentLayout.isMoved(former.memory(), segmentAt)) {
      return true; // somebody else went over, or put the segment back
    }
    Object found = files.identity(fileName);
    if (found != null && found.equals(identity)) {
      return false;
    }
    try {
      MappedFile next = files.open(fileName);
      boolean succeeds = false;
      try {
        succeeds = isSuccessor(next);
      } finally {
        if (!succeeds) {
          next.close();
        }
      }
      if (!succeeds) {
        identity = found; // a name that had gone to another file would not have come back
        return false;
      }
      file = next;
      identity = null;
    } catch (NoSuchFileException e) {
      gone = true;
      throw droppedSince();
    } catch (IOException e) {
      throw new StoreException(files.describe(fileName) + ": cannot open: " + e.getMessage(), e);
    }
    former.close();
    return true;
  }

  /** Whether a file of this file's name took its place. */
  private boolean isSuccessor(MappedFile next) {
    MemorySegment memory = next.memory();
    checkHeader(memory, epoch);
    if (Memory.get(memory, MapLayout.MAP_ID) != mapId) {
      gone = true;
      throw droppedSince();
    }
    if (generation(memory) == generation(file.memory())) {
      return false;
    }
    if (Memory.get(memory, MapLayout.SEGMENTS) != CompactShape.word(compact, segments)
        || Memory.get(memory, MapLayout.SEGMENTS_AT) != segmentsAt) {
      throw corrupt(MapLayout.SEGMENTS, "is not as it was before the map was compacted");
    }
    return true;
  }

  /** Tells that the map was dropped. */
  IllegalStateException droppedSince() {
    return new MapDroppedException("map " + path + " was dropped; open it again");
  }

  /** How often the map's file was replaced by a compacted one. */
  static long generation(MemorySegment memory) {
    return Memory.getAcquire(memory, MapLayout.GENERATION);
  }

  /**
   * A segment's table word, as a reader needs it who holds no lock.
   *
   * @return 0 if the file at hand is another by now, to be looked at instead
   */
  long table(MemorySegment memory, long segmentAt) {
    long table = Memory.getAcquire(memory, segmentAt + SegmentLayout.TABLE);
    return table == SegmentLayout.MOVED ? movedTable(memory, segmentAt) : table;
  }

  /** Refuses a table word of zeros, which is that of no segment. */
  void checkHasTable(MemorySegment memory, long segmentAt) {
    if (Memory.getAcquire(memory, segmentAt + SegmentLayout.TABLE) == 0) {
      throw corrupt(segmentAt + SegmentLayout.TABLE, "names no table");
    }
  }

  private long movedTable(MemorySegment memory, long segmentAt) {
    if (follow(segmentAt)) {
      return 0;
    }
    long table = Memory.getAcquire(memory, segmentAt + SegmentLayout.MOVED_TABLE);
    if (!SegmentLayout.isSoundTable(table) || table == 0) {
      throw corrupt(segmentAt + SegmentLayout.MOVED_TABLE, "does not match its own check");
    }
    return table;
  }

  /** The mapping of the file that has the map's name, for who holds no lock of it. */
  private MemorySegment present() {
    MemorySegment memory = file.memory();
    return SegmentLayout.isMoved(memory, segmentsAt) && follow(segmentsAt) ? file.memory() : memory;
  }

  /** Looks at the file that has the map's name; again, if another takes its place meanwhile. */
  <T> T look(Function<MemorySegment, T> glance) {
    while (true) {
      MemorySegment memory = file.memory();
      try {
        memory = present();
        return glance.apply(memory);
      } catch (IllegalStateException e) {
        checkReplaced(memory, e);
      }
    }
  }

  /** Closes the file; what is asked of the map from then on is told why. */
  void lose(String why) {
    lost = why;
    loseFile();
  }

  /** Unmaps at once: who lets the file grow fails by that, and is not waited for. */
  private synchronized void loseFile() {
    background.stop();
    forgetMarks();
    file.close();
  }

  private void forgetMarks() {
    if (marks != null) {
      marks.close();
    }
  }

  /** Tells that the store is closed, or why it had to be. */
  RuntimeException closed(@Nullable IllegalStateException e) {
    String why = lost;
    RuntimeException told =
        why != null
            ? new StoreException("map " + path + ": " + why)
            : new IllegalStateException("the store of map " + path + " is closed; open it again");
    if (e != null) {
      told.initCause(e);
    }
    return told;
  }

  /** Tells that a mapped page has no file behind it; see {@link CutOff#of}. */
  CorruptStoreException cutOff(InternalError e) {
    return CutOff.of(files, e);
  }

  /** Tells the same where code of users has run, too; see {@link CutOff#unlessOfUser}. */
  CorruptStoreException cutOffUnlessOfUser(InternalError e) {
    return CutOff.unlessOfUser(files, e);
  }

  /** Makes a call that may meet such a page, and runs code of users. */
  <T extends @Nullable Object> T guardUsers(Supplier<T> call) {
    try {
      return CutOff.guardUsers(files, call);
    } catch (IllegalStateException e) {
      throw told(e);
    }
  }

  /** Makes a call that may meet such a page, and runs nobody else's code. */
  <T extends @Nullable Object> T guard(Supplier<T> call) {
    try {
      return CutOff.guard(files, call);
    } catch (IllegalStateException e) {
      throw told(e);
    }
  }

  /**
   * Tells what an access to a mapping that was closed meanwhile means: the map was dropped, or its
   * store closed. Caught where calls of users end, since it may come up at every access.
   *
   * @return what is given if it is about something else, as other memory, of code of users
   */
  RuntimeException told(IllegalStateException e) {
    if (!ALREADY_CLOSED.equals(e.getMessage())) {
      return e;
    }
    if (gone) {
      return droppedSince();
    }
    // The files of all maps are closed before the log and the control file, whose accesses may
    // be what failed.
    return lost == null && file.memory().scope().isAlive() ? e : closed(e);
  }

  /** Passes on that a mapping is closed, unless that is because another took its place. */
  void checkReplaced(MemorySegment memory, IllegalStateException e) {
    if (memory.scope().isAlive() || !file.memory().scope().isAlive()) {
      throw gone ? droppedSince() : e;
    }
  }

  /** How many segments have an unfinished change that names a record. */
  int names(long position) {
    return look(memory -> {
      int names = 0;
      for (int segment = 0; segment < segments; segment++) {
        long at = segmentAt(segment);
        if (Memory.getAcquire(memory, at + SegmentLayout.INTENT_SLOT) != 0
            && Memory.getAcquire(memory, at + SegmentLayout.INTENT_RECORD) == position + 1) {
          names++;
        }
      }
      return names;
    });
  }

  /** Number of entries. */
  long entries() {
    return look(memory -> {
      long entries = 0;
      for (int segment = 0; segment < segments; segment++) {
        entries += word(memory, segmentAt(segment) + SegmentLayout.ENTRIES);
      }
      return entries;
    });
  }

  /** Whether the map is still there, by its present file. */
  boolean isThere() {
    try {
      return !gone && !look(memory -> isDropped());
    } catch (IllegalStateException e) {
      // In memory all who open a file share its mapping, and each of them closes it once deleted.
      if (gone || (lost == null && ALREADY_CLOSED.equals(e.getMessage()))) {
        return false;
      }
      throw e;
    }
  }

  /** Whether a bucket table is one of those that the file was created with. */
  boolean isFirstTable(long offset) {
    long bytes = SegmentLayout.LENGTH + CompactShape.firstTableBytes(compact);
    return offset < segmentsAt + segments * bytes;
  }

  /** Notes that there is something to sweep. */
  void noteExpiring() {
    MemorySegment memory = file.memory();
    if (Memory.get(memory, MapLayout.EXPIRES) == 0) {
      Memory.setRelease(memory, MapLayout.EXPIRES, 1);
    }
  }

  /** Whether an entry was ever given a time to live. */
  boolean isExpiring() {
    return look(memory -> Memory.getAcquire(memory, MapLayout.EXPIRES) != 0);
  }

  /** Marks the map as dropped, under the catalogue's lock. */
  void drop() {
    look(memory -> {
      Memory.setRelease(memory, MapLayout.STATE, MapLayout.DROPPED);
      return true;
    });
  }

  /** Opens the file of a map, null where there is none; one that holds another map is refused. */
  static @Nullable MapFile openIfThere(StoreFiles files, String file, long epoch) {
    try {
      MapFile found = open(files, file, epoch);
      if (!StorePath.isFileOf(file, found.path)) {
        found.close();
        throw new CorruptStoreException(
            files.describe(file)
                + ": holds the map "
                + found.path
                + ", which is not the one of its name; give the files back their names, or run"
                + " \"vitrine repair\"");
      }
      return found;
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new StoreException(files.describe(file) + ": cannot open: " + Io.why(e), e);
    }
  }

  /** Tells quick lookups of a drop, which look at a segment only; under the segment's lock. */
  void noteIfDropped(int segment) {
    MemorySegment memory = mapped();
    if (Memory.get(memory, MapLayout.STATE) == MapLayout.DROPPED) {
      long at = segmentAt(segment) + SegmentLayout.VERSION;
      Memory.setRelease(memory, at, Memory.get(memory, at) | SegmentLayout.DROPPED);
    }
  }

  boolean isDropped() {
    MemorySegment memory = file.memory();
    long state;
    try {
      state = Memory.get(memory, MapLayout.STATE);
    } catch (IllegalStateException e) {
      checkReplaced(memory, e);
      return isDropped();
    }
    if (state == MapLayout.IN_USE) {
      return gone;
    }
    if (state != MapLayout.DROPPED) {
      throw corrupt(MapLayout.STATE, "is neither IN USE nor DROPPED");
    }
    return true;
  }

  /** Value of a word of the header that carries its own check. */
  long word(MemorySegment memory, long offset) {
    long word = Memory.getAcquire(memory, offset);
    if (!CheckedWord.isSound(word)) {
      throw corrupt(offset, "does not match its own check");
    }
    return CheckedWord.value(word);
  }

  /** Sets such a word. */
  static void setWord(MemorySegment memory, long offset, long value) {
    Memory.setRelease(memory, offset, CheckedWord.of(value));
  }

  CorruptStoreException corrupt(long offset, String what) {
    return new CorruptStoreException(
        file.name() + ": word at 0x" + Long.toHexString(offset) + " " + what);
  }

  /** Closes the file of a map that was dropped. */
  synchronized void closeDropped() {
    gone = true;
    close();
  }

  @Override
  public synchronized void close() {
    background.end();
    forgetMarks();
    file.close();
  }
}
