package io.vitrine.remote.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** An event loop outlives errors of what it waits with. */
class SteadyLoopTest {
  /** What the JDK's sockets are waited for with, where memory lacks a few times. */
  private record Lacking(IoHandler handler, AtomicInteger lacks) implements IoHandler {
    @Override
    public int run(IoHandlerContext context) {
      if (lacks.getAndDecrement() > 0) {
        throw new OutOfMemoryError("made by a test");
      }
      return handler.run(context);
    }

    @Override
    public void prepareToDestroy() {
      handler.prepareToDestroy();
    }

    @Override
    public void destroy() {
      handler.destroy();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
      return handler.register(handle);
    }

    @Override
    public void wakeup() {
      handler.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> type) {
      return handler.isCompatible(type);
    }
  }

  @Test
  void aLackOfMemoryEndsNoLoop() throws Exception {
    NettySettings.apply();
    var lacks = new AtomicInteger();
    IoHandlerFactory handlers =
        executor -> new Lacking(NioIoHandler.newFactory().newHandler(executor), lacks);
    var group = new EventLoops.SteadyGroup(1, new DefaultThreadFactory("test", true), handlers);
    try {
      assertEquals("before", group.submit(() -> "before").get(60, TimeUnit.SECONDS));
      lacks.set(3);
      long deadline = System.nanoTime() + 60_000_000_000L;
      while (lacks.get() > 0) {
        assertTrue(System.nanoTime() < deadline, "it is never looked for what comes");
        assertEquals("then", group.submit(() -> "then").get(60, TimeUnit.SECONDS));
      }
      assertEquals("after", group.submit(() -> "after").get(60, TimeUnit.SECONDS));
    } finally {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }
}
