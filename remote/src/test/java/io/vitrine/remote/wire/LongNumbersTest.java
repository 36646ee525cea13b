package io.vitrine.remote.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Long integers are read as the JDK reads them, and faster. */
class LongNumbersTest {
  private static final long SEED = 20_261_123;

  private static String digits(Random random, int length, int radix) {
    var text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(Character.forDigit(random.nextInt(radix), radix));
    }
    return text.toString();
  }

  @Test
  void areThoseOfTheJdk() {
    var random = new Random(SEED);
    for (int i = 0; i < 150; i++) {
      int length = i < 100 ? i + 1 : random.nextInt(1, 19_730);
      String hex = digits(random, length, 16);
      assertEquals(new BigInteger(hex, 16), LongNumbers.ofBits("0x" + hex, 2, 4), hex);
      String octal = digits(random, length, 8);
      assertEquals(new BigInteger(octal, 8), LongNumbers.ofBits(octal, 0, 3), octal);
      String decimal = (i % 3 == 0 ? "-" : i % 3 == 1 ? "+" : "") + digits(random, length, 10);
      assertEquals(new BigInteger(decimal), LongNumbers.ofDecimal(decimal), decimal);
    }
  }
}
