package io.vitrine.remote.client;

import io.vitrine.collections.Joining;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * The threads of a client's subscriptions: whoever closes the client waits until they have ended.
 * Safe for any number of threads.
 */
final class Tellers {
  /** How long the end of all subscriptions may take; set by tests only. */
  static volatile long closeNanos = 5_000_000_000L;

  /** Says of each thread whether it waits for the one that asks. */
  private final ConcurrentHashMap<Thread, BooleanSupplier> waiting = new ConcurrentHashMap<>();

  private final BooleanSupplier mayNotWait;

  /**
   * Creates one without threads.
   *
   * @param mayNotWait whether the calling thread is one that others need for their end
   */
  Tellers(BooleanSupplier mayNotWait) {
    this.mayNotWait = mayNotWait;
  }

  /**
   * Starts the thread of a subscription.
   *
   * @param name of the thread
   * @param body tells the subscriber, to the end
   * @param waitsForCaller whether it cannot end before the thread that asks goes on
   */
  void start(String name, Runnable body, BooleanSupplier waitsForCaller) {
    Thread thread =
        Thread.ofVirtual()
            .name(name)
            .unstarted(() -> {
              try {
                body.run();
              } finally {
                waiting.remove(Thread.currentThread());
              }
            });
    waiting.put(thread, waitsForCaller);
    thread.start();
  }

  /** Waits until all have ended, for some seconds, unless one of them calls this. */
  void join() {
    if (mayNotWait.getAsBoolean()) {
      return;
    }
    long deadline = System.nanoTime() + closeNanos;
    for (var teller : waiting.entrySet()) {
      Thread thread = teller.getKey();
      // One that is about to begin finds out by itself. Of some such isAlive would be true,
      // and join refuses to wait for them.
      if (thread.getState() != Thread.State.NEW && !teller.getValue().getAsBoolean()) {
        Joining.await(thread, deadline);
      }
    }
  }
}
