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
 * and gives up on everything else. For one frame and one thread.
 *
 * <p>It accepts only what it fully understands; at the first byte outside the canonical subset it
 * answers null and {@link YamlReader} decides, errors included. Both agree on all that is accepted
 * here.
 */
final class CanonicalReader {
  private static final byte[] META_LINE = ascii("--- !!" + TextCodec.META + "\n");
  private static final byte[] DATA_LINE = ascii("--- !!" + TextCodec.DATA + "\n");
  private static final byte[] PART_LINE = ascii("--- !!" + TextCodec.PART + "\n");

  /** Longer keys are not simple keys of YAML. */
  private static final int KEY_LENGTH_MAX = 1_000;

  /** More are left to the reader that finds repeated ones by hash. */
  private static final int EVENTS_MAX = 100;

  private final byte[] in;
  private final int nestingMax;
  private int at;

  CanonicalReader(byte[] frame, FrameLimits limits) {
    this.in = frame;
    this.nestingMax = limits.nestingMax();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Reads the frame.
   *
   * @param inForce routing of a message that has none
   * @return the message, or null if the frame is not canonical
   */
  @Nullable Message message(Routing inForce) {
    try {
      Routing routing = skip(META_LINE) ? routing() : inForce;
      if (at == in.length && at > 0) {
        return new Message(routing, List.of(), true);
      }
      boolean complete = skip(DATA_LINE);
      if (!complete && !skip(PART_LINE)) {
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
    }
  }

  /**
   * Reads a line that is the only element of a list.
   *
   * @return the element, or null if the line is not canonical
   */
  @Nullable Object element() {
    try {
      expect('-');
      expect(' ');
      Object value = value(0);
      return at == in.length ? value : null;
    } catch (NotCanonical | ArrayIndexOutOfBoundsException e) {
      return null;
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
    int begin = at;
    while (PlainScalars.isPlainPart((char) in[at])) {
      at++;
    }
    String name = new String(in, begin, at - begin, StandardCharsets.US_ASCII);
    if (!PlainScalars.mayBePlain(name)) {
      throw NotCanonical.INSTANCE;
    }
    expect(':');
    expect(' ');
    return name;
  }

  private @Nullable Object value(int depth) throws NotCanonical {
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
    while (true) {
      int begin = at;
      byte first = in[at];
      Object key = first == '"' ? quoted() : plain();
      if (at - begin > KEY_LENGTH_MAX || map.containsKey(key)) {
        throw NotCanonical.INSTANCE;
      }
      expect(':');
      expect(' ');
      map.put(key, value(depth));
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
    String name = new String(in, begin, at - begin, StandardCharsets.US_ASCII);
    expect(' ');
    byte first = in[at];
    if (standard || isStandard(name)) {
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

  private static boolean isStandard(String name) {
    return switch (name) {
      case "str", "binary", "int", "float", "bool", "null", "map", "seq" -> true;
      default -> false;
    };
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
    if (value instanceof String) {
      throw NotCanonical.INSTANCE;
    }
    return value;
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
