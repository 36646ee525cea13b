package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.store.TypedValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The names of arguments that the server takes are those of the table in {@code docs/wire.md}. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class ArgumentNamesTest {
  private static final Pattern WORD = Pattern.compile("`(\\w+\\??)`");
  private static final Pattern REFUSED =
      Pattern.compile("has an argument nobody, expected \\[(.*)]");

  private static final Map<String, EventVerbs> TABLES =
      Map.of("`/`", EventVerbs.CATALOGUE, "map", EventVerbs.MAP, "list", EventVerbs.LIST);

  private static final Map<EventVerbs, String> PATHS =
      Map.of(
          EventVerbs.CATALOGUE,
          "/",
          EventVerbs.MAP,
          "/maps/m",
          EventVerbs.VIEW,
          "/maps/m?view=entrySet",
          EventVerbs.SET,
          "/sets/s",
          EventVerbs.LIST,
          "/lists/l");

  private Vitrine vitrine;
  private VitrineServer server;
  private Telnet nc;

  @BeforeEach
  void start() throws IOException {
    vitrine = Vitrine.inMemory();
    vitrine.map("/maps/m", String.class, Object.class);
    vitrine.set("/sets/s", String.class);
    vitrine.list("/lists/l", Object.class).add("x");
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
    nc = new Telnet(server.address(), WireEncoding.YAML);
  }

  @AfterEach
  void stop() throws IOException {
    nc.close();
    server.close();
    vitrine.close();
  }

  /** What the page says, by collection and event. */
  private static Map<String, List<String>> page() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "wire.md"));
    int begin = page.indexOf("### Names of arguments");
    var found = new TreeMap<String, List<String>>();
    for (String line : page.substring(begin, page.indexOf("###", begin + 3)).split("\n", -1)) {
      String[] cells = line.split("\\|", -1);
      EventVerbs table = cells.length == 5 ? TABLES.get(cells[1].strip()) : null;
      if (table != null) {
        // What stands behind a comma is about something else.
        for (String event : words(cells[2].split(",", -1)[0])) {
          found.put(PATHS.get(table) + " " + event, words(cells[3]));
        }
      }
    }
    return found;
  }

  private static List<String> words(String cell) {
    return WORD.matcher(cell).results().map(result -> result.group(1)).toList();
  }

  private String refusal(String csp, String data) throws IOException {
    nc.send(csp, 1L, data);
    Telnet.Answer answer = nc.read();
    return answer.data().get("exception") instanceof TypedValue refused
            && refused.content() instanceof Map<?, ?> map
        ? String.valueOf(map.get("message"))
        : "";
  }

  @Test
  void thePageHasTheNamesThatTheServerTakes() throws IOException {
    Map<String, List<String>> page = page();
    assertTrue(page.size() > 25, "found in the page: " + page);
    for (Map.Entry<EventVerbs, String> each : PATHS.entrySet()) {
      for (String event : each.getKey().events()) {
        List<String> said = page.get(each.getValue() + " " + event);
        // Some events take a revision as well, and then ask for another one of their forms.
        boolean placed = said != null && said.getLast().startsWith("rev") && said.size() > 1;
        String data = event + ": {nobody: 1" + (placed ? ", rev: 1}" : "}");
        Matcher refused = REFUSED.matcher(refusal(each.getValue(), data));
        List<String> taken = refused.find() ? List.of(refused.group(1).split(", ")) : null;
        boolean entries = each.getKey() == EventVerbs.VIEW; // whose elements have names
        assertEquals(
            said == null ? null : said.stream().map(name -> name.replace("?", "")).toList(),
            entries ? null : taken,
            each.getValue() + " " + event);
      }
    }
  }

  @Test
  void whatMayBeLeftOutIsMarked() throws IOException {
    for (Map.Entry<String, List<String>> entry : page().entrySet()) {
      String csp = entry.getKey().substring(0, entry.getKey().indexOf(' '));
      String event = entry.getKey().substring(csp.length() + 1);
      List<String> names = entry.getValue();
      int required = (int) names.stream().filter(name -> !name.endsWith("?")).count();
      for (int n = Math.min(required - 1, 1); n <= names.size() + 1; n++) {
        boolean fits = n >= required && n <= names.size();
        String refusal =
            refusal(csp, event + ": " + new ArrayList<>(java.util.Collections.nCopies(n, 7)));
        boolean alone = event.equals("removeAt") && n == 1;
        if (fits || alone) {
          assertFalse(refusal.contains("arguments, expected"), entry + ": " + refusal);
        } else {
          assertTrue(
              refusal.contains("arguments, expected") || refusal.contains("is no"),
              n + " of " + entry + ": " + refusal);
        }
      }
    }
  }

  @Test
  void elementsOfListsOfEntriesHaveNamesToo() throws IOException {
    assertEquals("reply: null\n", nc.ask("/maps/m", 1, "putAll: [{key: a, value: 1}, [b, 2]]"));
    assertEquals(
        "reply: []\n", nc.ask("/maps/m", 1, "replaceEach: [{key: a, oldValue: 1, value: 3}]"));
    assertEquals(
        "reply: true\n", nc.ask("/maps/m?view=entrySet", 1, "contains: {key: a, value: 3}"));
    long revision = (long) ((Map<?, ?>) page("elements: {index: 0, count: 5}")).get("rev");
    assertEquals(
        "reply: true\n",
        nc.ask("/lists/l", 1, "rewrite: {rev: " + revision + ", set: [{index: 0, element: z}]}"));
    assertEquals("reply: z\n", nc.ask("/lists/l", 1, "get: 0"));
  }

  private Object page(String data) throws IOException {
    nc.send("/lists/l", 1L, data);
    return nc.read().reply();
  }
}
