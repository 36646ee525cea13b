package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Fills a fresh file of a map with entries that have their revisions already: without a log, and
 * before anybody else knows of the file. For one thread.
 *
 * <p>The file is as good as one that was written change by change, so whoever gives it the name of
 * a map replaces that map.
 */
final class MapBuilder implements AutoCloseable {
  private final MapFile file;
  private final String name;
  private final SpaceAllocator space;
  private final BlockAllocator blocks;
  private final TableGrowth growth;
  private final Scratch scratch = new Scratch(Scratch.NOBODY);
  private final @Nullable CompactTable compact;
  private final EntryBytes changed = new EntryBytes();

  private MapBuilder(MapFile file, String name) {
    this.file = file;
    this.name = name;
    var locks = new OwnedLock(new SoleAttachment(1));
    this.space = new SpaceAllocator(file, locks, FileGrowth.ofBuilder(file, locks));
    this.blocks = new BlockAllocator(file, space, new FreeLists(file, space));
    this.growth = new TableGrowth(file, space, blocks);
    CompactShape shape = file.compact;
    this.compact = shape == null ? null : new CompactTable(file, shape, space, blocks);
  }

  /**
   * Creates a file and opens it.
   *
   * @param name of the file, which must not be there
   * @param path of the map
   */
  static MapBuilder create(
      StoreFiles files, String name, String path, MapShape shape, int mapId, long epoch)
      throws IOException {
    if (!MapFile.create(files, name, path, shape, mapId, epoch)) {
      throw isThere(files, name);
    }
    return new MapBuilder(MapFile.open(files, name, epoch), name);
  }

  /**
   * Creates a file that can take the place of a map's present one, and opens it.
   *
   * @param name of the file, which must not be there
   */
  static MapBuilder successor(StoreFiles files, String name, MapFile former, long epoch)
      throws IOException {
    if (!former.createSuccessor(name)) {
      throw isThere(files, name);
    }
    return new MapBuilder(MapFile.open(files, name, epoch), name);
  }

  private static StoreException isThere(StoreFiles files, String name) {
    return new StoreException(files.describe(name) + ": is there already; remove it");
  }

  /** Name of the file, as it was created. */
  String name() {
    return name;
  }

  /** Number of all entries. */
  long entries() {
    long entries = 0;
    for (int segment = 0; segment < file.segments; segment++) {
      entries += entries(segment);
    }
    return entries;
  }

  /** Path of the map. */
  String path() {
    return file.path;
  }

  /** Sets an entry, in place of the one of the same key. */
  void put(EntryBytes entry) {
    if (compact != null) {
      put(compact, entry);
      return;
    }
    boolean expires = entry.expiryMillis != 0;
    long lengths = BlockLayout.lengths(entry.keyLength, entry.valueLength, expires);
    long bytes = BlockLayout.bytes(lengths);
    key(entry.source, entry.keyOffset, entry.keyLength, bytes);
    MemorySegment image = scratch.out;
    long value = BlockLayout.valueOffset(lengths);
    if (BlockLayout.isWide(lengths)) {
      Memory.set(image, BlockLayout.expiryOffset(lengths) - 8, entry.valueLength);
    }
    if (expires) {
      Memory.set(image, BlockLayout.expiryOffset(lengths), entry.expiryMillis);
      file.noteExpiring();
    }
    copyPadded(entry.source, entry.valueOffset, entry.valueLength, value);
    scratch.valueLength = entry.valueLength;
    scratch.lengths = lengths;

    int segment = segment();
    boolean found = probe(segment);
    if (!found && growth.isDue(segment, 1)) {
      growth.grow(segment);
      probe(segment);
    }
    long oldWord = found ? scratch.probe.slotWord : scratch.probe.insertWord;
    long slot = found ? scratch.probe.slotAt : scratch.probe.insertAt;
    long block = write(segment, bytes, entry.revision);
    Memory.set(file.memory(), slot, Slot.of(scratch.hash, block));
    long at = file.segmentAt(segment);
    if (!found) {
      add(at + SegmentLayout.ENTRIES, 1);
      add(at + SegmentLayout.TOMBSTONES, oldWord == Slot.TOMBSTONE ? -1 : 0);
    }
    count(at, bytes);
    if (found) {
      free(segment, Slot.block(oldWord));
    }
    Memory.set(file.memory(), at + SegmentLayout.PENDING, 0);
  }

  private void put(CompactTable table, EntryBytes entry) {
    CompactShape shape = table.shape;
    if (entry.keyLength != shape.keyBytes || entry.valueLength != shape.valueBytes) {
      throw new CorruptStoreException(
          file.name()
              + ": an entry of "
              + entry.keyLength
              + " and "
              + entry.valueLength
              + " bytes, expected "
              + shape.keyBytes
              + " and "
              + shape.valueBytes);
    }
    key(entry.source, entry.keyOffset, entry.keyLength, BlockLayout.KEY + shape.entryBytes);
    long value = BlockLayout.KEY + shape.valueAt;
    copyPadded(entry.source, entry.valueOffset, entry.valueLength, value);
    int segment = segment();
    long at = file.segmentAt(segment);
    long found = place(table, segment);
    long place = found;
    if (found < 0) {
      if (table.isDue(segment, 1)) {
        table.grow(segment);
      }
      MemorySegment memory = file.mapped();
      long word = Memory.get(memory, at + SegmentLayout.TABLE);
      place = table.makePlace(memory, word, scratch.hash);
    }
    MemorySegment memory = file.memory();
    long revision = Math.max(entry.revision, CompactTable.revisionAt(memory, place));
    table.set(memory, place, scratch.out, BlockLayout.KEY, scratch.out, value, revision);
    if (found < 0) {
      table.counters.count(memory, at, place, 1);
    }
  }

  private long place(CompactTable table, int segment) {
    MemorySegment memory = file.mapped();
    long word = Memory.get(memory, file.segmentAt(segment) + SegmentLayout.TABLE);
    long first = Memory.get(scratch.out, BlockLayout.KEY);
    return table.find(memory, word, scratch.hash, first, scratch.out, 0);
  }

  /** Removes the entry of a key where there is one. */
  void remove(MemorySegment source, long offset, long length) {
    key(source, offset, length, BlockLayout.KEY + LogLayout.padded(length));
    int segment = segment();
    if (compact != null) {
      long place = place(compact, segment);
      if (place >= 0) {
        MemorySegment memory = file.memory();
        compact.clear(memory, place, CompactTable.revisionAt(memory, place));
        compact.counters.count(memory, file.segmentAt(segment), place, -1);
      }
      return;
    }
    if (!probe(segment)) {
      return;
    }
    long at = file.segmentAt(segment);
    Memory.set(file.memory(), scratch.probe.slotAt, Slot.TOMBSTONE);
    add(at + SegmentLayout.ENTRIES, -1);
    add(at + SegmentLayout.TOMBSTONES, 1);
    free(segment, Slot.block(scratch.probe.slotWord));
    Memory.set(file.memory(), at + SegmentLayout.PENDING, 0);
  }

  /** Makes a change of an entry that a log tells. */
  void make(Change change) {
    switch (change.kind()) {
      case REMOVED -> remove(change.source(), change.keyOffset(), change.keyLength());
      case INSERTED, UPDATED -> {
        changed.source = change.source();
        changed.keyOffset = change.keyOffset();
        changed.keyLength = change.keyLength();
        changed.valueOffset = change.newOffset();
        changed.valueLength = change.newLength();
        changed.revision = change.revision();
        changed.expiryMillis = change.expiryMillis();
        put(changed);
      }
      case CREATED, DROPPED, PUBLISHED -> {
        // of the map, not of an entry
      }
    }
  }

  /** Revision of the entry of a key, 0 where there is none. */
  long revisionOf(MemorySegment source, long offset, long length) {
    key(source, offset, length, BlockLayout.KEY + LogLayout.padded(length));
    if (compact != null) {
      long place = place(compact, segment());
      return place < 0 ? 0 : CompactTable.revisionAt(file.memory(), place);
    }
    return probe(segment())
        ? BlockLayout.revision(file.memory(), Slot.block(scratch.probe.slotWord))
        : 0;
  }

  /** Whether a compact map has an entry of a key and a value. */
  boolean isCompactWith(byte[] key, MemorySegment source, long value, long valueLength) {
    CompactTable table = compact;
    CompactShape shape = file.compact;
    if (table == null || shape == null || valueLength != shape.valueBytes) {
      return false;
    }
    key(MemorySegment.ofArray(key), 0, key.length, BlockLayout.KEY + shape.entryBytes);
    long place = place(table, segment());
    return place >= 0
        && Memory.same(
            file.memory(), table.entryAt(place) + shape.valueAt, source, value, valueLength);
  }

  /**
   * Makes room for so many entries in a segment that has none yet, so that its table need not grow
   * with them, and leaves nothing of its smaller sizes.
   */
  void reserve(int segment, long entries) {
    if (compact != null) {
      compact.reserve(segment, entries);
    } else {
      growth.reserve(segment, entries);
    }
  }

  /** Makes room for as many entries as a map of the same shape has in each segment. */
  void reserveFor(MapFile map) {
    for (int segment = 0; segment < map.segments; segment++) {
      long at = map.segmentAt(segment) + SegmentLayout.ENTRIES;
      reserve(segment, map.look(memory -> map.word(memory, at)));
    }
  }

  /** Number of the entries in a segment. */
  long entries(int segment) {
    return counter(segment, SegmentLayout.ENTRIES);
  }

  /** A counter in the header of a segment. */
  long counter(int segment, long field) {
    return file.word(file.memory(), file.segmentAt(segment) + field);
  }

  /** Takes over from the file whose place this one is to take what has happened to the map. */
  void succeed(MemorySegment former) {
    MemorySegment memory = file.mapped();
    long[] fields = {MapLayout.TAKEOVERS, MapLayout.TABLE_GROWTHS, MapLayout.FILE_GROWTHS};
    for (long field : fields) {
      Memory.set(memory, field, Memory.get(former, field));
    }
    if (Memory.get(former, MapLayout.EXPIRES) != 0) { // a walk may still tell of such entries
      file.noteExpiring();
    }
    Memory.set(memory, MapLayout.GENERATION, MapFile.generation(former) + 1);
    MapFile.setWord(memory, MapLayout.LEFT_FREE, StatisticsReader.freeBytes(file, memory));
  }

  /** Bytes that the file takes on disk. */
  long allocatedBytes() {
    return file.word(file.memory(), MapLayout.ALLOCATED);
  }

  /** Takes entries. */
  @FunctionalInterface
  interface Visitor {
    void visit(EntryBytes entry) throws IOException;
  }

  /**
   * Hands on all entries, in the order of a {@link WalkOrder}; what the visitor gets is valid
   * during its call.
   */
  void forEach(Visitor visitor) throws IOException {
    var entry = new EntryBytes();
    var order = new WalkOrder();
    MemorySegment memory = file.mapped();
    for (int segment = 0; segment < file.segments; segment++) {
      long table = Memory.get(memory, file.segmentAt(segment) + SegmentLayout.TABLE);
      long lineBytes = compact == null ? SegmentLayout.LINE_BYTES : compact.shape.lineBytes;
      order.begin(SegmentLayout.tableLines(table));
      for (long turn = 0; turn < order.turns(); turn++) {
        long line = SegmentLayout.tableOffset(table) + order.line(turn) * lineBytes;
        if (!order.isTurn(turn)) {
          continue;
        }
        if (compact != null) {
          forEach(compact, memory, line, entry, visitor);
        } else {
          forEach(memory, line, entry, visitor);
        }
      }
    }
  }

  private static void forEach(MemorySegment memory, long line, EntryBytes entry, Visitor visitor)
      throws IOException {
    for (int i = 0; i < 8; i++) {
      long word = Memory.get(memory, line + 8L * i);
      if (Slot.isLive(word)) {
        BlockLayout.entry(memory, Slot.block(word), entry);
        visitor.visit(entry);
      }
    }
  }

  private static void forEach(
      CompactTable table, MemorySegment memory, long line, EntryBytes entry, Visitor visitor)
      throws IOException {
    for (long place : table.placesIn(memory, line)) {
      entry.source = memory;
      entry.keyOffset = table.entryAt(place);
      entry.keyLength = table.shape.keyBytes;
      entry.valueOffset = entry.keyOffset + table.shape.valueAt;
      entry.valueLength = table.shape.valueBytes;
      entry.revision = CompactTable.revisionAt(memory, place);
      entry.expiryMillis = 0;
      visitor.visit(entry);
    }
  }

  /** What a file of the same map is made of. */
  MapShape shape() {
    return MapShape.of(file);
  }

  int mapId() {
    return file.mapId;
  }

  /** Brings a key into the image of an entry of so many bytes. */
  private void key(MemorySegment source, long offset, long length, long bytes) {
    scratch.trim();
    scratch.reserveOut(bytes);
    copyPadded(source, offset, length, BlockLayout.KEY);
    scratch.keyLength = length;
    scratch.hash =
        MapEngine.spread(file.hash.hash(scratch.out, BlockLayout.KEY, scratch.keyLength));
  }

  private void copyPadded(MemorySegment source, long offset, long length, long to) {
    long padded = LogLayout.padded(length);
    if (padded > length) {
      Memory.set(scratch.out, to + padded - 8, 0);
    }
    Memory.copy(source, offset, scratch.out, to, length);
  }

  private int segment() {
    return (int) scratch.hash & (file.segments - 1);
  }

  private boolean probe(int segment) {
    MemorySegment memory = file.mapped();
    long table = Memory.get(memory, file.segmentAt(segment) + SegmentLayout.TABLE);
    return scratch.probe.find(memory, table, scratch, file.hash);
  }

  /** Writes the image into a new block. */
  private long write(int segment, long bytes, long revision) {
    long place = blocks.allocate(segment, bytes, true);
    long block = place & ~7;
    long lengths = BlockLayout.withExcess(scratch.lengths, (int) place & 7);
    long content = scratch.outContent(bytes);
    MemorySegment memory = file.memory();
    Memory.copy(
        scratch.out, BlockLayout.KEY, memory, block + BlockLayout.KEY, bytes - BlockLayout.KEY);
    BlockLayout.setHeader(memory, block, lengths, revision, content, file.salt);
    return block;
  }

  private void free(int segment, long block) {
    long lengths = BlockLayout.lengths(file.memory(), block);
    count(file.segmentAt(segment), -BlockLayout.bytes(lengths));
    blocks.free(segment, block, lengths);
  }

  private void count(long at, long bytes) {
    add(at + SegmentLayout.LIVE_BYTES, bytes);
    if (Math.abs(bytes) > SizeClass.BYTES_MAX) {
      add(at + SegmentLayout.LARGE_BYTES, bytes);
    }
  }

  private void add(long offset, long delta) {
    MemorySegment memory = file.memory();
    MapFile.setWord(memory, offset, file.word(memory, offset) + delta);
  }

  /** Brings the file to disk. */
  void force() throws IOException {
    file.force();
  }

  @Override
  public void close() {
    file.close();
  }
}
