package io.vitrine.remote.server;

import io.netty.channel.Channel;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Connections that the server has to give up for a fault or a lack of its own. Safe for any number
 * of threads.
 */
final class Losses {
  private static final System.Logger LOGGER = System.getLogger(Losses.class.getName());
  private static final AtomicBoolean TOLD = new AtomicBoolean();

  private Losses() {}

  /** Closes at once: there may be no memory to say anything. The first one is told of aloud. */
  static void close(Channel channel, Throwable failure) {
    var _ = channel.close();
    var level =
        TOLD.compareAndSet(false, true) ? System.Logger.Level.WARNING : System.Logger.Level.DEBUG;
    LOGGER.log(level, "a connection is closed for a failure of the server", failure);
  }
}
