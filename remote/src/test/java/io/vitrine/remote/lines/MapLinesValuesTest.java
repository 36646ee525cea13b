package io.vitrine.remote.lines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.Codec;
import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Stores;
import io.vitrine.store.TypedValue;
import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Values that a reader of text could take for others come back as they are, in both formats. */
class MapLinesValuesTest {
  private static final String PATH = "/maps/m";

  /** What some version of YAML, or a reader of it, takes for something else than a string. */
  private static final List<String> DECEPTIVE =
      List.of(
          "~",
          "null",
          "Null",
          "NULL",
          "true",
          "True",
          "false",
          "yes",
          "No",
          "on",
          "off",
          "y",
          "n",
          "0",
          "-0",
          "+1",
          "007",
          "0o17",
          "0x1F",
          "0b11",
          "1_000",
          "1,000",
          "1e3",
          "1E3",
          "1.",
          ".5",
          "-.5",
          "1.0",
          "-0.0",
          "12e03",
          "-2E+05",
          ".nan",
          ".NaN",
          "NaN",
          ".inf",
          "-.INF",
          "Infinity",
          "190:20:30",
          "2001-01-01",
          "2001-12-14t21:59:43.10-05:00",
          "<<",
          "=",
          "-",
          "--",
          "---",
          "...",
          "--- a",
          "? a",
          "?",
          ":",
          ": a",
          "a:",
          "a: b",
          "a #b",
          "#a",
          "*a",
          "&a",
          "!a",
          "!!str",
          "%TAG",
          "@a",
          "`a`",
          "'",
          "''",
          "\"",
          "\"a\"",
          "[",
          "]",
          "{",
          "}",
          ",",
          "[]",
          "{}",
          "|",
          ">",
          "|-",
          ">+",
          "\\",
          "\\n",
          "\\u0041",
          " a",
          "a ",
          "  ",
          "\ta",
          "a\t",
          "\n",
          "\r",
          "\r\n",
          "a\n",
          "a\n\n",
          "\n a",
          "a\n- b",
          "a\n...\n",
          "a\n---\nb",
          "\u0085",
          "\u2028",
          "\u2029",
          "\u00A0",
          "\uFEFF",
          "\uFEFFa",
          "\uFFFE",
          "\uFFFF",
          "\u0000",
          "\u001B",
          "\u007F",
          "\u009F",
          "\uD83D\uDE00",
          "vitrine",
          "end",
          "key",
          "value",
          "expires");

  private static final List<Double> NUMBERS =
      List.of(
          0.0,
          -0.0,
          1.0,
          -1.0,
          1e3,
          1e15,
          1e16,
          1e21,
          9007199254740992.0,
          0x1p63,
          0.1,
          1e-7,
          Double.MIN_VALUE,
          -Double.MIN_VALUE,
          Double.MIN_NORMAL,
          Double.MAX_VALUE,
          -Double.MAX_VALUE,
          Double.NaN,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY);

  enum Side {
    BUY,
    SELL
  }

  record Line(int lots, @Nullable BigDecimal price, List<@Nullable String> notes) {}

  @SuppressWarnings("ArrayRecordComponent") // what users have
  record Order(
      UUID id,
      Side side,
      Instant at,
      LocalDate day,
      Duration after,
      BigInteger big,
      double number,
      float small,
      char sign,
      byte[] raw,
      @Nullable String name,
      Map<Side, List<Line>> lines,
      Set<UUID> others) {}

  private final Store from = Stores.inMemory();
  private final Store to = Stores.inMemory();

  @AfterEach
  void close() {
    from.close();
    to.close();
  }

  private String exported(LineFormat format) {
    var out = new StringWriter();
    MapLines.write(from, PATH, format, out);
    return out.toString();
  }

  private void imported(String text, long entries) {
    var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    assertEquals(new MapLines.Imported(PATH, entries, 0), MapLines.read(to, null, "f", in));
  }

  /** Each value comes back as value and as key, with the same bytes. */
  private void anyRoundTrip(LineFormat format, List<?> values) {
    from.drop(PATH);
    to.drop(PATH);
    MapOptions<Object, Object> options =
        MapOptions.of(Codecs.of("any"), Codecs.of("any")).withSegments(1);
    StoreMap<Object, Object> map = from.map(PATH, options);
    for (Object value : values) {
      map.put(value, value);
    }
    String text = exported(format);
    imported(text, map.size());
    StoreMap<Object, Object> copy = to.map(PATH, options);
    assertEquals(map.size(), copy.size());
    for (Object value : values) {
      byte[] expected = bytes(map, value);
      assertArrayEquals(expected, bytes(copy, value), () -> value + " in " + text);
      assertEquals(
          String.valueOf(map.get(value)), String.valueOf(copy.get(value)), "value of " + value);
    }
  }

  private static byte[] bytes(StoreMap<Object, Object> map, Object key) {
    byte[] bytes = new byte[1 << 12];
    long length = map.copyValue(key, MemorySegment.ofArray(bytes), 0);
    assertTrue(length >= 0 && length <= bytes.length, () -> "length " + length + " of " + key);
    return Arrays.copyOf(bytes, (int) length);
  }

  @ParameterizedTest
  @EnumSource(LineFormat.class)
  void textsThatLookLikeOtherThings(LineFormat format) {
    anyRoundTrip(format, DECEPTIVE);
  }

  @ParameterizedTest
  @EnumSource(LineFormat.class)
  void theSameWithinListsAndMaps(LineFormat format) {
    var values = new ArrayList<Object>();
    for (String text : DECEPTIVE) {
      values.add(List.of(text));
      values.add(List.of(List.of(text), text));
      values.add(Map.of(text, text));
      values.add(Map.of("k", Map.of(text, List.of(text))));
      values.add(new TypedValue("T", text));
      values.add(new TypedValue("T", Map.of(text, text)));
    }
    values.add(new LinkedHashMap<>(Map.of("all", DECEPTIVE)));
    anyRoundTrip(format, values);
  }

  @ParameterizedTest
  @EnumSource(LineFormat.class)
  void numbersKeepTheirKindAndSign(LineFormat format) {
    var values = new ArrayList<Object>(NUMBERS);
    values.addAll(
        List.of(
            0L,
            1L,
            -1L,
            1000L,
            1L << 53,
            (1L << 53) + 1,
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            BigInteger.ONE.shiftLeft(63),
            BigInteger.ONE.shiftLeft(64).negate(),
            BigInteger.TEN.pow(40),
            true,
            false));
    for (Object number : List.copyOf(values)) {
      values.add(List.of(number));
      values.add(Map.of("k", number));
      values.add(Map.of(number, number));
      values.add(new TypedValue("T", number));
    }
    anyRoundTrip(format, values);
  }

  private static Order order(int i) {
    String text = DECEPTIVE.get(i);
    double number = NUMBERS.get(i % NUMBERS.size());
    var price = new BigDecimal(BigInteger.valueOf(i - 3), i % 7 - 3);
    var notes = Arrays.asList(text, null, text + text);
    Map<Side, List<Line>> lines = new LinkedHashMap<>();
    lines.put(Side.SELL, List.of(new Line(i, price, notes), new Line(-i, null, List.of())));
    lines.put(Side.BUY, List.of());
    return new Order(
        new UUID(i, ~i),
        i % 2 == 0 ? Side.BUY : Side.SELL,
        Instant.ofEpochSecond(i * 1_000_000_007L - 5_000_000_000L, i),
        LocalDate.ofEpochDay(i * 10_007L - 500_000),
        Duration.ofNanos(7L - i),
        BigInteger.valueOf(-i).pow(20),
        number,
        (float) number,
        text.isEmpty() || Character.isSurrogate(text.charAt(0)) ? 'x' : text.charAt(0),
        text.getBytes(StandardCharsets.UTF_16),
        i % 5 == 0 ? null : text,
        lines,
        Set.of(new UUID(0, i)));
  }

  private static byte[] image(Codec<Order> codec, Order order) {
    byte[] bytes = new byte[Math.toIntExact(codec.sizeOf(order))];
    codec.write(order, MemorySegment.ofArray(bytes), 0);
    return bytes;
  }

  /** As a user has them: with classes on both sides, and text between. */
  @ParameterizedTest
  @EnumSource(LineFormat.class)
  void recordsOfAllTypesWithTheirClass(LineFormat format) {
    MapOptions<UUID, Order> options =
        MapOptions.of(Codecs.uuids(), Codecs.records(Order.class)).withSegments(1);
    StoreMap<UUID, Order> map = from.map(PATH, options);
    var orders = new ArrayList<Order>();
    for (int i = 0; i < DECEPTIVE.size(); i++) {
      orders.add(order(i));
    }
    orders.forEach(order -> map.put(order.id(), order));
    imported(exported(format), orders.size());
    Codec<Order> codec = options.values();
    StoreMap<UUID, Order> copy = to.map(PATH, options);
    for (Order order : orders) {
      Order found = copy.get(order.id());
      assertTrue(found != null, () -> "no " + order);
      assertArrayEquals(image(codec, order), image(codec, found), () -> order + ", " + found);
      assertEquals(order.lines(), found.lines());
    }
  }

  /** The one float, but for its sign, that by way of the double of its digits is another. */
  @ParameterizedTest
  @EnumSource(LineFormat.class)
  void theFloatWhoseDigitsAreRoundedTwice(LineFormat format) {
    float odd = Float.intBitsToFloat(0x15ae43fd);
    MapOptions<Long, Float> options = MapOptions.of(Codecs.longs(), Codecs.floats());
    StoreMap<Long, Float> map = from.map("/maps/floats", options);
    map.put(1L, odd);
    map.put(2L, -odd);
    var out = new StringWriter();
    MapLines.write(from, "/maps/floats", format, out);
    var in = new ByteArrayInputStream(out.toString().getBytes(StandardCharsets.UTF_8));
    assertEquals(2, MapLines.read(to, null, "f", in).entries());
    assertEquals(odd, to.map("/maps/floats", options).get(1L));
    assertEquals(-odd, to.map("/maps/floats", options).get(2L));
  }

  @ParameterizedTest
  @CsvSource({
    "'!Raw+binary 1234', '1234 of !Raw+binary, expected base64 in quotes'",
    "'!Raw+binary true', 'true of !Raw+binary, expected base64 in quotes'",
    "'!Raw+binary \"@@\"', '@@ of !Raw+binary, expected base64 in quotes'",
    "'!a+int [1]', '[1] of !a+int, expected hexadecimal digits in quotes'",
    "'!+int \"zz\"', 'zz of !+int, expected hexadecimal digits in quotes'",
  })
  void escapesThatAreNoneAreRefused(String value, String found) {
    String lines =
        """
        - {vitrine: map, version: 1, path: /maps/e, key: string, value: any, segments: 1}
        - {key: a, value: %s}
        - {end: {entries: 1}}
        """
            .formatted(value);
    var in = new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8));
    var thrown = assertThrows(LinesException.class, () -> MapLines.read(to, null, "f", in));
    assertEquals("f:2: found " + found + "; 0 entries were imported", thrown.getMessage());
  }

  /** A half of a pair is no character, so no text has it: it is refused on every way in. */
  @Test
  void loneSurrogatesAreRefused() {
    StoreMap<String, Object> map =
        from.map(PATH, MapOptions.of(Codecs.strings(), Codecs.of("any")));
    for (String text : List.of("\uD800", "a\uDFFF", "\uDC00\uD800", "\uD83Dx")) {
      for (Object value :
          List.of(text, List.of(text), Map.of(text, 1L), new TypedValue("T", text))) {
        assertThrows(IllegalArgumentException.class, () -> map.put("k", value));
      }
      assertThrows(IllegalArgumentException.class, () -> map.put(text, 1L));
    }
    assertEquals(0, map.size());
    String json =
        "{\"vitrine\":\"map\",\"version\":1,\"path\":\"/maps/m\",\"key\":\"string\","
            + "\"value\":\"any\"}\n";
    String yaml = "- {vitrine: map, version: 1, path: /maps/m, key: string, value: any}\n";
    for (String escape : List.of("\\ud800", "a\\udfff", "\\udc00\\ud800", "\\ud83dx")) {
      for (String line :
          List.of(
              json + "{\"key\":\"a\",\"value\":\"" + escape + "\"}",
              json + "{\"key\":\"" + escape + "\",\"value\":1}",
              json + "{\"key\":\"a\",\"value\":[{\"" + escape + "\":1}]}",
              yaml + "- {key: a, value: \"" + escape + "\"}",
              yaml + "- {key: \"" + escape + "\", value: 1}",
              yaml + "- {key: a, value: [{\"" + escape + "\": 1}]}",
              yaml + "- {key: a, value: !T \"" + escape + "\"}")) {
        var in = new ByteArrayInputStream(line.getBytes(StandardCharsets.UTF_8));
        var thrown =
            assertThrows(LinesException.class, () -> MapLines.read(to, null, "f", in), line);
        assertTrue(thrown.getMessage().startsWith("f:2: "), thrown.getMessage());
      }
    }
    assertEquals(0, to.genericMap(PATH).size());
  }
}
