package io.vitrine.store;

/**
 * How a store is repaired. Immutable.
 *
 * @param keep whether the files that are replaced are kept in a folder {@code damaged-TIME} of the
 *     store
 */
public record RepairOptions(boolean keep) {
  /**
   * The defaults.
   *
   * @return options that keep the files that are replaced
   */
  public static RepairOptions defaults() {
    return new RepairOptions(true);
  }
}
