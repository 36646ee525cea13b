package io.vitrine.remote.client;

import io.vitrine.collections.AsyncList;
import io.vitrine.collections.ElementOptions;
import io.vitrine.collections.Lanes;
import io.vitrine.collections.ListDifference;
import io.vitrine.collections.ObservableList;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.store.Content;
import io.vitrine.store.TypedValue;
import io.vitrine.store.Visitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A list on a server. Safe for any number of threads.
 *
 * @param <E> type of the elements
 */
final class RemoteList<E> extends RemoteListView<E> implements ObservableList<E> {
  private static final TypedValue IDENTITY = new TypedValue("Identity", Map.of());

  private final Link link;
  private final String path;
  private final TypeRegistry types;
  private final Lanes lanes;

  RemoteList(Link link, String path, Form<E> form) {
    super(form);
    this.link = link;
    this.path = path;
    this.lanes = new Lanes(link.deadlines());
    this.types = form.types();
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  @Nullable Object ask(String event, @Nullable Object argument, boolean repeatable) {
    return link.ask(path, event, argument, repeatable);
  }

  /** Asks for a view of the list. */
  @Nullable Object askView(
      String view, String event, @Nullable Object argument, boolean repeatable) {
    return link.ask(path + "?view=" + view, event, argument, repeatable);
  }

  @Override
  boolean findsPlaces() {
    return true;
  }

  @Override
  void checkFresh() {
    // The list itself is never stale.
  }

  @Override
  int pageElements() {
    return link.options().pageElements();
  }

  @Override
  RemoteListIterator<E> endIterator() {
    return new RemoteListIterator<>(this, -1);
  }

  // Functions that cannot travel.

  /** All elements at one revision. */
  private Whole<E> readAll() {
    while (true) {
      ReadPage<E> first = page(0, Integer.MAX_VALUE, -1);
      List<E> all = first.elements();
      boolean same = true;
      while (same && all.size() < first.size()) {
        same = addNext(all, first.revision());
      }
      if (same) {
        return new Whole<>(all, first.revision());
      }
    }
  }

  /** Adds the elements behind some; false where the list has changed since the revision. */
  private boolean addNext(List<E> all, long revision) {
    try {
      ReadPage<E> next = page(all.size(), Integer.MAX_VALUE, -1);
      all.addAll(next.elements());
      return next.revision() == revision;
    } catch (IndexOutOfBoundsException _) {
      return false; // it has become so short that it ends before them
    }
  }

  private record Whole<E>(List<E> elements, long revision) {}

  /** Makes changes unless the list has changed; they are pairs of index and element. */
  boolean rewrite(long revision, List<?> updates, List<?> removals) {
    return (updates.isEmpty() && removals.isEmpty())
        || Boolean.TRUE.equals(write("rewrite", List.of(revision, updates, removals)));
  }

  @Override
  boolean removeHere(Predicate<? super E> filter) {
    while (true) {
      Whole<E> whole = readAll();
      List<Long> removals = removals(whole.elements(), filter, 0);
      if (rewrite(whole.revision(), List.of(), removals)) {
        return !removals.isEmpty();
      }
    }
  }

  @Override
  void replaceHere(UnaryOperator<E> operator) {
    Whole<E> whole;
    List<?> updates;
    do {
      whole = readAll();
      updates = updates(whole.elements(), replaced(whole.elements(), operator), 0);
    } while (!rewrite(whole.revision(), updates, List.of()));
  }

  @Override
  void sortHere(@Nullable Comparator<? super E> comparator) {
    Whole<E> whole;
    List<?> updates;
    do {
      whole = readAll();
      updates = updates(whole.elements(), sorted(whole.elements(), comparator), 0);
    } while (!rewrite(whole.revision(), updates, List.of()));
  }

  /** Indexes of what a filter finds in elements of which the first one has an index. */
  static <E> List<Long> removals(List<E> elements, Predicate<? super E> filter, long first) {
    var removals = new ArrayList<Long>();
    for (int i = 0; i < elements.size(); i++) {
      if (filter.test(elements.get(i))) {
        removals.add(first + i);
      }
    }
    return removals;
  }

  static <E> List<E> replaced(List<E> elements, UnaryOperator<E> operator) {
    var replaced = new ArrayList<E>(elements.size());
    for (E element : elements) {
      replaced.add(Objects.requireNonNull(operator.apply(element), "new element"));
    }
    return replaced;
  }

  static <E> List<E> sorted(List<E> elements, @Nullable Comparator<? super E> comparator) {
    var sorted = new ArrayList<>(elements);
    sorted.sort(comparator);
    return sorted;
  }

  /** Pairs of index and element where two lists differ as they travel. */
  List<?> updates(List<E> before, List<E> after, long first) {
    var updates = new ArrayList<List<Object>>();
    for (int i = 0; i < after.size(); i++) {
      Object model = form().toModel(after.get(i));
      if (!Content.isEqual(form().toModel(before.get(i)), model)) {
        updates.add(List.of(first + i, model));
      }
    }
    return updates;
  }

  // Visitors.

  @Override
  public void asyncUpdate(Integer index, Visitor<E> visitor) {
    Object model = Travel.model(types, Objects.requireNonNull(visitor, "visitor"));
    if (model != null) {
      link.tell(path, "asyncUpdate", List.of((long) index, model));
    } else {
      updateHere(index, visitor);
    }
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // The function says whether it gives null.
  public <R extends @Nullable Object> R syncUpdate(
      Integer index,
      Visitor<E> updater,
      Function<? super @Nullable E, ? extends R> returnFunction) {
    Objects.requireNonNull(returnFunction, "returnFunction");
    Object visitor = Travel.model(types, Objects.requireNonNull(updater, "updater"));
    if (visitor == null) {
      return returnFunction.apply(updateHere(index, updater));
    }
    Object function = Travel.model(types, returnFunction);
    Object answer =
        write("syncUpdate", List.of((long) index, visitor, function == null ? IDENTITY : function));
    return function == null
        ? returnFunction.apply(form().fromModel(answer))
        : (R) types.fromModel(answer);
  }

  /** Applies a visitor that cannot travel, anew where another element is there meanwhile. */
  @SuppressWarnings("ReferenceEquality") // The same object means no change.
  private @Nullable E updateHere(long index, Visitor<E> visitor) {
    Object seen = Objects.requireNonNull(read("get", index), "element");
    while (true) {
      E before = form().readBack(seen);
      E after = visitor.visit(before);
      if (after == before) {
        return after;
      }
      Object model = after == null ? null : form().toModel(after);
      Map<?, ?> answer = exchange(index, seen, model);
      Object now = answer.get("element");
      if (Boolean.TRUE.equals(answer.get("done"))) {
        return now != null ? form().require(now) : model == null ? null : form().readBack(model);
      }
      seen = Objects.requireNonNull(now, "element");
    }
  }

  /** Puts an element in the place of one that was seen, or none, if that one is still there. */
  private Map<?, ?> exchange(long index, Object seen, @Nullable Object model) {
    Object answer;
    try {
      answer = write("exchange", Arrays.asList(index, seen, model));
    } catch (RemoteException e) {
      if (!e.code().equals(ErrorCode.TOO_LARGE.wireName())) {
        throw e;
      }
      return exchangeApart(index, seen, model);
    }
    if (answer instanceof Map<?, ?> map) {
      return map;
    }
    throw new RemoteException("Internal", "the server answered exchange with no map");
  }

  /**
   * The same for two that do not go into one frame, as elements that were written where the store
   * is open may not: the one that was seen is read again, and looked for here.
   */
  private Map<?, ?> exchangeApart(long index, Object seen, @Nullable Object model) {
    List<?> updates = model == null ? List.of() : List.of(List.of(index, model));
    List<?> removals = model == null ? List.of(index) : List.of();
    while (true) {
      ReadPage<?> page = modelPage(index, 1, -1);
      if (page.elements().isEmpty()) {
        throw new IndexOutOfBoundsException(
            path + ": index " + index + " is none of 0 to " + (page.size() - 1));
      }
      Object there = Objects.requireNonNull(page.elements().getFirst(), "element");
      if (!Content.isEqual(seen, there)) {
        return Map.of("done", false, "element", there);
      }
      if (rewrite(page.revision(), updates, removals)) {
        return Map.of("done", true);
      }
    }
  }

  // Views and subscriptions.

  @Override
  public List<E> subList(int from, int to) {
    return subList(from, to, false);
  }

  /** A sublist, of which the indexes may count from the end. */
  RemoteRange<E> subList(int from, int to, boolean fromEnd) {
    List<?> bounds = List.of((long) from, (long) to);
    Object answer =
        fromEnd ? askView("reversed", "subList", bounds, true) : read("subList", bounds);
    if (answer instanceof TypedValue proxy
        && proxy.content() instanceof Map<?, ?> content
        && content.get("at") instanceof Long structure
        && content.get("from") instanceof Long offset) {
      return new RemoteRange<>(this, null, offset, to - from, structure);
    }
    throw new RemoteException("Internal", "the server sent no sublist but " + answer);
  }

  @Override
  public List<E> reversed() {
    return new RemoteReversed<>(this);
  }

  @Override
  public AsyncList<E> async() {
    return new RemoteAsyncList<>(new AsyncRequests<>(link, path, form(), lanes), this);
  }

  @Override
  public long publish(Object event) {
    Object model = types.toModel(Objects.requireNonNull(event, "event"));
    return RemoteView.number(link.ask(path, "publish", model, false));
  }

  @Override
  public <T> Subscription<E> subscribe(ElementOptions<E> options, Subscriber<T> subscriber) {
    Collection<E> copy = options.known();
    if (copy != null && options.filter() != null) {
      throw new IllegalArgumentException(
          path
              + ": indexes are those of the whole list, so a copy that is known needs all of it;"
              + " leave out the filter");
    }
    return RemoteSubscription.begin(
        link,
        path,
        new ListForm<>(form()),
        types,
        options,
        null,
        copy == null ? null : revision -> new ListDifference<>(copy, revision),
        subscriber);
  }
}
