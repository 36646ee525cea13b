package io.vitrine.remote.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ThreadAwareExecutor;
import io.netty.util.concurrent.ThreadPerTaskExecutor;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A loop that never sleeps is not woken. */
@Timeout(180)
class BusyLoopTest {
  private static final int TASKS = 1_000;

  private final AtomicInteger wakings = new AtomicInteger();

  @Test
  void tasksAreDoneWithoutWakingAnybody() throws Exception {
    var group = new OneBusy(new DefaultThreadFactory("busy", true), Looks::new);
    try {
      var done = new AtomicInteger();
      for (int i = 0; i < TASKS; i++) {
        group.next().submit(done::incrementAndGet).get(60, TimeUnit.SECONDS);
      }
      assertEquals(TASKS, done.get());
      assertEquals(0, wakings.get());
    } finally {
      end(group);
    }
  }

  @Test
  void loopsOfServersAndClientsThatSpinAreSuchLoops() throws Exception {
    for (EventLoopGroup group :
        new EventLoopGroup[] {
          EventLoops.ofServer("server", true),
          EventLoops.ofClient("client", true),
          EventLoops.of("other", 1, true)
        }) {
      try {
        assertInstanceOf(BusyLoop.class, group.next());
      } finally {
        end(group);
      }
    }
  }

  private static void end(EventLoopGroup group) throws InterruptedException {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    assertTrue(group.awaitTermination(60, TimeUnit.SECONDS), "the loop did not end");
  }

  private static final class OneBusy extends MultiThreadIoEventLoopGroup {
    OneBusy(DefaultThreadFactory factory, IoHandlerFactory handlers) {
      super(1, new ThreadPerTaskExecutor(factory), handlers);
    }

    @Override
    protected IoEventLoop newChild(
        Executor executor, IoHandlerFactory handlers, Object... arguments) {
      return new BusyLoop(this, executor, handlers);
    }
  }

  /** Finds nothing, and counts who wakes it. */
  private final class Looks implements IoHandler {
    Looks(ThreadAwareExecutor executor) {
      assertTrue(executor instanceof BusyLoop);
    }

    @Override
    public int run(IoHandlerContext context) {
      return 0;
    }

    @Override
    public IoRegistration register(IoHandle handle) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void wakeup() {
      wakings.incrementAndGet();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> type) {
      return false;
    }
  }
}
