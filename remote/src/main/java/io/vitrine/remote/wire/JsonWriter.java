package io.vitrine.remote.wire;

import io.vitrine.store.TypedValue;
import java.math.BigInteger;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes values of the data model as JSON, see {@link JsonForm}. For one thread at a time. */
public final class JsonWriter {
  private final StringBuilder out;
  private final long integerMax;

  /**
   * Creates a writer.
   *
   * @param out where to append
   * @param integerMax integers from minus to plus this are written as such, others as {@code !!int}
   *     with their digits; {@link Long#MAX_VALUE} for all as such
   */
  public JsonWriter(StringBuilder out, long integerMax) {
    this.out = out;
    this.integerMax = integerMax;
  }

  /**
   * Appends a value.
   *
   * @param value any value of the data model
   * @throws IllegalArgumentException if it is none
   */
  public void value(@Nullable Object value) {
    switch (value) {
      case null -> out.append("null");
      case String text -> string(text);
      case Long number -> integer(number);
      case Integer number -> integer(number);
      case Double number -> number(number);
      case Boolean truth -> out.append(truth.booleanValue());
      case Map<?, ?> map -> map(map);
      case List<?> list -> list(list);
      case TypedValue typed -> tagged("!" + typed.name(), typed.content());
      case byte[] bytes -> tagged(JsonForm.BINARY, Base64.getEncoder().encodeToString(bytes));
      case BigInteger number -> big(number);
      case Short number -> integer(number);
      case Byte number -> integer(number);
      case Float number -> number((double) number);
      default -> throw WireValues.notOfTheModel(value);
    }
  }

  private void tagged(String tag, @Nullable Object content) {
    out.append('{');
    string(tag);
    out.append(':');
    value(content);
    out.append('}');
  }

  private void integer(long number) {
    if (integerMax != Long.MAX_VALUE && (number > integerMax || number < -integerMax)) {
      bigger(Long.toString(number));
    } else {
      out.append(number);
    }
  }

  private void big(BigInteger number) {
    WireValues.checkDigits(number);
    if (integerMax == Long.MAX_VALUE) {
      out.append(number);
    } else if (number.bitLength() < Long.SIZE) {
      integer(number.longValue());
    } else {
      bigger(number.toString());
    }
  }

  private void bigger(String digits) {
    tagged(JsonForm.INT, digits);
  }

  private void number(double number) {
    if (Double.isNaN(number)) {
      tagged(JsonForm.FLOAT, ".nan");
    } else if (Double.isInfinite(number)) {
      tagged(JsonForm.FLOAT, number > 0 ? ".inf" : "-.inf");
    } else {
      out.append(number);
    }
  }

  private void list(List<?> list) {
    char separator = '[';
    for (Object element : list) {
      out.append(separator);
      value(element);
      separator = ',';
    }
    out.append(separator == '[' ? "[]" : "]");
  }

  private void map(Map<?, ?> map) {
    if (!isObject(map)) {
      out.append("{\"").append(JsonForm.MAP).append("\":[");
      String separator = "";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.append(separator).append('[');
        value(entry.getKey());
        out.append(',');
        value(entry.getValue());
        out.append(']');
        separator = ",";
      }
      out.append("]}");
      return;
    }
    char separator = '{';
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(separator);
      string((String) entry.getKey());
      out.append(':');
      value(entry.getValue());
      separator = ',';
    }
    out.append(separator == '{' ? "{}" : "}");
  }

  private static boolean isObject(Map<?, ?> map) {
    for (Object key : map.keySet()) {
      if (!(key instanceof String name) || (map.size() == 1 && name.startsWith("!"))) {
        return false;
      }
    }
    return true;
  }

  private void string(String text) {
    out.append('"');
    int done = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\' || (c >= 0x7F && c < 0xA0) || isSpecial(text, i)) {
        out.append(text, done, i);
        escape(c);
        done = i + 1;
      }
    }
    out.append(text, done, text.length()).append('"');
  }

  /** What some readers take for the end of a line, and surrogates without partners. */
  private static boolean isSpecial(String text, int i) {
    char c = text.charAt(i);
    if (c == 0x2028 || c == 0x2029) {
      return true;
    }
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }

  private void escape(char c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> out.append("\\u%04x".formatted((int) c));
    }
  }
}
