package io.vitrine.store;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The encoded keys of calls that are about to be made, and the stage that brings what these calls
 * will look at into the cache. For one thread at a time.
 *
 * <p>Touching changes nothing and decides nothing: the calls themselves look everything up again,
 * with all their checks, and find it near.
 */
final class KeyBatch {
  /* A lookup waits for two cache misses, one after the other: bucket line, block. Those of
   * different keys do not depend on each other. So each stage makes one access for every key,
   * and the processor has as many misses under way as it can. What is touched for so many keys
   * as are touched at a time stays in the first cache until the calls come to it. */

  /** How many keys are touched at a time. */
  static final int STAGE_KEYS = 64;

  private static final long FIRST_BYTES = 1024;
  private static final long KEPT_BYTES = 64 << 10;
  private static final long WORDS_BYTES_MAX = 64;

  /** Where the key of an image begins, in words. */
  private static final int KEY = (int) BlockLayout.KEY / Long.BYTES;

  private static final long LINE = 1L << SegmentLayout.LINE_SHIFT;

  /** Longer blocks are read in order, which the processor foresees. */
  private static final long TOUCHED_BYTES_MAX = 8 * LINE;

  private MemorySegment keys = Arena.ofAuto().allocate(FIRST_BYTES, 8);
  private long[] offsets = new long[STAGE_KEYS + 1];
  private long[] lengths = new long[STAGE_KEYS];
  private long[] hashes = new long[STAGE_KEYS];
  private final long[] places = new long[STAGE_KEYS];
  private int count;

  /** Takes what was read, so that no compiler thinks it was read in vain. */
  long sink;

  int count() {
    return count;
  }

  void clear() {
    count = 0;
    if (keys.byteSize() > KEPT_BYTES) {
      keys = Arena.ofAuto().allocate(FIRST_BYTES, 8);
    }
  }

  /** Adds the key that a scratch holds. */
  void add(Scratch scratch) {
    long padded = LogLayout.padded(scratch.keyLength);
    long at = reserve(padded);
    if (isShort(padded, scratch)) {
      for (int i = 0; i < padded >> 3; i++) {
        Memory.set(keys, at + 8L * i, Words.get(scratch.outWords, KEY + i));
      }
    } else {
      Memory.copy(scratch.out, BlockLayout.KEY, keys, at, padded);
    }
    lengths[count] = scratch.keyLength;
    hashes[count] = scratch.hash;
    offsets[++count] = at + padded;
  }

  /** Adds a key of one word. */
  void add(long word, long hash) {
    long at = reserve(Long.BYTES);
    Memory.set(keys, at, word);
    lengths[count] = Long.BYTES;
    hashes[count] = hash;
    offsets[++count] = at + Long.BYTES;
  }

  /** A key of one word. */
  long word(int index) {
    return Memory.get(keys, offsets[index]);
  }

  long hash(int index) {
    return hashes[index];
  }

  /** Makes room for one more key; where it goes. */
  private long reserve(long padded) {
    if (count == lengths.length) {
      offsets = Arrays.copyOf(offsets, 2 * count + 1);
      hashes = Arrays.copyOf(hashes, 2 * count);
      lengths = Arrays.copyOf(lengths, 2 * count); // the last, if there is no memory for all
    }
    long at = offsets[count];
    if (at + padded > keys.byteSize()) {
      MemorySegment larger = Arena.ofAuto().allocate(2 * (at + padded), 8);
      MemorySegment.copy(keys, 0, larger, 0, at);
      keys = larger;
    }
    return at;
  }

  /** Whether a key is copied by words: to copy a range costs more than some words. */
  private static boolean isShort(long padded, Scratch scratch) {
    return padded <= WORDS_BYTES_MAX && scratch.outWords.length > 0;
  }

  /** Gives a scratch one of the keys. */
  void take(int index, Scratch scratch) {
    long at = offsets[index];
    long padded = offsets[index + 1] - at;
    scratch.reserveOut(BlockLayout.KEY + padded);
    if (isShort(padded, scratch)) {
      for (int i = 0; i < padded >> 3; i++) {
        Words.set(scratch.outWords, KEY + i, Memory.get(keys, at + 8L * i));
      }
    } else {
      Memory.copy(keys, at, scratch.out, BlockLayout.KEY, padded);
    }
    scratch.keyLength = lengths[index];
    scratch.hash = hashes[index];
  }

  /**
   * Brings what calls with {@link #STAGE_KEYS} keys from one on will look at into the cache.
   *
   * @param forChanges whether these calls make changes
   * @return the first key that was not touched
   */
  int touch(MapEngine engine, int from, boolean forChanges) {
    int keysToTouch = Math.min(STAGE_KEYS, count - from);
    MemorySegment memory = Memory.known(engine.file.memory());
    try {
      if (engine instanceof CompactEngine compact && compact.shape().isWide) {
        touchEntries(compact, memory, from, keysToTouch, forChanges);
        return from + keysToTouch;
      }
      findLines(engine, memory, from, keysToTouch);
      touchPlaces(memory, keysToTouch);
      if (engine instanceof CompactEngine compact) {
        touchLines(memory, keysToTouch, compact.shape().lineBytes);
        return from + keysToTouch;
      }
      findBlocks(memory, from, keysToTouch);
      touchPlaces(memory, keysToTouch);
      touchRests(memory, keysToTouch);
    } catch (IndexOutOfBoundsException | IllegalStateException e) {
      // Somebody moves things about at this moment, or they are damaged: the calls will see.
    }
    return from + keysToTouch;
  }

  private void findLines(MapEngine engine, MemorySegment memory, int from, int n) {
    long lineBytes = engine instanceof CompactEngine c ? c.shape().lineBytes : LINE;
    for (int i = 0; i < n; i++) {
      long hash = hashes[from + i];
      long at = engine.file.segmentAt(engine.segmentOf(hash));
      long table = Memory.get(memory, at + SegmentLayout.TABLE);
      long line = Slot.homeLine(hash >>> Slot.TAG_SHIFT, SegmentLayout.tableLines(table));
      places[i] = SegmentLayout.tableOffset(table) + line * lineBytes;
    }
  }

  private void touchPlaces(MemorySegment memory, int n) {
    long seen = 0;
    for (int i = 0; i < n; i++) {
      seen ^= Memory.get(memory, places[i]);
    }
    sink = seen;
  }

  /**
   * Finds the block of the slot with the key's tag, in its home line or the one behind; the file's
   * first bytes where there is none.
   */
  private void findBlocks(MemorySegment memory, int from, int n) {
    for (int i = 0; i < n; i++) {
      long hash = hashes[from + i];
      long line = places[i];
      long block = blockIn(memory, line, hash);
      // not beyond the page: behind the last one in use a full disk has no room for it
      if (block == 0 && (line + LINE & MapLayout.PAGE - 1) != 0 && !Probe.hasEmpty(memory, line)) {
        block = blockIn(memory, line + LINE, hash);
      }
      places[i] = block;
    }
  }

  /** The block of a slot with a hash's tag in a line, of one of them if there are several. */
  static long blockIn(MemorySegment memory, long line, long hash) {
    long slot = Probe.largest(memory, line, Probe.turn(hash));
    return Probe.isTag(slot) ? Slot.block(slot) : 0;
  }

  /** Touches the rest of the lines of a compact map that are not wide. */
  private void touchLines(MemorySegment memory, int n, long lineBytes) {
    long seen = 0;
    for (int i = 0; i < n; i++) {
      for (long at = LINE; at < lineBytes; at += LINE) {
        seen ^= Memory.get(memory, places[i] + at);
      }
    }
    sink ^= seen;
  }

  /** Touches the entries of wide lines where the keys seem to be; for changes the lines, too. */
  private void touchEntries(
      CompactEngine engine, MemorySegment memory, int from, int n, boolean forChanges) {
    if (forChanges) {
      findLines(engine, memory, from, n);
      touchPlaces(memory, n);
    }
    for (int i = 0; i < n; i++) {
      long hash = hashes[from + i];
      long at = engine.file.segmentAt(engine.segmentOf(hash));
      places[i] = engine.table().probableEntry(Memory.get(memory, at + SegmentLayout.TABLE), hash);
    }
    long last = engine.shape().entryBytes - Long.BYTES;
    long seen = 0;
    for (int i = 0; i < n; i++) {
      seen ^= Memory.get(memory, places[i]) ^ Memory.get(memory, places[i] + last);
    }
    sink ^= seen;
  }

  private void touchRests(MemorySegment memory, int n) {
    long seen = 0;
    for (int i = 0; i < n; i++) {
      long block = places[i];
      long end = block + BlockLayout.bytes(BlockLayout.lengths(memory, block));
      if (block != 0 && end - block <= TOUCHED_BYTES_MAX) {
        for (long at = (block | LINE - 1) + 1; at < end; at += LINE) {
          seen ^= Memory.get(memory, at);
        }
      }
    }
    sink ^= seen;
  }
}
