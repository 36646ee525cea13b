package io.vitrine.collections;

import io.vitrine.store.CorruptStoreException;
import io.vitrine.store.Store;
import io.vitrine.store.StoreFullException;
import io.vitrine.store.StoreMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs a body whose changes are made together, anew until it can keep what it has read. For one
 * thread, once.
 */
final class GroupRun {
  /* Who writes the nodes of a list must have it to himself: others would give theirs the same
   * numbers. Which lists a body uses comes out as it runs; so at the first use of each the body is
   * left, and begins again when the list is locked. They are locked in the order of their maps'
   * numbers, so that no two wait for each other. Groups within groups are not ordered so: see
   * HeldLists. */

  private final Store store;
  private final TreeMap<Integer, ListNodes> lists = new TreeMap<>();

  /** The run at hand, or the last one. */
  private @Nullable LocalGroup last;

  GroupRun(Store store) {
    this.store = store;
  }

  /** Runs it; what it throws is passed on. */
  <R extends @Nullable Object> R run(Function<? super Group, ? extends R> body) {
    while (true) {
      try {
        return locked(lists.values().iterator(), body);
      } catch (LocalGroup.UnlockedException e) {
        if (!e.isOf(last)) {
          throw e;
        }
        lists.put(e.nodes().map().id(), e.nodes());
      } catch (ListNodes.MissedException e) {
        throw new CorruptStoreException(
            "a list of "
                + lists.values().stream().map(nodes -> nodes.map().path()).toList()
                + ": "
                + e.getMessage()
                + ", though its head refers to it");
      }
    }
  }

  private <R extends @Nullable Object> R locked(
      Iterator<ListNodes> rest, Function<? super Group, ? extends R> body) {
    if (!rest.hasNext()) {
      return together(body);
    }
    StoreMap<?, ?> map = rest.next().map();
    return HeldLists.exclusively(
        store, map, () -> HeldLists.<R>holding(store, map, () -> locked(rest, body)));
  }

  private <R extends @Nullable Object> R together(Function<? super Group, ? extends R> body) {
    Set<ListNodes> written = new LinkedHashSet<>();
    last = null;
    R result;
    try {
      result =
          store.atomically(group -> {
            noteWritten(written);
            var local = new LocalGroup(group, lists.keySet());
            last = local;
            return local.run(body);
          });
    } catch (Throwable failure) {
      noteWritten(written);
      LocalGroup run = last;
      // Else it may have been decided, and is made by whoever comes next.
      if (failure instanceof StoreFullException || (run != null && run.hasFailed())) {
        written.forEach(nodes -> nodes.removeStrays(failure));
      }
      throw failure;
    }
    noteWritten(written);
    Objects.requireNonNull(last).keepNodes();
    written.forEach(ListNodes::removeStrays);
    return result;
  }

  /** Of a run that is made again, too, what it has written ahead is there. */
  private void noteWritten(Set<ListNodes> written) {
    if (last != null) {
      written.addAll(last.written());
    }
  }
}
