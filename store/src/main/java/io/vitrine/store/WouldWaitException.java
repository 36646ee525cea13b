package io.vitrine.store;

/**
 * A call on a thread that {@link NeverWaits} would have had to wait; it has changed nothing. It has
 * no stack trace, since it is no failure: the same call is made on another thread.
 */
public final class WouldWaitException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates one. */
  WouldWaitException() {
    super("would wait on a thread that must not; call it on another one", null, false, false);
  }
}
