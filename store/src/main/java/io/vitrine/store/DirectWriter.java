package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Changes in the usual case: a key whose slot is in its home line or near it, a value that takes as
 * much as the one before, a spare block, and no log that tells of changes; or a key that is not
 * there, for which see {@link DirectInsertion}. A number and an array are taken as they are, others
 * as an image. Safe for any number of threads.
 *
 * <p>What it does under the lock, and in which order, is what {@link MapEngine} does, so that a
 * takeover finds what it knows. Whatever else it meets (another length, damage, another writer), it
 * changes nothing and leaves the update to {@link MapEngine#update}, which knows all cases.
 */
final class DirectWriter {
  /* The lock, the word of the revisions and the unlock each end what the processor has under way.
   * So all that can be found out before the lock is: where slot and block are, and that the block
   * is whole. */

  /** Where an image has the value. */
  private static final byte[] NONE = {};

  private final MapEngine engine;
  private final MapFile file;
  private final UnloggedRevisions revisions;
  private final DirectInsertion insertion;

  /** How long each array must be, -1 for any. */
  private final int valueBytes;

  private DirectWriter(MapEngine engine, int valueBytes) {
    this.engine = engine;
    this.file = engine.file;
    this.revisions = engine.log().unlogged;
    this.insertion = new DirectInsertion(file, revisions);
    this.valueBytes = valueBytes;
  }

  /** The writer for a map with these codecs, null where there is none. */
  static @Nullable DirectWriter of(MapEngine engine, Codec<?> keys, Codec<?> values) {
    boolean isUsual =
        engine.file.compact == null
            && !engine.isReadOnly()
            && keys instanceof LongCodec
            && (values instanceof BytesCodec || values instanceof FixedBytesCodec);
    return isUsual ? new DirectWriter(engine, CodecBounds.expected(-1, values)) : null;
  }

  /** The writer of images for a map, null where there is none. */
  static @Nullable DirectWriter of(MapEngine engine) {
    return engine.file.compact == null && !engine.isReadOnly()
        ? new DirectWriter(engine, -1)
        : null;
  }

  /**
   * Sets the value of a key, if this is the usual case.
   *
   * @param key a number
   * @param value an array
   * @return false if nothing was changed
   */
  boolean put(Object key, Object value, ScratchPool scratches) {
    long word = (Long) Objects.requireNonNull(key, "key");
    byte[] bytes = (byte[]) Objects.requireNonNull(value, "value");
    if (valueBytes >= 0 && bytes.length != valueBytes) {
      return false;
    }
    Scratch scratch = scratches.take();
    try {
      return put(word, bytes, scratch.sighting);
    } catch (InternalError e) {
      throw file.cutOff(e);
    } catch (IllegalStateException e) {
      throw file.told(e);
    } finally {
      scratches.give(scratch);
    }
  }

  /**
   * Sets the value of a key, one of several, if this is the usual case.
   *
   * @param value an array
   * @param sighting for the use of this call
   * @return false if nothing was changed
   */
  boolean putAmongOthers(long key, Object value, Sighting sighting) {
    byte[] bytes = (byte[]) Objects.requireNonNull(value, "value");
    return (valueBytes < 0 || bytes.length == valueBytes) && put(key, bytes, sighting);
  }

  /**
   * Sets the value of a key, if this is the usual case.
   *
   * @param sighting for the use of this call
   * @return false if nothing was changed
   */
  boolean put(long key, byte[] value, Sighting sighting) {
    long bytes = bytes(value.length);
    if (bytes > Spares.BYTES_MAX) {
      return false;
    }
    boolean found;
    try {
      engine.checkUsable(); // under the lock it would be a failed change, to be put in order
      MemorySegment mapping = file.memory();
      if (!Memory.isMapped(mapping) || revisions.areOver()) {
        return false;
      }
      found = sighting.look(file, mapping, key, value.length);
      if (!sighting.isUsual()) {
        return false;
      }
    } catch (IndexOutOfBoundsException | IllegalStateException | InternalError e) {
      return false;
    }
    return make(sighting, found, null, key, value, bytes) != 0;
  }

  /**
   * Sets the value of a key as the outgoing image of a scratch has both, if this is the usual case.
   *
   * @return false if nothing was changed
   */
  boolean put(Scratch scratch) {
    long lengths = scratch.lengths;
    long bytes = BlockLayout.bytes(lengths);
    if (bytes > Spares.BYTES_MAX || BlockLayout.expires(lengths) || scratch.outWords.length == 0) {
      return false;
    }
    Sighting sighting = scratch.sighting;
    boolean found;
    try {
      engine.checkUsable();
      MemorySegment mapping = file.memory();
      if (!Memory.isMapped(mapping) || revisions.areOver()) {
        return false;
      }
      found = sighting.look(file, mapping, scratch, bytes);
      if (!sighting.isUsual()) {
        return false;
      }
    } catch (IndexOutOfBoundsException | IllegalStateException | InternalError e) {
      return false;
    }
    long revision = make(sighting, found, scratch, 0, NONE, bytes);
    scratch.revision = revision;
    scratch.position = -revision;
    return revision != 0;
  }

  /**
   * Makes a change as it was foreseen.
   *
   * @param found whether the entry was there
   * @param image what holds key and value; null if they are those that follow
   * @return its revision, 0 if nothing was changed
   */
  private long make(
      Sighting sighting,
      boolean found,
      @Nullable Scratch image,
      long key,
      byte[] value,
      long bytes) {
    int segment = sighting.segment();
    long revision = 0;
    engine.lock(segment);
    try {
      engine.checkUsable();
      MemorySegment now = file.memory();
      if (!found) {
        if (sighting.isStillAbsent(now)) {
          revision = insertion.insert(sighting, image, key, value, bytes);
        }
      } else if (image == null ? sighting.isStillSo(now) : sighting.isStillSo(now, image)) {
        revision = replace(sighting, image, key, value, bytes);
      }
      engine.unlock(segment);
    } catch (Throwable e) {
      try {
        engine.mending.putInOrder(segment, e);
      } catch (Throwable _) { // there may be no stack even for a call
        engine.stranded.locks[segment] = true;
        engine.stranded.isAny = true;
      }
      throw e;
    }
    return revision;
  }

  /**
   * Notes that the slot that was seen is about to get another word, by a change without a record.
   */
  static void noteIntent(MemorySegment memory, Sighting seen, long newWord) {
    long at = seen.segmentAt();
    Memory.setOf3(memory, at + SegmentLayout.INTENT_OLD, 0, seen.slotWord());
    Memory.setOf3(memory, at + SegmentLayout.INTENT_OLD, 1, newWord);
    Memory.setOf3(memory, at + SegmentLayout.INTENT_OLD, 2, 0); // no record
    Memory.setRelease(memory, at + SegmentLayout.INTENT_SLOT, seen.slot());
    Step.INTENT_SET.reached();
  }

  /** Writes a block of a key of one word and an array. */
  static void write(
      MemorySegment memory, long block, long key, byte[] value, long revision, long salt) {
    long content = Checks.copyBehindKey(memory, block + BlockLayout.KEY, key, value);
    Step.BLOCK_WRITTEN.reached();
    long lengths = BlockLayout.lengths(Long.BYTES, value.length, false);
    BlockLayout.setHeader(memory, block, lengths, revision, content, salt);
  }

  /** Writes a block of what an image has. */
  static void write(
      MemorySegment memory, long block, Scratch image, long bytes, long revision, long salt) {
    long content = Checks.begin(bytes - BlockLayout.KEY);
    if (bytes - BlockLayout.KEY > Checks.CHAIN_BYTES_MAX) {
      Memory.copy(
          image.out, BlockLayout.KEY, memory, block + BlockLayout.KEY, bytes - BlockLayout.KEY);
      content = image.outContent(bytes);
    } else {
      int words = (int) bytes / Long.BYTES;
      for (int i = (int) BlockLayout.KEY / Long.BYTES; i < words; i++) {
        long word = Words.get(image.outWords, i);
        Memory.set(memory, block + (long) i * Long.BYTES, word);
        content = Checks.step(content, word);
      }
    }
    Step.BLOCK_WRITTEN.reached();
    BlockLayout.setHeader(memory, block, image.lengths, revision, content, salt);
  }

  private static long bytes(int valueBytes) {
    return BlockLayout.KEY + Long.BYTES + LogLayout.padded(valueBytes);
  }

  /**
   * Makes the change, if there is a spare block for it and no log that tells of it.
   *
   * @return its revision, 0 if nothing was changed
   */
  private long replace(Sighting seen, @Nullable Scratch image, long key, byte[] value, long bytes) {
    MemorySegment memory = seen.memory();
    long at = seen.segmentAt();
    long counts = Memory.get(memory, at + SegmentLayout.SPARES);
    int ready = Spares.available(counts);
    int waiting = Spares.waiting(counts);
    if (ready == 0 && waiting > 0 && Spares.isSoundCounts(counts) && hasNoFree(memory, at, bytes)) {
      MapEngine.moveVersion(memory, at);
      Step.VERSION_MOVED.reached();
      ready = Spares.makeReady(memory, at, waiting);
      waiting = 0;
    }
    long block = ready == 0 ? 0 : Spares.fitting(file, memory, Spares.placeAt(at, ready), bytes);
    if (block == 0) {
      return 0;
    }
    if (waiting == Spares.COUNT) {
      MapEngine.moveVersion(memory, at);
      Step.VERSION_MOVED.reached();
      waiting = 0;
    }
    Spares.setCounts(memory, at, ready - 1, waiting);
    Step.BLOCK_TAKEN.reached();
    long newWord = Slot.inPlaceOf(seen.slotWord(), block);
    noteIntent(memory, seen, newWord);
    long revision = revisions.take();
    if (revision == 0) { // the log tells of changes from now on
      Memory.setRelease(memory, at + SegmentLayout.INTENT_SLOT, 0);
      Spares.setCounts(memory, at, ready, waiting);
      return 0;
    }
    Step.REVISION_TAKEN.reached();
    if (image == null) {
      write(memory, block, key, value, revision, file.salt);
    } else {
      write(memory, block, image, bytes, revision, file.salt);
    }
    Memory.setRelease(memory, seen.slot(), newWord);
    Step.SLOT_SWUNG.reached();
    Step.COUNTED.reached();
    Memory.setRelease(memory, at + SegmentLayout.INTENT_SLOT, 0);
    Step.INTENT_CLEARED.reached();
    int oldClass = SizeClass.of(bytes) + BlockLayout.excess(seen.lengths());
    long spare = Spares.of(seen.block(), oldClass);
    Memory.set(memory, Spares.placeAt(at, Spares.COUNT - waiting), spare);
    Spares.setCounts(memory, at, ready - 1, waiting + 1);
    Step.BLOCK_FREED.reached();
    return revision;
  }

  /** Whether a segment has no free block for so many bytes, by which to have more spare ones. */
  private static boolean hasNoFree(MemorySegment memory, long at, long bytes) {
    return Memory.get(memory, at + SegmentLayout.FREE + 8L * SizeClass.of(bytes)) == 0;
  }
}
