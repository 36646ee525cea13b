package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.store.TypedValue;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Every event of the wire, typed by hand. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
@ParameterizedClass
@EnumSource(WireEncoding.class)
class ServerEventsTest {
  @Parameter private WireEncoding encoding;

  private Vitrine vitrine;
  private VitrineServer server;
  private Telnet nc;
  private long tid;

  @BeforeEach
  void start() throws IOException {
    vitrine = Vitrine.inMemory();
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
    nc = new Telnet(server.address(), encoding);
    ask("/", "create: [/maps/p, {key: string, value: any}]", "reply: null\n");
  }

  @AfterEach
  void stop() throws IOException {
    nc.close();
    server.close();
    vitrine.close();
  }

  private void ask(String csp, String data, String answer) throws IOException {
    assertEquals(answer, nc.ask(csp, ++tid, data), data);
  }

  private Map<?, ?> askMap(String data) throws IOException {
    nc.send("/maps/p", ++tid, data);
    return (Map<?, ?>) nc.read().reply();
  }

  private void askMap(String data, String answer) throws IOException {
    ask("/maps/p", data, answer);
  }

  private void fails(String csp, String data, String code) throws IOException {
    nc.send(csp, ++tid, data);
    Telnet.Answer answer = nc.read();
    assertEquals(code, answer.code(), data + " -> " + answer);
    assertEquals(Map.of("tid", tid), answer.meta());
    assertTrue(answer.complete());
  }

  @Test
  void valuesOfAMap() throws IOException {
    askMap("get: EURUSD", "reply: null\n");
    askMap("put: [EURUSD, 1.1]", "reply: null\n");
    askMap("get: EURUSD", "reply: 1.1\n");
    askMap("getAndPut: {key: EURUSD, value: 1.2}", "reply: 1.1\n");
    askMap("putIfAbsent: [EURUSD, 5]", "reply: 1.2\n");
    askMap("putIfAbsent: [USDJPY, 110]", "reply: null\n");
    askMap("replace: [USDJPY, 111]", "reply: 110\n");
    askMap("replace: [nothing, 111]", "reply: null\n");
    askMap("replaceForOld: [USDJPY, 110, 112]", "reply: false\n");
    askMap("replaceForOld: [USDJPY, 111, 112]", "reply: true\n");
    askMap("containsKey: USDJPY", "reply: true\n");
    askMap("containsKey: x", "reply: false\n");
    askMap("containsValue: 112", "reply: true\n");
    askMap("containsValue: 113", "reply: false\n");
    askMap("size: []", "reply: 2\n");
    askMap("isEmpty: []", "reply: false\n");
    askMap("getAll: [USDJPY, x, EURUSD]", "reply: [[USDJPY, 112], [EURUSD, 1.2]]\n");
    askMap("putAll: {a: [1, 2], b: {c: null}}", "reply: null\n");
    askMap("putAll: [[c, true], [d, !!binary AQI=]]", "reply: null\n");
    askMap("get: a", "reply: [1, 2]\n");
    askMap("get: b", "reply: {c: null}\n");
    askMap("get: d", "reply: !!binary \"AQI=\"\n");
    askMap("removeWithValue: [c, false]", "reply: false\n");
    askMap("removeWithValue: [c, true]", "reply: true\n");
    askMap("remove: d", "reply: true\n");
    askMap("remove: d", "reply: false\n");
    askMap("getAndRemove: a", "reply: [1, 2]\n");
    askMap("getAndRemove: a", "reply: null\n");
    askMap("clear: []", "reply: null\n");
    askMap("isEmpty: []", "reply: true\n");
    askMap("hashCode: []", "reply: 0\n");
    askMap("equals: {}", "reply: true\n");
    askMap("equals: {a: 1}", "reply: false\n");
  }

  @Test
  void revisions() throws IOException {
    askMap("getVersioned: k", "reply: null\n");
    fails("/maps/p", "exchange: [k, 0]", "BadArgument");
    fails("/maps/p", "exchange: [k, now, one]", "BadArgument");
    var made = askMap("exchange: [k, 0, zero]");
    assertEquals(Set.of("done", "revision"), made.keySet());
    assertEquals(true, made.get("done"));
    var late = askMap("exchange: [k, 0, one]");
    assertEquals(Map.of("done", false, "revision", made.get("revision"), "value", "zero"), late);
    var gone = askMap("exchange: [k, " + made.get("revision") + ", null]");
    assertEquals(Map.of("done", true, "revision", 0L), gone);
    askMap("compareAndSet: [k, 0, one]", "reply: true\n");
    askMap("compareAndSet: [k, 0, two]", "reply: false\n");
    nc.send("/maps/p", ++tid, "getVersioned: k");
    var found = (Map<?, ?>) nc.read().reply();
    assertEquals("one", found.get("value"));
    Object revision = found.get("revision");
    askMap("compareAndSet: [k, " + revision + ", two]", "reply: true\n");
    askMap("compareAndSet: [k, " + revision + ", null]", "reply: false\n");
    askMap("get: k", "reply: two\n");
  }

  @Test
  void whatFailsIsNamedAsClientsKnowIt() throws IOException {
    askMap("put: [n, 1]", "reply: null\n");
    nc.send("/maps/p", 8L, "asyncUpdate: [n, !Increment {field: x, by: 1}]");
    var failure = (TypedValue) nc.read().data().get("exception");
    var content = (Map<?, ?>) failure.content();
    assertEquals("Increment", content.get("type"));
    String message = String.valueOf(content.get("message"));
    assertTrue(message.startsWith("Increment failed: "), message);
    assertFalse(message.contains("Exception"), "a class of Java in " + message);
  }

  @Test
  void visitorsAndFunctions() throws IOException {
    nc.send("/maps/p", null, "asyncUpdate: [n, !Add {amount: 10}]");
    askMap("get: n", "reply: 10\n");
    askMap("syncUpdate: [n, !Add {amount: -3}, !Square {}]", "reply: 49\n");
    askMap("addAndGet: [n, 5]", "reply: 12\n");
    askMap("applyTo: [n, !Square {}]", "reply: 144\n");
    askMap("put: [person, {name: Ada, age: 36}]", "reply: null\n");
    askMap("asyncUpdate: [person, !Increment {field: age, by: 1}]", "reply: null\n");
    askMap("applyTo: [person, !Getter {field: age}]", "reply: 37\n");
    askMap("applyTo: [person, !Fields [name]]", "reply: {name: Ada}\n");
    askMap(
        "syncUpdate: [person, !Chain [!SetField {field: age, value: 1}, !Remove {}], !Identity {}]",
        "reply: null\n");
    askMap("containsKey: person", "reply: false\n");
    fails("/maps/p", "asyncUpdate: [n, !Increment {field: x, by: 1}]", "VisitorFailed");
    fails("/maps/p", "asyncUpdate: [n, !Nonsense {}]", "UnknownType");
    fails("/maps/p", "asyncUpdate: [n, !Square {}]", "BadArgument");
    fails("/maps/p", "syncUpdate: [n, !Add {amount: 1}, !Add {amount: 1}]", "BadArgument");
    askMap("get: n", "reply: 12\n");
  }

  @Test
  void views() throws IOException {
    askMap("keySet: []", "reply: !set-proxy {csp: \"/maps/p?view=keySet\"}\n");
    askMap("values: []", "reply: !collection-proxy {csp: \"/maps/p?view=values\"}\n");
    askMap("entrySet: []", "reply: !set-proxy {csp: \"/maps/p?view=entrySet\"}\n");
    askMap("putAll: {a: 1, b: 2, c: 3, d: 4}", "reply: null\n");
    ask("/maps/p?view=map", "size: []", "reply: 4\n");
    ask("/maps/p?view=keySet", "size: []", "reply: 4\n");
    ask("/maps/p?view=keySet", "isEmpty: []", "reply: false\n");
    ask("/maps/p?view=keySet", "contains: a", "reply: true\n");
    ask("/maps/p?view=keySet", "containsAll: [a, x]", "reply: false\n");
    ask("/maps/p?view=keySet", "equals: [a, b, c, d]", "reply: true\n");
    ask("/maps/p?view=keySet", "remove: a", "reply: true\n");
    ask("/maps/p?view=values", "contains: 2", "reply: true\n");
    ask("/maps/p?view=values", "containsAll: [4, 2, 2]", "reply: true\n");
    ask("/maps/p?view=values", "containsAll: [4, 1]", "reply: false\n");
    ask("/maps/p?view=values", "containsAll: []", "reply: true\n");
    ask("/maps/p?view=values", "remove: 2", "reply: true\n");
    ask("/maps/p?view=entrySet", "contains: {key: c, value: 3}", "reply: true\n");
    ask("/maps/p?view=entrySet", "contains: [c, 4]", "reply: false\n");
    ask("/maps/p?view=keySet", "retainAll: [c]", "reply: true\n");
    ask("/maps/p?view=keySet", "removeAll: [x, y]", "reply: false\n");
    askMap("size: []", "reply: 1\n");
    fails("/maps/p?view=keySet", "add: x", "BadArgument");
    fails("/maps/p?view=keySet", "nonsense: x", "UnknownEvent");
    fails("/maps/p?view=nonsense", "size: []", "UnknownView");
    fails("/maps/p?nonsense", "size: []", "UnknownView");
    ask("/maps/p?view=values", "clear: []", "reply: null\n");
    askMap("size: []", "reply: 0\n");
  }

  @Test
  void cursors() throws IOException {
    askMap("putAll: {a: 1, b: 2, c: 3}", "reply: null\n");
    nc.send("/maps/p?view=keySet", ++tid, "iterator: []");
    long cid = nc.read().cid();
    nc.type("--- !!meta-data\ncid: " + cid + "\ntid: 90\n--- !!data\nnext: 2\n...\n");
    var first = (Map<?, ?>) nc.read().reply();
    assertEquals(2, ((List<?>) first.get("elements")).size());
    assertEquals(false, first.get("end"));
    nc.type("next: 2\n...\n");
    var second = (Map<?, ?>) nc.read().reply();
    assertEquals(1, ((List<?>) second.get("elements")).size());
    assertEquals(true, second.get("end"));
    nc.type("next: 2\n...\n");
    assertEquals("UnknownChannel", nc.read().code());
    ask("/maps/p?view=entrySet", "iterator: 1", nothing(cid - 1));
    nc.type("--- !!meta-data\ncid: " + (cid - 1) + "\ntid: 91\n--- !!data\ncancel: []\n...\n");
    assertNull(nc.read().reply());
    nc.type("next: 2\n...\n");
    assertEquals("UnknownChannel", nc.read().code());
    askMap("clear: []", "reply: null\n");
    ask("/maps/p?view=values", "iterator: 5", "reply: !cursor {elements: [], end: true}\n");
  }

  private String nothing(long cid) throws IOException {
    String key = vitrine.existingMap("/maps/p").keySet().iterator().next().toString();
    int value = key.charAt(0) - 'a' + 1;
    return "reply: !cursor {cid: "
        + cid
        + ", elements: [{key: "
        + key
        + ", value: "
        + value
        + "}], end: false}\n";
  }

  @Test
  void catalogue() throws IOException {
    ask("/", "list: []", "reply: [/maps/p]\n");
    ask("/", "create: [/maps/p, {key: string, value: any}]", "reply: null\n");
    fails("/", "create: [/maps/p, {key: long, value: any}]", "BadArgument");
    fails("/", "create: [/maps/p, {hash: xxh3}]", "BadArgument");
    fails("/", "create: [/maps/q, {hash: md5}]", "BadArgument");
    fails("/", "create: [/maps/q, {colour: red}]", "BadArgument");
    fails("/", "create: [/maps/q, {key: Nonsense}]", "UnknownType");
    fails("/", "create: [/nonsense/q, {}]", "BadArgument");
    ask("/", "create: [/maps/q, {key: long, value: double, hash: xxh3}]", "reply: null\n");
    ask("/", "list: /maps/q", "reply: [/maps/q]\n");
    nc.send("/", ++tid, "describe: /maps/q");
    var described = (Map<?, ?>) nc.read().reply();
    assertEquals("long", described.get("key"));
    assertEquals("double", described.get("value"));
    assertEquals("xxh3", described.get("hash"));
    assertEquals(0L, described.get("size"));
    nc.send("/", ++tid, "stats: /maps/q");
    assertEquals(0L, ((Map<?, ?>) nc.read().reply()).get("size"));
    ask("/", "drop: /maps/q", "reply: true\n");
    fails("/", "drop: /maps/q", "UnknownPath");
    fails("/", "describe: /maps/q", "UnknownPath");
    fails("/", "stats: /maps/q", "UnknownPath");
    fails("/", "nonsense: 1", "UnknownEvent");
    ask("/maps", "list: []", "reply: [/maps/p]\n");
  }

  @Test
  void optionsOfCreate() throws IOException {
    for (String path : List.of("/maps/x", "/sets/x", "/lists/x")) {
      fails("/", "create: [" + path + ", {durability: sync}]", "BadArgument");
      fails("/", "create: [" + path + ", {durability: \"async:100ms\"}]", "BadArgument");
      fails("/", "create: [" + path + ", {segments: many}]", "BadArgument");
    }
    fails("/", "create: [/maps/x, {segments: 3}]", "BadArgument");
    fails("/", "create: [/sets/x, {segments: 0}]", "BadArgument");
    fails("/", "create: [/maps/x, {key: long, value: long, compact: maybe}]", "BadArgument");
    fails("/", "create: [/maps/x, {compact: true}]", "BadArgument"); // sizes vary
    ask("/", "list: []", "reply: [/maps/p]\n");
    ask("/", "create: [/maps/x, {durability: process, compact: false}]", "reply: null\n");
    ask("/", "create: [/sets/x, {durability: process, segments: 8}]", "reply: null\n");
    ask("/", "create: [/lists/x, {durability: process}]", "reply: null\n");
    String compact = "{key: long, value: long, compact: true, segments: 4}";
    ask("/", "create: [/maps/c, " + compact + "]", "reply: null\n");
    ask("/maps/c", "put: [1, 2]", "reply: null\n");
    ask("/maps/c", "get: 1", "reply: 2\n");
    assertEquals(4L, segments("/maps/c"));
    assertEquals(8L, segments("/sets/x"));
    // Of what is there the number of segments stays.
    ask("/", "create: [/sets/x, {segments: 16}]", "reply: null\n");
    assertEquals(8L, segments("/sets/x"));
  }

  @Test
  void seedsOfCreate() throws IOException {
    fails("/", "create: [/maps/x, {hash: rapid, hashSeed: many}]", "BadArgument");
    fails("/", "create: [/maps/x, {hash: rapid, hashSeed: 9223372036854775808}]", "BadArgument");
    fails("/", "create: [/maps/x, {hash: crc32c, hashSeed: 5}]", "BadArgument");
    fails("/", "create: [/maps/x, {hashSeed: 5}]", "BadArgument"); // of which hash?
    fails("/", "create: [/lists/x, {hashSeed: 5}]", "BadArgument");
    for (String path : List.of("/maps/x", "/sets/x")) {
      ask("/", "create: [" + path + ", {hash: rapid, hashSeed: -5}]", "reply: null\n");
      ask("/", "create: [" + path + ", {hash: rapid, hashSeed: -5}]", "reply: null\n");
      fails("/", "create: [" + path + ", {hash: rapid, hashSeed: 6}]", "BadArgument");
      assertEquals(-5L, vitrine.describe(path).hashSeed());
    }
  }

  private Object segments(String path) throws IOException {
    nc.send("/", ++tid, "describe: " + path);
    return ((Map<?, ?>) nc.read().reply()).get("segments");
  }

  @Test
  void wrongRequestsChangeNothing() throws IOException {
    fails("/maps/none", "put: [a, 1]", "UnknownPath");
    fails("/maps/none", "get: a", "UnknownPath");
    fails("/nonsense", "get: a", "UnknownPath");
    fails("/maps/p", "nonsense: a", "UnknownEvent");
    fails("/maps/p", "put: a", "BadArgument");
    fails("/maps/p", "put: [a]", "BadArgument");
    fails("/maps/p", "put: [a, 1, 2]", "BadArgument");
    fails("/maps/p", "put: {key: a, worth: 1}", "BadArgument");
    fails("/maps/p", "put: [null, 1]", "NullKey");
    fails("/maps/p", "put: [a, null]", "NullKey");
    fails("/maps/p", "get: null", "NullKey");
    fails("/maps/p", "get: 5", "BadArgument");
    fails("/maps/p", "size: 5", "BadArgument");
    fails("/maps/p", "put: [a, !Nonsense {}]", "UnknownType");
    fails("/maps/p", "put: [a, [1, !!javax.script.ScriptEngineManager []]]", "UnknownType");
    askMap("size: []", "reply: 0\n");
    ask("/", "list: []", "reply: [/maps/p]\n");
  }

  @Test
  void droppedMapIsGoneForItsUsers() throws IOException {
    askMap("put: [a, 1]", "reply: null\n");
    vitrine.drop("/maps/p");
    fails("/maps/p", "get: a", "UnknownPath");
    vitrine.map("/maps/p", String.class, Object.class);
    askMap("get: a", "reply: null\n");
  }

  @Test
  void withoutTidNothingButFailuresIsAnswered() throws IOException {
    nc.send("/maps/p", null, "put: [a, 1]");
    nc.send("/maps/p", null, "put: [null, 1]");
    Telnet.Answer answer = nc.read();
    assertEquals("NullKey", answer.code());
    assertEquals(Map.of("csp", "/maps/p"), answer.meta());
    askMap("get: a", "reply: 1\n");
  }

  @Test
  void severalEventsAreAnsweredInOrder() throws IOException {
    nc.send("/maps/p", 5L, "put: [a, 1]\ngetAndPut: [a, 2]\nget: a");
    assertEquals(new Telnet.Answer(Map.of("tid", 5L), nullReply(), false), nc.read());
    assertEquals(1L, nc.read().reply());
    Telnet.Answer last = nc.read();
    assertEquals(2L, last.reply());
    assertTrue(last.complete());
    nc.send("/maps/p", 6L, "put: [a, 3]\nput2: [a, 4]\nclear: []");
    assertNull(nc.read().reply());
    assertEquals("UnknownEvent", nc.read().code());
    askMap("get: a", "reply: 3\n");
  }

  private static Map<Object, Object> nullReply() {
    var map = new java.util.LinkedHashMap<Object, Object>();
    map.put("reply", null);
    return map;
  }

  @Test
  void session() throws IOException {
    nc.type("hello: {client: test, version: 1, wire: " + encoding.wireName() + "}\n...\n");
    var hello = (Map<?, ?>) nc.read().reply();
    assertEquals(1L, hello.get("version"));
    assertEquals(false, hello.get("resumed"));
    assertTrue(hello.get("session") instanceof String);
    assertEquals(
        Map.of(
            "frameBytes", 16L << 20,
            "nesting", 64L,
            "unanswered", 10_000L,
            "subscriptions", 1_000L,
            "cursors", 100L),
        hello.get("limits"));
    nc.type("hello: {version: 2}\n...\nget: a\n...\n");
    assertEquals("BadArgument", nc.read().code());
    assertEquals("UnknownEvent", nc.read().code());
    nc.type("--- !!meta-data\n--- !!data\nbye: {}\n...\n");
    assertNull(nc.readText());
  }

  @Test
  void helloTellsTheEpochOfTheStore() throws IOException {
    nc.type("hello: {}\n...\n");
    var hello = (Map<?, ?>) nc.read().reply();
    assertEquals(vitrine.describe("/maps/p").epoch(), hello.get("epoch"));
    ask("/", "drop: /maps/p", "reply: true\n");
    nc.type("hello: {}\n...\n");
    assertFalse(((Map<?, ?>) nc.read().reply()).containsKey("epoch"), "there is no collection");
  }

  @Test
  void requestSentAgainAfterALostConnectionIsAnsweredAndNotAppliedTwice() throws IOException {
    String hello = "--- !!meta-data\n--- !!data\nhello: {session: mine}\n...\n";
    nc.type(hello);
    assertEquals(false, ((Map<?, ?>) nc.read().reply()).get("resumed"));
    ask("/maps/p", "addAndGet: [n, 5]", "reply: 5\n");
    long sent = tid;
    nc.close();
    nc = new Telnet(server.address(), encoding);
    nc.type(hello);
    assertEquals(true, ((Map<?, ?>) nc.read().reply()).get("resumed"));
    assertEquals("reply: 5\n", nc.ask("/maps/p", sent, "addAndGet: [n, 5]"));
    askMap("get: n", "reply: 5\n");
    assertEquals("reply: 10\n", nc.ask("/maps/p", sent, "addAndGet: [n, 5]"));
  }

  @Test
  void sessionIsTakenOverFromAConnectionThatIsStillThere() throws IOException {
    String hello = "--- !!meta-data\n--- !!data\nhello: {session: mine}\n...\n";
    nc.type(hello);
    assertEquals(0L, ((Map<?, ?>) nc.read().reply()).get("unanswered"));
    for (int i = 0; i < 100; i++) {
      nc.send("/maps/p", null, "asyncUpdate: [n, !Add {amount: 1}]");
    }
    askMap("get: n", "reply: 100\n");
    try (Telnet second = new Telnet(server.address(), encoding)) {
      second.type(hello);
      var answer = (Map<?, ?>) second.read().reply();
      assertEquals(true, answer.get("resumed"));
      assertEquals(100L, answer.get("unanswered"));
      assertNull(nc.readText());
      assertEquals("reply: 100\n", second.ask("/maps/p", 1, "get: n"));
    }
  }

  @Test
  void everythingIsAnsweredAfterTheLastWordOfTheClient() throws IOException {
    nc.send("/maps/p", 5L, "put: [a, 1]\nget: a");
    nc.send("/maps/p", 6L, "subscribe: []");
    nc.endTyping();
    assertNull(nc.read().reply());
    assertEquals(1L, nc.read().reply());
    String last = nc.readText();
    while (last != null) {
      last = nc.readText();
    }
    assertEquals(1L, vitrine.existingMap("/maps/p").get("a"));
  }

  @Test
  void messageOfSeveralEventsThatIsSentAgainHasAllItsAnswers() throws IOException {
    String hello = "--- !!meta-data\n--- !!data\nhello: {session: mine}\n...\n";
    String events = "addAndGet: [n, 5]\nget: n\nnonsense: 1";
    nc.type(hello);
    nc.read().reply();
    nc.send("/maps/p", 77L, events);
    var first = List.of(nc.read(), nc.read(), nc.read());
    assertEquals("UnknownEvent", first.getLast().code());
    nc.close();
    nc = new Telnet(server.address(), encoding);
    nc.type(hello);
    nc.read().reply();
    nc.send("/maps/p", 77L, events);
    assertEquals(first, List.of(nc.read(), nc.read(), nc.read()));
    askMap("get: n", "reply: 5\n");
  }

  @Test
  void callback() throws IOException {
    askMap("put: [a, 1]\ncallback: {result: done}", "done: null\n");
    askMap("get: a\ncallback: {result: onPrice, error: onFailure}", "onPrice: 1\n");
    assertTrue(
        nc.ask("/maps/p", ++tid, "get: []\ncallback: {result: onPrice, error: onFailure}")
            .startsWith("onFailure: !"));
    assertTrue(
        nc.ask("/maps/p", ++tid, "fly: a\ncallback: {error: onFailure}")
            .startsWith("onFailure: !UnknownEvent"));
    fails("/maps/p", "callback: {result: done}", "BadArgument");
    fails("/maps/p", "get: a\ncallback: {to: done}", "BadArgument");
    fails("/maps/p", "get: a\ncallback: {result: ''}", "BadArgument");
    fails("/maps/p", "subscribe: []\ncallback: {result: done}", "BadArgument");
    askMap("get: a", "reply: 1\n");
  }

  @Test
  void publish() throws IOException {
    nc.send("/maps/p", ++tid, "subscribe: {events: [inserted, published], bootstrap: false}");
    long subscription = tid;
    nc.send("/maps/p", ++tid, "publish: !Opened {market: XETRA}");
    long published = tid;
    Telnet.Answer first = nc.read();
    Telnet.Answer second = nc.read();
    Telnet.Answer event = first.meta().get("tid").equals(subscription) ? first : second;
    assertEquals(subscription, event.meta().get("tid"));
    assertEquals(published, (event.equals(first) ? second : first).meta().get("tid"));
    assertEquals(
        Map.of("published", new TypedValue("Opened", Map.of("market", "XETRA"))), event.data());
    fails("/maps/p", "publish: null", "BadArgument");
  }
}
