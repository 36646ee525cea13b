package io.vitrine.store;

/** The changes asked for are no longer in the change log: the reader needs a resync. */
public final class RetentionException extends StoreException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception.
   *
   * @param message the revision asked for and the oldest one retained
   */
  public RetentionException(String message) {
    super(message);
  }
}
