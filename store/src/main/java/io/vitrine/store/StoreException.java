package io.vitrine.store;

/** A store cannot do what was asked; the message says why and what to do. */
public class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception.
   *
   * @param message the thing, the value found, the value expected and what to do
   */
  public StoreException(String message) {
    super(message);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message the thing, the value found, the value expected and what to do
   * @param cause what went wrong below
   */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
