package io.vitrine.remote.server;

import io.vitrine.collections.Filter;
import io.vitrine.collections.Filters;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.store.Visitor;
import java.util.Comparator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a visitor, function or filter threw, told apart from failures of the store. Functions that
 * are made here let others run where they take long; each is for one thread at a time.
 */
final class VisitorFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Class<?> thrower;

  /** Something that acts in the name of a registered function. */
  interface Acting {
    /** The function. */
    Object function();
  }

  private VisitorFailure(Object thrower, Throwable cause) {
    super(type(thrower).getSimpleName() + " failed: " + why(cause), cause);
    this.thrower = type(thrower);
  }

  private static Class<?> type(Object thrower) {
    return thrower instanceof Acting acting ? acting.function().getClass() : thrower.getClass();
  }

  static String name(Object thrower) {
    return type(thrower).getSimpleName();
  }

  /** What clients call that which failed: the name that it is registered under. */
  String typeName(TypeRegistry types) {
    String registered = types.nameOf(thrower);
    return registered == null ? thrower.getSimpleName() : registered;
  }

  /** Says why in words that mean something without Java; classes of exceptions do not. */
  String message(TypeRegistry types) {
    return typeName(types) + " failed: " + why(getCause());
  }

  private static String why(@Nullable Throwable cause) {
    String message = Failures.said(cause);
    return message == null ? "it gave no reason" : message;
  }

  /** What to throw for what a function threw; the JVM's own failures are none of the function. */
  private static VisitorFailure of(Object thrower, Throwable cause) {
    if (cause instanceof VirtualMachineError failure && !(cause instanceof StackOverflowError)) {
      throw failure;
    }
    return new VisitorFailure(thrower, cause);
  }

  /** The visitor of one value, whose visits have their time together. */
  static Visitor<Object> visitor(Visitor<Object> visitor) {
    return told(visitor, VisitBudget.of(visitor));
  }

  /** The visitor of many values, with its time for each. */
  static Visitor<Object> visitorOfMany(Visitor<Object> visitor) {
    return told(visitor, value -> VisitBudget.of(visitor).visit(value));
  }

  private static Visitor<Object> told(Visitor<Object> visitor, Visitor<Object> bounded) {
    return value -> {
      try {
        return bounded.visit(value);
      } catch (RequestException e) {
        throw e; // its time was up
      } catch (RuntimeException | Error e) {
        throw of(visitor, e);
      }
    };
  }

  static Function<@Nullable Object, @Nullable Object> function(
      Function<@Nullable Object, @Nullable Object> function) {
    var stint = new Stint();
    return value -> {
      try {
        stint.begin();
        Object result = function.apply(value);
        stint.end();
        return result;
      } catch (RuntimeException | Error e) {
        throw of(function, e);
      }
    };
  }

  static Filter<Object> filter(Filter<Object> filter) {
    var stint = new Stint();
    Filter<Object> byParts = Filters.stepwise(filter, stint::part);
    return element -> {
      try {
        stint.begin();
        boolean passes = byParts.test(element);
        stint.end();
        return passes;
      } catch (RuntimeException | Error e) {
        throw of(filter, e);
      }
    };
  }

  static Comparator<Object> comparator(Comparator<Object> comparator) {
    var stint = new Stint();
    return (one, other) -> {
      try {
        stint.begin();
        int order = comparator.compare(one, other);
        stint.end();
        return order;
      } catch (RuntimeException | Error e) {
        throw of(comparator, e);
      }
    };
  }
}
