package io.vitrine.remote.wire;

import io.vitrine.store.TypedValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Messages as one object of JSON. Stateless, safe for any number of threads.
 *
 * <pre>
 *   {"meta":{"csp":"/maps/prices","tid":7},"data":{"get":"EURUSD"}}
 *   {"meta":{"tid":8,"rev":12},"data":{"reply":{"!Removed":{"key":"EURUSD"}}},"more":true}
 * </pre>
 *
 * <p>The values are those of {@link JsonForm}. What is left out of {@code meta} is not in force any
 * more, as with meta-data of any other form; without {@code meta} all of it stays.
 */
final class JsonMessages {
  private static final String META = "meta";
  private static final String DATA = "data";
  private static final String MORE = "more";
  private static final Set<String> NAMES = Set.of(META, DATA, MORE);

  /** The byte order mark. */
  private static final String MARK = "\uFEFF";

  private JsonMessages() {}

  /** Whether this may be JSON, by the first character behind blanks, comments and marks of YAML. */
  static boolean maybe(byte[] frame) {
    boolean marked =
        frame.length > 2
            && (frame[0] & 0xFF) == 0xEF
            && (frame[1] & 0xFF) == 0xBB
            && (frame[2] & 0xFF) == 0xBF;
    return begin(marked ? 3 : 0, frame.length, at -> frame[at]) >= 0;
  }

  /**
   * Where an object begins, behind blanks, comments and the mark of a document.
   *
   * @param from behind the byte order mark
   * @return its place, -1 for none
   */
  private static int begin(int from, int length, IntUnaryOperator text) {
    boolean hasMark = false;
    int at = from;
    while (at < length) {
      int found = text.applyAsInt(at);
      int before = at == from ? '\n' : text.applyAsInt(at - 1);
      if (found == '{') {
        return at;
      } else if (found == '#' && isBlank(before)) {
        while (at < length && text.applyAsInt(at) != '\n') {
          at++;
        }
      } else if (isBlank(found)) {
        at++;
      } else if (!hasMark && before == '\n' && isMark(at, length, text)) {
        hasMark = true;
        at += 3;
      } else {
        return -1;
      }
    }
    return -1;
  }

  /** Whether {@code ---} and a blank stand at a place. */
  private static boolean isMark(int at, int length, IntUnaryOperator text) {
    return at + 3 < length
        && text.applyAsInt(at) == '-'
        && text.applyAsInt(at + 1) == '-'
        && text.applyAsInt(at + 2) == '-'
        && isBlank(text.applyAsInt(at + 3));
  }

  private static boolean isBlank(int character) {
    return " \t\r\n".indexOf(character) >= 0;
  }

  /** The text with blanks in place of what stands before the object, so that places stay. */
  private static String bare(String text) {
    int begin = begin(text.startsWith(MARK) ? 1 : 0, text.length(), text::charAt);
    return begin <= 0
        ? text
        : text.substring(0, begin).replaceAll("[^\n]", " ") + text.substring(begin);
  }

  /**
   * Reads a message.
   *
   * @param frame text
   * @param inForce routing of the message before
   * @param limits how deep values may be nested
   * @return the message, null if the text is none in this form, but perhaps one of YAML
   * @throws WireException if it is one and wrong
   */
  static @Nullable Message read(byte[] frame, Routing inForce, FrameLimits limits) {
    String json = bare(TextMessages.text(frame));
    Object root;
    try {
      root = reader(json, limits).read();
    } catch (IllegalArgumentException _) {
      return null;
    }
    if (!(root instanceof Map<?, ?> map)
        || !NAMES.containsAll(map.keySet())
        || (!map.containsKey(META) && !map.containsKey(DATA))) {
      return null;
    }
    var text = new Placed(json);
    map.forEach((name, part) -> checkPart(String.valueOf(name), part, text, limits.nestingMax()));
    Routing routing = map.containsKey(META) ? routing(map.get(META), text) : inForce;
    return new Message(routing, events(map.get(DATA), text), complete(map, text));
  }

  /** A text in which places are looked up once something is wrong with it. */
  private record Placed(String json) {
    Map<String, String> places() {
      return JsonReader.places(json);
    }

    WireException at(String name, WireException failure) {
      String outer = name.substring(0, Math.max(0, name.indexOf('/')));
      Map<String, String> places = places();
      String place = places.getOrDefault(name, places.getOrDefault(outer, ""));
      return new WireException(failure.code(), place + failure.getMessage());
    }
  }

  /** Checks the meta-data or the data, and tells of which name in it the failure is. */
  private static void checkPart(String name, @Nullable Object part, Placed text, int nestingMax) {
    if (!(part instanceof Map<?, ?> map)) {
      checkAt(name, part, nestingMax + 1, nestingMax, text);
      return;
    }
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String at = name + "/" + entry.getKey();
      checkAt(at, entry.getKey(), nestingMax, nestingMax, text);
      checkAt(at, entry.getValue(), nestingMax, nestingMax, text);
    }
  }

  private static void checkAt(
      String name, @Nullable Object value, int levels, int nestingMax, Placed text) {
    try {
      check(value, levels, nestingMax);
    } catch (WireException e) {
      throw text.at(name, e);
    }
  }

  /**
   * Says what is wrong with text that was meant as a message in this form, and is one of YAML only
   * by chance: there its parts would be taken for events.
   *
   * @param frame text that {@link #read} found to be none in this form
   * @param events what it says as YAML
   */
  static void checkNotMeant(byte[] frame, List<Event> events, FrameLimits limits) {
    Set<String> names = events.stream().map(Event::name).collect(Collectors.toSet());
    if (!names.contains(META) && !names.contains(DATA)) {
      return;
    }
    String json = bare(TextMessages.text(frame));
    try {
      reader(json, limits).read();
    } catch (JsonReader.ValueException e) {
      throw malformed(e);
    } catch (IllegalArgumentException e) {
      if (names.contains(META)) {
        throw malformed(e);
      }
      return; // YAML with an event that is called so
    }
    String other =
        events.stream().map(Event::name).filter(n -> !NAMES.contains(n)).findFirst().orElse(META);
    throw new Placed(json)
        .at(
            other,
            new WireException(
                ErrorCode.MALFORMED,
                "found " + other + " in the message, expected meta, data and more at the most"));
  }

  private static WireException malformed(IllegalArgumentException failure) {
    String text = String.valueOf(failure.getMessage());
    return new WireException(
        ErrorCode.MALFORMED, text.startsWith("column") ? "line 1, " + text : text);
  }

  private static JsonReader reader(String json, FrameLimits limits) {
    int brackets = JsonForm.BRACKETS_PER_LEVEL * (limits.nestingMax() + 2);
    return new JsonReader(json, brackets, CborLayout.DIGITS_MAX).withComments();
  }

  private static Routing routing(@Nullable Object meta, Placed text) {
    try {
      return TextMessages.routing(new YamlReader.Document(meta, "", Collections.emptyMap()), meta);
    } catch (WireException _) {
      // Its places take another look at the text, so they are found for the message only.
      Map<String, String> places = text.places();
      String outer = places.getOrDefault(META, "");
      var keyPlaces = new HashMap<@Nullable Object, String>();
      if (meta instanceof Map<?, ?> map) {
        map.keySet()
            .forEach(key -> keyPlaces.put(key, places.getOrDefault(META + "/" + key, outer)));
      }
      return TextMessages.routing(new YamlReader.Document(meta, outer, keyPlaces), meta);
    }
  }

  private static Map<String, Object> meta(Routing routing) {
    var meta = new LinkedHashMap<String, Object>();
    put(meta, "csp", routing.csp());
    put(meta, "tid", routing.tid());
    put(meta, "cid", routing.cid());
    put(meta, "handler", routing.handler());
    put(meta, "rev", routing.rev());
    put(meta, "time", routing.time());
    return meta;
  }

  private static void put(Map<String, Object> meta, String name, @Nullable Object value) {
    if (value != null) {
      meta.put(name, value);
    }
  }

  private static boolean complete(Map<?, ?> map, Placed text) {
    Object more = map.get(MORE);
    if (more != null && !(more instanceof Boolean)) {
      throw text.at(MORE, malformed(MORE, more, "true or false"));
    }
    return !Boolean.TRUE.equals(more);
  }

  private static List<Event> events(@Nullable Object data, Placed text) {
    if (data != null && !(data instanceof Map)) {
      throw text.at(DATA, malformed(DATA, data, "an object with events as names"));
    }
    var events = new ArrayList<Event>();
    if (data instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        if (!(entry.getKey() instanceof String name)) {
          throw text.at(DATA, malformed("the name of an event", entry.getKey(), "a string"));
        }
        events.add(new Event(name, entry.getValue()));
      }
    }
    return events;
  }

  private static WireException malformed(String what, @Nullable Object found, String expected) {
    return new WireException(
        ErrorCode.MALFORMED,
        what + " is " + WireValues.kind(found) + ", expected " + expected + " there");
  }

  /** Refuses what the other forms could not say. */
  private static void check(@Nullable Object value, int levels, int nestingMax) {
    switch (value) {
      case List<?> list -> {
        int left = deeper(levels, nestingMax);
        for (Object element : list) {
          check(element, left, nestingMax);
        }
      }
      case Map<?, ?> map -> {
        int left = deeper(levels, nestingMax);
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          check(entry.getKey(), left, nestingMax);
          check(entry.getValue(), left, nestingMax);
        }
      }
      case TypedValue typed -> {
        String problem = WireValues.problem(typed.name(), typed.content());
        if (problem != null) {
          throw new WireException(ErrorCode.MALFORMED, problem);
        }
        check(typed.content(), levels, nestingMax);
      }
      case null, default -> {
        // A scalar.
      }
    }
  }

  private static int deeper(int levels, int nestingMax) {
    if (levels == 0) {
      throw WireValues.tooDeep(nestingMax);
    }
    return levels - 1;
  }

  /** Appends a message. */
  static void write(Message message, int nestingMax, StringBuilder out) {
    var writer = new JsonWriter(out, JsonForm.SAFE_INTEGER_MAX);
    Routing routing = message.routing();
    check(routing.handler(), nestingMax, nestingMax);
    out.append("{\"meta\":");
    writer.value(meta(routing));
    if (!message.events().isEmpty()) {
      String separator = ",\"data\":{";
      for (Event event : message.events()) {
        checkWritten(event.argument(), nestingMax);
        out.append(separator);
        writer.value(event.name());
        out.append(':');
        writer.value(event.argument());
        separator = ",";
      }
      out.append('}');
    }
    out.append(message.complete() ? "}" : ",\"more\":true}");
  }

  /** What the application gave is its mistake and no malformed message. */
  private static void checkWritten(@Nullable Object argument, int nestingMax) {
    try {
      check(argument, nestingMax, nestingMax);
    } catch (WireException e) {
      throw e.code() == ErrorCode.MALFORMED ? new IllegalArgumentException(e.getMessage()) : e;
    }
  }
}
