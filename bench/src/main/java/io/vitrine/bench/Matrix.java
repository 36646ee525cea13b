package io.vitrine.bench;

import io.vitrine.bench.peer.KeyKind;
import java.util.List;

/**
 * Under which conditions calls are measured. Immutable.
 *
 * @param values sizes of values; empty for the default
 * @param threads numbers of threads that call at once; empty for the default
 * @param keys kinds of keys; empty for the default
 * @param scale numbers of entries of the map whose growth is measured
 */
record Matrix(List<Integer> values, List<Integer> threads, List<KeyKind> keys, List<Long> scale) {
  static final int VALUE_BYTES = 64;

  /** Whether somebody wants every combination of something instead of the usual choice. */
  boolean isGiven() {
    return !values.isEmpty() || !threads.isEmpty() || !keys.isEmpty();
  }

  List<Integer> valuesOrDefault() {
    return values.isEmpty() ? List.of(VALUE_BYTES) : values;
  }

  List<Integer> threadsOrDefault() {
    return threads.isEmpty() ? List.of(1) : threads;
  }

  List<KeyKind> keysOrDefault() {
    return keys.isEmpty() ? List.of(KeyKind.LONG) : keys;
  }
}
