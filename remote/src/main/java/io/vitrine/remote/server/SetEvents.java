package io.vitrine.remote.server;

import io.vitrine.collections.ObservableSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The events of a set. Stateless: each call runs on the thread of its connection. */
final class SetEvents {
  private SetEvents() {}

  /** What an event needs permission for, null for one that a set does not know. */
  static @Nullable Verb verb(String event) {
    return switch (event) {
      case "contains", "containsAll", "size", "isEmpty", "hashCode", "equals", "iterator" ->
          Verb.READ;
      case "add", "addAll", "remove", "removeAll", "retainAll", "clear", "publish" -> Verb.WRITE;
      case "removeIf" -> Verb.VISIT;
      case "subscribe" -> Verb.SUBSCRIBE;
      default -> null;
    };
  }

  static @Nullable Object handle(ServedSet served, Request request) {
    Verb verb = verb(request.event());
    if (verb == null) {
      throw request.unknown("a set");
    }
    return switch (verb) {
      case READ -> read(served, request);
      case SUBSCRIBE -> request.connection().subscriptions().open(served, request);
      default -> write(served, request);
    };
  }

  private static @Nullable Object read(ServedSet served, Request request) {
    ObservableSet<Object> set = served.set();
    return switch (request.event()) {
      case "contains" -> set.contains(served.element(request.argument()));
      case "containsAll" -> set.containsAll(served.all(request, false));
      case "equals" -> {
        List<Object> others = served.all(request, false);
        yield ByContent.all(others).size() == set.size() && set.containsAll(others);
      }
      case "iterator" -> ViewEvents.iterator(served, set, request);
      default -> {
        Arguments.none(request.event(), request.argument());
        yield switch (request.event()) {
          case "size" -> (long) set.size();
          case "isEmpty" -> set.isEmpty();
          default -> (long) set.hashCode();
        };
      }
    };
  }

  private static @Nullable Object write(ServedSet served, Request request) {
    ObservableSet<Object> set = served.set();
    return switch (request.event()) {
      case "publish" -> Served.publish(served, request, set::publish);
      case "add" -> set.add(served.newElement(request.argument()));
      case "addAll" -> set.addAll(served.all(request, true));
      case "remove" -> set.remove(served.element(request.argument()));
      case "removeAll" -> set.removeAll(served.all(request, false));
      case "retainAll" -> {
        Set<Object> wanted = ByContent.all(served.all(request, false));
        yield set.removeIf(element -> !wanted.contains(ByContent.of(element)));
      }
      case "removeIf" ->
          set.removeIf(Vocabulary.filter(served.types(), request, request.argument()));
      default -> {
        Arguments.none("clear", request.argument());
        set.clear();
        yield null;
      }
    };
  }
}
