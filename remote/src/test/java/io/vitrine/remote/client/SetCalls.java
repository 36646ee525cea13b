package io.vitrine.remote.client;

import static io.vitrine.remote.client.CallKind.CALLER;
import static io.vitrine.remote.client.CallKind.REQUEST;
import static io.vitrine.remote.client.CallKind.VISITOR;
import static io.vitrine.remote.client.CallKind.WALK;

import io.vitrine.collections.Filters;
import io.vitrine.collections.ObservableSet;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Every way to call a set, or another collection that is not a list.
 *
 * @param all the collection
 * @param present an element
 * @param absent what is none
 */
@SuppressWarnings({"ReturnValueIgnored", "UndefinedEquals"})
record SetCalls(Collection<Object> all, Object present, Object absent) {
  static List<CallRow<SetCalls>> ofTheJdk() {
    return List.of(
        new CallRow<>("add(Object)", REQUEST, c -> c.all.add(c.absent)),
        new CallRow<>("addAll(Collection)", REQUEST, c -> c.all.addAll(List.of(c.absent))),
        new CallRow<>("clear()", REQUEST, c -> c.all.clear()),
        new CallRow<>("contains(Object)", REQUEST, c -> c.all.contains(c.present)),
        new CallRow<>(
            "containsAll(Collection)",
            REQUEST,
            c -> c.all.containsAll(List.of(c.present, c.absent))),
        new CallRow<>("equals(Object)", REQUEST, c -> c.all.equals(Set.of(c.present))),
        new CallRow<>("forEach(Consumer)", WALK, c -> c.all.forEach(_ -> {})),
        new CallRow<>("hashCode()", REQUEST, c -> c.all.hashCode()),
        new CallRow<>("isEmpty()", REQUEST, c -> c.all.isEmpty()),
        new CallRow<>("iterator()", WALK, c -> c.all.iterator().forEachRemaining(_ -> {})),
        new CallRow<>("parallelStream()", WALK, c -> c.all.parallelStream().toList()),
        new CallRow<>("remove(Object)", REQUEST, c -> c.all.remove(c.present)),
        new CallRow<>(
            "removeAll(Collection)", REQUEST, c -> c.all.removeAll(List.of(c.present, c.absent))),
        new CallRow<>(
            "removeIf(Predicate)",
            "with a filter that travels",
            VISITOR,
            c -> c.all.removeIf(Filters.value().eq(1L))),
        new CallRow<>(
            "removeIf(Predicate)", "with a lambda", CALLER, c -> c.all.removeIf(_ -> true)),
        new CallRow<>("retainAll(Collection)", REQUEST, c -> c.all.retainAll(List.of(c.present))),
        new CallRow<>("size()", REQUEST, c -> c.all.size()),
        new CallRow<>("spliterator()", WALK, c -> c.all.spliterator().forEachRemaining(_ -> {})),
        new CallRow<>("stream()", WALK, c -> c.all.stream().toList()),
        new CallRow<>("toArray()", WALK, c -> c.all.toArray()),
        new CallRow<>("toArray(IntFunction)", WALK, c -> c.all.toArray(Object[]::new)),
        new CallRow<>("toArray(Object[])", WALK, c -> c.all.toArray(new Object[0])));
  }

  /** Those that are added, on collections that have them. */
  static List<CallRow<SetCalls>> added() {
    return List.of(new CallRow<>("publish(Object)", REQUEST, c -> c.observable().publish("told")));
  }

  private ObservableSet<?> observable() {
    if (all instanceof ObservableSet<?> observable) {
      return observable;
    }
    throw new UnsupportedOperationException("a view of a map tells nothing");
  }
}
