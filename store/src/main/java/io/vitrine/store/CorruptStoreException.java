package io.vitrine.store;

/** A file of a store does not hold what it must; the message names file, offset and expectation. */
public final class CorruptStoreException extends StoreException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception.
   *
   * @param message file, offset, what was found and what was expected
   */
  public CorruptStoreException(String message) {
    super(message);
  }
}
