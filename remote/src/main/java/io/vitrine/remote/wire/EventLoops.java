package io.vitrine.remote.wire;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SelectStrategy;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.nio.channels.spi.SelectorProvider;

/** Makes the event loops of servers and clients. Stateless, safe for any number of threads. */
public final class EventLoops {
  /** Of busy ones each takes a processor; the rest is for those who ask and answer. */
  private static final int PROCESSORS_PER_BUSY_LOOP = 4;

  private EventLoops() {}

  /**
   * Makes a group whose threads are daemons.
   *
   * @param name what its threads are called
   * @param threads how many, 0 for as many as there is use for
   * @param busyPoll whether they look for what comes all the time in place of sleeping until it
   *     does
   * @return the group
   */
  public static EventLoopGroup of(String name, int threads, boolean busyPoll) {
    NettySettings.apply();
    int count = threads;
    if (busyPoll && count == 0) {
      count = Math.max(1, Runtime.getRuntime().availableProcessors() / PROCESSORS_PER_BUSY_LOOP);
    }
    return new MultiThreadIoEventLoopGroup(
        count, new DefaultThreadFactory(name, true), handlers(busyPoll));
  }

  private static IoHandlerFactory handlers(boolean busyPoll) {
    return busyPoll
        ? NioIoHandler.newFactory(SelectorProvider.provider(), () -> busy())
        : NioIoHandler.newFactory();
  }

  /**
   * Asks and never waits: what Netty calls busy-wait is for its native transports only. A turn in
   * which nothing came lets others have the processor, if there are any.
   */
  @SuppressWarnings("ThreadPriorityCheck") // Whoever spins has to.
  private static SelectStrategy busy() {
    return (selectNow, hasTasks) -> {
      int ready = selectNow.get();
      if (ready == 0 && !hasTasks) {
        Thread.yield();
      }
      return ready;
    };
  }
}
