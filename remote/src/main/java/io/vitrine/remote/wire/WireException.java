package io.vitrine.remote.wire;

/** A message or a value that cannot be read or written; the message says where and why. */
public final class WireException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ErrorCode code;

  /**
   * Creates an exception.
   *
   * @param code what kind of failure
   * @param message the place, what was found and what was expected
   */
  public WireException(ErrorCode code, String message) {
    super(message);
    this.code = code;
  }

  /**
   * What kind of failure.
   *
   * @return the code that goes to the other side
   */
  public ErrorCode code() {
    return code;
  }
}
