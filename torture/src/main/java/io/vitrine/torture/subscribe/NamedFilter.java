package io.vitrine.torture.subscribe;

import io.vitrine.collections.Filter;
import io.vitrine.collections.Filters;
import io.vitrine.collections.MapEntry;
import org.jspecify.annotations.Nullable;

/** The filters of the subscribers; some travel to a server, one does not. */
enum NamedFilter {
  ALL,
  /** Travels. */
  BIG,
  /** Travels. */
  SMALL,
  /** A lambda. */
  ODD,
  /** A lambda. */
  EVEN;

  /** Values are below 1,000. */
  private static final long HALF = 500;

  boolean passes(@Nullable Long value) {
    return value != null
        && switch (this) {
          case ALL -> true;
          case BIG -> value >= HALF;
          case SMALL -> value < HALF;
          case ODD -> value % 2 == 1;
          case EVEN -> value % 2 == 0;
        };
  }

  /** What somebody changes to who has this filter. */
  NamedFilter other() {
    return switch (this) {
      case BIG -> SMALL;
      case ODD -> EVEN;
      case EVEN -> ODD;
      case ALL, SMALL -> BIG;
    };
  }

  /** The filter of the elements of a set or a list. */
  Filter<? super Long> elementFilter() {
    return switch (this) {
      case ALL, ODD, EVEN -> this::passes;
      case BIG -> Filters.value().ge(HALF);
      case SMALL -> Filters.value().lt(HALF);
    };
  }

  /** The filter itself. */
  Filter<? super MapEntry<String, Long>> filter() {
    return switch (this) {
      case ALL, ODD, EVEN -> entry -> passes(entry.value());
      case BIG -> Filters.value().ge(HALF);
      case SMALL -> Filters.value().lt(HALF);
    };
  }
}
