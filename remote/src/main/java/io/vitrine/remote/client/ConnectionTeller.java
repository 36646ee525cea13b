package io.vitrine.remote.client;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Tells a listener one event after the other, on a virtual thread that ends when there is nothing
 * more: whoever notices an event must not wait for the listener. Safe for any number of threads.
 */
final class ConnectionTeller {
  private static final System.Logger LOGGER = System.getLogger("io.vitrine.remote");

  private final Consumer<? super ConnectionEvent> listener;
  private final ConcurrentLinkedQueue<ConnectionEvent> queue = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean busy = new AtomicBoolean();
  private boolean ended;

  ConnectionTeller(Consumer<? super ConnectionEvent> listener) {
    this.listener = listener;
  }

  /** Has the listener told soon, unless it was told that there is nothing more; does not wait. */
  void tell(ConnectionEvent event) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = event instanceof ConnectionEvent.Closed;
      queue.add(event);
    }
    begin();
  }

  /** Whether all that was to be told has been told. */
  boolean isIdle() {
    return queue.isEmpty() && !busy.get();
  }

  private void begin() {
    if (!queue.isEmpty() && busy.compareAndSet(false, true)) {
      Thread.ofVirtual().name("vitrine-connection-listener").start(this::run);
    }
  }

  private void run() {
    for (ConnectionEvent event = queue.poll(); event != null; event = queue.poll()) {
      try {
        boolean _ = Thread.interrupted(); // what the call before left behind
        listener.accept(event);
      } catch (Throwable e) {
        LOGGER.log(System.Logger.Level.WARNING, "a connection listener failed at " + event, e);
      }
    }
    busy.set(false);
    begin(); // what came since the last look
  }
}
