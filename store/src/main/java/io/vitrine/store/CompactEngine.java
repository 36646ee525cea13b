package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The engine of a compact map, whose small entries of one size lie in the bucket table itself. Safe
 * for any number of threads and JVMs.
 */
final class CompactEngine extends MapEngine {
  /* Reading is as in MapEngine: version, lookup, version again. An odd version says that one line
   * is being changed; what the undo words of the segment's header hold counts until the version is
   * even again, see CompactTable.
   *
   * Writing, under the segment's lock: undo words, intent, record reserved, record named in the
   * intent, record filled, version odd, line changed, version even (here the change is made),
   * record committed, counters, intent cleared. See CompactRepair for what a takeover does. While
   * nobody has asked for the log, a change has no record, but a revision; of entries of two words
   * it is taken first, under an intent that names no line yet, see WordChanges.
   *
   * A line has one revision, that of the latest change in it. It stands for the revisions of all
   * entries of the line, and is never less than any of them. */

  private final CompactShape shape;
  private final CompactTable table;
  private final ChangeLog log;
  private final CompactRecords records;
  private final CompactLook look;
  private final WordChanges words;

  private final AtomicReference<@Nullable CompactLine> spareLine = new AtomicReference<>();

  CompactEngine(
      MapFile file, CompactShape shape, ChangeLog log, OwnedLock locks, StoreClock clock) {
    super(file, log, locks, clock);
    this.shape = shape;
    this.table = new CompactTable(file, shape, space, blocks);
    this.look = new CompactLook(file, table);
    this.log = log;
    this.records = new CompactRecords(shape, file.mapId, clock);
    this.words = new WordChanges(this);
  }

  CompactTable table() {
    return table;
  }

  CompactLook look() {
    return look;
  }

  CompactRecords records() {
    return records;
  }

  WordChanges words() {
    return words;
  }

  CompactShape shape() {
    return shape;
  }

  @Override
  void checkCounters(long at) {
    table.counters.check(at);
  }

  /** Hash of a key of one word. */
  long hashOf(long key) {
    return spread(file.hash.hash(key));
  }

  /**
   * Offset of the line that is being changed while a version holds, 0 for none.
   *
   * @param at offset of the segment's header
   */
  static long busyLine(MemorySegment memory, long at, long version) {
    return (version & 1) == 0
            || Memory.get(memory, at + SegmentLayout.INTENT_SLOT) == 0
            || !CompactTable.isLineRepeated(memory, at) // or another one would be taken for it
        ? 0
        : Memory.get(memory, at + CompactLayout.UNDO_LINE);
  }

  private static boolean isAt(MemorySegment memory, long at, long version) {
    VarHandle.acquireFence();
    return Memory.getAcquire(memory, at + SegmentLayout.VERSION) == version;
  }

  /**
   * Looks up a key of one word.
   *
   * @param absent what to answer where it is not there
   * @return the word that holds its value
   */
  long getWord(long key, long absent) {
    checkUsable();
    long hash = hashOf(key);
    long at = file.segmentAt(segmentOf(hash));
    MemorySegment memory = file.memory();
    long version = 0;
    try {
      version = Memory.getAcquire(memory, at + SegmentLayout.VERSION);
      long word = (version & 1) == 0 ? file.table(memory, at) : 0;
      long place = word == 0 ? -1 : table.find(memory, word, hash, key, memory, 0);
      if (place >= 0) {
        long value = Memory.get(memory, table.entryAt(place) + 8);
        if (table.isSound(memory, place) && isAt(memory, at, version)) {
          return value;
        }
      }
    } catch (IndexOutOfBoundsException e) {
      outOfBounds(memory, at, version, e);
    } catch (IllegalStateException e) {
      file.checkReplaced(memory, e);
    }
    return getWordSlowly(key, hash, absent);
  }

  private long getWordSlowly(long key, long hash, long absent) {
    Scratch scratch = takeScratch(key, hash);
    try {
      return read(scratch) ? Memory.get(scratch.in, scratch.inValueOffset()) : absent;
    } finally {
      giveScratch(scratch);
    }
  }

  /** Whether a key of one word is there. */
  boolean hasWord(long key) {
    long first = getWord(key, 0);
    if (first != 0) {
      return true;
    }
    Scratch scratch = takeScratch(key, hashOf(key));
    try {
      return read(scratch);
    } finally {
      giveScratch(scratch);
    }
  }

  private final ScratchPool scratches = new ScratchPool();

  private Scratch takeScratch(long key, long hash) {
    Scratch scratch = scratches.take();
    Memory.set(scratch.out, BlockLayout.KEY, key);
    scratch.keyLength = shape.keyBytes;
    scratch.hash = hash;
    return scratch;
  }

  private void giveScratch(Scratch scratch) {
    scratches.give(scratch);
  }

  @Override
  boolean read(Scratch scratch) {
    checkUsable();
    int segment = segmentOf(scratch.hash);
    long at = file.segmentAt(segment);
    for (int tries = 0; isWithoutLock(tries); tries++) {
      MemorySegment memory = file.memory();
      long version = 0;
      try {
        version = Memory.getAcquire(memory, at + SegmentLayout.VERSION);
        long word = file.table(memory, at);
        if (word == 0) {
          file.checkHasTable(memory, at);
          continue;
        }
        int outcome = look(memory, at, busyLine(memory, at, version), word, scratch);
        if (isAt(memory, at, version)) {
          return checked(scratch, outcome);
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
      long version = Memory.getAcquire(memory, at + SegmentLayout.VERSION);
      long word = Memory.get(memory, at + SegmentLayout.TABLE);
      return checked(scratch, look(memory, at, busyLine(memory, at, version), word, scratch));
    } finally {
      try {
        unlock(segment);
      } catch (Throwable _) {
        stranded.locks[segment] = true;
        stranded.isAny = true;
      }
    }
  }

  private static final int ABSENT = 0;
  private static final int FOUND = 1;
  private static final int DAMAGED = 2;

  /** Looks for a key and copies its entry; where something is damaged says {@code probe}. */
  private int look(MemorySegment memory, long at, long busy, long word, Scratch scratch) {
    long first = Memory.get(scratch.out, BlockLayout.KEY);
    long place = table.find(memory, word, scratch.hash, first, scratch.out, busy);
    if (place == CompactTable.BUSY) {
      return lookInCopies(memory, at, busy, word, scratch);
    }
    if (place < 0) {
      scratch.probe.unsoundAt = table.unsoundAt(memory, at, word, scratch.hash);
      return scratch.probe.unsoundAt == 0 ? ABSENT : DAMAGED;
    }
    copyOut(memory, table.entryAt(place), CompactTable.revisionAt(memory, place), scratch);
    scratch.probe.unsoundAt = table.entryAt(place);
    return table.isSound(memory, place) ? FOUND : DAMAGED;
  }

  private int lookInCopies(MemorySegment memory, long at, long busy, long word, Scratch scratch) {
    CompactLine line = takeLine();
    try {
      long lines = SegmentLayout.tableLines(word);
      long number = Slot.homeLine(scratch.hash >>> Slot.TAG_SHIFT, lines);
      for (long i = 0; i < lines; i++) {
        long offset = SegmentLayout.tableOffset(word) + number * shape.lineBytes;
        line.load(memory, offset, at, busy);
        scratch.probe.unsoundAt = offset;
        int index = line.indexOf(scratch);
        if (index >= 0) {
          copyOut(line.words, line.entryAt(index), line.revision(), scratch);
          return line.isSound() ? FOUND : DAMAGED;
        }
        if (!line.isSound()) {
          return DAMAGED;
        }
        if (!line.isOverflowed()) {
          return ABSENT;
        }
        number = number + 1 == lines ? 0 : number + 1;
      }
      return ABSENT;
    } finally {
      spareLine.setRelease(line);
    }
  }

  private CompactLine takeLine() {
    CompactLine line = spareLine.getAndSet(null);
    return line != null ? line : new CompactLine(shape, file.salt);
  }

  /** Copies an entry to the incoming image, in the form of a block. */
  private void copyOut(MemorySegment memory, long entry, long revision, Scratch scratch) {
    MemorySegment image = scratch.in;
    BlockLayout.setHeader(image, 0, shape.lengths(), revision, 0, 0);
    for (long i = 0; i < shape.entryBytes; i += 8) {
      Memory.set(image, BlockLayout.KEY + i, Memory.get(memory, entry + i));
    }
  }

  private boolean checked(Scratch scratch, int outcome) {
    if (outcome == DAMAGED) {
      throw unsound(scratch.probe.unsoundAt);
    }
    return outcome == FOUND;
  }

  private CorruptStoreException unsound(long offset) {
    return file.corrupt(offset, "is or begins what does not match its check");
  }

  /** Looks for the scratch's key under the lock; its place stands in {@code probe} then. */
  @Override
  boolean probe(int segment, Scratch scratch) {
    MemorySegment memory = file.mapped();
    long first = Memory.get(scratch.out, BlockLayout.KEY);
    long place = locate(memory, file.segmentAt(segment), scratch.hash, first, scratch.out);
    scratch.probe.slotAt = place;
    return place >= 0;
  }

  /** The place of a key, negative for none; under the lock. */
  long locate(MemorySegment memory, long at, long hash, long first, MemorySegment key) {
    try {
      long word = Memory.get(memory, at + SegmentLayout.TABLE);
      long place = table.findAmongWhole(memory, word, hash, first);
      if (place != CompactTable.BUSY) {
        return place;
      }
      place = table.find(memory, word, hash, first, key, 0);
      long unsound = place < 0 ? table.unsoundAt(memory, at, word, hash) : 0;
      if (place >= 0 && !table.isSound(memory, place)) {
        unsound = table.entryAt(place);
      }
      if (unsound != 0) {
        throw unsound(unsound);
      }
      return place;
    } catch (IndexOutOfBoundsException e) {
      throw beyondFile(at, e);
    }
  }

  CorruptStoreException beyondFile(long at, IndexOutOfBoundsException e) {
    return file.corrupt(at, "begins a segment that refers beyond the file: " + e);
  }

  @Override
  long revisionOf(Scratch scratch) {
    return CompactTable.revisionAt(file.memory(), scratch.probe.slotAt);
  }

  /**
   * Changes the entry of a key of one word.
   *
   * @param task what to do
   * @param operand the value to set or to add
   * @param expected the value that a comparison expects
   * @return the sum of an addition, {@link WordTask#NO_INT} if it is no int; otherwise whether the
   *     change was made, as 1 or 0
   */
  long updateWord(WordTask task, long key, long operand, long expected) {
    checkWritable();
    log.checkMayWait();
    long hash = hashOf(key);
    int segment = segmentOf(hash);
    long at = file.segmentAt(segment);
    long position = 0;
    long answer;
    MappedFile before = file.atHand();
    long version = look.version(before.memory(), at);
    long seen = look.find(before.memory(), at, hash, key);
    lock(segment);
    try {
      checkUsable();
      MemorySegment memory = file.mapped();
      long place =
          isStill(at, before, version, seen) ? seen : locate(memory, at, hash, key, memory);
      long old = place >= 0 ? Memory.get(memory, table.entryAt(place) + 8) : 0;
      if (task.isDone(place >= 0, old, operand, expected)) {
        long value = task.value(old, operand);
        position = words.change(segment, at, place, hash, key, value, task == WordTask.REMOVE);
        answer = task.isAddition() ? value : 1;
      } else {
        answer = task == WordTask.ADD_INT ? WordTask.NO_INT : 0;
      }
      unlock(segment);
    } catch (Throwable e) {
      try {
        mending.putInOrder(segment, e);
      } catch (Throwable _) { // there may be no stack even for a call
        stranded.locks[segment] = true;
        stranded.isAny = true;
      }
      throw e;
    }
    if (position != 0) {
      log.maintain(position);
    }
    return answer;
  }

  @Override
  boolean updateAmongOthers(
      Scratch scratch, Condition condition, long revision, boolean remove, boolean wantOld) {
    checkWritable();
    log.checkMayWait();
    scratch.position = 0;
    boolean sets = !remove && condition != Condition.ADDABLE;
    if (sets && BlockLayout.expires(scratch.lengths)) {
      throw noTimeToLive();
    }
    int segment = segmentOf(scratch.hash);
    long at = file.segmentAt(segment);
    boolean found;
    boolean isAsSeen;
    MappedFile before = file.atHand();
    long seenVersion = 0;
    long seenTable = shape.keyWords == 1 && !shape.isSingle ? look.table(at) : 0;
    long seenPlace = -1;
    if (shape.isSingle) {
      seenVersion = look.version(before.memory(), at);
      long first = Memory.get(scratch.out, BlockLayout.KEY);
      seenPlace = look.find(before.memory(), at, scratch.hash, first);
    } else if (seenTable != 0) {
      if (shape.isWide) {
        scratch.seen = look.touch(seenTable, scratch.hash);
      }
      long first = Memory.get(scratch.out, BlockLayout.KEY);
      seenPlace = look.place(seenTable, scratch.hash, first);
    }
    lock(segment);
    try {
      checkUsable();
      if (shape.isSingle && isStill(at, before, seenVersion, seenPlace)) {
        scratch.probe.slotAt = seenPlace;
        found = seenPlace >= 0;
      } else {
        found = isStill(at, seenTable, seenPlace, scratch) || probe(segment, scratch);
      }
      long place = scratch.probe.slotAt;
      isAsSeen = condition == Condition.AS_SEEN && isAsSeen(found ? place : -1, revision, scratch);
      scratch.holdsFound = false;
      if (found && (wantOld || condition == Condition.REVISION || condition == Condition.ADDABLE)) {
        copyFound(scratch);
      }
      if ((isAsSeen || holds(condition, revision, found, scratch)) && (found || !remove)) {
        if (shape.isSingle) {
          long key = Memory.get(scratch.out, BlockLayout.KEY);
          long value = remove ? 0 : valueWord(scratch);
          scratch.position = words.change(segment, at, place, scratch.hash, key, value, remove);
          long bytes = records.bytes(place < 0, remove);
          scratch.revision = scratch.position < 0 ? -scratch.position : scratch.position + bytes;
        } else {
          change(segment, at, place, scratch, remove);
        }
      }
      unlock(segment);
    } catch (Throwable e) {
      if (scratch.position > 0) {
        stranded.records[segment] = scratch.position;
      }
      try {
        mending.putInOrder(segment, e);
      } catch (Throwable _) { // there may be no stack even for a call
        stranded.locks[segment] = true;
        stranded.isAny = true;
      }
      throw e;
    }
    return found;
  }

  /** Whether what was seen before the lock was taken holds, see {@link CompactLook#find}. */
  private boolean isStill(long at, MappedFile before, long version, long seen) {
    return seen != CompactTable.BUSY
        && (version & 1) == 0
        && before.equals(file.atHand())
        && Memory.get(before.memory(), at + SegmentLayout.VERSION) == version;
  }

  /** Whether a key of one word is where it was seen before the lock was taken; as a probe. */
  private boolean isStill(long at, long seenTable, long seenPlace, Scratch scratch) {
    if (seenTable == 0 || seenPlace < 0) {
      return false;
    }
    MemorySegment memory = file.mapped();
    scratch.probe.slotAt = seenPlace;
    return seenTable == Memory.get(memory, at + SegmentLayout.TABLE)
        && table.isStill(memory, seenPlace, Memory.get(scratch.out, BlockLayout.KEY));
  }

  /** What is thrown where an entry of a compact map is given a time to live. */
  UnsupportedOperationException noTimeToLive() {
    return new UnsupportedOperationException(
        file.path
            + ": entries of a compact map cannot have a time to live; create the map without"
            + " MapOptions.compact()");
  }

  private boolean holds(Condition condition, long revision, boolean found, Scratch scratch) {
    return switch (condition) {
      case ANY -> true;
      case ABSENT -> !found;
      case PRESENT -> found;
      case REVISION -> revision == (found ? scratch.inRevision() : 0);
      case EXPIRED, AS_SEEN -> false;
      case ADDABLE -> {
        long bits = found ? Memory.get(scratch.in, scratch.inValueOffset()) : 0;
        yield scratch.addition.apply(scratch, bits);
      }
    };
  }

  /** Whether an entry has the value that the incoming image has, or neither is there. */
  private boolean isAsSeen(long place, long revision, Scratch scratch) {
    if (place < 0 || revision == 0) {
      return place < 0 && revision == 0;
    }
    return Memory.same(
        file.memory(),
        table.entryAt(place) + shape.valueAt,
        scratch.in,
        BlockLayout.KEY + shape.valueAt,
        shape.valueBytes);
  }

  /** Notes what is about to be changed. */
  void noteIntent(MemorySegment memory, long at, long place) {
    table.noteUndo(memory, at, place);
    Memory.set(memory, at + SegmentLayout.INTENT_RECORD, 0);
    Memory.setRelease(memory, at + SegmentLayout.INTENT_SLOT, place >>> 3);
    Step.INTENT_SET.reached();
  }

  /**
   * Makes room for insertions into a segment.
   *
   * @return whether its table was replaced, and the file perhaps mapped anew
   */
  boolean makeRoom(int segment, int inserts) {
    boolean grown = false;
    while (table.isDue(segment, inserts)) {
      Waiting.check();
      table.grow(segment);
      grown = true;
    }
    return grown;
  }

  /** A place to insert a key at; the file may have been mapped anew. */
  long makePlace(int segment, long at, long hash) {
    makeRoom(segment, 1);
    MemorySegment memory = file.memory();
    return table.makePlace(memory, Memory.get(memory, at + SegmentLayout.TABLE), hash);
  }

  /** The word that holds the value of a scratch; 0 for one of no bytes. */
  long valueWord(Scratch scratch) {
    return shape.valueBytes == 0 ? 0 : Memory.get(scratch.out, BlockLayout.KEY + 8);
  }

  /** Ends a change that is made. */
  void finish(MemorySegment memory, long at, long place, boolean insert, boolean remove) {
    if (insert || remove) {
      table.counters.count(memory, at, place, insert ? 1 : -1);
      Step.COUNTED.reached();
    }
    Memory.setRelease(memory, at + SegmentLayout.INTENT_SLOT, 0);
    Step.INTENT_CLEARED.reached();
  }

  /** Makes a change of an entry of any size. */
  private void change(int segment, long at, long found, Scratch scratch, boolean remove) {
    boolean insert = found < 0;
    long place = insert ? makePlace(segment, at, scratch.hash) : found;
    MemorySegment memory = file.memory();
    if (insert || remove) {
      checkCounters(at);
    }
    noteIntent(memory, at, place);
    long revision = log.unlogged.take();
    if (revision != 0) {
      scratch.revision = revision;
      scratch.position = -revision;
      Step.REVISION_TAKEN.reached();
      apply(memory, at, place, scratch, remove, revision);
      Step.SLOT_SWUNG.reached();
    } else {
      changeLogged(memory, at, place, scratch, insert, remove);
    }
    finish(memory, at, place, insert, remove);
  }

  private void changeLogged(
      MemorySegment memory, long at, long place, Scratch scratch, boolean insert, boolean remove) {
    if (!insert && !scratch.holdsFound) {
      copyFound(scratch);
    }
    LogRecord record = records.fill(scratch, insert, remove);
    long bytes = record.bytes();
    long position = log.reserve(bytes, record);
    scratch.position = position;
    scratch.revision = position + bytes;
    Step.RECORD_RESERVED.reached();
    Memory.setRelease(memory, at + SegmentLayout.INTENT_RECORD, position + 1);
    Step.RECORD_NAMED.reached();
    log.write(position, record);
    Step.RECORD_WRITTEN.reached();
    apply(memory, at, place, scratch, remove, position + bytes);
    Step.SLOT_SWUNG.reached();
    log.commit(position, record);
    Step.RECORD_COMMITTED.reached();
  }

  private void apply(
      MemorySegment memory, long at, long place, Scratch scratch, boolean remove, long revision) {
    CompactTable.open(memory, at);
    if (remove) {
      table.clear(memory, place, revision);
    } else if (shape.isWide && scratch.outWords.length > 0) {
      table.setWide(memory, place, scratch.outWords, revision);
    } else {
      long value = BlockLayout.KEY + shape.valueAt;
      table.set(memory, place, scratch.out, BlockLayout.KEY, scratch.out, value, revision);
    }
    CompactTable.close(memory, at);
  }

  /** Keeps the entry found, which is about to be changed. */
  void copyFound(Scratch scratch) {
    MemorySegment memory = file.memory();
    long place = scratch.probe.slotAt;
    copyOut(memory, table.entryAt(place), CompactTable.revisionAt(memory, place), scratch);
    scratch.holdsFound = true;
  }

  /** Makes a group's change, which the record has been told and which has been decided. */
  void swing(int segment, Scratch scratch, boolean remove, long revision) {
    MemorySegment memory = file.memory();
    long at = file.segmentAt(segment);
    boolean found = probe(segment, scratch);
    if (!found && remove) {
      return;
    }
    long word = Memory.get(memory, at + SegmentLayout.TABLE);
    long place = found ? scratch.probe.slotAt : table.makePlace(memory, word, scratch.hash);
    table.noteUndo(memory, at, place);
    apply(memory, at, place, scratch, remove, revision);
    if (!found || remove) {
      table.counters.count(memory, at, place, found ? -1 : 1);
    }
  }

  @Override
  GroupPart groupPart() {
    return new CompactGroupPart(this);
  }

  @Override
  void tidyIfSparse(int segment) {
    // there are no chunks
  }
}
