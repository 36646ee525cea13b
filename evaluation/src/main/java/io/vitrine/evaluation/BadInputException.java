package io.vitrine.evaluation;

/** What the user gave cannot be evaluated; the message says why, and what to do. */
final class BadInputException extends RuntimeException {
  private static final long serialVersionUID = 1;

  BadInputException(String message) {
    super(message);
  }
}
