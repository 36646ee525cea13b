package io.vitrine.store;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a map group by group: a group are the entries of one home line. None is met twice or
 * missed; of two that are updated meanwhile each may be read before or after. For one thread at a
 * time.
 *
 * <p>Groups are met in the order of segments and, within one, in a {@link WalkOrder}. A place in
 * that order means the same whatever the size of the table, so a walk goes on undisturbed when it
 * grows: what is there all the time is met exactly once.
 */
final class GroupReader {
  private static final long SPARE_BYTES_MAX = 4 << 20;

  private final MapEngine engine;
  private final boolean keysOnly;
  private long damagedBlock;
  private MemorySegment images = Arena.ofAuto().allocate(4096, 8);
  private long imagesEnd;
  private long[] starts = new long[16];
  private long[] blocks = new long[16];
  private int count;
  private final WalkOrder order = new WalkOrder();
  private long nextPlace;
  private long unsoundAt;

  /** What was read only to have it near; nobody uses it. */
  long seen;

  private final @Nullable CompactEngine compact;
  private final @Nullable CompactLine line;

  GroupReader(MapEngine engine) {
    this(engine, false);
  }

  /** Reads, of large blocks, the heads alone if no value is asked for; they are verified whole. */
  GroupReader(MapEngine engine, boolean keysOnly) {
    this.engine = engine;
    this.keysOnly = keysOnly;
    this.compact = engine instanceof CompactEngine small ? small : null;
    this.line = compact == null ? null : new CompactLine(compact.shape(), engine.file.salt);
  }

  /** Number of entries read. */
  int count() {
    return count;
  }

  /** Where the images of the blocks lie. */
  MemorySegment images() {
    return images;
  }

  /** Offset of an image. */
  long image(int index) {
    return starts[index];
  }

  /** Says where an entry lies. */
  void entry(int index, EntryBytes entry) {
    BlockLayout.entry(images, starts[index], entry);
  }

  /** The place behind the group, {@link WalkOrder#END} behind the last of the segment. */
  long nextPlace() {
    return nextPlace;
  }

  /** The place of a tag in the order of the walk over the segment that was read last. */
  long placeOf(long tag) {
    return order.place(tag);
  }

  /**
   * Reads the group that a place of a segment belongs to, from that place on.
   *
   * @param place 0, or what {@link #nextPlace} said of the group before
   */
  void read(int segment, long place) {
    engine.checkUsable();
    if (compact != null && !engine.file.isHashKnown()) {
      readWithoutHash(compact, segment);
      return;
    }
    long at = engine.file.segmentAt(segment);
    for (int tries = 0; engine.isWithoutLock(tries); tries++) {
      MemorySegment memory = engine.file.memory();
      long version = 0;
      try {
        version = Memory.getAcquire(memory, at + SegmentLayout.VERSION);
        boolean whole = collect(memory, at, version, place);
        VarHandle.acquireFence();
        if (whole && Memory.getAcquire(memory, at + SegmentLayout.VERSION) == version) {
          check();
          return;
        }
      } catch (IndexOutOfBoundsException e) {
        engine.outOfBounds(memory, at, version, e);
      } catch (IllegalStateException e) {
        engine.file.checkReplaced(memory, e);
      }
    }
    engine.lock(segment);
    try {
      MemorySegment memory = engine.file.mapped();
      if (!collect(memory, at, Memory.get(memory, at + SegmentLayout.VERSION), place)) {
        throw engine.file.corrupt(at, "begins a segment that cannot be read under its lock");
      }
      check();
    } finally {
      try {
        engine.unlock(segment);
      } catch (Throwable _) {
        engine.stranded.locks[segment] = true;
        engine.stranded.isAny = true;
      }
    }
  }

  private boolean collect(MemorySegment memory, long at, long version, long place) {
    if (compact != null) {
      return collectLines(compact, memory, at, version, place);
    }
    long table = engine.file.table(memory, at);
    if (table == 0) {
      engine.file.checkHasTable(memory, at);
      return false;
    }
    checkTable(memory, at, table, SegmentLayout.LINE_BYTES);
    long lines = SegmentLayout.tableLines(table);
    long fromTag = begin(place, lines);
    long home = Slot.homeLine(fromTag, lines);
    long behind = endGroup(place, home, lines);
    bringNear(memory, table, lines, home);
    boolean more = true;
    for (long i = 0; more && i < lines; i++) {
      long number = home + i < lines ? home + i : home + i - lines;
      long line = SegmentLayout.tableOffset(table) + (number << SegmentLayout.LINE_SHIFT);
      for (int j = 0; j < 8; j++) {
        long word = Memory.getAcquire(memory, line + 8L * j);
        if (word == Slot.EMPTY) {
          more = false;
        } else if (!Slot.isSound(word)) {
          unsoundAt = line + 8L * j;
        } else if (Slot.isLive(word)
            && Slot.tag(word) >= fromTag
            && Slot.tag(word) < behind
            && !copy(memory, at, version, Slot.block(word))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Begins a group, and perhaps the walk over a segment; the first tag of the group. */
  private long begin(long place, long lines) {
    if (place == 0) {
      order.begin(lines);
    }
    count = 0;
    imagesEnd = 0;
    unsoundAt = 0;
    damagedBlock = 0;
    return WalkOrder.tag(place);
  }

  /**
   * Has the blocks that a line names come near together, and the line of the next group: they lie
   * anywhere, so that each would be waited for by itself otherwise.
   */
  private void bringNear(MemorySegment memory, long table, long lines, long home) {
    long near = nextLine(memory, table, lines, SegmentLayout.LINE_BYTES);
    long line = SegmentLayout.tableOffset(table) + (home << SegmentLayout.LINE_SHIFT);
    for (int j = 0; j < 8; j++) {
      long word = Memory.getOf8(memory, line, j);
      long block = Slot.block(word);
      boolean named = Slot.isSound(word) && Slot.isLive(word);
      if (named && block < memory.byteSize() - MapLayout.PAGE) {
        near += Memory.peek(memory, block);
        if ((block & MapLayout.PAGE - 1) < MapLayout.PAGE - SegmentLayout.LINE_BYTES) {
          near += Memory.peek(memory, block + SegmentLayout.LINE_BYTES);
        } // else it may be a page that a full disk has no room for
      }
    }
    seen = near; // or the compiler would leave it all out
  }

  /** The first word of the line where the next group begins, 0 if there is none. */
  private long nextLine(MemorySegment memory, long table, long lines, long lineBytes) {
    if (nextPlace == WalkOrder.END) {
      return 0;
    }
    long line = Slot.homeLine(WalkOrder.tag(nextPlace), lines);
    return Memory.peek(memory, SegmentLayout.tableOffset(table) + line * lineBytes);
  }

  /** Finds out where the group of a home line ends; the first tag behind it. */
  private long endGroup(long place, long home, long lines) {
    long behind = Math.min(Slot.firstTag(home + 1, lines), order.limit(place));
    nextPlace = order.next(place, behind);
    return behind;
  }

  /** A walk through a table that is not one could go on for very long. */
  private void checkTable(MemorySegment memory, long at, long table, long lineBytes) {
    if (!SegmentLayout.isSoundTable(table)) {
      throw engine.file.corrupt(at + SegmentLayout.TABLE, "does not match its own check");
    }
    long bytes = SegmentLayout.tableLines(table) * lineBytes;
    if (SegmentLayout.tableOffset(table) + bytes > engine.file.word(memory, MapLayout.ALLOCATED)) {
      throw engine.file.corrupt(
          at + SegmentLayout.TABLE, "says that the table ends behind the file's last byte in use");
    }
  }

  /** Like {@link #collect}, in a map whose entries lie in the table. */
  private boolean collectLines(
      CompactEngine map, MemorySegment memory, long at, long version, long place) {
    CompactLine copy = Objects.requireNonNull(line);
    long table = engine.file.table(memory, at);
    if (table == 0) {
      engine.file.checkHasTable(memory, at);
      return false;
    }
    checkTable(memory, at, table, map.shape().lineBytes);
    long busy = CompactEngine.busyLine(memory, at, version);
    long lines = SegmentLayout.tableLines(table);
    long fromTag = begin(place, lines);
    long home = Slot.homeLine(fromTag, lines);
    long behind = endGroup(place, home, lines);
    seen = nextLine(memory, table, lines, map.shape().lineBytes);
    long number = home;
    for (long i = 0; i < lines; i++) {
      long offset = SegmentLayout.tableOffset(table) + number * map.shape().lineBytes;
      copy.load(memory, offset, at, busy);
      if (!copy.isSound()) {
        unsoundAt = offset;
      }
      for (int j = 0; j < CompactLayout.PLACES; j++) {
        if (copy.isLive(j)) {
          unsoundAt = copy.isSound(j) ? unsoundAt : offset;
          long tag = map.table().hashAt(copy.words, copy.entryAt(j)) >>> Slot.TAG_SHIFT;
          if (tag >= fromTag && tag < behind) {
            addImage(map.shape(), copy, j);
          }
        }
      }
      if (!copy.isOverflowed()) {
        return true;
      }
      number = number + 1 == lines ? 0 : number + 1;
    }
    return true;
  }

  /**
   * Reads all of a segment as one group, under its lock: which entries of a line belong to a group
   * could not be told otherwise.
   */
  private void readWithoutHash(CompactEngine map, int segment) {
    CompactLine copy = Objects.requireNonNull(line);
    long at = engine.file.segmentAt(segment);
    engine.lock(segment);
    try {
      MemorySegment memory = engine.file.mapped();
      long table = Memory.get(memory, at + SegmentLayout.TABLE);
      checkTable(memory, at, table, map.shape().lineBytes);
      long lines = SegmentLayout.tableLines(table);
      begin(0, lines);
      for (long i = 0; i < lines; i++) {
        long offset = SegmentLayout.tableOffset(table) + i * map.shape().lineBytes;
        copy.load(memory, offset, at, 0);
        unsoundAt = copy.isSound() ? unsoundAt : offset;
        for (int j = 0; j < CompactLayout.PLACES; j++) {
          if (copy.isLive(j)) {
            unsoundAt = copy.isSound(j) ? unsoundAt : offset;
            addImage(map.shape(), copy, j);
          }
        }
      }
      nextPlace = WalkOrder.END;
      check();
    } finally {
      try {
        engine.unlock(segment);
      } catch (Throwable _) {
        engine.stranded.locks[segment] = true;
        engine.stranded.isAny = true;
      }
    }
  }

  /** Adds an entry in the form of a block. */
  private void addImage(CompactShape shape, CompactLine from, int place) {
    long bytes = BlockLayout.KEY + shape.entryBytes;
    reserve(bytes);
    BlockLayout.setHeader(images, imagesEnd, shape.lengths(), from.revision(), 0, 0);
    Memory.copy(
        from.words, from.entryAt(place), images, imagesEnd + BlockLayout.KEY, shape.entryBytes);
    note(0, bytes);
  }

  private boolean copy(MemorySegment memory, long at, long version, long block) {
    long bytes = BlockLayout.bytesWithin(memory, block);
    if (keysOnly && MapEngine.isLarge(bytes)) {
      return copyHead(memory, at, version, block, bytes);
    }
    if (imagesEnd + bytes > images.byteSize()) {
      VarHandle.acquireFence();
      if (Memory.getAcquire(memory, at + SegmentLayout.VERSION) != version) {
        return false; // the length may be garbage: allocate nothing for it
      }
      if (MapEngine.isLarge(bytes) && !engine.isLargeBlock(memory, at, version, block, bytes)) {
        return false;
      }
      reserve(bytes);
    }
    Memory.copy(memory, block, images, imagesEnd, bytes);
    note(block, bytes);
    return true;
  }

  private boolean copyHead(MemorySegment memory, long at, long version, long block, long bytes) {
    if (!engine.isLargeBlock(memory, at, version, block, bytes)) {
      return false;
    }
    if (!BlockLayout.isSound(memory, block, block, engine.file.salt)) {
      damagedBlock = block;
    }
    long head = BlockLayout.valueOffset(BlockLayout.lengths(memory, block));
    reserve(head);
    Memory.copy(memory, block, images, imagesEnd, head);
    note(0, head);
    return true;
  }

  /** Makes room for a further image. */
  private void reserve(long bytes) {
    if (imagesEnd + bytes > images.byteSize()) {
      MemorySegment larger =
          Arena.ofAuto()
              .allocate(imagesEnd + bytes + Math.min(SPARE_BYTES_MAX, imagesEnd + bytes), 8);
      MemorySegment.copy(images, 0, larger, 0, imagesEnd);
      images = larger;
    }
  }

  /** Notes that an image was written behind the others. */
  private void note(long block, long bytes) {
    if (count == starts.length) {
      blocks = Arrays.copyOf(blocks, 2 * count);
      starts = Arrays.copyOf(starts, 2 * count);
    }
    blocks[count] = block;
    starts[count++] = imagesEnd;
    imagesEnd += bytes;
  }

  private void check() {
    if (compact != null) {
      if (unsoundAt != 0) {
        throw engine.file.corrupt(unsoundAt, "begins a line that does not match its checks");
      }
      return;
    }
    if (unsoundAt != 0) {
      throw engine.file.corrupt(unsoundAt, "is a slot with a wrong parity");
    }
    if (damagedBlock != 0) {
      engine.checkBlock(engine.file.mapped(), damagedBlock, damagedBlock);
    }
    for (int i = 0; i < count; i++) {
      if (blocks[i] != 0) { // else it was verified where it lies
        engine.checkBlock(images, starts[i], blocks[i]);
      }
    }
  }
}
