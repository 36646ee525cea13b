package io.vitrine.store;

/**
 * Whether a store has a change log, for a torture that must not let it begin by asking. Stateless;
 * any thread.
 */
public final class LogState {
  private LogState() {}

  /**
   * Tells whether changes are logged, or about to be.
   *
   * @param store a store that has been opened by {@link Stores}
   * @return false as long as nobody has asked for the log
   */
  public static boolean hasBegun(Store store) {
    return ((MappedStore) store).log().unlogged.areOver();
  }
}
