package io.vitrine.remote.server;

import io.vitrine.collections.ObservableMap;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.store.TypedValue;
import io.vitrine.store.Versioned;
import io.vitrine.store.Visitor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The events of a map. Stateless: each call runs on the thread of its connection. */
final class MapEvents {
  private MapEvents() {}

  static @Nullable Object handle(ServedMap served, Request request) {
    String path = served.map().path();
    return switch (request.event()) {
      case "get",
          "getVersioned",
          "containsKey",
          "containsValue",
          "size",
          "isEmpty",
          "getAll",
          "hashCode",
          "equals" -> {
        request.authorize(path, Verb.READ);
        yield read(served, request);
      }
      case "put",
          "getAndPut",
          "putIfAbsent",
          "putAll",
          "replace",
          "replaceForOld",
          "compareAndSet" -> {
        request.authorize(path, Verb.WRITE);
        yield write(served, request);
      }
      case "publish" -> {
        request.authorize(path, Verb.WRITE);
        yield publish(served, request);
      }
      case "remove", "getAndRemove", "removeWithValue", "clear" -> {
        request.authorize(path, Verb.WRITE);
        yield remove(served, request);
      }
      case "asyncUpdate", "syncUpdate", "applyTo", "addAndGet" -> {
        request.authorize(path, Verb.VISIT);
        yield visit(served, request);
      }
      case "keySet", "values", "entrySet" -> {
        request.authorize(path, Verb.READ);
        yield proxy(path, request);
      }
      case "subscribe" -> {
        request.authorize(path, Verb.SUBSCRIBE);
        yield request.connection().subscriptions().open(served, request);
      }
      default -> throw request.unknown("a map");
    };
  }

  private static @Nullable Object read(ServedMap served, Request request) {
    ObservableMap<Object, Object> map = served.map();
    Object argument = request.argument();
    return switch (request.event()) {
      case "get" -> served.toModel(map.get(served.key(argument)));
      case "getVersioned" -> versioned(served, map.getVersioned(served.key(argument)));
      case "containsKey" -> map.containsKey(served.key(argument));
      case "containsValue" -> map.containsValue(served.value(argument));
      case "getAll" -> {
        List<?> keys = Arguments.list("getAll", "argument", argument);
        yield entries(served, map.getAll(served.keys(keys)));
      }
      case "equals" -> isEqual(map, served.entries("equals", argument));
      default -> {
        Arguments.none(request.event(), argument);
        yield switch (request.event()) {
          case "size" -> (long) map.size();
          case "isEmpty" -> map.isEmpty();
          default -> (long) map.hashCode();
        };
      }
    };
  }

  private static @Nullable Object versioned(ServedMap served, @Nullable Versioned<Object> found) {
    if (found == null) {
      return null;
    }
    var model = new LinkedHashMap<String, @Nullable Object>();
    model.put("value", served.toModel(found.value()));
    model.put("revision", found.revision());
    return model;
  }

  /** Pairs and not a map, since keys may be what no map of YAML or JSON has as keys. */
  private static List<Object> entries(ServedMap served, Map<Object, Object> found) {
    var pairs = new java.util.ArrayList<Object>(found.size());
    long room = 0;
    for (Map.Entry<Object, Object> entry : found.entrySet()) {
      Object key = served.toModel(entry.getKey());
      Object value = served.toModel(entry.getValue());
      room += served.fit().element(key, value);
      if (room > served.fit().answerBytesMax()) {
        throw new RequestException(
            ErrorCode.TOO_LARGE,
            found.size()
                + " entries take more than "
                + served.fit().answerBytesMax()
                + " bytes on the wire; ask for fewer keys at a time");
      }
      pairs.add(java.util.Arrays.asList(key, value));
    }
    return pairs;
  }

  private static boolean isEqual(ObservableMap<Object, Object> map, Map<Object, Object> other) {
    if (map.size() != other.size()) {
      return false;
    }
    for (Map.Entry<Object, Object> entry : other.entrySet()) {
      if (!Objects.deepEquals(map.get(entry.getKey()), entry.getValue())) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Object write(ServedMap served, Request request) {
    ObservableMap<Object, Object> map = served.map();
    if (request.event().equals("putAll")) {
      Map<Object, Object> entries = served.entries("putAll", request.argument());
      entries.forEach(
          (key, value) -> served.fit().checkWritten(served.toModel(key), served.toModel(value)));
      map.putAll(entries);
      return null;
    }
    if (request.event().equals("replaceForOld")) {
      Object[] parts = request.arguments(3, "key", "oldValue", "value");
      Object key = served.key(parts[0]);
      return map.replace(key, served.value(parts[1]), served.newValue(key, parts[2]));
    }
    if (request.event().equals("compareAndSet")) {
      Object[] parts = request.arguments(3, "key", "revision", "value");
      long revision = Arguments.integer("compareAndSet", "revision", parts[1]);
      Object key = served.key(parts[0]);
      return map.compareAndSet(
          key, revision, parts[2] == null ? null : served.newValue(key, parts[2]));
    }
    Object[] parts = request.arguments(2, "key", "value");
    Object key = served.key(parts[0]);
    Object value = served.newValue(key, parts[1]);
    return switch (request.event()) {
      case "getAndPut" -> served.toModel(map.put(key, value));
      case "putIfAbsent" -> served.toModel(map.putIfAbsent(key, value));
      case "replace" -> served.toModel(map.replace(key, value));
      default -> {
        map.set(key, value);
        yield null;
      }
    };
  }

  private static Object publish(ServedMap served, Request request) {
    Object event = request.argument();
    if (event == null) {
      throw Arguments.bad("publish", "argument is null, expected what is to be told");
    }
    served.fit().checkWritten(null, event);
    return served.map().publish(event);
  }

  private static @Nullable Object remove(ServedMap served, Request request) {
    ObservableMap<Object, Object> map = served.map();
    return switch (request.event()) {
      case "remove" -> map.keySet().remove(served.key(request.argument()));
      case "getAndRemove" -> served.toModel(map.remove(served.key(request.argument())));
      case "removeWithValue" -> {
        Object[] parts = request.arguments(2, "key", "value");
        yield map.remove(served.key(parts[0]), served.value(parts[1]));
      }
      default -> {
        Arguments.none("clear", request.argument());
        map.clear();
        yield null;
      }
    };
  }

  private static @Nullable Object visit(ServedMap served, Request request) {
    ObservableMap<Object, Object> map = served.map();
    return switch (request.event()) {
      case "asyncUpdate" -> {
        Object[] parts = request.arguments(2, "key", "visitor");
        Object key = served.key(parts[0]);
        map.asyncUpdate(key, served.checked(key, visitor(served, request, parts[1])));
        yield null;
      }
      case "syncUpdate" -> {
        Object[] parts = request.arguments(3, "key", "visitor", "function");
        Object key = served.key(parts[0]);
        yield served.toModel(
            map.<@Nullable Object>syncUpdate(
                key,
                served.checked(key, visitor(served, request, parts[1])),
                function(served, request, parts[2])));
      }
      case "addAndGet" -> {
        Object[] parts = request.arguments(2, "key", "amount");
        var amount = new LinkedHashMap<String, @Nullable Object>();
        amount.put("amount", parts[1]);
        Object key = served.key(parts[0]);
        yield served.toModel(
            map.<@Nullable Object>syncUpdate(
                key,
                served.checked(key, visitor(served, request, new TypedValue("Add", amount))),
                value -> value));
      }
      default -> {
        Object[] parts = request.arguments(2, "key", "function");
        Function<@Nullable Object, @Nullable Object> function = function(served, request, parts[1]);
        yield served.toModel(function.apply(map.get(served.key(parts[0]))));
      }
    };
  }

  @SuppressWarnings("unchecked")
  private static Visitor<Object> visitor(
      ServedMap served, Request request, @Nullable Object model) {
    if (served.types().fromModel(model) instanceof Visitor<?> visitor) {
      return VisitorFailure.visitor((Visitor<Object>) visitor);
    }
    throw Arguments.bad(request.event(), "visitor is none, expected for example !Add {amount: 1}");
  }

  @SuppressWarnings("unchecked")
  private static Function<@Nullable Object, @Nullable Object> function(
      ServedMap served, Request request, @Nullable Object model) {
    if (served.types().fromModel(model) instanceof Function<?, ?> function) {
      return VisitorFailure.function((Function<@Nullable Object, @Nullable Object>) function);
    }
    throw Arguments.bad(request.event(), "function is none, expected for example !Identity {}");
  }

  private static Object proxy(String path, Request request) {
    Arguments.none(request.event(), request.argument());
    String type = request.event().equals("values") ? "collection-proxy" : "set-proxy";
    return new TypedValue(type, Map.of("csp", path + "?view=" + request.event()));
  }

  static RequestException noView(String view) {
    return new RequestException(
        ErrorCode.UNKNOWN_VIEW,
        "a map has no view " + view + ", expected map, keySet, values or entrySet");
  }
}
