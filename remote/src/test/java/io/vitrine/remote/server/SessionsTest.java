package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Await;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** What is remembered of all sessions together is bounded, and whoever asks too late is told. */
@SuppressWarnings("NullAway") // Sessions without a connection, and a null that fails the test.
class SessionsTest {
  private static final long BYTES_MAX = 100_000;

  /** A session whose client has been told that it is new, and has gone on. */
  private static Session begin(Sessions sessions, String id) {
    Session session = sessions.find(id);
    session.goesOn();
    return session;
  }

  private static void remember(Session session, long tid) {
    var answer = Message.of(Routing.answer(tid), "reply", "x".repeat(5_000));
    session.remember(tid, List.of(answer), List.of());
  }

  @Test
  void theOldestAreForgottenFirst() {
    var sessions = new Sessions(ServerLimits.DEFAULT.with("outcomeBytes", BYTES_MAX));
    var all = new ArrayList<Session>();
    for (int i = 0; i < 100; i++) {
      Session session = begin(sessions, "s" + i);
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
      assertTrue(session.attach(null, null, 1));
      assertEquals(here, session.isKnown());
      known = here;
    }
    assertTrue(known, "the last one is known");
    assertNotNull(all.getLast().earlierOutcome(1));
    sessions.end(all.getLast());
    assertEquals(sessions.room(), all.stream().mapToLong(Session::room).sum());
  }

  /** Anybody who may connect can make sessions in which nothing is done. */
  @Test
  void sessionsOfWhichNobodyMissesAnythingGiveWayFirst() {
    var sessions = new Sessions(ServerLimits.DEFAULT.with("connections", 4));
    Session session = begin(sessions, "s");
    remember(session, 1);
    session.detach(null);
    Session uncounted = begin(sessions, "without tid");
    uncounted.countUnanswered();
    uncounted.detach(null);
    for (int i = 0; i < 100; i++) {
      begin(sessions, "empty " + i).detach(null);
    }
    assertFalse(uncounted.hasEnded());
    assertSame(session, sessions.find("s"));
    assertFalse(session.hasEnded());
    assertTrue(session.room() > 0);
    for (int i = 0; i < 100; i++) {
      Session other = begin(sessions, "other " + i);
      remember(other, 1);
      other.detach(null);
    }
    assertTrue(session.hasEnded(), "all are kept");
  }

  @Test
  void whatIsDoneAfterTheEndOfItsSessionTakesNoRoom() {
    var sessions = new Sessions(ServerLimits.DEFAULT.with("outcomeBytes", BYTES_MAX));
    Session session = begin(sessions, "s");
    remember(session, 1);
    sessions.end(session);
    remember(session, 2); // its request was under way
    assertEquals(0, session.room());
    assertEquals(0, sessions.room());
  }

  @Test
  void whoHasTheMostGivesWayWhereAllAreInUse() {
    var sessions = new Sessions(ServerLimits.DEFAULT.with("outcomeBytes", BYTES_MAX));
    Session small = begin(sessions, "small");
    Session large = begin(sessions, "large");
    remember(small, 1);
    for (long tid = 1; tid <= 30; tid++) {
      remember(large, tid);
      assertTrue(sessions.room() <= BYTES_MAX, "room " + sessions.room());
    }
    assertTrue(large.attach(null, null, 1));
    assertFalse(large.isKnown());
    assertTrue(small.attach(null, null, 1));
    assertTrue(small.isKnown());
  }

  /** Has a session that has more than others give way to them. */
  private static void press(Sessions sessions, Session session) {
    for (int i = 0; i < 50 && session.room() > 0; i++) {
      remember(sessions.find("other" + i), 1);
    }
    assertEquals(0, session.room());
  }

  @Test
  void whoHasBeenAnsweredAllThatIsForgottenIsResumed() {
    var sessions = new Sessions(ServerLimits.DEFAULT.with("outcomeBytes", BYTES_MAX));
    Session session = begin(sessions, "s");
    for (long tid = 1; tid <= 10; tid++) {
      remember(session, tid);
    }
    session.countUnanswered();
    press(sessions, session);
    remember(session, 11);
    assertTrue(session.attach(null, null, 11));
    assertTrue(session.isKnown());
    assertNotNull(session.earlierOutcome(11));
    assertEquals(1, session.unanswered());
    assertTrue(session.attach(null, null, 10));
    assertFalse(session.isKnown());
    assertEquals(0, session.unanswered());
  }

  @Test
  void whatIsForgottenBehindAResumeCannotBeTakenForNew() {
    var sessions = new Sessions(ServerLimits.DEFAULT.with("outcomeBytes", BYTES_MAX));
    Session session = begin(sessions, "s");
    for (long tid = 1; tid <= 10; tid++) {
      remember(session, tid);
    }
    assertTrue(session.attach(null, null, 3));
    assertTrue(session.isKnown());
    assertFalse(session.isLost(3));
    session.told(4);
    press(sessions, session);
    assertTrue(session.isLost(3));
    assertTrue(session.isLost(10));
    assertFalse(session.isLost(2));
    assertFalse(session.isLost(11));
    assertTrue(session.attach(null, null, 11));
    assertTrue(session.isKnown());
    assertFalse(session.isLost(10));
  }

  @Test
  void whatIsForgottenBehindAResumeIsRefusedAndNotDoneAgain() throws IOException {
    ServerLimits limits = ServerLimits.DEFAULT.with("outcomeBytes", BYTES_MAX);
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server =
            VitrineServer.start(vitrine, ServerOptions.DEFAULT.withLimits(limits))) {
      var map = vitrine.map("/maps/p", String.class, Object.class);
      try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
        hello(nc, "");
        nc.send("/maps/p", null, "put: [a, 1]");
        for (long tid = 1; tid <= 20; tid++) {
          nc.ask("/maps/p", tid, "addAndGet: [n, 1]");
        }
      }
      Sessions sessions = server.context().sessions();
      Session session = sessions.find("mine");
      try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
        assertEquals(true, hello(nc, ", resume: 19").get("resumed"));
        assertEquals("reply: 19\n", nc.ask("/maps/p", 19, "addAndGet: [n, 1]"));
        for (long tid = 21; tid <= 30; tid++) {
          remember(session, tid); // more than anybody else has
        }
        press(sessions, session);
        nc.send("/maps/p", 20L, "addAndGet: [n, 1]");
        assertEquals("LimitExceeded", nc.read().code());
        assertEquals("reply: 20\n", nc.ask("/maps/p", 20, "get: n"));
        assertEquals("reply: 21\n", nc.ask("/maps/p", 31, "addAndGet: [n, 1]"));
      }
      try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
        var answer = hello(nc, ", resume: 32");
        assertEquals(true, answer.get("resumed"));
        assertEquals(1L, answer.get("unanswered"));
      }
      assertEquals(21L, map.get("n"));
    }
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

  private static Map<?, ?> hello(Telnet nc, String more) throws IOException {
    nc.type("--- !!meta-data\n--- !!data\nhello: {session: mine" + more + "}\n...\n");
    return (Map<?, ?>) nc.read().reply();
  }

  @Test
  void whoAsksForMoreOutcomesThanAreRememberedIsNotResumed() throws IOException {
    ServerLimits limits = ServerLimits.DEFAULT.with("outcomes", 5);
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server =
            VitrineServer.start(vitrine, ServerOptions.DEFAULT.withLimits(limits))) {
      var map = vitrine.map("/maps/p", String.class, Object.class);
      try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
        hello(nc, "");
        for (long tid = 1; tid <= 8; tid++) {
          nc.ask("/maps/p", tid, "addAndGet: [n, 1]");
        }
        nc.send("/maps/p", null, "put: [a, 1]");
        nc.ask("/maps/p", 9, "get: n");
      }
      try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
        var answer = hello(nc, ", resume: 4"); // those from 4 on are remembered
        assertEquals(true, answer.get("resumed"));
        assertEquals(1L, answer.get("unanswered"));
        for (long tid = 4; tid <= 8; tid++) {
          assertEquals("reply: " + tid + "\n", nc.ask("/maps/p", tid, "addAndGet: [n, 1]"));
        }
        for (long tid = 10; tid <= 15; tid++) {
          nc.ask("/maps/p", tid, "addAndGet: [n, 1]");
        }
      }
      try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
        var answer = hello(nc, ", resume: 10"); // that one had to give way to 15
        assertEquals(false, answer.get("resumed"));
        assertEquals(0L, answer.get("unanswered"));
        nc.send("/maps/p", null, "put: [a, 2]");
        nc.ask("/maps/p", 16, "get: n");
      }
      try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
        var answer = hello(nc, ", resume: 17");
        assertEquals(true, answer.get("resumed"));
        assertEquals(1L, answer.get("unanswered"), "counted since it began anew");
      }
      assertEquals(14L, map.get("n"));
    }
  }

  @Test
  void aSessionThatNobodyHasIsForgottenAfterAWhile() throws Exception {
    ServerLimits limits = ServerLimits.DEFAULT.with("sessionMillis", 50);
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server =
            VitrineServer.start(vitrine, ServerOptions.DEFAULT.withLimits(limits))) {
      vitrine.map("/maps/p", String.class, Object.class);
      Session session;
      try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
        hello(nc, "");
        nc.ask("/maps/p", 1, "addAndGet: [n, 1]");
        session = server.context().sessions().find("mine");
        assertTrue(session.room() > 0);
        LockSupport.parkNanos(100_000_000);
        assertSame(session, server.context().sessions().find("mine"), "who is there keeps it");
      }
      long deadline = System.nanoTime() + 60_000_000_000L;
      while (server.context().sessions().find("other").room() == 0 && session.room() > 0) {
        assertTrue(System.nanoTime() < deadline, "still remembered");
        LockSupport.parkNanos(5_000_000);
      }
      try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
        assertEquals(false, hello(nc, "").get("resumed"));
        assertEquals("reply: 2\n", nc.ask("/maps/p", 1, "addAndGet: [n, 1]"));
      }
    }
  }

  @Test
  void whoGoesBackBehindWhatWasGivenUpIsTold() {
    var sessions = new Sessions(ServerLimits.DEFAULT.with("outcomeBytes", BYTES_MAX));
    Session session = begin(sessions, "s");
    for (long tid = 1; tid < 5; tid++) {
      remember(session, tid);
    }
    assertTrue(session.attach(null, null, 3));
    assertTrue(session.isKnown());
    assertTrue(session.attach(null, null, 3));
    assertNotNull(session.earlierOutcome(3));
    assertTrue(session.isKnown());
    assertTrue(session.attach(null, null, Long.MIN_VALUE));
    assertFalse(session.isKnown());
    session.goesOn();
    remember(session, 9);
    assertTrue(session.attach(null, null, 1));
    assertTrue(session.isKnown());
    assertNotNull(session.earlierOutcome(9));
  }

  @Test
  void whoeverComesIsToldThatItIsForgottenUntilOneGoesOn() {
    var sessions = new Sessions(ServerLimits.DEFAULT);
    Session session = begin(sessions, "s");
    for (long tid = 1; tid < 5; tid++) {
      remember(session, tid);
    }
    assertTrue(session.attach(null, null, 3));
    assertTrue(session.isKnown());
    assertTrue(session.attach(null, null, 1));
    assertFalse(session.isKnown());
    assertTrue(session.attach(null, null, 5));
    assertFalse(session.isKnown(), "who was told before may not know");
    assertEquals(0, session.room());
    session.goesOn();
    assertTrue(session.attach(null, null, 5));
    assertTrue(session.isKnown());
  }

  /** The answer may be lost each time: who is told another thing then does twice what was done. */
  @Test
  void aSessionThatIsNewIsSoUntilItsClientGoesOn() throws IOException {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT)) {
      vitrine.map("/maps/p", String.class, Object.class);
      try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
        hello(nc, "");
        assertEquals("reply: 1\n", nc.ask("/maps/p", 1, "addAndGet: [n, 1]"));
      }
      Session session = server.context().sessions().find("mine");
      Await.until(() -> session.endIfIdle(0, false), "it has been left for a while");
      for (int i = 0; i < 2; i++) {
        try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
          assertEquals(false, hello(nc, "").get("resumed"));
        }
        try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
          // Sent before the answer was there.
          nc.type("--- !!meta-data\n--- !!data\nhello: {session: mine}\nsync: []\n...\n");
          assertEquals(false, ((Map<?, ?>) nc.read().reply()).get("resumed"));
        }
      }
      try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
        assertEquals(false, hello(nc, "").get("resumed"));
        assertEquals(false, hello(nc, "").get("resumed"), "said again, without anything else");
        nc.send("/maps/p", null, "put: [a, 1]");
        assertEquals("reply: 2\n", nc.ask("/maps/p", 1, "addAndGet: [n, 1]"));
      }
      try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
        var answer = hello(nc, "");
        assertEquals(true, answer.get("resumed"));
        assertEquals(1L, answer.get("unanswered"));
        assertEquals("reply: 2\n", nc.ask("/maps/p", 1, "addAndGet: [n, 1]"));
      }
    }
  }

  @Test
  void whoOpensAChannelGoesOn() throws IOException {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT)) {
      try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
        assertEquals(false, hello(nc, "").get("resumed"));
        nc.type(
            "--- !!meta-data\ncsp: /\ncid: 0\ntid: 9\nhandler: !HeartbeatHandler {}\n"
                + "--- !!data {}\n...\n");
        assertNull(nc.read().reply());
      }
      try (var nc = new Telnet(server.address(), WireEncoding.YAML)) {
        assertEquals(true, hello(nc, "").get("resumed"));
      }
    }
  }
}
