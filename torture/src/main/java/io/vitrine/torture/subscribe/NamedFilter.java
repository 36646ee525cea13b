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
  ODD;

  /** Values are below 1,000. */
  private static final long HALF = 500;

  boolean passes(@Nullable Long value) {
    return value != null
        && switch (this) {
          case ALL -> true;
          case BIG -> value >= HALF;
          case SMALL -> value < HALF;
          case ODD -> value % 2 == 1;
        };
  }

  /** The filter itself. */
  Filter<? super MapEntry<String, Long>> filter() {
    return switch (this) {
      case ALL, ODD -> entry -> passes(entry.value());
      case BIG -> Filters.value().ge(HALF);
      case SMALL -> Filters.value().lt(HALF);
    };
  }
}
