package io.vitrine.remote.server;

import io.vitrine.remote.wire.Event;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the answers to a message are called: {@code reply} and {@code exception}, unless its last
 * event says otherwise. Immutable.
 *
 * @param result name of the event that answers
 * @param error name of the event that tells of a failure
 * @param requests how many events of the message are requests
 */
record CallbackNames(String result, String error, int requests) {
  private static final String EVENT = "callback";
  private static final int CHARS_MAX = 100;

  static CallbackNames none(List<Event> events) {
    return new CallbackNames("reply", "exception", events.size());
  }

  /**
   * Reads them from a message.
   *
   * @throws RequestException if it says something else than names
   */
  static CallbackNames of(List<Event> events) {
    CallbackNames none = none(events);
    if (events.isEmpty() || !events.getLast().name().equals(EVENT)) {
      return none;
    }
    if (events.size() == 1 || events.stream().anyMatch(e -> e.name().equals("subscribe"))) {
      throw Arguments.bad(EVENT, "follows no request that is answered once");
    }
    if (!(events.getLast().argument() instanceof Map<?, ?> names)
        || !Arguments.hasOnly(List.of("result", "error"), names)) {
      throw Arguments.bad(EVENT, "is no {result: name, error: name}");
    }
    return new CallbackNames(
        name(names.get("result"), none.result),
        name(names.get("error"), none.error),
        events.size() - 1);
  }

  private static String name(@Nullable Object model, String otherwise) {
    if (model == null) {
      return otherwise;
    }
    if (model instanceof String name && !name.isEmpty() && name.length() <= CHARS_MAX) {
      return name;
    }
    throw Arguments.bad(EVENT, "has a name that is no text of 1 to " + CHARS_MAX + " characters");
  }
}
