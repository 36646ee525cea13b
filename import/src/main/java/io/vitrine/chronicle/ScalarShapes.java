package io.vitrine.chronicle;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import net.openhft.chronicle.bytes.BytesStore;
import org.jspecify.annotations.Nullable;

/** Shapes of classes that are no records: numbers, text, bytes, times. Stateless. */
final class ScalarShapes {
  private static final Map<Class<?>, Shape> EXACT =
      Map.ofEntries(
          Map.entry(long.class, Shape.of("long")),
          Map.entry(Long.class, Shape.of("long")),
          Map.entry(int.class, Shape.of("int")),
          Map.entry(Integer.class, Shape.of("int")),
          Map.entry(short.class, Shape.of("short")),
          Map.entry(Short.class, Shape.of("short")),
          Map.entry(byte.class, Shape.of("byte")),
          Map.entry(Byte.class, Shape.of("byte")),
          Map.entry(double.class, Shape.of("double")),
          Map.entry(Double.class, Shape.of("double")),
          Map.entry(float.class, Shape.of("float")),
          Map.entry(Float.class, Shape.of("float")),
          Map.entry(boolean.class, Shape.of("boolean")),
          Map.entry(Boolean.class, Shape.of("boolean")),
          Map.entry(char.class, Shape.of("char")),
          Map.entry(Character.class, Shape.of("char")),
          Map.entry(byte[].class, Shape.of("bytes")),
          Map.entry(BigInteger.class, Shape.of("integer")),
          Map.entry(BigDecimal.class, Shape.of("decimal")),
          Map.entry(UUID.class, Shape.of("uuid")),
          Map.entry(Instant.class, Shape.of("instant")),
          Map.entry(LocalDate.class, Shape.of("date")),
          Map.entry(Duration.class, Shape.of("duration")));

  /** Of these and of their subclasses the text is kept. */
  private static final List<Class<?>> TEXT =
      List.of(
          CharSequence.class,
          LocalDateTime.class,
          LocalTime.class,
          ZonedDateTime.class,
          OffsetDateTime.class,
          YearMonth.class,
          ZoneId.class,
          Currency.class,
          Locale.class,
          URI.class);

  private ScalarShapes() {}

  /** The shape of a class, or null if it is none of these. */
  static @Nullable Shape of(Class<?> type) {
    Shape exact = EXACT.get(type);
    if (exact != null) {
      return exact;
    }
    if (Date.class.isAssignableFrom(type)) {
      return new Shape("instant", date -> instant((Date) date));
    }
    if (BytesStore.class.isAssignableFrom(type)) {
      return new Shape("bytes", bytes -> ((BytesStore<?, ?>) bytes).toByteArray());
    }
    if (ByteBuffer.class.isAssignableFrom(type)) {
      return new Shape("bytes", ScalarShapes::bytes);
    }
    return TEXT.stream().anyMatch(text -> text.isAssignableFrom(type))
        ? Shape.text("string")
        : null;
  }

  /** Those of java.sql without a date or without a time refuse to be one, but have its millis. */
  @SuppressWarnings("JavaUtilDate") // that is what there is in the file
  private static Instant instant(Date date) {
    try {
      return date.toInstant();
    } catch (UnsupportedOperationException e) {
      return Instant.ofEpochMilli(date.getTime());
    }
  }

  private static byte[] bytes(Object buffer) {
    ByteBuffer rest = ((ByteBuffer) buffer).duplicate();
    byte[] bytes = new byte[rest.remaining()];
    rest.get(bytes);
    return bytes;
  }
}
