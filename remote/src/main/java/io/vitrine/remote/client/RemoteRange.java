package io.vitrine.remote.client;

import io.vitrine.store.TypedValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Elements of a list on a server side by side, live. For one thread. Once the list has become
 * longer or shorter by another way than this, every call is a {@link
 * java.util.ConcurrentModificationException}, but for those that only make a view or an iterator:
 * what they made says so with its first call.
 *
 * @param <E> type of the elements
 */
final class RemoteRange<E> extends RemoteListView<E> {
  private final RemoteList<E> list;
  private final @Nullable RemoteRange<E> parent;
  private final long offset;
  private long length;
  private long structure;

  /**
   * Creates a sublist.
   *
   * @param list the list
   * @param parent the sublist that it is one of, null for none
   * @param offset index of its first element in the list
   * @param length how many elements it has
   * @param structure how often the list had become longer or shorter
   */
  RemoteRange(
      RemoteList<E> list,
      @Nullable RemoteRange<E> parent,
      long offset,
      long length,
      long structure) {
    super(list.form());
    this.list = list;
    this.parent = parent;
    this.offset = offset;
    this.length = length;
    this.structure = structure;
  }

  @Override
  @Nullable Object ask(String event, @Nullable Object argument, boolean repeatable) {
    return ask("", event, argument, repeatable);
  }

  /** Asks, of these elements as they are or in another order. */
  @Nullable Object ask(String order, String event, @Nullable Object argument, boolean repeatable) {
    String view =
        "subList&from=" + offset + "&to=" + (offset + length) + "&at=" + structure + order;
    Object answer = list.askView(view, event, argument, repeatable);
    if (answer instanceof TypedValue proxy
        && proxy.name().equals("list-proxy")
        && proxy.content() instanceof Map<?, ?> content
        && content.containsKey("answer")) {
      long size = RemoteView.number(content.get("size"));
      resized(size - length, RemoteView.number(content.get("at")) - structure);
      return content.get("answer");
    }
    return answer;
  }

  private void resized(long by, long changes) {
    for (RemoteRange<E> range = this; range != null; range = range.parent) {
      range.length += by;
      range.structure += changes;
    }
  }

  @Override
  boolean findsPlaces() {
    return false;
  }

  @Override
  void checkFresh() {
    int _ = size();
  }

  @Override
  int pageElements() {
    return list.pageElements();
  }

  @Override
  RemoteListIterator<E> endIterator() {
    return new RemoteListIterator<>(this, length);
  }

  /** How many elements there are, as far as this knows. */
  int length() {
    return (int) length;
  }

  private void checkGap(int index) {
    if (index < 0 || index > length) {
      throw new IndexOutOfBoundsException(
          list.path() + ": index " + index + " is none of a sublist of " + length);
    }
  }

  @Override
  public List<E> subList(int from, int to) {
    checkGap(from);
    checkGap(to);
    if (from > to) {
      throw new IllegalArgumentException("a sublist from " + from + " to " + to);
    }
    return new RemoteRange<>(list, this, offset + from, to - from, structure);
  }

  @Override
  public List<E> reversed() {
    return new RemoteReversed<>(this);
  }

  /** All elements at one revision. */
  private ReadPage<E> readAll() {
    while (true) {
      ReadPage<E> first = page(0, Integer.MAX_VALUE, -1);
      List<E> all = new ArrayList<>(first.elements());
      boolean same = true;
      while (same && all.size() < length) {
        ReadPage<E> next = page(all.size(), Integer.MAX_VALUE, -1);
        same = next.revision() == first.revision();
        all.addAll(next.elements());
      }
      if (same) {
        return new ReadPage<>(0, all, length, first.revision());
      }
    }
  }

  @Override
  boolean removeHere(Predicate<? super E> filter) {
    while (true) {
      ReadPage<E> all = readAll();
      List<Long> removals = RemoteList.removals(all.elements(), filter, offset);
      if (list.rewrite(all.revision(), List.of(), removals)) {
        if (!removals.isEmpty()) {
          resized(-removals.size(), 1);
        }
        return !removals.isEmpty();
      }
    }
  }

  @Override
  void replaceHere(UnaryOperator<E> operator) {
    ReadPage<E> all;
    List<?> updates;
    do {
      all = readAll();
      List<E> after = RemoteList.replaced(all.elements(), operator);
      updates = list.updates(all.elements(), after, offset);
    } while (!list.rewrite(all.revision(), updates, List.of()));
  }

  @Override
  void sortHere(@Nullable Comparator<? super E> comparator) {
    ReadPage<E> all;
    List<?> updates;
    do {
      all = readAll();
      List<E> after = RemoteList.sorted(all.elements(), comparator);
      updates = list.updates(all.elements(), after, offset);
    } while (!list.rewrite(all.revision(), updates, List.of()));
  }
}
