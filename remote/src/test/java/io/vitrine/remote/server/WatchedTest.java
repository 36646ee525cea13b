package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Await;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever makes a change over a connection tells those who watch it, if they are few. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
@Timeout(180)
class WatchedTest {
  private static final int WRITERS = 3;
  private static final int CHANGES = 500;

  /** Each is told all changes once and in order, whoever tells; with six each looks by itself. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 6})
  void eachIsToldAllInOrder(int subscribers) throws Exception {
    try (Vitrine vitrine = Vitrine.inMemory();
        var server = VitrineServer.start(vitrine, ServerOptions.DEFAULT)) {
      ObservableMap<String, Long> map = vitrine.map("/maps/m", String.class, Long.class);
      var watching = new ArrayList<Telnet>();
      for (int i = 0; i < subscribers; i++) {
        var nc = new Telnet(server.address(), WireEncoding.CBOR);
        nc.send("/maps/m", 7L, "subscribe: []");
        assertTrue(nc.readText().contains("bootstrapped"));
        watching.add(nc);
      }
      // "bootstrapped" may be told a moment before whoever is told is known.
      awaitWatched(server, subscribers);
      var writers = new ArrayList<CompletableFuture<Void>>();
      for (int w = 0; w < WRITERS; w++) {
        String key = "k" + w;
        writers.add(CompletableFuture.runAsync(() -> write(server, key)));
      }
      for (long i = 0; i < CHANGES; i++) {
        map.put("here", i); // by somebody who tells nobody
      }
      for (Telnet nc : watching) {
        check(nc);
      }
      for (var writer : writers) {
        writer.join();
      }
      watching.getFirst().send("/maps/m", 7L, "cancel: []");
      assertTrue(watching.getFirst().readText().contains("cancelled"));
      awaitWatched(server, subscribers - 1); // It is forgotten at about the same time.
      for (Telnet nc : watching) {
        nc.close();
      }
      awaitWatched(server, 0); // The server notices soon, and forgets them.
    }
  }

  private static void awaitWatched(VitrineServer server, int subscribers) {
    Await.until(
        () -> server.context().watched().count("/maps/m") == subscribers,
        () -> subscribers + " known, found " + server.context().watched().count("/maps/m"));
  }

  private static void write(VitrineServer server, String key) {
    try (var nc = new Telnet(server.address(), WireEncoding.CBOR)) {
      for (long i = 0; i < CHANGES; i++) {
        nc.send("/maps/m", i, "put: [" + key + ", " + i + "]");
        String _ = nc.readData(i);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void check(Telnet nc) throws IOException {
    Map<Object, Long> last = new HashMap<>();
    long revision = 0;
    for (int i = 0; i < (WRITERS + 1) * CHANGES; i++) {
      Telnet.Answer answer = nc.read();
      if (answer.data().containsKey("progress")) {
        i--;
        continue;
      }
      long rev = (Long) answer.meta().get("rev");
      assertTrue(rev > revision, "revision " + rev + " after " + revision);
      revision = rev;
      var event = (io.vitrine.store.TypedValue) answer.reply();
      var fields = (Map<?, ?>) event.content();
      Long before = last.put(fields.get("key"), (Long) fields.get("value"));
      assertEquals(before == null ? 0 : before + 1, fields.get("value"), answer.toString());
    }
  }

  /** A client that reads nothing is not waited for by whoever makes the changes. */
  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void whoeverIsSlowKeepsNobody(WireEncoding encoding) throws IOException {
    ServerLimits limits = ServerLimits.DEFAULT.with("writeBytes", 200_000);
    try (Vitrine vitrine = Vitrine.inMemory();
        var server = VitrineServer.start(vitrine, ServerOptions.DEFAULT.withLimits(limits));
        var slow = new Telnet(server.address(), encoding);
        var writer = new Telnet(server.address(), encoding)) {
      vitrine.map("/maps/m", String.class, String.class);
      slow.send("/maps/m", 7L, "subscribe: []");
      assertTrue(slow.readText().contains("bootstrapped"));
      String value = "v".repeat(20_000);
      int changes = 1_000; // far more than sockets and limits hold
      for (long i = 0; i < changes; i++) {
        writer.send("/maps/m", i, "put: [k" + i + ", " + value + "]");
        assertEquals("reply: null\n", writer.readData(i));
      }
      for (int i = 0; i < changes; i++) {
        Telnet.Answer answer = slow.read();
        i -= answer.data().containsKey("progress") ? 1 : 0;
        assertTrue(
            answer.data().containsKey("progress") || answer.toString().contains("k" + i + ","));
      }
    }
  }

  /** A filter is code of the application: it runs on the thread of its subscription. */
  @Test
  void filtersKeepNobody() throws IOException, ExecutionException, InterruptedException {
    try (Vitrine vitrine = Vitrine.inMemory();
        var server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        var nc = new Telnet(server.address(), WireEncoding.YAML);
        var writer = new Telnet(server.address(), WireEncoding.YAML)) {
      vitrine.map("/maps/m", String.class, Long.class);
      nc.send("/maps/m", 7L, "subscribe: [!Filter {field: value, op: gt, value: 10}]");
      assertTrue(nc.readText().contains("bootstrapped"));
      for (long i = 0; i < 40; i++) {
        writer.send("/maps/m", i, "put: [k, " + i + "]");
        String _ = writer.readData(i);
      }
      for (long i = 11; i < 40; i++) {
        String text = nc.readText();
        while (text.contains("progress:")) { // of what the filter left out, after a second
          text = nc.readText();
        }
        assertTrue(text.contains(" value: " + i), text);
      }
    }
  }
}
