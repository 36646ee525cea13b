package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is remembered of all sessions together is bounded, and whoever asks too late is told. */
@SuppressWarnings("NullAway") // Sessions without a connection, and a null that fails the test.
class SessionsTest {
  private static final long BYTES_MAX = 100_000;

  private static void remember(Session session, long tid) {
    var answer = Message.of(Routing.answer(tid), "reply", "x".repeat(5_000));
    session.remember(tid, List.of(answer), false);
  }

  @Test
  void theOldestAreForgottenFirst() {
    var sessions = new Sessions(ServerLimits.DEFAULT.with("outcomeBytes", BYTES_MAX));
    var all = new ArrayList<Session>();
    for (int i = 0; i < 100; i++) {
      Session session = sessions.find("s" + i).session();
      all.add(session);
      remember(session, 1);
      assertTrue(sessions.room() <= BYTES_MAX, "room " + sessions.room());
      session.detach(null); // nobody has it from now on
    }
    assertEquals(sessions.room(), all.stream().mapToLong(Session::room).sum());
    boolean known = false;
    for (Session session : all) {
      boolean here = session.room() > 0;
      assertFalse(known && !here, "an older one is known, and " + session.id() + " is not");
      assertEquals(!here, session.wasForgotten());
      known = here;
    }
    assertTrue(known, "the last one is known");
    assertTrue(all.getFirst().attach(null, null, 0));
    assertTrue(all.getLast().attach(null, null, 0));
    assertNotNull(all.getLast().earlierOutcome(1));
    sessions.end(all.getLast());
    assertEquals(sessions.room(), all.stream().mapToLong(Session::room).sum());
  }

  @Test
  void whatIsDoneAfterTheEndOfItsSessionTakesNoRoom() {
    var sessions = new Sessions(ServerLimits.DEFAULT.with("outcomeBytes", BYTES_MAX));
    Session session = sessions.find("s").session();
    remember(session, 1);
    sessions.end(session);
    remember(session, 2); // its request was under way
    assertEquals(0, session.room());
    assertEquals(0, sessions.room());
  }

  @Test
  void whoHasTheMostGivesWayWhereAllAreInUse() {
    var sessions = new Sessions(ServerLimits.DEFAULT.with("outcomeBytes", BYTES_MAX));
    Session small = sessions.find("small").session();
    Session large = sessions.find("large").session();
    remember(small, 1);
    for (long tid = 1; tid <= 30; tid++) {
      remember(large, tid);
      assertTrue(sessions.room() <= BYTES_MAX, "room " + sessions.room());
    }
    assertTrue(large.wasForgotten());
    assertFalse(small.wasForgotten());
  }

  @Test
  void aSessionWhoseOutcomesAreForgottenIsNotResumed() throws IOException {
    ServerLimits limits = ServerLimits.DEFAULT.with("outcomeBytes", 1);
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server =
            VitrineServer.start(vitrine, ServerOptions.DEFAULT.withLimits(limits))) {
      vitrine.map("/maps/p", String.class, Object.class);
      String hello = "--- !!meta-data\n--- !!data\nhello: {session: mine}\n...\n";
      try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
        nc.type(hello);
        assertEquals(false, ((Map<?, ?>) nc.read().reply()).get("resumed"));
        assertEquals("reply: 5\n", nc.ask("/maps/p", 7, "addAndGet: [n, 5]"));
      }
      try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
        nc.type(hello);
        assertEquals(false, ((Map<?, ?>) nc.read().reply()).get("resumed"));
      }
    }
  }
}
