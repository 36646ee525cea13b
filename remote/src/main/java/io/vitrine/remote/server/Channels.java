package io.vitrine.remote.server;

import io.vitrine.collections.UnknownTypeException;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.store.TypedValue;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The channels that the client of a connection opened, by cid. Safe for any number of threads; what
 * the client asks for comes on the thread of the connection.
 */
final class Channels {
  private static final int CHANNELS_MAX = 100;

  private final Connection connection;
  private final ConcurrentHashMap<Long, Open> open = new ConcurrentHashMap<>();

  Channels(Connection connection) {
    this.connection = connection;
  }

  boolean isOpen(long cid) {
    return open.containsKey(cid);
  }

  /** Opens a channel with the handler that the client chose. */
  void open(Routing routing) {
    Long cid = routing.cid();
    if (cid == null) {
      throw Arguments.bad("handler", "has no cid in the meta-data");
    }
    if (!(routing.handler() instanceof TypedValue typed)) {
      throw Arguments.bad(
          "handler", "is no typed value, expected for example !" + Heartbeats.HANDLER + " {...}");
    }
    HandlerType type = Heartbeats.isNamed(typed.name()) ? null : type(typed.name());
    if (cid < 0) {
      throw Arguments.bad("handler", "cid is " + cid + ", expected 0 or more");
    }
    String csp = routing.csp();
    var channel =
        new Open(
            cid, csp == null ? "/" : ServicePath.of(csp).path(), type == null ? null : type.verb());
    channel.authorize();
    if (open.size() >= CHANNELS_MAX) {
      throw new RequestException(
          ErrorCode.LIMIT_EXCEEDED, "the connection has " + CHANNELS_MAX + " channels; cancel one");
    }
    if (open.putIfAbsent(cid, channel) != null) {
      throw Arguments.bad("handler", "cid " + cid + " is open already; cancel it or take another");
    }
    try {
      channel.handler =
          type == null
              ? connection.heartbeats().open(cid, typed.content())
              : type.opener().open(channel, typed.content());
    } catch (RuntimeException | Error e) {
      open.remove(cid);
      throw e;
    }
    if (!connection.isActive()) {
      channel.close();
    }
  }

  private HandlerType type(String name) {
    for (HandlerType type : connection.server().options().handlers()) {
      if (type.isNamed(name)) {
        return type;
      }
    }
    throw new UnknownTypeException(name);
  }

  /** What is none of the data model is a fault of the handler, and not of who asked. */
  private @Nullable Object toModel(@Nullable Object answer) {
    try {
      return connection.server().catalogue().vitrine().types().toModel(answer);
    } catch (IllegalArgumentException e) {
      throw new RequestException(
          ErrorCode.INTERNAL, "the handler answered what is not in the data model");
    }
  }

  /** Answers an event of a channel that is open. */
  @Nullable Object handle(long cid, Request request) {
    Open channel = open.get(cid);
    WireHandler handler = channel == null ? null : channel.handler;
    if (channel == null || handler == null) {
      throw unknown(cid);
    }
    if (request.event().equals("cancel")) {
      Arguments.none("cancel", request.argument());
      channel.close();
      return null;
    }
    channel.authorize();
    try {
      return toModel(handler.handle(request.event(), request.argument()));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new IllegalStateException(e);
    }
  }

  static RequestException unknown(long cid) {
    return new RequestException(
        ErrorCode.UNKNOWN_CHANNEL,
        "there is no channel "
            + cid
            + ", or no longer"
            + (cid < 0 ? ": the iterator ended, was not used for long or is another's" : ""));
  }

  void closeAll() {
    for (Open each : List.copyOf(open.values())) {
      try {
        each.close();
      } catch (RuntimeException | Error e) {
        // It must not keep the others, and what follows at the end of a connection, from theirs.
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
      }
    }
  }

  /** One channel. */
  private final class Open implements WireChannel {
    private final long cid;
    private final String path;
    private final @Nullable Verb verb;
    private volatile @Nullable WireHandler handler;

    Open(long cid, String path, @Nullable Verb verb) {
      this.cid = cid;
      this.path = path;
      this.verb = verb;
    }

    void authorize() {
      if (verb != null) {
        connection.authorize(path, verb);
      }
    }

    @Override
    public @Nullable String principal() {
      return connection.principal();
    }

    @Override
    public String path() {
      return path;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // Another one may have the number by now.
    public boolean send(String event, @Nullable Object argument) throws InterruptedException {
      if (open.get(cid) != this || (verb != null && !connection.permits(path, verb))) {
        return false;
      }
      Object model = connection.server().catalogue().vitrine().types().toModel(argument);
      var message = Message.of(Routing.toChannel(cid, null), event, model);
      connection.outbound().sendWhenRoom(message, () -> open.get(cid) == this);
      return open.get(cid) == this;
    }

    @Override
    public void close() {
      if (open.remove(cid, this)) {
        WireHandler served = handler;
        if (served != null) {
          served.closed();
        }
      }
    }
  }
}
