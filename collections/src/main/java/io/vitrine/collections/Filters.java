package io.vitrine.collections;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The built-in filters: they travel to a server, which then sends only what passes. All are
 * immutable and safe for any number of threads.
 *
 * <pre>{@code
 * Filters.and(Filters.field("meanDelay").gt(15), Filters.key().ne("ATL"))
 * }</pre>
 *
 * <p>What cannot be compared so (a pattern that is none, a list of another thing) is refused with
 * an {@link IllegalArgumentException}; so is, where the filter is asked, a field that a record has
 * not.
 */
public final class Filters {
  /** Names and classes of the built-in filters. */
  static final Map<String, Class<? extends Record>> TYPES =
      Map.of("Filter", FieldFilter.class, "And", And.class, "Or", Or.class, "Not", Not.class);

  private Filters() {}

  /**
   * Begins a filter on a field of the value: a component or a public method without arguments of a
   * record, or a field of a map.
   *
   * @param name name of the field, {@code value} for a value that is a scalar
   * @return to be completed by a comparison
   */
  public static FieldTest field(String name) {
    return new FieldTest(name);
  }

  /**
   * Begins a filter on the key.
   *
   * @return to be completed by a comparison
   */
  public static FieldTest key() {
    return new FieldTest(FieldAccess.KEY);
  }

  /**
   * Begins a filter on a value that is a scalar.
   *
   * @return to be completed by a comparison
   */
  public static FieldTest value() {
    return new FieldTest(FieldAccess.VALUE);
  }

  /**
   * Lets pass what passes all of several filters.
   *
   * @param filters the filters
   * @param <E> type of the elements
   * @return the filter
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <E> Filter<E> and(Filter<? super E>... filters) {
    return typed(new And(List.of(filters)));
  }

  /**
   * Lets pass what passes one of several filters.
   *
   * @param filters the filters
   * @param <E> type of the elements
   * @return the filter
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <E> Filter<E> or(Filter<? super E>... filters) {
    return typed(new Or(List.of(filters)));
  }

  /**
   * Lets pass what does not pass a filter.
   *
   * @param filter the filter
   * @param <E> type of the elements
   * @return the opposite filter
   */
  public static <E> Filter<E> not(Filter<? super E> filter) {
    return typed(new Not(List.of(Objects.requireNonNull(filter, "filter"))));
  }

  /**
   * Has something done before each test of one of the filters that a filter consists of, of which
   * somebody who sends it may have put together very many.
   *
   * @param filter any filter
   * @param step done before each of its parts
   * @param <E> type of the elements
   * @return one that lets the same pass
   */
  public static <E> Filter<E> stepwise(Filter<E> filter, Runnable step) {
    return parts(filter) == null ? filter : element -> test(filter, element, step);
  }

  private static boolean test(Filter<?> filter, Object element, Runnable step) {
    List<Filter<?>> parts = parts(filter);
    if (parts == null) {
      return typed(filter).test(element);
    }
    boolean goOn = filter instanceof And; // as long as parts answer that
    for (Filter<?> part : parts) {
      step.run();
      if (test(part, element, step) != goOn) {
        return filter instanceof Or;
      }
    }
    return !(filter instanceof Or);
  }

  private static @Nullable List<Filter<?>> parts(Filter<?> filter) {
    return switch (filter) {
      case And and -> and.filters;
      case Or or -> or.filters;
      case Not not -> not.filters;
      default -> null;
    };
  }

  @SuppressWarnings("unchecked")
  private static <E> Filter<E> typed(Filter<?> filter) {
    return (Filter<E>) filter;
  }

  /** A field to be compared. Immutable. */
  public static final class FieldTest {
    private final String field;

    private FieldTest(String field) {
      this.field = Objects.requireNonNull(field, "field");
    }

    /**
     * Equal; numbers are compared by what they are worth.
     *
     * @param value to compare with
     * @return the filter
     */
    public Filter<Object> eq(Object value) {
      return new FieldFilter(field, "eq", value);
    }

    /**
     * Not equal.
     *
     * @param value to compare with
     * @return the filter
     */
    public Filter<Object> ne(Object value) {
      return new FieldFilter(field, "ne", value);
    }

    /**
     * Less.
     *
     * @param value to compare with
     * @return the filter
     */
    public Filter<Object> lt(Object value) {
      return new FieldFilter(field, "lt", value);
    }

    /**
     * Less or equal.
     *
     * @param value to compare with
     * @return the filter
     */
    public Filter<Object> le(Object value) {
      return new FieldFilter(field, "le", value);
    }

    /**
     * Greater.
     *
     * @param value to compare with
     * @return the filter
     */
    public Filter<Object> gt(Object value) {
      return new FieldFilter(field, "gt", value);
    }

    /**
     * Greater or equal.
     *
     * @param value to compare with
     * @return the filter
     */
    public Filter<Object> ge(Object value) {
      return new FieldFilter(field, "ge", value);
    }

    /**
     * One of several values.
     *
     * @param values the values
     * @return the filter
     */
    public Filter<Object> in(Collection<?> values) {
      return new FieldFilter(field, "in", List.copyOf(values));
    }

    /**
     * A string that begins with another one.
     *
     * @param prefix the beginning
     * @return the filter
     */
    public Filter<Object> startsWith(String prefix) {
      return new FieldFilter(field, "startsWith", prefix);
    }

    /**
     * A string that contains another one, or a list that contains an element.
     *
     * @param part the part
     * @return the filter
     */
    public Filter<Object> contains(Object part) {
      return new FieldFilter(field, "contains", part);
    }

    /**
     * A string that a regular expression matches as a whole, with a bound on the steps it may take.
     *
     * @param regex an expression of RE2, which is much as Java's: without a look ahead or back,
     *     references to groups, possessive counts, and sets of characters within sets
     * @return the filter
     */
    public Filter<Object> matches(String regex) {
      return new FieldFilter(field, "matches", regex);
    }
  }

  /** All of several. */
  @BareContent
  record And(List<Filter<?>> filters) implements Filter<Object> {
    And {
      filters = List.copyOf(filters);
    }

    @Override
    public boolean test(Object element) {
      for (Filter<?> filter : filters) {
        if (!typed(filter).test(element)) {
          return false;
        }
      }
      return true;
    }
  }

  /** One of several. */
  @BareContent
  record Or(List<Filter<?>> filters) implements Filter<Object> {
    Or {
      filters = List.copyOf(filters);
    }

    @Override
    public boolean test(Object element) {
      for (Filter<?> filter : filters) {
        if (typed(filter).test(element)) {
          return true;
        }
      }
      return false;
    }
  }

  /** None of several; of one it is the opposite. */
  @BareContent
  record Not(List<Filter<?>> filters) implements Filter<Object> {
    Not {
      // A list, since a typed value cannot be the whole content of another one.
      filters = List.copyOf(filters);
    }

    @Override
    public boolean test(Object element) {
      for (Filter<?> filter : filters) {
        if (typed(filter).test(element)) {
          return false;
        }
      }
      return true;
    }
  }
}
