package io.vitrine.store;

/** There is no room on the disk for what was asked; the store is unchanged and readable. */
public final class StoreFullException extends StoreException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception.
   *
   * @param message which file, how much was asked
   * @param cause what the file system said
   */
  public StoreFullException(String message, Throwable cause) {
    super(message, cause);
  }
}
