package io.vitrine.collections;

import io.vitrine.store.Turn;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** In which order a list is to be. Stateless; any thread. */
final class ListOrder {
  private ListOrder() {}

  /** An order, or the natural one for null; the calling thread finds it while others get turns. */
  @SuppressWarnings("unchecked") // what has no natural order is refused as by the list of the JDK
  static <E> Comparator<E> inTurns(@Nullable Comparator<? super E> comparator) {
    Comparator<E> order =
        comparator == null
            ? (Comparator<E>) (Comparator<?>) Comparator.naturalOrder()
            : comparator::compare;
    Turn turn = Turn.current();
    return (one, other) -> {
      turn.step();
      return order.compare(one, other);
    };
  }
}
