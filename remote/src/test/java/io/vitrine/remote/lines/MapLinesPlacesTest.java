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
  void linesAreNotMixedWithAListThatIsThere() {
    var options = MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);
    var list = store.map("/lists/l", options);
    assertEquals(1, imported("/lists/l").entries());
    var thrown = assertThrows(LinesException.class, () -> imported("/lists/l"));
    assertEquals(
        "f:1: /lists/l is a list that is there, with 1 entries, expected none: drop it before,"
            + " or give another path; 0 entries were imported",
        thrown.getMessage());
    assertEquals(1, list.size());
    assertEquals(1, imported("/lists/n").entries());
    store.map("/maps/m", options).put(1L, new byte[0]);
    assertEquals(1, imported("/maps/m").entries());
    assertEquals(2, store.map("/maps/m", options).size());
  }
}
