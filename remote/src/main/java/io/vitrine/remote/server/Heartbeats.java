package io.vitrine.remote.server;

import io.netty.channel.Channel;
import io.netty.util.concurrent.ScheduledFuture;
import io.vitrine.collections.UnknownTypeException;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.store.TypedValue;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The heartbeat channels of a connection. Safe for any number of threads.
 *
 * <p>Both sides send {@code heartbeat: n} on the channel. Bytes that come are noted on the event
 * loop, whatever they say, so requests that are large or take long do not make a live client look
 * dead.
 */
final class Heartbeats {
  static final String HANDLER = "HeartbeatHandler";
  private static final int CHANNELS_MAX = 100;
  private static final long MILLIS_MAX = 3_600_000;

  private final Connection connection;
  private final Channel channel;
  private final ConcurrentHashMap<Long, Beat> open = new ConcurrentHashMap<>();
  private volatile long heardNanos = System.nanoTime();

  Heartbeats(Connection connection, Channel channel) {
    this.connection = connection;
    this.channel = channel;
  }

  /** Opens a channel with the handler that the client chose. */
  void open(long cid, @Nullable Object handler) {
    if (!(handler instanceof TypedValue typed)) {
      throw Arguments.bad("handler", "is no typed value, expected !" + HANDLER + " {...}");
    }
    if (!typed.name().equals(HANDLER)) {
      throw new UnknownTypeException(typed.name());
    }
    if (cid < 0) {
      throw Arguments.bad("handler", "cid is " + cid + ", expected 0 or more");
    }
    Map<?, ?> settings = typed.content() instanceof Map<?, ?> map ? map : Map.of();
    long timeout = millis(settings, "heartbeatTimeoutMs", 10_000);
    long interval = millis(settings, "heartbeatIntervalMs", 2_000);
    var beat = new Beat(cid, timeout);
    if (open.size() >= CHANNELS_MAX) {
      throw new RequestException(
          ErrorCode.LIMIT_EXCEEDED, "the connection has " + CHANNELS_MAX + " channels; cancel one");
    }
    if (open.putIfAbsent(cid, beat) != null) {
      throw Arguments.bad("handler", "cid " + cid + " is open already; cancel it or take another");
    }
    beat.start(interval);
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

  /** Answers an event of a heartbeat channel; null where there is no such channel. */
  @Nullable Object handle(long cid, Request request) {
    Beat beat = open.get(cid);
    if (beat == null) {
      return null;
    }
    switch (request.event()) {
      case "heartbeat" -> {
        // It was noted when it came.
      }
      case "cancel" -> {
        Arguments.none("cancel", request.argument());
        open.remove(cid);
        beat.stop();
      }
      default -> throw request.unknown("a heartbeat channel");
    }
    return Map.of();
  }

  void closeAll() {
    open.values().forEach(Beat::stop);
    open.clear();
  }

  private final class Beat {
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

    void stop() {
      ScheduledFuture<?> first = sending;
      ScheduledFuture<?> second = watching;
      if (first != null) {
        first.cancel(false);
      }
      if (second != null) {
        second.cancel(false);
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
      long now = System.nanoTime();
      if (Math.min(now - heardNanos, now - openedNanos)
          > TimeUnit.MILLISECONDS.toNanos(timeoutMillis)) {
        stop();
        connection.abort(
            Routing.toChannel(cid, null),
            new RequestException(
                ErrorCode.TIMEOUT,
                "no heartbeat on channel " + cid + " for " + timeoutMillis + " ms"));
      }
    }
  }
}
