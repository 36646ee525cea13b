package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vitrine.collections.ObservableMap;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Lambdas cost one request where nobody else has changed the entry, and never see what is not. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
@ParameterizedClass
@EnumSource(WireEncoding.class)
class UpdatesHereTest {
  @Parameter private WireEncoding encoding;

  private Loopback loopback;
  private VitrineClient client;
  private ObservableMap<String, Object> near;
  private ObservableMap<String, Object> map;

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(encoding);
    client = loopback.client();
    near = loopback.vitrine.map("m", String.class, Object.class);
    map = client.map("m", String.class, Object.class);
    map.size();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    loopback.close();
  }

  private <T> T costs(int requests, Supplier<T> call) {
    loopback.proxy.takeRequests();
    T result = call.get();
    assertEquals(requests, loopback.proxy.takeRequests());
    return result;
  }

  private static Object plus(Object value, long n) {
    return (value == null ? 0 : (Long) value) + n;
  }

  @Test
  void whatNobodyElseChangesCostsOneRequest() {
    assertEquals(5L, costs(1, () -> map.merge("a", 5L, (v, n) -> plus(v, (Long) n))));
    assertEquals(7L, costs(1, () -> map.merge("a", 2L, (v, n) -> plus(v, (Long) n))));
    assertEquals(8L, costs(1, () -> map.compute("a", (_, v) -> plus(v, 1))));
    assertEquals(9L, costs(1, () -> map.computeIfPresent("a", (_, v) -> plus(v, 1))));
    assertEquals("10", costs(1, () -> map.syncUpdate("a", v -> plus(v, 1), v -> "" + v)));
    assertEquals(10L, near.get("a"));
    assertNull(costs(1, () -> map.computeIfPresent("a", (_, _) -> null)));
    assertNull(near.get("a"));
    assertEquals(1L, costs(1, () -> map.compute("a", (_, v) -> plus(v, 1))));
    assertEquals(2L, costs(2, () -> map.compute("b", (_, v) -> plus(v, 2))), "not known");
    assertEquals(4L, costs(1, () -> map.compute("b", (_, v) -> plus(v, 2))));
  }

  @Test
  void whatSomebodyElseChangedCostsTwoAndIsSeen() {
    map.merge("a", 5L, (v, n) -> plus(v, (Long) n));
    near.put("a", 100L);
    assertEquals(101L, costs(2, () -> map.compute("a", (_, v) -> plus(v, 1))));
    near.remove("a");
    assertEquals(1L, costs(2, () -> map.compute("a", (_, v) -> plus(v, 1))));
    near.put("c", 50L);
    assertEquals(51L, costs(2, () -> map.merge("c", 1L, (v, n) -> plus(v, (Long) n))));
    assertEquals(51L, near.get("c"));
  }

  @Test
  void noChangeAndExceptionsAreOfWhatIsThere() {
    map.merge("a", 5L, (v, n) -> plus(v, (Long) n));
    assertEquals(5L, costs(1, () -> map.<Object>syncUpdate("a", v -> v, v -> v)));
    near.put("a", 6L);
    assertEquals(6L, costs(1, () -> map.<Object>syncUpdate("a", v -> v, v -> v)), "not of 5");
    map.compute("a", (_, v) -> plus(v, 1));
    costs(
        1,
        () ->
            assertThrows(
                IllegalStateException.class,
                () ->
                    map.compute(
                        "a",
                        (_, v) -> {
                          throw new IllegalStateException("refuses " + v);
                        })));
    assertEquals(7L, near.get("a"), "nothing has changed");
    near.put("a", 8L);
    Object made =
        costs(
            2,
            () ->
                map.compute(
                    "a",
                    (_, v) -> {
                      if (v.equals(7L)) {
                        throw new IllegalStateException("7 is there no more");
                      }
                      return plus(v, 1);
                    }));
    assertEquals(9L, made);
    assertEquals(9L, near.get("a"));
  }

  /** A record that nobody can change, in a map of its type. */
  @Test
  void recordsOfScalarsAreKept() {
    var people = client.map("people", String.class, Loopback.Person.class);
    people.put("a", new Loopback.Person("ada", 36));
    costs(2, () -> people.compute("a", (_, p) -> new Loopback.Person(p.name(), p.age() + 1)));
    var older =
        costs(1, () -> people.compute("a", (_, p) -> new Loopback.Person(p.name(), p.age() + 1)));
    assertEquals(new Loopback.Person("ada", 38), older);
    assertEquals(older, people.get("a"));
  }

  @Test
  void whatIsLargeOrCanBeChangedIsAskedForEachTime() {
    map.put("list", List.of(1L));
    map.put("large", "x".repeat(5_000));
    for (int i = 0; i < 2; i++) {
      costs(
          2,
          () ->
              map.compute(
                  "list",
                  (_, v) -> {
                    var longer = new ArrayList<Object>((List<?>) v);
                    longer.add(1L);
                    return longer;
                  }));
      costs(2, () -> map.compute("large", (_, v) -> v + "x"));
    }
    assertEquals(List.of(1L, 1L, 1L), near.get("list"));
    assertEquals("x".repeat(5_002), near.get("large"));
  }

  @Test
  void nothingIsLostAmongMany() throws Exception {
    int each = 200;
    var threads = new ArrayList<Thread>();
    try (VitrineClient second = loopback.client()) {
      for (VitrineClient one : List.of(client, client, second)) {
        var far = one.map("m", String.class, Object.class);
        threads.add(
            Thread.ofVirtual()
                .start(() -> {
                  for (int i = 0; i < each; i++) {
                    far.merge("n", 1L, (v, n) -> plus(v, (Long) n));
                    far.compute("n", (_, v) -> plus(v, 1));
                  }
                }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    assertEquals(2L * each * threads.size(), near.get("n"));
  }
}
