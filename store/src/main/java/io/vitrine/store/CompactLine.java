package io.vitrine.store;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A copy of a line of a compact map as it counts: where a writer is at it, the undo words take the
 * place of what is being overwritten. Reusable, for one thread at a time.
 */
final class CompactLine {
  private final CompactShape shape;
  private final long salt;

  /** The copy. */
  final MemorySegment words;

  private long line;

  CompactLine(CompactShape shape, long salt) {
    this.shape = shape;
    this.salt = salt;
    this.words = Arena.ofAuto().allocate(shape.lineBytes, 8);
  }

  /**
   * Copies a line; the caller verifies that the segment's version has not moved.
   *
   * @param at offset of the segment's header
   * @param busy offset of the line that is being changed, 0 for none
   */
  void load(MemorySegment memory, long offset, long at, long busy) {
    line = offset;
    Memory.copy(memory, offset, words, 0, shape.lineBytes);
    if (offset != busy) {
      return;
    }
    long place = Memory.get(memory, at + CompactLayout.UNDO_PLACE);
    if (place < 0 || place >= CompactLayout.PLACES) {
      return; // it has moved on
    }
    Memory.set(words, CompactLayout.CHECKS, Memory.get(memory, at + CompactLayout.UNDO_CHECKS));
    Memory.set(words, CompactLayout.REVISION, Memory.get(memory, at + CompactLayout.UNDO_REVISION));
    long to = placeAt((int) place);
    Memory.copy(memory, at + CompactLayout.UNDO_ENTRY, words, to, shape.stride);
  }

  /** Offset of the entry at a place in the copy. */
  long entryAt(int place) {
    return shape.entriesAt + place * shape.stride;
  }

  private long placeAt(int place) {
    return CompactLayout.ENTRIES + place * shape.stride;
  }

  boolean isLive(int place) {
    return CompactLayout.byteOf(Memory.get(words, CompactLayout.CHECKS), place) != 0;
  }

  /** Whether the entry at a place matches its check. */
  boolean isSound(int place) {
    if (shape.isWide) {
      long entry = entryAt(place);
      return Memory.get(words, placeAt(place))
          == WideLine.check(words, entry, shape.entryBytes, line + entry, salt);
    }
    return hasByte(place) && (checkByte(place) != CompactLayout.DOUBTFUL || isDoubtAnswered());
  }

  private boolean hasByte(int place) {
    return checkByte(place) == CompactLayout.byteBy(sum(place));
  }

  private long checkByte(int place) {
    return CompactLayout.byteOf(Memory.get(words, CompactLayout.CHECKS), place);
  }

  /** Whether the line is whole, or what is wrong with it is the revision or another entry. */
  private boolean isDoubtAnswered() {
    boolean isAnother = !hasRevision();
    for (int i = 0; i < CompactLayout.PLACES; i++) {
      isAnother |= isLive(i) && !hasByte(i);
    }
    return isAnother || isSound();
  }

  private long sum(int place) {
    long seed = CompactLayout.seed(salt, line + entryAt(place));
    return CompactLayout.sum(seed, words, entryAt(place), shape.words);
  }

  /** Whether the line and all its entries match their checks. */
  boolean isSound() {
    if (shape.isWide) {
      return isWideSound();
    }
    long shares = CompactLayout.shares(Memory.get(words, CompactLayout.CHECKS));
    for (int i = 0; i < CompactLayout.PLACES; i++) {
      if (isLive(i)) {
        if (!hasByte(i)) {
          return false;
        }
        shares ^= CompactLayout.shareBy(sum(i));
      }
    }
    return shares == 0 && hasRevision();
  }

  private boolean isWideSound() {
    for (int i = 0; i < CompactLayout.PLACES; i++) {
      if (isLive(i) ? !isSound(i) : hasCheck(i)) {
        return false;
      }
    }
    return hasMarks() && hasRevision();
  }

  /** Whether the first word of a wide line matches its check. */
  boolean hasMarks() {
    long checks = Memory.get(words, CompactLayout.CHECKS);
    return WideLine.areMarksSound(checks, WideLine.seal(salt, line));
  }

  /** Whether a place of a wide line has a check, as those with entries do. */
  boolean hasCheck(int place) {
    return Memory.get(words, placeAt(place)) != 0;
  }

  /** Whether the byte of a wide line's place is that of its key. */
  boolean hasMark(int place, long hash) {
    return checkByte(place) == WideLine.mark(hash);
  }

  /** Whether the revision matches its check. */
  boolean hasRevision() {
    long word = Memory.get(words, CompactLayout.REVISION);
    return shape.isWide
        ? WideLine.isSound(word, WideLine.seal(salt, line))
        : CheckedWord.isSound(word);
  }

  boolean isOverflowed() {
    return CompactLayout.isOverflowed(Memory.get(words, CompactLayout.REVISION));
  }

  long revision() {
    return CompactLayout.revision(Memory.get(words, CompactLayout.REVISION));
  }

  /** Number of the place with the key of a scratch, -1 for none. */
  int indexOf(Scratch scratch) {
    for (int i = 0; i < CompactLayout.PLACES; i++) {
      if (isLive(i)
          && Memory.same(words, entryAt(i), scratch.out, BlockLayout.KEY, shape.valueAt)) {
        return i;
      }
    }
    return -1;
  }
}
