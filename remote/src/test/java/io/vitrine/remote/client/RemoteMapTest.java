package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Await;
import io.vitrine.collections.Functions;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.UnknownTypeException;
import io.vitrine.collections.Visitors;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.client.Loopback.Person;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.store.TypedValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@SuppressWarnings({
  "NullAway",
  "CollectionIncompatibleType"
}) // A null where there must be none fails the test.
@ParameterizedClass
@EnumSource(WireEncoding.class)
class RemoteMapTest {
  @Parameter private WireEncoding encoding;

  private Loopback loopback;
  private VitrineClient client;

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(encoding);
    client = loopback.client(loopback.options().withPageElements(10));
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    loopback.close();
  }

  @Test
  void isFoundOnTheClassPath() {
    try (Vitrine far = Vitrine.connect("127.0.0.1", loopback.server.address().getPort())) {
      far.map("prices", String.class, Double.class).put("EURUSD", 1.1);
      assertEquals(List.of("/maps/prices"), far.list("/"));
    }
    assertEquals(1.1, client.map("prices", String.class, Double.class).get("EURUSD"));
  }

  @Test
  void nobodyListening() throws IOException {
    int port = loopback.server.address().getPort();
    loopback.server.close();
    var e = assertThrows(UncheckedIOException.class, () -> Vitrine.connect("127.0.0.1", port));
    assertTrue(e.getMessage().startsWith("cannot connect to 127.0.0.1:" + port), e.getMessage());
  }

  @Test
  void everyTypeOfValueTravels() {
    var longs = client.map("longs", Long.class, Integer.class);
    longs.put(Long.MIN_VALUE, 5);
    assertEquals(Map.of(Long.MIN_VALUE, 5), longs);
    var bytes = client.map("bytes", Integer.class, byte[].class);
    bytes.put(1, new byte[] {1, -1});
    assertArrayEquals(new byte[] {1, -1}, bytes.get(1));
    assertTrue(bytes.replace(1, new byte[] {1, -1}, new byte[] {2}));
    var doubles = client.map("doubles", Double.class, Boolean.class);
    doubles.put(-0.5, true);
    assertEquals(true, doubles.get(-0.5));
    var people = client.map("people", String.class, Person.class);
    people.put("ada", new Person("Ada", 36));
    assertEquals(new Person("Ada", 36), people.get("ada"));
    assertEquals(
        new Person("Ada", 36),
        loopback.vitrine.map("people", String.class, Person.class).get("ada"));
    var any = client.map("any", String.class, Object.class);
    for (Object value :
        List.of(1L, "x", 0.5, true, List.of(1L, "a"), Map.of("k", 5L), new Person("Bob", 1))) {
      any.put("k", value);
      assertEquals(value, any.get("k"));
    }
    assertThrows(UnknownTypeException.class, () -> any.put("k", new TypedValue("None", 1L)));
    assertThrows(IllegalArgumentException.class, () -> any.put("k", new Object()));
  }

  @Test
  void existingMapNeedsNoTypes() {
    loopback.vitrine.map("people", String.class, Person.class).put("ada", new Person("Ada", 36));
    ObservableMap<Object, Object> people = client.existingMap("people");
    assertNotNull(people);
    assertEquals(new Person("Ada", 36), people.get("ada"));
    assertNull(client.existingMap("nobody"));
    assertNull(client.describe("nobody"));
    assertFalse(client.drop("nobody"));
    assertEquals("Person", client.describe("people").valueType().substring(0, 6));
    assertTrue(client.drop("people"));
    var e = assertThrows(RemoteException.class, () -> people.get("ada"));
    assertEquals("UnknownPath", e.code());
  }

  @Test
  void otherOptionsThanThoseOfTheMapAreRefused() {
    client.map("m", String.class, Long.class);
    client.map("m", String.class, Long.class);
    assertThrows(IllegalArgumentException.class, () -> client.map("m", String.class, Double.class));
    assertThrows(IllegalArgumentException.class, () -> client.map("m?x", Long.class, Long.class));
  }

  /** Answers nothing for an odd number. */
  record HalfOrNone() implements BiFunction<Object, Long, Long> {
    @Override
    public Long apply(Object key, Long value) {
      return value == null || value % 2 == 1 ? null : (Long) (value / 2);
    }
  }

  /** Fails. */
  record Failing() implements BiFunction<Object, Long, Long> {
    @Override
    public Long apply(Object key, Long value) {
      throw new ArithmeticException("of " + key);
    }
  }

  /** Of no type that the map takes. */
  record Wrong() implements BiFunction<Object, Object, Object> {
    @Override
    public Object apply(Object key, Object value) {
      return "text";
    }

    @SuppressWarnings("unchecked")
    static BiFunction<Object, Object, Long> ofLongs() {
      return (BiFunction<Object, Object, Long>) (BiFunction<?, ?, ?>) new Wrong();
    }
  }

  @Test
  void registeredFunctionsRunAtTheServer() {
    loopback
        .types
        .register(HalfOrNone.class)
        .register(Wrong.class)
        .register(Failing.class)
        .register(MapCalls.Longer.class)
        .register(MapCalls.Length.class);
    var map = client.map("m", String.class, Long.class);
    var half = new HalfOrNone();
    assertEquals(6L, map.computeIfAbsent("absent", new MapCalls.Length()));
    assertEquals(6L, map.computeIfAbsent("absent", new MapCalls.Length()));
    assertEquals(3L, map.computeIfPresent("absent", half));
    assertNull(map.computeIfPresent("absent", half));
    assertFalse(map.containsKey("absent"));
    assertNull(map.computeIfPresent("absent", half));
    assertNull(map.compute("absent", half));
    assertEquals(7L, map.compute("absent", new MapCalls.Longer(1)));
    assertEquals(5L, map.merge("new", 5L, Functions.sum()));
    assertEquals(12L, map.merge("new", 7L, Functions.sum()));
    map.replaceAll(new MapCalls.Longer(0));
    assertEquals(Map.of("absent", 13L, "new", 15L), Map.copyOf(map));
    // What fails changes nothing, and is told.
    assertThrows(IllegalArgumentException.class, () -> map.replaceAll(half));
    assertThrows(IllegalArgumentException.class, () -> map.merge("new", 1L, Wrong.ofLongs()));
    assertThrows(IllegalArgumentException.class, () -> map.compute("new", Wrong.ofLongs()));
    var e = assertThrows(RemoteException.class, () -> map.compute("new", new Failing()));
    assertEquals("VisitorFailed", e.code());
    assertTrue(e.getMessage().contains("Failing failed: of new"));
    assertThrows(NullPointerException.class, () -> map.merge("new", null, Functions.sum()));
    assertThrows(NullPointerException.class, () -> map.compute(null, half));
    assertEquals(Map.of("absent", 13L, "new", 15L), Map.copyOf(map));
  }

  @Test
  void failuresAreThoseOfJava() {
    var map = client.map("m", String.class, Long.class);
    map.put("a", 1L);
    assertThrows(NullPointerException.class, () -> map.put(null, 1L));
    assertThrows(NullPointerException.class, () -> map.put("a", null));
    assertThrows(NullPointerException.class, () -> map.get(null));
    var e =
        assertThrows(
            RemoteException.class,
            () -> map.syncUpdate("a", Visitors.increment("x", 1), Functions.identity()));
    assertEquals("VisitorFailed", e.code());
    assertThrows(ArithmeticException.class, () -> map.syncUpdate("a", v -> 1 / (v - 1), v -> v));
    assertNull(map.get((Object) 5));
    assertFalse(map.containsKey(5));
    assertFalse(map.containsValue("x"));
    assertFalse(map.remove("a", "x"));
    assertEquals(1L, map.get("a"));
  }

  @Test
  void visitorsTravelOrRunHere() {
    var map = client.map("m", String.class, Long.class);
    map.asyncUpdate("a", Visitors.add(10));
    assertEquals(100L, map.<Object>syncUpdate("a", Visitors.add(0), Functions.square()));
    assertEquals(11L, map.<Object>syncUpdate("a", Visitors.add(1), v -> v));
    assertEquals("22", map.syncUpdate("a", v -> v * 2, v -> "" + v));
    map.asyncUpdate("a", v -> v == null ? 1 : v + 1);
    assertEquals(23L, map.get("a"));
    assertNull(map.syncUpdate("a", v -> null, v -> v));
    assertFalse(map.containsKey("a"));
    assertNull(map.syncUpdate("a", v -> v, v -> v));
    map.asyncUpdate("b", Visitors.add(1));
    assertEquals(1L, map.get("b"));
  }

  @Test
  void lambdasOfTwoClientsAreAtomic() throws Exception {
    var map = client.map("m", String.class, Long.class);
    try (VitrineClient second = loopback.client()) {
      var other = second.map("m", String.class, Long.class);
      var barrier = new CyclicBarrier(2);
      var failures = new ConcurrentLinkedQueue<Throwable>();
      var threads = new ArrayList<Thread>();
      for (var one : List.of(map, other)) {
        threads.add(
            Thread.ofVirtual()
                .start(() -> {
                  try {
                    barrier.await();
                    for (int i = 0; i < 300; i++) {
                      one.merge("sum", 1L, Long::sum);
                      one.compute("count", (_, v) -> v == null ? 1 : v + 1);
                    }
                  } catch (Exception e) {
                    failures.add(e);
                  }
                }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertTrue(failures.isEmpty(), failures.toString());
    }
    assertEquals(Map.of("sum", 600L, "count", 600L), map);
  }

  @Test
  void manyUpdatesAreUnderWayAtOnce() {
    var map = client.map("m", String.class, Long.class);
    for (int i = 0; i < 20_000; i++) {
      map.asyncUpdate("key-" + i % 10, Visitors.add(1));
      map.set("last", (long) i);
    }
    client.sync();
    var near = loopback.vitrine.map("m", String.class, Long.class);
    assertEquals(19_999L, near.get("last"));
    for (int i = 0; i < 10; i++) {
      assertEquals(2_000L, near.get("key-" + i));
    }
  }

  @Test
  void failuresOfUpdatesThatNobodyWaitsForAreTold() throws Exception {
    var failures = new ConcurrentLinkedQueue<RuntimeException>();
    try (VitrineClient second =
        loopback.client(loopback.options().withFailureListener(failures::add))) {
      var map = second.map("m", String.class, Long.class);
      map.put("a", 1L);
      map.asyncUpdate("a", Visitors.increment("x", 1));
      second.sync();
      Await.until(() -> !failures.isEmpty(), "the failure");
      assertEquals("VisitorFailed", ((RemoteException) failures.peek()).code());
    }
  }

  @Test
  void walksGoPageByPage() {
    var map = client.map("m", Long.class, String.class);
    var expected = new HashMap<Long, String>();
    for (long i = 0; i < 95; i++) {
      expected.put(i, "v" + i);
    }
    map.putAll(expected);
    assertEquals(95, map.size());
    loopback.proxy.takeRequests();
    assertEquals(expected.keySet(), new HashSet<>(map.keySet()));
    assertEquals(10, loopback.proxy.takeRequests() - 1, "pages, besides one size");
    assertEquals(expected, new HashMap<>(map));
    assertEquals(expected.hashCode(), map.hashCode());
    assertEquals(map, expected);
    expected.put(5L, "other");
    assertNotEquals(map, expected);
    map.entrySet().iterator().next().setValue("changed");
    assertTrue(map.containsValue("changed"));
    map.keySet().removeIf(k -> k % 2 == 0);
    assertEquals(47, map.size());
    map.replaceAll((_, v) -> v + "!");
    assertEquals("v1!", map.get(1L));
    assertEquals(Map.of(1L, "v1!", 3L, "v3!"), map.getAll(List.of(1L, 2L, 3L)));
    map.values().clear();
    assertTrue(map.isEmpty());
  }

  @Test
  void largeBatchesAreSentInParts() {
    var map = client.map("m", Long.class, String.class);
    var large = new HashMap<Long, String>();
    for (long i = 0; i < 60; i++) {
      large.put(i, "x".repeat(500_000));
    }
    map.putAll(large);
    assertEquals(60, map.size());
    int characters = 0;
    for (String value : map.values()) {
      characters += value.length();
    }
    assertEquals(30_000_000, characters);
  }

  @Test
  void valueThatNoMessageTakesIsRefused() {
    var map = client.map("m", Long.class, String.class);
    var e = assertThrows(RemoteException.class, () -> map.put(1L, "x".repeat(17 << 20)));
    assertEquals("TooLarge", e.code());
    loopback.vitrine.map("m", Long.class, String.class).put(1L, "y".repeat(17 << 20));
    var answer = assertThrows(RemoteException.class, () -> map.get(1L));
    assertEquals("TooLarge", answer.code());
    assertTrue(map.containsKey(1L));
  }

  @Test
  void largeMapsAreComparedPageByPage() {
    var map = client.map("m", Long.class, String.class);
    var large = new HashMap<Long, String>();
    for (long i = 0; i < 9; i++) {
      large.put(i, "x".repeat(2_000_000));
    }
    map.putAll(large);
    assertEquals(map, large);
    assertEquals(map.entrySet(), large.entrySet());
    large.put(3L, "y".repeat(2_000_000));
    assertNotEquals(map, large);
  }

  @Test
  void anotherMapFromFarIsWalkedOver() {
    var map = client.map("m", Long.class, String.class);
    var other = client.map("other", Long.class, String.class);
    var near = loopback.vitrine.map("near", Long.class, String.class);
    var same = new HashMap<Long, String>();
    for (long i = 0; i < 700; i++) {
      same.put(i, "v" + i);
    }
    map.putAll(same);
    other.putAll(same);
    near.putAll(same);
    for (var one : List.of(map, near)) {
      loopback.proxy.takeRequests();
      assertEquals(one, other);
      int requests = loopback.proxy.takeRequests();
      assertTrue(requests < 200, "of pages of ten, and not one for each key: " + requests);
    }
    other.put(5L, "another");
    assertNotEquals(map, other);
    assertNotEquals(near, other);
  }
}
