package io.vitrine.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.TypedValue;
import java.net.URI;
import java.nio.CharBuffer;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How objects look in a store, tried without files. */
class ShapesTest {
  private enum Side {
    BUY
  }

  private enum Trade {
    BUY
  }

  @SuppressWarnings("UnusedVariable") // The fields are read by reflection.
  private static final class Holder {
    private final Map<Object, String> pairs = new LinkedHashMap<>();
    private final Object any = pairs;
    private final Map<CharSequence, String> texts = new LinkedHashMap<>();
    private @Nullable Date date;
    private @Nullable Object anyDate;
  }

  private static Object converted(Object value) {
    return new Shapes().of(value.getClass()).convert().apply(value);
  }

  private static void refused(Object one, Object other) {
    var holder = new Holder();
    holder.pairs.put(one, "one");
    converted(holder);
    holder.pairs.put(other, "other");
    var thrown = assertThrows(ImportException.class, () -> converted(holder));
    assertTrue(
        thrown
            .getMessage()
            .startsWith("a map has two keys that are " + one + " in a store, the second a "),
        thrown.getMessage());
  }

  @Test
  void keysThatBecomeEqualAreTold() {
    refused('a', "a");
    refused("a", 'a');
    var id = new UUID(1, 2);
    refused(id, id.toString());
    refused(Side.BUY, Trade.BUY);
    refused(TimeUnit.DAYS, "DAYS");
    refused(URI.create("a:b"), "a:b");
    var texts = new Holder();
    texts.texts.put("a", "one");
    texts.texts.put(CharBuffer.wrap("a"), "other");
    var thrown = assertThrows(ImportException.class, () -> converted(texts));
    assertEquals(
        "a map has two keys that are a in a store, the second a java.nio.StringCharBuffer: change"
            + " one of them in the file",
        thrown.getMessage());
  }

  /** A date of SQL refuses to be an instant, and all its fields are transient. */
  @Test
  void datesOfSqlAreInstants() {
    Instant instant = Instant.parse("2026-01-02T03:04:05.678Z");
    Instant nanos = instant.plusNanos(9);
    for (Date date :
        List.of(
            Date.from(instant),
            new java.sql.Date(instant.toEpochMilli()),
            new java.sql.Time(instant.toEpochMilli()),
            Timestamp.from(nanos))) {
      Instant expected = date instanceof Timestamp ? nanos : instant;
      assertEquals(expected, converted(date));
      var holder = new Holder();
      holder.date = date;
      holder.anyDate = date;
      var fields = (Map<?, ?>) converted(holder);
      assertEquals(expected, fields.get("date"));
      assertEquals(new TypedValue("instant", expected.toString()), fields.get("anyDate"));
    }
  }
}
