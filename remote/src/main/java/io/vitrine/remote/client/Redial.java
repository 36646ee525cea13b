package io.vitrine.remote.client;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Tries to have a lost connection again until it is there, the client is closed or the time for it
 * is over. On a thread of its own, which goes on whatever it meets: a heap that is full now may
 * have room for the next attempt.
 */
final class Redial implements Runnable {
  private static final long PAUSE_MILLIS = 20;

  private final Link link;
  private final long firstPauseMillis;
  private long pauseMillis = PAUSE_MILLIS;

  /**
   * Creates it.
   *
   * @param firstPauseMillis how long to wait before the first attempt
   */
  Redial(Link link, long firstPauseMillis) {
    this.link = link;
    this.firstPauseMillis = firstPauseMillis;
  }

  @Override
  public void run() {
    pauseFirst();
    long patience = TimeUnit.MILLISECONDS.toNanos(link.options().reconnectMillis());
    long deadline = System.nanoTime() + patience;
    boolean goesOn = true;
    while (goesOn && !link.isClosed()) {
      try {
        goesOn = !isBack(deadline);
      } catch (Error _) { // for want of heap, say
        Thread.onSpinWait();
      }
    }
  }

  private void pauseFirst() {
    try {
      if (firstPauseMillis > 0) {
        Dialer.pause(firstPauseMillis, firstPauseMillis);
      }
    } catch (Error _) { // then there is none
      pauseMillis = PAUSE_MILLIS;
    }
  }

  /** Makes an attempt; whether no other one is due, since it is there or given up. */
  private boolean isBack(long deadline) {
    String problem;
    try {
      link.dialAndGreet();
      return true;
    } catch (IOException | RuntimeException e) {
      problem = String.valueOf(e.getMessage());
    } catch (Error e) {
      problem = e.getClass().getSimpleName();
    }
    long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
    if (left <= 0) {
      long patience = link.options().reconnectMillis();
      link.giveUp(RemoteFailures.noConnection(link.address(), patience, problem));
      return true;
    }
    link.tell(new ConnectionEvent.Retrying(problem, Math.min(pauseMillis, left)));
    pauseMillis = Dialer.pause(pauseMillis, left);
    return false;
  }
}
