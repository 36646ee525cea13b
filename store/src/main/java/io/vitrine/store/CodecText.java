package io.vitrine.store;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;

/**
 * How scalars that the data model does not have are written in it: as text, under the name of their
 * type unless plain. Immutable.
 *
 * @param <T> class of the scalar
 */
final class CodecText<T> {
  static final CodecText<UUID> UUIDS =
      new CodecText<>(UuidCodec.INSTANCE, UUID.class, UUID::toString, CodecText::uuid);
  static final CodecText<Instant> INSTANT =
      new CodecText<>(SecondsCodec.INSTANT, Instant.class, Instant::toString, Instant::parse);
  static final CodecText<LocalDate> DATE =
      new CodecText<>(DateCodec.INSTANCE, LocalDate.class, LocalDate::toString, LocalDate::parse);
  static final CodecText<Duration> DURATION =
      new CodecText<>(SecondsCodec.DURATION, Duration.class, Duration::toString, Duration::parse);
  static final CodecText<BigDecimal> DECIMAL =
      new CodecText<>(
          DecimalCodec.INSTANCE, BigDecimal.class, BigDecimal::toString, CodecText::decimal);

  /** Digits that a double surely has: what a person typed with no more is what it says. */
  private static final int DOUBLE_DIGITS = 15;

  /**
   * Longer ones are neither read, which takes long, nor printed, since nobody would read them. What
   * the exact codecs take is shorter.
   */
  private static final int CHARS_MAX = 25_000;

  /** Bits that a decimal of more digits than may be printed has at the least. */
  private static final int BITS_MAX = 4 * CHARS_MAX;

  private final ItemCodec<T> exact;
  private final Class<T> type;
  private final Function<T, String> print;
  private final Function<String, T> parse;

  private CodecText(
      ItemCodec<T> exact, Class<T> type, Function<T, String> print, Function<String, T> parse) {
    this.exact = exact;
    this.type = type;
    this.print = print;
    this.parse = parse;
  }

  /** The codec whose values are text, or the text under the type's name. */
  ItemCodec<Object> codec(boolean named) {
    String name = exact.typeName();
    return new GenericScalarCodec<>(
        exact,
        this::read,
        value -> named ? new TypedValue(name, print.apply(value)) : print.apply(value));
  }

  Class<T> type() {
    return type;
  }

  String name() {
    return exact.typeName();
  }

  /**
   * The text of a scalar.
   *
   * @throws IllegalArgumentException if {@link #read} would refuse it
   */
  String text(Object value) {
    if (value instanceof BigDecimal decimal) {
      DecimalCodec.requireScale(decimal);
      if (decimal.unscaledValue().bitLength() > BITS_MAX) {
        throw tooLong(decimal.precision()); // before it is printed, which takes long
      }
    }
    String text = print.apply(type.cast(value));
    if (text.length() > CHARS_MAX) {
      throw tooLong(text.length());
    }
    return text;
  }

  private IllegalArgumentException tooLong(int chars) {
    return new IllegalArgumentException(
        "%s has a text of %d characters, expected at most %d characters"
            .formatted(exact.typeName(), chars, CHARS_MAX));
  }

  T read(Object value) {
    Object content =
        value instanceof TypedValue typed && typed.name().equals(exact.typeName())
            ? typed.content()
            : value;
    if (type.isInstance(content)) {
      return type.cast(content);
    }
    if (type == BigDecimal.class && content instanceof Number number) {
      return type.cast(decimal(number));
    }
    if (content instanceof String text) {
      if (text.length() > CHARS_MAX) {
        throw tooLong(text.length());
      }
      try {
        return parse.apply(text);
      } catch (DateTimeException | NumberFormatException _) {
        // Said below.
      }
    }
    throw CodecConversions.refuse(exact.typeName(), content == null ? value : content);
  }

  private static BigDecimal decimal(String text) {
    return new BigDecimal(text);
  }

  private static BigDecimal decimal(Number number) {
    if (number instanceof BigInteger big) {
      return new BigDecimal(big);
    }
    if (!(number instanceof Double) && !(number instanceof Float)) {
      return BigDecimal.valueOf(number.longValue());
    }
    double real = number.doubleValue();
    BigDecimal found = Double.isFinite(real) ? new BigDecimal(number.toString()) : null;
    if (found == null || found.precision() > DOUBLE_DIGITS) {
      throw CodecConversions.refuse("decimal, in quotes where it has many digits", number);
    }
    return found;
  }

  private static UUID uuid(String text) {
    UUID found = text.length() == 36 ? parseUuid(text) : null;
    if (found == null || !found.toString().equals(text.toLowerCase(Locale.ROOT))) {
      throw new NumberFormatException(text);
    }
    return found;
  }

  private static UUID parseUuid(String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw (NumberFormatException) new NumberFormatException(text).initCause(e);
    }
  }
}
