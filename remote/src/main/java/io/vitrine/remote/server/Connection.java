package io.vitrine.remote.server;

import io.netty.channel.Channel;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.Event;
import io.vitrine.remote.wire.EventLoops;
import io.vitrine.remote.wire.FrameReader;
import io.vitrine.remote.wire.FrameTotal;
import io.vitrine.remote.wire.LargeFrames;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Outbound;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.SecondLook;
import io.vitrine.remote.wire.WireCodec;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.remote.wire.WireException;
import io.vitrine.remote.wire.WireRecorder;
import io.vitrine.store.WouldWaitException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a client. The event loop does lookups and changes of single entries that take
 * no waiting, where nothing else is under way; all other frames it puts into a queue. A virtual
 * thread, one at a time, takes them out, reads and does them, so requests take effect in the order
 * in which they were sent and nothing ever blocks the event loop.
 *
 * <p>Where too much waits in the queue or to be written, the connection is not read until there is
 * room: a client that asks faster than it is answered is slowed down by TCP, not by an error.
 */
final class Connection implements Worker {
  private static final long QUEUED_BYTES_MAX = 16 << 20;
  private static final long TAKE_OVER_SECONDS = 10;

  /** Who is turned away may say in this time which encoding it wants to be told in. */
  private static final long REFUSAL_MILLIS = 300;

  private static final System.Logger LOGGER = System.getLogger(Connection.class.getName());

  /** What is larger takes a while to read. */
  private static final int QUICK_BYTES_MAX = 1 << 10;

  /** What takes longer in place keeps other connections of the event loop waiting. */
  private static final long QUICK_NANOS_MAX = 5_000_000;

  /* How many messages are left to the thread after the first such one, and at the most. */
  private static final int NOT_IN_PLACE = 20;
  private static final int NOT_IN_PLACE_MAX = 20_000;

  /** What the event loop has read, but not done; and perhaps recorded. */
  private record Pending(Message message, int bytes, boolean recorded) {}

  /** What ends the queue. */
  private enum End {
    CLOSED,
    SHUTDOWN
  }

  private final ServerContext server;
  private final ServerLimits limits;
  private final long number;
  private final WireRecorder recorder;
  private final Channel channel;
  private final Outbound outbound;
  private final Subscriptions subscriptions;
  private final Cursors cursors;
  private final Heartbeats heartbeats;
  private final Channels channels;
  private final Dispatcher dispatcher = new Dispatcher(this);

  /** What the client chose; text until it is known. */
  private volatile WireCodec codec;

  /** Of whoever has the turn: see {@link #received}. */
  private @Nullable FrameReader reader;

  /** How many more messages the thread does, since a lookup in place took long; of the loop. */
  private int notInPlace;

  /** How many there were the last time: twice as many the next time. Of the loop. */
  private int lastNotInPlace = NOT_IN_PLACE / 2;

  /** Whether something came that is no message, after which nothing counts; of the loop. */
  private boolean broken;

  /** Why nothing is done for this client; of the event loop. */
  private @Nullable WireException refusal;

  private final WorkQueue queue;
  private final AtomicInteger queued = new AtomicInteger();
  private final FrameTotal.Waiting queuedBytes;
  private final CompletableFuture<Void> finished = new CompletableFuture<>();

  /** Done once another connection has asked for the session that this one has. */
  private final CompletableFuture<Void> yielding = new CompletableFuture<>();

  private volatile @Nullable String principal;
  private volatile @Nullable Throwable last;
  private volatile boolean shuttingDown;
  private volatile boolean authenticated;

  /** Whether it counts among those without a good hello; of the event loop but for the end. */
  private final AtomicBoolean stranger = new AtomicBoolean();

  /** How much came before a good hello that was none. */
  private final AtomicInteger refusals = new AtomicInteger();

  private @Nullable Session session;
  private boolean leaving;
  private final LargeFrames.Use frameUse = new LargeFrames.Use();

  Connection(ServerContext server, Channel channel) {
    this.server = server;
    this.limits = server.options().limits();
    this.number = server.lastConnection().incrementAndGet();
    this.recorder = server.options().recorder();
    this.channel = channel;
    this.queuedBytes = new FrameTotal.Waiting(server.frames());
    this.queue = new WorkQueue(this, server.options().busyPoll() && EventLoops.isSpinningForAll());
    this.codec = server.codec(WireEncoding.YAML);
    this.outbound =
        new Outbound(channel, codec, limits.writeBytesMax(), server.writes(), this::readIfRoom);
    outbound.closeGently();
    if (server.options().tls() == null) {
      outbound.writeDirectly();
    }
    if (!recorder.equals(WireRecorder.NONE)) {
      outbound.observe(message -> recorder.record(number, false, message));
    }
    this.subscriptions = new Subscriptions(this, limits.subscriptionsMax());
    this.cursors = server.sessions().cursors(false);
    this.heartbeats = new Heartbeats(this, channel);
    this.channels = new Channels(this);
    this.authenticated = server.options().authenticator() == null;
  }

  void start() {
    if (!authenticated) {
      stranger.set(true);
      int max = limits.strangersMax();
      if (server.strangers().incrementAndGet() > max) {
        refuse("the server has " + max + " connections that have not said who they are");
      }
      var expecting =
          SecondLook.after(channel.eventLoop(), limits.helloMillis(), this::expectHello);
      channel.closeFuture().addListener(_ -> expecting.cancel(false));
    }
  }

  private void expectHello() {
    if (!authenticated && channel.isOpen() && !WebSocketUpgrade.isLate(channel)) {
      String late = "no good hello within " + limits.helloMillis() + " ms";
      abort(Routing.NONE, new RequestException(ErrorCode.TIMEOUT, late));
    }
  }

  private void noStranger() {
    if (stranger.compareAndSet(true, false)) {
      server.strangers().decrementAndGet();
    }
  }

  // What the event loop calls.

  /** How large a message may be now. */
  int frameBytesMax() {
    return authenticated ? limits.frame().frameBytesMax() : limits.helloBytesMax();
  }

  /** Closes the connection of a client that takes nothing of what waits for it. */
  void closeIfStalled() {
    if (isStalled()) {
      var _ = SecondLook.by(channel.eventLoop(), this::closeStalled);
    }
  }

  private boolean isStalled() {
    return outbound.stalledNanos() > TimeUnit.MILLISECONDS.toNanos(limits.stallMillis());
  }

  private void closeStalled() {
    if (isStalled()) {
      LOGGER.log(System.Logger.Level.DEBUG, "connection {0} stalled", number);
      // Nothing can be said to it, and to wait for what was sent would take as long again.
      var _ = channel.close();
    }
  }

  /** The client has chosen an encoding, with its first byte. */
  WireCodec speaks(WireEncoding encoding) {
    codec = server.codec(encoding);
    outbound.use(codec);
    WireException reason = refusal;
    if (reason != null) {
      queue.add(reason);
    }
    return codec;
  }

  /** Whether there are too many others. */
  boolean isRefused() {
    return refusal != null;
  }

  /** Each message goes into a frame of a WebSocket. */
  void writeApart() {
    outbound.writeApart();
  }

  /** Has the client told in JSON from now on, or again in YAML. */
  void answerInJson(boolean json) {
    outbound.use(json ? server.json() : codec);
  }

  WireEncoding encoding() {
    return codec.encoding();
  }

  /** Notes that bytes came, whatever they say. */
  void heard() {
    heartbeats.heard();
  }

  /** Counts a frame of a WebSocket that is no message and no part of one. */
  void receivedNothing() {
    WireException reason = broken ? null : countMessage();
    if (reason != null) {
      malformed(reason);
    }
  }

  void received(byte[] frame) {
    if (broken) {
      return;
    }
    notInPlace = Math.max(0, notInPlace - 1);
    boolean quick = notInPlace == 0 && frame.length <= QUICK_BYTES_MAX && authenticated;
    // Where all that came is done, the thread waits, and the event loop sees what it wrote.
    if (quick && queued.get() == 0 && !leaving) {
      Message message = reader().read(frame);
      if (message != null && isQuick(message)) {
        doInPlace(message, frame.length);
      } else if (message != null) {
        enqueue(new Pending(message, frame.length, false), frame.length);
      }
    } else {
      enqueue(frame, frame.length);
    }
  }

  /** Whether a message is a lookup or a change of one entry, and nothing else is in its way. */
  private boolean isQuick(Message message) {
    Routing routing = message.routing();
    String csp = routing.csp();
    return csp != null
        && routing.tid() != null
        && routing.cid() == null
        && routing.handler() == null
        && message.events().size() == 1
        && QuickEvents.isOne(message.events().getFirst().name())
        && server.catalogue().hasMap(csp)
        && !shuttingDown
        && refusal == null
        && outbound.isFree();
  }

  /**
   * Does a lookup or a change here and now: to wake the thread for it, and the event loop for the
   * answer, takes longer than all the rest. What would have to wait is left to the thread; where
   * one takes long after all, so are the next ones.
   */
  private void doInPlace(Message message, int bytes) {
    long begin = System.nanoTime();
    recorder.record(number, true, message);
    // Who watches is told before who asked: he is told of nothing else, and both have to wake up.
    boolean held = QuickEvents.isChange(message.events().getFirst().name()) && outbound.hold();
    try {
      try {
        dispatcher.dispatch(message);
      } catch (WouldWaitException | Dispatcher.LargeException e) {
        enqueue(new Pending(message, bytes, true), bytes);
        return;
      }
      tellWatchers(message);
    } finally {
      if (held) {
        outbound.release();
      }
    }
    if (System.nanoTime() - begin > QUICK_NANOS_MAX) {
      lastNotInPlace = Math.min(NOT_IN_PLACE_MAX, 2 * lastNotInPlace);
      notInPlace = lastNotInPlace;
    }
  }

  private void enqueue(Object item, int bytes) {
    queued.incrementAndGet();
    queuedBytes.add(bytes);
    queue.add(item);
    if (!hasRoom()) {
      channel.config().setAutoRead(false);
      // The thread may have taken the last one before it saw that nobody reads.
      readIfRoom();
    }
  }

  /** Takes note of what is no message; what came before it is still answered. */
  void malformed(WireException failure) {
    broken = true;
    channel.config().setAutoRead(false);
    queue.add(failure);
  }

  /** The client sends nothing more; what it sent is still answered. */
  void ended() {
    queue.add(End.CLOSED);
  }

  void closed() {
    noStranger();
    subscriptions.endAll(true);
    channels.closeAll();
    if (finished.isDone()) {
      queuedBytes.forget();
    } // else it is still done, and takes room until then
    queue.add(End.CLOSED);
  }

  void shutdown() {
    shuttingDown = true;
    try {
      channel.eventLoop().execute(() -> queue.add(End.SHUTDOWN)); // behind what it does right now
    } catch (RejectedExecutionException e) {
      queue.add(End.SHUTDOWN);
    }
  }

  private boolean hasRoom() {
    return queued.get() < limits.unansweredMax()
        && queuedBytes.isBelow(authenticated ? QUEUED_BYTES_MAX : frameBytesMax())
        && !outbound.isFull();
  }

  private void readIfRoom() {
    if (!channel.config().isAutoRead() && channel.isOpen() && hasRoom()) {
      try {
        channel.config().setAutoRead(true);
      } catch (RejectedExecutionException e) {
        // The server was closed meanwhile, and the connection with it.
      }
    }
  }

  // What the connection's own thread does.

  @Override
  public String threadName() {
    return "vitrine-connection-" + channel.id().asShortText();
  }

  @Override
  public void awaitRoom() throws InterruptedException {
    outbound.awaitRoom();
  }

  @Override
  public boolean isIdle() {
    return queued.get() == 0;
  }

  @Override
  public void finish() {
    frameUse.release(); // first: what follows may lack memory, too
    subscriptions.endAll(last == null); // else it was told why, and may go on elsewhere
    channels.closeAll();
    if (session != null) {
      server.sessions().detach(session, this);
    }
    outbound.closeAfterWrites();
    finished.complete(null);
    queuedBytes.forget(); // what comes after this is forgotten by closed
  }

  @Override
  public boolean step(Object item) {
    if (item instanceof byte[] frame) {
      return done(read(frame), frame.length);
    }
    if (item instanceof Pending(Message message, int bytes, boolean recorded)) {
      dispatch(message, recorded);
      return done(!leaving, bytes);
    }
    if (item instanceof WireException failure) {
      sayLast(failure);
    } else if (item == End.SHUTDOWN) {
      var reason = new RequestException(ErrorCode.SHUTTING_DOWN, "the server is closing");
      subscriptions.failAll(reason);
      sayLast(reason);
    }
    return false;
  }

  private boolean done(boolean more, int bytes) {
    queuedBytes.add(-bytes);
    frameUse.release();
    if (more) { // else it goes on to count, so that what still comes is not done in place
      queued.decrementAndGet();
      readIfRoom();
    }
    return more;
  }

  private FrameReader reader() {
    FrameReader known = reader;
    if (known == null) {
      known = codec.newReader();
      reader = known;
    }
    return known;
  }

  /** Does what a frame says; after one that is no message nothing more is read. */
  private boolean read(byte[] frame) {
    Message message;
    try {
      message = LargeFrames.read(reader(), frameUse, frame);
    } catch (RuntimeException | Error e) {
      sayLast(e); // a lack of memory must not end the connection silently either
      return false;
    }
    if (message != null) {
      dispatch(message, false);
    }
    WireException reason = countMessage();
    if (reason != null) {
      sayLast(reason);
    }
    return !leaving && reason == null;
  }

  private void dispatch(Message message, boolean recorded) {
    if (!recorded) {
      recorder.record(number, true, message);
    }
    dispatcher.dispatch(message);
    tellWatchers(message);
  }

  private void tellWatchers(Message message) {
    String csp = message.routing().csp();
    if (csp != null && dispatcher.hadEffect()) {
      server.watched().tell(ServicePath.of(csp).path());
    }
  }

  private void sayLast(Throwable reason) {
    last = reason;
    Event said = Failures.last(reason, session == null ? null : session.unanswered());
    outbound.send(new Message(Routing.NONE, List.of(said), true));
  }

  /** Why the server closes the connection, null where it does not or the client said bye. */
  @Nullable Throwable last() {
    return last;
  }

  ServerContext server() {
    return server;
  }

  Outbound outbound() {
    return outbound;
  }

  Subscriptions subscriptions() {
    return subscriptions;
  }

  /** The open iterators: of the session, once there is one. */
  Cursors cursors() {
    return session == null ? cursors : session.cursors();
  }

  Heartbeats heartbeats() {
    return heartbeats;
  }

  Channels channels() {
    return channels;
  }

  @Nullable String principal() {
    return principal;
  }

  long number() {
    return number;
  }

  /** How many requests wait. */
  int queued() {
    return queued.get();
  }

  boolean isActive() {
    return channel.isActive();
  }

  boolean isShuttingDown() {
    return shuttingDown;
  }

  boolean isAuthenticated() {
    return authenticated;
  }

  /** Takes note of who the client is; a connection is always one principal's. */
  void authenticated(String name) {
    String before = principal;
    if (before != null && !before.equals(name)) {
      throw new RequestException(
          ErrorCode.BAD_ARGUMENT,
          "the connection is one of " + before + "; open another for " + name);
    }
    principal = name;
    authenticated = true;
    noStranger();
  }

  /** Who the certificate of the client names, null where it showed none. */
  @Nullable X500Principal certificate() {
    return TlsContext.certificate(channel);
  }

  /** Counts what came before a good hello; says why nothing more is read, null as long as it is. */
  private @Nullable WireException countMessage() {
    return authenticated || refusals.incrementAndGet() < limits.helloMessagesMax()
        ? null
        : new WireException(
            ErrorCode.LIMIT_EXCEEDED,
            limits.helloMessagesMax() + " messages and none of them a good hello");
  }

  /** Whether the client may do this now; asked again for each event and each page. */
  boolean permits(String path, Verb verb) {
    return server.options().authorizer().authorize(principal, path, verb);
  }

  void authorize(String path, Verb verb) {
    dispatcher.noteUse(path, verb);
    requirePermit(path, verb);
  }

  void requirePermit(String path, Verb verb) {
    if (!permits(path, verb)) {
      throw refusal(path, verb);
    }
  }

  /** Whether an answer may tell of a path. */
  boolean mayTell(String path) {
    return permits(path, Verb.READ) && dispatcher.noteTold(path, Verb.READ);
  }

  RequestException refusal(String path, Verb verb) {
    return new RequestException(
        ErrorCode.NOT_PERMITTED,
        (principal == null ? "nobody" : principal)
            + " may not "
            + verb.name().toLowerCase(java.util.Locale.ROOT)
            + " "
            + path);
  }

  void bye() {
    leaving = true;
  }

  @Nullable Session session() {
    return session;
  }

  long unanswered() {
    return session == null ? 0 : session.unanswered();
  }

  String sessionId() {
    return session == null ? "" : session.id();
  }

  /**
   * Enters a session, taking it over from the connection that has it.
   *
   * @param id the session, null for a new one
   * @param resume the smallest tid that is still unanswered
   * @return whether the session was known
   */
  boolean enter(@Nullable String id, long resume) {
    if (session != null && (id == null || id.equals(session.id()))) {
      return session.isKnown();
    }
    Session found;
    do { // one that has come to its end since it was found is looked for again
      found = id == null ? server.sessions().fresh() : server.sessions().find(id);
    } while (!takeOver(found, resume));
    if (session != null) {
      server.sessions().detach(session, this);
    }
    session = found;
    boolean known = found.isKnown();
    found.cursors().adopt(cursors);
    return known;
  }

  /** Of several that come at once each gets the session in turn, and the last one keeps it. */
  private boolean takeOver(Session wanted, long resume) {
    do {
      if (wanted.hasEnded()) {
        return false;
      }
      if (!wanted.isOf(principal)) {
        throw new RequestException(
            ErrorCode.NOT_PERMITTED, "the session is one of another principal; take another id");
      }
      Connection before = wanted.owner();
      if (before != null && before != this) {
        checkNotYielding();
        before.yieldSession(yielding);
        checkNotYielding();
      }
    } while (!wanted.attach(this, principal, resume));
    return true;
  }

  /**
   * Closes and waits until what came before is done, so that its outcomes are known. Of several
   * connections that ask for each other's sessions each would wait for the next one: so one that is
   * asked itself waits no longer, and is closed anyway.
   *
   * @param given done once whoever asks is to yield, too
   */
  private void yieldSession(CompletableFuture<Void> given) {
    yielding.complete(null);
    var _ = channel.close();
    try {
      CompletableFuture.anyOf(finished, given).get(TAKE_OVER_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new RequestException(
          ErrorCode.TIMEOUT, "the session's earlier connection is still busy; try again");
    } catch (InterruptedException | ExecutionException e) {
      Thread.currentThread().interrupt();
      throw new RequestException(ErrorCode.SHUTTING_DOWN, "interrupted");
    }
  }

  private void checkNotYielding() {
    if (yielding.isDone()) {
      throw new RequestException(
          ErrorCode.SHUTTING_DOWN, "another connection has asked for the session of this one");
    }
  }

  /** Says why and closes at once, whatever waits. */
  void abort(Routing routing, RuntimeException reason) {
    last = reason;
    outbound.send(new Message(routing, List.of(Failures.event(reason, null)), true));
    outbound.closeAfterWrites();
  }

  /** Something of the server failed that no request is told of. */
  @Override
  public void lost(Throwable failure) {
    Losses.close(channel, failure);
  }

  /** Turns the client away, in its encoding if it says something soon: there are too many. */
  void refuse(String what) {
    var reason = new WireException(ErrorCode.LIMIT_EXCEEDED, what + "; try again later");
    refusal = reason;
    var _ =
        channel
            .eventLoop()
            .schedule(() -> queue.add(reason), REFUSAL_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Waits for the end, and forces it when that takes too long. */
  void awaitClose(long nanos) {
    if (!channel.closeFuture().awaitUninterruptibly(Math.max(0, nanos), TimeUnit.NANOSECONDS)) {
      var _ = channel.close();
    }
  }
}
