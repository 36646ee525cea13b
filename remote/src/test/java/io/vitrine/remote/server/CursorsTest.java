package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of an iterator when its connection is lost, as clients without Java see it. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class CursorsTest {
  private Vitrine vitrine;
  private VitrineServer server;

  @BeforeEach
  void start() throws IOException {
    vitrine = Vitrine.inMemory();
    vitrine.set("s", String.class).addAll(IntStream.range(0, 10).mapToObj(i -> "e" + i).toList());
    start(ServerLimits.DEFAULT);
  }

  private void start(ServerLimits limits) throws IOException {
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT.withLimits(limits));
  }

  @AfterEach
  void stop() {
    server.close();
    vitrine.close();
  }

  private Telnet connect(String session) throws IOException {
    var nc = new Telnet(server.address(), WireEncoding.YAML);
    if (!session.isEmpty()) {
      nc.type("--- !!meta-data\n--- !!data\nhello: {session: " + session + "}\n...\n");
      nc.read().reply();
    }
    return nc;
  }

  private static long open(Telnet nc) throws IOException {
    nc.send("/sets/s", 1L, "iterator: []");
    return nc.read().cid();
  }

  private static Telnet.Answer next(Telnet nc, long cid, long tid) throws IOException {
    nc.type("--- !!meta-data {cid: " + cid + ", tid: " + tid + "}\n--- !!data\nnext: 4\n...\n");
    return nc.read();
  }

  private static List<?> elements(Telnet.Answer answer) {
    return (List<?>) ((Map<?, ?>) answer.reply()).get("elements");
  }

  @Test
  void thePageThatWasAskedForLastIsToldAgain() throws IOException {
    var seen = new ArrayList<Object>();
    long cid;
    List<?> page;
    try (Telnet nc = connect("mine")) {
      cid = open(nc);
      seen.addAll(elements(next(nc, cid, 2)));
      page = elements(next(nc, cid, 3));
      seen.addAll(page);
    }
    for (int i = 0; i < 2; i++) {
      try (Telnet nc = connect("mine")) {
        assertEquals(page, elements(next(nc, cid, 3)));
      }
    }
    try (Telnet nc = connect("mine")) {
      assertEquals(page, elements(next(nc, cid, 3)));
      page = elements(next(nc, cid, 4));
      seen.addAll(page);
      assertEquals("UnknownChannel", next(nc, cid, 5).code(), "it has ended");
    }
    try (Telnet nc = connect("mine")) {
      assertEquals(page, elements(next(nc, cid, 4)), "and the last page is told again");
      assertEquals("UnknownChannel", next(nc, cid, 5).code());
    }
    assertEquals(10, seen.size());
    assertEquals(10, new HashSet<>(seen).size());
  }

  @Test
  void anotherPageThanTheLastIsNotMadeUp() throws IOException {
    long cid;
    try (Telnet nc = connect("mine")) {
      cid = open(nc);
      next(nc, cid, 2);
      next(nc, cid, 3);
    }
    try (Telnet nc = connect("mine")) {
      assertEquals("UnknownChannel", next(nc, cid, 2).code());
      assertEquals("UnknownChannel", next(nc, cid, 4).code());
    }
  }

  @Test
  void noneIsFoundBySomebodyElse() throws IOException {
    var cids = new HashSet<Long>();
    for (String session : List.of("", "", "mine", "", "yours")) {
      try (Telnet nc = connect(session)) {
        for (long cid : cids) {
          assertEquals("UnknownChannel", next(nc, cid, 7).code());
        }
        assertTrue(cids.add(open(nc)), "one number was given twice");
        assertTrue(cids.add(open(nc)), "one number was given twice");
      }
    }
    long before = cids.iterator().next();
    server.close();
    start(ServerLimits.DEFAULT);
    try (Telnet nc = connect("")) {
      assertTrue(cids.add(open(nc)), "a number of the server before was given again");
      assertEquals("UnknownChannel", next(nc, before, 7).code());
    }
  }

  @Test
  void whatWasOpenBeforeHelloGoesOnInTheSession() throws IOException {
    long cid;
    List<?> first;
    try (Telnet nc = connect("")) {
      cid = open(nc);
      first = elements(next(nc, cid, 2));
      nc.type("--- !!meta-data\n--- !!data\nhello: {session: mine}\n...\n");
      nc.read().reply();
    }
    try (Telnet nc = connect("mine")) {
      assertEquals("UnknownChannel", next(nc, cid, 2).code(), "no session remembered that page");
    }
    try (Telnet nc = connect("")) {
      cid = open(nc);
      first = elements(next(nc, cid, 2));
      nc.type("--- !!meta-data\n--- !!data\nhello: {session: mine}\n...\n");
      nc.read().reply();
    }
    try (Telnet nc = connect("mine")) {
      assertNotEquals(first, elements(next(nc, cid, 3)));
    }
  }

  @Test
  void wherePagesTakeTooMuchRoomTheOldestAreForgotten() throws IOException {
    server.close();
    start(ServerLimits.DEFAULT.with("outcomeBytes", 4 * 700));
    long one;
    long two;
    try (Telnet nc = connect("mine")) {
      one = open(nc);
      two = open(nc);
      next(nc, one, 2);
      next(nc, two, 3);
      assertEquals(4, elements(next(nc, two, 4)).size());
      one = open(nc);
      next(nc, one, 5);
      for (int i = 6; i < 9; i++) {
        next(nc, open(nc), i);
      }
    }
    try (Telnet nc = connect("mine")) {
      assertEquals("UnknownChannel", next(nc, one, 5).code());
    }
  }

  @Test
  void thoseOfLostSessionsDoNotPileUp() throws IOException {
    var sessions = new Sessions(ServerLimits.DEFAULT);
    Served served = new Catalogue(vitrine, FrameLimits.DEFAULT).collection("/sets/s");
    for (int i = 0; i < 30; i++) {
      Session session = sessions.find("s" + i);
      for (int k = 0; k < 200; k++) {
        session.cursors().open(new Cursor(served, List.of(1L).iterator()), 0);
      }
      assertEquals(100, session.cursors().size());
      sessions.detach(session, null); // nobody has it from now on
      assertTrue(sessions.cursorsLeft() <= 1_000, "left " + sessions.cursorsLeft());
    }
    assertEquals(1_000, sessions.cursorsLeft());
    assertEquals(0, sessions.find("s0").cursors().size());
    assertEquals(100, sessions.find("s29").cursors().size());
  }

  @Test
  void thoseOfLostSessionsEndWithTheirTime() throws Exception {
    var sessions = new Sessions(ServerLimits.DEFAULT.with("cursorMillis", 1));
    Session session = sessions.find("s");
    Served served = new Catalogue(vitrine, FrameLimits.DEFAULT).collection("/sets/s");
    session.cursors().open(new Cursor(served, List.of(1L).iterator()), 0);
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < 2_000_000) {
      Thread.onSpinWait();
    }
    sessions.detach(session, null);
    assertEquals(0, sessions.cursorsLeft());
    assertEquals(0, session.cursors().size());
  }

  @Test
  void ofADroppedCollectionThereIsNoMore() throws IOException {
    var large = vitrine.set("large", Long.class);
    large.addAll(LongStream.range(0, 3_000).boxed().toList());
    try (Telnet nc = connect("mine")) {
      nc.send("/sets/large", 1L, "iterator: []");
      long cid = nc.read().cid();
      assertEquals("reply: true\n", nc.ask("/", 2, "drop: /sets/large"));
      Telnet.Answer answer = next(nc, cid, 3);
      for (long tid = 4; answer.data().containsKey("reply"); tid++) { // of a page it had
        answer = next(nc, cid, tid);
      }
      assertEquals("UnknownPath", answer.code());
    }
  }
}
