package io.vitrine.remote.server;

import io.vitrine.collections.ObservableMap;
import io.vitrine.remote.wire.KeyWork;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The events of the views of a map. Stateless: each call runs on the thread of its connection. */
final class ViewEvents {
  /** Which view of a map. */
  enum View {
    KEY_SET {
      @Override
      Collection<?> of(ObservableMap<Object, Object> map) {
        return map.keySet();
      }

      @Override
      Object element(ServedMap served, String event, @Nullable Object model) {
        return served.expectedKey(model);
      }
    },
    VALUES {
      @Override
      Collection<?> of(ObservableMap<Object, Object> map) {
        return map.values();
      }

      @Override
      Object element(ServedMap served, String event, @Nullable Object model) {
        return served.value(model);
      }
    },
    ENTRY_SET {
      @Override
      Collection<?> of(ObservableMap<Object, Object> map) {
        return map.entrySet();
      }

      @Override
      Object element(ServedMap served, String event, @Nullable Object model) {
        return served.entry(event, model);
      }
    };

    abstract Collection<?> of(ObservableMap<Object, Object> map);

    abstract Object element(ServedMap served, String event, @Nullable Object model);

    static @Nullable View named(String name) {
      return switch (name) {
        case "keySet" -> KEY_SET;
        case "values" -> VALUES;
        case "entrySet" -> ENTRY_SET;
        default -> null;
      };
    }
  }

  private ViewEvents() {}

  static @Nullable Object handle(ServedMap served, View view, Request request) {
    Collection<?> elements = view.of(served.map());
    return switch (request.event()) {
      case "size", "isEmpty", "contains", "containsAll", "hashCode", "equals" ->
          read(served, view, elements, request);
      case "iterator" -> iterator(served, elements, request);
      case "remove", "removeAll", "retainAll", "clear" -> remove(served, view, elements, request);
      case "removeIf" ->
          elements.removeIf(Vocabulary.filter(served.types(), request, request.argument()));
      case "add", "addAll" -> {
        throw Arguments.bad(request.event(), "a view of a map takes no elements; put into the map");
      }
      default -> throw request.unknown("a view of a map");
    };
  }

  private static Object read(ServedMap served, View view, Collection<?> elements, Request request) {
    return switch (request.event()) {
      case "contains" -> elements.contains(view.element(served, "contains", request.argument()));
      case "containsAll" -> {
        Collection<Object> others = all(served, view, request);
        yield view == View.VALUES
            ? ByContent.containsAll(elements, others)
            : elements.containsAll(others);
      }
      case "equals" -> {
        Collection<Object> others = all(served, view, request);
        yield view == View.VALUES
            ? ByContent.isEqual(elements, others)
            : ByContent.all(others).size() == elements.size() && elements.containsAll(others);
      }
      default -> {
        Arguments.none(request.event(), request.argument());
        yield switch (request.event()) {
          case "size" -> (long) elements.size();
          case "isEmpty" -> elements.isEmpty();
          default -> (long) elements.hashCode();
        };
      }
    };
  }

  private static Collection<Object> all(ServedMap served, View view, Request request) {
    var all = new ArrayList<Object>();
    var work = new KeyWork();
    for (Object model : Arguments.list(request.event(), "argument", request.argument())) {
      Object element = view.element(served, request.event(), model);
      work.add(all, element);
      all.add(element);
    }
    return all;
  }

  private static @Nullable Object remove(
      ServedMap served, View view, Collection<?> elements, Request request) {
    return switch (request.event()) {
      case "remove" -> elements.remove(view.element(served, "remove", request.argument()));
      case "removeAll" -> {
        Collection<Object> unwanted = all(served, view, request);
        yield view == View.VALUES
            ? removeIf(elements, ByContent.all(unwanted), true)
            : elements.removeAll(unwanted);
      }
      case "retainAll" -> removeIf(elements, ByContent.all(all(served, view, request)), false);
      default -> {
        Arguments.none("clear", request.argument());
        elements.clear();
        yield null;
      }
    };
  }

  /** Removes the elements that are, or are not, among some. */
  private static boolean removeIf(Collection<?> elements, Set<Object> some, boolean among) {
    return elements.removeIf(element -> some.contains(ByContent.of(element)) == among);
  }

  /** With a number as its argument the answer holds the first page, too. */
  static Object iterator(Served served, Collection<?> elements, Request request) {
    var cursor = new Cursor(served, elements.iterator());
    if (request.argument() instanceof Long count) {
      return request.connection().cursors().open(cursor, count);
    }
    Arguments.none("iterator", request.argument());
    served.touch(); // else the first page would be the first to see that it was dropped
    return request.connection().cursors().open(cursor, 0);
  }

  /** How an entry travels. */
  static Object entry(@Nullable Object key, @Nullable Object value) {
    var model = new LinkedHashMap<String, @Nullable Object>();
    model.put("key", key);
    model.put("value", value);
    return model;
  }
}
