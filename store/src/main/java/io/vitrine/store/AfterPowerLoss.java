package io.vitrine.store;

import java.io.IOException;

/**
 * Looks whether a store that promises nothing about power has come whole through a power loss, and
 * salvages it where it has not. Stateless; for one thread at the gate, before the store is opened.
 */
final class AfterPowerLoss {
  /* Any page of any file may be as it was at any time since it was last written back. So every
   * entry and every record is read once: each says by its check whether it is whole, and the maps
   * must be what the log leads to. What does not prove itself is given up, as by a repair: nothing
   * torn is ever served. */

  private static final System.Logger LOGGER = System.getLogger(AfterPowerLoss.class.getName());

  private AfterPowerLoss() {}

  /** Checks the store and makes anew what is damaged; the files before are kept. */
  static void mend(Surroundings surroundings) throws IOException {
    RepairReport report = StoreRepair.run(surroundings, RepairOptions.defaults());
    if (report.hasChanged()) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "{0}: has come through a loss of power with damage, and was repaired: {1} entries are"
              + " lost; the files before are in {2}; Durability.SYNC or ASYNC would have kept them",
          surroundings.files().describe(""),
          report.lostEntries(),
          report.keptIn());
    }
  }
}
