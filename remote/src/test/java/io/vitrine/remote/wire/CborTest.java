package io.vitrine.remote.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.TypedValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class CborTest {
  static final List<String> HARD = RandomValues.HARD;

  private static final HexFormat HEX = HexFormat.of();

  private static @Nullable Object read(String hex) {
    return CborReader.read(HEX.parseHex(hex), FrameLimits.DEFAULT);
  }

  private static String write(@Nullable Object value) {
    return HEX.formatHex(CborWriter.write(value));
  }

  /** What is read and written the same, as YAML: RFC 8949, appendix A. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          00|0
          01|1
          0a|10
          17|23
          1818|24
          1819|25
          1864|100
          1903e8|1000
          1a000f4240|1000000
          1b000000e8d4a51000|1000000000000
          1bffffffffffffffff|18446744073709551615
          c249010000000000000000|18446744073709551616
          3bffffffffffffffff|-18446744073709551616
          c349010000000000000000|-18446744073709551617
          20|-1
          29|-10
          3863|-100
          3903e7|-1000
          f90000|0.0
          f98000|-0.0
          f93c00|1.0
          fb3ff199999999999a|1.1
          f93e00|1.5
          f97bff|65504.0
          fa47c35000|100000.0
          fa7f7fffff|3.4028234663852886e+38
          fb7e37e43c8800759c|1.0e+300
          f90001|5.960464477539063e-8
          f90400|0.00006103515625
          f9c400|-4.0
          fbc010666666666666|-4.1
          f97c00|.inf
          f97e00|.nan
          f9fc00|-.inf
          f4|false
          f5|true
          f6|null
          40|!!binary ""
          4401020304|!!binary "AQIDBA=="
          60|""
          6161|a
          6449455446|IETF
          62225c|"\\"\\\\"
          62c3bc|\u00fc
          63e6b0b4|\u6c34
          64f0908591|"\ud800\udd51"
          80|[]
          83010203|[1, 2, 3]
          8301820203820405|[1, [2, 3], [4, 5]]
          98190102030405060708090a0b0c0d0e0f101112131415161718181819|[1, 2, 3, 4, 5, 6, 7, 8, 9, \
          10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]
          a0|{}
          a201020304|{1: 2, 3: 4}
          a26161016162820203|{a: 1, b: [2, 3]}
          826161a161626163|[a, {b: c}]
          a56161614161626142616361436164614461656145|{a: A, b: B, c: C, d: D, e: E}
          d81b8263416464a166616d6f756e740a|!Add {amount: 10}
          d9011143eda080|"\\ud800"
          """)
  void shortestFormsAreWrittenAndRead(String hex, String yaml) {
    Object value = YamlReader.read(yaml);
    Object read = read(hex);
    assertTrue(RandomValues.same(value, read), read + " is not " + yaml);
    assertEquals(hex, write(value));
  }

  /** What is read and written otherwise: RFC 8949, appendix A, and longer forms than needed. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          fa7f800000|.inf
          fa7fc00000|.nan
          faff800000|-.inf
          fb7ff0000000000000|.inf
          fb7ff8000000000000|.nan
          fbfff0000000000000|-.inf
          5f42010243030405ff|!!binary "AQIDBAU="
          7f657374726561646d696e67ff|streaming
          9fff|[]
          9f018202039f0405ffff|[1, [2, 3], [4, 5]]
          9f01820203820405ff|[1, [2, 3], [4, 5]]
          83018202039f0405ff|[1, [2, 3], [4, 5]]
          83019f0203ff820405|[1, [2, 3], [4, 5]]
          9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff|[1, 2, 3, 4, 5, 6, 7, 8, 9, \
          10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]
          bf61610161629f0203ffff|{a: 1, b: [2, 3]}
          826161bf61626163ff|[a, {b: c}]
          bf6346756ef563416d7421ff|{Fun: true, Amt: -2}
          1800|0
          190000|0
          1b0000000000000017|23
          780161|a
          7b000000000000000161|a
          9a0000000101|[1]
          c24101|1
          c25f4101ff|1
          c3581b00000000000000000000000000000000000000000000000000ffff|-65536
          c240|0
          d81b9f61540bff|!T 11
          da0000001b82615480|!T []
          d81b8261545f40ff|x
          """)
  void otherFormsAreRead(String hex, String yaml) {
    if (yaml.equals("x")) {
      assertEquals(ErrorCode.MALFORMED, assertThrows(WireException.class, () -> read(hex)).code());
      return;
    }
    Object read = read(hex);
    assertTrue(RandomValues.same(YamlReader.read(yaml), read), read + " is not " + yaml);
  }

  /** What of RFC 8949, appendix A, is none of the model, and what is no CBOR at all. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "f7",
        "f0",
        "f8ff",
        "f818",
        "c074323031332d30332d32315432303a30343a30305a",
        "c11a514b67b0",
        "c1fb41d452d9ec200000",
        "d74401020304",
        "d818456449455446",
        "d82076687474703a2f2f7777772e6578616d706c652e636f6d",
        "",
        "18",
        "19ff",
        "1a000000",
        "1b00000000000000",
        "1c",
        "1f",
        "3f",
        "5c",
        "df",
        "ff",
        "fc",
        "4401",
        "6261",
        "62c328",
        "61ff",
        "64f0288c28",
        "63eda080",
        "7f61c361bcff",
        "5b7fffffffffffffff00",
        "7bffffffffffffffff00",
        "9bffffffffffffffff00",
        "9a7fffffff00",
        "ba7fffffff0001",
        "82",
        "8201",
        "a101",
        "a1",
        "9f01",
        "bf01",
        "bf01ff",
        "a2616101616102",
        "bf616101616102ff",
        "81ff",
        "a1ff00",
        "5f6161ff",
        "7f4161ff",
        "5f5f4101ff",
        "c2",
        "c26161",
        "c201",
        "c3f6",
        "d81b",
        "d81b00",
        "d81b80",
        "d81b8161",
        "d81b83615400f6",
        "d81b820102",
        "d81b826001",
        "d81b8261544101",
        "d81b826154d81b82615401",
        "d81b82636d6170a0",
        "d81b9f6154ff",
        "d81b9f61540102ff",
        "d9011161",
        "d90111416161",
        "d9011141ff",
        "d9011146eda080edb080",
        "d901114480808080",
        "0000",
        "f6f6"
      })
  void whatIsNoValueIsRefusedWithItsOffset(String hex) {
    var e = assertThrows(WireException.class, () -> read(hex));
    assertEquals(ErrorCode.MALFORMED, e.code());
    assertTrue(e.getMessage().matches("offset \\d+: found .*"), e.getMessage());
  }

  @Test
  void offsetsLeadToTheItem() {
    var e = assertThrows(WireException.class, () -> read("8301f703"));
    assertTrue(e.getMessage().startsWith("offset 2: found the item F7"), e.getMessage());
    var twice = assertThrows(WireException.class, () -> read("a3616101616202616103"));
    assertEquals("offset 7: found the key a a second time", twice.getMessage());
    var bytes = assertThrows(WireException.class, () -> read("a3410101410202410103"));
    assertEquals("offset 7: found the key !!binary \"AQ==\" a second time", bytes.getMessage());
    var length = assertThrows(WireException.class, () -> read("820159ffff00"));
    assertEquals(
        "offset 2: found a length of 65535 with 1 bytes left in the frame", length.getMessage());
  }

  @Test
  void nestingIsBoundedBothWays() {
    String deepest = "81".repeat(63) + "80";
    assertEquals(deepest, write(read(deepest)));
    for (String deeper :
        List.of("81" + deepest, "9f".repeat(100_000), "a100".repeat(100_000), "bf00".repeat(65))) {
      var e = assertThrows(WireException.class, () -> read(deeper));
      assertEquals(ErrorCode.TOO_DEEP, e.code());
    }
    for (String tags : List.of("d81b826154".repeat(100_000), "c2".repeat(100_000))) {
      var e = assertThrows(WireException.class, () -> read(tags));
      assertEquals(ErrorCode.MALFORMED, e.code());
    }
    var endless = new ArrayList<Object>();
    endless.add(endless);
    var cycle = assertThrows(WireException.class, () -> CborWriter.write(endless));
    assertEquals(ErrorCode.TOO_DEEP, cycle.code());
  }

  @Test
  void integersHaveAsManyDigitsAsInText() {
    BigInteger largest = BigInteger.TEN.pow(CborLayout.DIGITS_MAX).subtract(BigInteger.ONE);
    for (BigInteger fits : List.of(largest, largest.negate())) {
      assertEquals(fits, CborReader.read(CborWriter.write(fits), FrameLimits.DEFAULT));
      assertEquals(fits, YamlReader.read(YamlWriter.write(fits)));
      BigInteger beyond = fits.add(BigInteger.valueOf(fits.signum()));
      for (Executable writing :
          List.<Executable>of(
              () -> CborWriter.write(beyond),
              () -> YamlWriter.write(beyond),
              () -> TextRoom.atMost(beyond, 64))) {
        assertEquals(ErrorCode.TOO_LARGE, assertThrows(WireException.class, writing).code());
      }
      byte[] magnitude = (beyond.signum() < 0 ? beyond.not() : beyond).toByteArray();
      byte[] bytes = new byte[4 + magnitude.length];
      bytes[0] = (byte) (beyond.signum() < 0 ? 0xC3 : 0xC2);
      bytes[1] = 0x59;
      bytes[2] = (byte) (magnitude.length >> 8);
      bytes[3] = (byte) magnitude.length;
      System.arraycopy(magnitude, 0, bytes, 4, magnitude.length);
      var e = assertThrows(WireException.class, () -> CborReader.read(bytes, FrameLimits.DEFAULT));
      assertEquals(ErrorCode.TOO_LARGE, e.code());
    }
  }

  @ParameterizedTest
  @FieldSource("HARD")
  void everyStringSurvivesInEveryPlace(String text) {
    for (Object value :
        List.of(text, List.of(text, text), Map.of(text, text), new TypedValue("T", text))) {
      assertEquals(value, CborReader.read(CborWriter.write(value), FrameLimits.DEFAULT));
    }
  }

  @Test
  void allLengthsOfStringsSurvive() {
    for (String part : List.of("a", "\u00e9", "\u6c34", "\ud83d\ude00")) {
      for (int length = 0; length < 300; length++) {
        String text = part.repeat(length);
        assertEquals(text, CborReader.read(CborWriter.write(text), FrameLimits.DEFAULT));
      }
      String large = part.repeat(70_000);
      assertEquals(large, CborReader.read(CborWriter.write(large), FrameLimits.DEFAULT));
    }
  }

  @Test
  void randomValuesSurvive() {
    for (long seed = 0; seed < 20_000; seed++) {
      Object value = new RandomValues(seed).next();
      byte[] bytes = CborWriter.write(value);
      Object back = CborReader.read(bytes, FrameLimits.DEFAULT);
      assertTrue(RandomValues.same(value, back), "seed " + seed + ": " + HEX.formatHex(bytes));
    }
  }

  @Test
  void randomValuesSurviveTextToBinaryAndBack() {
    for (long seed = 0; seed < 5_000; seed++) {
      Object value = new RandomValues(seed).next();
      byte[] binary = CborWriter.write(value);
      String text = YamlWriter.write(value);
      Object fromText = YamlReader.read(text);
      Object fromBinary = CborReader.read(binary, FrameLimits.DEFAULT);
      assertTrue(Arrays.equals(binary, CborWriter.write(fromText)), "seed " + seed + ": " + text);
      assertEquals(text, YamlWriter.write(fromBinary), "seed " + seed);
    }
  }

  @Test
  void damagedBytesAreRefusedOrAreAnotherValue() {
    var random = new java.util.Random(7);
    int refused = 0;
    for (int round = 0; round < 50_000; round++) {
      byte[] bytes = CborWriter.write(new RandomValues(round % 1_000).next());
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      if (random.nextInt(4) == 0) {
        bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      }
      try {
        Object value = CborReader.read(bytes, FrameLimits.DEFAULT);
        byte[] again = CborWriter.write(value);
        Object back = CborReader.read(again, FrameLimits.DEFAULT);
        assertTrue(RandomValues.same(value, back), "round " + round);
      } catch (WireException e) {
        refused++;
      }
    }
    assertTrue(refused > 10_000, "only " + refused + " refused");
  }

  @Test
  void announcedLengthsAllocateNothing() {
    // Each announces as much as its bytes allow; together they would take gigabytes.
    var hex = new StringBuilder("9f");
    for (int i = 0; i < 50; i++) {
      hex.append("9a7fffffff");
    }
    assertThrows(WireException.class, () -> read(hex.toString()));
  }

  @Test
  void whatIsNoValueIsNotWritten() {
    for (Object value :
        List.of(
            new Object(),
            new TypedValue("A", new byte[1]),
            new TypedValue("A", new TypedValue("B", 1L)),
            new TypedValue("", 1L),
            new TypedValue("map", Map.of()))) {
      assertThrows(IllegalArgumentException.class, () -> CborWriter.write(value));
      assertThrows(IllegalArgumentException.class, () -> YamlWriter.write(value));
    }
    var growing =
        new LinkedHashMap<Object, Object>() {
          private static final long serialVersionUID = 1;

          @Override
          public int size() {
            return super.size() + 1;
          }
        };
    assertThrows(IllegalArgumentException.class, () -> CborWriter.write(growing));
  }
}
