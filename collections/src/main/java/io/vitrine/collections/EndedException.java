package io.vitrine.collections;

/** Leads a subscription's thread out of wherever it is once the subscription is over. */
final class EndedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  EndedException() {
    super("the subscription is over", null, false, false);
  }
}
