package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Await;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.EventModel;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many connections are told of the same changes: each as if it were the only one. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
@Timeout(180)
class SharedFormsTest {
  private static final int CHANGES = 1_000;

  /** What a client asks for, and which events of a map it has to be told then. */
  private enum Wish {
    ALL("[]"),
    LARGE("[!Filter {field: value, op: ge, value: 50}]"),
    REMOVALS("{events: [removed], bootstrap: false}"),
    JSON("[]");

    private final String asked;

    Wish(String asked) {
      this.asked = asked;
    }
  }

  private record Client(Telnet nc, Wish wish, long tid) {}

  @Test
  void eachIsToldWhatItsOwnOptionsMake() throws Exception {
    long seed = new SplittableRandom().nextLong();
    try (Vitrine vitrine = Vitrine.inMemory();
        var server = VitrineServer.start(vitrine, ServerOptions.DEFAULT)) {
      ObservableMap<String, Object> map = vitrine.map("/maps/m", String.class, Object.class);
      var clients = new ArrayList<Client>();
      for (WireEncoding encoding : WireEncoding.values()) {
        for (int i = 0; i < 6; i++) {
          // Two of each that asked by the same number are sent the very same bytes.
          clients.add(client(server, encoding, Wish.values()[i % 3], 300L * (i % 3) + 5));
        }
        clients.add(client(server, encoding, Wish.ALL, 70_000));
      }
      clients.add(client(server, WireEncoding.YAML, Wish.JSON, 8));
      var events = new ConcurrentLinkedQueue<MapEvent<String, Object>>();
      // Without the state: its thread may find the first changes in there already.
      map.subscribe(
          SubscriptionOptions.<String, Object>all().withoutBootstrap(),
          (MapEvent<String, Object> e, long _) -> events.add(e));
      change(map, seed);
      Await.until(
          () -> events.size() >= CHANGES, () -> CHANGES + " changes, found " + events.size());
      for (Client client : clients) {
        check(client, List.copyOf(events), vitrine, seed);
        client.nc.close();
      }
    }
  }

  private static Client client(VitrineServer server, WireEncoding encoding, Wish wish, long tid)
      throws IOException {
    var nc = new Telnet(server.address(), encoding);
    if (wish == Wish.JSON) {
      nc.send("/", 1L, "hello: {client: test, version: 1, wire: json}");
      String _ = nc.readText();
    }
    nc.send("/maps/m", tid, "subscribe: " + wish.asked);
    if (wish != Wish.REMOVALS) {
      assertTrue(nc.readText().contains("bootstrapped"));
    } else {
      String _ = nc.ask("/maps/m", 1, "size: []");
    }
    return new Client(nc, wish, tid);
  }

  private static void change(ObservableMap<String, Object> map, long seed) {
    var random = new SplittableRandom(seed);
    for (int i = 0; i < CHANGES; ) {
      String key = "k" + random.nextInt(10);
      if (i == CHANGES - 2) {
        map.set(key, Map.of("value", 100L));
        map.remove(key); // the last, which all are told
        return;
      }
      if (random.nextInt(3) == 0) {
        i += map.remove(key) == null ? 0 : 1;
      } else {
        boolean large = random.nextInt(50) == 0;
        var value = new LinkedHashMap<String, Object>();
        value.put("value", random.nextLong(100));
        value.put("text", "x".repeat(large ? 6_000 : random.nextInt(100)));
        map.set(key, value);
        i++;
      }
    }
  }

  private static void check(
      Client client, List<MapEvent<String, Object>> events, Vitrine vitrine, long seed)
      throws IOException {
    for (int i = 0; i < events.size(); i++) {
      MapEvent<String, Object> event = seen(client.wish, events.get(i));
      if (event == null) {
        continue;
      }
      String what = client + ", change " + i + ", seed " + seed;
      Object model = EventModel.of(vitrine.types(), event, true);
      if (client.wish == Wish.JSON) {
        String text = client.nc.readText();
        assertTrue(text.contains("\"tid\":" + client.tid + ","), what + " " + text);
        assertTrue(text.contains("\"rev\":" + event.revision()), what + " " + text);
        continue;
      }
      Telnet.Answer answer = client.nc.read();
      while (answer.data().containsKey("progress")) { // of what was left out, after a second
        answer = client.nc.read();
      }
      assertFalse(answer.complete(), what);
      assertEquals(client.tid, answer.meta().get("tid"), what);
      assertEquals(event.revision(), answer.meta().get("rev"), what);
      assertEquals(event.timeNanos(), answer.meta().get("time"), what);
      assertEquals(model, answer.reply(), what);
    }
    client.nc.send("/maps/m", client.tid, "cancel: []");
    String last = client.nc.readText();
    assertTrue(last.contains("cancelled"), client + ", seed " + seed + ": " + last);
  }

  private static boolean isLarge(@Nullable Object value) {
    return value instanceof Map<?, ?> map && (Long) map.get("value") >= 50;
  }

  private static @Nullable MapEvent<String, Object> seen(
      Wish wish, MapEvent<String, Object> event) {
    return switch (wish) {
      case ALL, JSON -> event;
      case REMOVALS -> event instanceof MapEvent.Removed ? event : null;
      case LARGE -> {
        Object before = isLarge(event.oldValue()) ? event.oldValue() : null;
        Object after = isLarge(event.value()) ? event.value() : null;
        long time = event.timeNanos();
        yield before == null && after == null
            ? null
            : after == null
                ? new MapEvent.Removed<>(event.key(), before, event.revision(), time)
                : before == null
                    ? new MapEvent.Inserted<>(event.key(), after, event.revision(), time)
                    : new MapEvent.Updated<>(event.key(), before, after, event.revision(), time);
      }
    };
  }

  /** Whoever loses a permission is told nothing more, also of what others are still told. */
  @Test
  void permissionsAreAskedForEachConnection() throws IOException {
    var permitted = new AtomicBoolean(true);
    ServerOptions options =
        ServerOptions.DEFAULT.withSecurity(
            token -> token,
            (principal, _, verb) ->
                verb != Verb.SUBSCRIBE || !"guest".equals(principal) || permitted.get());
    try (Vitrine vitrine = Vitrine.inMemory();
        var server = VitrineServer.start(vitrine, options);
        var owner = new Telnet(server.address(), WireEncoding.CBOR);
        var guest = new Telnet(server.address(), WireEncoding.CBOR)) {
      ObservableMap<String, Long> map = vitrine.map("/maps/m", String.class, Long.class);
      for (Telnet nc : List.of(owner, guest)) {
        nc.send("/", 1L, "hello: {token: " + (nc == owner ? "owner" : "guest") + "}");
        assertTrue(nc.readText().contains("reply"));
        nc.send("/maps/m", 7L, "subscribe: []");
        assertTrue(nc.readText().contains("bootstrapped"));
      }
      map.set("a", 1L);
      assertTrue(owner.readText().contains("Inserted"));
      assertTrue(guest.readText().contains("Inserted"));
      permitted.set(false);
      for (long i = 2; i < 500; i++) {
        map.set("a", i);
      }
      Telnet.Answer last = guest.read();
      assertEquals("NotPermitted", last.code());
      assertTrue(last.complete());
      for (long i = 2; i < 500; i++) {
        String text = owner.readText();
        assertTrue(text.contains(" value: " + i), text);
      }
      assertEquals("reply: 1\n", owner.ask("/maps/m", 8, "size: []"));
    }
  }

  /** What was gathered is sent before the end or not at all, however the end comes. */
  @Test
  void nothingComesBehindTheEnd() throws Exception {
    var stopped = new AtomicBoolean();
    try (Vitrine vitrine = Vitrine.inMemory()) {
      ObservableMap<String, Long> map = vitrine.map("/maps/m", String.class, Long.class);
      Thread writer =
          Thread.ofPlatform()
              .start(() -> {
                for (long i = 0; !stopped.get(); i++) {
                  map.set("a", i);
                }
              });
      try {
        for (int round = 0; round < 20; round++) {
          var server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
          try (var nc = new Telnet(server.address(), WireEncoding.CBOR)) {
            nc.send("/maps/m", 7L, "subscribe: {bootstrap: false}");
            String _ = nc.readText();
            Thread closing = Thread.ofPlatform().start(server::close);
            boolean ended = false;
            for (String text = nc.readText(); text != null; text = nc.readText()) {
              assertFalse(ended && text.contains("tid: 7\n"), text);
              ended |= text.contains("tid: 7\n") && text.contains("--- !!data\n");
            }
            assertTrue(ended);
            closing.join();
          }
        }
      } finally {
        stopped.set(true);
        writer.join();
      }
    }
  }
}
