package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.store.TypedValue;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused is told in words that say what was wrong and mean something without Java. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
@ParameterizedClass
@EnumSource(WireEncoding.class)
class WordsTest {
  private static final Pattern JAVA =
      Pattern.compile(
          "java\\.|io\\.vitrine|Exception|"
              + "\\b(class|Long|Double|Integer|ArrayList|LinkedHashMap)\\b");

  @Parameter private WireEncoding encoding;

  private Vitrine vitrine;
  private VitrineServer server;
  private Telnet nc;

  @BeforeEach
  void start() throws IOException {
    vitrine = Vitrine.inMemory();
    var map = vitrine.map("/maps/m", String.class, Object.class);
    map.put("s", "text");
    map.put("l", List.of(1L));
    map.put("n", 5L);
    vitrine.map("/maps/n", String.class, Long.class).put("a", 1L);
    vitrine.list("/lists/mixed", Object.class).addAll(List.of("a", 1L, List.of(2L)));
    vitrine.list("/lists/n", Long.class).addAll(List.of(3L, 1L, 2L));
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
    nc = new Telnet(server.address(), encoding);
  }

  @AfterEach
  void stop() throws IOException {
    nc.close();
    server.close();
    vitrine.close();
  }

  private String refusal(String code, String csp, String data) throws IOException {
    nc.send(csp, 1L, data);
    Telnet.Answer answer = nc.read();
    assertEquals(code, answer.code(), data + " -> " + answer);
    var content = (Map<?, ?>) ((TypedValue) answer.data().get("exception")).content();
    return String.valueOf(content.get("message"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/maps/m     | subscribe: {overflw: every}      | there is no option overflw",
        "/maps/m     | subscribe: {overflw: every}      | {key: {...}}",
        "/maps/m     | subscribe: {key: s, even: [x]}   | there is no option even",
        "/maps/m     | subscribe: {1: 2}                | there is no option that is no name",
        "/lists/n    | subscribe: {fliter: 1}           | there is no option fliter",
        "/lists/n    | sort: up                         | expected [], reverse or a registered",
        "/lists/n    | sort: [1]                        | expected [], reverse or a registered",
        "/lists/mixed| sort: []                         | has no order among the others",
        "/maps/n     | put: [k, x]                      | is string \"x\", expected long",
        "/maps/n     | put: [k, 1.5]                    | the number 1.5, expected long",
        "/maps/n     | put: [5, 5]                      | the integer 5, expected a string",
        "/maps/m     | put: [k, {? [1] : 2}]            | a scalar as the key of a map",
        "/maps/m     | put: [k, {!decimal \"1.0\": 1}]   | a scalar as the key of a map",
        "/maps/m     | put: [k, {? {a: 1} : 2}]         | a scalar as the key of a map"
      })
  void argumentsAreToldApart(String csp, String data, String words) throws IOException {
    String message = refusal("BadArgument", csp, data);
    assertTrue(message.contains(words), message);
    assertFalse(JAVA.matcher(message).find(), message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "addAndGet: [s, 1]",
        "addAndGet: [l, 1]",
        "asyncUpdate: [n, !Append {element: 1}]",
        "asyncUpdate: [s, !Increment {field: a, by: 1}]",
        "asyncUpdate: [n, !SetField {field: a, value: 1}]",
        "applyTo: [n, !Size {}]",
        "applyTo: [s, !Square {}]",
        "applyTo: [l, !Getter {field: a}]",
        "merge: [s, 1, !Sum {}]"
      })
  void failuresOfVisitorsNameNoClasses(String data) throws IOException {
    String message = refusal("VisitorFailed", "/maps/m", data);
    assertFalse(JAVA.matcher(message).find(), message);
  }

  @Test
  void sortTakesAnOrder() throws IOException {
    assertEquals("reply: null\n", nc.ask("/lists/n", 1, "sort: reverse"));
    assertEquals("reply: 3\n", nc.ask("/lists/n", 1, "getFirst: []"));
    assertEquals("reply: null\n", nc.ask("/lists/n", 1, "sort: []"));
    assertEquals("reply: 1\n", nc.ask("/lists/n", 1, "getFirst: []"));
  }

  /** In bytes each of these would be a question mark, and all of the paths one. */
  @ParameterizedTest
  @ValueSource(strings = {"\\uD800", "\\uD801", "a\\uDC00b", "\\uDC00\\uD800"})
  void namesWithHalfAPairOfSurrogatesAreRefused(String name) throws IOException {
    String quoted = "\"/maps/" + name + "\"";
    assertSurrogate(refusal("BadArgument", "/", "create: [" + quoted + ", {}]"));
    assertSurrogate(refusal("BadArgument", "/", "drop: " + quoted));
    assertSurrogate(refusal("UnknownPath", "/maps/" + name, "size: []"));
    assertSurrogate(refusal("UnknownPath", "/maps/" + name, "put: [a, 1]"));
    assertSurrogate(refusal("BadArgument", "/maps/m", "put: [\"" + name + "\", 1]"));
    assertEquals("reply: null\n", nc.ask("/maps/m", 1, "get: \"" + name + "\""), "nobody has it");
    assertSurrogate(refusal("BadArgument", "/maps/m", "put: [k, \"" + name + "\"]"));
    assertSurrogate(refusal("BadArgument", "/maps/m", "put: [k, {\"" + name + "\": 1}]"));
    assertFalse(vitrine.list("/").contains("/maps/?"));
  }

  private static void assertSurrogate(String message) {
    assertTrue(message.contains("the unpaired surrogate U+D"), message);
  }
}
