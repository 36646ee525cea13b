package io.vitrine.store;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * What one call works with: the image of the block it looks for or writes, the image of the one it
 * found, and reusable helpers. For one thread at a time; see {@link ScratchPool}.
 */
final class Scratch {
  private static final long FIRST_BYTES = 1024;
  private static final long KEPT_BYTES = 256 << 10;

  /** Owner of a scratch that threads share. */
  static final long NOBODY = 0;

  /** Number of the only thread that uses it, or {@link #NOBODY}. */
  final long owner;

  /** Whether a call of its owner has it. */
  boolean busy;

  final Probe probe = new Probe();
  final LogRecord record = new LogRecord();
  final Addition addition = new Addition();

  /** Image of the block to be written: header, key, value. */
  MemorySegment out = Arena.ofAuto().allocate(FIRST_BYTES, 8);

  /** Image of the block found. */
  MemorySegment in = Arena.ofAuto().allocate(FIRST_BYTES, 8);

  private @Nullable KeyBatch batch;

  long keyLength;
  long valueLength;

  /** Lengths of the entry to be written, as {@link BlockLayout} defines them. */
  long lengths;

  long hash;

  /** Position of the log record of the last change that was made. */
  long position;

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

  Scratch(long owner) {
    this.owner = owner;
  }

  /** Makes room for an image to be written; what is there stays. */
  void reserveOut(long bytes) {
    if (out.byteSize() < bytes) {
      MemorySegment larger = Arena.ofAuto().allocate(sized(bytes), 8);
      MemorySegment.copy(out, 0, larger, 0, out.byteSize());
      out = larger;
    }
  }

  /** Makes room for an image to be read; what is there is lost. */
  void reserveIn(long bytes) {
    if (in.byteSize() < bytes) {
      in = Arena.ofAuto().allocate(sized(bytes), 8);
    }
  }

  private static long sized(long bytes) {
    return bytes > KEPT_BYTES ? LogLayout.padded(bytes) : Long.highestOneBit(bytes - 1) << 1;
  }

  /** Gives back what is too large to keep. */
  void trim() {
    if (out.byteSize() > KEPT_BYTES) {
      out = Arena.ofAuto().allocate(FIRST_BYTES, 8);
    }
    if (in.byteSize() > KEPT_BYTES) {
      in = Arena.ofAuto().allocate(FIRST_BYTES, 8);
    }
  }

  /** Revision of the entry found. */
  long inRevision() {
    return BlockLayout.revision(in, 0);
  }

  long inLengths() {
    return BlockLayout.lengths(in, 0);
  }

  long inValueOffset() {
    return BlockLayout.valueOffset(inLengths());
  }

  long inValueLength() {
    return BlockLayout.valueLength(inLengths());
  }
}
