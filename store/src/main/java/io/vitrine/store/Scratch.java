package io.vitrine.store;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * What one call works with: the image of the block it looks for or writes, the image of the one it
 * found, and reusable helpers. For one thread at a time; see {@link ScratchPool}.
 */
final class Scratch {
  /* An image and its words are one memory. Whatever is made anew is made before either is set: what
   * is thrown for want of heap or stack must not leave the words of one and the memory of another,
   * by which a key would be written to the one, and hashed and compared by the other. */

  private static final int FIRST_BYTES = 1024;
  private static final long KEPT_BYTES = 256 << 10;

  /** Owner of a scratch that threads share. */
  static final long NOBODY = 0;

  /** Number of the only thread that uses it, or {@link #NOBODY}. */
  final long owner;

  /** Whether a call of its owner has it. */
  boolean busy;

  final Probe probe = new Probe();
  final Sighting sighting = new Sighting();
  final LogRecord record = new LogRecord();
  final Addition addition = new Addition();
  private final ShortText text = new ShortText();

  /** The image of {@link #out} unless it is large, then {@link Words#NONE}. */
  long[] outWords = new long[FIRST_BYTES / Long.BYTES];

  /** Image of the block to be written: header, key, value. */
  MemorySegment out = MemorySegment.ofArray(outWords);

  /** The image of {@link #in} unless it is large, then {@link Words#NONE}. */
  long[] inWords = new long[FIRST_BYTES / Long.BYTES];

  /** Image of the block found. */
  MemorySegment in = MemorySegment.ofArray(inWords);

  /** Lengths of the block that was found under the lock. */
  long foundLengths;

  /** Whether {@link #inWords} hold the verified image of the block that was found. */
  boolean holdsFound;

  /** Whether of a large block its head is enough: lengths, key and expiry, but no value. */
  private boolean wantsHead;

  private boolean holdsHead;
  private boolean isHeadSound;

  private @Nullable KeyBatch batch;
  private @Nullable CompactRun run;
  private @Nullable CompactStage stage;

  long keyLength;
  long valueLength;

  /** Lengths of the entry to be written, as {@link BlockLayout} defines them. */
  long lengths;

  long hash;

  /** Position of the log record of the last change that was made. */
  long position;

  /** Revision of the change that was made, where {@link #position} says that one was. */
  long revision;

  /** What an {@link EarlyLook} saw, which is of no use to anybody. */
  long seen;

  /** Keys of a call with several of them. */
  KeyBatch batch() {
    KeyBatch there = batch;
    if (there == null) {
      there = new KeyBatch();
      batch = there;
    }
    return there;
  }

  /** Changes that are made together. */
  CompactRun run() {
    CompactRun there = run;
    if (there == null) {
      there = new CompactRun();
      run = there;
    }
    return there;
  }

  /** Changes that are made segment by segment. */
  CompactStage stage() {
    CompactStage there = stage;
    if (there == null) {
      there = new CompactStage();
      stage = there;
    }
    return there;
  }

  Scratch(long owner) {
    this.owner = owner;
  }

  /** Makes room for an image to be written; what is there stays. */
  void reserveOut(long bytes) {
    if (out.byteSize() < bytes) {
      long[] words = wordsFor(bytes);
      MemorySegment larger = memoryFor(bytes, words);
      MemorySegment.copy(out, 0, larger, 0, out.byteSize());
      outWords = words;
      out = larger;
    }
  }

  /** Makes room for a key or value that does not fill its last word, which it makes zeros. */
  void reserveOut(long offset, long length) {
    long padded = LogLayout.padded(length);
    reserveOut(offset + padded);
    if (padded > length) {
      Memory.set(out, offset + padded - 8, 0);
    }
  }

  /**
   * Writes a key or value that is a text, where it is short and of ASCII.
   *
   * @param offset in the image to be written, a multiple of 8
   * @return how many bytes it has; -1 if it is to be written by its codec
   */
  long writeText(String value, long offset) {
    int index = (int) offset / Long.BYTES;
    return outWords.length - index >= ShortText.CHARS_MAX / Long.BYTES
            && text.write(value, outWords, index)
        ? value.length()
        : -1;
  }

  /** Takes the key of another one. */
  void takeKey(Scratch other) {
    long end = BlockLayout.KEY + LogLayout.padded(other.keyLength);
    reserveOut(end);
    MemorySegment.copy(other.out, 0, out, 0, end);
    keyLength = other.keyLength;
    hash = other.hash;
  }

  /** Makes room for an image to be read; what is there is lost. */
  void reserveIn(long bytes) {
    if (in.byteSize() < bytes) {
      long[] words = wordsFor(bytes);
      MemorySegment larger = memoryFor(bytes, words);
      inWords = words;
      in = larger;
    }
  }

  /** Until it is given back, of a large block the head is enough. */
  Scratch wantingHead() {
    wantsHead = true;
    return this;
  }

  /** Copies a block out of a mapping, or what is wanted of it, which is then verified there. */
  void copyIn(MemorySegment memory, long block, long bytes, long salt) {
    long copied = bytes;
    if (wantsHead) {
      holdsHead = bytes > KEPT_BYTES;
      if (holdsHead) {
        copied = BlockLayout.valueOffset(BlockLayout.lengths(memory, block));
        isHeadSound = BlockLayout.isSound(memory, block, block, salt);
      }
    }
    reserveIn(copied);
    Memory.copy(memory, block, in, 0, copied);
  }

  private static long[] wordsFor(long bytes) {
    return bytes > KEPT_BYTES
        ? Words.NONE
        : new long[(int) (Long.highestOneBit(bytes - 1) << 1) / Long.BYTES];
  }

  /** Large images lie outside of the heap, which they would fill with what is soon of no use. */
  private static MemorySegment memoryFor(long bytes, long[] words) {
    return words.length > 0
        ? MemorySegment.ofArray(words)
        : Arena.ofAuto().allocate(LogLayout.padded(bytes), 8);
  }

  /** Gives back what is too large to keep, and wants whole blocks again. */
  void trim() {
    wantsHead = false;
    holdsHead = false;
    if (stage != null && stage.isLarge()) {
      stage = null;
    }
    if (outWords.length == 0 || inWords.length == 0) {
      record.forget();
    }
    if (outWords.length == 0) {
      long[] words = wordsFor(FIRST_BYTES);
      MemorySegment small = MemorySegment.ofArray(words);
      outWords = words;
      out = small;
    }
    if (inWords.length == 0) {
      long[] words = wordsFor(FIRST_BYTES);
      MemorySegment small = MemorySegment.ofArray(words);
      inWords = words;
      in = small;
    }
  }

  /** The chain of checksums over what follows the header of the image to be written. */
  long outContent(long bytes) {
    long rest = bytes - BlockLayout.KEY;
    return outWords.length > 0
        ? Checks.chain(outWords, (int) BlockLayout.KEY / 8, Words.count(rest))
        : Checks.chain(out, BlockLayout.KEY, rest);
  }

  /** Whether the image that was read matches its check; place is where the block lies. */
  boolean isInSound(long place, long salt) {
    if (holdsHead) {
      return isHeadSound;
    }
    return inWords.length > 0
        ? BlockLayout.isSound(inWords, place, salt)
        : BlockLayout.isSound(in, 0, place, salt);
  }

  /** Revision of the entry found. */
  long inRevision() {
    return inWords.length > 0
        ? Words.get(inWords, (int) BlockLayout.REVISION / 8) & CheckedWord.VALUE_MASK
        : BlockLayout.revision(in, 0);
  }

  long inLengths() {
    return inWords.length > 0 ? BlockLayout.lengths(inWords) : BlockLayout.lengths(in, 0);
  }

  long inValueOffset() {
    return BlockLayout.valueOffset(inLengths());
  }

  long inValueLength() {
    return BlockLayout.valueLength(inLengths());
  }
}
