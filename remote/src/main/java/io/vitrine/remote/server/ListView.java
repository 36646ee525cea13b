package io.vitrine.remote.server;

import io.vitrine.collections.ListAccess;
import io.vitrine.store.TypedValue;
import java.util.ConcurrentModificationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A list or a view of it, as a csp says: {@code ?view=reversed} or {@code
 * ?view=subList&from=2&to=8&at=17}, to which {@code &reversed=true} may be added. Immutable.
 *
 * @param from index of the first element, -1 for all
 * @param to index behind the last element
 * @param at how often the list had become longer or shorter when the indexes were found out
 * @param reversed whether the last element is the first
 */
record ListView(int from, int to, long at, boolean reversed) {
  /** How often an event on the reversed list is tried while others make it longer or shorter. */
  private static final int TRIES = 1_000;

  private static final ListView WHOLE = new ListView(-1, 0, 0, false);
  private static final String EXPECTED =
      "list, reversed or subList&from=INDEX&to=INDEX&at=NUMBER as a !list-proxy tells it";

  static ListView parse(String view) {
    switch (view) {
      case "", "list" -> {
        return WHOLE;
      }
      case "reversed" -> {
        return new ListView(-1, 0, 0, true);
      }
      default -> {
        // A sublist, or none.
      }
    }
    String[] parts = view.split("&", -1);
    boolean reversed = parts.length == 5 && parts[4].equals("reversed=true");
    if (!parts[0].equals("subList") || (parts.length != 4 && !reversed)) {
      throw Served.noView("list", view, EXPECTED);
    }
    long from = number(view, parts[1], "from=");
    long to = number(view, parts[2], "to=");
    long at = number(view, parts[3], "at=");
    if (from > to || to > Integer.MAX_VALUE) {
      throw Served.noView("list", view, EXPECTED);
    }
    return new ListView((int) from, (int) to, at, reversed);
  }

  private static long number(String view, String part, String name) {
    if (part.startsWith(name)) {
      try {
        long number = Long.parseLong(part.substring(name.length()));
        if (number >= 0) {
          return number;
        }
      } catch (NumberFormatException _) {
        // Said below.
      }
    }
    throw Served.noView("list", view, EXPECTED);
  }

  boolean isPart() {
    return from >= 0;
  }

  /** Whether this is the list itself. */
  boolean isList() {
    return !isPart() && !reversed;
  }

  int length() {
    return to - from;
  }

  /**
   * Does something with the elements that are seen.
   *
   * @return what it answers; where it made a sublist longer or shorter, within the new proxy
   */
  @Nullable Object on(ServedList served, Function<List<Object>, @Nullable Object> body) {
    ListAccess<Object> list = served.list();
    if (isList()) {
      return body.apply(list);
    }
    if (isPart()) {
      return onPart(served, body);
    }
    for (int tries = 1; ; tries++) {
      ListAccess.Page<Object> seen = list.page(0, 0, 0, ListAccess.NOW);
      try {
        return body.apply(list.subListAt(0, seen.size(), seen.structure()).reversed());
      } catch (ConcurrentModificationException e) {
        if (tries == TRIES) {
          throw e;
        }
      }
    }
  }

  private @Nullable Object onPart(
      ServedList served, Function<List<Object>, @Nullable Object> body) {
    ListAccess.Part<Object> part = served.list().subListAt(from, to, at);
    int _ = part.size(); // refuses a stale one, also where the event looks at no element
    Object answer = body.apply(reversed ? part.reversed() : part);
    if (part.structure() == at) {
      return answer;
    }
    var proxy = new ListView(from, from + part.length(), part.structure(), reversed);
    return proxy.model(served.path(), true, answer);
  }

  /** The proxy of this view. */
  TypedValue model(String path) {
    return model(path, false, null);
  }

  private TypedValue model(String path, boolean answers, @Nullable Object answer) {
    var content = new LinkedHashMap<String, @Nullable Object>();
    content.put("csp", csp(path));
    if (isPart()) {
      content.put("from", (long) from);
      content.put("size", (long) length());
      content.put("at", at);
    }
    if (answers) {
      content.put("answer", answer);
    }
    return new TypedValue("list-proxy", content);
  }

  private String csp(String path) {
    if (!isPart()) {
      return path + (reversed ? "?view=reversed" : "");
    }
    return path
        + "?view=subList&from="
        + from
        + "&to="
        + to
        + "&at="
        + at
        + (reversed ? "&reversed=true" : "");
  }
}
