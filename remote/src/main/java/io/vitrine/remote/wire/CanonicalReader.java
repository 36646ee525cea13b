package io.vitrine.remote.wire;

import io.vitrine.store.TypedValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames that {@link TextCodec} writes, many times faster than a parser of all of YAML,
 * and gives up on everything else. For one thread at a time.
 *
 * <p>It accepts only what it fully understands; at the first byte outside the canonical subset it
 * answers null and {@link YamlReader} decides, errors included. Both agree on all that is accepted
 * here.
 */
final class CanonicalReader {
  /** Longer keys are not simple keys of YAML. */
  private static final int KEY_LENGTH_MAX = 1_000;

  /** More are left to the reader that finds repeated ones by hash. */
  private static final int EVENTS_MAX = 100;

  /** So many digits make a long, whatever they are. */
  private static final int LONG_DIGITS_MAX = 18;

  private static final byte[] NOTHING = {};

  private final int nestingMax;
  private final NameCache names;
  private final ValueRoom room = new ValueRoom();
  private byte[] in = NOTHING;
  private int at;

  CanonicalReader(FrameLimits limits, NameCache names) {
    this.nestingMax = limits.nestingMax();
    this.names = names;
  }

  /** Goes on with other bytes; for {@link #skip(RecordKey)} and {@link #scalar}. */
  void reset(byte[] bytes) {
    in = bytes;
    at = 0;
  }

  /** Skips these bytes if they come next. */
  boolean skip(RecordKey key) {
    if (!key.isAt(in, at)) {
      return false;
    }
    at += key.length();
    return true;
  }

  /** Reads a scalar; null for one that is null or not canonical. */
  @Nullable Object scalar() {
    try {
      return in[at] == '"' ? quoted() : plain();
    } catch (NotCanonical | ArrayIndexOutOfBoundsException e) {
      return null;
    }
  }

  boolean isAtEnd() {
    return at == in.length;
  }

  /**
   * Reads a frame.
   *
   * @param frame its bytes without what ends it
   * @param inForce routing of a message that has none
   * @return the message, or null if the frame is not canonical
   */
  @Nullable Message message(byte[] frame, Routing inForce) {
    room.reset();
    in = frame;
    at = 0;
    try {
      Routing routing = skip(TextCodec.META_LINE) ? routing() : inForce;
      if (at == in.length && at > 0) {
        return new Message(routing, List.of(), true);
      }
      boolean complete = skip(TextCodec.DATA_LINE);
      if (!complete && !skip(TextCodec.PART_LINE)) {
        return null;
      }
      var events = new ArrayList<Event>(1);
      while (at < in.length) {
        String name = name();
        if (events.size() >= EVENTS_MAX || isRepeated(events, name)) {
          return null;
        }
        events.add(new Event(name, value(0)));
        expect('\n');
      }
      return events.isEmpty() ? null : new Message(routing, events, complete);
    } catch (NotCanonical | ArrayIndexOutOfBoundsException e) {
      return null;
    } finally {
      in = NOTHING;
    }
  }

  /** Reads where a frame with data goes; null if the frame is not canonical. */
  @Nullable Routing routing(byte[] frame, Routing inForce) {
    in = frame;
    at = 0;
    try {
      Routing routing = skip(TextCodec.META_LINE) ? routing() : inForce;
      return skip(TextCodec.DATA_LINE) || skip(TextCodec.PART_LINE) ? routing : null;
    } catch (NotCanonical | ArrayIndexOutOfBoundsException e) {
      return null;
    } finally {
      in = NOTHING;
    }
  }

  /**
   * Reads a line that is the only element of a list.
   *
   * @param line its bytes without its end
   * @return the element, or null if the line is not canonical
   */
  @Nullable Object element(byte[] line) {
    in = line;
    at = 0;
    try {
      expect('-');
      expect(' ');
      Object value = value(0);
      return at == in.length ? value : null;
    } catch (NotCanonical | ArrayIndexOutOfBoundsException e) {
      return null;
    } finally {
      in = NOTHING;
    }
  }

  private static boolean isRepeated(List<Event> events, String name) {
    for (Event event : events) {
      if (event.name().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private Routing routing() throws NotCanonical {
    String csp = null;
    Long tid = null;
    Long cid = null;
    Object handler = null;
    Long rev = null;
    Long time = null;
    while (at < in.length && in[at] != '-') {
      String name = name();
      Object value = value(0);
      expect('\n');
      switch (name) {
        case "csp" -> csp = fresh(csp, value, String.class);
        case "tid" -> tid = fresh(tid, value, Long.class);
        case "cid" -> cid = fresh(cid, value, Long.class);
        case "handler" -> handler = fresh(handler, value, Object.class);
        case "rev" -> rev = fresh(rev, value, Long.class);
        case "time" -> time = fresh(time, value, Long.class);
        default -> throw NotCanonical.INSTANCE;
      }
    }
    return new Routing(csp, tid, cid, handler, rev, time);
  }

  private static <T> T fresh(@Nullable T before, @Nullable Object value, Class<T> type)
      throws NotCanonical {
    if (before != null || !type.isInstance(value)) {
      throw NotCanonical.INSTANCE;
    }
    return type.cast(value);
  }

  private boolean skip(byte[] line) {
    int end = at + line.length;
    if (end > in.length || !Arrays.equals(in, at, end, line, 0, line.length)) {
      return false;
    }
    at = end;
    return true;
  }

  private void expect(char c) throws NotCanonical {
    if (in[at] != c) {
      throw NotCanonical.INSTANCE;
    }
    at++;
  }

  /** A bare word and the colon after it, at the start of a line. */
  private String name() throws NotCanonical {
    String name = word();
    if (name == null) {
      throw NotCanonical.INSTANCE;
    }
    expect(':');
    expect(' ');
    return name;
  }

  /** A short word of ASCII before a colon, which means itself; or null, and nothing is read. */
  private @Nullable String word() {
    int begin = at;
    int end = begin;
    if (!PlainScalars.isAsciiStart(in[begin] & 0xFF)) {
      return null;
    }
    while (PlainScalars.isAsciiPart(in[end] & 0xFF)) {
      end++;
    }
    if (end - begin > NameCache.LENGTH_MAX || in[end] != ':') {
      return null;
    }
    String name = names.get(in, begin, end);
    if (PlainScalars.isWord(name)) {
      return null;
    }
    at = end;
    return name;
  }

  private @Nullable Object value(int depth) throws NotCanonical {
    room.take();
    byte first = in[at];
    return switch (first) {
      case '"' -> quoted();
      case '{' -> map(deeper(depth));
      case '[' -> list(deeper(depth));
      case '!' -> typed(depth);
      default -> plain();
    };
  }

  private int deeper(int depth) throws NotCanonical {
    if (depth >= nestingMax) {
      throw NotCanonical.INSTANCE;
    }
    at++;
    return depth + 1;
  }

  private List<@Nullable Object> list(int depth) throws NotCanonical {
    var list = new ArrayList<@Nullable Object>();
    if (in[at] == ']') {
      at++;
      return list;
    }
    while (true) {
      list.add(value(depth));
      if (in[at] == ']') {
        at++;
        return list;
      }
      expect(',');
      expect(' ');
    }
  }

  private Map<@Nullable Object, @Nullable Object> map(int depth) throws NotCanonical {
    var map = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    if (in[at] == '}') {
      at++;
      return map;
    }
    KeyWork work = null;
    while (true) {
      int begin = at;
      byte first = in[at];
      room.take();
      Object key = word();
      if (key == null) {
        key = first == '"' ? quoted() : plain();
      }
      if (at - begin > KEY_LENGTH_MAX) {
        throw NotCanonical.INSTANCE;
      }
      expect(':');
      expect(' ');
      if (work == null && !(key instanceof String)) {
        work = new KeyWork(map.keySet(), new KeyWork.Hashed());
      }
      if (work != null) {
        work.add(map.keySet(), key);
      }
      int size = map.size();
      map.put(key, value(depth));
      if (map.size() == size) {
        throw NotCanonical.INSTANCE;
      }
      if (in[at] == '}') {
        at++;
        return map;
      }
      expect(',');
      expect(' ');
    }
  }

  private Object typed(int depth) throws NotCanonical {
    at++;
    boolean standard = in[at] == '!';
    int begin = standard ? ++at : at;
    while (YamlWriter.isTagPart(in[at])) {
      at++;
    }
    if (begin == at) {
      throw NotCanonical.INSTANCE;
    }
    String name =
        at - begin <= NameCache.LENGTH_MAX
            ? names.get(in, begin, at)
            : new String(in, begin, at - begin, StandardCharsets.US_ASCII);
    expect(' ');
    byte first = in[at];
    if (standard || CborLayout.STANDARD_NAMES.contains(name)) {
      if (name.equals("binary") && first == '"') {
        return binary();
      }
      throw NotCanonical.INSTANCE;
    }
    if (first == '!') {
      throw NotCanonical.INSTANCE;
    }
    return new TypedValue(name, value(depth));
  }

  private byte[] binary() throws NotCanonical {
    int begin = ++at;
    while (in[at] != '"') {
      at++;
    }
    try {
      return Base64.getDecoder().decode(Arrays.copyOfRange(in, begin, at++));
    } catch (IllegalArgumentException e) {
      throw NotCanonical.INSTANCE;
    }
  }

  /** A scalar without quotes: a number, a word or words with single blanks between. */
  private @Nullable Object plain() throws NotCanonical {
    byte first = in[at];
    if ((first >= '0' && first <= '9') || first == '-') {
      Object number = number();
      if (number != null) {
        return number;
      }
    }
    int begin = at;
    boolean ascii = true;
    while (true) {
      byte c = in[at];
      if (c < 0) {
        ascii = false;
      } else if (c == ' ') {
        byte next = in[at + 1];
        if (next >= 0 && !PlainScalars.isPlainPart((char) next)) {
          throw NotCanonical.INSTANCE;
        }
      } else if (!PlainScalars.isPlainPart((char) c) && c != '+') {
        break;
      }
      at++;
    }
    if (at == begin) {
      throw NotCanonical.INSTANCE;
    }
    String text =
        ascii
            ? new String(in, begin, at - begin, StandardCharsets.ISO_8859_1)
            : new String(in, begin, at - begin, StandardCharsets.UTF_8);
    if (PlainScalars.mayBePlain(text)) {
      return text;
    }
    Object value = PlainScalars.resolve(text);
    if (value instanceof String
        || (value instanceof Double n && PlainScalars.isBeyondDouble(text, n))) {
      throw NotCanonical.INSTANCE;
    }
    return value;
  }

  /** A number of few digits without exponent; or null, and nothing is read. */
  private @Nullable Object number() {
    boolean negative = in[at] == '-';
    int begin = negative ? at + 1 : at;
    int i = begin;
    long digits = 0;
    byte c = in[i];
    while (c >= '0' && c <= '9') {
      digits = 10 * digits + (c - '0');
      c = in[++i];
    }
    if (i == begin || i - begin > LONG_DIGITS_MAX) {
      return null;
    }
    if (isBehindNumber(c)) {
      at = i;
      return negative ? -digits : digits;
    }
    if (c != '.') {
      return null;
    }
    int point = i;
    c = in[++i];
    while (c >= '0' && c <= '9') {
      digits = 10 * digits + (c - '0');
      c = in[++i];
    }
    if (i - begin > LONG_DIGITS_MAX || !isBehindNumber(c)) {
      return null;
    }
    double number = DecimalText.ofDigits(digits, i - point - 1, negative);
    if (Double.isNaN(number)) {
      return null;
    }
    at = i;
    return number;
  }

  private static boolean isBehindNumber(byte c) {
    return c == ',' || c == '\n' || c == '}' || c == ']' || c == ':';
  }

  private String quoted() throws NotCanonical {
    int begin = ++at;
    boolean ascii = true;
    while (true) {
      byte c = in[at];
      if (c == '"') {
        return ascii
            ? new String(in, begin, at++ - begin, StandardCharsets.ISO_8859_1)
            : checked(new String(in, begin, at++ - begin, StandardCharsets.UTF_8));
      }
      if (c == '\\') {
        return escaped(begin, ascii);
      }
      if (c < 0) {
        ascii = false;
      } else if (c < ' ' || c == 0x7F) {
        throw NotCanonical.INSTANCE;
      }
      at++;
    }
  }

  /** The rest of a quoted string from its first backslash on. */
  private String escaped(int begin, boolean asciiBefore) throws NotCanonical {
    var text = new StringBuilder();
    int done = begin;
    boolean ascii = asciiBefore;
    while (true) {
      byte c = in[at];
      if (c == '"' || c == '\\') {
        String raw = new String(in, done, at - done, StandardCharsets.UTF_8);
        text.append(ascii ? raw : checked(raw));
        at++;
        if (c == '"') {
          return text.toString();
        }
        text.append(escape());
        done = at;
      } else {
        if (c < 0) {
          ascii = false;
        } else if (c < ' ' || c == 0x7F) {
          throw NotCanonical.INSTANCE;
        }
        at++;
      }
    }
  }

  private char escape() throws NotCanonical {
    byte c = in[at++];
    return switch (c) {
      case '"', '\\' -> (char) c;
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> (char) (hexByte() << 8 | hexByte());
      default -> throw NotCanonical.INSTANCE;
    };
  }

  private int hexByte() throws NotCanonical {
    int high = in[at] < 0 ? -1 : Character.digit((char) in[at], 16);
    int low = in[at + 1] < 0 ? -1 : Character.digit((char) in[at + 1], 16);
    if (high < 0 || low < 0) {
      throw NotCanonical.INSTANCE;
    }
    at += 2;
    return high << 4 | low;
  }

  /** Lets pass only characters that stand in quotes as they are; bytes that are no UTF-8 do not. */
  private static String checked(String text) throws NotCanonical {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0xFFFD || (c >= 0x7F && !YamlWriter.isRaw(c) && !Character.isSurrogate(c))) {
        throw NotCanonical.INSTANCE;
      }
    }
    return text;
  }

  /** Says that the frame is for the other reader. Carries nothing, so one will do for all. */
  private static final class NotCanonical extends Exception {
    private static final long serialVersionUID = 1;

    @SuppressWarnings("StaticAssignmentOfThrowable") // It has no stack and takes nothing along.
    static final NotCanonical INSTANCE = new NotCanonical();

    private NotCanonical() {
      super(null, null, false, false);
    }
  }
}
