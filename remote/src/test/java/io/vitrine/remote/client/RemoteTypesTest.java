package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Filters;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.MapSpec;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.UnknownTypeException;
import io.vitrine.collections.Visitors;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Maps of types that the data model does not have, from far. */
@ParameterizedClass
@EnumSource(WireEncoding.class)
class RemoteTypesTest {
  @Parameter private WireEncoding encoding;

  private static final UUID ID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");

  private Loopback loopback;
  private VitrineClient client;

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(encoding);
    client = loopback.client();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    loopback.close();
  }

  @Test
  void severalAreFoundByTheKeysThatWereGiven() {
    var map = client.map("keys", byte[].class, Long.class);
    var near = loopback.vitrine.map("keys", byte[].class, Long.class);
    byte[] one = {1};
    byte[] two = {2};
    map.put(one, 1L);
    List<byte[]> wanted = List.of(two, one);
    assertEquals(1L, near.getAll(wanted).get(one), "embedded");
    assertEquals(1L, map.getAll(wanted).get(one));
    assertEquals(1L, map.async().getAll(wanted).join().get(one));
    assertEquals(1, map.getAll(wanted).size());
    List<byte[]> twice = List.of(one, two, one.clone());
    assertEquals(2, near.getAll(twice).size(), "embedded");
    assertEquals(2, map.getAll(twice).size());
    assertEquals(2, map.async().getAll(twice).join().size());
    var any = client.map("any", Object.class, Long.class);
    any.put(7, 8L);
    assertEquals(8L, any.getAll(List.of(7)).get(7));
  }

  record Quote(String symbol, double bid, Side side, List<Level> levels) {}

  record Level(long size) {}

  record Stranger(long size) {}

  enum Side {
    BUY,
    SELL
  }

  private VitrineClient withOwnTypes() throws IOException {
    int port = loopback.proxy.port();
    return VitrineClient.connect("127.0.0.1", port, new TypeRegistry(), loopback.options());
  }

  /** As that of {@code vitrine serve} does. */
  @Test
  void aServerThatKnowsNoSuchClassKeepsWhatItIsMadeOf() throws Exception {
    try (VitrineClient mine = withOwnTypes();
        VitrineClient other = withOwnTypes()) {
      keepsQuotes(mine, other);
    }
  }

  private void keepsQuotes(VitrineClient mine, VitrineClient other) throws Exception {
    var quote = new Quote("EURUSD", 1.08, Side.SELL, List.of(new Level(5)));
    var dearer = new Quote("EURUSD", 1.09, Side.BUY, List.of());
    var quotes = mine.map("quotes", Side.class, Quote.class);
    BlockingQueue<Quote> told = new LinkedBlockingQueue<>();
    var dear = SubscriptionOptions.<Side, Quote>all().withFilter(Filters.field("bid").gt(1.085));
    Subscriber<MapEvent<Side, Quote>> teller =
        (event, _) -> {
          if (event instanceof MapEvent.Inserted<Side, Quote> inserted) {
            told.add(inserted.value());
          }
        };
    quotes.subscribe(dear, teller);
    quotes.put(Side.BUY, quote);
    quotes.put(Side.SELL, dearer);
    assertEquals(dearer, told.poll(60, TimeUnit.SECONDS));
    assertEquals(quote, quotes.get(Side.BUY));
    var set = mine.set("set", Quote.class);
    set.add(quote);
    assertTrue(set.contains(quote));
    var list = mine.list("list", Quote.class);
    list.addAll(List.of(quote, dearer));
    assertEquals(List.of(quote, dearer), list);
    assertNull(loopback.vitrine.types().classOf("Quote"), "the server knows none");
    assertEquals(dearer, other.map("quotes", Side.class, Quote.class).get(Side.SELL));
    assertEquals(Set.of(quote), other.set("set", Quote.class));
    assertEquals(list, other.list("list", Quote.class));
    var near = loopback.vitrine.map("quotes", Side.class, Quote.class);
    assertEquals(quote, near.get(Side.BUY), "as a process that opens the store has it");
    mine.types().register(Stranger.class);
    var all = mine.map("all", String.class, Object.class);
    var unknown = assertThrows(UnknownTypeException.class, () -> all.put("k", new Stranger(1)));
    assertTrue(
        unknown
            .getMessage()
            .startsWith("at the server: no type is registered under the name Stranger"),
        unknown::getMessage);
  }

  record Position(Map<Side, Long> sizes, List<Map<Side, Long>> history) {}

  /** Keys are bare in the data model, also those of an enum that the server does not know. */
  @Test
  void aRecordMayHaveMapsByEnums() throws Exception {
    var position = new Position(Map.of(Side.BUY, 1L), List.of(Map.of(Side.SELL, 2L, Side.BUY, 3L)));
    try (VitrineClient mine = withOwnTypes()) {
      var map = mine.map("positions", String.class, Position.class);
      map.put("k", position);
      assertEquals(position, map.get("k"));
      assertTrue(map.containsValue(position));
      assertEquals(position, map.compute("k", (_, value) -> value));
      var bare = mine.map("bare", MapSpec.named("string", "map<Side(BUY,SELL),long>"));
      bare.put("k", Map.of("BUY", 1L));
      assertEquals(Map.of("BUY", 1L), bare.get("k"));
      assertEquals(Map.of("BUY", 1L), loopback.vitrine.existingMap("bare").get("k"), "near");
    }
    var near = loopback.vitrine.map("positions", String.class, Position.class);
    assertEquals(position, near.get("k"));
  }

  /** In place of an answer that would be wrong. */
  @Test
  void anOrderThatTheServerDoesNotKnowIsRefused() throws Exception {
    try (VitrineClient mine = withOwnTypes()) {
      var list = mine.list("sides", Side.class);
      list.addAll(List.of(Side.BUY, Side.SELL));
      var refused =
          assertThrows(RuntimeException.class, () -> list.removeIf(Filters.value().lt(Side.SELL)));
      assertTrue(
          refused.getMessage().contains("no type is registered under the name Side"),
          refused::getMessage);
      assertEquals(List.of(Side.BUY, Side.SELL), list);
      assertTrue(list.removeIf(Filters.value().eq(Side.SELL)));
      assertEquals(List.of(Side.BUY), list);
    }
  }

  /** Classes of the same names as others, of another version. */
  private static final class Later {
    record Level(long size, String note) {}

    enum Side {
      BUY,
      SELL,
      HOLD
    }
  }

  @Test
  void aClassOfOtherPartsIsRefusedAsTheCollectionIsOpened() throws Exception {
    try (VitrineClient mine = withOwnTypes();
        VitrineClient later = withOwnTypes()) {
      mine.list("levels", Level.class).add(new Level(7));
      mine.set("levels", Level.class).add(new Level(7));
      mine.map("levels", Side.class, Level.class).put(Side.BUY, new Level(7));
      var refused =
          assertThrows(
              IllegalArgumentException.class, () -> later.list("levels", Later.Level.class));
      assertEquals(
          "/lists/levels is made of Level{size:long}, and "
              + Later.Level.class.getName()
              + " is Level{size:long,note:string?}; take a class of the same parts, or open what is"
              + " there without one",
          refused.getMessage());
      assertThrows(IllegalArgumentException.class, () -> later.set("levels", Later.Level.class));
      assertThrows(
          IllegalArgumentException.class,
          () -> later.map("levels", Later.Side.class, Later.Level.class));
      assertEquals(List.of(new Level(7)), mine.list("levels", Level.class));
      assertEquals(1, later.existingList("levels").size());
    }
  }

  @Test
  void whatHasTheSameContentIsNotSentAgain() {
    var list = client.list("l", Object.class);
    list.add(List.of(new byte[] {1}));
    loopback.proxy.takeRequests();
    list.replaceAll(_ -> List.of(new byte[] {1}));
    assertEquals(1, loopback.proxy.takeRequests(), "to look");
    list.replaceAll(_ -> List.of(new byte[] {2}));
    assertEquals(2, loopback.proxy.takeRequests(), "to look and to set");
  }

  @Test
  void valuesOfTheJdk() {
    var map = client.map("m", UUID.class, BigDecimal.class);
    assertNull(map.put(ID, new BigDecimal("12.50")));
    assertEquals(new BigDecimal("12.50"), map.get(ID));
    assertEquals(
        new BigDecimal("12.50"), loopback.vitrine.map("m", UUID.class, BigDecimal.class).get(ID));
    map.asyncUpdate(ID, Visitors.add(new BigDecimal("0.25")));
    assertEquals(Map.of(ID, new BigDecimal("12.75")), Map.copyOf(map));
    assertEquals(Set.of(ID), Set.copyOf(map.keySet()));
    map.putAll(Map.of(new UUID(0, 1), BigDecimal.ONE, new UUID(0, 2), BigDecimal.TWO));
    assertEquals(3, map.size());
    assertEquals(BigDecimal.TWO, map.remove(new UUID(0, 2)));
    assertTrue(map.replace(ID, new BigDecimal("12.75"), BigDecimal.ZERO));
    var generic = Objects.requireNonNull(client.existingMap("m"));
    assertEquals(BigDecimal.ZERO, generic.get(ID));
    assertEquals(BigDecimal.ZERO, generic.get(ID.toString()));
    assertThrows(IllegalArgumentException.class, () -> generic.put("no uuid", "1"));
  }

  @Test
  void theyAreFilteredAndTold() throws InterruptedException {
    var map = client.map("m", UUID.class, Instant.class);
    Instant late = Instant.parse("2026-06-01T00:00:00Z");
    map.put(ID, late);
    map.put(new UUID(0, 1), Instant.EPOCH);
    BlockingQueue<MapEvent<UUID, Instant>> events = new LinkedBlockingQueue<>();
    var subscription =
        map.subscribe(
            SubscriptionOptions.<UUID, Instant>all()
                .withFilter(Filters.value().gt(Instant.parse("2026-01-01T00:00:00Z"))),
            (MapEvent<UUID, Instant> event, long _) -> events.add(event));
    var event = Objects.requireNonNull(events.poll(60, TimeUnit.SECONDS));
    assertEquals(ID, event.key());
    assertEquals(late, event.value());
    subscription.cancel();
  }

  @Test
  void compactMaps() {
    var map = client.map("m", MapSpec.of(Long.class, Long.class).compact());
    map.putAll(Map.of(1L, 2L, 3L, 4L));
    assertEquals(2L, map.get(1L));
    var local = loopback.vitrine.map("m", Long.class, Long.class);
    assertThrows( // entries of a compact map have no time to live
        UnsupportedOperationException.class, () -> local.set(1L, 1L, Duration.ofHours(1)));
    assertThrows(
        IllegalArgumentException.class,
        () -> client.map("n", MapSpec.of(Long.class, String.class).compact()));
  }

  @Test
  void listsSetsAndMapsByTheNameOfTheirType() {
    var spec = MapSpec.named("set<uuid>", "map<uuid,list<decimal>>");
    var map = client.map("m", spec);
    map.put(Set.of(ID, new UUID(0, 0)), Map.of(ID, List.of(BigDecimal.ONE)));
    var local = loopback.vitrine.map("m", spec);
    assertEquals(Map.of(ID, List.of(BigDecimal.ONE)), local.get(Set.of(new UUID(0, 0), ID)));
    // Keys of maps are text in the data model, and nothing tells the client their type.
    assertEquals(
        Map.of(ID.toString(), List.of(BigDecimal.ONE)), map.get(Set.of(new UUID(0, 0), ID)));
    assertThrows(IllegalArgumentException.class, () -> map.put(Set.of(ID), Map.of("x", List.of())));
    assertThrows(
        IllegalArgumentException.class, () -> client.map("n", MapSpec.named("long", "tree<a>")));
  }
}
