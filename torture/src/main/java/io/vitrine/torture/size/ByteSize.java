package io.vitrine.torture.size;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number with a unit: {@code 20g} is 20 times 2 to the power of 30. Stateless. */
final class ByteSize implements ITypeConverter<Long> {
  private static final String UNITS = "kmgt";

  @Override
  public Long convert(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    int unit = lower.isEmpty() ? -1 : UNITS.indexOf(lower.charAt(lower.length() - 1));
    String digits = unit < 0 ? lower : lower.substring(0, lower.length() - 1);
    try {
      return Math.multiplyExact(Long.parseLong(digits), 1L << (10 * (unit + 1)));
    } catch (ArithmeticException | NumberFormatException e) {
      throw new TypeConversionException(
          "'" + text + "' is no size; write for example 500m or 20g (k, m, g, t)");
    }
  }
}
