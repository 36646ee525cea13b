package io.vitrine.store;

/**
 * How a store is repaired. Immutable.
 *
 * @param keep whether the files that are replaced are kept in a folder {@code damaged-TIME} of the
 *     store
 * @param newLog whether the change log begins anew, with a new epoch, also where nothing is
 *     damaged: so that whoever followed it begins with the present state
 */
public record RepairOptions(boolean keep, boolean newLog) {
  /**
   * Options that leave the log as it is where that may be.
   *
   * @param keep whether the files that are replaced are kept
   */
  public RepairOptions(boolean keep) {
    this(keep, false);
  }

  /**
   * The defaults.
   *
   * @return options that keep the files that are replaced
   */
  public static RepairOptions defaults() {
    return new RepairOptions(true);
  }
}
