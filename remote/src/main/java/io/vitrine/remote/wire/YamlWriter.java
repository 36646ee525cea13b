package io.vitrine.remote.wire;

import io.vitrine.store.TypedValue;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes values of the data model as one line of YAML in UTF-8. For one thread at a time.
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

  /** How many characters of a string get room at once; each takes six bytes at the most. */
  private static final int CHARS_AT_ONCE = 1 << 10;

  private static final int BYTES_OF_CHAR_MAX = 6;
  private static final byte[] HEX = ascii("0123456789abcdef");
  private static final byte[] NULL = ascii("null");
  private static final byte[] TRUE = ascii("true");
  private static final byte[] FALSE = ascii("false");
  private static final byte[] BINARY = ascii("!!binary \"");

  private final ByteSink out;
  private final int nestingMax;

  /**
   * Creates a writer.
   *
   * @param out where to append
   * @param nestingMax how deep values may be nested
   */
  YamlWriter(ByteSink out, int nestingMax) {
    this.out = out;
    this.nestingMax = nestingMax;
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Writes one value as text.
   *
   * @param value any value of the data model
   * @return one line without its end
   * @throws WireException if it is nested too deep
   * @throws IllegalArgumentException if it is no value of the data model
   */
  public static String write(@Nullable Object value) {
    return write(value, FrameLimits.DEFAULT.nestingMax());
  }

  /**
   * Writes one value as text.
   *
   * @param value any value of the data model
   * @param nestingMax how deep it may be nested
   * @return one line without its end
   * @throws WireException if it is nested too deep
   * @throws IllegalArgumentException if it is no value of the data model
   */
  public static String write(@Nullable Object value, int nestingMax) {
    var out = new ByteSink(64);
    new YamlWriter(out, nestingMax).value(value);
    return out.toString();
  }

  /** Appends a value. */
  void value(@Nullable Object value) {
    value(value, 0);
  }

  private void value(@Nullable Object value, int depth) {
    switch (value) {
      case null -> out.put(NULL);
      case String text -> string(text);
      case Long number -> DecimalText.append(number, out);
      case Integer number -> DecimalText.append(number, out);
      case Double number -> DecimalText.append((double) number, out);
      case Boolean truth -> out.put(truth ? TRUE : FALSE);
      case Map<?, ?> map -> map(map, deeper(depth));
      case List<?> list -> list(list, deeper(depth));
      case TypedValue typed -> typed(typed, depth);
      case byte[] bytes -> {
        out.put(BINARY);
        out.put(Base64.getEncoder().encode(bytes));
        out.put('"');
      }
      case BigInteger number -> {
        WireValues.checkDigits(number);
        out.put(ascii(number.toString()));
      }
      case Short number -> DecimalText.append(number, out);
      case Byte number -> DecimalText.append(number, out);
      case Float number -> DecimalText.append((double) number, out);
      default -> throw WireValues.notOfTheModel(value);
    }
  }

  private int deeper(int depth) {
    if (depth >= nestingMax) {
      throw WireValues.tooDeep(nestingMax);
    }
    return depth + 1;
  }

  private void list(List<?> list, int depth) {
    out.put('[');
    boolean first = true;
    for (Object element : list) {
      if (!first) {
        out.put(',', ' ');
      }
      first = false;
      value(element, depth);
    }
    out.put(']');
  }

  private void map(Map<?, ?> map, int depth) {
    out.put('{');
    boolean first = true;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!first) {
        out.put(',', ' ');
      }
      first = false;
      key(entry.getKey(), depth);
      out.put(':', ' ');
      value(entry.getValue(), depth);
    }
    out.put('}');
  }

  private void key(@Nullable Object key, int depth) {
    int begin = out.at;
    value(key, depth);
    boolean scalar = !(key instanceof Map || key instanceof List || key instanceof TypedValue);
    if (!scalar || out.at - begin > SIMPLE_KEY_MAX) {
      mark(begin);
    }
  }

  /** Appends a name at the start of a line, and what separates it from its value. */
  void name(String name) {
    int begin = out.at;
    string(name);
    if (out.at - begin > SIMPLE_KEY_MAX) {
      mark(begin);
      out.put('\n');
    }
    out.put(':', ' ');
  }

  /** Says that a key begins there, long as it is. */
  private void mark(int begin) {
    out.ensure(2);
    System.arraycopy(out.array, begin, out.array, begin + 2, out.at - begin);
    out.array[begin] = '?';
    out.array[begin + 1] = ' ';
    out.at += 2;
  }

  private void typed(TypedValue typed, int depth) {
    WireValues.checkTyped(typed);
    out.put('!');
    tag(typed.name());
    out.put(' ');
    value(typed.content(), depth);
  }

  private void tag(String name) {
    int length = name.length();
    out.ensure(length);
    int at = out.at;
    for (int i = 0; i < length; i++) {
      char c = name.charAt(i);
      if (!isTagPart(c)) {
        escapedTag(name);
        return;
      }
      out.array[at + i] = (byte) c;
    }
    out.at = at + length;
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
        out.put(b);
      } else {
        out.put('%');
        out.put(HEX[(b >> 4) & 15], HEX[b & 15]);
      }
    }
  }

  private void string(String text) {
    if (plainAscii(text)) {
      return;
    }
    if (PlainScalars.mayBePlain(text)) {
      out.put(text.getBytes(StandardCharsets.UTF_8));
    } else {
      quoted(text);
    }
  }

  /** Appends a string that goes without quotes and is ASCII, as most are; or nothing. */
  private boolean plainAscii(String text) {
    int length = text.length();
    if (length == 0 || length > PlainScalars.PLAIN_LENGTH_MAX) {
      return false;
    }
    out.ensure(length);
    byte[] array = out.array;
    int at = out.at;
    boolean blank = true; // none may come first
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (!PlainScalars.isAsciiPart(c)) {
        if (c != ' ' || blank) {
          return false;
        }
        blank = true;
      } else {
        blank = false;
      }
      array[at + i] = (byte) c;
    }
    if (blank || !PlainScalars.isAsciiStart(text.charAt(0)) || PlainScalars.isWord(text)) {
      return false;
    }
    out.at = at + length;
    return true;
  }

  private void quoted(String text) {
    int length = text.length();
    out.put('"');
    for (int i = 0; i < length; ) {
      int end = Math.min(length, i + CHARS_AT_ONCE);
      out.ensure((end - i + 1) * BYTES_OF_CHAR_MAX);
      i = quoted(text, i, end);
    }
    out.put('"');
  }

  /** Appends some characters for which there is room; gives where it came to. */
  private int quoted(String text, int begin, int end) {
    byte[] array = out.array;
    int at = out.at;
    int i = begin;
    while (i < end) {
      char c = text.charAt(i++);
      if (c >= ' ' && c < 0x7F && c != '"' && c != '\\') {
        array[at++] = (byte) c;
      } else if (isRaw(c)) {
        at = utf8(c, array, at);
      } else if (Character.isHighSurrogate(c)
          && i < text.length()
          && Character.isLowSurrogate(text.charAt(i))) {
        at = utf8(Character.toCodePoint(c, text.charAt(i++)), array, at);
      } else {
        at = escape(c, array, at);
      }
    }
    out.at = at;
    return i;
  }

  /** Whether the character may stand in quotes as it is, for every reader. */
  static boolean isRaw(char c) {
    return (c >= 0xA1 && c < 0xD800 && c != 0x2028 && c != 0x2029)
        || (c >= 0xE000 && c <= 0xFFFD && c != 0xFEFF);
  }

  private static int utf8(int c, byte[] array, int begin) {
    int at = begin;
    if (c < 0x800) {
      array[at++] = (byte) (0xC0 | (c >> 6));
    } else {
      if (c < 0x10000) {
        array[at++] = (byte) (0xE0 | (c >> 12));
      } else {
        array[at++] = (byte) (0xF0 | (c >> 18));
        array[at++] = (byte) (0x80 | ((c >> 12) & 0x3F));
      }
      array[at++] = (byte) (0x80 | ((c >> 6) & 0x3F));
    }
    array[at++] = (byte) (0x80 | (c & 0x3F));
    return at;
  }

  private static int escape(char c, byte[] array, int begin) {
    int at = begin;
    array[at++] = '\\';
    switch (c) {
      case '"', '\\' -> array[at++] = (byte) c;
      case '\n' -> array[at++] = 'n';
      case '\r' -> array[at++] = 'r';
      case '\t' -> array[at++] = 't';
      default -> {
        array[at++] = 'u';
        array[at++] = HEX[c >> 12];
        array[at++] = HEX[(c >> 8) & 15];
        array[at++] = HEX[(c >> 4) & 15];
        array[at++] = HEX[c & 15];
      }
    }
    return at;
  }
}
