package io.vitrine.remote.wire;

import java.nio.charset.StandardCharsets;

/**
 * Numbers as decimal text, without garbage where that is easy. Stateless.
 *
 * <p>A double whose digits are few is one integer divided by a power of ten, both of which doubles
 * hold exactly; the division is then rounded as the digits are when they are read, so such a number
 * is written and read with one operation each. All others are left to the JDK, which gives the same
 * digits: the fewest that mean the number.
 */
final class DecimalText {
  /** So many digits are different numbers whenever they differ. */
  private static final long FEW_DIGITS = 1_000_000_000_000_000L;

  /** Within these the JDK writes no exponent. */
  private static final double PLAIN_MIN = 1e-3;

  private static final double PLAIN_MAX = 1e7;

  private static final int FRACTION_MAX = 15;

  /** Powers of ten that are doubles exactly. */
  private static final double[] POWERS = new double[23];

  private static final byte[] NAN = YamlWriter.ascii(".nan");
  private static final byte[] ZERO = YamlWriter.ascii("0.0");
  private static final byte[] INFINITY = YamlWriter.ascii(".inf");
  private static final byte[] NEGATIVE_INFINITY = YamlWriter.ascii("-.inf");
  private static final byte[] LEAST = YamlWriter.ascii("-9223372036854775808");
  private static final int LONG_BYTES_MAX = 20;

  static {
    double power = 1;
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = power;
      power *= 10;
    }
  }

  private DecimalText() {}

  static void append(long number, ByteSink out) {
    if (number == Long.MIN_VALUE) {
      out.put(LEAST);
      return;
    }
    out.ensure(LONG_BYTES_MAX);
    long rest = number;
    if (rest < 0) {
      out.array[out.at++] = '-';
      rest = -rest;
    }
    digits(rest, out, length(rest));
  }

  private static int length(long number) {
    int length = 1;
    for (long power = 10; number >= power; power *= 10) {
      length++;
      if (length == 19) {
        return length;
      }
    }
    return length;
  }

  /** Appends the last digits of a number, for which there is room. */
  private static void digits(long number, ByteSink out, int length) {
    byte[] array = out.array;
    int begin = out.at;
    int at = begin + length;
    long rest = number;
    while (at > begin) {
      long next = rest / 10;
      array[--at] = (byte) ('0' + (rest - 10 * next));
      rest = next;
    }
    out.at = begin + length;
  }

  /* YAML 1.1 takes a float with an exponent for one only if the exponent has a sign. */
  static void append(double number, ByteSink out) {
    if (Double.isNaN(number)) {
      out.put(NAN);
      return;
    }
    double size = Math.abs(number);
    if (size >= PLAIN_MIN && size < PLAIN_MAX && appendFewDigits(number, size, out)) {
      return;
    }
    if (Double.doubleToRawLongBits(number) == 0) {
      out.put(ZERO);
      return;
    }
    if (Double.isInfinite(number)) {
      out.put(number > 0 ? INFINITY : NEGATIVE_INFINITY);
      return;
    }
    String text = Double.toString(number);
    int exponent = text.indexOf('E') + 1;
    if (exponent > 0 && text.charAt(exponent) != '-') {
      text = text.substring(0, exponent) + '+' + text.substring(exponent);
    }
    out.put(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static boolean appendFewDigits(double number, double size, ByteSink out) {
    for (int fraction = 1; fraction <= FRACTION_MAX; fraction++) {
      double scaled = size * POWERS[fraction];
      if (scaled >= FEW_DIGITS) {
        return false;
      }
      long digits = Math.round(scaled);
      if (digits / POWERS[fraction] == size) {
        out.ensure(LONG_BYTES_MAX + 2);
        if (number < 0) {
          out.array[out.at++] = '-';
        }
        long power = (long) POWERS[fraction];
        long whole = digits / power;
        digits(whole, out, length(whole));
        out.array[out.at++] = '.';
        digits(digits - whole * power, out, fraction);
        return true;
      }
    }
    return false;
  }

  /** The double of some digits with a point before the last of them, or NaN if they are many. */
  static double ofDigits(long digits, int fraction, boolean negative) {
    if (digits >= FEW_DIGITS || fraction >= POWERS.length) {
      return Double.NaN;
    }
    double size = digits / POWERS[fraction];
    return negative ? -size : size;
  }
}
