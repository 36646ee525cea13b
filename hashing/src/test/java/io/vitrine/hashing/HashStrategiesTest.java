package io.vitrine.hashing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HashStrategiesTest {
  @Test
  void shouldNameAllStrategiesByAscendingId() {
    List<String> names = HashStrategies.builtIn();
    assertEquals(
        List.of(
            "string31", "xxh3", "rapid", "poly109", "native32", "siphash", "crc32c", "siphash13"),
        names);
    assertEquals(names, HashStrategies.names().subList(0, names.size()));
    for (int i = 0; i < names.size(); i++) {
      HashStrategy strategy = HashStrategies.of(names.get(i), 0);
      assertEquals(names.get(i), strategy.name());
      // Files record names and ids: they may be added to, never changed.
      assertEquals(i + 1, strategy.id());
    }
  }

  @Test
  void shouldTellWhereStrategiesOfTheEvaluationAreKnown() {
    var e = assertThrows(IllegalArgumentException.class, () -> HashStrategies.parse("zah-xx3"));
    String why = e.getMessage();
    assertTrue(why.startsWith("unknown hash strategy: name=zah-xx3, known=["), why);
    assertTrue(why.contains("; choose one of these or register it (zah- strategies are for"), why);
    assertTrue(why.contains("AdaptedStrategies.register()"), why);
  }

  @Test
  void shouldRefuseSeedsOfMoreThanSixteenDigits() {
    assertEquals(1, HashStrategies.parse("rapid:0x0000000000000001").seed());
    assertThrows(
        IllegalArgumentException.class, () -> HashStrategies.parse("rapid:0x00000000000000001"));
  }

  @Test
  void shouldRefuseStrategiesWhoseFormsDifferWithASeed() {
    LongFunction<HashStrategy> factory =
        seed ->
            new Fnv1a("fnv1a-seeded-text", seed) {
              @Override
              public long hash(CharSequence text) {
                return super.hash(text) + seed;
              }
            };
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> HashStrategies.register("fnv1a-seeded-text", factory));
    assertTrue(e.getMessage().contains("otherwise than the same bytes"), e::getMessage);
  }

  @Test
  void shouldTakeFactoriesWithoutSeeds_andRefuseWhatFailsWithOne() {
    HashStrategies.register("seedless", _ -> new Fnv1a("seedless", 0));
    assertEquals(0, HashStrategies.of("seedless", 0).seed());
    assertThrows(IllegalArgumentException.class, () -> HashStrategies.of("seedless", 5));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            HashStrategies.register(
                "fnv1a-named", s -> new Fnv1a(s == 0 ? "fnv1a-named" : "another", s)));
    assertThrows(
        IllegalStateException.class,
        () ->
            HashStrategies.register(
                "fnv1a-failing",
                s -> {
                  if (s != 0) {
                    throw new IllegalStateException("made to fail by a test");
                  }
                  return new Fnv1a("fnv1a-failing", s);
                }));
    assertFalse(HashStrategies.names().toString().contains("fnv1a-"));
  }

  @Test
  void shouldRefuseUnknownNames() {
    var e = assertThrows(IllegalArgumentException.class, () -> HashStrategies.of("md5", 0));
    assertEquals(
        "unknown hash strategy: name=md5, known="
            + HashStrategies.names()
            + "; choose one of these or register it",
        e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> HashStrategies.of("Rapid", 0));
    assertThrows(IllegalArgumentException.class, () -> HashStrategies.of("", 0));
  }

  @Test
  void shouldRefuseSeedsForStrategiesWithoutOne() {
    for (String name : List.of("string31", "poly109", "native32", "crc32c")) {
      var e = assertThrows(IllegalArgumentException.class, () -> HashStrategies.of(name, 5));
      assertEquals(
          "hash strategy without a seed was given one: name=" + name + ", seed=5; use seed 0",
          e.getMessage());
    }
    for (String name : List.of("rapid", "xxh3", "siphash", "siphash13")) {
      assertEquals(5, HashStrategies.of(name, 5).seed());
    }
  }

  @Test
  void shouldKeepTheSelfTestForEver() {
    // Files record these. A change means that no file made before can be read.
    Map<String, Long> expected =
        Map.of(
            "string31", 0x13359362d82b7242L,
            "xxh3", 0x759d6febdf8da70bL,
            "rapid", 0x8859568e2f8694d1L,
            "poly109", 0xc72517eb799fb40aL,
            "native32", 0xb427b86fe842b0e0L,
            "siphash", 0x31a58404ca264aecL,
            "crc32c", 0x1a0f5dbecbe4cf0aL,
            "siphash13", 0x68a33339eddd8497L);
    assertEquals(expected.keySet(), Set.copyOf(HashStrategies.builtIn()));
    expected.forEach((name, sum) ->
        assertEquals(
            Long.toHexString(sum),
            Long.toHexString(HashStrategies.selfTest(HashStrategies.of(name, 0))),
            name));
    assertEquals(0x4ab10a2f87e2daafL, HashStrategies.selfTest(HashStrategies.rapid(42)));
  }

  @Test
  void shouldKnowTheSelfTestsOfFilesMadeBefore() {
    Map<String, Long> before =
        Map.of(
            "string31", 0x63a299345fba0088L,
            "xxh3", 0x1fdf4240a987c7e5L,
            "rapid", 0xf840c8222e563e84L,
            "poly109", 0xb3223dec5f347a3bL,
            "native32", 0xd2a3b2417a807764L,
            "siphash", 0xe0744c1230767c4bL,
            "crc32c", 0xbd1854084892d79L,
            "siphash13", 0xd8717749b1db4affL);
    assertEquals(before.keySet(), Set.copyOf(HashStrategies.builtIn()));
    before.forEach((name, recorded) -> {
      HashStrategy strategy = HashStrategies.of(name, 0);
      assertTrue(HashStrategies.isSelfTest(strategy, recorded), name);
      assertTrue(HashStrategies.isSelfTest(strategy, HashStrategies.selfTest(strategy)), name);
      assertFalse(HashStrategies.isSelfTest(strategy, recorded + 1), name);
    });
  }

  @Test
  void shouldFindOwnStrategiesByName() {
    HashStrategies.register("fnv1a", seed -> new Fnv1a("fnv1a", seed));
    assertTrue(HashStrategies.names().contains("fnv1a"));
    assertEquals(7, HashStrategies.of("fnv1a", 7).seed());
    assertEquals(
        0xaf63dc4c8601ec8cL, HashStrategies.of("fnv1a", 0).hash("a")); // as its authors have it
    assertRefused(
        "there is a hash strategy of this name: fnv1a", "fnv1a", s -> new Fnv1a("fnv1a", s));
  }

  @Test
  void shouldRefuseOwnStrategiesThatAreNone() {
    assertRefused(
        "there is a hash strategy of this name: rapid", "rapid", s -> new Fnv1a("rapid", s));
    assertRefused(
        "poly127 is the name of a polynomial; take another for a hash strategy of your own",
        "poly127",
        s -> new Fnv1a("poly127", s));
    for (String name : List.of("", "A", "7", "with blank", "x".repeat(65))) {
      assertRefused(
          "name of a hash strategy is \""
              + name
              + "\", expected 1 to 64 of a-z, 0-9, _, - and .,"
              + " the first a letter",
          name,
          s -> new Fnv1a(name, s));
    }
    assertRefused(
        "factory of hash strategy other made one with name fnv1a, expected other",
        "other",
        s -> new Fnv1a("fnv1a", s));
    assertRefused(
        "factory of hash strategy other made one with seed 1, expected 0",
        "other",
        s -> new Fnv1a("other", s + 1));
    assertRefused(
        "hash strategy other hashes a String of UTF-16 otherwise than the same bytes in an array",
        "other",
        s ->
            new AbstractHashStrategy("other", Fnv1a.ID, s) {
              @Override
              public long hash(byte[] bytes, int offset, int length) {
                return length;
              }

              @Override
              public long hash(CharSequence text) {
                return text.length();
              }
            });
    assertRefused(
        "hash strategy other has id 3, expected 1024 or more",
        "other",
        s ->
            new AbstractHashStrategy("other", 3, s) {
              @Override
              public long hash(byte[] bytes, int offset, int length) {
                return 0;
              }
            });
    assertRefused(
        "poly99999999999 is the name of a polynomial; take another for a hash strategy of your own",
        "poly99999999999",
        s -> new Fnv1a("poly99999999999", s));
    var e =
        assertThrows(NullPointerException.class, () -> HashStrategies.register("other", _ -> null));
    assertEquals("what the factory of other made", e.getMessage());
    assertFalse(HashStrategies.names().contains("other"));
  }

  @Test
  void shouldNameTheOwnStrategyThatFails() {
    assertRefused(
        "factory of hash strategy other made one with name null, expected other",
        "other",
        s -> new Fnv1a(null, s));
    assertRefused(
        "hash strategy other failed where its forms were tried:"
            + " java.lang.UnsupportedOperationException: nothing to hash",
        "other",
        s ->
            new AbstractHashStrategy("other", Fnv1a.ID, s) {
              @Override
              public long hash(byte[] bytes, int offset, int length) {
                if (length == 0) {
                  throw new UnsupportedOperationException("nothing to hash");
                }
                return 0;
              }
            });
    assertFalse(HashStrategies.names().contains("other"));
  }

  @Test
  void shouldRefuseASeedThatAnOwnStrategyDoesNotHave() {
    HashStrategies.register("unseeded", s -> s == 0 ? new Fnv1a("unseeded", s) : null);
    assertEquals(0, HashStrategies.of("unseeded", 0).seed());
    var e = assertThrows(IllegalArgumentException.class, () -> HashStrategies.parse("unseeded:7"));
    assertEquals("factory of hash strategy unseeded made none with seed 7", e.getMessage());
  }

  @Test
  void shouldTellNoSeedThatWasDrawn() {
    assertEquals("fnv1a(seed=42)", new Fnv1a("fnv1a", 42).toString());
    var drawn =
        new AbstractHashStrategy("drawn", Fnv1a.ID, 42) {
          @Override
          public boolean isSeedDrawn() {
            return true;
          }

          @Override
          public long hash(byte[] bytes, int offset, int length) {
            return 0;
          }
        };
    assertEquals("drawn", drawn.toString());
  }

  @Test
  void shouldTellStrategiesApartThatDifferAtOneLengthOnly() {
    long expected = HashStrategies.selfTest(new Fnv1a("a", 0));
    int[] borders = {240, 241, 246, 256, 257, 1_024, 1_025, 1_030};
    for (int length :
        IntStream.concat(IntStream.rangeClosed(0, 136), IntStream.of(borders)).toArray()) {
      HashStrategy other = new OffAt(length);
      assertNotEquals(expected, HashStrategies.selfTest(other), "length=" + length);
      assertFalse(HashStrategies.isSelfTest(other, expected), "length=" + length);
    }
  }

  /** FNV-1a but for one length. */
  private static final class OffAt extends AbstractHashStrategy {
    private final int wrong;

    OffAt(int wrong) {
      super("b", Fnv1a.ID, 0);
      this.wrong = wrong;
    }

    @Override
    public long hash(byte[] bytes, int offset, int length) {
      return new Fnv1a("b", 0).hash(bytes, offset, length) + (length == wrong ? 1 : 0);
    }
  }

  private static void assertRefused(
      String message, String name, LongFunction<HashStrategy> factory) {
    var e =
        assertThrows(IllegalArgumentException.class, () -> HashStrategies.register(name, factory));
    assertEquals(message, e.getMessage());
  }

  @Test
  void shouldParseWhatUsersName() {
    assertEquals("string31", HashStrategies.parse("string31").name());
    Map.of("42", 42L, "-1", -1L, "010", 10L, "0x2A", 42L, "0xFFFFFFFFFFFFFFFF", -1L)
        .forEach((digits, seed) ->
            assertEquals(seed, HashStrategies.parse("rapid:" + digits).seed(), digits));
    assertEquals(-1, HashStrategies.parse("xxh3:18446744073709551615").seed());
    assertEquals(Long.MIN_VALUE, HashStrategies.parse("xxh3:-9223372036854775808").seed());
    String tooLong = "0x1" + "F".repeat(16);
    for (String wrong :
        List.of("", "x", "0x", "1.5", "18446744073709551616", tooLong, "+5", "0x+5", "\u0665")) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> HashStrategies.parse("rapid:" + wrong))
              .getMessage();
      String expected = "rapid:" + wrong + ": the seed \"" + wrong + "\" is no number";
      assertTrue(message.startsWith(expected), message);
    }
    assertThrows(IllegalArgumentException.class, () -> HashStrategies.parse("string31:1"));
    assertThrows(IllegalArgumentException.class, () -> HashStrategies.parse("nobody:1"));
  }
}
