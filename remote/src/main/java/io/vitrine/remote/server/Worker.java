package io.vitrine.remote.server;

/** What does what is in a {@link WorkQueue}: for one thread at a time, which may be another. */
interface Worker {
  /** Name of the thread that works. */
  String threadName();

  /** Waits until the next thing may be done. */
  void awaitRoom() throws InterruptedException;

  /** Does one thing, and says whether more may follow. */
  boolean step(Object item);

  /** Whether nothing that was asked for waits. */
  boolean isIdle();

  /** Something failed that nobody is told of: nothing more is done. */
  void lost(Throwable failure);

  /** Nothing more is done; once, at the end. */
  void finish();
}
