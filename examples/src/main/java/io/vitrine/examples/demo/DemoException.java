package io.vitrine.examples.demo;

/** The demo cannot go on. The message is one line for the user. */
final class DemoException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DemoException(String message) {
    super(message);
  }
}
