package io.vitrine.remote.client;

import org.jspecify.annotations.Nullable;

/** What the server said instead of an answer. */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1;

  private final transient @Nullable Object exception;

  Refusal(@Nullable Object exception) {
    super(null, null, false, false);
    this.exception = exception;
  }

  @Nullable Object exception() {
    return exception;
  }
}
