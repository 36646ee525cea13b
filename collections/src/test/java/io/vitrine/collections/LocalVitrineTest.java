package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.StoreException;
import io.vitrine.store.TypedValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The catalogue and what its maps add to the JDK's. */
class LocalVitrineTest {
  record Airport(String city, int visits) {
    public int twice() {
      return 2 * visits;
    }
  }

  private final Vitrine vitrine = Vitrine.inMemory();

  @AfterEach
  void close() {
    vitrine.close();
  }

  @Test
  void paths_areCompletedAndChecked() {
    assertEquals("/maps/a", vitrine.map("a", String.class, Long.class).path());
    assertEquals("/maps/a", vitrine.map("/maps/a", String.class, Long.class).path());
    assertEquals("/maps/x/y", vitrine.map("/maps/x/y", String.class, Long.class).path());
    for (String bad :
        List.of(
            "",
            "/",
            "/maps/",
            "/maps//a",
            "/maps/..",
            "/maps/a/../b",
            "/other/a",
            "a?b",
            "a#b",
            "a\nb",
            "/sets/a",
            "maps/a")) {
      assertThrows(
          IllegalArgumentException.class, () -> vitrine.map(bad, String.class, Long.class), bad);
    }
    assertEquals(List.of("/maps/a", "/maps/x/y"), vitrine.list("/maps/"));
    assertEquals(List.of("/maps/x/y"), vitrine.list("/maps/x"));
    assertThrows(IllegalArgumentException.class, () -> vitrine.describe("/maps/a?view=keySet"));
  }

  @Test
  void describe_andDrop() {
    var map = vitrine.map("a", MapSpec.of(String.class, Airport.class).withSegments(4));
    map.put("ATL", new Airport("Atlanta", 1));
    var description = Objects.requireNonNull(vitrine.describe("a"));
    assertEquals("/maps/a", description.path());
    assertEquals("string", description.keyType());
    assertEquals("Airport{city:string?,visits:int}", description.valueType());
    assertEquals("rapid", description.hash());
    assertEquals(4, description.segments());
    assertEquals(1, description.entries());
    assertTrue(vitrine.drop("a"));
    assertFalse(vitrine.drop("a"));
    assertNull(vitrine.describe("a"));
    assertNull(vitrine.existingMap("a"));
    assertThrows(IllegalStateException.class, () -> map.get("ATL"));
  }

  @Test
  void anotherType_isRefused_andNothingChanges() {
    vitrine.map("a", String.class, Long.class).put("x", 1L);
    assertThrows(StoreException.class, () -> vitrine.map("a", String.class, Double.class));
    assertEquals(1L, vitrine.map("a", String.class, Long.class).get("x"));
  }

  @Test
  void records_areRegisteredByOpening() {
    vitrine.map("a", String.class, Airport.class);
    assertSame(Airport.class, vitrine.types().classOf("Airport"));
  }

  @Test
  void visitorsFromFar_areFittedToTheType() {
    var ints = vitrine.map("ints", String.class, Integer.class);
    ints.asyncUpdate("a", Visitors.add(3L));
    assertEquals(3, ints.get("a"));
    assertEquals(25, ints.<Object>syncUpdate("a", Visitors.add(2L), Functions.square()));
    var airports = vitrine.map("airports", String.class, Airport.class);
    @SuppressWarnings("unchecked")
    var putForm =
        (io.vitrine.store.Visitor<Airport>)
            Objects.requireNonNull(
                vitrine
                    .types()
                    .fromModel(
                        new TypedValue(
                            "PutIfAbsent",
                            Map.of("value", Map.of("city", "Atlanta", "visits", 1L)))));
    airports.asyncUpdate("ATL", putForm);
    assertEquals(new Airport("Atlanta", 1), airports.get("ATL"));
    assertEquals(
        6,
        airports.<Object>syncUpdate(
            "ATL", Visitors.increment("visits", 2L), Functions.getter("twice")));
    assertNull(
        airports.<@Nullable Object>syncUpdate("ATL", Visitors.remove(), Functions.identity()));
    assertThrows(
        IllegalArgumentException.class,
        () -> airports.asyncUpdate("ATL", Visitors.increment("visits", 1)));
    assertTrue(airports.isEmpty());
  }

  @Test
  void wrongTypes_areNotThere() {
    var map = vitrine.map("a", String.class, Long.class);
    map.put("x", 1L);
    assertNull(map.get((Object) 5));
    assertFalse(map.containsKey(new Object()));
    assertNull(map.remove((Object) 5L));
    assertFalse(map.remove("x", "1"));
    Collection<?> entries = map.entrySet();
    assertFalse(entries.contains(Map.entry(5, 1L)));
    assertFalse(map.values().contains((Object) "1"));
    assertThrows(NullPointerException.class, () -> map.get(nothing()));
    assertThrows(NullPointerException.class, () -> map.put("x", nothing()));
    assertThrows(NullPointerException.class, () -> map.replace("x", nothing(), 1L));
    assertEquals(1L, map.get("x"));
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }

  @Test
  void anyValues_comeBackAsInstancesOfRegisteredTypes() {
    vitrine.types().register(Airport.class);
    var map = vitrine.map("any", Object.class, Object.class);
    map.put("r", new Airport("Boston", 2));
    map.put(7, List.of(1, new Airport("Boston", 3)));
    map.put("unknown", new TypedValue("Nobody", Map.of("a", 1L)));
    assertEquals(new Airport("Boston", 2), map.get("r"));
    assertEquals(List.of(1L, new Airport("Boston", 3)), map.get(7L));
    assertEquals(new TypedValue("Nobody", Map.of("a", 1L)), map.get("unknown"));
    assertTrue(map.replace("r", new Airport("Boston", 2), new Airport("Boston", 4)));
    assertTrue(map.remove("r", new Airport("Boston", 4)));
    assertTrue(map.remove(7, List.of(1, new Airport("Boston", 3))));
    assertThrows(IllegalArgumentException.class, () -> map.put("x", new Object()));
    assertFalse(map.containsKey(new Object()));
  }

  @Test
  void existingMap_ofKnownTypes(@TempDir Path folder) {
    try (var writer = Vitrine.open(folder)) {
      writer.map("a", Integer.class, Airport.class).put(5, new Airport("Atlanta", 1));
    }
    try (var reader = Vitrine.open(folder, new TypeRegistry().register(Airport.class))) {
      var map = Objects.requireNonNull(reader.existingMap("a"));
      assertEquals(new Airport("Atlanta", 1), map.get(5L));
      assertEquals(new Airport("Atlanta", 1), map.get(5));
      assertNull(map.get("5"));
      map.put(6L, Map.of("city", "Boston", "visits", 2L));
      assertEquals(new Airport("Boston", 2), map.get(6));
      assertTrue(map.remove(6L, Map.of("city", "Boston", "visits", 2L)));
      assertThrows(IllegalArgumentException.class, () -> map.put(7L, Map.of("town", "x")));
      assertThrows(IllegalArgumentException.class, () -> map.put("7", Map.of("city", "x")));
    }
  }

  @Test
  void existingMap_ofUnknownTypes(@TempDir Path folder) {
    try (var writer = Vitrine.open(folder)) {
      writer.map("a", Integer.class, Airport.class).put(5, new Airport("Atlanta", 1));
    }
    try (var reader = Vitrine.open(folder)) {
      var map = Objects.requireNonNull(reader.existingMap("a"));
      var fields = new LinkedHashMap<String, Object>();
      fields.put("city", "Atlanta");
      fields.put("visits", 1L);
      assertEquals(new TypedValue("Airport", fields), map.get(5L));
      map.asyncUpdate(5L, Visitors.increment("visits", 4));
      map.put(6L, Map.of("city", "Boston", "visits", 2L));
      assertTrue(map.remove(6L, Map.of("city", "Boston", "visits", 2L)));
    }
    try (var writer = Vitrine.open(folder)) {
      assertEquals(
          5, Objects.requireNonNull(writer.map("a", Integer.class, Airport.class).get(5)).visits());
    }
  }

  @Test
  void bulkAndVersions() {
    var map = vitrine.map("a", String.class, Long.class);
    map.putAll(Map.of("x", 1L, "y", 2L));
    assertEquals(Map.of("x", 1L, "y", 2L), map.getAll(List.of("x", "z", "y")));
    var version = assertNotNullAnd(map.getVersioned("x"));
    assertTrue(map.compareAndSet("x", version.revision(), 5L));
    assertFalse(map.compareAndSet("x", version.revision(), 6L));
    assertTrue(map.compareAndSet("new", 0, 1L));
    assertFalse(map.compareAndSet("new", 0, 2L));
    assertTrue(
        map.compareAndSet("new", assertNotNullAnd(map.getVersioned("new")).revision(), null));
    assertEquals(Map.of("x", 5L, "y", 2L), map);
    assertEquals(map, Map.of("x", 5L, "y", 2L));
    map.keySet().removeIf("x"::equals);
    assertEquals("{y=2}", map.toString());
  }

  @Test
  void bulk_answersTheKeysThatWereGiven_alsoOfAnotherType() {
    var map = vitrine.map("a", Long.class, String.class);
    map.putAll(Map.of(5L, "five", 7L, "seven"));
    var untyped = Objects.requireNonNull(vitrine.existingMap("/maps/a"));
    untyped.putAll(Map.of(6, "six"));
    assertEquals("six", map.get(6L));
    assertEquals(Map.of(5, "five", 6L, "six"), untyped.getAll(List.of(5, "no number", 6L, 8)));
  }

  private static <T> T assertNotNullAnd(@Nullable T value) {
    assertNotNull(value);
    return value;
  }

  @Test
  void computeFamily_isAtomic() {
    var map = vitrine.map("a", MapSpec.of(String.class, Long.class).withSegments(1));
    int threads = 4;
    int rounds = 5_000;
    var running = new ArrayList<CompletableFuture<Void>>();
    for (int t = 0; t < threads; t++) {
      running.add(
          CompletableFuture.runAsync(() -> {
            for (int i = 0; i < rounds; i++) {
              map.merge("merge", 1L, Long::sum);
              map.compute("compute", (_, v) -> v == null ? 1 : v + 1);
              map.asyncUpdate("visit", Visitors.add(1));
            }
          }));
    }
    running.forEach(CompletableFuture::join);
    long expected = (long) threads * rounds;
    assertEquals(Map.of("merge", expected, "compute", expected, "visit", expected), map);
  }
}
