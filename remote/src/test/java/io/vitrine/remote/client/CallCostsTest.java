package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.ObservableMap;
import io.vitrine.remote.client.CallTable.Cost;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Counts the requests of every method of {@code ConcurrentMap}, {@code Set} and {@code List} and of
 * their views, and checks that the tables in {@code docs/collections.md} say the same; {@code
 * -Ddocs.fix=true} writes them.
 */
@ParameterizedClass
@EnumSource(WireEncoding.class)
class CallCostsTest {
  private static final String BEGIN = "<!-- calls: written by CallCostsTest, -Ddocs.fix=true -->\n";
  private static final String END = "<!-- end of calls -->\n";

  /** Elements and how many of them are on a page: one page, and three. */
  private static final int[][] SIZES = {{5, 500}, {5, 2}};

  @Parameter private WireEncoding encoding;

  private Loopback loopback;

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(encoding);
    loopback
        .types
        .register(ListCalls.Increase.class)
        .register(MapCalls.Longer.class)
        .register(MapCalls.Length.class);
  }

  @AfterEach
  void stop() throws IOException {
    loopback.close();
  }

  @Test
  void everyMethodIsCounted_andThePageIsCurrent() throws IOException {
    String tables = maps() + "\n" + collections() + "\n" + lists();
    Path page = Path.of("../docs/collections.md").toAbsolutePath().normalize();
    String text = Files.readString(page);
    int from = text.indexOf(BEGIN);
    int to = text.indexOf(END);
    assertTrue(from >= 0 && to > from, page + " has no place for the tables");
    String before = text.substring(from + BEGIN.length(), to);
    if (Boolean.getBoolean("docs.fix") && !before.equals(tables)) {
      Files.writeString(
          page, text.substring(0, from + BEGIN.length()) + tables + text.substring(to));
    } else {
      assertEquals(tables, before, "test with -Ddocs.fix=true to write " + page);
    }
  }

  private String maps() throws IOException {
    var rows = new ArrayList<>(MapCalls.ofTheJdk());
    assertComplete(ConcurrentMap.class, rows);
    rows.addAll(MapCalls.added());
    return table(List.of("map"), rows, List.of(this::map));
  }

  private ObservableMap<String, Long> map(VitrineClient client, int size) {
    var map = loopback.vitrine.map("m", String.class, Long.class);
    map.clear();
    for (long i = 0; i < size; i++) {
      map.put("e" + i, i);
    }
    return client.map("m", String.class, Long.class);
  }

  private String collections() throws IOException {
    var rows = new ArrayList<>(SetCalls.ofTheJdk());
    assertComplete(Set.class, rows);
    rows.addAll(SetCalls.added());
    return table(
        List.of("set", "keySet", "entrySet", "values"),
        rows,
        List.of(
            this::set,
            (client, size) -> calls(map(client, size).keySet(), "e1", "x"),
            (client, size) ->
                calls(map(client, size).entrySet(), Map.entry("e1", 1L), Map.entry("x", 1L)),
            (client, size) -> calls(map(client, size).values(), 1L, 77L)));
  }

  @SuppressWarnings("unchecked") // The elements are of the type of the collection.
  private static SetCalls calls(java.util.Collection<?> all, Object present, Object absent) {
    return new SetCalls((java.util.Collection<Object>) all, present, absent);
  }

  private SetCalls set(VitrineClient client, int size) {
    var set = loopback.vitrine.set("s", Long.class);
    set.clear();
    LongStream.range(0, size).forEach(set::add);
    return calls(client.set("s", Long.class), 1L, 77L);
  }

  private String lists() throws IOException {
    var rows = new ArrayList<>(ListCalls.ofTheJdk());
    assertComplete(List.class, rows);
    rows.addAll(ListCalls.added());
    return table(
        List.of("list", "subList", "reversed"),
        rows,
        List.of(
            this::list,
            (client, size) -> list(client, size).subList(0, size),
            (client, size) -> list(client, size).reversed()));
  }

  private List<Long> list(VitrineClient client, int size) {
    var list = loopback.vitrine.list("l", Long.class);
    list.clear();
    list.addAll(LongStream.range(0, size).boxed().toList());
    return client.list("l", Long.class);
  }

  private static void assertComplete(Class<?> type, List<? extends CallRow<?>> rows) {
    var called = rows.stream().map(CallRow::method).collect(Collectors.toCollection(TreeSet::new));
    assertEquals(CallTable.methods(type), called, "calls of " + type.getSimpleName());
  }

  /** Makes a collection of some size anew. */
  private interface Maker<S> {
    S make(VitrineClient client, int size);
  }

  /** Whatever needs two requests with a lambda has a form that needs one. */
  private static void assertAtMostOne(List<? extends CallRow<?>> rows) {
    var twice = new TreeSet<String>();
    rows.forEach(row -> twice.add(row.method()));
    rows.stream()
        .filter(row -> row.kind() != CallKind.CALLER)
        .forEach(row -> twice.remove(row.method()));
    assertEquals(Set.of(), twice, "calls that run at the caller only");
  }

  private <S> String table(List<String> columns, List<CallRow<S>> rows, List<Maker<S>> makers)
      throws IOException {
    assertAtMostOne(rows);
    var costs = new ArrayList<List<Cost>>();
    rows.forEach(_ -> costs.add(new ArrayList<>()));
    try (VitrineClient shortOne = client(0);
        VitrineClient longOne = client(1)) {
      for (Maker<S> maker : makers) {
        for (int i = 0; i < rows.size(); i++) {
          CallRow<S> row = rows.get(i);
          Function<VitrineClient, Integer> measure =
              client -> measure(client, maker.make(client, SIZES[0][0]), row);
          var cost = new Cost(measure.apply(shortOne), measure.apply(longOne));
          String what = row.title() + " of " + columns + ": " + cost.short1() + ", " + cost.long3();
          assertTrue(cost.isLinear(), what);
          assertTrue(cost.short1() < 0 || row.kind().allows(cost.fixed(), cost.aPage()), what);
          costs.get(i).add(cost);
        }
      }
    }
    return CallTable.of(columns, rows, costs);
  }

  private VitrineClient client(int which) throws IOException {
    return loopback.client(loopback.options().withPageElements(SIZES[which][1]));
  }

  /** The requests of one call, -1 where it is not supported. */
  private <S> int measure(VitrineClient client, S subject, CallRow<S> row) {
    client.sync();
    loopback.proxy.takeRequests();
    try {
      row.call().accept(subject);
    } catch (UnsupportedOperationException e) {
      return -1;
    }
    client.sync(); // What waits for no answer has passed the proxy then, too.
    return loopback.proxy.takeRequests() - 1;
  }
}
