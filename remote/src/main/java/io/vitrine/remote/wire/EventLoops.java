package io.vitrine.remote.wire;

import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SelectStrategy;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.concurrent.ThreadPerTaskExecutor;
import io.vitrine.store.NeverWaits;
import java.net.SocketOption;
import java.nio.channels.spi.SelectorProvider;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/**
 * Makes the event loops of servers and clients. Stateless, safe for any number of threads.
 *
 * <p>They use epoll where it is there and the application allows native code, see {@link
 * NettySettings}, and the sockets of the JDK elsewhere.
 */
public final class EventLoops {
  /** Of busy ones each takes a processor; the rest is for those who ask and answer. */
  private static final int PROCESSORS_PER_BUSY_LOOP = 4;

  /** With fewer processors whoever waits sleeps: the event loops spin on both sides. */
  private static final int PROCESSORS_TO_SPIN = 4;

  /** None where nobody else could run meanwhile. */
  private static final SpinPlaces PLACES =
      new SpinPlaces(Runtime.getRuntime().availableProcessors() > 1 ? spinning() : 0);

  private static final SelectStrategyFactory BRIEF = () -> new BriefSpin(System::nanoTime, PLACES);
  private static final SelectStrategyFactory BUSY =
      () ->
          isNative() && isSpinningForAll()
              ? (selectNow, hasTasks) -> SelectStrategy.BUSY_WAIT
              : busy();

  private EventLoops() {}

  /**
   * Says whether there are processors for more than the event loops of a client and a server.
   *
   * @return whether whoever waits for something of a busy event loop should spin, too
   */
  public static boolean isSpinningForAll() {
    return Runtime.getRuntime().availableProcessors() >= PROCESSORS_TO_SPIN;
  }

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
    var factory = new DefaultThreadFactory(name, true);
    return busyPoll
        ? new BusyGroup(threads == 0 ? spinning() : threads, factory)
        : of(threads, factory, DefaultSelectStrategyFactory.INSTANCE);
  }

  /**
   * Makes a group of one thread for a client. While much comes, it looks for more before it sleeps.
   *
   * @param name what the thread is called
   * @param busyPoll whether it never sleeps
   * @return the group
   */
  public static EventLoopGroup ofClient(String name, boolean busyPoll) {
    var factory = new DefaultThreadFactory(name, true);
    return busyPoll
        ? new HelpedGroup(new ThreadPerTaskExecutor(factory), handlers(EventLoops::busy))
        : of(1, factory, BRIEF);
  }

  /**
   * Does the work of a client's event loop that spins, on the calling thread, until something is so
   * or the time is over; returns at once where that cannot be. See {@link HelpedLoop}.
   *
   * @param loop of {@link #ofClient}
   * @param done what is waited for
   * @param alone asked at the end: whether nothing else will come for which somebody has to look
   * @param deadline by {@link System#nanoTime}
   */
  public static void help(
      EventExecutor loop, BooleanSupplier done, BooleanSupplier alone, long deadline) {
    if (Thread.currentThread().isVirtual()) {
      rouse(loop);
    } else if (loop instanceof HelpedLoop helped) {
      helped.help(done, alone, deadline);
    }
  }

  /**
   * Has a client's event loop that spins look for what comes, where it rests.
   *
   * @param loop of {@link #ofClient}
   */
  public static void rouse(EventExecutor loop) {
    if (loop instanceof HelpedLoop helped) {
      helped.rouse();
    }
  }

  /** Loops that sleep where nothing comes. */
  static final class SteadyGroup extends MultiThreadIoEventLoopGroup {
    SteadyGroup(int threads, ThreadFactory factory, IoHandlerFactory handlers) {
      super(threads, new ThreadPerTaskExecutor(factory), handlers);
    }

    @Override
    protected IoEventLoop newChild(
        Executor executor, IoHandlerFactory handlers, Object... arguments) {
      return new SteadyLoop(this, executor, handlers);
    }
  }

  /** Loops that never sleep. */
  private static final class BusyGroup extends MultiThreadIoEventLoopGroup {
    BusyGroup(int threads, ThreadFactory factory) {
      super(threads, new ThreadPerTaskExecutor(factory), handlers(BUSY));
    }

    @Override
    protected IoEventLoop newChild(
        Executor executor, IoHandlerFactory handlers, Object... arguments) {
      return new BusyLoop(this, executor, handlers);
    }
  }

  /** One loop whose work others may do. */
  private static final class HelpedGroup extends MultiThreadIoEventLoopGroup {
    HelpedGroup(Executor executor, IoHandlerFactory handlers) {
      super(1, executor, handlers);
    }

    @Override
    protected IoEventLoop newChild(
        Executor executor, IoHandlerFactory handlers, Object... arguments) {
      return new HelpedLoop(this, executor, handlers);
    }
  }

  /**
   * Makes a group like {@link #of(String, int, boolean)} for a server, which makes changes of its
   * stores on these threads as long as that takes no waiting. While much comes, they look for more
   * before they sleep.
   *
   * @param name what its threads are called
   * @param busyPoll whether they look for what comes all the time in place of sleeping until it
   *     does
   * @return the group
   */
  public static EventLoopGroup ofServer(String name, boolean busyPoll) {
    var factory = new ServerThreads(name);
    return busyPoll ? new BusyGroup(spinning(), factory) : of(0, factory, BRIEF);
  }

  /** How many loops may spin at the same time without taking most processors. */
  private static int spinning() {
    return Math.max(1, Runtime.getRuntime().availableProcessors() / PROCESSORS_PER_BUSY_LOOP);
  }

  private static EventLoopGroup of(
      int threads, ThreadFactory factory, SelectStrategyFactory strategy) {
    return new SteadyGroup(threads, factory, handlers(strategy));
  }

  private static IoHandlerFactory handlers(SelectStrategyFactory strategy) {
    NettySettings.apply();
    return isNative()
        ? EpollIoHandler.newFactory(0, strategy)
        : NioIoHandler.newFactory(SelectorProvider.provider(), strategy);
  }

  private static final class ServerThreads extends DefaultThreadFactory {
    ServerThreads(String name) {
      super(name, true);
    }

    @Override
    protected Thread newThread(Runnable task, String name) {
      return new ServerThread(threadGroup, task, name);
    }
  }

  private static final class ServerThread extends FastThreadLocalThread implements NeverWaits {
    ServerThread(@Nullable ThreadGroup group, Runnable task, String name) {
      super(group, task, name);
    }
  }

  /**
   * Says whether the loops use the native transport.
   *
   * @return true where it is there and native code is allowed
   */
  public static boolean isNative() {
    NettySettings.apply();
    return Epoll.isAvailable();
  }

  /**
   * The class of connections that these loops serve.
   *
   * @return for those who connect
   */
  public static Class<? extends SocketChannel> socket() {
    return isNative() ? EpollSocketChannel.class : NioSocketChannel.class;
  }

  /**
   * The class of server sockets that these loops serve.
   *
   * @return for those who are connected to
   */
  public static Class<? extends ServerSocketChannel> serverSocket() {
    return isNative() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
  }

  /**
   * One of the options of keep-alive as the connections of these loops have it.
   *
   * @param option of {@link ExtendedSocketOptions}: idle time and interval in seconds, or count
   * @return the option
   * @throws IllegalArgumentException if it is another option
   */
  public static ChannelOption<Integer> keepAlive(SocketOption<Integer> option) {
    if (!isNative()) {
      return NioChannelOption.of(option);
    }
    return switch (option.name()) {
      case "TCP_KEEPIDLE" -> EpollChannelOption.TCP_KEEPIDLE;
      case "TCP_KEEPINTERVAL" -> EpollChannelOption.TCP_KEEPINTVL;
      case "TCP_KEEPCOUNT" -> EpollChannelOption.TCP_KEEPCNT;
      default -> throw new IllegalArgumentException(option + " is no option of keep-alive");
    };
  }

  /**
   * Asks and never waits: what Netty calls busy-wait is for its native transport only, and lets
   * nobody else have its processor. A turn in which nothing came does, if there are any others.
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
