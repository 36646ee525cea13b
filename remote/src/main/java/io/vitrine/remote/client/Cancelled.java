package io.vitrine.remote.client;

/** Ends the work of a subscription's own thread; thrown and caught there. */
final class Cancelled extends RuntimeException {
  private static final long serialVersionUID = 1;

  Cancelled() {
    super(null, null, false, false);
  }
}
