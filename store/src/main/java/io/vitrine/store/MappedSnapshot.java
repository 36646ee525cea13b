package io.vitrine.store;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The snapshot of a mapped map. For one thread at a time. */
final class MappedSnapshot<K, V> implements Snapshot<K, V> {
  /* The revision S is a settled end of the log: every change up to it is made, so an entry that
   * is met with a revision up to S has the value that it had at S. One that changed since is
   * told by the log: the first change after S of a key has the value before it, and names a
   * revision up to S as the one before.
   *
   * So the walk reads a group, and then the log up to the end that it had after the group was
   * read. Every change that the group shows, or by which an entry of it is missing, is among
   * those records, since a record is reserved before its change is made. A first change of a key
   * whose group has not been told yet tells the entry; so the entry is told from the group only
   * if its revision is up to S and no such record came. Of a map of blocks nothing is remembered
   * beyond one group: where a key stands in the order of groups says whether it has been told.
   *
   * What the consumer throws at does not come again; the walk goes on behind it. */

  private static final int POLL = 10_000;

  /** Larger entries are kept outside of the heap. */
  private static final long HEAP_BYTES_MAX = 256 << 10;

  private static final long READ_ONLY_PATIENCE_NANOS = 2_000_000_000;

  private final MappedMap<K, V> map;
  private final MapEngine engine;
  private final GroupReader group;
  private final long revision;

  /** Null where the log does not tell of changes, and there must be none. */
  private final @Nullable LogTailer changes;

  private final Set<ByteBuffer> changedInGroup = new HashSet<>();

  /**
   * What changes told of, to be handed on: an entry, or those of one atomic group, as images of
   * blocks. They are read when they are handed on: so one that cannot be is told once, and no other
   * is left out or comes again.
   */
  private final Queue<MemorySegment> told = new ArrayDeque<>();

  /** Whether a group was read of which not all is handed on. */
  private boolean isRead;

  /** End of the log when the group had been read. */
  private long readEnd;

  private int handedOn;
  private long handedBytes;

  /** Of a compact map: keys ahead of the walk whose first change after the revision was met. */
  private final Set<ByteBuffer> changedAhead = new HashSet<>();

  /** Those of the record at hand, an atomic group's say, which is read again if it fails. */
  private final List<ByteBuffer> changedByRecord = new ArrayList<>();

  /** Revision of the record at hand. */
  private long recordRevision;

  private final long now;
  private int segment;
  private long place;
  private int handed;
  private long expiry;

  /**
   * Begins a walk.
   *
   * @param now entries that have become void by then are left out
   */
  MappedSnapshot(MappedMap<K, V> map, long now) {
    this.map = map;
    this.engine = map.engine();
    this.group = new GroupReader(engine);
    this.now = now;
    ChangeLog log = engine.log();
    boolean canTell = log.beginning.isDone() || !log.isReadOnly();
    if (canTell) {
      log.begin();
    }
    this.revision = canTell ? LogPlaces.present(log) : log.unlogged.newest();
    this.changes = canTell ? new LogTailer(log, revision) : null;
    if (!canTell) {
      checkUnlogged();
    }
  }

  @Override
  public long revision() {
    return revision;
  }

  @Override
  public long expiryMillis() {
    return expiry;
  }

  @Override
  public Tailer tailer() {
    // The log tells of a map's last changes and of its end also when it has been dropped.
    ChangeLog log = engine.log();
    return engine.file.guard(() -> {
      try {
        log.checkOpen();
      } catch (IllegalStateException e) {
        throw engine.file.closed(e);
      }
      log.begin();
      return new LogTailer(log, revision);
    });
  }

  @Override
  public boolean next(EntryConsumer<? super K, ? super V> consumer, int limit) {
    return engine.file.guardUsers(() -> goOn(consumer, limit));
  }

  @Override
  public long handedBytes() {
    return handedBytes;
  }

  private boolean goOn(EntryConsumer<? super K, ? super V> consumer, int limit) {
    handed = 0;
    while (handed < limit && segment < engine.file.segments) {
      if (!isRead) {
        readGroup();
      }
      if (changes != null && !tellChanged(changes, consumer, limit)) {
        return true;
      }
      tellGroup(consumer);
      isRead = false;
      place = group.nextPlace();
      if (place == WalkOrder.END) {
        segment++;
        place = 0;
      }
    }
    return segment < engine.file.segments;
  }

  private void readGroup() {
    if (changes == null) {
      awaitRest();
    }
    group.read(segment, place);
    if (changes == null) {
      checkUnlogged();
    }
    changedInGroup.clear();
    readEnd = engine.log().end();
    handedOn = 0;
    isRead = true;
  }

  /** Makes sure that nothing has been changed since, where the log does not tell of it. */
  private void checkUnlogged() {
    UnloggedRevisions unlogged = engine.log().unlogged;
    if (unlogged.newest() != revision || unlogged.areOver()) {
      throw new StoreException(
          "map "
              + engine.file.path
              + " cannot be walked over as it is at one revision: its store is changed meanwhile,"
              + " and the log does not tell how, since nobody has read it so far; open the store"
              + " for writing to take a snapshot");
    }
  }

  /** Waits until no change up to the revision is still being made in the segment. */
  private void awaitRest() {
    long begin = System.nanoTime();
    long intent = engine.file.segmentAt(segment) + SegmentLayout.INTENT_SLOT;
    while (engine.file.look(memory -> Memory.getAcquire(memory, intent)) != 0) {
      checkPatience(begin);
      Nap.nanos(50_000);
    }
  }

  /**
   * Hands on what the log tells of entries behind the group at hand, which may be all of them.
   *
   * @return false where the limit was reached before that was all; it goes on with the next call
   */
  private boolean tellChanged(
      LogTailer tailer, EntryConsumer<? super K, ? super V> consumer, int limit) {
    handOnTold(consumer);
    long moved = System.nanoTime();
    while (tailer.revision() < readEnd) {
      if (handed >= limit) {
        return false;
      }
      int read = poll(tailer);
      handOnTold(consumer);
      if (read > 0) {
        moved = System.nanoTime();
      } else if (tailer.revision() < readEnd) {
        checkPatience(moved);
        Nap.nanos(50_000); // a writer is between reserving and committing
      }
    }
    return true;
  }

  /** Reads on, up to what is to be handed on; of a record that fails nothing is remembered. */
  private int poll(LogTailer tailer) {
    boolean done = false;
    try {
      int read = tailer.poll(this::readChange, POLL);
      done = true;
      return read;
    } finally {
      if (!done && recordRevision > tailer.revision()) { // it will be read again
        told.clear(); // there was nothing of others before
        changedByRecord.forEach(changedAhead::remove);
      }
    }
  }

  private void handOnTold(EntryConsumer<? super K, ? super V> consumer) {
    for (MemorySegment image = told.poll(); image != null; image = told.poll()) {
      expiry = engine.file.isExpiring() ? -1 : 0;
      handOn(consumer, image, 0, BlockLayout.revision(image, 0));
    }
  }

  private void handOn(
      EntryConsumer<? super K, ? super V> consumer,
      MemorySegment images,
      long image,
      long entryRevision) {
    handed++;
    handedBytes += BlockLayout.bytes(BlockLayout.lengths(images, image));
    consumer.accept(map.keyOf(images, image), map.valueOf(images, image), entryRevision);
  }

  /** Who may write finishes what a dead writer began; who may not would wait for ever. */
  private void checkPatience(long moved) {
    if (engine.log().isReadOnly() && System.nanoTime() - moved > READ_ONLY_PATIENCE_NANOS) {
      throw new StoreException(
          "the log of changes stands still behind 0x"
              + Long.toHexString(revision)
              + ", where a writer is paused or dead; open the store for writing once, which puts it"
              + " in order");
    }
  }

  /** Reads a change; false if something is to be handed on before the next one. */
  private boolean readChange(Change change) {
    if (change.mapId() == engine.file.mapId && change.kind().isOfEntry()) {
      readChangeOfEntry(change);
    }
    return told.isEmpty();
  }

  private void readChangeOfEntry(Change change) {
    boolean compact = engine.file.compact != null;
    if (!compact && (change.oldLength() < 0 || change.previousRevision() > revision)) {
      return;
    }
    if (change.revision() != recordRevision) {
      recordRevision = change.revision();
      changedByRecord.clear();
    }
    MemorySegment source = change.source();
    long hash =
        MapEngine.spread(engine.file.hash.hash(source, change.keyOffset(), change.keyLength()));
    int keySegment = engine.segmentOf(hash);
    long keyPlace = group.placeOf(hash >>> Slot.TAG_SHIFT); // in this segment
    if (keySegment < segment || (keySegment == segment && keyPlace < place)) {
      return; // told before, from its group
    }
    if (compact) {
      readFirstChange(change);
      return;
    }
    if (keySegment == segment && keyPlace < group.nextPlace()) {
      changedInGroup.add(bytes(source, change.keyOffset(), change.keyLength()));
    }
    told.add(imageOf(change, change.previousRevision()));
  }

  /**
   * Takes the value before a change, if it is the key's first one. The revision that a record of a
   * compact map names as the one before may be that of another key, so keys are remembered here
   * until the walk has come to them.
   */
  private void readFirstChange(Change change) {
    ByteBuffer key = bytes(change.source(), change.keyOffset(), change.keyLength());
    if (changedAhead.contains(key)) {
      return;
    }
    changedByRecord.add(key); // first, so that whatever fails behind it is undone
    changedAhead.add(key);
    if (change.oldLength() >= 0) {
      told.add(imageOf(change, Math.min(revision, change.previousRevision())));
    }
  }

  /** An entry as it was before a change. */
  private static MemorySegment imageOf(Change change, long known) {
    long lengths = BlockLayout.lengths(change.keyLength(), change.oldLength(), false);
    MemorySegment image = room(BlockLayout.bytes(lengths));
    if (BlockLayout.isWide(lengths)) {
      Memory.set(image, BlockLayout.expiryOffset(lengths) - 8, change.oldLength());
    }
    BlockLayout.setHeader(image, 0, lengths, known, 0, 0);
    MemorySegment source = change.source();
    MemorySegment.copy(source, change.keyOffset(), image, BlockLayout.KEY, change.keyLength());
    long value = BlockLayout.valueOffset(lengths);
    MemorySegment.copy(source, change.oldOffset(), image, value, change.oldLength());
    return image;
  }

  private static MemorySegment room(long bytes) {
    return bytes > HEAP_BYTES_MAX
        ? Arena.ofAuto().allocate(bytes, Long.BYTES)
        : MemorySegment.ofArray(new long[Words.count(bytes)]);
  }

  private void tellCompactGroup(EntryConsumer<? super K, ? super V> consumer) {
    MemorySegment images = group.images();
    while (handedOn < group.count()) {
      long image = group.image(handedOn++); // also if the consumer throws
      long keyLength = BlockLayout.keyLength(BlockLayout.lengths(images, image));
      if (changedAhead.isEmpty()
          || !changedAhead.remove(bytes(images, image + BlockLayout.KEY, keyLength))) {
        expiry = 0;
        handOn(consumer, images, image, Math.min(revision, BlockLayout.revision(images, image)));
      }
    }
  }

  private void tellGroup(EntryConsumer<? super K, ? super V> consumer) {
    if (engine.file.compact != null) {
      tellCompactGroup(consumer);
      return;
    }
    MemorySegment images = group.images();
    while (handedOn < group.count()) {
      long image = group.image(handedOn++);
      long entryRevision = BlockLayout.revision(images, image);
      if (entryRevision <= revision && !isVoid(images, image) && !isChanged(images, image)) {
        expiry = Expiry.millis(images, image);
        handOn(consumer, images, image, entryRevision);
      }
    }
  }

  /** Whether an entry was void when the snapshot was begun. */
  private boolean isVoid(MemorySegment images, long image) {
    long millis = Expiry.millis(images, image);
    return millis != 0 && millis <= now;
  }

  private boolean isChanged(MemorySegment images, long image) {
    if (changedInGroup.isEmpty()) {
      return false;
    }
    long lengths = BlockLayout.lengths(images, image);
    return changedInGroup.contains(
        bytes(images, image + BlockLayout.KEY, BlockLayout.keyLength(lengths)));
  }

  private static ByteBuffer bytes(MemorySegment from, long offset, long length) {
    byte[] copy = new byte[(int) length];
    MemorySegment.copy(from, offset, MemorySegment.ofArray(copy), 0, length);
    return ByteBuffer.wrap(copy);
  }
}
