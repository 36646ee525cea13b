package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said to a map of a type is taken as its type has it, whoever takes it. */
class MeantValuesTest {
  /** Creates a map, puts {@code a}, says the rest, each with its answer. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          decimal       | 0.1 | addAndGet: [a, 0.2]                               | !decimal "0.3"
          decimal       | 0.1 | syncUpdate: [a, !Add {amount: 0.2}, !Identity {}] | !decimal "0.3"
          decimal       | 0.1 | update: [a, !Replace {old: 0.1, new: 2}] | !decimal "2"
          decimal | 0.1 | update: [a, !Replace {old: "0.10000000000000001", new: 2}]|!decimal "0.1"
          decimal       | 2   | applyTo: [a, !Square {}]                          | !decimal "4"
          integer       | 3   | applyTo: [a, !Square {}]                          | 9
          int           | 3   | applyTo: [a, !Square {}]                          | 9
          list<decimal> | [1] | update: [a, !Append {element: 4.5}] | [!decimal "1", !decimal "4.5"]
          list<decimal> | [1] | update: [b, !Append {element: 0.1}] | [!decimal "0.1"]
          instant | DAY | update: [a, !Replace {old: "DAY", new: "OTHER"}] | !instant "OTHER"
          instant | DAY | update: [a, !Replace {old: "OTHER", new: "OTHER"}] | !instant "DAY"
          """)
  void answers(String type, String value, String event, String answer) throws IOException {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      String create = "create: [/maps/t, {key: string, value: \"" + type + "\"}]";
      assertEquals("reply: null\n", nc.ask("/", 1, create));
      assertEquals("reply: null\n", nc.ask("/maps/t", 2, written("put: [a, " + value + "]")));
      assertEquals(written("reply: " + answer + "\n"), nc.ask("/maps/t", 3, written(event)));
    }
  }

  /** Writes out what the table of answers has in short. */
  private static String written(String text) {
    return text.replaceFirst("^update: \\[(.*)]$", "syncUpdate: [$1, !Identity {}]")
        .replace("DAY", "2020-01-01T00:00:00Z")
        .replace("OTHER", "2021-01-01T00:00:00Z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {field: value, op: gt, value: "2019-01-01T00:00:00Z"}                   | true
          {field: value, op: gt, value: "2021-01-01T00:00:00Z"}                   | false
          {field: value, op: gt, value: "soon"}                                   | false
          {field: value, op: eq, value: "2020-01-01T00:00:00Z"}                   | true
          {field: value, op: ne, value: "2020-01-01T00:00:00Z"}                   | false
          {field: value, op: in, value: [x, "2020-01-01T00:00:00Z"]}              | true
          {field: key, op: eq, value: 123e4567-e89b-12d3-a456-426614174000}       | true
          {field: key, op: eq, value: 123e4567-e89b-12d3-a456-426614174001}       | false
          """)
  void filtersPass(String filter, boolean passes) throws IOException {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      nc.ask("/", 1, "create: [/maps/t, {key: uuid, value: instant}]");
      nc.ask("/maps/t", 2, "put: [123e4567-e89b-12d3-a456-426614174000, 2020-01-01T00:00:00Z]");
      nc.send("/maps/t", 3L, "subscribe: [!Filter " + filter + "]");
      assertEquals(passes, nc.read().data().containsKey("reply"));
    }
  }

  /** A key of a type that nobody registered is as good a key as any, said alone or by its name. */
  @ParameterizedTest
  @ValueSource(
      strings = {"!Color RED", "[!Color RED]", "{key: !Color RED}", "!Color RED\nrequest: 1"})
  void keysOfUnknownTypesAreWatched(String key) throws IOException {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      nc.ask("/", 1, "create: [/maps/t, {key: \"Color(RED,BLUE)\", value: int}]");
      nc.ask("/maps/t", 2, "put: [!Color RED, 7]");
      nc.ask("/maps/t", 3, "put: [!Color BLUE, 8]");
      String other = nc.ask("/maps/t", 4, "subscribe: !Colour RED");
      assertTrue(other.contains("!UnknownType"), other);
      assertEquals(
          "reply: !Existing {key: !Color RED, value: 7}\n",
          nc.ask("/maps/t", 5, "subscribe: " + key));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get: !Foo 1",
        "containsKey: !Foo {}",
        "put: [!Foo 1, 2]",
        "put: [a, !Foo 1]",
        "removeWithValue: [a, !Foo 1]",
      })
  void typesThatNobodyKnowsAreNotTakenForMistakesOfAnotherKind(String event) throws IOException {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      nc.ask("/", 1, "create: [/maps/t, {key: string, value: long}]");
      String answer = nc.ask("/maps/t", 2, event);
      assertTrue(answer.contains("!UnknownType") && answer.contains("type: Foo"), answer);
      String known = nc.ask("/maps/t", 3, "put: [a, !Identity {}]");
      assertTrue(known.contains("!BadArgument"), known);
    }
  }

  /** What put refuses no visitor writes; what is only compared may be anything. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          any               | put: [z, !Foo 1]                                        | true
          any               | syncUpdate: [z, !PutIfAbsent {value: !Foo 1}, !Identity {}] | true
          any               | syncUpdate: [a, !SetField {field: x, value: !Foo 1}, !Identity] | true
          any               | syncUpdate: [a, !Replace {old: 1, new: !Foo 1}, !Identity {}] | true
          any               | syncUpdate: [a, !Replace {old: !Foo 1, new: 2}, !Identity {}] | false
          any               | syncUpdate: [l, !Append {element: !Foo 1}, !Identity {}] | true
          any               | syncUpdate: [l, !Append {element: 1}, !Identity {}]     | false
          list<decimal>     | put: [z, [!Foo 1]]                                      | true
          list<decimal>     | put: [z, [!dec 1]]                                      | true
          list<decimal>     | put: [z, !Foo [1]]                                      | true
          map<string,long>  | put: [z, {b: !Foo 1}]                                   | true
          map<string,long>  | put: [z, {b: 1}]                                        | false
          "list<Foo(A,B)>"  | put: [z, [!Foo A]]                                      | false
          "Foo(A,B)"        | syncUpdate: [z, !PutIfAbsent {value: !Foo A}, !Identity {}] | false
          """)
  void noVisitorWritesATypeThatNobodyKnows(String type, String event, boolean refused)
      throws IOException {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      String name = type.replace("\"", "");
      assertEquals(
          "reply: null\n",
          nc.ask("/", 1, "create: [/maps/t, {key: string, value: \"" + name + "\"}]"));
      String answer = nc.ask("/maps/t", 2, event);
      assertEquals(refused, answer.contains("!UnknownType"), answer);
      assertEquals(!refused, answer.startsWith("reply: "), answer);
    }
  }

  @Test
  void numbersThatAreNoDecimalAreRefused() throws IOException {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      nc.ask("/", 1, "create: [/maps/t, {key: string, value: decimal}]");
      nc.ask("/maps/t", 2, "put: [a, 1]");
      String inexact = nc.ask("/maps/t", 3, "addAndGet: [a, .inf]");
      assertTrue(inexact.contains("exception: !"), inexact);
      nc.ask("/maps/t", 4, "put: [a, !decimal \"1E+20000\"]");
      String large = nc.ask("/maps/t", 5, "applyTo: [a, !Square {}]");
      assertTrue(large.contains("!VisitorFailed") && large.contains("square"), large);
    }
  }

  /** Typed values come as instances of their classes, and are found, removed and sorted as such. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "!instant 2026-01-01T00:00:00Z",
        "!uuid 123e4567-e89b-12d3-a456-426614174000",
        "!date 2026-01-01",
        "!duration PT1H",
        "!decimal \"1.5\"",
        "!Add {amount: 1}",
        "[!date 2026-01-01]",
        "{a: !date 2026-01-01}"
      })
  void anyValuesAreThoseOfTheirTypes(String value) throws IOException {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      nc.ask("/", 1, "create: [/sets/t, {element: any}]");
      nc.ask("/", 2, "create: [/lists/t, {element: any}]");
      nc.ask("/", 3, "create: [/maps/t, {key: any, value: any}]");
      assertEquals("reply: true\n", nc.ask("/sets/t", 4, "add: " + value));
      assertEquals("reply: null\n", nc.ask("/sets/t", 5, "clear: []"));
      assertEquals("reply: 0\n", nc.ask("/sets/t", 6, "size: []"));
      if (value.startsWith("!")) { // others are no keys
        nc.ask("/maps/t", 7, "put: [" + value + ", 1]");
        assertEquals("reply: null\n", nc.ask("/maps/t?view=keySet", 8, "clear: []"));
        assertEquals("reply: 0\n", nc.ask("/maps/t", 9, "size: []"));
      }
      assertEquals("reply: true\n", nc.ask("/lists/t", 10, "addAll: [other, " + value + "]"));
      assertEquals("reply: true\n", nc.ask("/lists/t", 11, "contains: " + value));
      assertEquals("reply: 1\n", nc.ask("/lists/t", 12, "indexOf: " + value));
      assertEquals("reply: 1\n", nc.ask("/lists/t", 13, "lastIndexOf: " + value));
      assertEquals("reply: true\n", nc.ask("/lists/t", 14, "remove: " + value));
      assertEquals("reply: 1\n", nc.ask("/lists/t", 15, "size: []"));
    }
  }

  @Test
  void anyValuesAreSorted() throws IOException {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      nc.ask("/", 1, "create: [/lists/t, {element: any}]");
      nc.ask("/lists/t", 2, "addAll: [!date 2026-01-02, !date 2026-01-01, !date 2026-01-03]");
      assertEquals("reply: null\n", nc.ask("/lists/t", 3, "sort: []"));
      for (long day = 1; day <= 3; day++) {
        String found = nc.ask("/lists/t", 3 + day, "get: " + (day - 1));
        assertEquals("reply: !date \"2026-01-0" + day + "\"\n", found);
      }
    }
  }

  /** What is there is found, however it is said: as it was put, and as it is told. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          list<decimal>       | [1, 0.1]
          list<uuid>          | [123e4567-e89b-12d3-a456-426614174000]
          list<int>           | [1, 2]
          list<float>         | [0.5]
          list<char>          | [a]
          list<integer>       | [1]
          list<bytes>         | [!!binary AQI=]
          list<list<decimal>> | [[1], [2]]
          set<decimal>        | [1, 2]
          map<string,decimal> | {a: 1}
          map<uuid,long>      | {123e4567-e89b-12d3-a456-426614174000: 1}
          list<any>           | [!decimal "1", !!binary AQI=]
          any                 | [!!binary AQI=, {a: !!binary AQI=}]
          list<decimal?>      | [1, null]
          """)
  void valuesOfTypesAreFound(String type, String value) throws IOException {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      nc.ask("/", 1, "create: [/maps/t, {key: string, value: \"" + type + "\"}]");
      nc.ask("/", 2, "create: [/lists/t, {element: \"" + type + "\"}]");
      nc.ask("/maps/t", 3, "put: [a, " + value + "]");
      nc.ask("/lists/t", 4, "addAll: [" + value + "]");
      String told = nc.ask("/maps/t", 5, "get: a").substring("reply: ".length()).strip();
      for (String said : List.of(value, told)) {
        String yes = "reply: true\n";
        String no = "reply: false\n";
        assertEquals(yes, nc.ask("/maps/t", 6, "containsValue: " + said), said);
        assertEquals(yes, nc.ask("/maps/t", 7, "equals: {a: " + said + "}"), said);
        String values = "/maps/t?view=values";
        assertEquals(yes, nc.ask(values, 8, "contains: " + said), said);
        assertEquals(yes, nc.ask(values, 9, "containsAll: [" + said + "]"), said);
        assertEquals(yes, nc.ask(values, 10, "equals: [" + said + "]"), said);
        assertEquals(no, nc.ask(values, 11, "retainAll: [" + said + "]"), said);
        String entries = "/maps/t?view=entrySet";
        assertEquals(yes, nc.ask(entries, 12, "contains: [a, " + said + "]"), said);
        assertEquals(yes, nc.ask(entries, 13, "equals: [[a, " + said + "]]"), said);
        assertEquals(yes, nc.ask("/lists/t", 14, "contains: " + said), said);
        assertEquals("reply: 0\n", nc.ask("/lists/t", 15, "indexOf: " + said), said);
        assertEquals(yes, nc.ask("/lists/t", 16, "containsAll: [" + said + "]"), said);
        assertEquals(yes, nc.ask("/lists/t", 17, "equals: [" + said + "]"), said);
        assertEquals(no, nc.ask("/lists/t", 18, "retainAll: [" + said + "]"), said);
        for (String view : List.of("reversed", "subList")) {
          String part = "/lists/t?view=" + view;
          if (view.equals("subList")) {
            String proxy = nc.ask("/lists/t", 30, "subList: [0, 1]");
            part = proxy.substring(proxy.indexOf('"') + 1, proxy.lastIndexOf('"'));
          }
          assertEquals(yes, nc.ask(part, 31, "contains: " + said), part + said);
          assertEquals("reply: 0\n", nc.ask(part, 32, "indexOf: " + said), part + said);
          assertEquals("reply: 0\n", nc.ask(part, 33, "lastIndexOf: " + said), part + said);
        }
      }
      assertEquals("reply: true\n", nc.ask("/maps/t?view=values", 19, "remove: " + told));
      nc.ask("/lists/t", 20, "add: " + told);
      assertEquals("reply: true\n", nc.ask("/lists/t?view=reversed", 23, "remove: " + told));
      assertEquals("reply: true\n", nc.ask("/lists/t", 24, "removeAll: [" + told + "]"));
      assertEquals("reply: 0\n", nc.ask("/maps/t", 21, "size: []"));
      assertEquals("reply: 0\n", nc.ask("/lists/t", 22, "size: []"));
    }
  }
}
