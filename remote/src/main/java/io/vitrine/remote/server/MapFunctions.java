package io.vitrine.remote.server;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.store.Visitor;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Methods of {@link java.util.Map} with registered functions of its keys and values. Stateless. */
final class MapFunctions {
  private MapFunctions() {}

  static @Nullable Object handle(ServedMap served, Request request) {
    String event = request.event();
    if (event.equals("replaceAll")) {
      var function = function(served.types(), request, request.argument());
      replaceAll(served, function);
      return null;
    }
    boolean merges = event.equals("merge");
    Object[] parts =
        merges
            ? request.arguments(3, "key", "value", "function")
            : request.arguments(2, "key", "function");
    Object key = served.key(parts[0]);
    Visitor<Object> computing =
        switch (event) {
          case "computeIfAbsent" -> {
            var function = Vocabulary.plainFunction(served.types(), request, parts[1]);
            yield new Computed(function, old -> old == null ? function.apply(key) : old);
          }
          case "computeIfPresent" -> {
            var function = function(served.types(), request, parts[1]);
            yield new Computed(function, old -> old == null ? null : function.apply(key, old));
          }
          case "merge" -> {
            var function = function(served.types(), request, parts[2]);
            Object given = served.value(parts[1]);
            yield new Computed(function, old -> old == null ? given : function.apply(old, given));
          }
          default -> {
            var function = function(served.types(), request, parts[1]);
            yield new Computed(function, old -> function.apply(key, old));
          }
        };
    return served.toModel(
        served
            .map()
            .<@Nullable Object>syncUpdate(
                key, served.checked(key, VisitorFailure.visitor(computing)), value -> value));
  }

  private static void replaceAll(
      ServedMap served, BiFunction<Object, @Nullable Object, @Nullable Object> function) {
    ObservableMap<Object, Object> map = served.map();
    map.forEach((key, _) -> {
      Visitor<Object> computing =
          new Computed(
              function,
              old -> {
                Object made = old == null ? null : function.apply(key, old);
                if (old != null && made == null) {
                  throw Arguments.bad("replaceAll", "it makes null; use computeIfPresent");
                }
                return made;
              });
      map.asyncUpdate(key, served.checked(key, VisitorFailure.visitor(computing)));
    });
  }

  @SuppressWarnings("unchecked")
  private static BiFunction<Object, @Nullable Object, @Nullable Object> function(
      TypeRegistry types, Request request, @Nullable Object model) {
    if (types.fromModel(model) instanceof BiFunction<?, ?, ?> function) {
      return (BiFunction<Object, @Nullable Object, @Nullable Object>) function;
    }
    throw Arguments.bad(request.event(), "function is no registered one of two arguments");
  }

  /**
   * A visitor made of a function, in whose name failures are told.
   *
   * @param function the function
   * @param visitor applies it
   */
  record Computed(Object function, Visitor<Object> visitor)
      implements Visitor<Object>, VisitorFailure.Acting {
    @Override
    public @Nullable Object visit(@Nullable Object value) {
      return visitor.visit(value);
    }
  }
}
