package io.vitrine.examples.demo;

/** How far a subscriber has come. Safe for any number of threads. */
final class Reached {
  private long revision = -1;
  private String failure = "";

  /** Everything up to a revision has been seen. */
  synchronized void advance(long seen) {
    revision = Math.max(revision, seen);
    notifyAll();
  }

  /** The subscription is over although nobody wanted it to be. */
  synchronized void fail(String reason) {
    failure = reason;
    notifyAll();
  }

  /**
   * Waits for a revision.
   *
   * @param wanted everything up to it shall have been seen
   * @throws IllegalStateException if the subscription is over before
   */
  synchronized void await(long wanted) throws InterruptedException {
    while (revision < wanted) {
      if (!failure.isEmpty()) {
        throw new IllegalStateException(
            "subscription ended at revision " + revision + " before " + wanted + ": " + failure);
      }
      wait();
    }
  }
}
