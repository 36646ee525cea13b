package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Await;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Connections that ask for each other's sessions do not wait for each other. */
class TakeOverTest {
  /** More than a message that the event loop looks at. */
  private static final int LONG = 100_000;

  private static final int WARM = 3_000;

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch gate = new CountDownLatch(1);

  private static String hello(String session) {
    return "--- !!meta-data\n--- !!data\nhello: {session: " + session + "}\n...\n";
  }

  @Test
  void whoIsAskedForHisSessionAsksForNone() throws Exception {
    var waits =
        new HandlerType(
            "Wait",
            1,
            Verb.READ,
            (channel, settings) ->
                (event, argument) -> {
                  begun.countDown();
                  assertTrue(gate.await(60, TimeUnit.SECONDS));
                  return null;
                });
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server =
            VitrineServer.start(vitrine, ServerOptions.DEFAULT.withHandler(waits))) {
      try (var one = new Telnet(server.address(), WireEncoding.YAML);
          var other = new Telnet(server.address(), WireEncoding.YAML)) {
        one.type(hello("mine"));
        assertEquals(false, ((Map<?, ?>) one.read().reply()).get("resumed"));
        other.type(hello("yours"));
        assertEquals(false, ((Map<?, ?>) other.read().reply()).get("resumed"));
        Connection holder = server.context().sessions().find("yours").owner();
        other.type("--- !!meta-data\ncid: 7\nhandler: !Wait {}\n--- !!data\nwait: 1\n...\n");
        assertTrue(begun.await(60, TimeUnit.SECONDS));
        other.type(hello("mine")); // is done once the gate is open
        Await.until(() -> holder.queued() == 2, "both are there");
        one.type(hello("yours"));
        Await.until(() -> !holder.isActive(), "it is asked for its session");
        gate.countDown();
        assertEquals(true, ((Map<?, ?>) one.read().reply()).get("resumed"));
        assertTrue(isClosed(other));
      } finally {
        gate.countDown();
      }
    }
  }

  /** It was idle for too long when the client came back: who has it must not lose it then. */
  @Test
  void aSessionThatEndsAsSomebodyComesBackIsNobodys() throws Exception {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT)) {
      Sessions sessions = server.context().sessions();
      try (var one = new Telnet(server.address(), WireEncoding.YAML)) {
        one.type(hello("mine"));
        assertEquals(false, ((Map<?, ?>) one.read().reply()).get("resumed"));
        Session session = sessions.find("mine");
        assertFalse(session.endIfIdle(0, false), "somebody has it");
        one.close();
        Await.until(() -> session.owner() == null, "it is left");
        Await.until(() -> session.endIfIdle(0, false), "it has been left for a while");
        assertFalse(session.attach(null, null, 1));
      }
      try (var other = new Telnet(server.address(), WireEncoding.YAML)) {
        other.type(hello("mine"));
        assertEquals(false, ((Map<?, ?>) other.read().reply()).get("resumed"));
        Session session = sessions.find("mine");
        assertFalse(session.hasEnded());
        assertNotNull(session.owner());
      }
    }
  }

  /** What still comes is not done by the event loop, which sees nobody at work any more. */
  @Test
  void nothingIsDoneForAConnectionThatComesToItsEnd() throws Exception {
    var opened =
        new HandlerType(
            "Wait",
            1,
            Verb.READ,
            (channel, settings) ->
                new WireHandler() {
                  @Override
                  public Object handle(String event, Object argument) {
                    return "here";
                  }

                  @Override
                  public void closed() {
                    begun.countDown();
                    awaitGate();
                  }
                });
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server =
            VitrineServer.start(vitrine, ServerOptions.DEFAULT.withHandler(opened))) {
      var map = vitrine.map("/maps/m", String.class, String.class);
      try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
        nc.type(hello("mine"));
        assertEquals(false, ((Map<?, ?>) nc.read().reply()).get("resumed"));
        for (int i = 0; i < WARM; i++) { // until the event loop does them, since they take no time
          assertEquals("reply: null\n", nc.ask("/maps/m", 2, "put: [a, b]"));
        }
        Connection connection = owner(server, "mine");
        nc.type("--- !!meta-data\ncid: 7\nhandler: !Wait {}\n--- !!data\nwait: 1\n...\n");
        nc.type("--- !!meta-data\ntid: 3\n--- !!data\n}: {" + "x".repeat(LONG) + "\n...\n");
        assertTrue(begun.await(60, TimeUnit.SECONDS), "it comes to its end");
        nc.send("/maps/m", 4L, "put: [a, c]");
        Await.until(() -> connection.queued() == 2 || "c".equals(map.get("a")), "it came");
        gate.countDown();
        while (nc.readText() != null) {
          // to the end
        }
        assertEquals("b", map.get("a"));
      } finally {
        gate.countDown();
      }
    }
  }

  private static Connection owner(VitrineServer server, String id) {
    return Objects.requireNonNull(server.context().sessions().find(id).owner());
  }

  private void awaitGate() {
    try {
      assertTrue(gate.await(60, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isClosed(Telnet nc) throws IOException {
    return nc.readText() == null;
  }
}
