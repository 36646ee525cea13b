package io.vitrine.remote.server;

import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.Event;
import io.vitrine.remote.wire.Routing;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stands before everything that a client asks for: looks up what an event needs and asks for it,
 * before anything is looked at, opened or changed. So a path that somebody may not read cannot be
 * told from one that is not there. Stateless; for the thread of the connection.
 */
final class Access {
  private Access() {}

  /**
   * Checks one event.
   *
   * @return the path that it is about, null where it is about none
   * @throws RequestException if it is not permitted or there is no such event
   */
  static @Nullable String check(Connection connection, Routing routing, Event event) {
    Long cid = routing.cid();
    if (cid != null) {
      String path = connection.cursors().path(cid);
      // Other channels ask for what their handler needs; those that are not there do nothing.
      return path == null ? null : check(connection, EventVerbs.CURSOR, event.name(), path);
    }
    String csp = routing.csp();
    if (csp == null) {
      return null;
    }
    ServicePath target = ServicePath.of(csp);
    if (target.isCatalogue() && SessionEvents.isOne(event.name())) {
      return null;
    }
    EventVerbs table = EventVerbs.of(target);
    if (table == null) {
      throw Catalogue.unknown(target.path());
    }
    String path = target.isCatalogue() ? named(event.argument()) : target.path();
    return check(connection, table, event.name(), path);
  }

  /** Checks what is said to a subscription that runs. */
  static void checkControl(Connection connection, String event, @Nullable String path) {
    if (path != null && EventVerbs.SUBSCRIPTION.of(event) != null) {
      check(connection, EventVerbs.SUBSCRIPTION, event, path);
    }
  }

  private static @Nullable String check(
      Connection connection, EventVerbs table, String event, @Nullable String path) {
    Set<Verb> verbs = table.of(event);
    if (verbs == null) {
      throw new RequestException(
          ErrorCode.UNKNOWN_EVENT,
          table.what() + " knows no event " + event + "; see docs/wire.md");
    }
    if (path != null) {
      verbs.forEach(verb -> connection.authorize(path, verb));
    }
    return path;
  }

  /**
   * The path in the arguments of an event of the catalogue; null where there is none, and then the
   * event is refused for its arguments.
   */
  private static @Nullable String named(@Nullable Object argument) {
    Object path =
        switch (argument) {
          case List<?> list when !list.isEmpty() -> list.getFirst();
          case Map<?, ?> map -> map.get("path");
          case null, default -> argument;
        };
    return path instanceof String text ? ServicePath.full(text) : null;
  }
}
