package io.vitrine.remote.wire;

import io.vitrine.store.TypedValue;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads any YAML 1.2 text as values of the data model. For one thread at a time.
 *
 * <p>The events of the parser are composed here and not by a general constructor: a tag becomes the
 * name of a {@link TypedValue} and nothing else, whatever it says, and depth, anchors, aliases and
 * repeated keys are refused as they are met, before anything is built from them.
 */
public final class YamlReader {
  private static final String STANDARD_TAG = "tag:yaml.org,2002:";

  private final Parser parser;
  private final ValueRoom room = new ValueRoom();
  private final int nestingMax;

  /** Outermost levels that do not count. */
  private final int levelsAround;

  /** Where the keys of the document at hand are, those of its outermost map. */
  private final KeyWork.Hashed hashed = new KeyWork.Hashed();

  private Map<@Nullable Object, String> keyPlaces = new HashMap<>();

  /**
   * A document of a text.
   *
   * @param value its root
   * @param place where the root begins: {@code line 1, column 1: }
   * @param keyPlaces where the keys of the root are, if it is a map
   */
  record Document(@Nullable Object value, String place, Map<@Nullable Object, String> keyPlaces) {}

  private YamlReader(String text, FrameLimits limits, int levelsAround) {
    LoadSettings settings = settings(text);
    this.parser = new ParserImpl(settings, new StreamReader(settings, text));
    this.nestingMax = limits.nestingMax();
    this.levelsAround = levelsAround;
  }

  static LoadSettings settings(String text) {
    return LoadSettings.builder()
        .setUseMarks(true)
        .setCodePointLimit(Integer.MAX_VALUE)
        // The parser copies all of a token for each buffer that the token goes on for, so a
        // long one takes quadratic time unless one buffer holds all there is.
        .setBufferSize(Math.max(1_024, text.length() + 2))
        .build();
  }

  /**
   * Reads a text with exactly one value.
   *
   * @param text YAML or JSON
   * @return the value
   * @throws WireException if it is none, with line and column
   */
  public static @Nullable Object read(String text) {
    List<@Nullable Object> documents = readAll(text, FrameLimits.DEFAULT);
    if (documents.size() > 1) {
      throw new WireException(
          ErrorCode.MALFORMED, documents.size() + " documents found, expected one value");
    }
    return documents.isEmpty() ? null : documents.getFirst();
  }

  /**
   * Reads the documents of a text.
   *
   * @param text YAML or JSON
   * @param limits how deep values may be nested
   * @return the root value of each document
   * @throws WireException if it is not well-formed or too deep, with line and column
   */
  public static List<@Nullable Object> readAll(String text, FrameLimits limits) {
    var values = new ArrayList<@Nullable Object>();
    documents(text, limits, 0).forEach(document -> values.add(document.value()));
    return values;
  }

  /**
   * Reads a line that is the only element of a list: {@code - {a: 1}}.
   *
   * @param line the line in UTF-8, without its end
   * @param limits how deep values may be nested
   * @return the element
   * @throws WireException if it is none, with line and column
   */
  public static @Nullable Object readElement(byte[] line, FrameLimits limits) {
    Object fast = new CanonicalReader(limits, NameCache.SHARED).element(line);
    if (fast != null) {
      return fast;
    }
    List<Document> documents = documents(TextMessages.text(line), limits, 1);
    if (documents.size() == 1
        && documents.getFirst().value() instanceof List<?> list
        && list.size() == 1) {
      return list.getFirst();
    }
    throw new WireException(
        ErrorCode.MALFORMED, "line 1, column 1: found no list of one element, as in - {a: 1}");
  }

  /**
   * Reads the documents of a text, with their places.
   *
   * @param text YAML or JSON
   * @param limits how deep values may be nested
   * @param levelsAround how many levels around the values do not count
   */
  static List<Document> documents(String text, FrameLimits limits, int levelsAround) {
    try {
      return new YamlReader(ParserGaps.closed(text), limits, levelsAround).documents();
    } catch (WireException e) {
      throw e;
    } catch (MarkedYamlEngineException e) {
      String problem = e.getProblem() == null ? e.getContext() : e.getProblem();
      throw malformed(e.getProblemMark(), String.valueOf(problem));
    } catch (ReaderException e) {
      throw new WireException(ErrorCode.MALFORMED, unprintable(text));
    } catch (YamlVersionException e) {
      throw new WireException(ErrorCode.MALFORMED, version(text));
    } catch (RuntimeException e) {
      // The parser reports a few kinds of bad characters with exceptions of other types.
      throw new WireException(ErrorCode.MALFORMED, oneLine(String.valueOf(e.getMessage())));
    }
  }

  private static String version(String text) {
    long line = 1 + text.substring(0, Math.max(0, text.indexOf("%YAML"))).lines().count();
    return "line " + line + ", column 1: found another version of YAML, expected %YAML 1.2";
  }

  private static String unprintable(String text) {
    int line = 1;
    int column = 1;
    int at = 0;
    while (at < text.length() && StreamReader.isPrintable(text.codePointAt(at))) {
      boolean newLine = text.charAt(at) == '\n';
      line += newLine ? 1 : 0;
      column = newLine ? 1 : column + 1;
      at += Character.charCount(text.codePointAt(at));
    }
    String found = at == text.length() ? "" : Integer.toHexString(text.codePointAt(at));
    return "line "
        + line
        + ", column "
        + column
        + ": found the control character U+"
        + "0".repeat(Math.max(0, 4 - found.length()))
        + found.toUpperCase(Locale.ROOT)
        + ", expected text; write it as an escape within double quotes";
  }

  private List<Document> documents() {
    var documents = new ArrayList<Document>();
    while (parser.hasNext()) {
      if (parser.next() instanceof DocumentStartEvent) {
        keyPlaces = new HashMap<>();
        Event root = parser.next();
        Object value = node(root, -levelsAround);
        documents.add(new Document(value, place(root.getStartMark()), keyPlaces));
      }
    }
    return documents;
  }

  private @Nullable Object node(Event event, int depth) {
    if (event instanceof AliasEvent) {
      throw malformed(event.getStartMark(), "an alias (*), which messages must not have");
    }
    if (((NodeEvent) event).getAnchor().isPresent()) {
      throw malformed(event.getStartMark(), "an anchor (&), which messages must not have");
    }
    if (event instanceof ScalarEvent scalar) {
      return scalar(scalar);
    }
    if (depth >= nestingMax) {
      throw new WireException(
          ErrorCode.TOO_DEEP,
          place(event.getStartMark()) + "nested deeper than " + nestingMax + " levels");
    }
    var start = (CollectionStartEvent) event;
    boolean isMap = start.getEventId() == Event.ID.MappingStart;
    Object content = isMap ? map(depth + 1) : list(depth + 1);
    String type = typeName(start.getTag());
    if (type == null || type.equals(isMap ? "map" : "seq")) {
      return content;
    }
    checkName(event, type, isMap ? "a map" : "a list");
    return new TypedValue(type, content);
  }

  private List<@Nullable Object> list(int depth) {
    room.take();
    var list = new ArrayList<@Nullable Object>();
    for (Event e = parser.next(); e.getEventId() != Event.ID.SequenceEnd; e = parser.next()) {
      room.take();
      list.add(node(e, depth));
    }
    return list;
  }

  private Map<@Nullable Object, @Nullable Object> map(int depth) {
    room.take();
    var map = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    KeyWork work = null;
    for (Event e = parser.next(); e.getEventId() != Event.ID.MappingEnd; e = parser.next()) {
      room.take();
      Object key = node(e, depth);
      if (work == null && !(key instanceof String)) {
        work = new KeyWork(map.keySet(), hashed);
      }
      if (work != null) {
        work.add(map.keySet(), key);
      }
      if (map.containsKey(key) || (work != null && work.isRepeated(key))) {
        throw malformed(e.getStartMark(), "the key " + YamlWriter.write(key) + " a second time");
      }
      if (depth == 1 - levelsAround) {
        keyPlaces.put(key, place(e.getStartMark()));
      }
      map.put(key, node(parser.next(), depth));
    }
    return map;
  }

  private static @Nullable Object scalar(ScalarEvent event) {
    try {
      return resolved(event);
    } catch (WireException e) {
      if (e.code() == ErrorCode.TOO_LARGE) { // an integer, which does not know where it stands
        throw new WireException(e.code(), place(event.getStartMark()) + e.getMessage());
      }
      throw e;
    }
  }

  private static @Nullable Object resolved(ScalarEvent event) {
    String type = typeName(event.getTag());
    String text = event.getValue();
    if (type == null) {
      // A lone exclamation mark means a string, whatever it looks like.
      return event.isPlain() && event.getTag().isEmpty() ? resolved(event, text) : text;
    }
    return switch (type) {
      case "str" -> text;
      case "binary" -> bytes(event, text);
      case "int", "float", "bool", "null" -> standard(event, type, text);
      default -> {
        checkName(event, type, "a scalar");
        yield new TypedValue(type, event.isPlain() ? resolved(event, text) : text);
      }
    };
  }

  /** A name that YAML means something by is none of a type. */
  private static void checkName(Event event, String type, String content) {
    if (CborLayout.STANDARD_NAMES.contains(type)) {
      throw malformed(event.getStartMark(), "!!" + type + " before " + content);
    }
  }

  private static byte[] bytes(ScalarEvent event, String text) {
    try {
      return Base64.getDecoder().decode(text.replaceAll("[ \t\r\n]", ""));
    } catch (IllegalArgumentException e) {
      throw malformed(event.getStartMark(), "!!binary without base64: " + e.getMessage());
    }
  }

  private static @Nullable Object resolved(ScalarEvent event, String text) {
    Object value = PlainScalars.resolve(text);
    if (value instanceof Double number) {
      requireDouble(event, text, number);
    }
    return value;
  }

  private static void requireDouble(ScalarEvent event, String text, Number number) {
    if (PlainScalars.isBeyondDouble(text, number)) {
      throw malformed(event.getStartMark(), text + ", expected a number that a double can hold");
    }
  }

  private static @Nullable Object standard(ScalarEvent event, String type, String text) {
    Object value = resolved(event, text);
    boolean fits =
        switch (type) {
          case "int" -> value instanceof Number && !(value instanceof Double);
          case "float" ->
              value instanceof Number && !text.startsWith("0x") && !text.startsWith("0o");
          case "bool" -> value instanceof Boolean;
          default -> value == null;
        };
    if (!fits) {
      throw malformed(event.getStartMark(), "!!" + type + " before a text that is none");
    }
    if (type.equals("float") && value instanceof Number number) {
      requireDouble(event, text, number);
      return number.doubleValue();
    }
    return value;
  }

  /** The name in a tag, null for none; {@code !!Name} and {@code !Name} give the same. */
  private static @Nullable String typeName(Optional<String> tag) {
    String text = tag.orElse("!");
    String name = text.startsWith(STANDARD_TAG) ? text.substring(STANDARD_TAG.length()) : text;
    name = name.startsWith("!") ? name.substring(1) : name;
    return name.isEmpty() ? null : name;
  }

  private static WireException malformed(Optional<Mark> mark, String found) {
    return new WireException(ErrorCode.MALFORMED, oneLine(place(mark) + "found " + found));
  }

  private static String place(Optional<Mark> mark) {
    return mark.map(m -> "line " + (m.getLine() + 1) + ", column " + (m.getColumn() + 1) + ": ")
        .orElse("");
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ").replace("found found", "found").strip();
  }
}
