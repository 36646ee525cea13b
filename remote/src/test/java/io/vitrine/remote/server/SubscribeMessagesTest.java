package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.store.TypedValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages that subscribe among other events, and what follows in them. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
@ParameterizedClass
@EnumSource(WireEncoding.class)
class SubscribeMessagesTest {
  private static final String PATH = "/maps/m";

  @Parameter private WireEncoding encoding;

  private Vitrine vitrine;
  private VitrineServer server;
  private Telnet nc;
  private ObservableMap<String, Object> map;

  @BeforeEach
  void start() throws IOException {
    vitrine = Vitrine.inMemory();
    map = vitrine.map(PATH, String.class, Object.class);
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
    nc = new Telnet(server.address(), encoding);
    for (String key : List.of("a", "b", "c", "d")) {
      map.put(key, 1L);
    }
  }

  @AfterEach
  void stop() throws IOException {
    nc.close();
    server.close();
    vitrine.close();
  }

  /** All answers under a tid until one under another, which is asked for behind them. */
  private List<Telnet.Answer> answersBeforeNextRequest(long tid) throws IOException {
    var answers = new ArrayList<Telnet.Answer>();
    nc.send(PATH, tid + 1, "size: []");
    for (Telnet.Answer a = nc.read(); a.meta().get("tid").equals(tid); a = nc.read()) {
      if (!a.data().containsKey("progress")) {
        answers.add(a);
      }
    }
    return answers;
  }

  /** Reads up to so many items under the tid 7; what else comes under it is passed over. */
  private void readItems(int count) throws IOException {
    for (int items = 0; items < count; ) {
      Telnet.Answer answer = nc.read();
      items += isItem(answer) ? 1 : 0;
    }
  }

  private static boolean isItem(Telnet.Answer answer) {
    return answer.data().get("reply") instanceof TypedValue;
  }

  /** The demand is that of the message once, wherever in it the subscription stands. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /maps/m | subscribe: []                        | request: 1 | 1
          /maps/m | size: [];addAndGet: [c, 1];subscribe: [] | request: 1 | 1
          /maps/m | subscribe: {bootstrap: true}         | request: 2 | 2
          /maps   | subscribe: []                        | request: 1 | 1
          /maps   | list: /;subscribe: []                | request: 1 | 1
          """)
  void noMoreThanRequested(String csp, String events, String request, int most) throws IOException {
    vitrine.map("/maps/n", String.class, Long.class);
    vitrine.map("/maps/o", String.class, Long.class);
    nc.send(csp, 7L, events.replace(";", "\n") + "\n" + request);
    readItems(most);
    nc.send(csp, 7L, "request: 1");
    readItems(1);
    nc.send(csp, 7L, "cancel: []");
    Telnet.Answer last = nc.read();
    for (; !last.complete(); last = nc.read()) {
      assertFalse(isItem(last), "more than requested: " + last);
    }
    assertEquals(Map.of("cancelled", "By request"), last.data());
  }

  @Test
  void nothingFollowsTheLastAnswer() throws IOException {
    for (long tid = 100; tid < 160; tid += 2) {
      nc.send(PATH, tid, "subscribe: {bootstrap: false}\ncancel: []\nsize: []");
      Telnet.Answer answer = nc.read();
      while (!answer.data().containsKey("exception")) { // what the subscription began with
        assertFalse(answer.complete(), answer.toString());
        answer = nc.read();
      }
      assertTrue(answer.toString().contains("behind the cancel"), answer.toString());
      assertFalse(answer.complete());
      List<Telnet.Answer> last = answersBeforeNextRequest(tid);
      while (last.isEmpty() || !last.getLast().complete()) {
        last.add(nc.read());
      }
      assertEquals(Map.of("cancelled", "By request"), last.getLast().data());
      assertEquals(1, last.stream().filter(Telnet.Answer::complete).count());
    }
  }

  @Test
  void twoFiltersOrFunctionsAreRefused() throws IOException {
    String filter = "!Filter {field: key, op: eq, value: a}";
    String filters = nc.ask(PATH, 1, "subscribe: [" + filter + ", " + filter + "]");
    assertTrue(filters.contains("!BadArgument") && filters.contains("two filters"), filters);
    String functions = nc.ask(PATH, 2, "subscribe: [!Getter {field: n}, !Getter {field: t}]");
    assertTrue(functions.contains("two functions"), functions);
    assertTrue(nc.ask(PATH, 3, "subscribe: [" + filter + ", !Identity {}]").contains("reply:"));
  }

  @Test
  void aFilterOrFunctionAloneIsNoKey() throws IOException {
    vitrine.map(PATH, String.class, Object.class).putAll(Map.of("a", 1L, "b", 2L));
    String filtered = nc.ask(PATH, 1, "subscribe: !Filter {field: key, op: eq, value: b}");
    assertTrue(filtered.contains("!Existing") && filtered.contains("key: b"), filtered);
    nc.send(PATH, 2L, "subscribe: !Getter {field: value}");
    var values = new HashSet<Object>();
    while (values.size() < 2) {
      Telnet.Answer answer = nc.read();
      if (answer.meta().get("tid").equals(2L) && answer.data().containsKey("reply")) {
        values.add(answer.reply());
      }
    }
    assertEquals(Set.of(1L, 2L), values);
  }

  @Test
  void toWatchAnnotationsMakesNoMap() throws IOException {
    nc.send(PATH, 7L, "subscribe: {events: [annotated]}");
    while (!nc.read().data().containsKey("bootstrapped")) {
      // the present state
    }
    assertEquals(List.of(PATH), vitrine.list("/"));
    for (int round = 0; round < 2; round++) { // the second time in another map
      vitrine.annotate(PATH, "unit", "EUR" + round);
      Telnet.Answer annotated = nc.read();
      while (!annotated.data().containsKey("annotated")) {
        annotated = nc.read();
      }
      Map<?, ?> told = (Map<?, ?>) annotated.data().get("annotated");
      assertEquals("EUR" + round, told.get("value"));
      vitrine.drop("/maps/annotations");
    }
  }

  @Test
  void theCatalogueTellsItsEpoch() throws IOException {
    nc.send("/", 7L, "subscribe: []");
    Telnet.Answer answer = nc.read();
    while (!answer.data().containsKey("bootstrapped")) {
      answer = nc.read();
    }
    Map<?, ?> place = (Map<?, ?>) answer.data().get("bootstrapped");
    assertEquals(vitrine.describe(PATH).epoch(), place.get("epoch"));
  }
}
