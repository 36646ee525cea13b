package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.MapSpec;
import io.vitrine.collections.ObservableList;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.ObservableSet;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.hashing.HashStrategies;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing is done and nothing is told that is not permitted. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
@ParameterizedClass
@EnumSource(WireEncoding.class)
class PermissionsTest {
  /** An argument with which each event succeeds on a collection with the keys or elements a, b. */
  private static final Map<EventVerbs, String> EXAMPLES =
      Map.of(
          EventVerbs.MAP,
          """
          get: a
          getVersioned: a
          containsKey: a
          containsValue: 1
          size: []
          isEmpty: []
          getAll: [a, b]
          hashCode: []
          equals: {a: 1}
          keySet: []
          values: []
          entrySet: []
          put: [a, 5]
          putAll: {a: 5, c: 6}
          replaceForOld: [a, 1, 5]
          replaceEach: [[a, 1, 5]]
          compareAndSet: [a, 1, 5]
          publish: x
          remove: a
          removeWithValue: [a, 1]
          clear: []
          getAndPut: [a, 5]
          exchange: [a, 0, 5]
          putIfAbsent: [c, 5]
          replace: [a, 5]
          getAndRemove: a
          asyncUpdate: [a, !Add {amount: 1}]
          syncUpdate: [a, !Add {amount: 1}, !Identity {}]
          applyTo: [a, !Identity {}]
          addAndGet: [a, 1]
          compute: [a, !Kept {}]
          computeIfPresent: [a, !Kept {}]
          computeIfAbsent: [a, !Identity {}]
          merge: [a, 1, !Sum {}]
          replaceAll: !Kept {}
          subscribe: []
          """,
          EventVerbs.VIEW,
          """
          size: []
          isEmpty: []
          contains: a
          containsAll: [a]
          hashCode: []
          equals: [a]
          iterator: 1
          add: c
          addAll: [c]
          remove: a
          removeAll: [a]
          retainAll: [a]
          clear: []
          removeIf: !And []
          """,
          EventVerbs.SET,
          """
          size: []
          isEmpty: []
          contains: a
          containsAll: [a]
          hashCode: []
          equals: [a]
          iterator: 1
          add: c
          addAll: [c]
          remove: a
          removeAll: [a]
          retainAll: [a]
          clear: []
          publish: x
          removeIf: !And []
          subscribe: []
          """,
          EventVerbs.LIST,
          """
          size: []
          isEmpty: []
          contains: a
          containsAll: [a]
          hashCode: []
          equals: [a]
          iterator: 1
          get: 0
          getFirst: []
          getLast: []
          indexOf: a
          lastIndexOf: a
          elements: [0, 1]
          subList: [0, 1]
          reversed: []
          add: c
          addFirst: c
          addLast: c
          addAll: [c]
          insert: [0, c]
          insertAll: [0, [c]]
          exchange: [0, a, c]
          rewrite: {rev: 0, remove: [0]}
          remove: a
          removeAll: [a]
          retainAll: [a]
          clear: []
          set: [0, c]
          removeAt: 0
          removeFirst: []
          removeLast: []
          sort: []
          replaceAll: !Replace {old: a, new: c}
          publish: x
          removeIf: !And []
          asyncUpdate: [0, !Replace {old: a, new: c}]
          syncUpdate: [0, !Replace {old: a, new: c}, !Identity {}]
          applyTo: [0, !Identity {}]
          subscribe: []
          """,
          EventVerbs.CATALOGUE,
          """
          create: [PATH, {key: string, value: any}]
          drop: PATH
          describe: PATH
          stats: PATH
          list: []
          subscribe: []
          """);

  @Parameter private WireEncoding encoding;

  private Vitrine vitrine;
  private VitrineServer server;
  private ObservableMap<String, Object> map;
  private ObservableSet<Object> set;
  private ObservableList<Object> list;
  private long tid = 100;

  /** What everybody may do, by path; changed while connections are open. */
  private volatile Map<String, Set<Verb>> permitted = Map.of();

  @BeforeEach
  void start() throws IOException {
    vitrine = Vitrine.inMemory(new TypeRegistry().register(Kept.class));
    map = vitrine.map("/maps/p", String.class, Object.class);
    set = vitrine.set("/sets/s", Object.class);
    list = vitrine.list("/lists/l", Object.class);
    vitrine.map("/maps/secret", String.class, Object.class).put("s", 1L);
    server =
        VitrineServer.start(
            vitrine,
            ServerOptions.DEFAULT
                .withLimits(ServerLimits.DEFAULT.with("helloMessages", 1_000))
                .withSecurity(
                    token -> token,
                    (who, path, verb) ->
                        "ada".equals(who)
                            && permitted.getOrDefault(path, Set.of()).contains(verb)));
    refill();
  }

  @AfterEach
  void stop() {
    server.close();
    vitrine.close();
  }

  private void refill() {
    map.clear();
    map.put("a", 1L);
    map.put("b", 2L);
    set.clear();
    set.addAll(List.of("a", "b"));
    list.clear();
    list.addAll(List.of("a", "b"));
  }

  private List<Object> contents() {
    return List.of(Map.copyOf(map), Set.copyOf(set), List.copyOf(list));
  }

  private Telnet connect(String token) throws IOException {
    var nc = new Telnet(server.address(), encoding);
    nc.type("--- !!meta-data\n--- !!data\nhello: {token: " + token + "}\n...\n");
    nc.read().reply();
    return nc;
  }

  private Telnet connect() throws IOException {
    return connect("ada");
  }

  private Telnet.Answer ask(Telnet nc, String csp, String data) throws IOException {
    nc.send(csp, ++tid, data);
    return nc.read();
  }

  private void isRefused(Telnet nc, String csp, String data) throws IOException {
    Telnet.Answer answer = ask(nc, csp, data);
    assertEquals("NotPermitted", answer.code(), csp + " " + data);
    assertTrue(answer.complete());
    assertEquals(Map.of("tid", tid), answer.meta());
  }

  /** The lines of the examples by event; each event of the table must have one. */
  private static Map<String, String> examples(EventVerbs table) {
    var lines = new HashMap<String, String>();
    EXAMPLES.get(table).lines().forEach(l -> lines.put(l.substring(0, l.indexOf(':')), l));
    assertEquals(table.events(), lines.keySet(), "examples of " + table.what());
    return lines;
  }

  /** A registered function: leaves a value as it is. */
  record Kept() implements BiFunction<Object, Object, Object> {
    @Override
    public Object apply(Object key, Object value) {
      return value;
    }
  }

  private static String csp(EventVerbs table) {
    if (table == EventVerbs.SET) {
      return "/sets/s";
    }
    if (table == EventVerbs.LIST) {
      return "/lists/l";
    }
    return table == EventVerbs.MAP ? "/maps/p" : "/maps/p?view=keySet";
  }

  private static String path(EventVerbs table) {
    return csp(table).replace("?view=keySet", "");
  }

  @Test
  void eachEventNeedsEachOfItsVerbs() throws IOException {
    for (EventVerbs table :
        List.of(EventVerbs.MAP, EventVerbs.VIEW, EventVerbs.SET, EventVerbs.LIST)) {
      for (Map.Entry<String, String> example : examples(table).entrySet()) {
        isRefusedWithoutEachVerb(table, example.getValue(), table.of(example.getKey()));
        permitted = Map.of(path(table), table.of(example.getKey()));
        refill();
        try (Telnet nc = connect()) {
          Telnet.Answer answer = ask(nc, csp(table), example.getValue());
          boolean added = example.getKey().startsWith("add") && table == EventVerbs.VIEW;
          assertTrue(
              answer.data().containsKey("reply") || (added && answer.code().equals("BadArgument")),
              path(table) + " " + example.getValue() + " -> " + answer);
        }
      }
    }
  }

  private void isRefusedWithoutEachVerb(EventVerbs table, String data, Set<Verb> needed)
      throws IOException {
    assertFalse(needed.isEmpty(), data);
    for (Verb missing : needed) {
      permitted = Map.of(path(table), EnumSet.complementOf(EnumSet.of(missing)));
      refill();
      List<Object> before = contents();
      try (Telnet nc = connect()) {
        isRefused(nc, csp(table), data);
        // Without tid there is no answer but the failure, and no effect either.
        nc.send(csp(table), null, data);
        assertEquals("NotPermitted", nc.read().code(), data);
      }
      assertEquals(before, contents(), data);
    }
  }

  @Test
  void eventsOfTheCatalogueNeedTheVerbOnThePathThatTheyName() throws IOException {
    Map<String, String> examples = examples(EventVerbs.CATALOGUE);
    for (String event : List.of("create", "drop", "describe", "stats")) {
      Verb missing = EventVerbs.CATALOGUE.of(event).iterator().next();
      for (String path : List.of("/maps/p", "p", "/maps/new", "new")) {
        permitted =
            Map.of(
                "/maps/p", EnumSet.complementOf(EnumSet.of(missing)),
                "p", EnumSet.allOf(Verb.class),
                "/", EnumSet.allOf(Verb.class));
        try (Telnet nc = connect()) {
          isRefused(nc, "/", examples.get(event).replace("PATH", path));
          isRefused(nc, "/maps", examples.get(event).replace("PATH", path));
        }
        assertEquals(List.of("/maps/p", "/maps/secret"), vitrine.list("/maps/"));
      }
      permitted = Map.of("/maps/p", EnumSet.of(missing));
      try (Telnet nc = connect()) {
        Telnet.Answer answer = ask(nc, "/", examples.get(event).replace("PATH", "/maps/p"));
        assertTrue(answer.data().containsKey("reply"), answer.toString());
      }
      map = vitrine.map("/maps/p", String.class, Object.class);
    }
  }

  @Test
  void seedsAreToldOnlyToWhoMayCreateAndDrop() throws IOException {
    vitrine.map(
        "/maps/seeded",
        MapSpec.of(String.class, Object.class).withHash(HashStrategies.siphash(77)));
    for (Verb without : Verb.values()) {
      if (without == Verb.READ) {
        continue;
      }
      permitted = Map.of("/maps/seeded", EnumSet.complementOf(EnumSet.of(without)));
      for (String path : List.of("/maps/seeded", "seeded")) {
        try (Telnet nc = connect()) {
          var described = (Map<?, ?>) ask(nc, "/", "describe: " + path).reply();
          assertEquals("siphash", described.get("hash"));
          assertEquals(without == Verb.ADMIN ? null : 77L, described.get("hashSeed"));
          assertEquals(without != Verb.ADMIN, described.containsKey("hashSeed"));
          var stats = (Map<?, ?>) ask(nc, "/", "stats: " + path).reply();
          assertFalse(stats.containsKey("hashSeed"));
        }
      }
    }
    vitrine.drop("/maps/seeded");
  }

  @Test
  void everyTableNamesKnownVerbsOnly() {
    for (EventVerbs table : EventVerbs.ALL) {
      assertFalse(table.events().isEmpty());
      table.events().forEach(event -> assertNotNull(table.of(event)));
    }
  }

  @Test
  void whatMayNotBeReadCannotBeToldFromWhatIsNotThere() throws IOException {
    permitted = Map.of("/maps/p", EnumSet.allOf(Verb.class));
    try (Telnet nc = connect()) {
      for (String csp : List.of("/maps/secret", "/maps/none", "secret", "none", "/sets/x")) {
        isRefused(nc, csp, "size: []");
        isRefused(nc, csp + "?view=keySet", "size: []");
      }
      isRefused(nc, "/", "describe: secret");
      isRefused(nc, "/", "describe: none");
      assertEquals(List.of("/maps/p"), ask(nc, "/", "list: []").reply());
      assertEquals(List.of(), ask(nc, "/", "list: /maps/s").reply());
    }
  }

  @Test
  void eachEventOfAMessageIsAskedFor() throws IOException {
    permitted = Map.of("/maps/p", EnumSet.of(Verb.READ));
    try (Telnet nc = connect()) {
      nc.send("/maps/p", 1L, "get: a\nput: [a, 9]\nsize: []");
      assertEquals(1L, nc.read().reply());
      assertEquals("NotPermitted", nc.read().code());
      assertEquals(1L, map.get("a"));
      assertEquals(2L, ask(nc, "/maps/p", "get: b").reply());
    }
  }

  @Test
  void aSubscriptionEndsWithItsPermission() throws IOException {
    permitted = Map.of("/maps/p", EnumSet.of(Verb.SUBSCRIBE));
    try (Telnet nc = connect();
        Telnet other = connect()) {
      nc.send("/maps/p", 1L, "subscribe: []\nrequest: 1");
      assertTrue(nc.read().data().containsKey("reply"));
      permitted = Map.of();
      // What it may not see does not come: not the rest of the state, nor a change.
      nc.send("/maps/p", 1L, "request: 100");
      map.put("c", 3L);
      Telnet.Answer last = nc.read();
      assertEquals("NotPermitted", last.code());
      assertTrue(last.complete());
      isRefused(nc, "/maps/p", "subscribe: []");
      isRefused(other, "/maps/p", "subscribe: {from: 1, bootstrap: false}");
    }
  }

  /** The page says what those who may only write can find out, and how. */
  @Test
  void writersSeeNothingButWhetherWhatTheyNameIsThere() throws IOException {
    for (String path : List.of("/maps/p", "/sets/s", "/lists/l")) {
      permitted = Map.of(path, EnumSet.of(Verb.WRITE));
      try (Telnet nc = connect()) {
        if (path.equals("/maps/p")) {
          assertEquals(false, ask(nc, path, "replaceForOld: [a, 7, 8]").reply());
          assertEquals(List.of(0L), ask(nc, path, "replaceEach: [[a, 7, 8]]").reply());
          assertEquals(false, ask(nc, path, "compareAndSet: [a, 0, 8]").reply());
          assertEquals(false, ask(nc, path, "removeWithValue: [a, 7]").reply());
          assertEquals(true, ask(nc, path, "removeWithValue: [a, 1]").reply());
          isRefused(nc, path, "exchange: [b, 0, 8]");
          isRefused(nc, path, "getAndPut: [b, 8]");
        } else {
          assertEquals(false, ask(nc, path, "remove: c").reply());
          assertEquals(false, ask(nc, path, "retainAll: [a, b]").reply());
          assertEquals(true, ask(nc, path, "remove: a").reply());
          isRefused(nc, path, "contains: b");
        }
      }
    }
  }

  @Test
  void filtersAndPagesAreAskedFor() throws IOException {
    permitted = Map.of("/maps/p", EnumSet.of(Verb.SUBSCRIBE, Verb.READ));
    try (Telnet nc = connect()) {
      nc.send("/maps/p", 1L, "subscribe: {bootstrap: false}\nrequest: 1");
      Telnet.Answer cursor = ask(nc, "/maps/p?view=keySet", "iterator: []");
      String next =
          "--- !!meta-data\ncid: " + cursor.cid() + "\ntid: 2\n--- !!data\nnext: 1\n...\n";
      permitted = Map.of("/maps/p", EnumSet.of(Verb.WRITE));
      nc.send("/maps/p", 1L, "setFilter: !Filter {field: key, op: eq, value: a}");
      Telnet.Answer refused = nc.read();
      assertEquals("NotPermitted", refused.code());
      nc.type(next);
      assertEquals("NotPermitted", nc.read().code());
      permitted = Map.of("/maps/p", EnumSet.of(Verb.READ));
      nc.type(next);
      assertEquals(1, ((List<?>) ((Map<?, ?>) nc.read().reply()).get("elements")).size());
    }
  }

  @Test
  void topologyTellsOfWhatMayBeReadOnly() throws IOException {
    permitted = Map.of("/maps/p", EnumSet.of(Verb.READ), "/maps/q", EnumSet.of(Verb.READ));
    try (Telnet nc = connect()) {
      nc.send("/", 1L, "subscribe: []\nrequest: 3");
      assertTrue(nc.read().data().toString().contains("/maps/p"));
      assertTrue(nc.read().data().containsKey("bootstrapped"));
      // What is not told does not use up what was asked for.
      for (int i = 0; i < 5; i++) {
        vitrine.map("/maps/hidden" + i, String.class, Object.class);
      }
      vitrine.drop("/maps/hidden0");
      vitrine.map("/maps/q", String.class, Object.class);
      vitrine.drop("/maps/q");
      for (String kind : List.of("Added", "Removed")) {
        Telnet.Answer told = nc.read();
        while (told.data().containsKey("progress")) {
          told = nc.read();
        }
        assertTrue(told.data().toString().contains("/maps/q"), told.toString());
        assertTrue(told.data().toString().contains(kind), told.toString());
      }
    }
  }

  @Test
  void sessionsAndConnectionsAreOfOnePrincipal() throws IOException {
    permitted = Map.of("/maps/p", EnumSet.allOf(Verb.class));
    try (Telnet nc = connect();
        Telnet bob = connect("bob")) {
      nc.type("--- !!meta-data\n--- !!data\nhello: {token: ada, session: s1}\n...\n");
      nc.read().reply();
      nc.send("/maps/p", 1L, "getAndPut: [a, 7]");
      assertEquals(1L, nc.read().reply());
      nc.type("--- !!meta-data\n--- !!data\nhello: {token: bob}\n...\n");
      assertEquals("BadArgument", nc.read().code());
      // Neither taken over nor replayed by somebody else.
      bob.type("--- !!meta-data\n--- !!data\nhello: {token: bob, session: s1}\n...\n");
      assertEquals("NotPermitted", bob.read().code());
      bob.send("/maps/p", 1L, "getAndPut: [a, 7]");
      assertEquals("NotPermitted", bob.read().code());
      assertEquals(7L, ask(nc, "/maps/p", "get: a").reply());
    }
  }

  @Test
  void replayedRequestsAreAskedForAgain() throws IOException {
    permitted = Map.of("/maps/p", EnumSet.allOf(Verb.class));
    String hello = "--- !!meta-data\n--- !!data\nhello: {token: ada, session: s2}\n...\n";
    try (Telnet nc = connect()) {
      nc.type(hello);
      nc.read().reply();
      nc.send("/maps/p", 1L, "addAndGet: [a, 5]");
      nc.send("/maps/p", 2L, "getAndPut: [b, 5]");
      assertEquals(6L, nc.read().reply());
      assertEquals(2L, nc.read().reply());
    }
    try (Telnet nc = connect()) {
      nc.type(hello);
      nc.read().reply();
      nc.send("/maps/p", 1L, "addAndGet: [a, 5]");
      assertEquals(6L, nc.read().reply());
      permitted = Map.of();
      nc.send("/maps/p", 2L, "getAndPut: [b, 5]");
      assertEquals("NotPermitted", nc.read().code());
    }
    assertEquals(6L, map.get("a"));
  }

  @Test
  void nothingHappensBeforeAGoodHello() throws IOException {
    permitted = Map.of("/maps/p", EnumSet.allOf(Verb.class));
    try (Telnet nc = new Telnet(server.address(), encoding)) {
      for (EventVerbs table : EXAMPLES.keySet()) {
        String csp = table == EventVerbs.CATALOGUE ? "/" : csp(table);
        for (String line : examples(table).values()) {
          Telnet.Answer answer = ask(nc, csp, line.replace("PATH", "/maps/p"));
          assertEquals("NotAuthenticated", answer.code(), line);
        }
      }
      nc.type(
          "--- !!meta-data\ncsp: /\ncid: 1\ntid: 5\nhandler: !HeartbeatHandler {}\n...\n"
              + "--- !!meta-data\ncid: 1\ntid: 6\n--- !!data\nheartbeat: 1\n...\n"
              + "--- !!meta-data\n--- !!data\nsync: []\n...\n");
      for (int i = 0; i < 3; i++) {
        assertEquals("NotAuthenticated", nc.read().code());
      }
      nc.type(
          "--- !!meta-data\ncsp: /maps/p\ntid: 7\n--- !!data\nhello: {token: wrong}\n...\n"
              + "--- !!meta-data\ncid: -5\ntid: 8\n--- !!data\nhello: 1\n...\n"
              + "--- !!meta-data\ncsp: /\ntid: 9\n--- !!data\ncallback: {result: x}\n...\n"
              + "--- !!meta-data\ncsp: /\ntid: 10\n--- !!data\n{}\n...\n");
      for (int i = 0; i < 4; i++) {
        assertEquals("NotAuthenticated", nc.read().code());
      }
      assertEquals(Map.of("a", 1L, "b", 2L), Map.copyOf(map));
      assertNotEquals(List.of(), vitrine.list("/"));
    }
  }
}
