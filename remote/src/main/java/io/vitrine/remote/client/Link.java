package io.vitrine.remote.client;

import io.netty.channel.Channel;
import io.vitrine.collections.Lanes;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.Event;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Outbound;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.WireCodec;
import io.vitrine.remote.wire.WireException;
import io.vitrine.store.TypedValue;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The client's end of a connection, which outlives any one socket. Safe for any number of threads.
 *
 * <p>A lost connection is had again, with the same session. What was not answered is sent again:
 * the server remembers what it did for the session, so nothing is applied twice. If the server does
 * not know the session any more, only requests that do no harm are repeated; the others fail, since
 * nobody knows what became of them.
 */
final class Link implements AutoCloseable {
  /* State: `outbound` is null while there is no connection that has said hello. Whatever is sent
   * is first put where a reconnect finds it (calls, unconfirmed, inboxes), then sent if there is a
   * connection; both under the lock, so it is sent exactly once on each connection. An inbox says
   * what to send first on each connection, and sends more only on that one: otherwise it could
   * overtake its own beginning. */

  private static final int ASK_BYTES = 64 << 10;

  private final ClientOptions options;
  private final Dialer dialer;
  private final Callbacks callbacks;
  private final Deadlines deadlines;
  private final ConnectionTeller teller;
  private final Tellers tellers;
  private final WireCodec codec;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final AtomicLong lastTid = new AtomicLong();
  private final ConcurrentHashMap<Long, Call> calls = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Long, Inbox> inboxes = new ConcurrentHashMap<>();
  private final Unconfirmed unconfirmed = new Unconfirmed();
  private final Doubts doubts = new Doubts(this, calls, inboxes, unconfirmed);

  /** Holds what is sent to the limits of the server, once they are known. */
  private volatile WireCodec writer;

  private volatile @Nullable Outbound outbound;
  private volatile long epoch;
  private volatile boolean closed;
  private volatile boolean closing;
  private boolean ended;
  private int unknown;
  private boolean connecting;
  private boolean asking;

  /** Whether an answer may confirm something; set before anything is told. */
  private volatile boolean confirming;

  /** Number of the connection that last said hello, from 1. */
  private long connection;

  private @Nullable Channel channel;

  Link(String host, int port, ClientOptions options) {
    this.options = options;
    this.codec = options.encoding().codec(options.frame());
    this.writer = codec;
    this.dialer = new Dialer(host, port, options, codec, this::received, this::lost);
    this.deadlines = new Deadlines(dialer, options.callMillis(), this::expire);
    this.tellers = new Tellers(dialer::isReader);
    this.callbacks = new Callbacks(options.callbacksInPlace());
    this.teller = new ConnectionTeller(options.connectionListener());
  }

  /** Connects for the first time; fails at once where nobody listens. */
  void connect() throws IOException {
    lock.lock();
    try {
      connecting = true;
    } finally {
      lock.unlock();
    }
    try {
      dialAndGreet();
    } catch (IOException | RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  String address() {
    return dialer.address();
  }

  ClientOptions options() {
    return options;
  }

  Deadlines deadlines() {
    return deadlines;
  }

  Tellers tellers() {
    return tellers;
  }

  long epoch() {
    return epoch;
  }

  void epoch(long value) {
    epoch = value;
  }

  long nextTid() {
    return lastTid.incrementAndGet();
  }

  // Sending.

  /** Asks and waits for the answer. */
  @Nullable Object ask(String csp, String event, @Nullable Object argument, boolean repeatable) {
    return ask(Routing.to(csp, nextTid()), event, argument, repeatable);
  }

  /** Asks a channel that the server opened in a session, and waits for the answer. */
  @Nullable Object askChannel(long session, long cid, String event, @Nullable Object argument) {
    doubts.checkSession(session);
    return ask(Routing.toChannel(cid, nextTid()), event, argument, false);
  }

  /** Number of the session that the server knows. */
  long session() {
    return doubts.session();
  }

  private @Nullable Object ask(
      Routing routing, String event, @Nullable Object argument, boolean repeatable) {
    dialer.checkMayWait();
    long tid = Objects.requireNonNull(routing.tid());
    return await(send(Message.of(routing, event, argument), tid, repeatable, 0));
  }

  /** Sends a request and does not wait. */
  CompletableFuture<@Nullable Object> begin(
      String csp, String event, @Nullable Object argument, boolean repeatable) {
    long tid = nextTid();
    return send(Message.of(Routing.to(csp, tid), event, argument), tid, repeatable, 0);
  }

  private byte[] encode(Message message) {
    try {
      return writer.encode(message);
    } catch (WireException e) {
      throw new RemoteException(e.code().wireName(), String.valueOf(e.getMessage()));
    }
  }

  /** Sends a request, which ends by itself where nobody waits for its answer, else with 0. */
  private CompletableFuture<@Nullable Object> send(
      Message message, long tid, boolean repeatable, long deadline) {
    byte[] frame = encode(message);
    boolean expires = deadline != 0;
    lock.lock();
    try {
      checkOpen();
      if (expires) {
        deadlines.look();
      }
      boolean ofSession = message.routing().cid() != null;
      var call = new Call(tid, frame, unconfirmed.told(), repeatable, ofSession, deadline);
      calls.put(tid, call);
      Outbound current = outbound;
      if (current == null) {
        reconnectUnlessTrying();
      } else if (!doubts.keeps(call)) {
        doubts.sent(call);
        if (expires) {
          current.send(frame);
        } else {
          current.sendHere(frame); // whoever waits for the answer may as well write
        }
      }
      return call.answer();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sends a request and does not wait: what comes back, failures of all kinds included, completes
   * the future, on a virtual thread.
   */
  <R extends @Nullable Object> CompletableFuture<R> later(
      String csp,
      String event,
      @Nullable Object argument,
      boolean repeatable,
      Function<@Nullable Object, R> reader,
      long deadline) {
    CompletableFuture<@Nullable Object> answer;
    try {
      long tid = nextTid();
      answer = send(Message.of(Routing.to(csp, tid), event, argument), tid, repeatable, deadline);
    } catch (RuntimeException e) {
      return Lanes.failed(e);
    }
    var result = new CompletableFuture<R>();
    var _ =
        answer.whenComplete(
            (value, failure) -> callbacks.run(() -> end(result, reader, value, failure)));
    return result;
  }

  private <R extends @Nullable Object> void end(
      CompletableFuture<R> result,
      Function<@Nullable Object, R> reader,
      @Nullable Object value,
      @Nullable Throwable failure) {
    try {
      if (failure != null) {
        throw failure instanceof TimeoutException ? timeout() : RemoteFailures.of(failure, failure);
      }
      result.complete(reader.apply(value));
    } catch (Throwable e) {
      result.completeExceptionally(e);
    }
  }

  /** Ends the calls that nobody waits for and that take too long. */
  private void expire(long now) {
    for (Call call : calls.values()) {
      if (call.isLate(now) && calls.remove(call.tid()) != null) {
        call.answer().completeExceptionally(new TimeoutException());
        proceed(call.tid());
      }
    }
  }

  private RemoteException timeout(CompletableFuture<@Nullable Object> answer) {
    for (Call call : calls.values()) {
      if (call.isAnsweredBy(answer) && calls.remove(call.tid()) != null) {
        proceed(call.tid());
      }
    }
    return timeout();
  }

  private void proceed(long tid) {
    if (doubts.isCareful()) {
      lock.lock();
      try {
        doubts.proceed(outbound, tid);
      } finally {
        lock.unlock();
      }
    }
  }

  private RemoteException timeout() {
    return RemoteFailures.timeout(address(), options.callMillis());
  }

  @Nullable Object await(CompletableFuture<@Nullable Object> answer) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.callMillis());
    try {
      if (options.busyPoll()) {
        boolean answersOnly = inboxes.isEmpty();
        dialer.spinUntil(
            answer::isDone, answersOnly, () -> calls.isEmpty() && inboxes.isEmpty(), deadline);
      }
      return answer.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw RemoteFailures.of(e, e.getCause());
    } catch (TimeoutException e) {
      throw timeout(answer);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RemoteException(
          "Interrupted", "interrupted while waiting; a change may have been made or not");
    }
  }

  /** Sends a request that nobody answers; waits while too much is on its way. */
  void tell(String csp, String event, @Nullable Object argument) {
    byte[] frame = encode(Message.of(Routing.to(csp, null), event, argument));
    lock.lock();
    try {
      long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.callMillis());
      while (unconfirmed.bytes() > options.unconfirmedBytesMax()) {
        dialer.checkMayWait();
        checkOpen();
        if (changed.awaitNanos(deadline - System.nanoTime()) <= 0) {
          throw RemoteFailures.noRoom(address(), options.callMillis());
        }
      }
      checkOpen();
      confirming = true;
      unconfirmed.add(frame);
      Outbound current = outbound;
      if (current == null) {
        reconnectUnlessTrying();
      } else if (!doubts.keeps(frame)) {
        doubts.sentOther();
        current.send(frame);
      }
      if (!asking && unconfirmed.bytes() > ASK_BYTES) {
        askForConfirmation();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RemoteException("Interrupted", "interrupted while waiting; nothing was sent");
    } finally {
      lock.unlock();
    }
  }

  private void askForConfirmation() {
    asking = true;
    long tid = nextTid();
    var _ = send(Message.of(Routing.answer(tid), "sync", List.of()), tid, true, 0);
  }

  /** Waits until everything sent so far is done. */
  void sync() {
    ask(Routing.answer(nextTid()), "sync", List.of(), true);
  }

  /** Opens a tid that many answers come under; the inbox begins on every connection. */
  void open(long tid, Inbox inbox) {
    lock.lock();
    try {
      checkOpen();
      inboxes.put(tid, inbox);
      Outbound current = outbound;
      if (current == null) {
        reconnectUnlessTrying();
      } else if (!doubts.keeps(tid, inbox)) {
        doubts.sentOther();
        current.send(encode(inbox.connected(connection)));
      }
    } catch (RuntimeException e) {
      inboxes.remove(tid);
      throw e;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sends for an inbox, unless it has not begun on the present connection: then what it begins with
   * says the same.
   *
   * @param tid of the inbox
   * @param on connection that the inbox last began on
   * @param message what to send
   */
  void post(long tid, long on, Message message) {
    byte[] frame = encode(message);
    lock.lock();
    try {
      Outbound current = outbound;
      if (current != null && on == connection && inboxes.containsKey(tid)) {
        doubts.sentOther();
        current.send(frame);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Closes a tid; whatever is open has begun on the present connection, so that ends there. */
  void release(long tid, Message last) {
    byte[] frame = codec.encode(last);
    lock.lock();
    try {
      Outbound current = outbound;
      if (inboxes.remove(tid) != null && current != null) {
        current.send(frame);
      }
    } finally {
      lock.unlock();
    }
  }

  private void reconnectUnlessTrying() {
    if (!connecting) {
      var redial = new Redial(this, doubts.pauseMillis());
      connecting = true;
      try {
        Thread.ofVirtual().name("vitrine-reconnect").start(redial);
      } catch (Throwable e) { // for want of heap, say: who needs the connection next tries again
        connecting = false;
        throw e;
      }
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the connection to " + address() + " is closed");
    }
  }

  // Receiving, on the event loop or where large messages are read; never two of one tid at once.

  private void received(Message message) {
    Long tid = message.routing().tid();
    if (tid == null) {
      if (message.routing().cid() == null) {
        untold(message);
      }
      return;
    }
    Event event = message.events().getFirst();
    Inbox inbox = inboxes.get(tid);
    if (isRefusedByShutdown(event) && (inbox != null || isKept(tid))) {
      // The connection is about to end, and then all that is open goes on over the next one.
      return;
    }
    doubts.answered();
    if (inbox != null) {
      inbox.receive(message);
      return;
    }
    Call call = calls.remove(tid);
    if (call != null) {
      if (confirming) {
        confirm(call);
      }
      proceed(tid);
      call.complete(event);
    }
  }

  private static boolean isRefusedByShutdown(Event event) {
    return event.name().equals("exception")
        && event.argument() instanceof TypedValue typed
        && typed.name().equals(ErrorCode.SHUTTING_DOWN.wireName());
  }

  /** What a server that closes has not begun waits for the next one; says whether it waits. */
  private boolean isKept(long tid) {
    lock.lock();
    try {
      Call call = calls.get(tid);
      if (call == null || closed) {
        return false;
      }
      call.markUnsent();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** A failure of a call that nobody waits for, or what ends the connection. */
  private void untold(Message message) {
    Event event = message.events().getFirst();
    if (!event.name().equals("exception")) {
      return;
    }
    if (message.routing().csp() != null) {
      if (isRefusedByShutdown(event)) {
        return; // it is sent to the next server
      }
      report(RemoteFailures.of(event.argument()));
      return;
    }
    lock.lock();
    try {
      doubts.lastWords(event.argument());
    } finally {
      lock.unlock();
    }
  }

  /** On a thread of its own, since the listener may call back. */
  void report(RuntimeException failure) {
    Thread.startVirtualThread(() -> options.failureListener().accept(failure));
  }

  /** Has the listener of the connection told, on a thread of its own. */
  void tell(ConnectionEvent event) {
    teller.tell(event);
  }

  private void confirm(Call call) {
    lock.lock();
    try {
      if (!unconfirmed.isEmpty()) {
        unconfirmed.confirm(call.told());
        asking = false;
        changed.signalAll();
        if (unconfirmed.bytes() > ASK_BYTES && outbound != null) {
          askForConfirmation();
        }
      }
      confirming = !unconfirmed.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  // Connecting.

  @SuppressWarnings("ReferenceEquality") // Which of several sockets it was.
  private void lost(Channel lostChannel, @Nullable Throwable failure) {
    Runnable then = () -> {};
    lock.lock();
    try {
      if (channel == lostChannel && outbound != null) {
        outbound = null;
        if (!closed) {
          tell(new ConnectionEvent.Lost(doubts.reason(failure)));
          then = doubts.lost(failure);
          reconnectUnlessTrying();
        }
      }
    } finally {
      lock.unlock();
    }
    then.run();
  }

  void dialAndGreet() throws IOException {
    greet(dialer.dial());
  }

  boolean isClosed() {
    return closed;
  }

  /** Says hello over a new socket and sends what is to be sent again. */
  private void greet(Dialer.Socket socket) throws IOException {
    Map<?, ?> hello = socket.hello(nextTid(), resumeTid());
    if (hello.get("epoch") instanceof Long value) {
      epoch = value;
    }
    boolean resumed = Boolean.TRUE.equals(hello.get("resumed"));
    WireCodec limited = SentLimits.narrow(writer, options, hello.get("limits"));
    lock.lock();
    try {
      if (closed) {
        throw new IOException("the connection to " + address() + " is closed");
      }
      writer = limited;
      connecting = false;
      channel = socket.channel();
      outbound = socket.outbound();
      connection++;
      asking = false;
      int unknown = doubts.settle(resumed, hello.get("unanswered"));
      if (connection > 1) {
        tell(new ConnectionEvent.Restored(resumed, unknown));
      }
      doubts.sendAgain(socket.outbound());
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (socket.isGone()) {
      lost(socket.channel(), socket.failure());
    }
  }

  /** Sends the beginning of an inbox; it fails where that cannot be said. */
  boolean begin(Outbound current, long tid, Inbox inbox) {
    try {
      current.send(encode(inbox.connected(connection)));
      return true;
    } catch (RuntimeException e) {
      inboxes.remove(tid);
      inbox.fail(e);
      return false;
    }
  }

  /** A request that is answered when all before it is done, so many untold ones among it. */
  Call sync(long told) {
    long tid = nextTid();
    byte[] frame = encode(Message.of(Routing.answer(tid), "sync", List.of()));
    return new Call(tid, frame, told, true, false, 0);
  }

  private long resumeTid() {
    return calls.keySet().stream().mapToLong(Long::longValue).min().orElse(lastTid.get() + 1);
  }

  void giveUp(ConnectionLostException reason) {
    var unread = new TreeMap<Long, Inbox>();
    var unanswered = new TreeMap<Long, Call>();
    int unsure;
    lock.lock();
    try {
      unread.putAll(inboxes);
      unanswered.putAll(calls);
      connecting = false; // no sooner: for want of heap for these there is another attempt
      inboxes.clear();
      calls.clear();
      unsure = unconfirmed.reset();
      unknown += closing ? unsure : 0;
      doubts.giveUp();
      dialer.newSession();
      tell(new ConnectionEvent.GivenUp(String.valueOf(reason.getMessage())));
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    unanswered.values().forEach(call -> call.answer().completeExceptionally(reason));
    unread.values().forEach(inbox -> inbox.fail(reason));
    if (unsure > 0 && !closing) {
      report(Unconfirmed.lost(address(), unsure, reason));
    }
  }

  /**
   * Waits for what was sent, says bye and ends everything. What nobody confirmed, because there was
   * no connection or no answer, is told to the listener before this returns.
   */
  @Override
  public void close() {
    if (ended) {
      return;
    }
    closing = true; // what is given up from here on is told by this
    RuntimeException failure = null;
    try {
      boolean waits;
      lock.lock();
      try {
        waits = !unconfirmed.isEmpty() && outbound != null;
      } finally {
        lock.unlock();
      }
      if (waits) {
        sync();
      }
    } catch (RuntimeException e) {
      failure = e;
    }
    String was = "the connection to " + address() + " was closed";
    var doubt = new ConnectionLostException(was + "; a change under way may have been made or not");
    Outbound last;
    lock.lock();
    try {
      closed = true;
      last = outbound;
      outbound = null;
      unknown += unconfirmed.reset();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (last != null) {
      last.send(codec.encode(Message.of(Routing.NONE, "bye", Map.of())));
      last.closeAfterWrites();
    }
    deadlines.close();
    calls.values().forEach(call -> call.answer().completeExceptionally(doubt));
    calls.clear();
    inboxes.values().forEach(inbox -> inbox.fail(new Cancelled("Closed")));
    inboxes.clear();
    dialer.close();
    if (unknown > 0) {
      failure = Unconfirmed.lost(address(), unknown, failure);
    }
    ended = true;
    if (connection > 0) {
      tell(new ConnectionEvent.Closed());
    }
    if (failure != null) {
      options.failureListener().accept(failure);
    }
  }
}
