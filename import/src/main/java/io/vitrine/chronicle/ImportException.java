package io.vitrine.chronicle;

/** Why a file cannot be imported, in words for its user. */
final class ImportException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ImportException(String message) {
    super(message);
  }

  ImportException(String message, Throwable cause) {
    super(message, cause);
  }
}
