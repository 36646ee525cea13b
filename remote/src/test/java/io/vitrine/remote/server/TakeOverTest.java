package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Await;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Connections that ask for each other's sessions do not wait for each other. */
class TakeOverTest {
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
        Connection holder = server.context().sessions().find("yours").session().owner();
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

  private static boolean isClosed(Telnet nc) throws IOException {
    return nc.readText() == null;
  }
}
