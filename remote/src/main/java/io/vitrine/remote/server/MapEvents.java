package io.vitrine.remote.server;

import io.vitrine.collections.MapAccess;
import io.vitrine.collections.ObservableMap;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.store.Content;
import io.vitrine.store.TypedValue;
import io.vitrine.store.Versioned;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The events of a map. Stateless: each call runs on the thread of its connection. */
final class MapEvents {
  /** How many values are looked up at a time, and with how many bytes of them it is enough. */
  private static final int GET_KEYS = 1_024;

  private static final long GET_BYTES = 1 << 20;

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
          "equals" ->
          read(served, request);
      case "put",
          "getAndPut",
          "putIfAbsent",
          "putAll",
          "replace",
          "replaceForOld",
          "replaceEach",
          "compareAndSet",
          "exchange" ->
          write(served, request);
      case "publish" -> Served.publish(served, request, event -> served.map().publish(event));
      case "remove", "getAndRemove", "removeWithValue", "clear" -> remove(served, request);
      case "asyncUpdate", "syncUpdate", "applyTo", "addAndGet" -> visit(served, request);
      case "compute", "computeIfPresent", "computeIfAbsent", "merge", "replaceAll" ->
          MapFunctions.handle(served, request);
      case "keySet", "values", "entrySet" -> proxy(path, request);
      case "subscribe" -> request.connection().subscriptions().open(served, request);
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
        yield getAll(served, served.keys(keys));
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

  /**
   * Pairs and not a map, since keys may be what no map of YAML or JSON has as keys. Looked up some
   * at a time, so that no more values come into memory than go into an answer, and a few.
   */
  private static List<Object> getAll(ServedMap served, List<Object> keys) {
    MapAccess<Object, Object> access = access(served);
    var pairs = new ArrayList<Object>();
    var found = new LinkedHashMap<Object, Object>();
    long room = 0;
    for (int at = 0; at < keys.size(); found.clear()) {
      List<Object> some = keys.subList(at, Math.min(keys.size(), at + GET_KEYS));
      at += access.getSome(some, GET_BYTES, found);
      for (Map.Entry<Object, Object> entry : found.entrySet()) {
        Object key = served.toModel(entry.getKey());
        Object value = served.toModel(entry.getValue());
        room += served.fit().element(key, value);
        if (room > served.fit().answerBytesMax()) {
          throw new RequestException(
              ErrorCode.TOO_LARGE,
              "of "
                  + keys.size()
                  + " entries "
                  + (pairs.size() + 1)
                  + " take more than "
                  + served.fit().answerBytesMax()
                  + " bytes on the wire; ask for fewer keys at a time");
        }
        pairs.add(java.util.Arrays.asList(key, value));
      }
    }
    return pairs;
  }

  private static boolean isEqual(ObservableMap<Object, Object> map, Map<Object, Object> other) {
    if (map.size() != other.size()) {
      return false;
    }
    for (Map.Entry<Object, Object> entry : other.entrySet()) {
      if (!Content.isEqual(map.get(entry.getKey()), entry.getValue())) {
        return false;
      }
    }
    return true;
  }

  @SuppressWarnings("unchecked") // It is of the same keys and values.
  private static MapAccess<Object, Object> access(ServedMap served) {
    return (MapAccess<Object, Object>) served.map();
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
    if (request.event().equals("replaceEach")) {
      return replaceEach(served, request);
    }
    if (request.event().equals("replaceForOld")) {
      Object[] parts = request.arguments(3, "key", "oldValue", "value");
      Object key = served.key(parts[0]);
      return map.replace(key, served.value(parts[1]), served.newValue(key, parts[2]));
    }
    if (request.event().equals("exchange")) {
      return exchange(served, request);
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

  /**
   * Sets a value if the entry has a revision, and answers what that has made, or else what is there
   * by then, so that whoever was too late, or wants to change it again, need not ask. What others
   * make of it afterwards is not told: whoever counts on must not get the number of another.
   */
  private static Object exchange(ServedMap served, Request request) {
    ObservableMap<Object, Object> map = served.map();
    Object[] parts = request.arguments(3, "key", "revision", "value");
    long revision = Arguments.integer("exchange", "revision", parts[1]);
    Object key = served.key(parts[0]);
    Versioned<Object> made = null;
    boolean done;
    if (parts[2] == null) {
      done = map.compareAndSet(key, revision, null);
    } else {
      made = access(served).putVersioned(key, revision, served.newValue(key, parts[2]));
      done = made != null;
    }
    Versioned<Object> now = done ? made : map.getVersioned(key);
    var answer = new LinkedHashMap<String, @Nullable Object>();
    answer.put("done", done);
    answer.put("revision", now == null ? 0L : now.revision());
    Object model = now == null ? null : served.toModel(now.value());
    if (!done || !Content.isEqual(parts[2], model)) {
      answer.put("value", model);
    }
    return answer;
  }

  /** Answers which of the entries held another value by then, by their places in the argument. */
  private static List<Object> replaceEach(ServedMap served, Request request) {
    record Change(Object key, Object old, Object value) {}

    var changes = new ArrayList<Change>();
    for (Object model : Arguments.list("replaceEach", "argument", request.argument())) {
      @Nullable Object[] parts = Arguments.of("replaceEach", model, 3, "key", "oldValue", "value");
      Object key = served.key(parts[0]);
      changes.add(new Change(key, served.value(parts[1]), served.newValue(key, parts[2])));
    }
    var left = new ArrayList<Object>();
    for (int i = 0; i < changes.size(); i++) {
      Change change = changes.get(i);
      if (!served.map().replace(change.key(), change.old(), change.value())) {
        left.add((long) i);
      }
    }
    return left;
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
        map.asyncUpdate(
            key, served.checked(key, Vocabulary.visitor(served.values(), request, parts[1])));
        yield null;
      }
      case "syncUpdate" -> {
        Object[] parts = request.arguments(3, "key", "visitor", "function");
        Object key = served.key(parts[0]);
        yield served.toModel(
            map.<@Nullable Object>syncUpdate(
                key,
                served.checked(key, Vocabulary.visitor(served.values(), request, parts[1])),
                Vocabulary.function(served.types(), request, parts[2])));
      }
      case "addAndGet" -> {
        Object[] parts = request.arguments(2, "key", "amount");
        var amount = new LinkedHashMap<String, @Nullable Object>();
        amount.put("amount", parts[1]);
        Object key = served.key(parts[0]);
        yield served.toModel(
            map.<@Nullable Object>syncUpdate(
                key,
                served.checked(
                    key,
                    Vocabulary.visitor(served.values(), request, new TypedValue("Add", amount))),
                value -> value));
      }
      default -> {
        Object[] parts = request.arguments(2, "key", "function");
        Function<@Nullable Object, @Nullable Object> function =
            Vocabulary.function(served.types(), request, parts[1]);
        yield served.toModel(function.apply(map.get(served.key(parts[0]))));
      }
    };
  }

  private static Object proxy(String path, Request request) {
    Arguments.none(request.event(), request.argument());
    String type = request.event().equals("values") ? "collection-proxy" : "set-proxy";
    return new TypedValue(type, Map.of("csp", path + "?view=" + request.event()));
  }
}
