package io.vitrine.store;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The file of a map and what its header says. Safe for any number of threads. */
final class MapFile implements AutoCloseable {
  static final String FOLDER = "maps";

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(java.nio.ByteOrder.LITTLE_ENDIAN);
  private static final int FIRST_PAGE_MAP_LOG = 9;
  private static final long FIRST_CAPACITY = 4 << 20;

  private final MappedFile file;
  final int mapId;
  final int segments;

  /** Sizes of the entries of a compact map, null where entries lie in blocks. */
  final @Nullable CompactShape compact;

  final long segmentsAt;
  final String path;
  final String keyType;
  final String valueType;
  final HashStrategy hash;

  /** What only the blocks of this file have in their checks. */
  final long salt;

  private MapFile(MappedFile file, long epoch) throws IOException {
    this.file = file;
    MemorySegment memory = file.memory();
    checkHeader(memory, epoch);
    this.mapId = Math.toIntExact(Memory.get(memory, MapLayout.MAP_ID));
    this.salt = Checks.with(epoch, mapId);
    long shape = Memory.get(memory, MapLayout.SEGMENTS);
    this.segments = CompactShape.segments(shape);
    this.compact = compactOf(shape);
    this.segmentsAt = Memory.get(memory, MapLayout.SEGMENTS_AT);
    String[] texts = texts(memory);
    this.path = texts[0];
    this.keyType = texts[1];
    this.valueType = texts[2];
    this.hash = hashOf(memory, texts[3]);
    long allocated = word(memory, MapLayout.ALLOCATED);
    if (file.size() < allocated) {
      throw corrupt(MapLayout.ALLOCATED, "says " + allocated + ", the file has " + file.size());
    }
  }

  /** Opens a map's file. */
  static MapFile open(StoreFiles files, String name, long epoch) throws IOException {
    MappedFile file = files.open(name);
    try {
      return new MapFile(file, epoch);
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
    ControlFile.checkVersion(file.name(), version, MapLayout.VERSION_VALUE);
    long meta = Memory.get(memory, MapLayout.META_BYTES);
    if (meta < 16
        || meta > memory.byteSize() - MapLayout.META
        || Memory.get(memory, MapLayout.CHECK) != headerCheck(memory)) {
      throw corrupt(MapLayout.CHECK, "does not match the header");
    }
    if (Memory.get(memory, MapLayout.EPOCH) != epoch) {
      throw corrupt(MapLayout.EPOCH, "is of another store; a map cannot be moved between stores");
    }
  }

  /** Check of a header and its texts. */
  static long headerCheck(MemorySegment memory) {
    long texts = Checks.of(memory, MapLayout.META, Memory.get(memory, MapLayout.META_BYTES));
    return Checks.with(Checks.of(memory, 0, MapLayout.CHECK), texts);
  }

  private HashStrategy hashOf(MemorySegment memory, String name) {
    HashStrategy strategy;
    try {
      strategy = HashStrategies.of(name, Memory.get(memory, MapLayout.HASH_SEED));
    } catch (IllegalArgumentException e) {
      throw new StoreException(file.name() + ": " + e.getMessage(), e);
    }
    if (HashStrategies.selfTest(strategy) != Memory.get(memory, MapLayout.HASH_TEST)) {
      throw corrupt(MapLayout.HASH_TEST, "is not what strategy " + name + " gives here");
    }
    return strategy;
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
    String[] texts = {path, shape.keyType(), shape.valueType(), shape.hash().name()};
    long meta = 0;
    for (String text : texts) {
      meta += 4 + text.getBytes(StandardCharsets.UTF_8).length;
    }
    long segmentsAt = MapLayout.pages(MapLayout.META + meta) << MapLayout.PAGE_SHIFT;
    long tablesAt = segmentsAt + shape.segments() * SegmentLayout.LENGTH;
    long tableBytes = (long) SegmentLayout.FIRST_LINES << SegmentLayout.LINE_SHIFT;
    long pageMapAt =
        MapLayout.pages(tablesAt + shape.segments() * tableBytes) << MapLayout.PAGE_SHIFT;
    int pageMapLog = FIRST_PAGE_MAP_LOG;
    while (1L << pageMapLog < 2 * MapLayout.pages(pageMapAt)) {
      pageMapLog++;
    }
    long end = pageMapAt + (8L << pageMapLog);
    long capacity = Math.max(FIRST_CAPACITY, Long.highestOneBit(end) << 1);
    long metaBytes = meta;
    int log = pageMapLog;
    CompactShape compact = shape.compact();
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
          Memory.set(memory, MapLayout.META_BYTES, metaBytes);
          long at = MapLayout.META;
          for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            memory.set(INT, at, bytes.length);
            MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, at + 4, bytes.length);
            at += 4 + bytes.length;
          }
          Memory.set(memory, MapLayout.CHECK, headerCheck(memory));
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

  /** A mapping of the whole file as it is now. */
  MemorySegment mapped() {
    MemorySegment memory = file.memory();
    long capacity = word(memory, MapLayout.CAPACITY);
    return memory.byteSize() >= capacity ? memory : file.remap(capacity);
  }

  /** Brings everything in use to disk. */
  void force() throws IOException {
    MemorySegment memory = mapped();
    file.force(0, word(memory, MapLayout.ALLOCATED));
  }

  void allocate(long from, long to, long capacity) {
    file.allocate(from, to, capacity);
  }

  /** Offset of the header of a segment. */
  long segmentAt(int segment) {
    return segmentsAt + segment * SegmentLayout.LENGTH;
  }

  /** Whether a bucket table is one of those that the file was created with. */
  boolean isFirstTable(long offset) {
    return offset < segmentsAt + (long) segments * (SegmentLayout.LENGTH + 256);
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
    return Memory.getAcquire(file.memory(), MapLayout.EXPIRES) != 0;
  }

  static boolean isInUse(MemorySegment memory) {
    return Memory.get(memory, MapLayout.STATE) == MapLayout.IN_USE;
  }

  boolean isDropped() {
    long state = Memory.get(file.memory(), MapLayout.STATE);
    if (state == MapLayout.IN_USE) {
      return false;
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

  @Override
  public void close() {
    file.close();
  }
}
