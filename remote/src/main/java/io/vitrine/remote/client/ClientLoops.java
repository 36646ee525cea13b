package io.vitrine.remote.client;

import io.netty.channel.EventLoopGroup;
import io.vitrine.remote.wire.EventLoops;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The event loops of clients: one for each, or, of those that spin, one for all in this process,
 * since each takes a processor; it ends with the last of them. Safe for any number of threads.
 */
final class ClientLoops {
  private static @Nullable EventLoopGroup busy;
  private static int users;

  private ClientLoops() {}

  /** Takes one, to be given back. */
  static EventLoopGroup take(boolean spins) {
    return spins ? takeBusy() : EventLoops.ofClient("vitrine-client", false);
  }

  private static synchronized EventLoopGroup takeBusy() {
    EventLoopGroup shared = busy;
    if (shared == null) {
      shared = EventLoops.ofClient("vitrine-client", true);
      busy = shared;
    }
    users++;
    return shared;
  }

  /** Whether the loop that spins is that of one client only. */
  static synchronized boolean isAlone() {
    return users == 1;
  }

  /** Gives one back; its connections are closed, or are about to be. */
  static synchronized void giveBack(EventLoopGroup loop, boolean spins) {
    if (spins && --users > 0) {
      return;
    }
    if (spins) {
      busy = null;
    }
    var _ = loop.shutdownGracefully(0, 2, TimeUnit.SECONDS);
  }
}
