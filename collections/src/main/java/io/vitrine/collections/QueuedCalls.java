package io.vitrine.collections;

/**
 * Told of calls that wait for their turn, so that they can be failed before it comes. Safe for any
 * number of threads.
 */
public interface QueuedCalls {
  /** Lets all of them wait as long as they must. */
  QueuedCalls UNTOLD =
      new QueuedCalls() {
        @Override
        public void add(QueuedCall call) {}

        @Override
        public void remove(QueuedCall call) {}
      };

  /**
   * One begins to wait.
   *
   * @param call may be failed from now on
   */
  void add(QueuedCall call);

  /**
   * The turn of one has come.
   *
   * @param call can be failed no more
   */
  void remove(QueuedCall call);
}
