package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AnyCodecTest {
  private static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);

  /** Examples of RFC 8949, appendix A, and typed values. */
  @Test
  void encodingIsThatOfTheStandard() {
    assertEncodes("00", 0L);
    assertEncodes("17", 23L);
    assertEncodes("1818", 24L);
    assertEncodes("1903e8", 1000L);
    assertEncodes("1a000f4240", 1_000_000L);
    assertEncodes("1b000000e8d4a51000", 1_000_000_000_000L);
    assertEncodes("1bffffffffffffffff", TWO_64.subtract(BigInteger.ONE));
    assertEncodes("c249010000000000000000", TWO_64);
    assertEncodes("3bffffffffffffffff", TWO_64.negate());
    assertEncodes("c349010000000000000000", TWO_64.not());
    assertEncodes("20", -1L);
    assertEncodes("3903e7", -1000L);
    assertEncodes("f90000", 0.0);
    assertEncodes("f98000", -0.0);
    assertEncodes("fb3ff199999999999a", 1.1);
    assertEncodes("f97bff", 65504.0);
    assertEncodes("fa47c35000", 100000.0);
    assertEncodes("fa7f7fffff", 3.4028234663852886e+38);
    assertEncodes("fb7e37e43c8800759c", 1.0e+300);
    assertEncodes("f90001", 5.960464477539063e-8);
    assertEncodes("f97c00", Double.POSITIVE_INFINITY);
    assertEncodes("f97e00", Double.NaN);
    assertEncodes("f4", false);
    assertEncodes("f5", true);
    assertEncodes("4401020304", new byte[] {1, 2, 3, 4});
    assertEncodes("6449455446", "IETF");
    assertEncodes("64f0908591", "\uD800\uDD51");
    assertEncodes("83010203", List.of(1L, 2L, 3L));
    assertEncodes("a0", Map.of());
    assertEncodes("d81b8263416464a166616d6f756e7405", new TypedValue("Add", Map.of("amount", 5L)));
    assertEncodes("81f6", new ArrayList<>(Collections.singletonList(null)));
  }

  @Test
  void otherFormsOfTheSameAreRead() {
    assertEquals(5L, CodecBytes.read(Codecs.any(), CodecBytes.hex("1b0000000000000005")));
    assertEquals(1.0, CodecBytes.read(Codecs.any(), CodecBytes.hex("fb3ff0000000000000")));
    assertEquals(1L, CodecBytes.read(Codecs.any(), CodecBytes.hex("c2420001")));
    assertEquals(-1L, CodecBytes.read(Codecs.any(), CodecBytes.hex("c340")));
  }

  @Test
  void smallerNumbersComeBackAsLongAndDouble() {
    List<Object> given = List.of((byte) 1, (short) -2, 3, 4L, BigInteger.TEN, 1.5f);
    assertEquals(List.of(1L, -2L, 3L, 4L, 10L, 1.5), CodecBytes.roundTrip(Codecs.any(), given));
  }

  @Test
  void randomValuesComeBack() {
    long seed = System.nanoTime();
    var random = new RandomCodecValues(seed);
    for (int i = 0; i < 5_000; i++) {
      Object value = random.present(4);
      Object back = CodecBytes.roundTrip(Codecs.any(), value);
      assertTrue(RandomCodecValues.same(value, back), () -> "seed " + seed + ": " + value);
    }
  }

  @Test
  void mapsKeepTheirOrder() {
    var map = new LinkedHashMap<Object, @Nullable Object>();
    for (int i = 20; i > 0; i--) {
      map.put("k" + i * 7 % 20 + "-" + i, (long) i);
    }
    Object back = CodecBytes.roundTrip(Codecs.any(), map);
    assertInstanceOf(LinkedHashMap.class, back);
    assertTrue(RandomCodecValues.same(map, back));
  }

  @Test
  void whatIsNotOfTheDataModelIsRefused() {
    assertRefused("java.util.ImmutableCollections", Set.of(1));
    assertRefused("java.lang.Character", 'c');
    assertRefused("scalar as the key", Map.of(List.of(), 1));
    assertRefused("scalar as the key", Map.of(new TypedValue("A", 1), 1));
    assertRefused("content of a typed value", new TypedValue("A", new TypedValue("B", 1)));
    assertRefused("typed value is named 'a b'", new TypedValue("a b", 1));
    assertRefused("unpaired surrogate", List.of("\uD800"));
    assertRefused("at most 8192", BigInteger.ONE.shiftLeft(65_537));
    assertRefused("key 1 twice", Map.of(1, "a", 1L, "b"));
  }

  @Test
  void bigIntegersUpToTheLimitComeBack() {
    BigInteger largest = BigInteger.ONE.shiftLeft(65_536).subtract(BigInteger.ONE);
    assertEquals(largest, CodecBytes.roundTrip(Codecs.any(), largest));
    assertEquals(largest.not(), CodecBytes.roundTrip(Codecs.any(), largest.not()));
  }

  @Test
  void depthIsLimited() {
    Object value = nested(64);
    assertEquals(value, CodecBytes.roundTrip(Codecs.any(), value));
    assertRefused("nested deeper than 64", nested(65));
    var self = new ArrayList<>();
    self.add(self);
    self.add(self);
    assertRefused("nested deeper than 64", self);
    byte[] deep = new byte[1_000_000];
    Arrays.fill(deep, (byte) 0x81);
    assertThrows(CorruptStoreException.class, () -> CodecBytes.read(Codecs.any(), deep));
    Arrays.fill(deep, (byte) 0xC2);
    assertThrows(CorruptStoreException.class, () -> CodecBytes.read(Codecs.any(), deep));
  }

  @Test
  void whatWeDoNotWriteIsCorrupt() {
    for (String hex :
        List.of(
            "",
            "f6",
            "f7",
            "e0",
            "f800",
            "1c",
            "1f",
            "5f4101ff",
            "7f6161ff",
            "9f01ff",
            "bf0102ff",
            "c100",
            "d9d9f700",
            "d81b80",
            "d81b820101",
            "d81b826120 01",
            "d81b826141d81b82614201",
            "a1800100",
            "a2010201 02",
            "0000",
            "9b7fffffffffffffff",
            "bbffffffffffffffff",
            "5b00000000ffffffff",
            "7a7fffffff",
            "19",
            "c2",
            "c25a00ffffff",
            "ff")) {
      assertThrows(
          CorruptStoreException.class,
          () -> CodecBytes.read(Codecs.any(), CodecBytes.hex(hex)),
          hex);
    }
  }

  private static Object nested(int depth) {
    Object value = 1L;
    for (int i = 0; i < depth; i++) {
      value = i % 2 == 0 ? List.of(value) : Map.of("k", value);
    }
    return value;
  }

  private static void assertEncodes(String hex, Object value) {
    assertEquals(hex, CodecBytes.hex(CodecBytes.write(Codecs.any(), value)));
    Object back = CodecBytes.read(Codecs.any(), CodecBytes.hex(hex));
    assertTrue(RandomCodecValues.same(value, back), () -> value + " came back as " + back);
  }

  private static void assertRefused(String message, Object value) {
    var thrown = assertThrows(IllegalArgumentException.class, () -> Codecs.any().sizeOf(value));
    CodecBytes.assertSays(message, thrown);
  }
}
