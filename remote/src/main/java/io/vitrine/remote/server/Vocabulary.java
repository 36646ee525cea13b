package io.vitrine.remote.server;

import io.vitrine.collections.Filter;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.store.Visitor;
import java.util.Comparator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Visitors, functions, filters and comparators of requests. Stateless. */
final class Vocabulary {
  private Vocabulary() {}

  @SuppressWarnings("unchecked")
  static Visitor<Object> visitor(ElementType written, Request request, @Nullable Object model) {
    if (written.types().fromModel(model) instanceof Visitor<?> visitor) {
      written.checkVisitor(model);
      return VisitorFailure.visitor((Visitor<Object>) visitor);
    }
    throw Arguments.bad(request.event(), "visitor is none, expected for example !Add {amount: 1}");
  }

  @SuppressWarnings("unchecked")
  static Function<@Nullable Object, @Nullable Object> function(
      TypeRegistry types, Request request, @Nullable Object model) {
    if (types.fromModel(model) instanceof Function<?, ?> function) {
      return VisitorFailure.function((Function<@Nullable Object, @Nullable Object>) function);
    }
    throw Arguments.bad(request.event(), "function is none, expected for example !Identity {}");
  }

  /** A function for {@link MapFunctions}, which says itself what failed. */
  @SuppressWarnings("unchecked")
  static Function<Object, @Nullable Object> plainFunction(
      TypeRegistry types, Request request, @Nullable Object model) {
    if (types.fromModel(model) instanceof Function<?, ?> function) {
      return (Function<Object, @Nullable Object>) function;
    }
    throw Arguments.bad(request.event(), "function is no registered one");
  }

  /** A visitor of many values, or a function that does for one. */
  @SuppressWarnings("unchecked")
  static Visitor<Object> operator(ElementType written, Request request, @Nullable Object model) {
    Object found = written.types().fromModel(model);
    if (found instanceof Function<?, ?> && !(found instanceof Visitor<?>)) {
      return function(written.types(), request, model)::apply;
    }
    if (found instanceof Visitor<?> visitor) {
      written.checkVisitor(model);
      return VisitorFailure.visitorOfMany((Visitor<Object>) visitor);
    }
    return visitor(written, request, model); // which says that it is none
  }

  @SuppressWarnings("unchecked")
  static Filter<Object> filter(TypeRegistry types, Request request, @Nullable Object model) {
    if (types.fromModel(model) instanceof Filter<?> filter) {
      return VisitorFailure.filter((Filter<Object>) filter);
    }
    throw Arguments.bad(
        request.event(), "filter is none, expected for example !Filter {field: age, op: gt, ...}");
  }

  /** An order: nothing for the natural one, {@code reverse}, or a registered comparator. */
  @SuppressWarnings("unchecked")
  static @Nullable Comparator<Object> order(
      TypeRegistry types, Request request, @Nullable Object model) {
    if ("reverse".equals(model)) {
      return (Comparator<Object>) (Comparator<?>) Comparator.reverseOrder();
    }
    if (Arguments.isNone(model)) {
      return null;
    }
    if (types.fromModel(model) instanceof Comparator<?> comparator) {
      return VisitorFailure.comparator((Comparator<Object>) comparator);
    }
    throw Arguments.bad(
        request.event(), "argument is no order, expected [], reverse or a registered comparator");
  }
}
