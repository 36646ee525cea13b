package io.vitrine.remote.client;

import static io.vitrine.remote.client.CallKind.ASYNC;
import static io.vitrine.remote.client.CallKind.CALLER;
import static io.vitrine.remote.client.CallKind.PROXY;
import static io.vitrine.remote.client.CallKind.REQUEST;
import static io.vitrine.remote.client.CallKind.VISITOR;
import static io.vitrine.remote.client.CallKind.WALK;

import io.vitrine.collections.Functions;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Visitors;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Every way to call a map of entries {@code e0=0}, {@code e1=1} and so on. */
@SuppressWarnings("ReturnValueIgnored")
final class MapCalls {
  private MapCalls() {}

  private static CallRow<ObservableMap<String, Long>> row(
      String method, CallKind kind, java.util.function.Consumer<ObservableMap<String, Long>> call) {
    return new CallRow<>(method, kind, call);
  }

  private static CallRow<ObservableMap<String, Long>> row(
      String method,
      String variant,
      CallKind kind,
      java.util.function.Consumer<ObservableMap<String, Long>> call) {
    return new CallRow<>(method, variant, kind, call);
  }

  private static final String TRAVELS = "with a function that travels";
  private static final String LAMBDA = "with a lambda";

  /** Adds the length of the key and some more. */
  record Longer(long by) implements BiFunction<String, Long, Long> {
    @Override
    public Long apply(String key, Long value) {
      return (value == null ? 0 : value) + key.length() + by;
    }
  }

  /** Length of the key. */
  record Length() implements Function<String, Long> {
    @Override
    public Long apply(String key) {
      return (long) key.length();
    }
  }

  /** Those of the JDK's interface. */
  static List<CallRow<ObservableMap<String, Long>>> ofTheJdk() {
    return List.of(
        row("clear()", REQUEST, Map::clear),
        row("compute(Object, BiFunction)", TRAVELS, VISITOR, m -> m.compute("e1", new Longer(1))),
        row("compute(Object, BiFunction)", LAMBDA, CALLER, m -> m.compute("e1", (_, v) -> v + 1)),
        row(
            "computeIfAbsent(Object, Function)",
            TRAVELS,
            VISITOR,
            m -> m.computeIfAbsent("x", new Length())),
        row(
            "computeIfAbsent(Object, Function)",
            LAMBDA,
            CALLER,
            m -> m.computeIfAbsent("x", _ -> 1L)),
        row(
            "computeIfAbsent(Object, Function)",
            "with a lambda, of what is there",
            REQUEST,
            m -> m.computeIfAbsent("e1", _ -> 1L)),
        row(
            "computeIfPresent(Object, BiFunction)",
            TRAVELS,
            VISITOR,
            m -> m.computeIfPresent("e1", new Longer(1))),
        row(
            "computeIfPresent(Object, BiFunction)",
            LAMBDA,
            CALLER,
            m -> m.computeIfPresent("e1", (_, v) -> v + 1)),
        row("containsKey(Object)", REQUEST, m -> m.containsKey("e1")),
        row("containsValue(Object)", REQUEST, m -> m.containsValue(1L)),
        row("entrySet()", PROXY, Map::entrySet),
        row("equals(Object)", REQUEST, m -> m.equals(Map.of("e0", 0L))),
        row("forEach(BiConsumer)", WALK, m -> m.forEach((_, _) -> {})),
        row("get(Object)", REQUEST, m -> m.get("e1")),
        row("getOrDefault(Object, Object)", REQUEST, m -> m.getOrDefault("x", 1L)),
        row("hashCode()", REQUEST, Map::hashCode),
        row("isEmpty()", REQUEST, Map::isEmpty),
        row("keySet()", PROXY, Map::keySet),
        row(
            "merge(Object, Object, BiFunction)",
            TRAVELS,
            VISITOR,
            m -> m.merge("e1", 1L, Functions.sum())),
        row("merge(Object, Object, BiFunction)", LAMBDA, CALLER, m -> m.merge("e1", 1L, Long::sum)),
        row("put(Object, Object)", REQUEST, m -> m.put("e1", 7L)),
        row("putAll(Map)", REQUEST, m -> m.putAll(Map.of("e1", 7L, "x", 8L))),
        row("putIfAbsent(Object, Object)", REQUEST, m -> m.putIfAbsent("x", 7L)),
        row("remove(Object)", REQUEST, m -> m.remove("e1")),
        row("remove(Object, Object)", REQUEST, m -> m.remove("e1", 1L)),
        row("replace(Object, Object)", REQUEST, m -> m.replace("e1", 7L)),
        row("replace(Object, Object, Object)", REQUEST, m -> m.replace("e1", 1L, 7L)),
        row("replaceAll(BiFunction)", TRAVELS, VISITOR, m -> m.replaceAll(new Longer(1))),
        row("replaceAll(BiFunction)", LAMBDA, CALLER, m -> m.replaceAll((_, v) -> v + 1)),
        row("size()", REQUEST, Map::size),
        row("values()", PROXY, Map::values));
  }

  /** Those that are added. */
  static List<CallRow<ObservableMap<String, Long>>> added() {
    return List.of(
        row("asyncUpdate(Object, Visitor)", ASYNC, m -> m.asyncUpdate("e1", Visitors.add(1))),
        row(
            "asyncUpdate(Object, Visitor)",
            "with a lambda",
            CALLER,
            m -> m.asyncUpdate("e1", v -> v + 1)),
        row("compareAndSet(Object, long, Object)", REQUEST, m -> m.compareAndSet("e1", 1, 7L)),
        row("getAll(Iterable)", REQUEST, m -> m.getAll(List.of("e0", "e1", "x"))),
        row("getVersioned(Object)", REQUEST, m -> m.getVersioned("e1")),
        row("publish(Object)", REQUEST, m -> m.publish("told")),
        row("set(Object, Object)", ASYNC, m -> m.set("e1", 7L)),
        row(
            "syncUpdate(Object, Visitor, Function)",
            VISITOR,
            m -> m.<Object>syncUpdate("e1", Visitors.add(1), Functions.square())),
        row(
            "syncUpdate(Object, Visitor, Function)",
            "with lambdas",
            CALLER,
            m -> m.<Long>syncUpdate("e1", v -> v + 1, v -> v)));
  }
}
