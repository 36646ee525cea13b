package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.collections.Await;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a subscription says never comes before its beginning, on no connection. */
@ParameterizedClass
@EnumSource(WireEncoding.class)
class InboxOrderTest {
  @Parameter private WireEncoding encoding;

  private Loopback loopback;
  private Link link;

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(encoding);
    var _ = loopback.vitrine.map("m", String.class, Long.class);
    link = new Link("127.0.0.1", loopback.proxy.port(), loopback.options());
    link.connect();
    loopback.proxy.record();
  }

  @AfterEach
  void stop() throws IOException {
    link.close();
    loopback.close();
  }

  @Test
  void requestDoesNotOvertakeSubscribe() throws InterruptedException {
    // The gate comes first on the new connection, so the source has not begun on it yet.
    var meddler = new AtomicReference<Runnable>();
    var gate = new Gate(meddler);
    link.open(link.nextTid(), gate);
    var source = source();
    source.start(4);
    meddler.set(() -> source.want(100));
    reconnect();
    gate.join();
    link.sync();
    assertEquals(List.of("subscribe+request"), events(loopback.proxy.takeFrames()));
    source.checkNotOver();
  }

  @Test
  void cancelledIsNotBegunAgain() throws InterruptedException {
    var meddler = new AtomicReference<Runnable>();
    var gate = new Gate(meddler);
    link.open(link.nextTid(), gate);
    var source = source();
    source.start(4);
    meddler.set(source::cancel);
    reconnect();
    gate.join();
    link.sync();
    // Begun before it was cancelled, so that the server knows what ends; and nothing after.
    assertEquals(List.of("subscribe+request", "cancel"), events(loopback.proxy.takeFrames()));
  }

  @Test
  void startIsSentOnceOnAConnection() throws InterruptedException {
    var meddler = new AtomicReference<Runnable>();
    var gate = new Gate(meddler);
    link.open(link.nextTid(), gate);
    meddler.set(() -> source().start(4));
    reconnect();
    gate.join();
    link.sync();
    assertEquals(List.of("subscribe+request"), events(loopback.proxy.takeFrames()));
  }

  @Test
  void whatIsOfAnotherConnectionIsDropped() throws InterruptedException {
    var source = source();
    source.start(4);
    link.sync();
    loopback.proxy.takeFrames();
    link.post(2, 7, Message.of(Routing.to("/maps/m", 2L), "request", 5L));
    link.post(99, 1, Message.of(Routing.to("/maps/m", 99L), "request", 5L));
    link.sync();
    assertEquals(List.of(), events(loopback.proxy.takeFrames()));
  }

  private Source source() {
    return new Source(link, "/maps/m", Map.of(), false, new Wake(), () -> {});
  }

  private void reconnect() throws InterruptedException {
    link.sync();
    loopback.proxy.takeFrames();
    loopback.proxy.cutAndAwaitAnother();
    // The first may be answered before all has begun anew, the second is sent after that.
    link.sync();
    link.sync();
  }

  /** The events of the frames to the map, in order; those of one frame joined. */
  private static List<String> events(List<String> frames) {
    return frames.stream()
        .filter(frame -> frame.contains("/maps/m"))
        .map(InboxOrderTest::names)
        .toList();
  }

  private static String names(String frame) {
    var names = new StringBuilder();
    for (String name : List.of("subscribe", "setFilter", "request", "cancel")) {
      if (frame.contains("\n" + name + ":")) {
        names.append(names.isEmpty() ? "" : "+").append(name);
      }
    }
    return names.toString();
  }

  /** Lets somebody meddle between the connection and what begins on it behind this. */
  private static final class Gate implements Inbox {
    private final AtomicReference<Runnable> meddler;
    private volatile Thread thread = Thread.ofPlatform().unstarted(() -> {});

    Gate(AtomicReference<Runnable> meddler) {
      this.meddler = meddler;
    }

    @Override
    public Message connected(long connection) {
      Runnable task = meddler.get();
      if (task != null) {
        thread = Thread.ofPlatform().start(task);
        Await.until(
            () -> !thread.isAlive() || thread.getState() == Thread.State.WAITING,
            () -> "the other thread to end or wait, it is " + thread.getState());
      }
      return Message.of(Routing.NONE, "list", Map.of());
    }

    void join() {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void receive(Message message) {}

    @Override
    public void fail(RuntimeException reason) {}
  }
}
