package io.vitrine.remote.client;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.vitrine.remote.wire.Event;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.FrameReader;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.WireCodec;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.store.TypedValue;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * A server of one client that greets, answers every request but subscriptions with null, and says
 * of subscriptions what a test tells it to, in that order. Safe for any number of threads.
 */
final class ScriptedServer implements Closeable {
  private static final long EPOCH = 7;

  private final ServerSocket listener;
  private final WireCodec codec = WireEncoding.YAML.codec(FrameLimits.DEFAULT);
  private final List<Long> subscriptions = new ArrayList<>();
  private final List<String> said = new ArrayList<>();
  private Socket client;
  private boolean resuming;
  private String held = "";
  private String poison = "";
  private boolean sayingWhy;
  private boolean ending;
  private int poisoned;
  private long heldTid;

  @SuppressWarnings("NullAway.Init") // the client connects before anything is said to it
  ScriptedServer() throws IOException {
    listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket accepted = listener.accept();
        synchronized (this) {
          client = accepted;
          ending = false;
        }
        serve(accepted);
      } catch (IOException e) {
        // The listener, or the line, was closed.
      }
    }
  }

  private void serve(Socket socket) throws IOException {
    byte[] bytes = new byte[16 << 10];
    var splitter = new EmbeddedChannel(codec.newServerSplitter());
    FrameReader reader = codec.newReader();
    InputStream in = socket.getInputStream();
    for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
      splitter.writeInbound(Unpooled.copiedBuffer(bytes, 0, n));
      for (byte[] f = splitter.readInbound(); f != null; f = splitter.readInbound()) {
        Message message = reader.read(f);
        if (message != null) {
          take(message);
        }
      }
    }
  }

  private synchronized void take(Message message) throws IOException {
    Long tid = message.routing().tid();
    if (ending) {
      return; // as a server that has stopped reading
    }
    if (!poison.isEmpty() && message.toString().contains(poison)) {
      poisoned++;
      ending = true;
      if (sayingWhy) {
        var failure = new TypedValue("TooLarge", Map.of("message", "too much for me"));
        write(Message.of(Routing.NONE, "exception", failure));
      }
      client.shutdownOutput();
      notifyAll();
      return;
    }
    if (message.routing().cid() != null) {
      return; // a heartbeat
    }
    for (Event event : message.events()) {
      said.add(event.name() + (tid == null ? "" : " " + tid));
    }
    String first = message.events().getFirst().name();
    if (first.equals("subscribe") && tid != null) {
      if (!subscriptions.contains(tid)) {
        subscriptions.add(tid);
      }
    } else if (first.equals("hello")) {
      var greeting = new LinkedHashMap<String, Object>();
      greeting.put("server", "script");
      greeting.put("version", 1L);
      greeting.put("session", "s");
      greeting.put("epoch", EPOCH);
      greeting.put("resumed", resuming);
      greeting.put("unanswered", 0L);
      write(Message.of(Routing.answer(tid), "reply", greeting));
    } else if (first.equals(held) && tid != null) {
      heldTid = tid;
    } else if (tid != null && !subscriptions.contains(tid)) {
      write(Message.of(Routing.answer(tid), "reply", null));
    }
    notifyAll();
  }

  private synchronized void write(Message message) throws IOException {
    client.getOutputStream().write(codec.encode(message));
  }

  /** Waits until there have been so many different subscriptions. */
  void awaitSubscriptions(int count) throws InterruptedException {
    await(() -> subscriptions.size() >= count);
  }

  /** Waits until so many events have come that are named so for a subscription. */
  synchronized void awaitSaid(String event, int subscription, int count)
      throws InterruptedException {
    String wanted = event + " " + subscriptions.get(subscription);
    await(() -> said.stream().filter(wanted::equals).count() >= count);
  }

  private synchronized void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        throw new AssertionError("waited in vain; the client said " + said);
      }
      wait(left);
    }
  }

  /** Leaves a request of this name without answer. */
  synchronized void hold(String event) {
    held = event;
  }

  /**
   * Ends from now on each connection that a message with this text comes over.
   *
   * @param text what the message contains
   * @param why whether it says why
   */
  synchronized void endUpon(String text, boolean why) {
    poison = text;
    sayingWhy = why;
  }

  /** How many such messages have come. */
  synchronized int poisoned() {
    return poisoned;
  }

  /** Waits until so many connections were ended. */
  void awaitPoisoned(int count) throws InterruptedException {
    await(() -> poisoned >= count);
  }

  /** Answers what was held. */
  synchronized void answerHeld() throws IOException {
    held = "";
    write(Message.of(Routing.answer(heldTid), "reply", null));
  }

  /**
   * Closes as a server that is told to stop, which has not read what has no answer.
   *
   * @param done how many of those without tid it has done
   */
  synchronized void stop(long done) throws IOException {
    held = "";
    ending = true;
    resuming = false;
    var content = Map.of("message", "the server is closing", "unanswered", done);
    var failure = new TypedValue("ShuttingDown", content);
    write(Message.of(Routing.NONE, "exception", failure));
    client.shutdownOutput();
  }

  /** Says from now on that it knows the session, and that nothing without tid was done in it. */
  synchronized void resume() {
    resuming = true;
  }

  /** Waits until a request without tid, or any if it has one, has come so many times. */
  void awaitSaid(String event, int count) throws InterruptedException {
    await(() ->
        said.stream().filter(s -> s.equals(event) || s.startsWith(event + " ")).count() >= count);
  }

  /** What has been said last, without numbers, greetings and what only asks whether it came. */
  synchronized List<String> saidLast(int count) {
    List<String> all =
        said.stream()
            .map(each -> each.replaceAll(" .*", ""))
            .filter(each -> !each.equals("hello") && !each.equals("sync"))
            .toList();
    return all.subList(all.size() - count, all.size());
  }

  /** Cuts the line. */
  synchronized void cut() throws IOException {
    client.close();
  }

  private void tell(int subscription, String event, Object argument, long rev, long time)
      throws IOException {
    long tid;
    synchronized (this) {
      tid = subscriptions.get(subscription);
    }
    write(Message.partOf(Routing.change(tid, rev, time), event, argument));
  }

  void bootstrapped(int subscription, long rev) throws IOException {
    tell(subscription, "bootstrapped", Map.of("rev", rev, "epoch", EPOCH), rev, 0);
  }

  void resync(int subscription, long rev) throws IOException {
    tell(subscription, "resync", Map.of("rev", rev, "epoch", EPOCH), rev, 0);
  }

  void filtered(int subscription, long rev) throws IOException {
    tell(subscription, "filtered", Map.of("rev", rev), rev, 0);
  }

  void progress(int subscription, long rev) throws IOException {
    tell(subscription, "progress", Map.of("rev", rev), rev, 0);
  }

  void existing(int subscription, long rev, String key, long value) throws IOException {
    var fields = Map.of("key", key, "value", value);
    tell(subscription, "reply", new TypedValue("Existing", fields), rev, 0);
  }

  void updated(int subscription, long rev, String key, long old, long value) throws IOException {
    var fields = Map.of("key", key, "oldValue", old, "value", value);
    tell(subscription, "reply", new TypedValue("Updated", fields), rev, rev);
  }

  /** One change of several that were made together. */
  void updatedWithOthers(int subscription, long rev, long commit, String key, long old, long value)
      throws IOException {
    var fields = Map.of("key", key, "oldValue", old, "value", value, "commit", commit);
    tell(subscription, "reply", new TypedValue("Updated", fields), rev, rev);
  }

  /** A collection is there, came or went. */
  void collection(int subscription, String what, String path, long rev) throws IOException {
    tell(subscription, "reply", new TypedValue(what, Map.of("path", path)), rev, 0);
  }

  /** An insertion by another filter, which has no time. */
  void entered(int subscription, long rev, String key, long value) throws IOException {
    var fields = Map.of("key", key, "value", value);
    tell(subscription, "reply", new TypedValue("Inserted", fields), rev, 0);
  }

  /** Ends a subscription. */
  void end(int subscription, String event, Object argument) throws IOException {
    long tid;
    synchronized (this) {
      tid = subscriptions.get(subscription);
    }
    write(Message.of(Routing.answer(tid), event, argument));
  }

  @Override
  public void close() throws IOException {
    listener.close();
    synchronized (this) {
      if (client != null) {
        client.close();
      }
    }
  }
}
