package io.vitrine.remote.wire;

import io.vitrine.store.TypedValue;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes values of the data model as one line of YAML. For one thread at a time.
 *
 * <pre>
 *   {name: "O'Hare", delays: [3, 0.5], note: "yes", code: !Iata ORD, raw: !!binary "AQI="}
 * </pre>
 *
 * <p>The line means the same to readers of YAML 1.1 and 1.2, and what it holds besides tags and
 * bare words is JSON. A value that is none of the data model, or nested too deep, is refused.
 */
public final class YamlWriter {
  /** A key without {@code ?} before it must end within 1,024 characters. */
  private static final int SIMPLE_KEY_MAX = 1_000;

  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private final StringBuilder out;
  private final int nestingMax;

  /**
   * Creates a writer.
   *
   * @param out where to append
   * @param nestingMax how deep values may be nested
   */
  public YamlWriter(StringBuilder out, int nestingMax) {
    this.out = out;
    this.nestingMax = nestingMax;
  }

  /**
   * Writes one value as text.
   *
   * @param value any value of the data model
   * @return one line without its end
   */
  public static String write(@Nullable Object value) {
    var out = new StringBuilder();
    new YamlWriter(out, FrameLimits.DEFAULT.nestingMax()).value(value);
    return out.toString();
  }

  /**
   * Appends a value.
   *
   * @param value any value of the data model
   * @throws WireException if it is nested too deep
   * @throws IllegalArgumentException if it is no value of the data model
   */
  public void value(@Nullable Object value) {
    value(value, 0);
  }

  private void value(@Nullable Object value, int depth) {
    switch (value) {
      case null -> out.append("null");
      case String text -> string(text);
      case Long number -> out.append(number.longValue());
      case Integer number -> out.append(number.intValue());
      case Double number -> number(number);
      case Boolean truth -> out.append(truth.booleanValue());
      case Map<?, ?> map -> map(map, deeper(depth));
      case List<?> list -> list(list, deeper(depth));
      case TypedValue typed -> typed(typed, depth);
      case byte[] bytes ->
          out.append("!!binary \"").append(Base64.getEncoder().encodeToString(bytes)).append('"');
      case BigInteger number -> out.append(number);
      case Short number -> out.append(number.shortValue());
      case Byte number -> out.append(number.byteValue());
      case Float number -> number(number.doubleValue());
      default ->
          throw new IllegalArgumentException(
              "a "
                  + value.getClass().getName()
                  + " is no value of the data model; register its type or send a map");
    }
  }

  private int deeper(int depth) {
    if (depth >= nestingMax) {
      throw new WireException(
          ErrorCode.TOO_DEEP, "values are nested deeper than " + nestingMax + " levels");
    }
    return depth + 1;
  }

  private void list(List<?> list, int depth) {
    out.append('[');
    String separator = "";
    for (Object element : list) {
      out.append(separator);
      value(element, depth);
      separator = ", ";
    }
    out.append(']');
  }

  private void map(Map<?, ?> map, int depth) {
    out.append('{');
    String separator = "";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(separator);
      key(entry.getKey(), depth);
      out.append(": ");
      value(entry.getValue(), depth);
      separator = ", ";
    }
    out.append('}');
  }

  private void key(@Nullable Object key, int depth) {
    int begin = out.length();
    value(key, depth);
    boolean scalar = !(key instanceof Map || key instanceof List || key instanceof TypedValue);
    if (!scalar || out.length() - begin > SIMPLE_KEY_MAX) {
      out.insert(begin, "? ");
    }
  }

  private void typed(TypedValue typed, int depth) {
    if (typed.content() instanceof TypedValue || typed.content() instanceof byte[]) {
      throw new IllegalArgumentException(
          "content of the typed value "
              + typed.name()
              + " has a type of its own; put it into a map or a list");
    }
    out.append('!');
    tag(typed.name());
    out.append(' ');
    value(typed.content(), depth);
  }

  private void tag(String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("the name of a typed value is empty");
    }
    int begin = out.length();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!isTagPart(c)) {
        out.setLength(begin);
        escapedTag(name);
        return;
      }
      out.append(c);
    }
  }

  static boolean isTagPart(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-'
        || c == '.';
  }

  private void escapedTag(String name) {
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      if (isTagPart(b)) {
        out.append((char) b);
      } else {
        out.append('%').append(HEX[(b >> 4) & 15]).append(HEX[b & 15]);
      }
    }
  }

  /* YAML 1.1 takes a float with an exponent for one only if the exponent has a sign. */
  private void number(double number) {
    if (Double.isNaN(number)) {
      out.append(".nan");
    } else if (Double.isInfinite(number)) {
      out.append(number > 0 ? ".inf" : "-.inf");
    } else {
      int begin = out.length();
      out.append(number);
      int exponent = out.indexOf("E", begin);
      if (exponent >= 0 && out.charAt(exponent + 1) != '-') {
        out.insert(exponent + 1, '+');
      }
    }
  }

  private void string(String text) {
    if (PlainScalars.mayBePlain(text)) {
      out.append(text);
    } else {
      quoted(text);
    }
  }

  private void quoted(String text) {
    out.append('"');
    int done = 0;
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c < 0x7F && c != '"' && c != '\\') {
        continue;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < length
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        continue;
      }
      if (isRaw(c)) {
        continue;
      }
      out.append(text, done, i);
      escape(c);
      done = i + 1;
    }
    out.append(text, done, length).append('"');
  }

  /** Whether the character may stand in quotes as it is, for every reader. */
  static boolean isRaw(char c) {
    return (c >= 0xA1 && c < 0xD800 && c != 0x2028 && c != 0x2029)
        || (c >= 0xE000 && c <= 0xFFFD && c != 0xFEFF);
  }

  private void escape(char c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        out.append("\\u").append(HEX[c >> 12]).append(HEX[(c >> 8) & 15]);
        out.append(HEX[(c >> 4) & 15]).append(HEX[c & 15]);
      }
    }
  }
}
