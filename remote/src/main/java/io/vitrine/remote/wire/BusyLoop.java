package io.vitrine.remote.wire;

import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import java.util.concurrent.Executor;

/** An event loop whose thread never sleeps. Safe for any number of threads. */
class BusyLoop extends SteadyLoop {
  BusyLoop(IoEventLoopGroup parent, Executor executor, IoHandlerFactory handlers) {
    super(parent, executor, handlers);
  }

  /**
   * Nobody waits within the handler. The JDK's selector, once woken, would be woken again by each
   * look that follows, with two calls of the system: what takes the mark away is to wait.
   */
  @Override
  protected boolean wakesUpForTask(Runnable task) {
    return false;
  }
}
