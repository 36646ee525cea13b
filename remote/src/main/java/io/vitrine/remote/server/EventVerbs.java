package io.vitrine.remote.server;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which verbs an event needs on the path that it is about. Whatever stands in no table is not
 * handled at all, so that no event can be forgotten here. Stateless.
 *
 * <p>Who gets to see what an entry was needs {@code read}, also where the event is one that writes.
 */
final class EventVerbs {
  /** A map. */
  static final EventVerbs MAP =
      of(
          "a map",
          events("get getVersioned containsKey containsValue size isEmpty getAll", Verb.READ),
          events("hashCode equals keySet values entrySet", Verb.READ),
          events("put putAll replaceForOld replaceEach compareAndSet publish", Verb.WRITE),
          events("remove removeWithValue clear", Verb.WRITE),
          events("getAndPut putIfAbsent replace getAndRemove exchange", Verb.READ, Verb.WRITE),
          events("asyncUpdate syncUpdate applyTo addAndGet", Verb.VISIT),
          events("compute computeIfPresent computeIfAbsent merge replaceAll", Verb.VISIT),
          events("subscribe", Verb.SUBSCRIBE));

  /** A view of a map. */
  static final EventVerbs VIEW =
      of(
          "a view of a map",
          events("size isEmpty contains containsAll hashCode equals iterator", Verb.READ),
          events("add addAll remove removeAll retainAll clear", Verb.WRITE),
          events("removeIf", Verb.VISIT));

  /** A set. */
  static final EventVerbs SET =
      of(
          "a set",
          events("size isEmpty contains containsAll hashCode equals iterator", Verb.READ),
          events("add addAll remove removeAll retainAll clear publish", Verb.WRITE),
          events("removeIf", Verb.VISIT),
          events("subscribe", Verb.SUBSCRIBE));

  /** A list and its views. */
  static final EventVerbs LIST =
      of(
          "a list",
          events("size isEmpty contains containsAll hashCode equals iterator", Verb.READ),
          events("get getFirst getLast indexOf lastIndexOf", Verb.READ),
          events("elements subList reversed", Verb.READ),
          events("add addFirst addLast addAll insert insertAll rewrite publish", Verb.WRITE),
          events("remove removeAll retainAll clear", Verb.WRITE),
          events("set removeAt removeFirst removeLast exchange", Verb.READ, Verb.WRITE),
          events("sort replaceAll removeIf", Verb.VISIT),
          events("asyncUpdate syncUpdate applyTo", Verb.VISIT),
          events("subscribe", Verb.SUBSCRIBE));

  /**
   * The catalogue; the path is the one that the event names. What lists paths leaves out those that
   * may not be read, one by one, and needs nothing for the catalogue itself.
   */
  static final EventVerbs CATALOGUE =
      of(
          "the catalogue",
          events("create drop", Verb.ADMIN),
          events("describe stats", Verb.READ),
          events("list subscribe"));

  /** An open iterator; the path is that of its collection. */
  static final EventVerbs CURSOR = of("a cursor", events("next", Verb.READ), events("cancel"));

  /** A subscription that runs; the path is that of its collection. */
  static final EventVerbs SUBSCRIPTION =
      of("a subscription", events("setFilter", Verb.SUBSCRIBE), events("request cancel"));

  /** All tables. */
  static final List<EventVerbs> ALL =
      List.of(MAP, VIEW, SET, LIST, CATALOGUE, CURSOR, SUBSCRIPTION);

  private final String what;
  private final Map<String, Set<Verb>> verbs;

  private EventVerbs(String what, Map<String, Set<Verb>> verbs) {
    this.what = what;
    this.verbs = verbs;
  }

  @SafeVarargs
  private static EventVerbs of(String what, Map<String, Set<Verb>>... groups) {
    var verbs = new LinkedHashMap<String, Set<Verb>>();
    for (Map<String, Set<Verb>> group : groups) {
      verbs.putAll(group);
    }
    return new EventVerbs(what, verbs);
  }

  private static Map<String, Set<Verb>> events(String names, Verb... verbs) {
    var needed = EnumSet.noneOf(Verb.class);
    needed.addAll(Set.of(verbs));
    var group = new LinkedHashMap<String, Set<Verb>>();
    for (String name : names.split(" ", -1)) {
      group.put(name, needed);
    }
    return group;
  }

  /** What an event needs, null where there is no such event. */
  @Nullable Set<Verb> of(String event) {
    return verbs.get(event);
  }

  /** What the table is of, for messages. */
  String what() {
    return what;
  }

  /** All events that there are. */
  Set<String> events() {
    return verbs.keySet();
  }

  /** The table of a collection or of a view of it, null where the path is none. */
  static @Nullable EventVerbs of(ServicePath target) {
    String path = target.path();
    if (target.isCatalogue()) {
      return CATALOGUE;
    }
    if (path.startsWith("/maps/")) {
      return target.view().isEmpty() || target.view().equals("map") ? MAP : VIEW;
    }
    if (path.startsWith("/sets/")) {
      return SET;
    }
    return path.startsWith("/lists/") ? LIST : null;
  }
}
