package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * The words of the control file that tell whether and how a store survives a loss of power. Safe
 * for any number of threads and JVMs.
 *
 * <p>After a power loss each of them may be as it was at any time since it was last forced, so they
 * are forced where something is built on them.
 */
final class DurableWords {
  /** A store that promises nothing about power. */
  static final long NO = 0;

  /** Its first checkpoint is being made: from here on nothing is deleted that it needs. */
  static final long BECOMING = 1;

  /** It has a checkpoint, and the log after it. */
  static final long YES = 2;

  private final MappedFile file;
  private final MemorySegment control;

  DurableWords(MappedFile file) {
    this.file = file;
    this.control = file.memory();
  }

  private long word(long offset) {
    long word = Memory.getAcquire(control, offset);
    if (!CheckedWord.isSound(word)) {
      throw new CorruptStoreException(
          file.name()
              + ": word at 0x"
              + Long.toHexString(offset)
              + " does not match its own check; run \"vitrine repair\"");
    }
    return CheckedWord.value(word);
  }

  private void word(long offset, long value) {
    Memory.setRelease(control, offset, CheckedWord.of(value));
  }

  long state() {
    return word(ControlLayout.DURABLE);
  }

  void state(long state) {
    word(ControlLayout.DURABLE, state);
  }

  /** Whether files are forced when they are created. */
  boolean isForced() {
    return state() != NO;
  }

  boolean isDurable() {
    return state() == YES;
  }

  /** The start of the machine under which the store was opened last, see {@link BootId}. */
  long bootId() {
    return word(ControlLayout.BOOT_ID);
  }

  void bootId(long id) {
    word(ControlLayout.BOOT_ID, id);
  }

  /**
   * Whether everything was on disk when the last open was closed, and nothing was written since.
   */
  boolean isClean() {
    return word(ControlLayout.CLEAN) == 1;
  }

  void clean(boolean clean) {
    word(ControlLayout.CLEAN, clean ? 1 : 0);
  }

  /** Up to where the log is on disk, or need not be, since a checkpoint tells of it. */
  long forcedTo() {
    return Math.max(word(ControlLayout.FORCED_TO), checkpoint());
  }

  void forcedTo(long position) {
    word(ControlLayout.FORCED_TO, position);
  }

  /** Up to where the log may not have come to disk though it was forced, 0 where that never was. */
  long failedTo() {
    return word(ControlLayout.FORCE_FAILED);
  }

  void failedTo(long position) {
    word(ControlLayout.FORCE_FAILED, position);
  }

  /** Revision of the newest checkpoint, behind which the log is needed. */
  long checkpoint() {
    return word(ControlLayout.CHECKPOINT);
  }

  long checkpointBytes() {
    return word(ControlLayout.CHECKPOINT_BYTES);
  }

  void checkpoint(long revision, long bytes) {
    word(ControlLayout.CHECKPOINT, revision);
    word(ControlLayout.CHECKPOINT_BYTES, bytes);
  }

  /** Where what came back after the last power loss ended, in the log of {@link #formerEpoch}. */
  long recoveredTo() {
    return word(ControlLayout.RECOVERED_TO);
  }

  /** Identity of the log before the last power loss, 0 for none. */
  long formerEpoch() {
    return Memory.getAcquire(control, ControlLayout.FORMER_EPOCH);
  }

  void recovered(long formerEpoch, long position) {
    Memory.setRelease(control, ControlLayout.FORMER_EPOCH, formerEpoch);
    word(ControlLayout.RECOVERED_TO, position);
  }

  /** Position behind which the log may not be deleted; the largest number where none must stay. */
  long logNeededFrom(long first) {
    long state = state();
    if (state == NO) {
      return Long.MAX_VALUE;
    }
    return state == YES ? checkpoint() : first;
  }

  /** How many bytes the disk has left. */
  long usableBytes() {
    return file.usableBytes();
  }

  /** Brings the words to disk. */
  void force() throws IOException {
    file.force(0, ControlLayout.PROCESSES);
  }
}
