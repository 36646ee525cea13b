package io.vitrine.remote.server;

import io.vitrine.remote.wire.WireRecorder;
import io.vitrine.store.CompactOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a server runs. Immutable; begin with {@link #DEFAULT}.
 *
 * @param host address to listen at
 * @param port port, 0 for one that is free
 * @param limits what clients may take
 * @param authenticator finds out who a client is, null where nobody has to say
 * @param authorizer decides what they may do
 * @param openBindAllowed whether an address that is not loopback may be bound without an
 *     authenticator
 * @param compaction which maps get a smaller file in the background, null for none
 * @param recorder told of every message
 * @param web what the server is for browsers
 * @param tls certificates, null for connections that are not encrypted
 * @param handlers kinds of channels of the application
 * @param busyPoll whether it looks for what comes all the time in place of sleeping
 */
public record ServerOptions(
    String host,
    int port,
    ServerLimits limits,
    @Nullable Authenticator authenticator,
    Authorizer authorizer,
    boolean openBindAllowed,
    @Nullable CompactOptions compaction,
    WireRecorder recorder,
    WebOptions web,
    @Nullable ServerTls tls,
    List<HandlerType> handlers,
    boolean busyPoll) {
  /** Port of a server that is started from the command line. */
  public static final int DEFAULT_PORT = 7411;

  /** Loopback, a free port, everything allowed. */
  public static final ServerOptions DEFAULT =
      new ServerOptions(
          "127.0.0.1",
          0,
          ServerLimits.DEFAULT,
          null,
          Authorizer.ALLOW_ALL,
          false,
          CompactOptions.defaults(),
          WireRecorder.NONE,
          WebOptions.DEFAULT,
          null,
          List.of(),
          false);

  /** The components, of which some are changed before they are options again. */
  private static final class Parts {
    private String host;
    private int port;
    private ServerLimits limits;
    private @Nullable Authenticator authenticator;
    private Authorizer authorizer;
    private boolean openBindAllowed;
    private @Nullable CompactOptions compaction;
    private WireRecorder recorder;
    private WebOptions web;
    private @Nullable ServerTls tls;
    private List<HandlerType> handlers;
    private boolean busyPoll;

    private Parts(ServerOptions from) {
      host = from.host;
      port = from.port;
      limits = from.limits;
      authenticator = from.authenticator;
      authorizer = from.authorizer;
      openBindAllowed = from.openBindAllowed;
      compaction = from.compaction;
      recorder = from.recorder;
      web = from.web;
      tls = from.tls;
      handlers = from.handlers;
      busyPoll = from.busyPoll;
    }
  }

  private ServerOptions with(Consumer<Parts> change) {
    var p = new Parts(this);
    change.accept(p);
    return new ServerOptions(
        p.host,
        p.port,
        p.limits,
        p.authenticator,
        p.authorizer,
        p.openBindAllowed,
        p.compaction,
        p.recorder,
        p.web,
        p.tls,
        p.handlers,
        p.busyPoll);
  }

  /** Keeps the list to itself; none but those that may be is null. */
  public ServerOptions {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(authorizer, "authorizer");
    Objects.requireNonNull(recorder, "recorder");
    Objects.requireNonNull(web, "web");
    handlers = List.copyOf(handlers);
  }

  /**
   * The same at another address.
   *
   * @param address name or address to listen at
   * @param number port, 0 for one that is free
   * @return new options
   */
  public ServerOptions withAddress(String address, int number) {
    return with(p -> {
      p.host = address;
      p.port = number;
    });
  }

  /**
   * The same with other limits.
   *
   * @param values what clients may take
   * @return new options
   */
  public ServerOptions withLimits(ServerLimits values) {
    return with(p -> p.limits = values);
  }

  /**
   * The same with permissions.
   *
   * @param who finds out who a client is, null where nobody has to say
   * @param may decides what they may do
   * @return new options
   */
  public ServerOptions withSecurity(@Nullable Authenticator who, Authorizer may) {
    return with(p -> {
      p.authenticator = who;
      p.authorizer = may;
    });
  }

  /**
   * The same, listening to other machines although nobody has to say who they are.
   *
   * @return new options
   */
  public ServerOptions withOpenBind() {
    return with(p -> p.openBindAllowed = true);
  }

  /**
   * The same with another rule for giving maps a smaller file in the background.
   *
   * @param which maps are worth it, null for none
   * @return new options
   */
  public ServerOptions withCompaction(@Nullable CompactOptions which) {
    return with(p -> p.compaction = which);
  }

  /**
   * The same with somebody who is told of every message.
   *
   * @param told called on event loops, too: must not block
   * @return new options
   */
  public ServerOptions withRecorder(WireRecorder told) {
    return with(p -> p.recorder = told);
  }

  /**
   * The same with encrypted connections.
   *
   * @param certificates of the server and of clients, null for connections that are not encrypted
   * @return new options
   */
  public ServerOptions withTls(@Nullable ServerTls certificates) {
    return with(p -> p.tls = certificates);
  }

  /**
   * The same with another kind of channels that clients may ask for. Of those with one name and
   * version the one that was added last counts.
   *
   * @param type name, version and how one is opened
   * @return new options
   */
  public ServerOptions withHandler(HandlerType type) {
    var all = new ArrayList<>(handlers);
    all.removeIf(other -> other.name().equals(type.name()) && other.version() == type.version());
    all.add(type);
    return with(p -> p.handlers = all);
  }

  /**
   * The same for other pages in browsers.
   *
   * @param options what the server is for browsers
   * @return new options
   */
  public ServerOptions withWeb(WebOptions options) {
    return with(p -> p.web = options);
  }

  /**
   * The same with event loops that look for what comes all the time in place of sleeping until it
   * does. Answers come much sooner, and a processor or more is never idle.
   *
   * @param spinning whether they do
   * @return new options
   */
  public ServerOptions withBusyPoll(boolean spinning) {
    return with(p -> p.busyPoll = spinning);
  }
}
