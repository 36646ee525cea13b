package io.vitrine.remote.wire;

import io.vitrine.store.TypedValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON (RFC 8259) as values of the data model, see {@link JsonForm}. For one text and one
 * thread.
 *
 * <p>A number with a fraction or an exponent is a double, any other an integer of any size. A name
 * twice in an object is refused, and what is nested too deep.
 */
public final class JsonReader {
  private static final Pattern INTEGER = Pattern.compile("-?[0-9]+");
  private static final int SHOWN_CHARS = 20;

  private final String text;
  private final ValueRoom room = new ValueRoom();
  private final int nestingMax;
  private final int digitsMax;
  private final KeyWork.Hashed hashed = new KeyWork.Hashed();
  private int at;

  /** Whether comments may follow the value. */
  private boolean comments;

  /** Where names stand, at most two levels deep, as in {@code meta/tid}; null for no note. */
  private @Nullable Map<String, Integer> places;

  /** The name of the first level that is being read, and a slash. */
  private String within = "";

  /**
   * Creates a reader.
   *
   * @param text one value of JSON
   * @param nestingMax how deep it may be nested, counted in brackets and braces
   * @param digitsMax how many digits an integer may have
   */
  public JsonReader(String text, int nestingMax, int digitsMax) {
    this.text = text;
    this.nestingMax = nestingMax;
    this.digitsMax = digitsMax;
  }

  /**
   * Tells where the names of an object stand, and those of the objects right in it.
   *
   * @param text JSON that {@link #read} has read
   * @return by name, as in {@code meta} and {@code meta/tid}: {@code line 1, column 10: }
   */
  static Map<String, String> places(String text) {
    var reader = new JsonReader(text, Integer.MAX_VALUE, Integer.MAX_VALUE).withComments();
    var found = new HashMap<String, Integer>();
    reader.places = found;
    var _ = reader.read();
    var places = new HashMap<String, String>();
    found.forEach((name, index) -> places.put(name, reader.line(index)));
    return places;
  }

  /** Has comments of YAML follow the value, where it is a message. */
  JsonReader withComments() {
    comments = true;
    return this;
  }

  private String line(int index) {
    int line = 1;
    int begin = 0;
    for (int end = text.indexOf('\n'); end >= 0 && end < index; end = text.indexOf('\n', begin)) {
      line++;
      begin = end + 1;
    }
    return "line " + line + ", column " + (index - begin + 1) + ": ";
  }

  private void note(String name, int depth, int place) {
    Map<String, Integer> noted = places;
    if (noted != null && depth == 1) {
      noted.put(name, place);
      within = name + "/";
    } else if (noted != null && depth == 2) {
      noted.put(within + name, place);
    }
  }

  /**
   * Reads the whole text.
   *
   * @return the value
   * @throws IllegalArgumentException if it is not one value, with the column
   * @throws WireException if it has keys that were chosen to keep the reader busy
   */
  public @Nullable Object read() {
    Object value = value(0);
    skipBlanks();
    while (comments && at < text.length() && text.charAt(at) == '#' && isBlank(at - 1)) {
      int end = text.indexOf('\n', at);
      at = end < 0 ? text.length() : end;
      skipBlanks();
    }
    if (at < text.length()) {
      throw failure("the end of the line");
    }
    return value;
  }

  private boolean isBlank(int index) {
    return " \t\r\n".indexOf(text.charAt(index)) >= 0;
  }

  private @Nullable Object value(int depth) {
    room.take();
    skipBlanks();
    char first = at < text.length() ? text.charAt(at) : 0;
    return switch (first) {
      case '"' -> string();
      case '{' -> object(deeper(depth));
      case '[' -> list(deeper(depth));
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private int deeper(int depth) {
    if (depth >= nestingMax) {
      throw failure("values nested at most " + nestingMax + " levels deep");
    }
    at++;
    return depth + 1;
  }

  private @Nullable Object word(String word, @Nullable Object value) {
    if (!text.startsWith(word, at)) {
      throw failure("a value");
    }
    at += word.length();
    return value;
  }

  private List<@Nullable Object> list(int depth) {
    var list = new ArrayList<@Nullable Object>();
    if (accept(']')) {
      return list;
    }
    do {
      list.add(value(depth));
    } while (accept(','));
    expect(']');
    return list;
  }

  private @Nullable Object object(int depth) {
    var map = new LinkedHashMap<String, @Nullable Object>();
    if (accept('}')) {
      return map;
    }
    do {
      skipBlanks();
      int place = at;
      String name = string();
      expect(':');
      note(name, depth, place);
      Object value = value(depth);
      if (map.containsKey(name)) {
        at = place;
        throw failure("another name, since this one was there before");
      }
      map.put(name, value);
    } while (accept(','));
    expect('}');
    String only = map.size() == 1 ? map.firstEntry().getKey() : "";
    return only.startsWith("!") ? tagged(only, map.get(only)) : map;
  }

  private Object tagged(String tag, @Nullable Object content) {
    if (tag.equals(JsonForm.BINARY) && content instanceof String base64) {
      return bytes(base64);
    }
    if (tag.equals(JsonForm.FLOAT) && content instanceof String number) {
      return real(number);
    }
    if (tag.equals(JsonForm.FLOAT)
        && content instanceof Number number
        && !Double.isInfinite(number.doubleValue())) { // which JSON cannot write
      return number.doubleValue();
    }
    if (tag.equals(JsonForm.INT) && content instanceof String number) {
      return whole(number);
    }
    if (tag.equals(JsonForm.MAP) && content instanceof List<?> pairs) {
      return map(pairs);
    }
    if (tag.startsWith("!!")) {
      throw wrongValue(
          "before it %s, %s, %s or %s with what belongs there"
              .formatted(JsonForm.BINARY, JsonForm.INT, JsonForm.FLOAT, JsonForm.MAP));
    }
    return new TypedValue(tag.substring(1), content);
  }

  private byte[] bytes(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw wrongValue("base64 before it");
    }
  }

  /** A number as YAML has it, since JSON knows neither infinities nor that 1.0 is no integer. */
  private double real(String number) {
    if (number.length() <= digitsMax
        && PlainScalars.resolve(number) instanceof Number value
        && !PlainScalars.isBeyondDouble(number, value)) {
      return value.doubleValue();
    }
    throw wrongValue("before it a number, .nan, .inf or -.inf");
  }

  private Object whole(String number) {
    boolean digits = INTEGER.matcher(number).matches() && number.length() <= digitsMax;
    if (!digits) {
      throw wrongValue("before it an integer of at most " + digitsMax + " digits");
    }
    return integer(number);
  }

  private Map<@Nullable Object, @Nullable Object> map(List<?> pairs) {
    var map = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    var work = new KeyWork(List.of(), hashed);
    for (Object pair : pairs) {
      if (!(pair instanceof List<?> parts) || parts.size() != 2) {
        throw wrongValue("before it pairs of a key and a value");
      }
      work.add(map.keySet(), parts.get(0));
      if (map.containsKey(parts.get(0)) || work.isRepeated(parts.get(0))) {
        throw wrongValue("before it pairs of a key, each of them once, and a value");
      }
      map.put(parts.get(0), parts.get(1));
    }
    return map;
  }

  private Object number() {
    int begin = at;
    if (at < text.length() && text.charAt(at) == '-') {
      at++;
    }
    int whole = at;
    digits();
    boolean zero = at > whole + 1 && text.charAt(whole) == '0';
    int integerEnd = at;
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      digits();
    }
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      at++;
      if (at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
        at++;
      }
      digits();
    }
    String found = text.substring(begin, at);
    boolean integer = at == integerEnd;
    if (zero || (integer && found.length() > digitsMax)) {
      at = begin;
      throw failure("a number without leading zeros, of at most " + digitsMax + " digits");
    }
    return integer ? integer(found) : real(found, begin);
  }

  private static Object integer(String digits) {
    if (digits.length() <= 18) {
      return Long.valueOf(digits);
    }
    BigInteger big = LongNumbers.ofDecimal(digits);
    return big.bitLength() < Long.SIZE ? (Object) big.longValue() : big;
  }

  private Double real(String number, int begin) {
    double value = Double.parseDouble(number);
    if (Double.isInfinite(value)) {
      at = begin;
      throw wrongValue("a number that a double can hold");
    }
    return value;
  }

  private void digits() {
    int begin = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    if (at == begin) {
      throw failure("a value");
    }
  }

  private String string() {
    if (at >= text.length() || text.charAt(at) != '"') {
      throw failure("a string in double quotes");
    }
    at++;
    int done = at;
    StringBuilder unescaped = null;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '"') {
        String rest = text.substring(done, at++);
        return unescaped == null ? rest : unescaped.append(rest).toString();
      }
      if (c < ' ') {
        throw failure("text or an escape");
      }
      at++;
      if (c == '\\') {
        unescaped = unescaped == null ? new StringBuilder() : unescaped;
        unescaped.append(text, done, at - 1).append(escape());
        done = at;
      }
    }
    throw failure("a double quote that ends the string");
  }

  private char escape() {
    char c = at < text.length() ? text.charAt(at++) : 0;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> hex();
      default -> {
        at--;
        throw failure("an escape");
      }
    };
  }

  private char hex() {
    int code = 0;
    for (int i = 0; i < 4; i++) {
      int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
      if (digit < 0) {
        throw failure("four hexadecimal digits");
      }
      code = code << 4 | digit;
      at++;
    }
    return (char) code;
  }

  private boolean accept(char wanted) {
    skipBlanks();
    boolean there = at < text.length() && text.charAt(at) == wanted;
    at += there ? 1 : 0;
    return there;
  }

  private void expect(char wanted) {
    if (!accept(wanted)) {
      throw failure("'" + wanted + "'");
    }
  }

  private void skipBlanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private IllegalArgumentException failure(String expected) {
    return new IllegalArgumentException(text(expected));
  }

  private ValueException wrongValue(String expected) {
    return new ValueException(text(expected));
  }

  private String text(String expected) {
    String found =
        at < text.length()
            ? "'" + text.substring(at, Math.min(text.length(), at + SHOWN_CHARS)) + "'"
            : "the end of the line";
    String place = text.indexOf('\n') < 0 ? "column " + (at + 1) + ": " : line(at);
    return place + "found " + found + ", expected " + expected;
  }

  /** What is JSON, but no value of the data model. */
  static final class ValueException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private ValueException(String message) {
      super(message);
    }
  }
}
