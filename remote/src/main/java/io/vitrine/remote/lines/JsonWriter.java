package io.vitrine.remote.lines;

import io.vitrine.store.TypedValue;
import java.math.BigInteger;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes values of the data model as JSON, see {@link JsonLines}. For one thread at a time. */
final class JsonWriter {
  private final StringBuilder out;

  JsonWriter(StringBuilder out) {
    this.out = out;
  }

  void value(@Nullable Object value) {
    switch (value) {
      case null -> out.append("null");
      case String text -> string(text);
      case Long number -> out.append(number.longValue());
      case Double number -> number(number);
      case Boolean truth -> out.append(truth.booleanValue());
      case Map<?, ?> map -> map(map);
      case List<?> list -> list(list);
      case TypedValue typed -> tagged("!" + typed.name(), typed.content());
      case byte[] bytes -> tagged(JsonLines.BINARY, Base64.getEncoder().encodeToString(bytes));
      case BigInteger number -> out.append(number);
      default ->
          throw new IllegalArgumentException(
              "a " + value.getClass().getName() + " is no value of the data model");
    }
  }

  private void tagged(String tag, @Nullable Object content) {
    out.append('{');
    string(tag);
    out.append(':');
    value(content);
    out.append('}');
  }

  private void number(double number) {
    if (Double.isNaN(number)) {
      tagged(JsonLines.FLOAT, ".nan");
    } else if (Double.isInfinite(number)) {
      tagged(JsonLines.FLOAT, number > 0 ? ".inf" : "-.inf");
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
      out.append("{\"").append(JsonLines.MAP).append("\":[");
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
      if (c < ' ' || c == '"' || c == '\\' || (c >= 0x7F && c < 0xA0) || isLineEnd(c)) {
        out.append(text, done, i);
        escape(c);
        done = i + 1;
      }
    }
    out.append(text, done, text.length()).append('"');
  }

  /** Characters that some readers take for the end of a line. */
  private static boolean isLineEnd(char c) {
    return c == 0x2028 || c == 0x2029;
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
