package io.vitrine.remote.client;

import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.WireEncoding;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a client connects. Immutable; begin with {@link #DEFAULT}.
 *
 * @param callMillis how long a call waits for its answer, and before that for its turn
 * @param connectMillis how long one attempt to connect may take
 * @param reconnectMillis how long a lost connection is tried to be had again before what waits for
 *     it fails
 * @param unconfirmedBytesMax how much may have been sent by calls that wait for no answer before
 *     the next one waits
 * @param pageElements how many elements an iterator fetches at a time
 * @param token what shows who the client is, null for nothing
 * @param frame limits of what is read
 * @param failureListener told of failures of calls that wait for no answer
 * @param encoding what is spoken: text or, faster, binary
 * @param tls how the connection is encrypted, null for not at all
 * @param busyPoll whether what comes is looked for all the time in place of sleeping
 * @param silenceMillis after which without a word from the server the connection counts as lost,
 *     and the server lets go of a client that it hears nothing of
 * @param callbacksInPlace whether the event loop itself completes futures and tells subscribers
 * @param connectionListener told when the connection is lost and had again
 */
public record ClientOptions(
    long callMillis,
    long connectMillis,
    long reconnectMillis,
    int unconfirmedBytesMax,
    int pageElements,
    @Nullable String token,
    FrameLimits frame,
    Consumer<? super RuntimeException> failureListener,
    WireEncoding encoding,
    @Nullable ClientTls tls,
    boolean busyPoll,
    long silenceMillis,
    boolean callbacksInPlace,
    Consumer<? super ConnectionEvent> connectionListener) {
  /**
   * 30 seconds for a call, 10 to connect, 30 to reconnect, 1 MiB on the way, 20 seconds of silence:
   * less than a call waits, so one that went into a dead line is answered over the next.
   */
  public static final ClientOptions DEFAULT =
      new ClientOptions(
          30_000,
          10_000,
          30_000,
          1 << 20,
          500,
          null,
          FrameLimits.DEFAULT,
          failure ->
              System.getLogger("io.vitrine.remote")
                  .log(System.Logger.Level.WARNING, failure.toString()),
          WireEncoding.YAML,
          null,
          false,
          20_000,
          false,
          _ -> {});

  private static final long SILENCE_MIN = 4;
  private static final long SILENCE_MAX = 3_600_000;

  /**
   * Takes the components.
   *
   * @throws IllegalArgumentException if a time or a size is less than may be: 0 for callMillis and
   *     reconnectMillis, 1 for connectMillis, unconfirmedBytesMax and pageElements, 4 for
   *     silenceMillis, which is an hour at the most
   */
  public ClientOptions {
    Objects.requireNonNull(frame, "frame");
    Objects.requireNonNull(failureListener, "failureListener");
    Objects.requireNonNull(encoding, "encoding");
    Objects.requireNonNull(connectionListener, "connectionListener");
    atLeast("callMillis", 0, callMillis);
    atLeast("connectMillis", 1, connectMillis);
    atLeast("reconnectMillis", 0, reconnectMillis);
    atLeast("unconfirmedBytesMax", 1, unconfirmedBytesMax);
    atLeast("pageElements", 1, pageElements);
    if (silenceMillis < SILENCE_MIN || silenceMillis > SILENCE_MAX) {
      throw new IllegalArgumentException(
          "silence is " + silenceMillis + " ms, expected " + SILENCE_MIN + " to " + SILENCE_MAX);
    }
  }

  private static void atLeast(String name, long least, long found) {
    if (found < least) {
      throw new IllegalArgumentException(
          name + " is " + found + ", expected " + least + " or more");
    }
  }

  /** The components, of which some are changed before they are options again. */
  private static final class Parts {
    private long callMillis;
    private long connectMillis;
    private long reconnectMillis;
    private int unconfirmedBytesMax;
    private int pageElements;
    private @Nullable String token;
    private FrameLimits frame;
    private Consumer<? super RuntimeException> failureListener;
    private WireEncoding encoding;
    private @Nullable ClientTls tls;
    private boolean busyPoll;
    private long silenceMillis;
    private boolean callbacksInPlace;
    private Consumer<? super ConnectionEvent> connectionListener;

    private Parts(ClientOptions from) {
      callMillis = from.callMillis;
      connectMillis = from.connectMillis;
      reconnectMillis = from.reconnectMillis;
      unconfirmedBytesMax = from.unconfirmedBytesMax;
      pageElements = from.pageElements;
      token = from.token;
      frame = from.frame;
      failureListener = from.failureListener;
      encoding = from.encoding;
      tls = from.tls;
      busyPoll = from.busyPoll;
      silenceMillis = from.silenceMillis;
      callbacksInPlace = from.callbacksInPlace;
      connectionListener = from.connectionListener;
    }
  }

  private ClientOptions with(Consumer<Parts> change) {
    var p = new Parts(this);
    change.accept(p);
    return new ClientOptions(
        p.callMillis,
        p.connectMillis,
        p.reconnectMillis,
        p.unconfirmedBytesMax,
        p.pageElements,
        p.token,
        p.frame,
        p.failureListener,
        p.encoding,
        p.tls,
        p.busyPoll,
        p.silenceMillis,
        p.callbacksInPlace,
        p.connectionListener);
  }

  /**
   * The same with other times.
   *
   * @param call how long a call waits, in milliseconds
   * @param reconnect how long a lost connection is tried to be had again, in milliseconds
   * @return new options
   */
  public ClientOptions withMillis(long call, long reconnect) {
    return with(p -> {
      p.callMillis = call;
      p.reconnectMillis = reconnect;
    });
  }

  /**
   * The same with another time of silence. Both sides say something four times in it.
   *
   * @param silence after which without a word the line counts as dead, in milliseconds, from 4 on
   * @return new options
   * @throws IllegalArgumentException if it is shorter, or longer than an hour
   */
  public ClientOptions withSilence(long silence) {
    return with(p -> p.silenceMillis = silence);
  }

  /**
   * The same with another size of pages.
   *
   * @param elements how many elements an iterator fetches at a time
   * @return new options
   */
  public ClientOptions withPageElements(int elements) {
    return with(p -> p.pageElements = elements);
  }

  /**
   * The same with other limits of messages.
   *
   * @param limits what a message may be that is read; one that is sent may be no more either, and
   *     no more than the server says that it takes
   * @return new options
   */
  public ClientOptions withFrame(FrameLimits limits) {
    return with(p -> p.frame = limits);
  }

  /**
   * The same for a server that wants to know who the client is.
   *
   * @param secret what shows it
   * @return new options
   */
  public ClientOptions withToken(String secret) {
    return with(p -> p.token = secret);
  }

  /**
   * The same with another listener.
   *
   * @param listener told of failures of calls that wait for no answer
   * @return new options
   */
  public ClientOptions withFailureListener(Consumer<? super RuntimeException> listener) {
    return with(p -> p.failureListener = listener);
  }

  /**
   * The same with a listener of the connection itself: told when it is lost, tried again, had again
   * or closed, and what became of subscriptions. It is called on a virtual thread of its own, one
   * event after the other, and may wait there; it may call the client, too. What it throws is
   * logged, and it is told of the next event all the same.
   *
   * @param listener told of each event
   * @return new options
   */
  public ClientOptions withConnectionListener(Consumer<? super ConnectionEvent> listener) {
    return with(p -> p.connectionListener = Objects.requireNonNull(listener, "listener"));
  }

  /**
   * The same in another encoding.
   *
   * @param spoken what is spoken
   * @return new options
   */
  public ClientOptions withEncoding(WireEncoding spoken) {
    return with(p -> p.encoding = spoken);
  }

  /**
   * The same over an encrypted connection.
   *
   * @param how whom to trust and who the client is, null for a connection that is not encrypted
   * @return new options
   */
  public ClientOptions withTls(@Nullable ClientTls how) {
    return with(p -> p.tls = how);
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "ClientOptions[encoding="
        + encoding
        + ", tls="
        + tls
        + ", token="
        + (token == null ? "none" : "***")
        + "]";
  }

  /**
   * The same with an event loop, and callers, that look for what comes all the time in place of
   * sleeping until it does. Answers come much sooner; the event loop takes a processor, and so does
   * each call while it waits.
   *
   * @param spinning whether they do
   * @return new options
   */
  public ClientOptions withBusyPoll(boolean spinning) {
    return with(p -> p.busyPoll = spinning);
  }

  /**
   * The same with an event loop that completes the futures of calls that nobody waits for, and
   * tells subscribers of changes, itself, where a virtual thread does so otherwise: what comes need
   * not wait for one to wake. What it runs there must not wait, since nothing else of the client's
   * connections goes on meanwhile; a call of the client that waits for an answer is refused there.
   * With {@link #withBusyPoll} it may run on a thread that waits for an answer, which does the work
   * of the event loop then; an interrupt of that thread meanwhile may be taken for one that the
   * callback left behind, and the other way round.
   *
   * @param inPlace whether it does
   * @return new options
   */
  public ClientOptions withCallbacksInPlace(boolean inPlace) {
    return with(p -> p.callbacksInPlace = inPlace);
  }
}
