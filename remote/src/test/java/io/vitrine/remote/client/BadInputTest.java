package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vitrine.collections.Filters;
import io.vitrine.collections.Functions;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.ObservableList;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.UnknownTypeException;
import io.vitrine.collections.Visitors;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.client.Loopback.Person;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.store.Visitor;
import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Bad input, and visitors that fail: refused as the JDK does, or clearly; nothing has changed. */
@ParameterizedClass
@EnumSource(BadInputTest.Place.class)
class BadInputTest {
  /** Where the map is used from. */
  enum Place {
    EMBEDDED,
    YAML,
    CBOR
  }

  /** A visitor that fails where it is applied. */
  record Failing(String why) implements Visitor<Long> {
    @Override
    public Long visit(Long value) {
      throw new ArithmeticException(why);
    }
  }

  /** A visitor that does not come to an end unless it is interrupted. */
  record Endless() implements Visitor<Long> {
    @Override
    public Long visit(Long value) {
      while (!Thread.currentThread().isInterrupted()) {
        Thread.onSpinWait();
      }
      return -1L;
    }
  }

  /** A visitor that the server does not know. */
  record Strange(long by) implements Visitor<Long> {
    @Override
    public Long visit(Long value) {
      return value + by;
    }
  }

  @Parameter Place place;

  private Loopback loopback;
  private Vitrine vitrine;
  private ObservableMap<String, Long> map;

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(place == Place.CBOR ? WireEncoding.CBOR : WireEncoding.YAML);
    loopback.types.register(Failing.class).register(Endless.class);
    vitrine = place == Place.EMBEDDED ? loopback.vitrine : loopback.client();
    map = vitrine.map("m", String.class, Long.class);
    map.putAll(Map.of("a", 1L, "b", 2L));
  }

  @AfterEach
  void stop() throws IOException {
    vitrine.close();
    loopback.close();
  }

  private boolean isFar() {
    return place != Place.EMBEDDED;
  }

  private long revision() {
    return vitrine.describe("/maps/m").revision();
  }

  /** Expects a failure after which nothing has changed. */
  private Throwable refused(Class<? extends Throwable> type, Executable action) {
    long before = revision();
    Throwable failure = assertThrows(type, action);
    assertEquals(before, revision(), "nothing has changed");
    return failure;
  }

  @Test
  @SuppressWarnings("NullAway")
  void nulls() {
    List<Executable> calls =
        List.of(
            () -> map.get(null),
            () -> map.containsKey(null),
            () -> map.containsValue(null),
            () -> map.put(null, 1L),
            () -> map.put("a", null),
            () -> map.set(null, 1L),
            () -> map.set("a", null),
            () -> map.putIfAbsent("z", null),
            () -> map.remove(null),
            () -> map.remove(null, 1L),
            () -> map.replace(null, 1L),
            () -> map.replace("a", null),
            () -> map.replace("a", null, 1L),
            () -> map.replace("a", 1L, null),
            () -> map.compute(null, (k, v) -> v),
            () -> map.compute("a", null),
            () -> map.computeIfAbsent("z", null),
            () -> map.computeIfPresent("a", null),
            () -> map.merge("a", null, Long::sum),
            () -> map.merge("a", 1L, null),
            () -> map.replaceAll(null),
            () -> map.forEach(null),
            () -> map.getVersioned(null),
            () -> map.compareAndSet(null, 0, 1L),
            () -> map.asyncUpdate("a", null),
            () -> map.syncUpdate("a", null, v -> v),
            () -> map.syncUpdate("a", v -> v, null),
            () -> map.publish(null),
            () -> map.subscribe(SubscriptionOptions.all(), null));
    for (int i = 0; i < calls.size(); i++) {
      try {
        refused(NullPointerException.class, calls.get(i));
      } catch (AssertionError e) {
        throw new AssertionError("call " + i + ": " + e.getMessage(), e);
      }
    }
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes", "CollectionIncompatibleType"})
  void wrongTypes() {
    long before = revision();
    assertEquals(null, map.get(5));
    assertFalse(map.containsKey(5));
    assertFalse(map.containsValue("x"));
    assertEquals(null, map.remove(5));
    assertFalse(map.remove("a", "1"));
    assertFalse(map.keySet().contains(5));
    assertFalse(map.keySet().remove(5));
    assertEquals(before, revision());
    Map raw = map;
    refused(RuntimeException.class, () -> raw.put("a", "no number"));
    refused(RuntimeException.class, () -> map.publish(new Object()));
  }

  @Test
  void visitorsThatThrow() {
    long zero = 0;
    Throwable failure =
        refused(
            RuntimeException.class,
            () -> map.syncUpdate("a", new Failing("why"), Functions.identity()));
    if (isFar()) {
      assertEquals("VisitorFailed", ((RemoteException) failure).code());
      assertTrue(failure.getMessage().contains("why"), failure.getMessage());
    } else {
      assertInstanceOf(ArithmeticException.class, failure);
    }
    refused(ArithmeticException.class, () -> map.syncUpdate("a", v -> v / zero, v -> v));
    refused(ArithmeticException.class, () -> map.compute("a", (k, v) -> v / zero));
    refused(ArithmeticException.class, () -> map.merge("a", 1L, (x, y) -> x / zero));
    refused(ArithmeticException.class, () -> map.computeIfAbsent("z", k -> 1L / zero));
    refused(ArithmeticException.class, () -> map.replaceAll((k, v) -> v / zero));
    refused(RuntimeException.class, () -> map.syncUpdate("a", visitor("x"), v -> v));
    // The function of the result comes after the change.
    assertThrows(ArithmeticException.class, () -> map.syncUpdate("a", v -> v + 1, v -> v / zero));
    assertEquals(2L, map.get("a"));
  }

  /** A visitor of records, on a map of numbers. */
  @SuppressWarnings("unchecked")
  private static Visitor<Long> visitor(String field) {
    return (Visitor<Long>) (Visitor<?>) Visitors.setField(field, 1);
  }

  @Test
  void visitorsThatTakeTooLong() {
    assumeTrue(isFar(), "here it runs in the caller's own thread, which may take its time");
    Throwable failure =
        refused(
            RemoteException.class, () -> map.syncUpdate("a", new Endless(), Functions.identity()));
    assertEquals("Timeout", ((RemoteException) failure).code());
    assertEquals("Endless took more than 2000 ms; nothing has changed", failure.getMessage());
    map.put("a", 5L);
    assertEquals(6L, map.<Long>syncUpdate("a", Visitors.add(1), v -> v));
  }

  @Test
  void visitorsOfAnUnknownType() throws IOException {
    var types = new TypeRegistry().register(Strange.class);
    if (!isFar()) {
      // Here there is nothing to be known by name: it is applied.
      assertEquals(8L, map.<Long>syncUpdate("a", new Strange(7), v -> v));
      return;
    }
    try (VitrineClient client =
        VitrineClient.connect("127.0.0.1", loopback.proxy.port(), types, loopback.options())) {
      ObservableMap<String, Long> far = client.map("m", String.class, Long.class);
      Throwable failure =
          refused(
              UnknownTypeException.class,
              () -> far.syncUpdate("a", new Strange(7), Functions.identity()));
      assertTrue(failure.getMessage().contains("Strange"), failure.getMessage());
    }
  }

  @Test
  void filtersOnAFieldThatIsNotThere() throws Exception {
    ObservableMap<String, Person> people = vitrine.map("people", String.class, Person.class);
    people.put("ann", new Person("Ann", 40));
    var wrong = new Notes<MapEvent<String, Person>>();
    var right = new Notes<MapEvent<String, Person>>();
    SubscriptionOptions<String, Person> all = SubscriptionOptions.all();
    people.subscribe(all.withFilter(Filters.field("size").gt(1)), wrong);
    people.subscribe(all.withFilter(Filters.field("age").gt(1)), right);
    wrong.await(calls -> !calls.isEmpty() && calls.getLast().startsWith("error "));
    assertTrue(wrong.calls().getLast().contains("size"), wrong.calls().getLast());
    right.awaitLast("bootstrapped");
    people.put("bob", new Person("Bob", 41));
    right.awaitLast("I bob=Person[name=Bob, age=41]");
    assertEquals(2, people.size());
  }

  @Test
  void pathsOfAnotherKind() {
    ObservableList<String> list = vitrine.list("l", String.class);
    vitrine.set("s", String.class);
    List<Executable> calls =
        List.of(
            () -> vitrine.existingMap("/lists/l"),
            () -> vitrine.existingMap("/sets/s"),
            () -> vitrine.existingMap("/sets/none"),
            () -> vitrine.map("/sets/s", String.class, Boolean.class),
            () -> vitrine.map("/lists/none", String.class, Long.class),
            () -> vitrine.existingSet("/maps/m"),
            () -> vitrine.set("/maps/m", String.class),
            () -> vitrine.existingList("/maps/m"),
            () -> vitrine.list("/sets/s", String.class));
    for (int i = 0; i < calls.size(); i++) {
      Throwable failure = assertThrows(IllegalArgumentException.class, calls.get(i), "call " + i);
      assertTrue(failure.getMessage().endsWith("NAME"), failure.getMessage());
    }
    assertTrue(list.isEmpty());
  }

  @Test
  void removalsDuringIteration() {
    ObservableMap<String, Long> many = vitrine.map("many", String.class, Long.class);
    for (long i = 0; i < 1_000; i++) {
      many.set("k" + i, i);
    }
    Set<String> met = new HashSet<>();
    Iterator<String> iterator = many.keySet().iterator();
    int steps = 0;
    while (iterator.hasNext()) {
      String key = iterator.next();
      assertTrue(met.add(key), "twice");
      if (steps++ % 3 == 0) {
        many.remove(key); // by another way
        iterator.remove(); // gone already, which is no failure
      } else if (steps % 3 == 0) {
        many.remove("k" + (steps * 7) % 1_000); // perhaps met, perhaps not
      }
    }
    assertThrows(NoSuchElementException.class, iterator::next);
    Iterator<String> fresh = many.keySet().iterator();
    assertThrows(IllegalStateException.class, fresh::remove);
    fresh.next();
    fresh.remove();
    assertThrows(IllegalStateException.class, fresh::remove);
  }

  @Test
  void indexesOutOfRange() {
    assumeFalse(isFar(), "this is about embedded lists");
    ObservableList<String> list = vitrine.list("l", String.class);
    list.addAll(List.of("a", "b"));
    List<Executable> calls =
        List.of(
            () -> list.get(-1),
            () -> list.get(2),
            () -> list.set(2, "x"),
            () -> list.add(3, "x"),
            () -> list.add(-1, "x"),
            () -> list.addAll(3, List.of("x")),
            () -> list.remove(2),
            () -> list.remove(-1),
            () -> list.subList(0, 3),
            () -> list.subList(-1, 1),
            () -> list.listIterator(3));
    for (Executable call : calls) {
      refused(IndexOutOfBoundsException.class, call);
    }
    assertEquals(List.of("a", "b"), list);
  }
}
