package io.vitrine.remote.server;

import io.vitrine.collections.ListAccess;
import io.vitrine.store.Visitor;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The events of a list that take visitors, functions, filters or orders. Stateless: each call runs
 * on the thread of its connection.
 */
final class ListVisits {
  private ListVisits() {}

  /** What is done to one element. */
  static @Nullable Object visit(ServedList served, Request request) {
    ListAccess<Object> list = served.list();
    return switch (request.event()) {
      case "asyncUpdate" -> {
        Object[] parts = request.arguments(2, "index", "visitor");
        int index = ListEvents.index(request, "index", parts[0]);
        list.asyncUpdate(index, checked(served, request, parts[1]));
        yield null;
      }
      case "syncUpdate" -> {
        Object[] parts = request.arguments(3, "index", "visitor", "function");
        int index = ListEvents.index(request, "index", parts[0]);
        yield served.toModel(
            list.<@Nullable Object>syncUpdate(
                index,
                checked(served, request, parts[1]),
                Vocabulary.function(served.types(), request, parts[2])));
      }
      default -> {
        Object[] parts = request.arguments(2, "index", "function");
        Function<@Nullable Object, @Nullable Object> function =
            Vocabulary.function(served.types(), request, parts[1]);
        int index = ListEvents.index(request, "index", parts[0]);
        yield served.toModel(function.apply(list.get(index)));
      }
    };
  }

  /** A visitor whose result is refused if readers could not be told of it. */
  @SuppressWarnings("ReferenceEquality") // What is left as it was is not written.
  private static Visitor<Object> checked(
      ServedList served, Request request, @Nullable Object model) {
    Visitor<Object> visitor = Vocabulary.visitor(served.elements(), request, model);
    return element -> {
      Object result = visitor.visit(element);
      return result == null || result == element ? result : served.written(result);
    };
  }

  /** What is done to all elements. */
  static @Nullable Object visitAll(ServedList served, List<Object> elements, Request request) {
    Object argument = request.argument();
    return switch (request.event()) {
      case "removeIf" -> elements.removeIf(Vocabulary.filter(served.types(), request, argument));
      case "replaceAll" -> {
        Visitor<Object> operator = Vocabulary.operator(served.elements(), request, argument);
        elements.replaceAll(element -> {
          Object result = operator.visit(element);
          if (result == null) {
            throw Arguments.bad("replaceAll", "it makes null of an element; use removeIf");
          }
          return served.written(result);
        });
        yield null;
      }
      default -> {
        elements.sort(Vocabulary.order(served.types(), request, argument));
        yield null;
      }
    };
  }
}
