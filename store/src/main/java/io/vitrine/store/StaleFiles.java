package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Tells of a durable store that could not be recovered whether its power was lost: then its maps'
 * files may be of any time, whole as they are. Stateless; while nobody has the store open.
 */
final class StaleFiles {
  private StaleFiles() {}

  /** Whether they may be older than what was promised; also where nothing tells. */
  static boolean mayBe(StoreFiles files) throws IOException {
    try (ControlCheck control = ControlCheck.open(files, new Findings())) {
      if (!isDurable(files, control)) {
        return false;
      }
      long now = files.bootId();
      boolean isSameBoot = now != BootId.UNKNOWN && control.word(ControlLayout.BOOT_ID) == now;
      return !isSameBoot && control.word(ControlLayout.CLEAN) != 1;
    }
  }

  /** Where the control file does not say it, a checkpoint does, which no other store has. */
  private static boolean isDurable(StoreFiles files, ControlCheck control) throws IOException {
    long state = control.word(ControlLayout.DURABLE);
    if (state != DurableWords.NO) {
      return state == DurableWords.YES;
    }
    boolean isTold =
        isSound(control, ControlLayout.DURABLE) && control.word(ControlLayout.BOOT_ID) != 0;
    return !isTold && newestCheckpoint(files, 0) >= 0; // a word of zeros may be one that is gone
  }

  /**
   * Revision of the newest checkpoint by its name, whole or not; -1 where there is none.
   *
   * @param epoch those that say another one are passed over: of a recovery that did not come to its
   *     end, behind all of the log; 0 to take any
   */
  private static long newestCheckpoint(StoreFiles files, long epoch) throws IOException {
    long newest = -1;
    for (String file : files.list(CheckpointWriter.FOLDER)) {
      long revision = CheckpointWriter.revisionOf(file);
      if (revision > newest && !isOfAnother(files, file, epoch)) {
        newest = revision;
      }
    }
    return newest;
  }

  private static boolean isOfAnother(StoreFiles files, String file, long epoch) throws IOException {
    String name = CheckpointWriter.FOLDER + "/" + file;
    try (CheckpointReader reader = CheckpointReader.open(files, name)) {
      return epoch != 0 && reader.epoch() != epoch;
    } catch (StoreException e) {
      return false; // who knows
    }
  }

  /** What a repair says of it, which could not recover the store for a reason. */
  static String note(String why) {
    return "the store may have lost its power and cannot be recovered from that ("
        + why.replace("; run \"vitrine repair\"", "")
        + "): its maps were made anew from what the newest whole checkpoint, the log and their"
        + " files tell; what none of these tells is lost, or as it was before";
  }

  /**
   * Whether it is told that the power was lost, where {@link #mayBe} says that it may have been.
   */
  static boolean isPowerLossTold(ControlCheck control) {
    return control.word(ControlLayout.DURABLE) == DurableWords.YES
        && control.word(ControlLayout.BOOT_ID) != 0
        && isSound(control, ControlLayout.CLEAN);
  }

  /** Whether the control file says how far the log was forced. */
  static boolean isForcedToTold(ControlCheck control) {
    return isSound(control, ControlLayout.FORCED_TO) && isSound(control, ControlLayout.CHECKPOINT);
  }

  /** Up to where the log of an epoch must be on disk, by everything that tells. */
  static long forcedTo(StoreFiles files, ControlCheck control, long epoch) throws IOException {
    long word =
        Math.max(control.word(ControlLayout.FORCED_TO), control.word(ControlLayout.CHECKPOINT));
    return Math.max(word, newestCheckpoint(files, epoch));
  }

  private static boolean isSound(ControlCheck control, long offset) {
    MemorySegment memory = control.memory();
    return memory != null && CheckedWord.isSound(Memory.get(memory, offset));
  }
}
