package io.vitrine.store;

/** Whether the calling thread may wait for others, or {@link NeverWaits}. Stateless. */
final class Waiting {
  private Waiting() {}

  static boolean isForbidden() {
    return Thread.currentThread() instanceof NeverWaits;
  }

  /**
   * To be called before a change has begun, where it is about to wait, or to take much longer.
   *
   * @throws WouldWaitException on a thread that must not
   */
  static void check() {
    if (isForbidden()) {
      throw new WouldWaitException();
    }
  }
}
