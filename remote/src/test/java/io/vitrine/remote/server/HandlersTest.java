package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Channels that an application serves, in two versions side by side. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
@ParameterizedClass
@EnumSource(WireEncoding.class)
class HandlersTest {
  @Parameter private WireEncoding encoding;

  private final AtomicInteger closed = new AtomicInteger();
  private final CountDownLatch allClosed = new CountDownLatch(2);
  private volatile Set<Verb> permitted = EnumSet.of(Verb.READ, Verb.VISIT);
  private Vitrine vitrine;
  private VitrineServer server;

  /** Counts what the client adds, and tells it each sum; the second version begins elsewhere. */
  private final class Sum implements WireHandler {
    private final WireChannel channel;
    private long sum;

    Sum(WireChannel channel, long sum) {
      this.channel = channel;
      this.sum = sum;
    }

    @Override
    public @Nullable Object handle(String event, @Nullable Object argument) throws Exception {
      return switch (event) {
        case "add" -> add(argument);
        case "who" -> channel.principal() + " at " + channel.path();
        case "fail" -> throw new IOException("a fault of the application");
        case "close" -> {
          channel.close();
          yield channel.send("sum", sum);
        }
        default -> throw new UnsupportedOperationException("no event " + event);
      };
    }

    private @Nullable Object add(@Nullable Object argument) throws InterruptedException {
      if (!(argument instanceof Long number)) {
        throw new IllegalArgumentException("no number");
      }
      sum += number;
      return channel.send("sum", sum) ? sum : null;
    }

    @Override
    public void closed() {
      closed.incrementAndGet();
      allClosed.countDown();
    }
  }

  /** Fails when it is closed. */
  private static final class Broken implements WireHandler {
    @Override
    public @Nullable Object handle(String event, @Nullable Object argument) {
      return event;
    }

    @Override
    public void closed() {
      throw new IllegalStateException("a fault of the application, at the end of a channel");
    }
  }

  @BeforeEach
  void start() throws IOException {
    vitrine = Vitrine.inMemory();
    server =
        VitrineServer.start(
            vitrine,
            ServerOptions.DEFAULT
                .withSecurity(token -> token, (_, _, verb) -> permitted.contains(verb))
                .withHandler(new HandlerType("Sum", 1, Verb.READ, (c, _) -> new Sum(c, -1)))
                .withHandler(new HandlerType("Sum", 1, Verb.READ, (c, _) -> new Sum(c, 0)))
                .withHandler(new HandlerType("Broken", 1, Verb.READ, (_, _) -> new Broken()))
                .withHandler(
                    new HandlerType(
                        "Sum",
                        2,
                        Verb.VISIT,
                        (c, settings) -> new Sum(c, (Long) ((Map<?, ?>) settings).get("begin")))));
  }

  @AfterEach
  void stop() {
    server.close();
    vitrine.close();
  }

  private Telnet connect() throws IOException {
    var nc = new Telnet(server.address(), encoding);
    nc.type("--- !!meta-data\n--- !!data\nhello: {token: ada}\n...\n");
    nc.read().reply();
    return nc;
  }

  private static void open(Telnet nc, long cid, String handler) throws IOException {
    nc.type(
        "--- !!meta-data\ncsp: /maps/p\ncid: " + cid + "\ntid: 1\nhandler: " + handler + "\n...\n");
  }

  private static void say(Telnet nc, long cid, String data) throws IOException {
    nc.type("--- !!meta-data\ncid: " + cid + "\ntid: 2\n--- !!data\n" + data + "\n...\n");
  }

  @Test
  void channelThatFailsToCloseKeepsNoOtherOpen() throws Exception {
    try (Telnet nc = connect()) {
      for (long cid = 1; cid <= 9; cid++) {
        open(nc, cid, cid == 4 || cid == 6 ? "!Sum {}" : "!Broken {}");
        assertNull(nc.read().reply());
      }
    }
    assertTrue(allClosed.await(60, TimeUnit.SECONDS), "both sums are closed");
    assertEquals(2, closed.get());
  }

  @Test
  void versionsStandSideBySide() throws Exception {
    try (Telnet nc = connect()) {
      open(nc, 1, "!Sum {}");
      assertNull(nc.read().reply());
      open(nc, 2, "!Sum.v2 {begin: 100}");
      assertNull(nc.read().reply());
      for (long i = 1; i <= 2; i++) {
        say(nc, 1, "add: 1");
        Telnet.Answer sum = nc.read();
        assertEquals(Map.of("cid", 1L), sum.meta());
        assertEquals(i, sum.data().get("sum"));
        assertEquals(i, nc.read().reply());
        say(nc, 2, "add: 1");
        assertEquals(100 + i, nc.read().data().get("sum"));
        assertEquals(100 + i, nc.read().reply());
      }
      say(nc, 1, "who: []");
      assertEquals("ada at /maps/p", nc.read().reply());
      say(nc, 1, "cancel: []");
      assertNull(nc.read().reply());
      say(nc, 1, "add: 1");
      assertEquals("UnknownChannel", nc.read().code());
      assertEquals(1, closed.get());
    }
    assertTrue(allClosed.await(60, TimeUnit.SECONDS), "not closed with its connection");
    assertEquals(2, closed.get());
  }

  @Test
  void whatIsNotRegisteredIsNotOpened() throws Exception {
    try (Telnet nc = connect()) {
      for (String handler :
          new String[] {
            "!Sum.v3 {}", "!Sums {}", "!java.lang.Thread {}", "!HeartbeatHandler.v2 {}"
          }) {
        open(nc, 1, handler);
        assertEquals("UnknownType", nc.read().code(), handler);
      }
      open(nc, 1, "{a: 1}");
      assertEquals("BadArgument", nc.read().code());
      open(nc, 1, "!HeartbeatHandler.v1 {heartbeatIntervalMs: 3600000}");
      assertNull(nc.read().reply());
    }
  }

  @Test
  void failuresAreAnsweredAndTheChannelGoesOn() throws Exception {
    try (Telnet nc = connect()) {
      open(nc, 1, "!Sum {}");
      assertNull(nc.read().reply());
      say(nc, 1, "nonsense: 1");
      assertEquals("UnknownEvent", nc.read().code());
      say(nc, 1, "add: text");
      assertEquals("BadArgument", nc.read().code());
      say(nc, 1, "fail: []");
      assertEquals("Internal", nc.read().code());
      open(nc, 2, "!Sum.v2 nothing");
      assertEquals("BadArgument", nc.read().code());
      say(nc, 1, "close: []");
      assertEquals(false, nc.read().reply());
      say(nc, 1, "who: []");
      assertEquals("UnknownChannel", nc.read().code());
      assertEquals(1, closed.get());
    }
  }

  @Test
  void permissionIsAskedForAtOpeningAndForEachEvent() throws Exception {
    permitted = EnumSet.of(Verb.READ);
    try (Telnet nc = connect()) {
      open(nc, 2, "!Sum.v2 {begin: 1}");
      assertEquals("NotPermitted", nc.read().code());
      open(nc, 1, "!Sum {}");
      assertNull(nc.read().reply());
      permitted = Set.of();
      say(nc, 1, "add: 1");
      assertEquals("NotPermitted", nc.read().code());
      say(nc, 1, "cancel: []");
      assertNull(nc.read().reply());
    }
  }

  @Test
  void namesAndVersionsAreChecked() {
    var type = new HandlerType("Sum", 1, Verb.READ, (c, _) -> new Sum(c, 0));
    assertTrue(type.isNamed("Sum") && type.isNamed("Sum.v1"));
    assertFalse(type.isNamed("Sum.v2"));
    assertThrows(
        IllegalArgumentException.class, () -> new HandlerType("a.b", 1, Verb.READ, type.opener()));
    assertThrows(
        IllegalArgumentException.class, () -> new HandlerType("Sum", 0, Verb.READ, type.opener()));
  }
}
