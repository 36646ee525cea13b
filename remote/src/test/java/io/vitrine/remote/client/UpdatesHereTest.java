package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vitrine.collections.MapSpec;
import io.vitrine.collections.ObservableMap;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What lambdas on entries cost, and that each try sees what is there. */
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
  void oneRequestToLookAndOneToSet() {
    assertEquals(5L, costs(1, () -> map.merge("a", 5L, (v, n) -> plus(v, (Long) n))));
    assertEquals(7L, costs(2, () -> map.merge("a", 2L, (v, n) -> plus(v, (Long) n))));
    assertEquals(8L, costs(2, () -> map.compute("a", (_, v) -> plus(v, 1))));
    assertEquals(9L, costs(2, () -> map.computeIfPresent("a", (_, v) -> plus(v, 1))));
    assertEquals("10", costs(2, () -> map.syncUpdate("a", v -> plus(v, 1), v -> "" + v)));
    assertEquals("10", costs(1, () -> map.syncUpdate("a", v -> v, v -> "" + v)), "left as it is");
    assertEquals(10L, near.get("a"));
    assertNull(costs(2, () -> map.computeIfPresent("a", (_, _) -> null)));
    assertNull(near.get("a"));
    assertNull(costs(1, () -> map.computeIfPresent("a", (_, v) -> v)));
  }

  @Test
  void oneRequestMoreForEachTry() {
    near.put("a", 1L);
    Object made =
        costs(
            4,
            () ->
                map.compute(
                    "a",
                    (_, v) -> {
                      if ((Long) v < 3) {
                        near.put("a", (Long) v + 1); // somebody else comes between, twice
                      }
                      return plus(v, 100);
                    }));
    assertEquals(103L, made);
    assertEquals(103L, near.get("a"));
  }

  @Test
  void whatItThrowsComesBackAndChangesNothing() {
    near.put("a", 1L);
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
    assertEquals(1L, near.get("a"));
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

  @Test
  void eachAnswersWhatItMadeItself() throws Exception {
    assertEachHasANumberOfItsOwn(
        loopback.vitrine.map("n", Long.class, Long.class), client.map("n", Long.class, Long.class));
  }

  /** Revisions of a compact map are others. */
  @Test
  void eachAnswersWhatItMadeOfACompactMap() throws Exception {
    var compact = MapSpec.of(Long.class, Long.class).compact();
    assertEachHasANumberOfItsOwn(loopback.vitrine.map("n", compact), client.map("n", compact));
  }

  /** Somebody counts on as soon as he sees that the one from far has. */
  private static void assertEachHasANumberOfItsOwn(
      ObservableMap<Long, Long> one, ObservableMap<Long, Long> other) throws InterruptedException {
    int counted = 500;
    var numbers = new ConcurrentLinkedQueue<Long>();
    var done = new AtomicBoolean();
    Thread quick =
        Thread.ofPlatform()
            .start(() -> {
              Long mine = null;
              while (!done.get()) {
                Long now = one.get(7L);
                if (now != null && !now.equals(mine)) {
                  mine = one.merge(7L, 1L, Long::sum);
                  numbers.add(mine);
                }
              }
            });
    for (int i = 0; i < counted; i++) {
      numbers.add(other.merge(7L, 1L, Long::sum));
    }
    done.set(true);
    quick.join();
    assertEquals((long) one.get(7L), numbers.size(), "each has counted by one");
    assertEquals(numbers.size(), new HashSet<>(numbers).size(), "no two have the same number");
  }
}
