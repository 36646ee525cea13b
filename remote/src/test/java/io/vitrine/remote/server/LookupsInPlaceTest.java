package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Lookups are done by the event loop where nothing waits before them, all else by a thread: who
 * asks does not notice which.
 */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class LookupsInPlaceTest {
  private static final int REQUESTS = 3_000;

  /** Updates and lookups sent at once, some in bursts, are answered in order, each with its own. */
  @ParameterizedTest
  @CsvSource({"YAML, false", "CBOR, false", "YAML, true", "CBOR, true"})
  void updatesAndLookupsTakeEffectInOrder(WireEncoding encoding, boolean busyPoll)
      throws Exception {
    long seed = System.nanoTime();
    var random = new Random(seed);
    try (Vitrine vitrine = Vitrine.inMemory();
        var server = start(vitrine, busyPoll);
        var nc = new Telnet(server.address(), encoding)) {
      vitrine.map("/maps/p", String.class, Object.class);
      var expected = new ArrayList<String>();
      var model = new HashMap<String, Integer>();
      for (int i = 0; i < REQUESTS; i++) {
        String key = "k" + random.nextInt(3);
        switch (random.nextInt(5)) {
          case 0 -> {
            nc.send("/maps/p", (long) i, "put: [" + key + ", " + i + "]");
            model.put(key, i);
            expected.add("null");
          }
          case 1 -> {
            nc.send("/maps/p", (long) i, "containsKey: " + key);
            expected.add(String.valueOf(model.containsKey(key)));
          }
          default -> {
            nc.send("/maps/p", (long) i, "get: " + key);
            expected.add(String.valueOf(model.get(key)));
          }
        }
        if (random.nextInt(20) == 0) {
          check(nc, expected, i, seed);
        }
      }
      check(nc, expected, REQUESTS - 1, seed);
    }
  }

  private static VitrineServer start(Vitrine vitrine, boolean busyPoll) throws IOException {
    return VitrineServer.start(vitrine, ServerOptions.DEFAULT.withBusyPoll(busyPoll));
  }

  /** Reads all answers that are still to come, up to that of a tid. */
  private static void check(Telnet nc, List<String> expected, int lastTid, long seed)
      throws IOException {
    for (int tid = lastTid - expected.size() + 1; !expected.isEmpty(); tid++) {
      assertEquals("reply: " + expected.removeFirst() + "\n", nc.readData(tid), "seed " + seed);
    }
  }

  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void nothingIsAnsweredBehindWhatIsNoMessage(WireEncoding encoding) throws Exception {
    try (Vitrine vitrine = Vitrine.inMemory();
        var server = start(vitrine, false);
        var nc = new Telnet(server.address(), encoding)) {
      vitrine.map("/maps/p", String.class, Object.class);
      assertEquals("reply: null\n", nc.ask("/maps/p", 1, "get: a"));
      nc.hold();
      nc.typeMalformed();
      nc.send("/maps/p", 2L, "get: a");
      nc.send("/maps/p", 3L, "get: a");
      nc.release();
      assertEquals("Malformed", nc.read().code());
      assertNull(nc.readText());
    }
  }

  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void aLookupIsAuthorizedAndFailsAsAnyRequest(WireEncoding encoding) throws Exception {
    var options =
        ServerOptions.DEFAULT.withSecurity(
            token -> "good".equals(token) ? "ann" : null, (_, path, _) -> path.equals("/maps/p"));
    try (Vitrine vitrine = Vitrine.inMemory();
        var server = VitrineServer.start(vitrine, options);
        var nc = new Telnet(server.address(), encoding)) {
      vitrine.map("/maps/p", String.class, Object.class);
      vitrine.map("/maps/q", String.class, Object.class);
      for (int i = 0; i < 3; i++) {
        assertTrue(nc.ask("/maps/p", 1, "get: a").contains("!NotAuthenticated"));
      }
      nc.type("--- !!meta-data\ntid: 1\n--- !!data\nhello: {token: good}\n...\n");
      nc.readText();
      for (int i = 0; i < 3; i++) {
        assertEquals("reply: null\n", nc.ask("/maps/p", 1, "get: a"));
        assertTrue(nc.ask("/maps/p", 1, "get: [a, b]").contains("!"));
        assertTrue(nc.ask("/maps/q", 1, "get: a").contains("!NotPermitted"));
      }
      vitrine.drop("/maps/p");
      assertTrue(nc.ask("/maps/p", 1, "get: a").contains("!UnknownPath"));
    }
  }
}
