package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The hash map in a mapped file, in bytes: looks up without writing anything to shared memory, and
 * updates by writing a whole new block and swinging one word. Safe for any number of threads and
 * JVMs.
 */
sealed class MapEngine implements AutoCloseable permits CompactEngine {
  /* Reading. A segment's version moves, before anything that a slot or the table word referred
   * to is reused. So a reader notes the version, looks up, copies the block out and reads the
   * version again: if it has not moved, nothing that was read can have been reused meanwhile,
   * and since a block is complete before a slot refers to it, the copy is whole. If it moved,
   * what was read may be anything, and the reader starts over. The version is never "odd", so a
   * writer that is killed or paused holds up no reader. What is read before the check may be
   * garbage: the mapping bounds every access, and every length before anything is allocated.
   *
   * Writing, under the segment's lock: block taken, intent, record reserved, record named in the
   * intent, record filled, block written (a large one before the intent), slot swung (here the
   * change is made), record committed, counters, intent cleared, old block kept as spare, for
   * which see Spares; where an entry is removed or large, the version moves before the counters,
   * and its block is freed. See SegmentRepair for what a takeover does at each point. While nobody
   * has asked for the log, a change has no record, but a revision. */

  private static final int OPTIMISTIC_TRIES = 100;
  static final int TRIES_MAX = 800;
  private static final long NAP_NANOS_MAX = 3_000_000;
  private static final long LARGE_COPY_BYTES = 64 << 10;

  final MapFile file;
  final SpaceAllocator space;
  final BlockAllocator blocks;
  private final ChangeLog log;
  private final OwnedLock locks;
  private final StoreClock clock;
  final Expiry expiry;
  private final SegmentLocks segmentLocks;
  final Stranded stranded;
  final Mending mending;
  private final MapGuard guard;
  private final EarlyLook early;
  private final ImageReader images;
  final @Nullable DirectWriter writer;
  final TableGrowth growth;
  private final boolean readOnly;
  private volatile boolean dropped;

  /** Whether the file is or is being closed, for whatever reason. */
  private volatile boolean ended;

  MapEngine(MapFile file, ChangeLog log, OwnedLock locks, StoreClock clock) {
    this.file = file;
    this.log = log;
    this.locks = locks.apart();
    this.clock = clock;
    this.expiry = new Expiry(clock);
    this.space = new SpaceAllocator(file, this.locks);
    var lists = new FreeLists(file, space);
    this.blocks = new BlockAllocator(file, space, lists);
    this.stranded = new Stranded(file.segments);
    this.guard = new MapGuard(file, this.locks);
    var repair = new SegmentRepair(file, space, lists, log);
    this.segmentLocks = new SegmentLocks(file, this.locks, repair, space, stranded);
    this.mending = new Mending(file, this.locks, repair, segmentLocks, space, guard, log, stranded);
    this.early = new EarlyLook(file, log);
    this.images = new ImageReader(file);
    this.growth = new TableGrowth(file, space, blocks);
    this.readOnly = file.memory().isReadOnly();
    this.writer = DirectWriter.of(this);
    if (!readOnly) {
      locks.leftovers().add(mending);
    }
  }

  /** The engine for a map's file, by the layout that it has. */
  static MapEngine of(MapFile file, ChangeLog log, OwnedLock locks, StoreClock clock) {
    CompactShape compact = file.compact;
    return compact == null
        ? new MapEngine(file, log, locks, clock)
        : new CompactEngine(file, compact, log, locks, clock);
  }

  boolean isReadOnly() {
    return readOnly;
  }

  /** What an atomic group does in this map. */
  GroupPart groupPart() {
    return new GroupPart(this);
  }

  ChangeLog log() {
    return log;
  }

  Tally lockWaits() {
    return locks.waits();
  }

  /** Spreads a strategy's hash over all bits: some strategies fill the low ones only. */
  static long spread(long hash) {
    long mixed = (hash ^ hash >>> 32) * 0x9E37_79B9_7F4A_7C15L;
    return mixed ^ mixed >>> 29;
  }

  int segmentOf(long hash) {
    return (int) hash & (file.segments - 1);
  }

  /**
   * Looks for the scratch's key and copies its block to the incoming image.
   *
   * @return whether it is there
   */
  boolean read(Scratch scratch) {
    checkUsable();
    int usual = images.read(scratch);
    if (usual != ImageReader.UNUSUAL) {
      return usual == ImageReader.FOUND;
    }
    int segment = segmentOf(scratch.hash);
    long at = file.segmentAt(segment);
    for (int tries = 0; isWithoutLock(tries); tries++) {
      MemorySegment memory = file.memory();
      long version = 0;
      try {
        version = Memory.getAcquire(memory, at + SegmentLayout.VERSION);
        long table = file.table(memory, at);
        if (table == 0) {
          file.checkHasTable(memory, at);
          continue;
        }
        boolean found = scratch.probe.find(memory, table, scratch, file.hash);
        boolean copied = !found || copyBlock(memory, at, version, scratch);
        VarHandle.acquireFence();
        if (copied && Memory.getAcquire(memory, at + SegmentLayout.VERSION) == version) {
          return checked(scratch, found);
        }
      } catch (IndexOutOfBoundsException e) {
        outOfBounds(memory, at, version, e);
      } catch (IllegalStateException e) {
        file.checkReplaced(memory, e);
      }
    }
    lock(segment);
    try {
      MemorySegment memory = file.mapped();
      long table = Memory.get(memory, at + SegmentLayout.TABLE);
      boolean found = scratch.probe.find(memory, table, scratch, file.hash);
      if (found) {
        copyFound(memory, scratch);
      }
      return checked(scratch, found);
    } finally {
      try {
        unlock(segment);
      } catch (Throwable _) {
        stranded.locks[segment] = true;
        stranded.isAny = true;
      }
    }
  }

  /**
   * Whether a reader tries once more without the lock, after a nap if it has often tried. It takes
   * the lock otherwise, after two seconds: as copies so large that each of them meets a change.
   *
   * @throws StoreException if the map is open for reading only and has been tried for long
   */
  boolean isWithoutLock(int tries) {
    if (tries < OPTIMISTIC_TRIES) {
      return true;
    }
    if (tries >= TRIES_MAX) {
      if (!readOnly) {
        return false;
      }
      throw new StoreException(
          "map "
              + file.path
              + " changes so fast that it could not be read in "
              + tries
              + " tries; try again, or open the store for writing: then a reader waits in line");
    }
    Waiting.check();
    Nap.nanos(Math.min(NAP_NANOS_MAX, (tries - OPTIMISTIC_TRIES) * 50_000L));
    return true;
  }

  /** A read beyond the mapping: new mapping, new try, or a damaged file. */
  void outOfBounds(MemorySegment memory, long at, long version, IndexOutOfBoundsException e) {
    try {
      if (Memory.getAcquire(memory, at + SegmentLayout.VERSION) == version
          && file.isMapped(memory)) {
        throw file.corrupt(at, "begins a segment that refers beyond the file: " + e.getMessage());
      }
    } catch (IllegalStateException closed) {
      file.checkReplaced(memory, closed);
    }
  }

  private boolean copyBlock(MemorySegment memory, long at, long version, Scratch scratch) {
    long block = Slot.block(scratch.probe.slotWord);
    long bytes = BlockLayout.bytesWithin(memory, block);
    if (bytes > LARGE_COPY_BYTES && !isLargeBlock(memory, at, version, block, bytes)) {
      return false;
    }
    scratch.copyIn(memory, block, bytes, file.salt);
    return true;
  }

  /**
   * Whether a large block may be copied: before anything is allocated for its length, the page map
   * must say that it has so many pages.
   *
   * @return false if the version has moved, so that the length may be garbage
   */
  boolean isLargeBlock(MemorySegment memory, long at, long version, long block, long bytes) {
    CorruptStoreException damage = null;
    try {
      space.checkLarge(block, bytes);
    } catch (CorruptStoreException e) {
      damage = e;
    }
    VarHandle.acquireFence();
    if (Memory.getAcquire(memory, at + SegmentLayout.VERSION) != version) {
      return false;
    }
    if (damage != null) {
      throw damage;
    }
    return true;
  }

  private void copyFound(MemorySegment memory, Scratch scratch) {
    long block = Slot.block(scratch.probe.slotWord);
    scratch.copyIn(memory, block, BlockLayout.bytesWithin(memory, block), file.salt);
  }

  /** Copies and verifies the block that was found under the lock, where it is small or wanted. */
  private void copyFound(Scratch scratch, boolean wanted) {
    MemorySegment memory = file.memory();
    long block = Slot.block(scratch.probe.slotWord);
    long bytes = BlockLayout.bytesWithin(memory, block, scratch.foundLengths);
    if (wanted || !isLarge(bytes)) {
      scratch.reserveIn(bytes);
      Memory.copy(memory, block, scratch.in, 0, bytes);
      checkIn(scratch, block);
      scratch.holdsFound = scratch.inWords.length > 0;
    } else {
      checkBlock(memory, block, block);
    }
  }

  /** Verifies the image of a block that was copied to the incoming one. */
  private void checkIn(Scratch scratch, long block) {
    if (!scratch.isInSound(block, file.salt)) {
      throw unsound(block);
    }
  }

  private CorruptStoreException unsound(long block) {
    return file.corrupt(block, "begins a block that does not match its check");
  }

  /** Verifies what a stable read found. */
  private boolean checked(Scratch scratch, boolean found) {
    if (!found) {
      checkAbsence(scratch);
      return false;
    }
    checkIn(scratch, Slot.block(scratch.probe.slotWord));
    return !BlockLayout.expires(scratch.inLengths()) || !expiry.isVoid(scratch.in, 0);
  }

  /** Makes sure that a key was not missed because something on the way to it is damaged. */
  private void checkAbsence(Scratch scratch) {
    Probe probe = scratch.probe;
    if (probe.unsoundAt != 0) {
      throw file.corrupt(probe.unsoundAt, "is a slot with a wrong parity");
    }
    if (!SegmentLayout.isSoundTable(probe.table)) {
      long at = file.segmentAt(segmentOf(scratch.hash)) + SegmentLayout.TABLE;
      throw file.corrupt(at, "does not match its own check");
    }
    if (probe.foreignBlock != 0) {
      throw file.corrupt(
          probe.foreignBlock, "begins a block with a key that its slot does not stand for");
    }
  }

  /** Verifies the image of a block that a stable read copied. */
  void checkBlock(MemorySegment images, long image, long block) {
    if (!BlockLayout.isSound(images, image, block, file.salt)) {
      throw unsound(block);
    }
  }

  /**
   * Makes a change if the entry is as expected.
   *
   * @param scratch holds the key and, unless removing, the value, in its outgoing image
   * @param condition what the entry must be like
   * @param revision the entry's revision, 0 for absent, where the condition asks for it
   * @param remove whether to remove the entry
   * @param wantOld whether to copy the block found to the incoming image
   * @return whether the entry was there before, and not void; whether the change was made is {@code
   *     scratch.position != 0}
   */
  boolean update(
      Scratch scratch, Condition condition, long revision, boolean remove, boolean wantOld) {
    boolean present = updateAmongOthers(scratch, condition, revision, remove, wantOld);
    if (scratch.position != 0) {
      log.maintain(scratch.position);
    }
    return present;
  }

  /**
   * Like {@link #update}, for one of several changes: the caller tells the log of the last one, so
   * that all of them wait for the disk together.
   */
  boolean updateAmongOthers(
      Scratch scratch, Condition condition, long revision, boolean remove, boolean wantOld) {
    if (condition == Condition.ANY
        && !remove
        && !wantOld
        && writer != null
        && writer.put(scratch)) {
      return scratch.sighting.isFound();
    }
    checkWritable();
    log.checkMayWait();
    scratch.position = 0;
    long bytes = 0;
    long content = 0;
    if (!remove) {
      bytes = BlockLayout.bytes(scratch.lengths);
      content = scratch.outContent(bytes);
    }
    int segment = segmentOf(scratch.hash);
    boolean present;
    early.look(scratch, segment, bytes);
    lock(segment);
    try {
      checkUsable();
      boolean found = probe(segment, scratch);
      if (found) {
        if (isLarge(BlockLayout.bytes(scratch.foundLengths))) {
          Waiting.check(); // its run would go back to the file
        }
        copyFound(scratch, wantOld);
      }
      present = found && !isVoid(scratch);
      if (holds(condition, revision, found, present, scratch) && (found || !remove)) {
        if (condition == Condition.ADDABLE) {
          bytes = BlockLayout.bytes(scratch.lengths);
          content = scratch.outContent(bytes);
        }
        if (!found || BlockLayout.bytes(scratch.foundLengths) != bytes) {
          checkCounters(file.segmentAt(segment)); // else they stay as they are
        }
        if (!found && growth.isDue(segment, 1)) {
          Waiting.check();
          growth.grow(segment);
          probe(segment, scratch);
        }
        change(segment, scratch, found, bytes, content);
      }
      unlock(segment);
    } catch (Throwable e) {
      stranded.records[segment] = scratch.position;
      try {
        mending.putInOrder(segment, e);
      } catch (Throwable _) { // there may be no stack even for a call
        stranded.locks[segment] = true;
        stranded.isAny = true;
      }
      if (e instanceof IndexOutOfBoundsException outside) {
        throw beyond(segment, outside);
      }
      throw e;
    }
    return present;
  }

  boolean probe(int segment, Scratch scratch) {
    MemorySegment memory = file.mapped();
    scratch.holdsFound = false;
    try {
      long table = Memory.get(memory, file.segmentAt(segment) + SegmentLayout.TABLE);
      boolean found = scratch.probe.find(memory, table, scratch, file.hash);
      if (found) {
        scratch.foundLengths = BlockLayout.lengths(memory, Slot.block(scratch.probe.slotWord));
      } else {
        checkAbsence(scratch);
        checkRoom(segment, scratch.probe);
      }
      return found;
    } catch (IndexOutOfBoundsException e) {
      throw beyond(segment, e);
    }
  }

  private void checkRoom(int segment, Probe probe) {
    if (probe.insertAt == 0) {
      throw file.corrupt(
          file.segmentAt(segment) + SegmentLayout.TABLE, "leads to a table without a free slot");
    }
  }

  private CorruptStoreException beyond(int segment, IndexOutOfBoundsException e) {
    return file.corrupt(
        file.segmentAt(segment), "begins a segment that refers beyond the file: " + e.getMessage());
  }

  /** Whether the entry that was found under the lock is void. */
  private boolean isVoid(Scratch scratch) {
    return BlockLayout.expires(scratch.foundLengths)
        && expiry.isVoid(file.memory(), Slot.block(scratch.probe.slotWord));
  }

  /** Revision of the entry that was found under the lock, 0 if it is void. */
  long revisionOf(Scratch scratch) {
    return isVoid(scratch)
        ? 0
        : BlockLayout.revision(file.memory(), Slot.block(scratch.probe.slotWord));
  }

  private boolean holds(
      Condition condition, long revision, boolean found, boolean present, Scratch scratch) {
    return switch (condition) {
      case ANY -> true;
      case ABSENT -> !present;
      case PRESENT -> present;
      case REVISION, AS_SEEN -> revision == (found ? revisionOf(scratch) : 0);
      case EXPIRED -> found && !present;
      case ADDABLE -> add(scratch, present);
    };
  }

  private boolean add(Scratch scratch, boolean present) {
    long block = present ? Slot.block(scratch.probe.slotWord) : 0;
    if (present) {
      checkBlock(file.memory(), block, block);
    }
    return scratch.addition.apply(scratch, file.memory(), block, file);
  }

  /** Writes all but the header of a block; a small one behind what would wait for its lines. */
  private void writeContent(Scratch scratch, long block, long bytes) {
    long to = block + BlockLayout.KEY;
    Memory.copy(scratch.out, BlockLayout.KEY, file.memory(), to, bytes - BlockLayout.KEY);
    Step.BLOCK_WRITTEN.reached();
  }

  /** Makes the change; bytes is 0 for a removal. */
  private void change(int segment, Scratch scratch, boolean found, long bytes, long content) {
    Probe probe = scratch.probe;
    long at = file.segmentAt(segment);
    long block = 0;
    long lengths = scratch.lengths;
    long oldWord = found ? probe.slotWord : probe.insertWord;
    long slot = found ? probe.slotAt : probe.insertAt;
    long newWord;
    if (bytes > 0) {
      long place = blocks.allocate(segment, bytes, true);
      block = place & ~7;
      lengths = BlockLayout.withExcess(lengths, (int) place & 7);
      if (BlockLayout.expires(lengths)) {
        file.noteExpiring();
      }
      Step.BLOCK_TAKEN.reached();
      if (isLarge(bytes)) {
        writeContent(scratch, block, bytes);
      }
      newWord = Slot.of(scratch.hash, block);
    } else {
      newWord = Slot.ofRemoved(file.memory(), slot);
    }
    MemorySegment memory = file.memory();
    long oldBlock = found ? Slot.block(oldWord) : 0;
    long oldLengths = found ? scratch.foundLengths : 0;
    if (found && isLarge(BlockLayout.bytes(oldLengths))) {
      Memory.setRelease(memory, at + SegmentLayout.PENDING, 1); // its run will go back
    }
    Memory.setOf3(memory, at + SegmentLayout.INTENT_OLD, 0, oldWord);
    Memory.setOf3(memory, at + SegmentLayout.INTENT_OLD, 1, newWord);
    Memory.setOf3(memory, at + SegmentLayout.INTENT_OLD, 2, 0); // no record yet
    Memory.setRelease(memory, at + SegmentLayout.INTENT_SLOT, slot);
    Step.INTENT_SET.reached();
    long revision = log.unlogged.take();
    boolean logged = revision == 0;
    if (logged) {
      revision = append(memory, at, scratch, oldBlock, oldLengths, bytes > 0);
    } else {
      scratch.position = -revision;
      Step.REVISION_TAKEN.reached();
    }
    scratch.revision = revision;
    if (block != 0) {
      if (!isLarge(bytes)) {
        writeContent(scratch, block, bytes);
      }
      BlockLayout.setHeader(memory, block, lengths, revision, content, file.salt);
    }
    Memory.setRelease(memory, slot, newWord);
    Step.SLOT_SWUNG.reached();
    if (logged) {
      log.commit(scratch.position, scratch.record);
      Step.RECORD_COMMITTED.reached();
    }
    settle(segment, memory, oldWord, newWord, oldBlock, oldLengths, bytes);
    if (isLarge(bytes) || (found && isLarge(BlockLayout.bytes(oldLengths)))) {
      Memory.setRelease(memory, at + SegmentLayout.PENDING, 0);
    }
    if (bytes == 0) {
      blocks.tidyIfSparse(segment);
    }
  }

  /** Reserves, names and fills the record of a change; the change's revision. */
  private long append(
      MemorySegment memory,
      long at,
      Scratch scratch,
      long oldBlock,
      long oldLengths,
      boolean hasNew) {
    LogRecord record = record(memory, scratch, oldBlock, oldLengths, hasNew);
    long recordBytes = record.bytes();
    long position = log.reserve(recordBytes, record);
    scratch.position = position;
    Step.RECORD_RESERVED.reached();
    Memory.setRelease(memory, at + SegmentLayout.INTENT_RECORD, position + 1);
    Step.RECORD_NAMED.reached();
    log.write(position, record);
    Step.RECORD_WRITTEN.reached();
    return position + recordBytes;
  }

  static boolean isLarge(long bytes) {
    return bytes > SizeClass.BYTES_MAX;
  }

  /** What follows when the change is made: counters, and the old block's way back. */
  void settle(
      int segment,
      MemorySegment memory,
      long oldWord,
      long newWord,
      long oldBlock,
      long oldLengths,
      long bytes) {
    long at = file.segmentAt(segment);
    long oldBytes = oldBlock != 0 ? BlockLayout.bytes(oldLengths) : 0;
    boolean keeps = bytes > 0 && BlockAllocator.isKept(oldBytes);
    if (oldBlock != 0 && !keeps) {
      moveVersion(memory, at);
      Step.VERSION_MOVED.reached();
    }
    SegmentCounters.count(memory, at, oldWord, newWord, oldBytes, bytes);
    Step.COUNTED.reached();
    Memory.setRelease(memory, at + SegmentLayout.INTENT_SLOT, 0);
    Step.INTENT_CLEARED.reached();
    if (oldBlock != 0) {
      blocks.leave(segment, oldBlock, oldLengths, bytes > 0);
      Step.BLOCK_FREED.reached();
    }
  }

  void tidyIfSparse(int segment) {
    blocks.tidyIfSparse(segment);
  }

  /** Lets every reader that has begun start over; what it looks at may be reused from here on. */
  static void moveVersion(MemorySegment memory, long segmentAt) {
    long version = Memory.get(memory, segmentAt + SegmentLayout.VERSION);
    Memory.setRelease(memory, segmentAt + SegmentLayout.VERSION, version + 1);
    VarHandle.storeStoreFence();
  }

  /** Refuses to change a segment whose counters or spare blocks' words are damaged. */
  void checkCounters(long at) {
    SegmentCounters.check(file, at);
    blocks.checkSpares(at);
  }

  LogRecord record(
      MemorySegment memory, Scratch scratch, long oldBlock, long oldLengths, boolean hasNew) {
    scratch.record.mapId = file.mapId;
    scratch.record.timeNanos = clock.epochNanos();
    return RecordSources.fill(memory, scratch, oldBlock, oldLengths, hasNew);
  }

  /** Takes a segment's lock, and the segment over where its owner is dead. */
  void lock(int segment) {
    segmentLocks.lock(segment);
  }

  /** Takes a segment's lock like {@link #lock(int)} by a time of {@link System#nanoTime}. */
  boolean lockUntil(int segment, long deadlineNanos) {
    return segmentLocks.lockUntil(segment, deadlineNanos);
  }

  void unlock(int segment) {
    segmentLocks.unlock(segment);
  }

  /** The lock of those who change several entries by themselves. */
  MapGuard guard() {
    checkWritable();
    return guard;
  }

  /** Takes over what dead processes hold, without waiting for anybody. */
  int sweep() {
    return segmentLocks.sweep();
  }

  /** How many segments have an unfinished change that names a record. */
  int names(long position) {
    return file.names(position);
  }

  /** Waits until no change that began before is still being made. */
  void quiesce() {
    for (int segment = 0; segment < file.segments; segment++) {
      lock(segment);
      try {
        file.noteIfDropped(segment);
      } finally {
        try {
          unlock(segment);
        } catch (Throwable _) {
          stranded.locks[segment] = true;
          stranded.isAny = true;
        }
      }
    }
  }

  long size() {
    checkUsable();
    return file.entries();
  }

  void checkUsable() {
    if (ended) {
      throw dropped ? file.droppedSince() : file.closed(null);
    }
    boolean isDropped;
    try {
      isDropped = file.isDropped();
    } catch (IllegalStateException e) {
      throw dropped ? file.droppedSince() : file.closed(e);
    }
    if (isDropped) {
      throw file.droppedSince();
    }
  }

  /** Refuses changes of a map that is closed, gone or open for reading only. */
  void checkWritable() {
    checkUsable();
    if (readOnly) {
      throw ReadOnlyFiles.refused("map " + file.path + " cannot be changed");
    }
  }

  /** Whether the map is gone, for whichever process. */
  boolean isDropped() {
    return dropped || file.isDropped();
  }

  /** Closes the file of a map that was dropped; later calls tell that. */
  void closeDropped() {
    dropped = true;
    ended = true;
    locks.leftovers().remove(mending);
    file.closeDropped();
  }

  /** Lets nobody begin any more. */
  void end() {
    ended = true;
  }

  @Override
  public void close() {
    locks.leftovers().remove(mending);
    file.close();
  }
}
