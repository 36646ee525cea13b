package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Lists, sets and maps of one type. */
class HolderCodecsTest {
  private static final UUID A = new UUID(0, 1);
  private static final UUID B = new UUID(0, 2);

  enum Side {
    BUY,
    SELL
  }

  record Order(UUID id, BigDecimal price, float weight, short lots, byte kind, char flag) {}

  record Book(
      @Nullable List<Order> orders,
      @Nullable Map<Side, List<UUID>> bySide,
      @Nullable Set<Instant> times,
      @Nullable Map<String, Set<Integer>> tags) {}

  record Empty() {}

  record ByTags(Set<String> tags, @Nullable Object more) {}

  /** Changing this text means a new format. */
  @Test
  void layoutIsFrozen() {
    assertEquals("020200000001000000", hex(Codecs.lists(Codecs.ints()), List.of(2, 1)));
    assertEquals("02016102c3a9", hex(Codecs.lists(Codecs.strings()), List.of("a", "é")));
    assertEquals(
        "03 05 0161 0162".replace(" ", ""),
        CodecBytes.hex(
            CodecBytes.write(Codecs.of("list<string?>"), Arrays.asList("a", null, "b"))));
    assertEquals(
        "02 0162 0200 0161 0100".replace(" ", ""),
        hex(
            Codecs.maps(Codecs.strings(), Codecs.shorts()),
            new LinkedHashMap<>(ordered("b", (short) 2, "a", (short) 1))));
    assertEquals("00", hex(Codecs.sets(Codecs.uuids()), Set.of()));
  }

  @Test
  void typeNamesAreReadBack() {
    for (Codec<?> codec :
        List.of(
            Codecs.lists(Codecs.uuids()),
            Codecs.sets(Codecs.lists(Codecs.strings())),
            Codecs.maps(Codecs.uuids(), Codecs.maps(Codecs.chars(), Codecs.any())),
            Codecs.records(Book.class),
            Codecs.forClass(Set.class))) {
      assertEquals(codec.typeName(), Codecs.of(codec.typeName()).typeName());
    }
    assertEquals(
        "Book{orders:list<Order{id:uuid?,price:decimal?,weight:float,lots:short,kind:byte,"
            + "flag:char}?>?,bySide:map<Side(BUY,SELL),list<uuid?>?>?,times:set<instant?>?,"
            + "tags:map<string,set<int?>?>?}",
        Codecs.records(Book.class).typeName());
    assertEquals("set<any?>", Codecs.forClass(Set.class).typeName());
    assertEquals("map<uuid,decimal>", Codecs.of(" map < uuid , decimal > ").typeName());
  }

  @Test
  void whatCannotBeHeldIsRefused() {
    assertNoType("set<bytes>", "set<bytes> cannot be");
    assertNoType("map<any,long>", "map<any,long> cannot be");
    assertNoType("map<list<long>,long>", "cannot be");
    assertNoType("map<bytes,long>", "cannot be");
    assertNoType("list<A{}>", "a list or set of A{} cannot be");
    assertNoType("list<long", "expected '>'");
    assertNoType("map<long>", "expected ','");
    assertNoType("map<long?,long>", "expected ','");
    assertNoType("tree<long>", "unknown type 'tree'");
    assertNoType("set", "unknown type 'set'");
    assertNoType("list<".repeat(5000), "at most 64 types");
    assertThrows(IllegalArgumentException.class, () -> Codecs.lists(Codecs.records(Empty.class)));
    assertThrows(IllegalArgumentException.class, () -> Codecs.maps(Codecs.bytes(), Codecs.ints()));
  }

  @Test
  void recordsWithHoldersComeBackWithTheClassAndWithout() {
    var order = new Order(A, new BigDecimal("12.50"), 0.1f, (short) -3, (byte) 7, 'x');
    var bySide = new EnumMap<Side, List<UUID>>(Side.class);
    bySide.put(Side.SELL, List.of(B, A));
    bySide.put(Side.BUY, List.of());
    var book =
        new Book(
            new ArrayList<>(Arrays.asList(order, null)),
            bySide,
            new LinkedHashSet<>(List.of(Instant.MAX, Instant.EPOCH)),
            Map.of("t", Set.of(1, 2)));
    var exact = Codecs.records(Book.class);
    byte[] bytes = CodecBytes.write(exact, book);
    assertEquals(book, CodecBytes.read(exact, bytes));
    for (Codec<Object> generic :
        List.of(Codecs.of(exact.typeName()), Codecs.plain(exact.typeName()))) {
      Object model = CodecBytes.read(generic, bytes);
      assertArrayEquals(bytes, CodecBytes.write(generic, model), model::toString);
      // It is of the data model: the codec of any value takes it.
      assertTrue(
          RandomCodecValues.same(model, CodecBytes.roundTrip(Codecs.any(), model)),
          model::toString);
    }
    Object plain = CodecBytes.read(Codecs.plain(exact.typeName()), bytes);
    assertEquals(
        "{orders=[{id=00000000-0000-0000-0000-000000000001, price=12.50, weight=0.1, lots=-3,"
            + " kind=7, flag=x}, null],"
            + " bySide={BUY=[], SELL=[00000000-0000-0000-0000-000000000002,"
            + " 00000000-0000-0000-0000-000000000001]},"
            + " times=[+1000000000-12-31T23:59:59.999999999Z, 1970-01-01T00:00:00Z],"
            + " tags={t="
            + List.copyOf(book.tags().get("t").stream().map(Long::valueOf).toList())
            + "}}",
        plain.toString());
  }

  @Test
  void ordersAreKept() {
    var map = new LinkedHashMap<String, Integer>();
    var set = new LinkedHashSet<String>();
    for (int i = 0; i < 100; i++) {
      map.put("k" + i * 37 % 100, i);
      set.add("k" + i * 37 % 100);
    }
    var back = CodecBytes.roundTrip(Codecs.maps(Codecs.strings(), Codecs.ints()), map);
    assertEquals(List.copyOf(map.keySet()), List.copyOf(back.keySet()));
    assertEquals(
        List.copyOf(set), List.copyOf(CodecBytes.roundTrip(Codecs.sets(Codecs.strings()), set)));
  }

  @Test
  void equalKeysHaveEqualBytes() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    Codec<ByTags> keys = Codecs.records(ByTags.class).forKeys();
    Codec<Object> generic = Codecs.of(keys.typeName()).forKeys();
    Codec<Map<Side, Set<String>>> maps =
        Codecs.maps(Codecs.forClass(Side.class), Codecs.sets(Codecs.strings())).forKeys();
    for (int i = 0; i < 300; i++) {
      List<@Nullable String> tags = new ArrayList<>(Arrays.asList("a", null, "ab", "b", "", "ba"));
      List<String> fields = new ArrayList<>(List.of("x", "y", "zz"));
      byte[] first = CodecBytes.write(keys, byTags(tags, fields));
      byte[] map = CodecBytes.write(maps, sides(List.of("p", "q"), Side.BUY, Side.SELL));
      Collections.shuffle(tags, random);
      Collections.shuffle(fields, random);
      var again = byTags(tags, fields);
      assertArrayEquals(first, CodecBytes.write(keys, again), "seed " + seed);
      assertArrayEquals(map, CodecBytes.write(maps, sides(List.of("q", "p"), Side.SELL, Side.BUY)));
      byte[] any = CodecBytes.write(Codecs.records(ByTags.class), again);
      assertEquals(again, CodecBytes.read(keys, any));
      Object model = CodecBytes.read(generic, any);
      assertArrayEquals(first, CodecBytes.write(generic, model), "seed " + seed);
    }
    assertSame(Codecs.longs(), Codecs.longs().forKeys());
    Codec<?> plain = Codecs.records(Order.class);
    assertSame(plain, plain.forKeys());
  }

  private static ByTags byTags(List<@Nullable String> tags, List<String> fields) {
    var more = new LinkedHashMap<String, Object>();
    fields.forEach(field -> more.put(field, List.of(Map.of(field, field))));
    return new ByTags(new LinkedHashSet<>(tags), new TypedValue("T", more));
  }

  private static Map<Side, Set<String>> sides(List<String> tags, Side... sides) {
    var map = new LinkedHashMap<Side, Set<String>>();
    for (Side side : sides) {
      map.put(side, new LinkedHashSet<>(tags));
    }
    return map;
  }

  @Test
  void keysOfAStoreAreFoundWhateverTheirOrder() {
    try (Store store = Stores.inMemory()) {
      var map = store.map("/maps/s", MapOptions.of(Codecs.sets(Codecs.strings()), Codecs.longs()));
      map.put(new LinkedHashSet<>(List.of("a", "b", "c")), 1L);
      assertEquals(1L, map.get(new LinkedHashSet<>(List.of("c", "a", "b"))));
      var generic = store.genericMap("/maps/s");
      assertEquals(1L, generic.get(List.of("b", "c", "a")));
      var any = store.map("/maps/any", MapOptions.of(Codecs.any(), Codecs.longs()));
      any.put(ordered("x", 1L, "y", 2L), 5L);
      assertEquals(5L, any.get(ordered("y", 2L, "x", 1L)));
    }
  }

  @Test
  void nullsAreRefusedWhereTheTypeHasNone() {
    var list = new ArrayList<@Nullable String>(Arrays.asList("a", null));
    assertRefused("element 1 of list<string> is null", Codecs.of("list<string>"), list);
    assertRefused("has a null", Codecs.of("map<string,long>"), Collections.singletonMap("a", null));
    assertRefused("has a null", Codecs.of("map<string,long?>"), Collections.singletonMap(null, 1));
    assertRefused("an element twice", Codecs.of("set<long>"), List.of(1, 1));
    assertRefused("expected list<long>, found a map", Codecs.of("list<long>"), Map.of());
    assertRefused("expected map<long,long>, found a list", Codecs.of("map<long,long>"), List.of());
    assertRefused("element 1: expected long", Codecs.of("list<long>"), List.of(1, "x"));
    assertRefused("entry a: expected long", Codecs.of("map<string,long>"), Map.of("a", "b"));
  }

  @Test
  void whatIsNoValueIsCorrupt() {
    assertCorrupt("list<int>", "");
    assertCorrupt("list<int>", "01");
    assertCorrupt("list<int>", "00 00");
    assertCorrupt("list<int>", "ffffffffffffffff7f");
    assertCorrupt("list<string?>", "ffffffff07");
    assertCorrupt("list<string?>", "01 02 00");
    assertCorrupt("list<string>", "02 05 61");
    assertCorrupt("set<byte>", "02 01 01");
    assertCorrupt("map<byte,byte>", "02 01 01 01 01");
    assertCorrupt("map<byte,byte?>", "01 03 01 01");
  }

  private static Map<Object, Object> ordered(Object k1, Object v1, Object k2, Object v2) {
    var map = new LinkedHashMap<Object, Object>();
    map.put(k1, v1);
    map.put(k2, v2);
    return map;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static String hex(Codec<?> codec, Object value) {
    return CodecBytes.hex(CodecBytes.write((Codec) codec, value));
  }

  private static void assertNoType(String typeName, String message) {
    var thrown = assertThrows(IllegalArgumentException.class, () -> Codecs.of(typeName));
    CodecBytes.assertSays(message, thrown);
  }

  private static void assertRefused(String message, Codec<Object> codec, Object value) {
    var thrown = assertThrows(IllegalArgumentException.class, () -> codec.sizeOf(value));
    CodecBytes.assertSays(message, thrown);
  }

  private static void assertCorrupt(String typeName, String hex) {
    assertThrows(
        CorruptStoreException.class,
        () -> CodecBytes.read(Codecs.of(typeName), CodecBytes.hex(hex)),
        typeName + " " + hex);
  }
}
