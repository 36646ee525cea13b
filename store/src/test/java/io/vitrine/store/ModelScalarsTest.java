package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is printed as the text of a scalar is read back, and nothing else is printed. */
class ModelScalarsTest {
  private static final int CHARS_MAX = 25_000;

  static List<Object> extremes() {
    return List.of(
        new BigDecimal("9".repeat(CHARS_MAX)),
        new BigDecimal("0." + "9".repeat(CHARS_MAX - 2)),
        new BigDecimal("1E+" + (1 << 30)),
        new BigDecimal("1E-" + (1 << 30)),
        new BigDecimal("-1." + "2".repeat(CHARS_MAX - 20) + "E+100000"),
        new BigDecimal(BigInteger.TWO.pow(65_535).negate(), -DecimalCodec.SCALE_MAX),
        new BigDecimal(BigInteger.TWO.pow(65_535).negate(), DecimalCodec.SCALE_MAX),
        Instant.MIN,
        Instant.MAX,
        LocalDate.MIN,
        LocalDate.MAX,
        Duration.ofSeconds(Long.MIN_VALUE),
        Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
        Duration.ofSeconds(-1, 1),
        new UUID(-1, -1),
        new UUID(0, 0));
  }

  @ParameterizedTest
  @MethodSource("extremes")
  void whatIsPrintedIsRead(Object value) {
    TypedValue model = ModelScalars.toModel(value);
    assertNotNull(model);
    assertEquals(value, ModelScalars.fromModel(model));
  }

  static List<BigDecimal> tooLong() {
    return List.of(
        new BigDecimal("1".repeat(24_998) + "E9"), // a text of 25,000, which prints as 25,006
        new BigDecimal("1".repeat(CHARS_MAX + 1)),
        new BigDecimal(BigInteger.TEN.pow(100_000)),
        new BigDecimal("1E+" + Integer.MAX_VALUE),
        new BigDecimal(BigInteger.TEN, Integer.MIN_VALUE),
        new BigDecimal(BigInteger.TEN, Integer.MAX_VALUE));
  }

  @ParameterizedTest
  @MethodSource("tooLong")
  void whatWouldNotBeReadIsNotPrinted(BigDecimal value) {
    var refused = assertThrows(IllegalArgumentException.class, () -> ModelScalars.toModel(value));
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.startsWith("decimal has "), message);
    assertTrue(
        message.contains(", expected at most 25000 characters")
            || message.contains(", expected -1073741824 to 1073741824"),
        message);
  }

  @Test
  void textThatIsTooLongIsRefusedAsSuch() {
    var model = new TypedValue("decimal", "1".repeat(CHARS_MAX + 1));
    var refused = assertThrows(IllegalArgumentException.class, () -> ModelScalars.fromModel(model));
    assertEquals(
        "decimal has a text of 25001 characters, expected at most 25000 characters",
        refused.getMessage());
  }
}
