package io.vitrine.remote.cli;

/** The arguments of a command do not go together, or one of them is not what it must be. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
