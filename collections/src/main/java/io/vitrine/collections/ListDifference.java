package io.vitrine.collections;

import io.vitrine.store.Content;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done to a copy of a list so that it shows the state at a revision: between what
 * both begin and end with, elements are updated, then removed or inserted. For one thread, and for
 * implementers of subscriptions.
 *
 * @param <E> type of the elements
 */
public final class ListDifference<E> implements Comparison<Long, E> {
  private final List<E> copy;
  private final List<E> state = new ArrayList<>();
  private final long revision;

  /**
   * Begins.
   *
   * @param copy what is known, in its order; is copied
   * @param revision revision of the state
   */
  public ListDifference(Collection<E> copy, long revision) {
    this.copy = new ArrayList<>(copy);
    this.revision = revision;
  }

  @Override
  public @Nullable MapEvent<Long, E> present(Long index, E value) {
    state.add(value);
    return null;
  }

  @Override
  public List<MapEvent<Long, E>> gone() {
    int common = Math.min(copy.size(), state.size());
    int head = 0;
    while (head < common && same(head, head)) {
      head++;
    }
    int tail = 0;
    while (tail < common - head && same(copy.size() - 1 - tail, state.size() - 1 - tail)) {
      tail++;
    }
    int copyEnd = copy.size() - tail;
    int stateEnd = state.size() - tail;
    var events = new ArrayList<MapEvent<Long, E>>();
    int at = head;
    for (; at < copyEnd && at < stateEnd; at++) {
      if (!same(at, at)) {
        events.add(new MapEvent.Updated<>((long) at, copy.get(at), state.get(at), revision, 0));
      }
    }
    for (int i = copyEnd - 1; i >= at; i--) {
      events.add(new MapEvent.Removed<>((long) i, copy.get(i), revision, 0));
    }
    for (; at < stateEnd; at++) {
      events.add(new MapEvent.Inserted<>((long) at, state.get(at), revision, 0));
    }
    return events;
  }

  private boolean same(int inCopy, int inState) {
    return Content.isEqual(copy.get(inCopy), state.get(inState));
  }
}
