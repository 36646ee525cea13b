package io.vitrine.store;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What whoever opens a store does at its gate about the power: finds out whether it was lost, and
 * mends. For one thread.
 */
final class PowerCheck {
  /** The control file, as it is after the check; its user closes it. */
  final MappedFile control;

  private final long bootId;
  private final boolean verify;

  private PowerCheck(MappedFile control, long bootId, boolean verify) {
    this.control = control;
    this.bootId = bootId;
    this.verify = verify;
  }

  /** Looks at a store before it is opened, and recovers it where that is needed and possible. */
  static PowerCheck pass(Surroundings surroundings, Gate gate) throws IOException {
    long bootId = surroundings.files().bootId();
    MappedFile found = ControlFile.openKnown(surroundings);
    try {
      if (isAsBefore(new DurableWords(found), bootId)) { // the usual case
        return new PowerCheck(found, bootId, false);
      }
    } catch (Throwable e) {
      found.close();
      throw e;
    }
    found.close();
    gate.hold(); // the control file may be replaced
    boolean verify = recover(surroundings, gate, bootId);
    return new PowerCheck(ControlFile.openKnown(surroundings), bootId, verify);
  }

  /**
   * Recovers a store where that is needed and possible, or mends it.
   *
   * @return whether the power was lost of a store that promises nothing about that
   */
  private static boolean recover(Surroundings surroundings, Gate gate, long bootId)
      throws IOException {
    boolean recover;
    boolean verify;
    try (MappedFile control = ControlFile.open(surroundings)) {
      var words = new DurableWords(control);
      boolean first = gate.isAlone();
      boolean lost = first && !isSameBoot(words, bootId) && !words.isClean();
      recover = lost && words.isDurable();
      verify = lost && !words.isDurable();
      takeBack(words); // who was at it died: nobody else is at the gate
    }
    if (recover) {
      Recovered _ = Recovery.run(surroundings, "");
    } else if (verify) {
      AfterPowerLoss.mend(surroundings);
    }
    return verify;
  }

  /**
   * Recovers a durable store whose power was lost and which nobody has opened since. For who is
   * alone at the gate.
   *
   * @param keepIn folder for the files that are replaced, empty to delete them
   * @return what became of it; null if that was not needed
   * @throws CorruptStoreException if it cannot be recovered; nothing was changed
   */
  static @Nullable Recovered recoverIfLost(Surroundings surroundings, String keepIn)
      throws IOException {
    if (!surroundings.files().exists(ControlLayout.FILE)) {
      return null; // which nobody can open: there may be maps to be salvaged
    }
    try (MappedFile control = ControlFile.open(surroundings)) {
      var words = new DurableWords(control);
      if (isSameBoot(words, surroundings.files().bootId())
          || words.isClean()
          || !words.isDurable()) {
        return null;
      }
    }
    return Recovery.run(surroundings, keepIn);
  }

  /** Whether the power has been on since the store was open before, and nothing is unfinished. */
  private static boolean isAsBefore(DurableWords words, long bootId) {
    return isSameBoot(words, bootId) && words.state() != DurableWords.BECOMING;
  }

  private static boolean isSameBoot(DurableWords words, long bootId) {
    return bootId != BootId.UNKNOWN && words.bootId() == bootId;
  }

  /**
   * Goes on before anything is written.
   *
   * @param durable whether the store is to survive a loss of power from now on
   */
  void begin(boolean durable) throws IOException {
    var words = new DurableWords(control);
    boolean changed = words.isClean();
    words.clean(false);
    if (durable && !words.isForced()) {
      words.state(DurableWords.BECOMING);
      words.force();
    }
    if (verify) {
      new ProcessTable(control.memory()).skipIncarnations();
    } else if (words.bootId() != bootId) {
      words.bootId(bootId);
      changed = true;
    }
    if (changed && words.isDurable()) {
      words.force();
    }
  }

  /** Takes back what {@link #begin} noted, for an open that failed. */
  void giveUp(Throwable failure) {
    try {
      takeBack(new DurableWords(control));
    } catch (Throwable e) { // it is damaged, say, which may be why
      Leftovers.suppress(failure, e);
    }
  }

  /**
   * Says that nobody is making the store durable, as long as it is not: else its log could not be
   * shortened until all who have it open have left. Only at the gate.
   */
  private static void takeBack(DurableWords words) {
    if (words.state() == DurableWords.BECOMING) {
      words.state(DurableWords.NO);
    }
  }

  /** Goes on when the store is open, and nobody has it yet. */
  void end() {
    if (verify) {
      new DurableWords(control).bootId(bootId);
    }
  }
}
