package io.vitrine.remote.client;

/** Ends the work of a subscription's own thread; thrown and caught there. */
final class Cancelled extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** By the subscriber. */
  Cancelled() {
    this("By request");
  }

  Cancelled(String reason) {
    super(reason, null, false, false);
  }

  /** Why it is over. */
  String reason() {
    return String.valueOf(getMessage());
  }
}
