package io.vitrine.store;

import org.jspecify.annotations.Nullable;

/**
 * A change of one entry that is applied atomically where the entry lives.
 *
 * <p>A visitor is a pure function: when two updates meet, it may be called again with the value
 * that the other one left, and only the last call counts. It is never called under a lock.
 *
 * @param <V> type of the value
 */
@FunctionalInterface
public interface Visitor<V> {
  /**
   * Computes the new value.
   *
   * @param value the present value, null where there is none
   * @return the new value, null to remove the entry; one whose bytes are those of the present value
   *     changes nothing
   */
  @Nullable V visit(@Nullable V value);
}
