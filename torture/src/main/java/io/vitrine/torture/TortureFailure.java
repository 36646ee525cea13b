package io.vitrine.torture;

/** A torture has found a promise broken. The message says which, and what was found. */
public final class TortureFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes a failure.
   *
   * @param message what was found and what was expected
   */
  public TortureFailure(String message) {
    super(message);
  }

  /**
   * Makes a failure.
   *
   * @param message what was found and what was expected
   * @param cause what showed it
   */
  public TortureFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
