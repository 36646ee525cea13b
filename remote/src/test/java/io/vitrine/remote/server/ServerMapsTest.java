package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.store.TypedValue;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What visitors and functions make of the entries of a map, typed by hand. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
@ParameterizedClass
@EnumSource(WireEncoding.class)
class ServerMapsTest {
  @Parameter private WireEncoding encoding;

  private Vitrine vitrine;
  private VitrineServer server;
  private ObservableMap<String, Object> map;
  private Telnet nc;
  private long tid;

  /** A registered function of two arguments: tells them. */
  record Both() implements BiFunction<Object, @Nullable Object, Object> {
    @Override
    public Object apply(Object one, @Nullable Object other) {
      return one + "+" + other;
    }
  }

  /** A registered function of two arguments: makes nothing of them. */
  record Neither() implements BiFunction<Object, @Nullable Object, @Nullable Object> {
    @Override
    public @Nullable Object apply(Object one, @Nullable Object other) {
      return null;
    }
  }

  /** A registered function of one argument: makes nothing of it. */
  record Nothing() implements Function<Object, @Nullable Object> {
    @Override
    public @Nullable Object apply(Object one) {
      return null;
    }
  }

  /** A registered value. */
  record Person(String name, long age) {}

  @BeforeEach
  void start() throws IOException {
    var types =
        new TypeRegistry()
            .register(Both.class)
            .register(Neither.class)
            .register(Nothing.class)
            .register(Person.class);
    vitrine = Vitrine.inMemory(types);
    map = vitrine.map("/maps/p", String.class, Object.class);
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
    nc = new Telnet(server.address(), encoding);
  }

  @AfterEach
  void stop() throws IOException {
    nc.close();
    server.close();
    vitrine.close();
  }

  private void ask(String data, String answer) throws IOException {
    assertEquals("reply: " + answer + "\n", nc.ask("/maps/p", ++tid, data), data);
  }

  private TypedValue fails(String data, String code) throws IOException {
    nc.send("/maps/p", ++tid, data);
    Telnet.Answer answer = nc.read();
    assertEquals(code, answer.code(), data + " -> " + answer);
    assertEquals(Map.of("tid", tid), answer.meta());
    assertTrue(answer.complete());
    return (TypedValue) answer.data().get("exception");
  }

  /** It is a failure of what the client calls by this name. */
  private void failsWithin(String type, String data) throws IOException {
    var content = (Map<?, ?>) fails(data, "VisitorFailed").content();
    assertEquals(type, content.get("type"), data);
  }

  @Test
  void replaceEachAnswersThePlacesOfThoseThatDiffered() throws IOException {
    map.putAll(Map.of("a", 1L, "b", 2L, "c", List.of(3L)));
    ask("replaceEach: [[a, 9, 5], [b, 2, 6], [x, 1, 7], [c, [3], [4]]]", "[0, 2]");
    assertEquals(Map.of("a", 1L, "b", 6L, "c", List.of(4L)), map);
    ask("replaceEach: [{key: a, oldValue: 1, value: 5}, [b, 6, 7]]", "[]");
    assertEquals(Map.of("a", 5L, "b", 7L, "c", List.of(4L)), map);
    ask("replaceEach: [[a, 5, 6], [a, 5, 7], [a, 6, 8]]", "[1]"); // one after the other
    assertEquals(8L, map.get("a"));
    ask("replaceEach: []", "[]");
    // None is done where one of them cannot be.
    fails("replaceEach: [[a, 8, 9], [b, 7]]", "BadArgument");
    fails("replaceEach: [[a, 8, 9], [b, 7, null]]", "NullKey");
    fails("replaceEach: [a, 8, 9]", "BadArgument");
    fails("replaceEach: a", "BadArgument");
    assertEquals(Map.of("a", 8L, "b", 7L, "c", List.of(4L)), map);
  }

  @Test
  void compute() throws IOException {
    ask("compute: [a, !Both {}]", "\"a+null\"");
    ask("compute: [a, !Both {}]", "\"a+a+null\"");
    assertEquals(Map.of("a", "a+a+null"), map);
    ask("compute: {key: a, function: !Neither {}}", "null");
    ask("compute: [a, !Neither {}]", "null");
    assertEquals(Map.of(), map);
    fails("compute: [a, !Identity {}]", "BadArgument");
    fails("compute: [a, !Nonsense {}]", "UnknownType");
    fails("compute: [null, !Both {}]", "NullKey");
    failsWithin("Sum", "compute: [a, !Sum {}]");
    assertEquals(Map.of(), map);
  }

  @Test
  void computeIfPresent() throws IOException {
    ask("computeIfPresent: [a, !Both {}]", "null");
    assertEquals(Map.of(), map);
    map.put("a", 1L);
    ask("computeIfPresent: [a, !Both {}]", "\"a+1\"");
    assertEquals(Map.of("a", "a+1"), map);
    ask("computeIfPresent: [a, !Neither {}]", "null");
    assertEquals(Map.of(), map);
    fails("computeIfPresent: [a, !Identity {}]", "BadArgument");
  }

  @Test
  void computeIfAbsent() throws IOException {
    ask("computeIfAbsent: [a, !Nothing {}]", "null");
    assertEquals(Map.of(), map);
    ask("computeIfAbsent: [abc, !Size {}]", "3");
    ask("computeIfAbsent: [abc, !Identity {}]", "3");
    assertEquals(Map.of("abc", 3L), map);
    fails("computeIfAbsent: [a, !Both {}]", "BadArgument");
    failsWithin("Square", "computeIfAbsent: [a, !Square {}]");
    assertEquals(Map.of("abc", 3L), map);
  }

  @Test
  void merge() throws IOException {
    ask("merge: [a, 5, !Sum {}]", "5");
    ask("merge: [a, 2, !Sum {}]", "7");
    ask("merge: {key: a, value: 1, function: !Both {}}", "\"7+1\"");
    assertEquals(Map.of("a", "7+1"), map);
    failsWithin("Sum", "merge: [a, 1, !Sum {}]");
    ask("merge: [a, 1, !Neither {}]", "null");
    assertEquals(Map.of(), map);
    fails("merge: [a, null, !Sum {}]", "NullKey");
    fails("merge: [a, 1, !Square {}]", "BadArgument");
    assertEquals(Map.of(), map);
  }

  @Test
  void replaceAll() throws IOException {
    ask("replaceAll: !Both {}", "null");
    map.putAll(Map.of("a", 1L, "b", 2L));
    ask("replaceAll: !Both {}", "null");
    assertEquals(Map.of("a", "a+1", "b", "b+2"), map);
    failsWithin("Sum", "replaceAll: !Sum {}");
    fails("replaceAll: !Neither {}", "BadArgument"); // an entry would be gone
    fails("replaceAll: !Identity {}", "BadArgument");
    assertEquals(Map.of("a", "a+1", "b", "b+2"), map);
  }

  @Test
  void hashCodeAndEqualsOfEntries() throws IOException {
    map.putAll(Map.of("a", 1L, "b", 2L));
    ask("hashCode: []", "192"); // 97 ^ 1 and 98 ^ 2
    map.put("c", List.of("x", true));
    Map<String, Object> same = Map.of("a", 1L, "b", 2L, "c", List.of("x", true));
    ask("hashCode: []", String.valueOf(same.hashCode()));
    ask("equals: {c: [x, true], b: 2, a: 1}", "true");
    ask("equals: [[a, 1], {key: b, value: 2}, [c, [x, true]]]", "true");
    ask("equals: {a: 1, b: 2}", "false");
    ask("equals: {a: 1, b: 2, d: [x, true]}", "false");
    ask("equals: {a: 1, b: 2, c: [x, false]}", "false");
    ask("equals: {a: 1, b: 2.0, c: [x, true]}", "false");
    ask("equals: {a: 1, b: 2, c: [x, true], d: 1}", "false");
    fails("equals: a", "BadArgument");
  }

  @Test
  void setField() throws IOException {
    map.put("a", Map.of("name", "Ada"));
    ask("syncUpdate: [a, !SetField {field: name, value: Eva}, !Identity {}]", "{name: Eva}");
    ask("syncUpdate: [a, !SetField {field: age, value: [1]}, !Getter {field: age}]", "[1]");
    ask("syncUpdate: [a, !SetField {field: age, value: null}, !Size {}]", "2");
    ask("get: a", "{name: Eva, age: null}");
    map.put("p", new Person("Ada", 36));
    ask(
        "syncUpdate: [p, !SetField {field: age, value: 37}, !Identity {}]",
        "!Person {name: Ada, age: 37}");
    assertEquals(new Person("Ada", 37), map.get("p"));
    failsWithin("SetField", "asyncUpdate: [p, !SetField {field: size, value: 1}]");
    failsWithin("SetField", "asyncUpdate: [p, !SetField {field: age, value: old}]");
    failsWithin("SetField", "asyncUpdate: [none, !SetField {field: age, value: 1}]");
    fails("asyncUpdate: [p, !SetField {value: 1}]", "BadArgument");
    assertEquals(new Person("Ada", 37), map.get("p"));
    assertEquals(2, map.size());
  }

  @Test
  void append() throws IOException {
    ask("syncUpdate: [list, !Append {element: 1}, !Identity {}]", "[1]");
    ask("syncUpdate: [list, !Append {element: [2]}, !Identity {}]", "[1, [2]]");
    map.put("text", "ab");
    ask("syncUpdate: [text, !Append {element: c}, !Identity {}]", "abc");
    failsWithin("Append", "asyncUpdate: [text, !Append {element: 1}]");
    map.put("number", 1L);
    failsWithin("Append", "asyncUpdate: [number, !Append {element: 1}]");
    fails("asyncUpdate: [list, !Append {}]", "BadArgument");
    assertEquals(Map.of("list", List.of(1L, List.of(2L)), "text", "abc", "number", 1L), map);
  }

  @Test
  void putIfAbsentAndReplaceAsVisitors() throws IOException {
    ask("syncUpdate: [a, !Replace {old: 5, new: 6}, !Identity {}]", "null");
    assertEquals(Map.of(), map);
    ask("syncUpdate: [a, !PutIfAbsent {value: 5}, !Identity {}]", "5");
    ask("syncUpdate: [a, !PutIfAbsent {value: 6}, !Identity {}]", "5");
    ask("syncUpdate: [a, !Replace {old: 6, new: 7}, !Identity {}]", "5");
    assertEquals(Map.of("a", 5L), map);
    ask("syncUpdate: [a, !Replace {old: 5, new: {b: 7}}, !Identity {}]", "{b: 7}");
    ask("asyncUpdate: [a, !Replace {old: {b: 7}, new: done}]", "null");
    assertEquals(Map.of("a", "done"), map);
    fails("asyncUpdate: [b, !PutIfAbsent {}]", "BadArgument");
    fails("asyncUpdate: [a, !Replace {old: done}]", "BadArgument");
    assertEquals(Map.of("a", "done"), map);
  }

  @Test
  void size() throws IOException {
    ask("putAll: {t: Ada, b: !!binary AQI=, l: [1, 2, 3, 4], m: {a: 1}, n: 5}", "null");
    ask("applyTo: [t, !Size {}]", "3");
    ask("applyTo: [b, !Size {}]", "2");
    ask("applyTo: [l, !Size {}]", "4");
    ask("applyTo: [m, !Size {}]", "1");
    ask("applyTo: [none, !Size {}]", "0");
    failsWithin("Size", "applyTo: [n, !Size {}]");
    ask("syncUpdate: [l, !Append {element: 5}, !Size {}]", "5");
  }
}
