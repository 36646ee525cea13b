package io.vitrine.bench.report;

import java.io.Serial;

/** A file that should hold results of a run holds something else; the message says what. */
public final class NotResultsException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  NotResultsException(String message) {
    super(message);
  }
}
