package io.vitrine.remote.server;

import io.vitrine.collections.Filter;
import io.vitrine.store.Visitor;
import java.util.Comparator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a visitor, function or filter threw, told apart from failures of the store. */
final class VisitorFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Something that acts in the name of a registered function. */
  interface Named {
    /** The name of the function. */
    String name();
  }

  private VisitorFailure(Object thrower, RuntimeException cause) {
    super(name(thrower) + " failed: " + text(cause), cause);
  }

  static String name(Object thrower) {
    return thrower instanceof Named named ? named.name() : thrower.getClass().getSimpleName();
  }

  private static String text(RuntimeException cause) {
    String message = cause.getMessage();
    return cause.getClass().getSimpleName() + (message == null ? "" : ": " + message);
  }

  static Visitor<Object> visitor(Visitor<Object> visitor) {
    Visitor<Object> bounded = VisitBudget.of(visitor);
    return value -> {
      try {
        return bounded.visit(value);
      } catch (RequestException e) {
        throw e; // its time was up
      } catch (RuntimeException e) {
        throw new VisitorFailure(visitor, e);
      }
    };
  }

  static Function<@Nullable Object, @Nullable Object> function(
      Function<@Nullable Object, @Nullable Object> function) {
    return value -> {
      try {
        return function.apply(value);
      } catch (RuntimeException e) {
        throw new VisitorFailure(function, e);
      }
    };
  }

  static Filter<Object> filter(Filter<Object> filter) {
    return element -> {
      try {
        return filter.test(element);
      } catch (RuntimeException e) {
        throw new VisitorFailure(filter, e);
      }
    };
  }

  static Comparator<Object> comparator(Comparator<Object> comparator) {
    return (one, other) -> {
      try {
        return comparator.compare(one, other);
      } catch (RuntimeException e) {
        throw new VisitorFailure(comparator, e);
      }
    };
  }
}
