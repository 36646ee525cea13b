package io.vitrine.remote.wire;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a scalar without quotes means, and which strings may go without. Stateless.
 *
 * <p>Reading follows the core schema of YAML 1.2. Writing is stricter than any reader: a string
 * goes without quotes only if it begins with a letter, {@code _} or {@code /} and is none of the
 * words that some schema takes for a boolean or for null. Numbers, dates and sexagesimals of YAML
 * 1.1 begin with a digit, a sign or a dot, so none of them can pass.
 */
final class PlainScalars {
  private static final Set<String> WORDS =
      Set.of("true", "false", "yes", "no", "on", "off", "y", "n", "null");

  static final int PLAIN_LENGTH_MAX = 256;

  private static final int DIGITS_MAX = CborLayout.DIGITS_MAX;

  private static final int PART = 1;
  private static final int START = 2;
  private static final byte[] KINDS = new byte[0x80];

  static {
    for (int c = 0; c < KINDS.length; c++) {
      KINDS[c] = (byte) ((isPlainPart((char) c) ? PART : 0) | (isPlainStart((char) c) ? START : 0));
    }
  }

  private PlainScalars() {}

  /** Whether every YAML reader takes the text without quotes for this very string. */
  static boolean mayBePlain(String text) {
    int length = text.length();
    if (length == 0 || length > PLAIN_LENGTH_MAX || !isPlainStart(text.charAt(0))) {
      return false;
    }
    for (int i = 1; i < length; i++) {
      char c = text.charAt(i);
      if (!isPlainPart(c) && !(c == ' ' && i + 1 < length && isPlainPart(text.charAt(i + 1)))) {
        return false;
      }
    }
    return !isWord(text);
  }

  /** Whether some schema takes this for a boolean or for null. */
  static boolean isWord(String text) {
    if (text.length() > 5) {
      return false;
    }
    return switch (text.charAt(0) | 0x20) {
      case 't', 'f', 'y', 'n', 'o' -> WORDS.contains(text.toLowerCase(Locale.ROOT));
      default -> false;
    };
  }

  /** Whether an ASCII character may be part of a string without quotes. */
  static boolean isAsciiPart(int c) {
    return c < 0x80 && (KINDS[c] & PART) != 0;
  }

  /** Whether an ASCII character may be the first of a string without quotes. */
  static boolean isAsciiStart(int c) {
    return c < 0x80 && (KINDS[c] & START) != 0;
  }

  private static boolean isPlainStart(char c) {
    return isLetter(c) || c == '_' || c == '/';
  }

  static boolean isPlainPart(char c) {
    return isLetter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' || c == '/';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c > 0xBF && c < 0xD800 && Character.isLetter(c));
  }

  /** The value that the core schema gives a scalar without quotes. */
  static @Nullable Object resolve(String text) {
    if (text.isEmpty()) {
      return null;
    }
    char first = text.charAt(0);
    if ((first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.') {
      return resolveNumber(text);
    }
    return switch (text) {
      case "~", "null", "Null", "NULL" -> null;
      case "true", "True", "TRUE" -> true;
      case "false", "False", "FALSE" -> false;
      default -> text;
    };
  }

  /** Whether a number would be an infinity as a double, and nobody wrote that. */
  static boolean isBeyondDouble(String text, Number resolved) {
    return Double.isInfinite(resolved.doubleValue())
        && text.indexOf('n') < 0
        && text.indexOf('N') < 0;
  }

  private static Object resolveNumber(String text) {
    if (text.startsWith("0x") && isRadix(text, 16)) {
      checkDigits(text.length() - 2);
      return shrink(LongNumbers.ofBits(text, 2, 4));
    }
    if (text.startsWith("0o") && isRadix(text, 8)) {
      checkDigits(text.length() - 2);
      return shrink(LongNumbers.ofBits(text, 2, 3));
    }
    return switch (text) {
      case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF" -> Double.POSITIVE_INFINITY;
      case "-.inf", "-.Inf", "-.INF" -> Double.NEGATIVE_INFINITY;
      case ".nan", ".NaN", ".NAN" -> Double.NaN;
      default -> resolveDecimal(text);
    };
  }

  /* [-+]?[0-9]+ is an integer, [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)? a float. */
  private static Object resolveDecimal(String text) {
    int length = text.length();
    int begin = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
    int whole = digits(text, begin);
    if (whole == length) {
      return whole == begin ? text : integer(text, length - begin);
    }
    int at = whole;
    if (text.charAt(at) == '.') {
      at = digits(text, at + 1);
      if (whole == begin && at == whole + 1) {
        return text;
      }
    } else if (whole == begin) {
      return text;
    }
    if (at < length && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      int exponent = at + 1;
      if (exponent < length && (text.charAt(exponent) == '-' || text.charAt(exponent) == '+')) {
        exponent++;
      }
      at = digits(text, exponent);
      if (at == exponent) {
        return text;
      }
    }
    return at == length ? (Object) Double.valueOf(text) : text;
  }

  private static Object integer(String text, int digits) {
    checkDigits(digits);
    return digits <= 18 ? (Object) Long.valueOf(text) : shrink(LongNumbers.ofDecimal(text));
  }

  private static void checkDigits(int digits) {
    if (digits > DIGITS_MAX) {
      throw new WireException(
          ErrorCode.TOO_LARGE,
          "an integer of " + digits + " digits, expected at most " + DIGITS_MAX);
    }
  }

  private static Object shrink(BigInteger value) {
    return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
  }

  private static int digits(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at;
  }

  private static boolean isRadix(String text, int radix) {
    for (int i = 2; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c > 'f' || Character.digit(c, radix) < 0) {
        return false;
      }
    }
    return text.length() > 2;
  }
}
