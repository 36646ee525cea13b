package io.vitrine.remote.wire;

import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SingleThreadIoEventLoop;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * An event loop that no error ends. Netty's would be gone with the first lack of memory that comes
 * to it between two connections, and with it all connections that it serves, of which nobody would
 * ever hear. Safe for any number of threads.
 */
class SteadyLoop extends SingleThreadIoEventLoop {
  private static final System.Logger LOGGER = System.getLogger(SteadyLoop.class.getName());

  /** What failed may fail again at once, and needs others to have the processor meanwhile. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Whether it was told already; on the event loop only. */
  private boolean told;

  SteadyLoop(IoEventLoopGroup parent, Executor executor, IoHandlerFactory handlers) {
    super(parent, executor, handlers);
  }

  @Override
  protected int runIo() {
    try {
      return super.runIo();
    } catch (Throwable e) {
      failed(e);
      return 0;
    }
  }

  @Override
  protected boolean runAllTasks(long timeoutNanos) {
    try {
      return super.runAllTasks(timeoutNanos);
    } catch (Throwable e) {
      failed(e);
      return true;
    }
  }

  private void failed(Throwable e) {
    try {
      if (!told) {
        told = true;
        LOGGER.log(System.Logger.Level.WARNING, "an event loop goes on after a failure", e);
      }
    } catch (Throwable _) {
      // There is no memory to say so either.
    }
    LockSupport.parkNanos(PAUSE_NANOS);
  }
}
