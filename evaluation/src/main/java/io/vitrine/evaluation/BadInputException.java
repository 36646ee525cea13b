package io.vitrine.evaluation;

/** What was given cannot be evaluated; the message says why, and what to do, in one line. */
public final class BadInputException extends RuntimeException {
  private static final long serialVersionUID = 1;

  BadInputException(String message) {
    super(message);
  }
}
