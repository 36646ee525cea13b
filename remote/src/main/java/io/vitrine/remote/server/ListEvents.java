package io.vitrine.remote.server;

import io.vitrine.store.Content;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The events of a list and its views. Stateless: each call runs on the thread of its connection.
 */
final class ListEvents {
  private ListEvents() {}

  /** What an event needs permission for, null for one that a list does not know. */
  static @Nullable Verb verb(String event) {
    return switch (event) {
      case "get",
          "getFirst",
          "getLast",
          "size",
          "isEmpty",
          "contains",
          "containsAll",
          "indexOf",
          "lastIndexOf",
          "hashCode",
          "equals",
          "iterator",
          "elements",
          "subList",
          "reversed" ->
          Verb.READ;
      case "set",
          "add",
          "addFirst",
          "addLast",
          "addAll",
          "insert",
          "insertAll",
          "remove",
          "removeAt",
          "removeFirst",
          "removeLast",
          "removeAll",
          "retainAll",
          "clear",
          "exchange",
          "rewrite",
          "publish" ->
          Verb.WRITE;
      case "sort", "replaceAll", "removeIf", "asyncUpdate", "syncUpdate", "applyTo" -> Verb.VISIT;
      case "subscribe" -> Verb.SUBSCRIBE;
      default -> null;
    };
  }

  static @Nullable Object handle(ServedList served, ListView view, Request request) {
    Verb verb = verb(request.event());
    if (verb == null) {
      throw request.unknown("a list");
    }
    return switch (request.event()) {
      case "subscribe" -> {
        requireList(view, request);
        yield request.connection().subscriptions().open(served, request);
      }
      case "publish" -> {
        requireList(view, request);
        yield Served.publish(served, request, served.list()::publish);
      }
      case "elements", "exchange", "rewrite" -> ListPlaceEvents.handle(served, view, request);
      case "asyncUpdate", "syncUpdate", "applyTo" -> {
        requireList(view, request);
        yield ListVisits.visit(served, request);
      }
      case "set", "insert", "removeAt" ->
          ListPlaceEvents.isPlaced(request)
              ? ListPlaceEvents.handle(served, view, request)
              : view.on(served, elements -> write(served, elements, request));
      default ->
          view.on(
              served,
              elements ->
                  switch (verb) {
                    case READ -> read(served, view, elements, request);
                    case VISIT -> ListVisits.visitAll(served, elements, request);
                    default -> write(served, elements, request);
                  });
    };
  }

  static void requireList(ListView view, Request request) {
    if (!view.isList()) {
      throw request.unknown("a view of a list");
    }
  }

  private static @Nullable Object read(
      ServedList served, ListView view, List<Object> elements, Request request) {
    Object argument = request.argument();
    return switch (request.event()) {
      case "get" -> served.toModel(elements.get(index(request, "index", argument)));
      case "contains" -> elements.contains(served.element(argument));
      case "containsAll" -> {
        Set<Object> missing = ByContent.all(served.all(request));
        Iterator<Object> all = elements.iterator();
        while (!missing.isEmpty() && all.hasNext()) {
          missing.remove(ByContent.of(all.next()));
        }
        yield missing.isEmpty();
      }
      case "indexOf" -> (long) elements.indexOf(served.element(argument));
      case "lastIndexOf" -> (long) elements.lastIndexOf(served.element(argument));
      case "equals" -> isEqual(elements, served.all(request));
      case "iterator" -> ViewEvents.iterator(served, elements, request);
      case "subList" -> {
        Object[] parts = request.arguments(2, "from", "to");
        int from = index(request, "from", parts[0]);
        int to = index(request, "to", parts[1]);
        yield ListPlaceEvents.subList(served, view, from, to).model(served.path());
      }
      default -> {
        Arguments.none(request.event(), argument);
        yield switch (request.event()) {
          case "getFirst" -> served.toModel(elements.getFirst());
          case "getLast" -> served.toModel(elements.getLast());
          case "size" -> (long) elements.size();
          case "isEmpty" -> elements.isEmpty();
          case "reversed" ->
              new ListView(view.from(), view.to(), view.at(), !view.reversed())
                  .model(served.path());
          default -> (long) elements.hashCode();
        };
      }
    };
  }

  private static boolean isEqual(List<Object> elements, List<Object> others) {
    Iterator<Object> expected = others.iterator();
    for (Object element : elements) {
      if (!expected.hasNext() || !Content.isEqual(element, expected.next())) {
        return false;
      }
    }
    return !expected.hasNext();
  }

  private static @Nullable Object write(ServedList served, List<Object> elements, Request request) {
    Object argument = request.argument();
    return switch (request.event()) {
      case "set" -> {
        Object[] parts = request.arguments(2, "index", "element");
        int index = index(request, "index", parts[0]);
        yield served.toModel(elements.set(index, served.newElement(parts[1])));
      }
      case "insert" -> {
        Object[] parts = request.arguments(2, "index", "element");
        elements.add(index(request, "index", parts[0]), served.newElement(parts[1]));
        yield null;
      }
      case "insertAll" -> {
        Object[] parts = request.arguments(2, "index", "elements");
        int index = index(request, "index", parts[0]);
        yield elements.addAll(index, served.all("insertAll", parts[1], true));
      }
      case "add" -> elements.add(served.newElement(argument));
      case "addFirst" -> {
        elements.addFirst(served.newElement(argument));
        yield null;
      }
      case "addLast" -> {
        elements.addLast(served.newElement(argument));
        yield null;
      }
      case "addAll" -> elements.addAll(served.all("addAll", argument, true));
      default -> remove(served, elements, request);
    };
  }

  private static @Nullable Object remove(
      ServedList served, List<Object> elements, Request request) {
    Object argument = request.argument();
    return switch (request.event()) {
      case "remove" -> elements.remove(served.element(argument));
      case "removeAt" -> served.toModel(elements.remove(index(request, "index", argument)));
      case "removeAll" -> {
        Set<Object> unwanted = ByContent.all(served.all(request));
        yield elements.removeIf(element -> unwanted.contains(ByContent.of(element)));
      }
      case "retainAll" -> {
        Set<Object> wanted = ByContent.all(served.all(request));
        yield elements.removeIf(element -> !wanted.contains(ByContent.of(element)));
      }
      default -> {
        Arguments.none(request.event(), argument);
        yield switch (request.event()) {
          case "removeFirst" -> served.toModel(elements.removeFirst());
          case "removeLast" -> served.toModel(elements.removeLast());
          default -> {
            elements.clear();
            yield null;
          }
        };
      }
    };
  }

  /** An index, which must be one that a list of Java can have. */
  static int index(Request request, String name, @Nullable Object model) {
    long index = Arguments.integer(request.event(), name, model);
    if ((int) index != index) {
      throw new IndexOutOfBoundsException(
          request.event() + ": " + name + " is " + index + ", expected less than 2^31");
    }
    return (int) index;
  }
}
