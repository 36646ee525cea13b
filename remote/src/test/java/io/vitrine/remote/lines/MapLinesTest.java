package io.vitrine.remote.lines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.YamlReader;
import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Stores;
import io.vitrine.store.TypedValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MapLinesTest {
  private static final String ID = "00112233-4455-6677-8899-aabbccddeeff";
  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "yes",
          "null",
          "5",
          "1e3",
          "- a",
          "a: b # c",
          "line\nbreak\r\n\ttab",
          "\u0000\u0001\u007F\u0085\u2028\uFEFF\uFFFD",
          "quote\" back\\slash",
          "öäü €  𝄞",
          "{a: [1, 2]}",
          "!tag",
          "x".repeat(5_000));

  private final Store from = Stores.inMemory();
  private final Store to = Stores.inMemory();

  @AfterEach
  void close() {
    from.close();
    to.close();
  }

  private static MapOptions<Object, Object> options(String key, String value) {
    return MapOptions.of(Codecs.of(key), Codecs.of(value)).withSegments(4);
  }

  private String exported(String path, LineFormat format) {
    var out = new StringWriter();
    MapLines.write(from, path, format, out);
    return out.toString();
  }

  private static InputStream in(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private MapLines.Imported imported(String text) {
    return MapLines.read(to, null, "f", in(text));
  }

  /** Every value that there is of every type: the copy has the same bytes. */
  private void roundTrip(LineFormat format, String type, List<?> values) {
    String path = "/maps/m";
    from.drop(path);
    to.drop(path);
    StoreMap<Object, Object> map = from.map(path, options("long", type));
    for (int i = 0; i < values.size(); i++) {
      map.put((long) i, values.get(i));
    }
    String text = exported(path, format);
    assertEquals(values.size() + 2, text.lines().count(), text);
    assertEquals(new MapLines.Imported(path, values.size(), 0), imported(text));
    assertSame(map, to.genericMap(path), values.size(), text);
  }

  private static void assertSame(
      StoreMap<Object, Object> a, @Nullable StoreMap<Object, Object> b, int keys, String text) {
    assertEquals(a.size(), b.size());
    assertEquals(a.options().values().typeName(), b.options().values().typeName());
    for (long i = 0; i < keys; i++) {
      assertArrayEquals(bytes(a, i), bytes(b, i), text);
    }
  }

  private static byte[] bytes(StoreMap<Object, Object> map, long key) {
    long length = map.copyValue(key, MemorySegment.ofArray(new byte[0]), 0);
    byte[] bytes = new byte[Math.toIntExact(length)];
    map.copyValue(key, MemorySegment.ofArray(bytes), 0);
    return bytes;
  }

  @ParameterizedTest
  @EnumSource(LineFormat.class)
  void everyTypeComesBack(LineFormat format) {
    roundTrip(format, "long", List.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE));
    roundTrip(format, "int", List.of(Integer.MIN_VALUE, Integer.MAX_VALUE));
    roundTrip(format, "short", List.of(-1));
    roundTrip(format, "byte", List.of(-128));
    roundTrip(
        format,
        "double",
        List.of(
            0.0,
            -0.0,
            0.1,
            1e300,
            -1e-300,
            5e15,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            Double.NaN,
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY));
    roundTrip(
        format, "float", List.of(0.1f, Float.MIN_VALUE, Float.MAX_VALUE, Float.NaN, -0.0f, 1e10f));
    roundTrip(format, "boolean", List.of(true, false));
    roundTrip(format, "char", List.of("'", "\"", "\n", "ö", "\u0000"));
    roundTrip(format, "string", TEXTS);
    roundTrip(format, "bytes", List.of(new byte[0], new byte[] {0, -1}, new byte[3_000]));
    roundTrip(format, "integer", List.of(0, big(64), big(1_000).negate(), big(65_000)));
    roundTrip(
        format, "decimal", List.of("1.0", "1.00", "-1E+100", "0E-10", big(60_000).toString()));
    roundTrip(format, "uuid", List.of(ID));
    roundTrip(
        format, "instant", List.of("2026-01-01T00:00:00Z", "+99999-01-01T00:00:00.000000001Z"));
    roundTrip(format, "date", List.of("-0044-03-15"));
    roundTrip(format, "duration", List.of("PT-0.5S", "PT26H"));
    roundTrip(format, "Side(BUY,SELL)", List.of("BUY", "SELL"));
    roundTrip(format, "list<string?>", List.of(new ArrayList<>(TEXTS), Arrays.asList(null, "")));
    roundTrip(format, "set<uuid>", List.of(List.of(ID), List.of()));
    roundTrip(
        format, "map<double,any?>", List.of(map(Double.NaN, null, -0.0, List.of()), Map.of()));
    roundTrip(format, "map<string,long>", List.of(map("!a", 1, "b", 2), Map.of("!a", 1)));
    roundTrip(format, "map<boolean,date>", List.of(Map.of(true, "2026-01-01")));
    roundTrip(format, "!Money", List.of(new byte[] {1, 2}));
    roundTrip(
        format,
        "Order{id:uuid?,side:Side(BUY,SELL)?,lots:list<Lot{n:int,at:instant?}>?,raw:bytes?}",
        List.of(
            record(ID, "BUY", List.of(map("n", 1, "at", "2026-01-01T00:00:00Z")), new byte[] {1}),
            record(null, null, null, null)));
  }

  private static Map<String, @Nullable Object> record(
      @Nullable String id, @Nullable String side, @Nullable Object lots, byte @Nullable [] raw) {
    var record = new LinkedHashMap<String, @Nullable Object>();
    record.put("id", id);
    record.put("side", side);
    record.put("lots", lots);
    record.put("raw", raw);
    return record;
  }

  private static BigInteger big(int bits) {
    return BigInteger.TWO.pow(bits).subtract(BigInteger.TEN);
  }

  private static Map<Object, @Nullable Object> map(
      Object k1, @Nullable Object v1, Object k2, @Nullable Object v2) {
    var map = new LinkedHashMap<Object, @Nullable Object>();
    map.put(k1, v1);
    map.put(k2, v2);
    return map;
  }

  @ParameterizedTest
  @EnumSource(LineFormat.class)
  void anyValueComesBack(LineFormat format) {
    List<Object> values = new ArrayList<>(TEXTS);
    values.addAll(
        List.of(
            5L,
            5.0,
            big(64),
            big(65_000),
            new byte[] {1, 2, 3},
            new TypedValue("Airport", Map.of("iata", "JFK")),
            new TypedValue("Iata", "JFK"),
            new TypedValue("Größe", List.of()),
            new TypedValue("Raw", new byte[] {7}),
            new TypedValue("Raw", big(65_000)),
            new TypedValue("str", "x"),
            new TypedValue("binary", new byte[] {1}),
            new TypedValue("map", List.of(List.of(1L, 2L))),
            new TypedValue("float", ".nan"),
            new TypedValue("int", 1L),
            Map.of("!Airport", Map.of()),
            Map.of("!!map", List.of()),
            map("!a", 1L, "!b", 2L),
            map(1L, "a", 1.0, "b"),
            map("1", "a", true, "b"),
            Map.of(big(200), "x"),
            Map.of("k".repeat(3_000), "long key"),
            deep(63)));
    values.add(map("null", null, "", 1L));
    var nullKey = new LinkedHashMap<@Nullable Object, Object>();
    nullKey.put(null, 1L);
    values.add(nullKey);
    roundTrip(format, "any", values);
    roundTrip(
        format,
        "list<map<string,list<any>>>",
        List.of(List.of(Map.of("a", values.subList(0, 20)))));
  }

  private static Object deep(int levels) {
    Object value = 1L;
    for (int i = 0; i < levels; i++) {
      value = i % 2 == 0 ? List.of(value) : Map.of("k", value);
    }
    return value;
  }

  @ParameterizedTest
  @EnumSource(LineFormat.class)
  void randomValuesComeBack(LineFormat format) {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var values = new ArrayList<Object>();
    for (int i = 0; i < 1_000; i++) {
      values.add(List.of(random(random, 4)));
    }
    try {
      roundTrip(format, "any", values);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  private static Object random(Random random, int depth) {
    return switch (random.nextInt(depth == 0 ? 6 : 9)) {
      case 0 -> random.nextLong() >> random.nextInt(64);
      case 1 -> Double.longBitsToDouble(random.nextLong());
      case 2 -> TEXTS.get(random.nextInt(TEXTS.size() - 1));
      case 3 -> randomText(random);
      case 4 -> random.nextBoolean();
      case 5 -> randomText(random).getBytes(StandardCharsets.UTF_16);
      case 6 -> List.of(random(random, depth - 1), random(random, depth - 1));
      case 7 -> new TypedValue("T" + random.nextInt(9), Map.of("c", random(random, depth - 1)));
      default ->
          map(
              "!" + randomText(random),
              random(random, depth - 1),
              random.nextLong(),
              random(random, depth - 1));
    };
  }

  private static String randomText(Random random) {
    var text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      int drawn = random.nextInt(random.nextBoolean() ? 0x80 : 0x11000);
      text.appendCodePoint(drawn >= 0xD800 && drawn < 0xE000 ? 'x' : drawn);
    }
    return text.toString();
  }

  @ParameterizedTest
  @EnumSource(LineFormat.class)
  void keysComeBack(LineFormat format) {
    for (String type : List.of("string", "list<string?>", "any")) {
      StoreMap<Object, Object> map = from.map("/maps/" + type.length(), options(type, "long"));
      List<Object> keys = new ArrayList<>();
      TEXTS.forEach(text -> keys.add(type.startsWith("list") ? List.of(text) : text));
      keys.forEach(key -> map.put(key, (long) keys.indexOf(key)));
      imported(exported(map.path(), format));
      StoreMap<Object, Object> copy = to.genericMap(map.path());
      keys.forEach(key -> assertEquals((long) keys.indexOf(key), copy.get(key), type));
      assertEquals(map.size(), copy.size());
    }
  }

  @Test
  void theFormIsThatOfTheDocumentation() {
    StoreMap<Object, Object> map =
        from.map("/maps/m", options("uuid", "P{x:decimal?,s:Side(BUY,SELL)?,z:double}"));
    map.put(ID, map("x", "1.50", "s", "BUY", "z", Double.NaN));
    String head = from.epoch() + ", revision: " + from.revision();
    assertEquals(
        """
        - {vitrine: map, version: 1, path: /maps/m, key: uuid, value: \
        "P{x:decimal?,s:Side(BUY,SELL)?,z:double}", hash: rapid, hashSeed: 0, segments: 4, epoch: \
        %s}
        - {key: "00112233-4455-6677-8899-aabbccddeeff", value: {x: "1.50", s: BUY, z: .nan}}
        - {end: {entries: 1}}
        """
            .formatted(head),
        exported("/maps/m", LineFormat.YAML));
    assertEquals(
        """
        {"vitrine":"map","version":1,"path":"/maps/m","key":"uuid","value":\
        "P{x:decimal?,s:Side(BUY,SELL)?,z:double}","hash":"rapid","hashSeed":0,"segments":4,\
        "epoch":%s}
        {"key":"00112233-4455-6677-8899-aabbccddeeff","value":\
        {"x":"1.50","s":"BUY","z":{"!!float":".nan"}}}
        {"end":{"entries":1}}
        """
            .formatted(head.replace(", revision: ", ",\"revision\":")),
        exported("/maps/m", LineFormat.JSON));
    // As a whole it is one document of YAML.
    var documents = YamlReader.readAll(exported("/maps/m", LineFormat.YAML), FrameLimits.DEFAULT);
    assertEquals(3, ((List<?>) documents.getFirst()).size());
  }

  private static Map<Object, @Nullable Object> map(
      Object k1, Object v1, Object k2, Object v2, Object k3, Object v3) {
    Map<Object, @Nullable Object> map = map(k1, v1, k2, v2);
    map.put(k3, v3);
    return map;
  }

  @Test
  void whatTheMapIsMadeOfComesAlong() {
    from.map(
            "/maps/m",
            MapOptions.of(Codecs.strings(), Codecs.longs())
                .withSegments(16)
                .withHash(HashStrategies.xxh3()))
        .put("a", 1L);
    String text = exported("/maps/m", LineFormat.JSON);
    imported(text);
    var info = to.describe("/maps/m");
    assertEquals("xxh3", info.hashName());
    assertEquals(16, info.segments());
    assertEquals(
        new MapLines.Imported("/maps/n", 1, 0), MapLines.read(to, "/maps/n", "f", in(text)));
    assertEquals(1L, to.genericMap("/maps/n").get("a"));
  }

  @Test
  void aSeedComesAlongAndIsDrawnWhereItWasTakenOut() {
    var siphash = HashStrategies.siphash(7_700_077);
    from.map("/maps/m", MapOptions.of(Codecs.strings(), Codecs.longs()).withHash(siphash))
        .put("a", 1L);
    String text = exported("/maps/m", LineFormat.JSON);
    imported(text);
    assertEquals(siphash.seed(), to.describe("/maps/m").hashSeed());
    String without = text.replace(",\"hashSeed\":7700077", "");
    var seeds = new HashSet<Long>();
    for (String path : List.of("/maps/n", "/maps/o")) {
      MapLines.read(to, path, "f", in(without));
      assertEquals("siphash", to.describe(path).hashName());
      seeds.add(to.describe(path).hashSeed());
      assertEquals(1L, to.genericMap(path).get("a"));
    }
    assertEquals(2, seeds.size());
    assertFalse(seeds.contains(0L), seeds::toString);
  }

  /** A class that lines name and that must not be initialised for it. */
  static final class NamedByLines {
    static final String LOADED = "vitrine.test.named-by-lines";

    static {
      System.setProperty(LOADED, "yes");
    }

    private NamedByLines() {}
  }

  @Test
  void noClassIsLoadedBecauseLinesNameIt() {
    String name = "io.vitrine.remote.lines.MapLinesTest$NamedByLines";
    StoreMap<Object, Object> map =
        from.map("/maps/m", MapOptions.of(Codecs.of("any"), Codecs.of("any")));
    map.put(name, new TypedValue("NamedByLines", Map.of("class", name)));
    for (LineFormat format : LineFormat.values()) {
      String text = exported("/maps/m", format);
      for (String other : List.of(name, "!" + name, "!!" + name, "tag:yaml.org,2002:" + name)) {
        String changed =
            text.replace("NamedByLines\"", other + "\"").replace("!NamedByLines", other);
        try {
          imported(changed);
        } catch (LinesException | io.vitrine.store.StoreException | IllegalArgumentException e) {
          // refused, or read as data
        }
      }
    }
    assertEquals(null, System.getProperty(NamedByLines.LOADED));
  }

  @Test
  void anImportGoesIntoAMapOfTheSameTypes() {
    var target = to.map("/maps/m", MapOptions.of(Codecs.strings(), Codecs.longs()));
    target.put("a", 1L);
    target.put("b", 2L);
    from.map("/maps/m", options("string", "long")).put("b", 3L);
    imported(exported("/maps/m", LineFormat.YAML));
    var found = new TreeMap<String, Long>();
    target.forEach(found::put);
    assertEquals(Map.of("a", 1L, "b", 3L), found);
    from.map("/maps/n", options("string", "double"));
    String other = exported("/maps/n", LineFormat.YAML).replace("/maps/n", "/maps/m");
    refused("f:1: /maps/m has values of type long, the file has double; 0 entries", other);
  }

  @Test
  void timesToLiveComeAlong() {
    StoreMap<Object, Object> map = from.map("/maps/m", options("string", "long"));
    map.put("stays", 1L);
    map.put("ends", 2L, Duration.ofDays(1));
    String text = exported("/maps/m", LineFormat.YAML);
    String expires = Instant.ofEpochMilli(map.expiryMillis("ends")).toString();
    assertTrue(text.contains("- {key: ends, value: 2, expires: \"" + expires + "\"}"), text);
    assertEquals(new MapLines.Imported("/maps/m", 2, 0), imported(text));
    StoreMap<Object, Object> copy = to.genericMap("/maps/m");
    assertEquals(0, copy.expiryMillis("stays"));
    long late = copy.expiryMillis("ends") - map.expiryMillis("ends");
    assertTrue(Math.abs(late) < 60_000, late + " ms");
    to.drop("/maps/m");
    String over = text.replace(expires, "2000-01-01T00:00:00Z");
    assertEquals(new MapLines.Imported("/maps/m", 1, 1), imported(over));
    refused(": expires is soon, expected a moment", text.replace(expires, "soon"));
  }

  @Test
  void aTimeToLiveThatTheMapDoesNotTakeIsToldWithItsPlace() {
    StoreMap<Object, Object> map = from.map("/maps/n", options("long", "long"));
    map.put(1L, 1L, Duration.ofDays(1));
    to.map("/maps/n", options("long", "long").compact());
    refused("f:2: /maps/n: entries of a compact map", exported("/maps/n", LineFormat.YAML));
  }

  /** Their times are over after the export has begun, and before it comes to them. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatEndsDuringAnExportDoesNotStayForEver(boolean swept) {
    StoreMap<Object, Object> map = from.map("/maps/m", options("long", "string"));
    for (long key = 0; key < 100; key++) {
      map.put(key, "ends", Duration.ofSeconds(2));
      map.put(1_000 + key, "stays");
    }
    var out =
        new StringWriter() {
          @Override
          public StringWriter append(CharSequence line) {
            if (getBuffer().isEmpty()) {
              long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
              while (LongStream.range(0, 100).anyMatch(key -> map.containsKey(key))) {
                assertTrue(System.nanoTime() < deadline, "waited for a minute");
              }
              while (swept && map.size() > 100) {
                from.sweepExpired();
                assertTrue(System.nanoTime() < deadline, "waited for a minute");
              }
            }
            return super.append(line);
          }
        };
    MapLines.write(from, "/maps/m", LineFormat.JSON, out);
    assertEquals(100, imported(out.toString()).entries());
    to.genericMap("/maps/m").forEach((_, value) -> assertEquals("stays", value));
  }

  @Test
  void whatPeopleWriteIsRead() {
    String text =
        """
        \uFEFF# My prices
        - {vitrine: map, version: 1, path: /maps/p, key: string, value: "A{n:int,d:decimal?}"}

        - {key: 'it''s', value: {d: 1.5, n: 0x10}}   # a comment
        -   {"key": b, "value": !A {n: 2, d: null}}\r
        - {end: {entries: 2}}

        # the end
        """;
    assertEquals(2, imported(text).entries());
    var map =
        to.map("/maps/p", MapOptions.of(Codecs.strings(), Codecs.plain("A{n:int,d:decimal?}")));
    assertEquals(map("n", 16L, "d", "1.5"), map.get("it's"));
    assertEquals(map("n", 2L, "d", null), map.get("b"));
    assertEquals(
        1,
        imported(
                """
                {"vitrine": "map", "version": 1, "path": "/maps/q", "key": "int", "value": "any"}
                \t{ "key" : -5 , "value" : [ 1.5e+3 , "\\u00e9\\/\\ud834\\udd1e" , { } , [ ] ] }
                { "end" : { "entries" : 1 } }\
                """)
            .entries());
    assertEquals(List.of(1500.0, "é/𝄞", Map.of(), List.of()), to.genericMap("/maps/q").get(-5));
  }

  private void refused(String message, String text) {
    var thrown = assertThrows(LinesException.class, () -> imported(text));
    assertTrue(thrown.getMessage().contains(message), thrown.getMessage());
    assertFalse(thrown.getMessage().contains("\n"), thrown.getMessage());
  }

  @Test
  void mistakesAreToldWithTheirPlace() {
    String yaml = "- {vitrine: map, version: 1, path: /maps/y, key: long, value: decimal}\n";
    String json =
        "{\"vitrine\":\"map\",\"version\":1,\"path\":\"/maps/j\",\"key\":\"long\","
            + "\"value\":\"any\"}\n";
    refused("f:1: expected a header, found an empty file", "");
    refused("f:1: expected a header, found an empty file", "  ");
    refused("f:1: expected fields as in - {key", "- 5\n");
    refused("f:1: expected a header with vitrine: map, found the fields [a]", "- {a: 1}");
    refused("f:1: version is 2, expected 1", yaml.replace("1", "2"));
    refused("f:1: header has path: null, expected a string", yaml.replace("path", "pat"));
    refused("f:1: unknown type 'money'", yaml.replace("decimal", "money"));
    refused("f:1: expected a line of at most 1048576 bytes", "x".repeat(2_000_000));
    refused("f:1: column 2: found", "{,}");
    refused("f:1: column 1: found", "\u0007\u0001");
    refused("the file ends without its last line, which counts", yaml);
    refused(
        "f:3: value: expected decimal, found the string 'x'; 1 entries were imported",
        yaml + "- {key: 1, value: 1.5}\n- {key: 2, value: x}\n");
    refused(
        "f:2: key: expected long (an integer of 64 bits), found the number 1.5; 0",
        yaml + "- {key: 1.5, value: 1}\n");
    refused(
        "f:2: expected the fields [key, value], neither null, and perhaps expires, found [key]",
        yaml + "- {key: 1}\n");
    refused("neither null", yaml + "- {key: 1, value: null}\n");
    refused("neither null", yaml + "- {key: 1, value: 1, more: 2}\n");
    refused("f:3: column ", yaml + "# comment\n- {key: 1, value: [}\n");
    refused("f:2: column 1: found no list of one element", yaml + "{a: 1}\n");
    refused("an alias", yaml + "- {key: 1, value: *x}\n");
    refused("the key a a second time", yaml + "- {key: 1, value: {a: 1, a: 2}}\n");
    refused(
        "f:2: expected 2 entries before the last line, found 0", yaml + "- {end: {entries: 2}}");
    refused(
        "f:3: expected the end of the file after its last line",
        yaml + "- {end: {entries: 0}}\n- {key: 1, value: 1}\n");
    refused("f:2: column 18: found '}', expected a value", json + "{\"key\":1,\"value\":}");
    refused("f:2: column 11: found", json + "{\"key\":1, value:1}");
    refused("expected four hexadecimal digits", json + "{\"key\":1,\"value\":\"\\u00g0\"}");
    refused("expected a double quote that ends", json + "{\"key\":1,\"value\":\"abc");
    refused("expected another name", json + "{\"key\":1,\"key\":1}");
    refused("without leading zeros", json + "{\"key\":01,\"value\":1}");
    refused("that a double can hold", json + "{\"key\":1,\"value\":1e999}");
    refused("base64 before it", json + "{\"key\":1,\"value\":{\"!!binary\":\"*\"}}");
    refused(
        "before it !!binary, !!int, !!float or !!map", json + "{\"key\":1,\"value\":{\"!!x\":1}}");
    refused("nested at most", json + "{\"key\":1,\"value\":" + "[".repeat(100_000));
    refused("nested deeper", yaml + "- {key: 1, value: " + "[".repeat(100_000));
    String chars = yaml.replace("/maps/y", "/maps/c").replace("long", "char");
    refused("f:2: key: char is U+D800", chars + "- {key: \"\\ud800\", value: 1}\n");
    refused("unpaired surrogate", json + "{\"key\":1,\"value\":\"\\ud800\"}");
    assertEquals(1, to.genericMap("/maps/y").size());
    assertEquals(0, to.genericMap("/maps/j").size());
  }

  @Test
  void bytesThatAreNoTextAreRefused() {
    for (String header :
        List.of(
            "- {vitrine: map, version: 1, path: /maps/m, key: string, value: string}\n- {key: a",
            "{\"vitrine\":\"map\",\"version\":1,\"path\":\"/maps/m\",\"key\":\"string\","
                + "\"value\":\"string\"}\n{\"key\":\"a")) {
      byte[] bytes = (header + "??").getBytes(StandardCharsets.UTF_8);
      bytes[bytes.length - 1] = (byte) 0xFF;
      var thrown =
          assertThrows(
              LinesException.class,
              () -> MapLines.read(to, null, "f", new ByteArrayInputStream(bytes)));
      assertTrue(thrown.getMessage().startsWith("f:2: "), thrown.getMessage());
    }
  }

  @Test
  void everyTruncationIsKnown() {
    StoreMap<Object, Object> map = from.map("/maps/m", options("long", "any"));
    for (long i = 0; i < 5; i++) {
      map.put(i, List.of("text " + i, i));
    }
    for (LineFormat format : LineFormat.values()) {
      String text = exported("/maps/m", format);
      for (int length = 0; length < text.length() - 1; length++) {
        String part = text.substring(0, length);
        var thrown = assertThrows(LinesException.class, () -> imported(part), part);
        assertTrue(thrown.entries() <= 5);
      }
      assertEquals(5, imported(text.strip()).entries());
    }
  }

  @Test
  void anExportIsOfOneMoment() throws InterruptedException {
    StoreMap<Object, Object> map = from.map("/maps/m", options("long", "long"));
    int keys = 2_000;
    for (long i = 0; i < keys; i++) {
      map.put(i, 0L);
    }
    var stop = new AtomicBoolean();
    Thread writer =
        Thread.ofPlatform()
            .start(() -> {
              // In this order at every moment: each key is as far as the next or one ahead.
              for (long round = 1; !stop.get(); round++) {
                for (long i = 0; i < keys && !stop.get(); i++) {
                  map.put(i, round);
                }
              }
            });
    try {
      for (int k = 0; k < 5; k++) {
        to.drop("/maps/m");
        imported(exported("/maps/m", k % 2 == 0 ? LineFormat.YAML : LineFormat.JSON));
        StoreMap<Object, Object> copy = to.genericMap("/maps/m");
        long first = (long) copy.get(0L);
        long before = first;
        for (long i = 0; i < keys; i++) {
          long found = (long) copy.get(i);
          assertTrue(found == first || found == first - 1, found + " with " + first);
          assertTrue(found <= before, "key " + i);
          before = found;
        }
      }
    } finally {
      stop.set(true);
      writer.join();
    }
  }

  @Test
  void failuresOfTheOtherSideAreTold() {
    assertThrows(
        IllegalArgumentException.class,
        () -> MapLines.write(from, "/maps/none", LineFormat.YAML, new StringWriter()));
    from.map("/maps/m", options("long", "long")).put(1L, 1L);
    var full =
        new Writer() {
          @Override
          public void write(char[] characters, int offset, int length) throws IOException {
            throw new IOException("disk is full");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    assertThrows(
        UncheckedIOException.class, () -> MapLines.write(from, "/maps/m", LineFormat.YAML, full));
    var broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("disk is gone");
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            return read();
          }
        };
    assertThrows(UncheckedIOException.class, () -> MapLines.read(to, null, "f", broken));
  }
}
