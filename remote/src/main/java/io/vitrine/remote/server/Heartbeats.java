package io.vitrine.remote.server;

import io.netty.channel.Channel;
import io.netty.util.concurrent.ScheduledFuture;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.SecondLook;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The heartbeats of a connection. Safe for any number of threads.
 *
 * <p>Both sides send {@code heartbeat: n} on the channel. Bytes that come are noted on the event
 * loop, whatever they say, so requests that are large or take long do not make a live client look
 * dead.
 */
final class Heartbeats {
  static final String HANDLER = "HeartbeatHandler";
  private static final String TIMEOUT = "heartbeatTimeoutMs";
  private static final String INTERVAL = "heartbeatIntervalMs";
  private static final long MILLIS_MAX = 3_600_000;

  private final Connection connection;
  private final Channel channel;
  private volatile long heardNanos = System.nanoTime();

  Heartbeats(Connection connection, Channel channel) {
    this.connection = connection;
    this.channel = channel;
  }

  static boolean isNamed(String name) {
    return name.equals(HANDLER) || name.equals(HANDLER + ".v1");
  }

  /** Begins to send and to watch. */
  WireHandler open(long cid, @Nullable Object content) {
    Map<?, ?> settings = settings(content);
    long timeout = millis(settings, TIMEOUT, 10_000);
    long interval = millis(settings, INTERVAL, 2_000);
    var beat = new Beat(cid, timeout);
    beat.start(interval);
    return beat;
  }

  private static Map<?, ?> settings(@Nullable Object content) {
    if (content == null || content.equals("") || content.equals(List.of())) {
      return Map.of();
    }
    if (content instanceof Map<?, ?> map && Arguments.hasOnly(List.of(TIMEOUT, INTERVAL), map)) {
      return map;
    }
    throw Arguments.bad("handler", "settings are no map of " + TIMEOUT + " and " + INTERVAL);
  }

  private static long millis(Map<?, ?> settings, String name, long standard) {
    Object value = settings.get(name);
    long millis = value == null ? standard : Arguments.integer("handler", name, value);
    if (millis < 1 || millis > MILLIS_MAX) {
      throw Arguments.bad("handler", name + " is " + millis + ", expected 1 to " + MILLIS_MAX);
    }
    return millis;
  }

  /** Notes that something came. */
  void heard() {
    heardNanos = System.nanoTime();
  }

  private final class Beat implements WireHandler {
    private final long cid;
    private final long timeoutMillis;
    private final long openedNanos = System.nanoTime();
    private volatile @Nullable ScheduledFuture<?> sending;
    private volatile @Nullable ScheduledFuture<?> watching;

    Beat(long cid, long timeoutMillis) {
      this.cid = cid;
      this.timeoutMillis = timeoutMillis;
    }

    void start(long interval) {
      long look = Math.max(1, timeoutMillis / 4);
      sending =
          channel
              .eventLoop()
              .scheduleAtFixedRate(this::send, interval, interval, TimeUnit.MILLISECONDS);
      watching =
          channel.eventLoop().scheduleAtFixedRate(this::watch, look, look, TimeUnit.MILLISECONDS);
    }

    @Override
    public @Nullable Object handle(String event, @Nullable Object argument) {
      if (!event.equals("heartbeat")) {
        throw new UnsupportedOperationException(
            "a heartbeat channel knows heartbeat and cancel and no event " + event);
      }
      // It was noted when it came.
      return null;
    }

    @Override
    public void closed() {
      cancel(sending);
      cancel(watching);
    }

    private static void cancel(@Nullable ScheduledFuture<?> task) {
      try {
        if (task != null) {
          task.cancel(false);
        }
      } catch (RejectedExecutionException _) {
        // The event loop has ended, and the task with it.
      }
    }

    private void send() {
      if (!connection.outbound().isFull()) {
        connection
            .outbound()
            .send(
                Message.of(Routing.toChannel(cid, null), "heartbeat", System.currentTimeMillis()));
      }
    }

    private void watch() {
      if (!channel.config().isAutoRead()) {
        // The silence is ours: the connection is not being read.
        heardNanos = System.nanoTime();
        return;
      }
      if (isSilent()) {
        var _ = SecondLook.by(channel.eventLoop(), this::judge);
      }
    }

    private boolean isSilent() {
      long now = System.nanoTime();
      return Math.min(now - heardNanos, now - openedNanos)
          > TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    }

    private void judge() {
      if (channel.config().isAutoRead() && isSilent()) {
        closed();
        connection.abort(
            Routing.toChannel(cid, null),
            new RequestException(
                ErrorCode.TIMEOUT,
                "no heartbeat on channel " + cid + " for " + timeoutMillis + " ms"));
      }
    }
  }
}
