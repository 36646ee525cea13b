package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The codecs of values that the JDK has and the data model has not. */
class ValueCodecsTest {
  private static final UUID ID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");

  /** Changing this text means a new format. */
  @Test
  void layoutIsFrozen() {
    assertEquals("00112233445566778899aabbccddeeff", hex(Codecs.uuids(), ID));
    assertEquals(
        "0200000000000000 03000000".replace(" ", ""),
        hex(Codecs.instants(), Instant.ofEpochSecond(2, 3)));
    assertEquals(
        "ffffffffffffffff ffc99a3b".replace(" ", ""),
        hex(Codecs.durations(), Duration.ofNanos(-1)));
    assertEquals("0a00000000000000", hex(Codecs.dates(), LocalDate.of(1970, 1, 11)));
    assertEquals("00", hex(Codecs.integers(), BigInteger.ZERO));
    assertEquals("0080", hex(Codecs.integers(), BigInteger.valueOf(128)));
    assertEquals("80", hex(Codecs.integers(), BigInteger.valueOf(-128)));
    assertEquals("0404e2", hex(Codecs.decimals(), new BigDecimal("12.50")));
    assertEquals("0501", hex(Codecs.decimals(), new BigDecimal("1E+3")));
    assertEquals("feff", hex(Codecs.shorts(), (short) -2));
    assertEquals("fe", hex(Codecs.forClass(Byte.class), (byte) -2));
    assertEquals("0000c03f", hex(Codecs.floats(), 1.5f));
    assertEquals("ac20", hex(Codecs.chars(), '€'));
  }

  @Test
  void namesAndSizes() {
    Map<Class<?>, String> expected =
        Map.ofEntries(
            Map.entry(Short.class, "short 2"),
            Map.entry(byte.class, "byte 1"),
            Map.entry(Float.class, "float 4"),
            Map.entry(Character.class, "char 2"),
            Map.entry(UUID.class, "uuid 16"),
            Map.entry(Instant.class, "instant 12"),
            Map.entry(LocalDate.class, "date 8"),
            Map.entry(Duration.class, "duration 12"),
            Map.entry(BigInteger.class, "integer -1"),
            Map.entry(BigDecimal.class, "decimal -1"));
    expected.forEach((type, text) -> {
      Codec<?> codec = Codecs.forClass(type);
      assertEquals(text, codec.typeName() + " " + codec.fixedSize());
      Codec<?> generic = Codecs.of(codec.typeName());
      assertEquals(text, generic.typeName() + " " + generic.fixedSize());
    });
  }

  @Test
  void extremesComeBackWithTheClassAndWithout() {
    bothWays(
        Codecs.instants(), Instant.MIN, Instant.MAX, Instant.EPOCH, Instant.ofEpochSecond(-1, 1));
    bothWays(Codecs.dates(), LocalDate.MIN, LocalDate.MAX, LocalDate.EPOCH);
    bothWays(
        Codecs.durations(),
        Duration.ZERO,
        Duration.ofSeconds(Long.MIN_VALUE),
        Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
        Duration.ofNanos(-1),
        Duration.ofMillis(-1500));
    bothWays(
        Codecs.decimals(),
        new BigDecimal("0E-10"),
        new BigDecimal("1.0"),
        new BigDecimal("1.00"),
        new BigDecimal(BigInteger.TWO.pow(60_000), DecimalCodec.SCALE_MAX),
        new BigDecimal(BigInteger.TWO.pow(60_000).negate(), -DecimalCodec.SCALE_MAX));
    bothWays(
        Codecs.integers(),
        BigInteger.ZERO,
        BigInteger.TWO.pow(63),
        BigInteger.TWO.pow(63).negate(),
        BigInteger.TWO.pow(65_535).subtract(BigInteger.ONE));
    bothWays(Codecs.floats(), Float.NaN, -0.0f, Float.MIN_VALUE, Float.MAX_VALUE, 0.1f);
    bothWays(Codecs.shorts(), Short.MIN_VALUE, Short.MAX_VALUE);
    bothWays(Codecs.forClass(Byte.class), Byte.MIN_VALUE, Byte.MAX_VALUE);
    bothWays(Codecs.chars(), '\0', 'é', '\uFFFF');
    bothWays(Codecs.uuids(), ID, new UUID(0, 0), new UUID(-1, -1));
  }

  @Test
  void randomValuesComeBackWithTheClassAndWithout() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < 3_000; i++) {
      try {
        bothWays(Codecs.uuids(), new UUID(random.nextLong(), random.nextLong()));
        bothWays(
            Codecs.instants(),
            Instant.ofEpochSecond(random.nextLong() >> 9, random.nextInt(1_000_000_000)));
        bothWays(
            Codecs.durations(),
            Duration.ofSeconds(
                random.nextLong() >> random.nextInt(60), random.nextInt(1_000_000_000)));
        bothWays(Codecs.dates(), LocalDate.ofEpochDay(random.nextLong() >> 27));
        BigInteger digits = new BigInteger(random.nextInt(200), random);
        BigInteger signed = random.nextBoolean() ? digits : digits.negate();
        bothWays(Codecs.integers(), signed);
        bothWays(Codecs.decimals(), new BigDecimal(signed, random.nextInt(100) - 50));
        bothWays(Codecs.floats(), Float.intBitsToFloat(random.nextInt()));
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  @Test
  void withoutTheClassTheyAreTextUnderTheNameOfTheType() {
    assertEquals(
        new TypedValue("uuid", ID.toString()),
        CodecBytes.read(Codecs.of("uuid"), CodecBytes.write(Codecs.uuids(), ID)));
    assertEquals(
        ID.toString(), CodecBytes.read(Codecs.plain("uuid"), CodecBytes.write(Codecs.uuids(), ID)));
    assertEquals(
        new TypedValue("decimal", "12.50"), CodecBytes.roundTrip(Codecs.of("decimal"), "12.50"));
    assertEquals("PT0.5S", CodecBytes.roundTrip(Codecs.plain("duration"), Duration.ofMillis(500)));
    assertEquals(0.1, CodecBytes.read(Codecs.of("float"), CodecBytes.write(Codecs.floats(), 0.1f)));
    assertEquals("é", CodecBytes.read(Codecs.of("char"), CodecBytes.write(Codecs.chars(), 'é')));
    assertEquals(7L, CodecBytes.read(Codecs.of("integer"), new byte[] {7}));
  }

  @Test
  void numbersAreTakenForDecimalsWhereNothingIsLost() {
    for (Object given : List.of(5, 5L, BigInteger.valueOf(5), "5")) {
      assertEquals("5", CodecBytes.roundTrip(Codecs.plain("decimal"), given));
    }
    assertEquals("12.5", CodecBytes.roundTrip(Codecs.plain("decimal"), 12.5));
    assertRefused("decimal", 0.12345678901234566, "in quotes");
    assertRefused("decimal", Double.NaN, "expected decimal");
    assertRefused("decimal", "x", "expected decimal, found the string 'x'");
    assertRefused("decimal", "1".repeat(30_000), "expected at most 25000 characters");
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertRefused("uuid", "1-1-1-1-1", "expected uuid, found the string");
    assertRefused("uuid", "00112233-4455-6677-8899-aabbccddeefg", "expected uuid");
    assertRefused("uuid", 5, "expected uuid, found the integer 5");
    assertRefused("uuid", new TypedValue("date", "2026-01-01"), "a value of type date");
    assertRefused("instant", "yesterday", "expected instant");
    assertRefused("date", "2026-02-30", "expected date");
    assertRefused("duration", "5s", "expected duration");
    assertRefused("short", 40_000, "from -32768 to 32767");
    assertRefused("byte", 128, "from -128 to 127");
    assertRefused("float", 1e300, "expected float");
    assertRefused("float", 16_777_217, "expected float");
    assertRefused("char", "ab", "one character");
    assertRefused("integer", 1.5, "expected integer");
    assertThrows(IllegalArgumentException.class, () -> CodecBytes.write(Codecs.chars(), '\uD800'));
    assertThrows(
        IllegalArgumentException.class,
        () -> Codecs.integers().sizeOf(BigInteger.ONE.shiftLeft(65_536)));
    assertThrows(
        IllegalArgumentException.class,
        () -> Codecs.decimals().sizeOf(new BigDecimal(BigInteger.ONE, Integer.MIN_VALUE)));
  }

  @Test
  void whatIsNoValueIsCorrupt() {
    assertCorrupt("uuid", "00112233445566778899aabbccddee");
    assertCorrupt("instant", "0200000000000000 00ca9a3b");
    assertCorrupt("instant", "ffffffffffffff7f 00000000");
    assertCorrupt("duration", "0200000000000000 ffffffff");
    assertCorrupt("date", "ffffffffffffff7f");
    assertCorrupt("integer", "");
    assertCorrupt("integer", "0001");
    assertCorrupt("integer", "ffff");
    assertCorrupt("integer", "01".repeat(8193));
    assertCorrupt("decimal", "00");
    assertCorrupt("decimal", "818080801001");
    assertCorrupt("char", "00d8");
    assertCorrupt("short", "00");
  }

  @Test
  void equalKeysHaveEqualBytes() {
    assertNotEquals(
        hex(Codecs.decimals(), new BigDecimal("1.0")),
        hex(Codecs.decimals(), new BigDecimal("1.00")));
    assertEquals(
        hex(Codecs.floats(), Float.intBitsToFloat(0x7FC0_1234)), hex(Codecs.floats(), Float.NaN));
  }

  @SafeVarargs
  private static <T> void bothWays(Codec<T> exact, T... values) {
    for (T value : values) {
      byte[] bytes = CodecBytes.write(exact, value);
      assertEquals(value, CodecBytes.read(exact, bytes));
      for (Codec<Object> generic :
          List.of(Codecs.of(exact.typeName()), Codecs.plain(exact.typeName()))) {
        Object model = CodecBytes.read(generic, bytes);
        assertArrayEquals(bytes, CodecBytes.write(generic, model), model::toString);
      }
    }
  }

  private static <T> String hex(Codec<T> codec, T value) {
    return CodecBytes.hex(CodecBytes.write(codec, value));
  }

  private static void assertRefused(String typeName, Object value, String message) {
    Codec<Object> codec = Codecs.of(typeName);
    var thrown = assertThrows(IllegalArgumentException.class, () -> codec.sizeOf(value));
    CodecBytes.assertSays(message, thrown);
  }

  private static void assertCorrupt(String typeName, String hex) {
    byte[] bytes = CodecBytes.hex(hex);
    assertThrows(
        CorruptStoreException.class, () -> CodecBytes.read(Codecs.of(typeName), bytes), hex);
  }
}
