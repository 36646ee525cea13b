package io.vitrine.hashing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Polynomials against the loop that they are. */
class PolyTest {
  private static final long SEED = 109;

  private final Random random = new Random(SEED);

  @Test
  void shouldEqualTheLoopForEveryPrime() {
    for (int prime : new int[] {2, 31, 37, 109, 251, 257, 65_537, Integer.MAX_VALUE}) {
      HashStrategy poly = HashStrategies.poly(prime);
      for (TextKind kind : TextKind.values()) {
        for (int length = 0; length < 100; length++) {
          String text = kind.text(random, length);
          int expected = 0;
          for (int i = 0; i < text.length(); i++) {
            expected = prime * expected + text.charAt(i);
          }
          assertEquals(Integer.toUnsignedLong(expected), poly.hash(text), prime + " " + text);
          byte[] utf8 = GeneralizedUtf8.bytes(text);
          assertEquals(poly.hash(text), poly.hash(utf8, 0, utf8.length), prime + " " + text);
        }
      }
    }
  }

  @Test
  void shouldBeNamedForItsPrime() {
    assertEquals("poly109", HashStrategies.poly109().name());
    assertEquals("poly251", HashStrategies.of("poly251", 0).name());
    assertEquals("string31", HashStrategies.poly(31).name());
    assertEquals("string31", HashStrategies.of("poly31", 0).name());
    assertNotEquals(HashStrategies.poly109().hash("Aa"), HashStrategies.poly109().hash("BB"));
  }

  @Test
  void shouldRefuseWhatIsNoPrime() {
    for (int number : new int[] {0, 1, -7, 4, 255, 1_000_001, Integer.MIN_VALUE}) {
      var e = assertThrows(IllegalArgumentException.class, () -> HashStrategies.poly(number));
      assertEquals(
          "multiplier of a polynomial hash is " + number + ", expected a prime number",
          e.getMessage());
    }
    for (String name : new String[] {"poly", "poly0109", "poly-3", "poly 7", "polyx", "poly255"}) {
      assertThrows(IllegalArgumentException.class, () -> HashStrategies.of(name, 0), name);
    }
    assertThrows(IllegalArgumentException.class, () -> HashStrategies.of("poly9999999999", 0));
  }
}
