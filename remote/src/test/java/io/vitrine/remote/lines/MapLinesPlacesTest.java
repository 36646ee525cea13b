package io.vitrine.remote.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the maps and lists that lines come from and go to. */
class MapLinesPlacesTest {
  private final Store store = Stores.inMemory();

  @AfterEach
  void close() {
    store.close();
  }

  /** A store of which somebody drops a map as soon as it has been described. */
  private Store droppedMeanwhile() {
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (_, method, arguments) -> {
              try {
                Object answer = method.invoke(store, arguments);
                if (method.getName().equals("describe")) {
                  assertTrue(store.drop((String) arguments[0]));
                }
                return answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static ByteArrayInputStream empty(String header) {
    String lines =
        "{\"vitrine\": \"map\", \"version\": 1, " + header + "}\n{\"end\": {\"entries\": 0}}\n";
    return new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8));
  }

  private LinesException refused(String... lines) {
    String header = "- {vitrine: map, version: 1, path: /maps/m, key: string, value: long}\n";
    byte[] text = (header + String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    return assertThrows(
        LinesException.class,
        () -> MapLines.read(store, null, "f", new ByteArrayInputStream(text)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- {key: b, value: 7, end: {entries: 1}}",
        "- {end: {entries: 1, foo: 2}}",
        "- {end: {entries: 1}, x: 3}",
        "- {end: {entries: '1'}}",
        "- {end: 1}"
      })
  void theLastLineIsNothingElse(String last) {
    String message = refused("- {key: a, value: 5}", last).getMessage();
    assertTrue(message.contains("f:3: expected a last line as {end: {entries: 1}}"), message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- {key: a, value: x, expires: '2001-01-01T00:00:00Z'}",
        "- {key: [1], value: 5, expires: '2001-01-01T00:00:00Z'}",
        "- {key: a, value: {}, expires: '2001-01-01T00:00:00Z'}"
      })
  void aWrongLineIsWrongAlsoWhereItsTimeIsOver(String line) {
    var refused = refused(line, "- {end: {entries: 1}}");
    assertTrue(refused.getMessage().startsWith("f:2: "), refused::getMessage);
  }

  @Test
  void aDropMeanwhileTellsTheLine() {
    byte[] text =
        ("- {vitrine: map, version: 1, path: /maps/m, key: string, value: long}\n"
                + "- {key: a, value: 5}\n".repeat(10_000))
            .getBytes(StandardCharsets.UTF_8);
    var in =
        new ByteArrayInputStream(text) {
          @Override
          public synchronized int read(byte[] into, int from, int length) {
            if (pos > text.length / 2 && store.describe("/maps/m") != null) {
              store.drop("/maps/m");
            }
            return super.read(into, from, length);
          }
        };
    var thrown = assertThrows(LinesException.class, () -> MapLines.read(store, null, "f", in));
    assertTrue(thrown.getMessage().contains("/maps/m was dropped"), thrown::getMessage);
    assertTrue(thrown.entries() > 0);
  }

  /** Nobody could say them again, or tell where in a list of paths they end. */
  @ParameterizedTest
  @ValueSource(strings = {"..", "a?b#c", "a\\\\b", "a\\n/maps/ghost", "x\\u001b[31m", "a\\u0000"})
  void aFileMayNotChooseANameThatNobodyCanSay(String name) {
    String header = "\"path\": \"/maps/" + name + "\", \"key\": \"string\", \"value\": \"any\"";
    var thrown =
        assertThrows(LinesException.class, () -> MapLines.read(store, null, "f", empty(header)));
    assertTrue(thrown.getMessage().contains("; give a path for it"), thrown::getMessage);
    assertEquals(List.of(), store.list("/"));
    assertEquals("/maps/m", MapLines.read(store, "/maps/m", "f", empty(header)).path());
  }

  @ParameterizedTest
  @ValueSource(strings = {"-5", "0", "3", "9999999999", "-9999999999"})
  void aNumberOfSegmentsThatNothingHasIsNamed(String segments) {
    String header =
        "\"path\": \"/maps/m\", \"key\": \"string\", \"value\": \"any\", \"segments\": " + segments;
    var thrown =
        assertThrows(LinesException.class, () -> MapLines.read(store, null, "f", empty(header)));
    assertTrue(
        thrown.getMessage().matches(".*segments(:| is) " + segments + ",.*"), thrown::getMessage);
  }

  @Test
  void anExportMakesNoMapAnew() {
    store.map("/maps/m", MapOptions.of(Codecs.strings(), Codecs.longs())).put("a", 1L);
    var out = new StringWriter();
    var thrown =
        assertThrows(
            IllegalArgumentException.class,
            () -> MapLines.write(droppedMeanwhile(), "/maps/m", LineFormat.YAML, out));
    assertEquals(
        "there is no collection /maps/m; create it or list what is there", thrown.getMessage());
    assertEquals("", out.toString());
    assertEquals(List.of(), List.copyOf(store.list("/")));
  }

  private MapLines.Imported imported(String path) {
    return imported(path, null);
  }

  private MapLines.Imported imported(String path, @Nullable String to) {
    String lines =
        """
        - {vitrine: map, version: 1, path: %s, key: long, value: bytes, segments: 1}
        - {key: 2, value: !!binary "AQI="}
        - {end: {entries: 1}}
        """
            .formatted(path);
    return MapLines.read(
        store, to, "f", new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
  }

  /** A list or a set that lines of a map were put into could be opened by nobody. */
  @ParameterizedTest
  @CsvSource({
    "/maps/m,  /lists/l",
    "/maps/m,  /sets/s",
    "/sets/s,  /sets/s",
    "/sets/s,  /maps/m",
    "/lists/l, /maps/m",
    "/lists/l, /sets/s",
  })
  void linesBecomeWhatTheyWere(String from, String to) {
    var thrown = assertThrows(LinesException.class, () -> imported(from, to));
    assertEquals(
        "f:1: the file is of %s, with values of type bytes, which cannot become %s; give a path of"
                .formatted(from, to)
            + " the same kind; 0 entries were imported",
        thrown.getMessage());
    assertEquals(List.of(), List.copyOf(store.list("/")));
  }

  @Test
  void linesOfAListHaveWhatListsAreKeptIn() {
    String lines =
        """
        - {vitrine: map, version: 1, path: /lists/l, key: string, value: any, segments: 1}
        - {key: a, value: 1}
        - {end: {entries: 1}}
        """;
    var in = new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8));
    var thrown = assertThrows(LinesException.class, () -> MapLines.read(store, null, "f", in));
    assertEquals(
        "f:1: the file is of the list /lists/l with entries from string to any, expected long and"
            + " bytes; 0 entries were imported",
        thrown.getMessage());
    assertEquals(List.of(), List.copyOf(store.list("/")));
  }

  @Test
  void linesOfAMapComeToWhatIsThere() {
    var options = MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);
    store.map("/maps/m", options).put(1L, new byte[0]);
    assertEquals(1, imported("/maps/m").entries());
    assertEquals(2, store.map("/maps/m", options).size());
  }
}
