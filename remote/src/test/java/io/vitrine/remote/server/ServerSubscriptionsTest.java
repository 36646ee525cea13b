package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Await;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.store.TypedValue;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Subscriptions, typed by hand. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
@ParameterizedClass
@EnumSource(WireEncoding.class)
class ServerSubscriptionsTest {
  @Parameter private WireEncoding encoding;

  private Vitrine vitrine;
  private VitrineServer server;
  private Telnet nc;
  private ObservableMap<String, Object> map;

  @BeforeEach
  void start() throws IOException {
    vitrine = Vitrine.inMemory();
    map = vitrine.map("/maps/people", String.class, Object.class);
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
    nc = new Telnet(server.address(), encoding);
  }

  @AfterEach
  void stop() throws IOException {
    nc.close();
    server.close();
    vitrine.close();
  }

  private static Map<String, Object> person(String name, long age) {
    return Map.of("name", name, "age", age);
  }

  private Telnet.Answer next() throws IOException {
    Telnet.Answer answer = nc.read();
    while (answer.data().containsKey("progress")) {
      answer = nc.read();
    }
    assertFalse(answer.complete(), answer.toString());
    assertEquals(7L, answer.meta().get("tid"));
    return answer;
  }

  @Test
  void sweepsInTheBackgroundWhatHasBecomeVoid() {
    map.set("a", person("Ada", 36), Duration.ofMillis(1));
    map.set("b", person("Bob", 5), Duration.ofHours(1));
    Await.until(() -> map.size() == 1, () -> "one to be swept, found " + map);
    assertEquals(Map.of("b", person("Bob", 5)), map);
  }

  @Test
  void exampleOfTheManual() throws IOException {
    map.put("a", person("Ada", 36));
    map.put("b", person("Bob", 5));
    map.put("c", person("Cyd", 20));
    map.put("d", person("Dan", 90));
    nc.type(
        """
        --- !!meta-data
        csp: /maps/people
        tid: 7
        --- !!data
        subscribe: [ !Filter {field: age, op: gt, value: 18}, !Getter {field: name} ]
        request: 2
        ...
        """);
    next().reply();
    next().reply();
    assertEquals("reply: 4\n", nc.ask("/maps/people", 8, "size: []"));
    nc.send("/maps/people", 7L, "request: 10");
    next().reply();
    assertTrue(next().data().containsKey("bootstrapped"));
    map.put("b", person("Bob", 50));
    Telnet.Answer bob = next();
    assertEquals("Bob", bob.reply());
    assertEquals(map.getVersioned("b").revision(), bob.meta().get("rev"));
    nc.send("/maps/people", 7L, "cancel: []");
    Telnet.Answer last = nc.read();
    assertEquals(Map.of("cancelled", "By request"), last.data());
    assertTrue(last.complete());
  }

  /** A subscription ends on another thread than that which reads what is said to it meanwhile. */
  @Test
  void whatIsSaidAsItEndsIsAnsweredBehindTheEnd() throws IOException {
    for (int round = 0; round < 100; round++) {
      nc.send("/maps/people", 7L, "subscribe: {bootstrap: false}\nrequest: 1");
      assertEquals("reply: 0\n", nc.ask("/maps/people", 8, "size: []"));
      nc.hold();
      nc.send("/maps/people", 7L, "cancel: []");
      for (int i = 0; i < 20; i++) {
        nc.send("/maps/people", 7L, "request: 1");
      }
      nc.release();
      Telnet.Answer last = nc.read();
      while (last.data().containsKey("progress")) {
        last = nc.read();
      }
      assertEquals(Map.of("cancelled", "By request"), last.data(), "round " + round);
      nc.send("/maps/people", 9L, "size: []");
      for (last = nc.read(); !last.meta().get("tid").equals(9L); last = nc.read()) {
        assertEquals("UnknownEvent", last.code());
      }
    }
  }

  @Test
  void eventsCarryOldAndNew() throws IOException {
    map.put("a", 1L);
    nc.send("/maps/people", 7L, "subscribe: []");
    assertEquals(new TypedValue("Existing", Map.of("key", "a", "value", 1L)), next().reply());
    Telnet.Answer bootstrapped = next();
    var place = (Map<?, ?>) bootstrapped.data().get("bootstrapped");
    assertEquals(vitrine.describe("/maps/people").epoch(), place.get("epoch"));
    assertEquals(bootstrapped.meta().get("rev"), place.get("rev"));
    map.put("b", 1L);
    assertEquals(new TypedValue("Inserted", Map.of("key", "b", "value", 1L)), next().reply());
    map.put("b", 2L);
    Telnet.Answer update = next();
    assertEquals(
        new TypedValue("Updated", Map.of("key", "b", "oldValue", 1L, "value", 2L)), update.reply());
    assertTrue((Long) update.meta().get("time") > 0);
    map.remove("b");
    assertEquals(new TypedValue("Removed", Map.of("key", "b", "oldValue", 2L)), next().reply());
  }

  @Test
  void oneKeyNamedFormAndFilters() throws IOException {
    map.put("a", 1L);
    map.put("b", 2L);
    nc.send("/maps/people", 7L, "subscribe: b");
    assertEquals(new TypedValue("Existing", Map.of("key", "b", "value", 2L)), next().reply());
    next();
    nc.send("/maps/people", 7L, "get: a");
    Telnet.Answer open = nc.read();
    assertEquals("BadArgument", open.code());
    assertFalse(open.complete());
    nc.send("/maps/people", 7L, "cancel: []");
    nc.read();
    nc.send(
        "/maps/people",
        7L,
        "subscribe: {filter: !Filter {field: key, op: eq, value: a}, bootstrap: false,"
            + " events: [inserted, removed], overflow: every}");
    nc.ask("/maps/people", 8, "size: []");
    map.put("a", 3L);
    map.remove("a");
    assertEquals(new TypedValue("Removed", Map.of("key", "a", "oldValue", 3L)), next().reply());
    nc.send("/maps/people", 7L, "setFilter: !Filter {field: key, op: eq, value: b}");
    assertEquals(new TypedValue("Inserted", Map.of("key", "b", "value", 2L)), next().reply());
    assertTrue(next().data().containsKey("filtered"));
    nc.send("/maps/people", 7L, "setFilter: !Nonsense {}");
    assertEquals("UnknownType", next().code());
    nc.send("/maps/people", 7L, "setFilter: null\nrequest: 5");
    assertTrue(next().data().containsKey("filtered"));
    map.put("z", 1L);
    assertEquals(new TypedValue("Inserted", Map.of("key", "z", "value", 1L)), next().reply());
  }

  private static String opening(long tid) {
    return "--- !!meta-data\ncsp: /maps/people\ntid: "
        + tid
        + "\ncid: 3\nhandler: !HeartbeatHandler {}\n...\n";
  }

  @Test
  void whatFailsUnderTheTidOfASubscriptionIsNotItsEnd() throws IOException {
    nc.send("/maps/people", 7L, "subscribe: []");
    assertTrue(next().data().containsKey("bootstrapped"));
    nc.type(opening(7L));
    assertEquals("BadArgument", next().code());
    nc.send("/maps/people", 7L, "setFilter: null\ncallback: [not, names]");
    assertEquals("BadArgument", next().code());
    map.put("a", 1L);
    assertEquals(new TypedValue("Inserted", Map.of("key", "a", "value", 1L)), next().reply());
    nc.type(opening(8L));
    assertTrue(nc.read().complete(), "the channel was not opened before");
  }

  /** All filters that are there for clients without Java, and whom of three they pass. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "!Filter {field: name, op: eq, value: Ada} | Ada",
        "!Filter {field: name, op: ne, value: Ada} | Bob Cid",
        "!Filter {field: age, op: lt, value: 20} | Ada",
        "!Filter {field: age, op: le, value: 20} | Ada Bob",
        "!Filter {field: age, op: gt, value: 20} | Cid",
        "!Filter {field: age, op: ge, value: 20} | Bob Cid",
        "!Filter {field: age, op: in, value: [10, 30, 50]} | Ada Cid",
        "!Filter {field: name, op: startsWith, value: B} | Bob",
        "!Filter {field: name, op: contains, value: d} | Ada Cid",
        "!Filter {field: name, op: matches, value: \"[A-B].*\"} | Ada Bob",
        "!Filter {field: key, op: ge, value: k2} | Bob Cid",
        "!And [!Filter {field: age, op: gt, value: 10}, !Filter {field: age, op: lt, value: 30}]"
            + " | Bob",
        "!Or [!Filter {field: age, op: lt, value: 20}, !Filter {field: age, op: gt, value: 20}]"
            + " | Ada Cid",
        "!Not [!Filter {field: name, op: eq, value: Bob}] | Ada Cid",
      })
  void everyFilterPassesWhatItSays(String filter, String names) throws IOException {
    map.put("k1", person("Ada", 10));
    map.put("k2", person("Bob", 20));
    map.put("k3", person("Cid", 30));
    nc.send("/maps/people", 7L, "subscribe: [" + filter + ", !Getter {field: name}]");
    var found = new java.util.TreeSet<String>();
    for (var next = next(); !next.data().containsKey("bootstrapped"); next = next()) {
      found.add(String.valueOf(next.reply()));
    }
    assertEquals(names, String.join(" ", found));
  }

  @Test
  void resumesOrSaysThatItCannot() throws IOException {
    map.put("a", 1L);
    long revision = map.getVersioned("a").revision();
    map.put("a", 2L);
    long epoch = vitrine.describe("/maps/people").epoch();
    nc.send("/maps/people", 7L, "subscribe: {from: " + revision + "}");
    assertEquals(
        new TypedValue("Updated", Map.of("key", "a", "oldValue", 1L, "value", 2L)), next().reply());
    nc.send("/maps/people", 7L, "cancel: []");
    nc.read();
    nc.send("/maps/people", 7L, "subscribe: {from: {epoch: " + epoch + ", rev: " + revision + "}}");
    next().reply();
    nc.send("/maps/people", 7L, "cancel: []");
    nc.read();
    nc.send("/maps/people", 7L, "subscribe: {from: {epoch: 5, rev: " + revision + "}}");
    assertTrue(next().data().containsKey("resync"));
    assertEquals(new TypedValue("Existing", Map.of("key", "a", "value", 2L)), next().reply());
    assertTrue(next().data().containsKey("bootstrapped"));
  }

  @Test
  void badSubscriptionsAreRefused() throws IOException {
    for (String bad :
        new String[] {
          "subscribe: [a, b]",
          "subscribe: {overflow: sometimes}",
          "subscribe: {events: [added]}",
          "subscribe: {filter: !Getter {field: x}}",
          "subscribe: {select: !Filter {field: x, op: eq, value: 1}}",
          "subscribe: {bootstrap: maybe}",
          "subscribe: {from: yesterday}",
          "subscribe: {from: 999999999}",
          "subscribe: []\nrequest: 0"
        }) {
      nc.send("/maps/people", 5L, bad);
      assertEquals("BadArgument", nc.read().code(), bad);
    }
    nc.send("/maps/people", null, "subscribe: []");
    assertEquals("BadArgument", nc.read().code());
    nc.send("/maps/people", 5L, "subscribe: [!Nonsense {}]");
    assertEquals("UnknownType", nc.read().code());
    assertEquals("reply: 0\n", nc.ask("/maps/people", 5, "size: []"));
  }

  @Test
  void collectionsComeAndGo() throws IOException {
    nc.send("/", 7L, "subscribe: []");
    assertEquals(new TypedValue("Existing", Map.of("path", "/maps/people")), next().reply());
    assertTrue(next().data().containsKey("bootstrapped"));
    vitrine.map("/maps/more", String.class, Long.class);
    assertEquals(new TypedValue("Added", Map.of("path", "/maps/more")), next().reply());
    vitrine.drop("/maps/more");
    assertEquals(new TypedValue("Removed", Map.of("path", "/maps/more")), next().reply());
    nc.send("/", 7L, "cancel: []");
    assertEquals("By request", nc.read().data().get("cancelled"));
  }

  @Test
  void collectionsAreToldAsTheyAreRequested() throws IOException {
    vitrine.map("/maps/places", String.class, Object.class);
    vitrine.map("/maps/prices", String.class, Object.class);
    nc.send("/", 7L, "subscribe: []\nrequest: 1");
    assertEquals(new TypedValue("Existing", Map.of("path", "/maps/people")), next().reply());
    assertEquals("reply: 0\n", nc.ask("/maps/people", 5, "size: []"));
    nc.send("/", 7L, "request: 1");
    assertEquals(new TypedValue("Existing", Map.of("path", "/maps/places")), next().reply());
    nc.send("/", 7L, "cancel: []");
    assertEquals("By request", nc.read().data().get("cancelled"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/maps", "/sets", "/lists"})
  void aFolderTellsOfItsOwnCollectionsOnly(String folder) throws IOException {
    vitrine.set("/sets/people", String.class);
    vitrine.list("/lists/people", String.class);
    nc.send(folder, 7L, "subscribe: []");
    assertEquals(new TypedValue("Existing", Map.of("path", folder + "/people")), next().reply());
    assertTrue(next().data().containsKey("bootstrapped"));
    vitrine.list("/lists/more", String.class);
    vitrine.set("/sets/more", String.class);
    vitrine.map("/maps/more", String.class, Long.class);
    assertEquals(new TypedValue("Added", Map.of("path", folder + "/more")), next().reply());
    vitrine.drop("/maps/more");
    vitrine.drop("/sets/more");
    vitrine.drop("/lists/more");
    assertEquals(new TypedValue("Removed", Map.of("path", folder + "/more")), next().reply());
    // Whatever had been told of the others would come before this.
    try (Telnet other = new Telnet(server.address(), encoding)) {
      assertEquals("reply: null\n", other.ask("/", 8, "create: " + folder + "/last"));
    }
    assertEquals(new TypedValue("Added", Map.of("path", folder + "/last")), next().reply());
  }

  @Test
  void whoIsToldNothingIsToldHowFarItHasCome() throws IOException {
    nc.send(
        "/maps/people",
        7L,
        "subscribe: {filter: !Filter {field: age, op: gt, value: 100}}\nrequest: 1");
    assertTrue(next().data().containsKey("bootstrapped"));
    map.put("a", person("Ada", 36));
    long revision = map.getVersioned("a").revision();
    Telnet.Answer progress = nc.read();
    assertEquals(Map.of("progress", Map.of("rev", revision)), progress.data());
    assertEquals(Map.of("tid", 7L, "rev", revision), progress.meta());
    assertFalse(progress.complete());
    // It is no item: the one that was asked for still comes.
    map.put("m", person("Methuselah", 969));
    assertEquals(
        new TypedValue("Inserted", Map.of("key", "m", "value", person("Methuselah", 969))),
        next().reply());
  }

  @Test
  void latestJoinsWhatWasNotAskedForInTime() throws IOException {
    map.put("a", 0L);
    nc.send("/maps/people", 7L, "subscribe: {overflow: latest}\nrequest: 1");
    assertEquals(new TypedValue("Existing", Map.of("key", "a", "value", 0L)), next().reply());
    assertTrue(next().data().containsKey("bootstrapped"));
    long last = 200; // no more than are read at a time
    for (long i = 1; i <= last; i++) {
      map.put("a", i);
    }
    nc.send("/maps/people", 7L, "request: " + last);
    long told = 0;
    int answers = 0;
    while (told < last) {
      Telnet.Answer answer = next();
      var updated = (TypedValue) answer.reply();
      assertEquals("Updated", updated.name());
      var fields = (Map<?, ?>) updated.content();
      assertEquals(told, fields.get("oldValue"), "the value before the first change");
      Object changes = fields.get("changes");
      told += changes == null ? 1 : (Long) changes;
      assertEquals(told, fields.get("value"), "the value after the last of " + changes);
      answers++;
    }
    // All were made before they were asked for: some may have been read by then, the rest after.
    assertTrue(answers <= 2, answers + " answers for " + last + " changes of a key");
  }

  @Test
  void disconnectEndsASubscriptionThatIsTooSlow() throws IOException {
    nc.send("/maps/people", 7L, "subscribe: {bootstrap: false, overflow: disconnect}\nrequest: 1");
    assertEquals("reply: 0\n", nc.ask("/maps/people", 8, "size: []"));
    map.set("a", 0L);
    assertEquals(new TypedValue("Inserted", Map.of("key", "a", "value", 0L)), next().reply());
    for (long i = 1; i < 110_000; i++) {
      map.set("a", i);
    }
    Telnet.Answer last = nc.read();
    assertEquals(Map.of("cancelled", "Too slow: more than 100000 changes behind"), last.data());
    assertTrue(last.complete());
    assertEquals("reply: 1\n", nc.ask("/maps/people", 7, "size: []")); // its tid is free again
  }

  @Test
  void clientThatDoesNotReadDelaysNobody() throws IOException {
    nc.send("/maps/people", 7L, "subscribe: []");
    assertTrue(next().data().containsKey("bootstrapped"));
    String text = "x".repeat(5_000);
    int changes = 5_000; // 50 MB with the values before, which no socket takes
    try (Telnet other = new Telnet(server.address(), encoding)) {
      for (long i = 0; i < changes; i++) {
        map.put("k" + i % 10, text + i);
      }
      assertEquals("reply: 10\n", other.ask("/maps/people", 8, "size: []"));
    }
    for (long i = 0; i < changes; i++) {
      var event = (TypedValue) next().reply();
      assertEquals(text + i, ((Map<?, ?>) event.content()).get("value"));
    }
  }
}
