package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fills a fresh file of a map with every entry that can be proved: from the slots, from all over
 * the old file, and from the log. For one thread, while nobody has the store open.
 */
final class MapSalvage {
  /* An entry is proved by the check of its block, which says the place and the file. A block that
   * is freed is marked as free, so that what is whole and has no slot is an entry whose slot is
   * damaged, or the older of two states of an entry whose writer died: of one key, the highest
   * revision wins. Then the log is read over all that: what it says is newer than what was found.
   * Where records are missing, what stands before them no longer tells what became of a key: it
   * is believed only if a damaged block still names that very revision.
   *
   * How many entries are lost tells the counter of the segment. Which ones is told as far as a
   * slot says where their blocks were. */

  private static final int BAD_SLOTS_MAX = 10_000;
  private static final String BAD_BLOCK = "its block is damaged";
  private static final int KEY_SHOWN_BYTES_MAX = 200;

  /** A slot whose entry could not be proved. */
  private record BadSlot(int segment, long tag, long offset, long block, String reason) {}

  private final MapImage image;
  private final MapBuilder to;
  private final MemorySegment memory;
  private final EntryBytes entry = new EntryBytes();
  private final List<BadSlot> badSlots = new ArrayList<>();
  private final Set<Long> claimed = new HashSet<>();
  private final Set<Long> recovered = new HashSet<>();
  private final Set<Long> restored = new HashSet<>();

  /** Keys that were found and that the log removed; it may tell later that they came again. */
  private final Set<Long> removed = new HashSet<>();

  /**
   * Keys of a compact map whose lines, in the new file, say nothing about their revisions, by the
   * hashes of {@link KeyRevisions}: many keys of a large map share segment and tag.
   */
  private final Set<Long> unsure = new HashSet<>();

  /** Keys of such entries of which the log has said nothing yet. */
  private final Map<ByteBuffer, byte[]> untold = new LinkedHashMap<>();

  /** Keys of such entries of which records that do not tell all say something else. */
  private final Map<ByteBuffer, byte[]> contradicted = new LinkedHashMap<>();

  private final List<LostEntry> givenUp = new ArrayList<>();
  private final long[] missing;
  private final @Nullable CompactSalvage compact;
  private final BitSet unreadable = new BitSet();
  private final BitSet uncertain = new BitSet();

  /** Whether what the file lacks may have been there all the same, since it is behind the log. */
  private boolean isAbsenceNothing;

  /** How many changes of keys that the file lacks were left out. */
  private long leftOut;

  /** Of entries up to this revision a checkpoint tells, and of their removals. */
  private long toldUpTo;

  /** Whether a checkpoint has told all that there was when records of the log were missing. */
  private boolean isSaved;

  /** Of a compact map whose file is of any time. */
  private @Nullable KeyRevisions revisions;

  private long revisionMax;
  private long fromScan;
  private long fromLog;

  MapSalvage(MapImage image, MapBuilder to) {
    this.image = image;
    this.to = to;
    this.memory = image.memory();
    this.missing = new long[image.shape().segments()];
    CompactShape shape = image.shape().compact();
    this.compact = shape == null ? null : new CompactSalvage(image, shape, new CompactVisitor());
  }

  MapImage image() {
    return image;
  }

  MapBuilder built() {
    return to;
  }

  /** The largest revision of an entry that was found. */
  long revisionMax() {
    return revisionMax;
  }

  /** What to tell people of changes that were not made, as others of their keys may be missing. */
  List<String> leftOut() {
    return leftOut == 0
        ? List.of()
        : List.of(
            image.path()
                + ": "
                + leftOut
                + " changes of entries that its file lacks were left out: records of the log are"
                + " missing, which may tell that these were removed");
  }

  /** Entries that were found without their slots, and taken from the log. */
  long recovered() {
    return fromScan + fromLog;
  }

  /**
   * Says that each page of the file may be of any time.
   *
   * @param revision the file's entries up to here are not taken, since a checkpoint has all that
   *     were left of them
   */
  void isStale(long revision) {
    toldUpTo = revision;
    revisions = compact == null ? null : new KeyRevisions();
  }

  /** Says so of a file that is gone. */
  void isStaleAndGone(boolean isSure) {
    isStale(0);
    isAbsenceNothing = isSure;
  }

  /**
   * Looks whether the file has an older entry of a key than there was: then it is behind, and what
   * checkpoint and log tell is believed of keys that it lacks, also where records are missing.
   */
  void lookWhetherBehind(MemorySegment source, long offset, long length, long revision) {
    long known = known(source, offset, length);
    isAbsenceNothing |= known > 0 && known < revision && !isOfAnyTime(source, offset, length);
  }

  /** Takes what the slots lead to. */
  void fromSlots() throws IOException {
    for (int segment = 0; segment < image.shape().segments(); segment++) {
      long table = SegmentLayout.tableWhereverItIs(memory, image.segmentAt(segment));
      long offset = SegmentLayout.tableOffset(table);
      long lines = SegmentLayout.tableLines(table);
      if (SegmentLayout.isSoundTable(table)
          && lines > 0
          && lines <= Slot.LINES_MAX
          && lines * lineBytes() <= memory.byteSize() - offset) {
        to.reserve(segment, seemingly(segment, offset, lines));
        if (compact != null) {
          compact.table(segment, offset, lines);
        } else {
          fromTable(segment, offset, lines);
        }
      } else {
        unreadable.set(segment);
      }
    }
  }

  /** How many entries a table seems to have, in whose order they would crowd a smaller one. */
  private long seemingly(int segment, long table, long lines) {
    long live = 0;
    for (long i = 0; i < lines; i++) {
      long line = table + i * lineBytes();
      if (compact != null) {
        live += Long.bitCount(Memory.get(memory, line) & CompactLayout.OCCUPIED);
        continue;
      }
      for (int j = 0; j < 8; j++) {
        live += Slot.isLive(Memory.get(memory, line + 8L * j)) ? 1 : 0;
      }
    }
    long counted = Memory.get(memory, image.segmentAt(segment) + SegmentLayout.ENTRIES);
    return CheckedWord.isSound(counted) ? Math.min(live, CheckedWord.value(counted)) : live;
  }

  private long lineBytes() {
    CompactShape shape = image.shape().compact();
    return shape == null ? 1L << SegmentLayout.LINE_SHIFT : shape.lineBytes;
  }

  /** What is found in a compact map. */
  private final class CompactVisitor implements CompactSalvage.Visitor {
    @Override
    public void entry(EntryBytes found) {
      if (found.revision == CompactSalvage.UNKNOWN_REVISION) {
        unsure.add(KeyRevisions.hash(found.source, found.keyOffset, found.keyLength));
        byte[] key = bytes(found.source, found.keyOffset, found.keyLength);
        untold.put(ByteBuffer.wrap(key), key);
      }
      if (take(found) && unreadable.get(segmentOf(found))) {
        fromScan++;
        recovered.add(signature(found.source, found.keyOffset, found.keyLength));
      }
    }

    @Override
    public void bad(int segment, long tag, long at) {
      if (badSlots.size() < BAD_SLOTS_MAX) {
        long block = tag < 0 ? -1 : at - BlockLayout.KEY; // where the key stands in a block
        badSlots.add(new BadSlot(segment, tag, at, block, "it is damaged"));
      }
    }
  }

  private int segmentOf(EntryBytes found) {
    return image.segmentOf(image.hashOfKey(found.source, found.keyOffset, found.keyLength));
  }

  private void fromTable(int segment, long table, long lines) {
    for (long i = 0; i < 8 * lines; i++) {
      long slot = table + 8 * i;
      long word = Memory.get(memory, slot);
      if (word == Slot.EMPTY || word == Slot.TOMBSTONE) {
        continue;
      }
      if (!Slot.isSound(word)) {
        bad(segment, word, slot, "its slot is damaged");
      } else if (!image.isBlock(Slot.block(word), memory.byteSize() & -8)) {
        bad(segment, word, slot, BAD_BLOCK);
      } else {
        take(Slot.block(word));
      }
    }
  }

  private void bad(int segment, long word, long slot, String reason) {
    if (badSlots.size() < BAD_SLOTS_MAX) {
      badSlots.add(new BadSlot(segment, Slot.tag(word), slot, Slot.block(word), reason));
      if (Slot.isSound(word) && Slot.block(word) <= memory.byteSize() - SizeClass.BYTES_MIN) {
        long revision = BlockLayout.revision(memory, Slot.block(word));
        claimed.add(claim(signature(segment, Slot.tag(word)), revision));
      }
    }
  }

  /**
   * Takes an entry that is proved, unless there is a newer one of its key.
   *
   * @return whether there was none of its key
   */
  private boolean take(long block) {
    BlockLayout.entry(memory, block, entry);
    return take(entry);
  }

  private boolean take(EntryBytes found) {
    boolean isUnsure = compact != null && found.revision == CompactSalvage.UNKNOWN_REVISION;
    if (found.revision <= toldUpTo && !isUnsure) {
      return false;
    }
    long known = known(found.source, found.keyOffset, found.keyLength);
    if (known < found.revision) {
      to.put(found);
      note(found.source, found.keyOffset, found.keyLength, found.revision);
      revisionMax = Math.max(revisionMax, found.revision);
    }
    return known == 0;
  }

  /** The newest revision of a key that was taken, 0 for none. */
  private long known(MemorySegment source, long offset, long length) {
    long known = to.revisionOf(source, offset, length);
    return known == 0 || revisions == null
        ? known
        : revisions.get(KeyRevisions.hash(source, offset, length));
  }

  private void note(MemorySegment source, long offset, long length, long revision) {
    if (revisions != null) {
      revisions.set(KeyRevisions.hash(source, offset, length), revision);
    }
  }

  /**
   * Looks for entries all over the file.
   *
   * @param pages the page map, null if it cannot be believed
   * @param limit no entry has a larger revision
   */
  void fromPages(@Nullable MapPages pages, long limit) throws IOException {
    if (compact != null) {
      if (pages != null) {
        compact.byPages(pages, unreadable::get);
      }
      return;
    }
    var scan =
        new BlockScan(
            image,
            limit,
            block -> {
              if (!isReplaced(block) && take(block)) {
                fromScan++;
                recovered.add(signature(entry.source, entry.keyOffset, entry.keyLength));
              }
            });
    if (pages == null) {
      scan.everywhere();
    } else {
      scan.byPages(pages);
    }
  }

  /**
   * Whether a block has been replaced by a newer one of its key, which may be damaged: it is a
   * spare one, or may be, as the words that name these are damaged, too, and the newer one is.
   */
  private boolean isReplaced(long block) {
    BlockLayout.entry(memory, block, entry);
    int segment = segmentOf(entry);
    long at = image.segmentAt(segment);
    long counts = Memory.get(memory, at + SegmentLayout.SPARES);
    boolean isKnown = Spares.isSoundCounts(counts);
    for (int place = 1; isKnown && place <= Spares.COUNT; place++) {
      if (Spares.isAt(counts, place)) {
        long word = Memory.get(memory, Spares.placeAt(at, place));
        if (CheckedWord.isSound(word) && Spares.block(word) == block) {
          return true;
        }
        isKnown = CheckedWord.isSound(word);
      }
    }
    return !isKnown && isOfBadBlock(segment);
  }

  /** Whether the slot of the entry at hand leads to a damaged block. */
  private boolean isOfBadBlock(int segment) {
    long tag = image.hashOfKey(entry.source, entry.keyOffset, entry.keyLength) >>> Slot.TAG_SHIFT;
    for (BadSlot slot : badSlots) {
      if (slot.segment == segment && slot.tag == tag && slot.reason.equals(BAD_BLOCK)) {
        return true;
      }
    }
    return false;
  }

  /** Segment and tag of a key, which is what a slot says of it. */
  private long signature(MemorySegment source, long offset, long length) {
    long hash = image.hashOfKey(source, offset, length);
    return signature(image.segmentOf(hash), hash >>> Slot.TAG_SHIFT);
  }

  private static long signature(int segment, long tag) {
    return (long) segment << Slot.TAG_BITS | tag;
  }

  /** What a damaged block still says of itself. */
  private static long claim(long signature, long revision) {
    return Checks.with(signature, revision);
  }

  /** Finds out how many entries are missing; what was not said by a dead writer's counters. */
  void count() {
    var unknown = new HashSet<Integer>();
    for (int segment = 0; segment < missing.length; segment++) {
      long at = image.segmentAt(segment);
      long counted = Memory.get(memory, at + SegmentLayout.ENTRIES);
      boolean isIdle = Memory.get(memory, at + SegmentLayout.LOCK) == 0;
      boolean isGone = unreadable.get(segment) && CheckedWord.value(counted) == 0;
      if (CheckedWord.isSound(counted) && isIdle && !isGone) {
        missing[segment] = Math.max(0, CheckedWord.value(counted) - to.entries(segment));
      } else {
        unknown.add(segment);
        uncertain.set(segment, unreadable.get(segment));
      }
    }
    for (BadSlot slot : badSlots) {
      if (unknown.contains(slot.segment) && !isBack(slot)) {
        missing[slot.segment]++;
      }
    }
  }

  /**
   * Makes a change that the log tells of and that is newer than what was found.
   *
   * @param isProved whether no record of a later change of the key can be missing
   */
  void replay(MemorySegment source, ChangeParser.EntryPlace change, boolean isProved) {
    boolean isOfAnyTime = isOfAnyTime(source, change.keyOffset, change.keyLength);
    if (isSaved && !isProved && isOfAnyTime) {
      return; // what became of it by the time of the checkpoint, that has told
    }
    isTold(isOfAnyTime, source, change.keyOffset, change.keyLength);
    long known = known(source, change.keyOffset, change.keyLength);
    boolean isUnsure = isUnsure(isOfAnyTime, known);
    if (known > 1 && isUnsure) {
      known = 1;
    }
    if (known >= change.revision) {
      return;
    }
    long signature = signature(source, change.keyOffset, change.keyLength);
    if (known == 0 && !isProved && !isBelieved(signature, change.revision)) {
      leftOut += change.newLength < 0 ? 0 : 1;
      return; // it may have been changed or removed since
    }
    if (known > 0 && isUnsure) {
      byte[] key = bytes(source, change.keyOffset, change.keyLength);
      contradicted.remove(ByteBuffer.wrap(key));
      if (!isProved) {
        if (!to.isCompactWith(key, source, change.newOffset, change.newLength)) {
          contradicted.put(ByteBuffer.wrap(key), key);
        }
        return; // what was found may be newer
      }
    }
    set(source, change, known);
  }

  /** Notes that log or checkpoint tell of a key. */
  private void isTold(boolean isOfAnyTime, MemorySegment source, long offset, long length) {
    if (isOfAnyTime && !untold.isEmpty()) {
      untold.remove(ByteBuffer.wrap(bytes(source, offset, length)));
    }
  }

  /** Whether a key's line says nothing about its revision. */
  private boolean isOfAnyTime(MemorySegment source, long offset, long length) {
    return !unsure.isEmpty() && unsure.contains(KeyRevisions.hash(source, offset, length));
  }

  /** Whether what was found of such a key may be of any time: unless its revision is known. */
  private boolean isUnsure(boolean isOfAnyTime, long known) {
    return isOfAnyTime && (revisions == null || known <= CompactSalvage.UNKNOWN_REVISION);
  }

  /**
   * Makes a change of a group that is unfinished in a segment: it is the newest of its key, where
   * nothing newer was found.
   */
  void finish(MemorySegment source, ChangeParser.EntryPlace change, int segment) {
    if (change.mapId != image.mapId()
        || image.segmentOf(image.hashOfKey(source, change.keyOffset, change.keyLength))
            != segment) {
      return;
    }
    long known = known(source, change.keyOffset, change.keyLength);
    if (known > change.revision) {
      return; // after a loss of power pages may be of several times
    }
    ByteBuffer key = ByteBuffer.wrap(bytes(source, change.keyOffset, change.keyLength));
    untold.remove(key);
    contradicted.remove(key);
    set(source, change, known);
  }

  private void set(MemorySegment source, ChangeParser.EntryPlace change, long known) {
    long signature = signature(source, change.keyOffset, change.keyLength);
    if (change.newLength < 0) {
      to.remove(source, change.keyOffset, change.keyLength);
      if (isAnyMissing(signature) && !restored.remove(signature) && known > 0) {
        removed.add(signature);
      }
      return;
    }
    if (known == 0) {
      if (isAnyMissing(signature) && !removed.remove(signature)) {
        restored.add(signature);
      }
      if (compact != null && revisions == null) {
        unsure.add(KeyRevisions.hash(source, change.keyOffset, change.keyLength));
      }
    }
    entry.source = source;
    entry.keyOffset = change.keyOffset;
    entry.keyLength = change.keyLength;
    entry.valueOffset = change.newOffset;
    entry.valueLength = change.newLength;
    entry.revision = change.revision;
    entry.expiryMillis = change.expiry;
    to.put(entry);
    note(source, change.keyOffset, change.keyLength, change.revision);
    revisionMax = Math.max(revisionMax, change.revision);
  }

  /**
   * Takes an entry of a checkpoint, unless it is older than what was found.
   *
   * @param isProved whether the log tells of every change since
   */
  void restore(EntryBytes saved, boolean isProved) {
    isSaved |= isProved;
    long known = known(saved.source, saved.keyOffset, saved.keyLength);
    long signature = signature(saved.source, saved.keyOffset, saved.keyLength);
    boolean isOfAnyTime = isOfAnyTime(saved.source, saved.keyOffset, saved.keyLength);
    isTold(isOfAnyTime, saved.source, saved.keyOffset, saved.keyLength);
    boolean isUnsure = known > 0 && revisions == null && isOfAnyTime;
    if (isUnsure && !isProved) {
      byte[] key = bytes(saved.source, saved.keyOffset, saved.keyLength);
      if (!to.isCompactWith(key, saved.source, saved.valueOffset, saved.valueLength)) {
        contradicted.put(ByteBuffer.wrap(key), key);
      }
      return; // what was found may be newer
    }
    if (known >= saved.revision && !isUnsure) { // else that may be the one of its neighbours
      return;
    }
    if (known == 0 && !isProved && !isBelieved(signature, saved.revision)) {
      leftOut++;
      return;
    }
    if (known == 0) {
      if (isAnyMissing(signature)) {
        restored.add(signature);
      }
      if (compact != null
          && revisions == null) { // its revision, in the new file, is that of its neighbours
        unsure.add(KeyRevisions.hash(saved.source, saved.keyOffset, saved.keyLength));
      }
    }
    to.put(saved);
    note(saved.source, saved.keyOffset, saved.keyLength, saved.revision);
    revisionMax = Math.max(revisionMax, saved.revision);
  }

  /** Whether a key's segment lacks entries: else nobody asks which of them came back. */
  private boolean isAnyMissing(long signature) {
    return missing[(int) (signature >>> Slot.TAG_BITS)] > 0;
  }

  /** Whether an entry that was not found is believed to be there though records are missing. */
  private boolean isBelieved(long signature, long revision) {
    return isAbsenceNothing || claimed.contains(claim(signature, revision));
  }

  private static byte[] bytes(MemorySegment source, long offset, long length) {
    return source.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
  }

  /** Gives up what neither its line nor the log proves. */
  private void giveUpContradicted() {
    for (byte[] key : contradicted.values()) {
      MemorySegment source = MemorySegment.ofArray(key);
      to.remove(source, 0, key.length);
      long at = image.segmentAt(image.segmentOf(image.hashOfKey(source, 0, key.length)));
      String reason = "its line is damaged, and the log does not tell what became of it";
      givenUp.add(
          new LostEntry(image.path(), text(source, 0, key.length), 1, image.name(), at, reason));
    }
  }

  /** Finds out what the log has brought back, when all of it was read. */
  void countRestored() {
    giveUpContradicted();
    for (long signature : restored) {
      int segment = (int) (signature >>> Slot.TAG_BITS);
      if (missing[segment] > 0) {
        missing[segment]--;
        fromLog++;
      }
    }
    recovered.addAll(restored);
    revisions = null; // which are many where the map is large
  }

  /**
   * Says that the log tells of every change since the map was created: nothing is lost, and what
   * lines that are not whole hold without a record is none of the map's entries.
   */
  void isToldWhole() {
    for (byte[] key : untold.values()) {
      to.remove(MemorySegment.ofArray(key), 0, key.length);
    }
    Arrays.fill(missing, 0);
    uncertain.clear();
  }

  private boolean isBack(BadSlot slot) {
    return recovered.contains(signature(slot.segment, slot.tag)) || keyIsThere(slot);
  }

  private boolean keyIsThere(BadSlot slot) {
    long length = keyLength(slot);
    return length >= 0 && to.revisionOf(memory, slot.block + BlockLayout.KEY, length) != 0;
  }

  /** Length of the key in a damaged block, -1 unless its hash is that of the slot. */
  private long keyLength(BadSlot slot) {
    if ((slot.block & 7) != 0 || slot.block > memory.byteSize() - BlockLayout.KEY - 8) {
      return -1;
    }
    CompactShape shape = image.shape().compact();
    long length =
        shape != null
            ? shape.keyBytes
            : Memory.get(memory, slot.block + BlockLayout.LENGTHS) & 0xFFFF;
    if (length > memory.byteSize() - slot.block - BlockLayout.KEY) {
      return -1;
    }
    return signature(memory, slot.block + BlockLayout.KEY, length)
            == signature(slot.segment, slot.tag)
        ? length
        : -1;
  }

  /** Says what is lost. */
  List<LostEntry> lost() {
    var lost = new ArrayList<LostEntry>(givenUp);
    for (BadSlot slot : badSlots) {
      if (missing[slot.segment] > 0 && !isBack(slot)) {
        missing[slot.segment]--;
        lost.add(new LostEntry(image.path(), key(slot), 1, image.name(), slot.offset, slot.reason));
      }
    }
    for (int segment = 0; segment < missing.length; segment++) {
      if (missing[segment] > 0) {
        lost.add(
            new LostEntry(
                image.path(),
                "",
                missing[segment],
                image.name(),
                image.segmentAt(segment),
                "nothing is left of them but their number in segment " + segment));
      }
      if (uncertain.get(segment)) {
        lost.add(
            new LostEntry(
                image.path(),
                "",
                0,
                image.name(),
                image.segmentAt(segment),
                "the header of segment " + segment + " is gone, which said how many there were"));
      }
    }
    return lost;
  }

  /** The key of a damaged block as text, empty if it cannot be read. */
  private String key(BadSlot slot) {
    long length = keyLength(slot);
    if (length < 0) {
      return "";
    }
    return text(memory, slot.block + BlockLayout.KEY, length);
  }

  private String text(MemorySegment source, long at, long length) {
    String text;
    try {
      text = String.valueOf(Codecs.of(image.shape().keyType()).read(source, at, length));
    } catch (RuntimeException e) { // the type is not known here, or the bytes are none of it
      text = HexFormat.of().formatHex(bytes(source, at, Math.min(length, KEY_SHOWN_BYTES_MAX)));
    }
    return text.length() > KEY_SHOWN_BYTES_MAX
        ? text.substring(0, KEY_SHOWN_BYTES_MAX) + "..."
        : text;
  }
}
