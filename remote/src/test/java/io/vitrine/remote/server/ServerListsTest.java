package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.store.TypedValue;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Every event of lists and sets, typed by hand. */
@ParameterizedClass
@EnumSource(WireEncoding.class)
class ServerListsTest {
  private static final List<String> LIST_EVENTS =
      List.of(
          ("get getFirst getLast size isEmpty contains containsAll indexOf lastIndexOf hashCode"
               + " equals iterator elements subList reversed set add addFirst addLast addAll insert"
               + " insertAll remove removeAt removeFirst removeLast removeAll retainAll clear"
               + " exchange rewrite publish sort replaceAll removeIf asyncUpdate syncUpdate applyTo"
               + " subscribe")
              .split(" "));
  private static final List<String> SET_EVENTS =
      List.of(
          ("contains containsAll size isEmpty hashCode equals iterator add addAll remove"
                  + " removeAll retainAll clear publish removeIf subscribe")
              .split(" "));

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
    ask("/", "create: [/lists/l, {element: long}]", "reply: null\n");
    ask("/", "create: [/sets/s, {element: string}]", "reply: null\n");
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

  private void list(String data, String answer) throws IOException {
    ask("/lists/l", data, "reply: " + answer + "\n");
  }

  private void set(String data, String answer) throws IOException {
    ask("/sets/s", data, "reply: " + answer + "\n");
  }

  private Object reply(String csp, String data) throws IOException {
    nc.send(csp, ++tid, data);
    return nc.read().reply();
  }

  private void fails(String csp, String data, String code, String reason) throws IOException {
    nc.send(csp, ++tid, data);
    Telnet.Answer answer = nc.read();
    assertEquals(code, answer.code(), data + " -> " + answer);
    assertEquals(Map.of("tid", tid), answer.meta());
    var content = (Map<?, ?>) ((TypedValue) answer.data().get("exception")).content();
    assertEquals(reason, content.get("reason"), data + " -> " + answer);
    assertTrue(answer.complete());
  }

  @Test
  void elementsOfAList() throws IOException {
    list("isEmpty: []", "true");
    list("add: 1", "true");
    list("addAll: [2, 3]", "true");
    list("addAll: []", "false");
    list("insert: [0, 0]", "null");
    list("insertAll: [1, [7, 8]]", "true");
    list("insertAll: {index: 6, elements: []}", "false");
    list(
        "elements: [0, 10]",
        "{index: 0, elements: [0, 7, 8, 1, 2, 3], size: 6, rev: " + rev() + "}");
    list("get: 1", "7");
    list("getFirst: []", "0");
    list("getLast: []", "3");
    list("size: []", "6");
    list("contains: 8", "true");
    list("contains: 9", "false");
    list("containsAll: [8, 1]", "true");
    list("containsAll: [8, 9]", "false");
    list("indexOf: 8", "2");
    list("lastIndexOf: 9", "-1");
    list("set: [1, 70]", "7");
    list("set: {index: 1, element: 71}", "70");
    list("removeAt: 2", "8");
    list("remove: 9", "false");
    list("remove: 71", "true");
    list("equals: [0, 1, 2, 3]", "true");
    list("equals: [0, 1, 2]", "false");
    list("hashCode: []", String.valueOf(List.of(0L, 1L, 2L, 3L).hashCode()));
    list("addFirst: 9", "null");
    list("addLast: 9", "null");
    list("removeFirst: []", "9");
    list("removeLast: []", "9");
    list("removeAll: [0, 9]", "true");
    list("retainAll: [1, 2, 9]", "true");
    list("sort: reverse", "null");
    list("equals: [2, 1]", "true");
    list("sort: []", "null");
    list("equals: [1, 2]", "true");
    list("iterator: 10", "!cursor {elements: [1, 2], end: true}");
    nc.send("/lists/l", ++tid, "iterator: 1");
    Telnet.Answer first = nc.read();
    assertEquals(
        Map.of("cid", first.cid(), "elements", List.of(1L), "end", false),
        ((TypedValue) first.reply()).content());
    list("clear: []", "null");
    list("size: []", "0");
  }

  /** An index below 0 counts from the end of a view, as it does of the list. */
  @Test
  void elementsOfViewsFromTheirEnd() throws IOException {
    list("addAll: [1, 2, 3, 4, 5, 6]", "true");
    List<Long> all = List.of(1L, 2L, 3L, 4L, 5L, 6L);
    Map<?, ?> sub = (Map<?, ?>) ((TypedValue) reply("/lists/l", "subList: [1, 5]")).content();
    String csp = (String) sub.get("csp");
    checkElements("/lists/l", all);
    checkElements("/lists/l?view=reversed", all.reversed());
    checkElements(csp, all.subList(1, 5));
    checkElements(csp + "&reversed=true", all.subList(1, 5).reversed());
  }

  private void checkElements(String csp, List<Long> view) throws IOException {
    int size = view.size();
    for (int index = -size - 1; index <= size; index++) {
      int gap = index < 0 ? size + 1 + index : index;
      for (int count : new int[] {-2, -1, 1, 2, 100}) {
        Map<?, ?> page = (Map<?, ?>) reply(csp, "elements: [" + index + ", " + count + "]");
        int from = count > 0 ? gap : Math.max(0, gap + count);
        int to = count > 0 ? Math.min(size, gap + count) : gap;
        String what = csp + " " + index + " " + count + ": " + page;
        assertEquals(view.subList(from, to), page.get("elements"), what);
        assertEquals((long) from, page.get("index"), what);
        assertEquals((long) size, page.get("size"), what);
      }
    }
    for (int index : new int[] {-size - 2, size + 1}) {
      nc.send(csp, ++tid, "elements: [" + index + ", 1]");
      Telnet.Answer refused = nc.read();
      assertEquals("BadArgument", refused.code(), refused.toString());
      assertTrue(refused.toString().contains("index " + index + " "), refused.toString());
    }
  }

  private long rev() throws IOException {
    return (Long) ((Map<?, ?>) reply("/lists/l", "elements: [0, 0]")).get("rev");
  }

  @Test
  void visitorsOfAList() throws IOException {
    list("addAll: [1, 2, 3, 4]", "true");
    list("asyncUpdate: [0, !Add {amount: 10}]", "null");
    list("syncUpdate: [0, !Add {amount: -3}, !Square {}]", "64");
    list("applyTo: [1, !Square {}]", "4");
    list("syncUpdate: [1, !Remove {}, !Identity {}]", "null");
    list("replaceAll: !Add {amount: 1}", "null");
    list("replaceAll: !Square {}", "null");
    list("equals: [81, 16, 25]", "true");
    list("removeIf: !Filter {field: value, op: lt, value: 80}", "true");
    list("removeIf: !Filter {field: value, op: lt, value: 80}", "false");
    list("equals: [81]", "true");
    fails("/lists/l", "replaceAll: !Append {element: 1}", "VisitorFailed", null);
    fails("/lists/l", "replaceAll: !Remove {}", "BadArgument", null);
    fails("/lists/l", "replaceAll: !Nothing {}", "UnknownType", null);
    fails("/lists/l", "removeIf: 5", "BadArgument", null);
    fails("/lists/l", "sort: 5", "BadArgument", null);
    list("equals: [81]", "true");
  }

  @Test
  void placesOfAnEarlierRevision() throws IOException {
    list("addAll: [0, 1, 2, 3, 4]", "true");
    long rev = rev();
    list("insert: [0, 9]", "null");
    list("removeAt: 3", "2");
    // The list is 9 0 1 3 4 now.
    Map<?, ?> page = (Map<?, ?>) reply("/lists/l", "elements: [1, 2, " + rev + "]");
    assertEquals(List.of(1L, 3L), page.get("elements"));
    assertEquals(2L, page.get("index"));
    page = (Map<?, ?>) reply("/lists/l", "elements: [4, -2, " + rev + "]");
    assertEquals(List.of(1L, 3L), page.get("elements"));
    page = (Map<?, ?>) reply("/lists/l", "elements: [-1, -2]");
    assertEquals(List.of(3L, 4L), page.get("elements"));
    assertEquals(3L, page.get("index"));
    Map<?, ?> placed = (Map<?, ?>) reply("/lists/l", "set: [3, 30, " + rev + "]");
    assertEquals(
        List.of(3L, true, false),
        List.of(placed.get("index"), placed.get("done"), placed.get("alone")));
    fails("/lists/l", "set: [2, 20, " + rev + "]", "BadArgument", "ConcurrentModification");
    placed = (Map<?, ?>) reply("/lists/l", "removeAt: [2, " + rev + "]");
    assertEquals(false, placed.get("done"));
    placed = (Map<?, ?>) reply("/lists/l", "removeAt: {index: 4, rev: " + rev + "}");
    assertEquals(List.of(4L, true), List.of(placed.get("index"), placed.get("done")));
    placed = (Map<?, ?>) reply("/lists/l", "insert: [0, 5, " + placed.get("rev") + "]");
    assertEquals(List.of(0L, true), List.of(placed.get("index"), placed.get("alone")));
    list("equals: [5, 9, 0, 1, 30]", "true");
    list("rewrite: [" + rev + ", [[0, 1]], []]", "false");
    rev = rev();
    list("rewrite: [" + rev + ", [[0, 50], [2, 100]], [1, 4]]", "true");
    list("rewrite: {rev: " + rev + ", remove: [0]}", "false");
    list("equals: [50, 100, 1]", "true");
    fails("/lists/l", "rewrite: [" + rev() + ", [], [3]]", "BadArgument", "IndexOutOfBounds");
    Map<?, ?> exchanged = (Map<?, ?>) reply("/lists/l", "exchange: [1, 100, 60]");
    assertEquals(Map.of("done", true), exchanged);
    exchanged = (Map<?, ?>) reply("/lists/l", "exchange: {index: 1, oldElement: 7, element: 8}");
    assertEquals(Map.of("done", false, "element", 60L), exchanged);
    exchanged = (Map<?, ?>) reply("/lists/l", "exchange: [2, 1, null]");
    assertEquals(Map.of("done", true), exchanged);
    list("equals: [50, 60]", "true");
    fails("/lists/l", "exchange: [2, 1, 1]", "BadArgument", "IndexOutOfBounds");
    fails("/lists/l", "exchange: [0, 50, x]", "BadArgument", null);
    fails("/lists/l", "elements: [0, 1, " + (1L << 40) + "]", "BadArgument", null);
    fails("/lists/l", "elements: [0, 1, -5]", "BadArgument", null);
    fails("/lists/l", "elements: [-9, 1]", "BadArgument", "IndexOutOfBounds");
  }

  @Test
  void views() throws IOException {
    list("addAll: [0, 1, 2, 3, 4]", "true");
    var proxy = (TypedValue) reply("/lists/l", "subList: [1, 4]");
    assertEquals("list-proxy", proxy.name());
    String csp = (String) ((Map<?, ?>) proxy.content()).get("csp");
    assertTrue(csp.startsWith("/lists/l?view=subList&from=1&to=4&at="), csp);
    ask(csp, "equals: [1, 2, 3]", "reply: true\n");
    ask(csp, "get: 0", "reply: 1\n");
    fails(csp.replace("&to=4&", "&to=6&"), "size: []", "BadArgument", "IndexOutOfBounds");
    fails(
        csp.replace("from=1&to=4&", "from=50&to=60&"),
        "size: []",
        "BadArgument",
        "IndexOutOfBounds");
    ask(csp, "set: [0, 10]", "reply: 1\n");
    ask(csp + "&reversed=true", "equals: [3, 2, 10]", "reply: true\n");
    var longer = (TypedValue) reply(csp, "add: 5");
    var content = (Map<?, ?>) longer.content();
    assertEquals(List.of(4L, true), List.of(content.get("size"), content.get("answer")));
    fails(csp, "get: 0", "BadArgument", "ConcurrentModification");
    ask((String) content.get("csp"), "equals: [10, 2, 3, 5]", "reply: true\n");
    list("equals: [0, 10, 2, 3, 5, 4]", "true");
    list("reversed: []", "!list-proxy {csp: \"/lists/l?view=reversed\"}");
    ask("/lists/l?view=reversed", "removeAt: 1", "reply: 5\n");
    ask("/lists/l?view=reversed", "indexOf: 0", "reply: 4\n");
    ask("/lists/l?view=reversed", "addLast: 7", "reply: null\n");
    list("equals: [7, 0, 10, 2, 3, 4]", "true");
    for (String view :
        List.of("keySet", "subList", "subList&from=2&to=1&at=1", "subList&from=0&to=1&at=x")) {
      fails("/lists/l?view=" + view, "size: []", "UnknownView", null);
    }
    fails(csp, "subscribe: []", "UnknownEvent", null);
    fails(csp, "rewrite: [1]", "UnknownEvent", null);
    fails("/sets/s?view=keySet", "size: []", "UnknownView", null);
    ask("/sets/s?view=set", "size: []", "reply: 0\n");
    ask("/lists/l?view=list", "size: []", "reply: 6\n");
  }

  @Test
  void elementsOfASet() throws IOException {
    set("add: a", "true");
    set("add: a", "false");
    set("addAll: [a, b, c]", "true");
    set("contains: b", "true");
    set("contains: x", "false");
    set("containsAll: [a, b]", "true");
    set("size: []", "3");
    set("isEmpty: []", "false");
    set("equals: [c, b, a]", "true");
    set("equals: [c, b]", "false");
    set("hashCode: []", String.valueOf("a".hashCode() + "b".hashCode() + "c".hashCode()));
    set("remove: x", "false");
    set("remove: a", "true");
    set("removeAll: [a, b]", "true");
    set("iterator: 5", "!cursor {elements: [c], end: true}");
    set("removeIf: !Filter {field: value, op: startsWith, value: c}", "true");
    set("addAll: [d, e]", "true");
    set("retainAll: [e]", "true");
    set("clear: []", "null");
    set("isEmpty: []", "true");
  }

  @Test
  void bytesAreEqualByContent() throws IOException {
    String two = "!!binary AQI=";
    String other = "!!binary AwQ=";
    ask("/", "create: [/sets/b, {element: bytes}]", "reply: null\n");
    ask("/sets/b", "addAll: [" + two + ", " + other + "]", "reply: true\n");
    ask("/sets/b", "equals: [" + other + ", " + two + ", " + two + "]", "reply: true\n");
    ask("/sets/b", "retainAll: [" + two + "]", "reply: true\n");
    ask("/sets/b", "contains: " + two, "reply: true\n");
    ask("/sets/b", "size: []", "reply: 1\n");
    ask("/", "create: [/maps/b, {key: string, value: bytes}]", "reply: null\n");
    ask("/maps/b", "putAll: {a: " + two + ", b: " + other + "}", "reply: null\n");
    ask("/maps/b", "containsValue: " + two, "reply: true\n");
    String values = "/maps/b?view=values";
    ask(values, "contains: " + other, "reply: true\n");
    ask(values, "equals: [" + other + ", " + two + "]", "reply: true\n");
    ask(values, "retainAll: [" + two + ", " + other + "]", "reply: false\n");
    ask(values, "removeAll: [" + other + "]", "reply: true\n");
    String entries = "/maps/b?view=entrySet";
    ask(entries, "contains: {key: a, value: " + two + "}", "reply: true\n");
    ask(entries, "equals: [{key: a, value: " + two + "}]", "reply: true\n");
    ask(entries, "retainAll: [{key: a, value: " + two + "}]", "reply: false\n");
    ask(values, "remove: " + two, "reply: true\n");
    ask("/maps/b", "size: []", "reply: 0\n");
  }

  @Test
  void valuesAreEqualIfEachIsThereAsOften() throws IOException {
    ask("/", "create: [/maps/v, {key: string, value: long}]", "reply: null\n");
    ask("/maps/v", "putAll: {a: 1, b: 1, c: 2}", "reply: null\n");
    ask("/maps/v?view=values", "equals: [1, 2, 1]", "reply: true\n");
    ask("/maps/v?view=values", "equals: [1, 2, 2]", "reply: false\n");
    ask("/maps/v?view=values", "equals: [1, 2]", "reply: false\n");
  }

  @Test
  void catalogue() throws IOException {
    ask("/", "list: []", "reply: [/lists/l, /sets/s]\n");
    ask("/", "create: [/lists/l, {element: long}]", "reply: null\n");
    fails("/", "create: [/lists/l, {element: string}]", "BadArgument", null);
    fails("/", "create: [/lists/x, {key: string}]", "BadArgument", null);
    fails("/", "create: [/sets/x, {value: string}]", "BadArgument", null);
    fails("/", "create: [/lists/]", "BadArgument", null);
    fails("/", "create: [/queues/x]", "BadArgument", null);
    list("add: 1", "true");
    Map<?, ?> described = (Map<?, ?>) reply("/", "describe: /lists/l");
    assertEquals("long", described.get("element"));
    assertEquals(1L, described.get("size"));
    described = (Map<?, ?>) reply("/", "describe: /sets/s");
    assertEquals("string", described.get("element"));
    assertEquals(1L, ((Map<?, ?>) reply("/", "stats: /lists/l")).get("size"));
    ask("/", "drop: /lists/l", "reply: true\n");
    fails("/lists/l", "size: []", "UnknownPath", null);
    ask("/", "list: []", "reply: [/sets/s]\n");
    ask("/", "create: /lists/l", "reply: null\n");
    ask("/lists/l", "add: {a: 1}", "reply: true\n");
  }

  @Test
  void badInput_isAnsweredAndChangesNothing() throws IOException {
    list("addAll: [1, 2]", "true");
    fails("/lists/l", "get: 2", "BadArgument", "IndexOutOfBounds");
    fails("/lists/l", "get: -1", "BadArgument", "IndexOutOfBounds");
    fails("/lists/l", "get: 99999999999", "BadArgument", "IndexOutOfBounds");
    fails("/lists/l", "get: x", "BadArgument", null);
    fails("/lists/l", "insert: [3, 1]", "BadArgument", "IndexOutOfBounds");
    fails("/lists/l", "insert: [0]", "BadArgument", null);
    fails("/lists/l", "add: null", "NullKey", null);
    fails("/lists/l", "addAll: [1, null]", "NullKey", null);
    fails("/lists/l", "add: text", "BadArgument", null);
    fails("/lists/l", "subList: [2, 1]", "BadArgument", null);
    fails("/lists/l", "subList: [0, 3]", "BadArgument", "IndexOutOfBounds");
    fails("/lists/l", "put: [0, 1]", "UnknownEvent", null);
    fails("/lists/l", "subscribe: 5", "BadArgument", null);
    fails("/lists/l", "subscribe: {key: 5}", "BadArgument", null);
    fails("/lists/none", "size: []", "UnknownPath", null);
    fails("/lists/l", "size: [1]", "BadArgument", null);
    list("equals: [1, 2]", "true");
    list("clear: []", "null");
    fails("/lists/l", "getFirst: []", "BadArgument", "NoSuchElement");
    fails("/lists/l", "removeLast: []", "BadArgument", "NoSuchElement");
    fails("/sets/s", "add: null", "NullKey", null);
    fails("/sets/s", "get: a", "UnknownEvent", null);
    fails("/sets/none", "size: []", "UnknownPath", null);
    fails("/sets/s", "subscribe: a", "BadArgument", null);
    // Without a tid a failure comes with the csp.
    nc.send("/lists/l", null, "get: 7");
    Telnet.Answer untold = nc.read();
    assertEquals("BadArgument", untold.code());
    assertEquals(Map.of("csp", "/lists/l"), untold.meta());
  }

  @Test
  void everyEvent_needsItsPermission() throws IOException {
    list("addAll: [1, 2]", "true");
    set("add: a", "true");
    var asked = new ConcurrentLinkedQueue<String>();
    var options =
        ServerOptions.DEFAULT.withSecurity(
            null,
            (_, path, verb) -> {
              asked.add(verb + " " + path);
              return false;
            });
    try (VitrineServer strict = VitrineServer.start(vitrine, options);
        var other = new Telnet(strict.address(), encoding)) {
      for (String event : LIST_EVENTS) {
        for (String csp : List.of("/lists/l", "/lists/l?view=reversed")) {
          other.send(csp, ++tid, event + ": [0, 1]");
          assertEquals("NotPermitted", other.read().code(), event);
          assertEquals(EventVerbs.LIST.of(event).iterator().next() + " /lists/l", asked.poll());
        }
      }
      for (String event : SET_EVENTS) {
        other.send("/sets/s", ++tid, event + ": [a, b]");
        assertEquals("NotPermitted", other.read().code(), event);
        assertEquals(EventVerbs.SET.of(event).iterator().next() + " /sets/s", asked.poll());
      }
    }
    list("equals: [1, 2]", "true");
    set("equals: [a]", "true");
  }

  /** The next message but those of progress, which come where a second passes meanwhile. */
  private Telnet.Answer told() throws IOException {
    Telnet.Answer answer = nc.read();
    while (answer.data().containsKey("progress")) {
      answer = nc.read();
    }
    return answer;
  }

  @Test
  void subscriptions() throws IOException {
    list("addAll: [5, 50]", "true");
    nc.send("/lists/l", 100L, "subscribe: [!Filter {field: value, op: gt, value: 10}]");
    assertEquals(event("Existing", Map.of("index", 1L, "value", 50L)), told().reply());
    assertTrue(told().data().containsKey("bootstrapped"));
    for (String event : List.of("set: [0, 20]", "set: [1, 2]", "insert: [0, 30]", "remove: 20")) {
      nc.send("/lists/l", null, event);
    }
    assertEquals(event("Inserted", Map.of("index", 0L, "value", 20L)), told().reply());
    assertEquals(event("Removed", Map.of("index", 1L, "oldValue", 50L)), told().reply());
    assertEquals(event("Inserted", Map.of("index", 0L, "value", 30L)), told().reply());
    assertEquals(event("Removed", Map.of("index", 1L, "oldValue", 20L)), told().reply());
    nc.send("/lists/l", 100L, "setFilter: null");
    assertEquals(event("Inserted", Map.of("index", 1L, "value", 2L)), told().reply());
    assertTrue(told().data().containsKey("filtered"));
    nc.send("/lists/l", 100L, "cancel: []");
    assertTrue(told().complete());
    nc.send("/sets/s", 101L, "subscribe: {events: [removed]}\nrequest: 1");
    assertTrue(told().data().containsKey("bootstrapped"));
    for (String event : List.of("add: a", "add: b", "remove: a", "remove: b")) {
      nc.send("/sets/s", null, event);
    }
    assertEquals(event("Removed", Map.of("value", "a")), told().reply());
    nc.send("/sets/s", 101L, "request: 1");
    assertEquals(event("Removed", Map.of("value", "b")), told().reply());
    nc.send("/", 102L, "drop: /sets/s");
    var last = List.of(told().data(), told().data());
    assertTrue(last.contains(Map.of("cancelled", "Dropped")), last.toString());
  }

  private static TypedValue event(String name, Map<String, Object> content) {
    return new TypedValue(name, content);
  }

  @Test
  void aListThatHasNeverBeenChangedHasNoPlaces() throws IOException {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      nc.ask("/", 1, "create: [/lists/fresh, {element: any}]");
      assertTrue(nc.ask("/lists/fresh", 2, "elements: [0, 5]").contains("rev: 0"));
      nc.ask("/lists/fresh", 3, "addAll: [a, b]");
      for (String event : List.of("set: [0, X, 0]", "removeAt: [0, 0]", "insert: [1, X, 0]")) {
        String answer = nc.ask("/lists/fresh", 4, event);
        assertTrue(answer.contains("IndexOutOfBounds"), event + ": " + answer);
      }
      assertTrue(nc.ask("/lists/fresh", 5, "insert: [0, X, 0]").contains("done: true"));
      assertTrue(nc.ask("/lists/fresh", 6, "elements: [0, 5]").contains("[X, a, b]"));
    }
  }
}
