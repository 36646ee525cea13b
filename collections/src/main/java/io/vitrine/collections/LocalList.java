package io.vitrine.collections;

import io.vitrine.store.Content;
import io.vitrine.store.Turn;
import io.vitrine.store.Visitor;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A list of a store in this process. Safe for any number of threads.
 *
 * @param <E> type of the elements
 */
final class LocalList<E> extends AbstractList<E> implements ListAccess<E> {
  /** How often functions of the user are applied without locking the list. */
  private static final int OPTIMISTIC_TRIES = 8;

  /** In place of how often the list has become longer or shorter. */
  static final long ANY = -1;

  private final ListNodes nodes;
  final Blocks<E> blocks;
  final ModelType<E> type;
  private final LogWatcher watcher;
  private final ListPlaces<E> places;
  private final OwnEvents ownEvents;
  private final Lanes lanes = new Lanes();

  LocalList(
      ListNodes nodes, Blocks<E> blocks, ModelType<E> type, LogWatcher watcher, OwnEvents own) {
    this.nodes = nodes;
    this.blocks = blocks;
    this.type = type;
    this.watcher = watcher;
    this.places = new ListPlaces<>(nodes, blocks, type);
    this.ownEvents = own;
  }

  @Override
  public String path() {
    return nodes.map().path();
  }

  ListNodes nodes() {
    return nodes;
  }

  @Override
  public int size() {
    return (int) Math.min(nodes.head().count(), Integer.MAX_VALUE);
  }

  @Override
  public boolean isEmpty() {
    return nodes.head().count() == 0;
  }

  @Override
  public E get(int index) {
    return get(index, ANY);
  }

  /** Looks up an element, of a list that must not have become longer or shorter. */
  E get(long index, long structure) {
    return nodes.read(head -> {
      checkStructure(head, structure);
      checkIndex(index, head.count());
      return get(head, index);
    });
  }

  E get(ListHead head, long index) {
    var place = nodes.place(head, index);
    return blocks.get(place.block(), (int) (index - place.start()));
  }

  @Override
  public E getFirst() {
    return nodes.read(head -> get(head, end(head.count(), false)));
  }

  @Override
  public E getLast() {
    return nodes.read(head -> get(head, end(head.count(), true)));
  }

  private static long end(long count, boolean last) {
    if (count == 0) {
      throw new NoSuchElementException("the list is empty");
    }
    return last ? count - 1 : 0;
  }

  void checkIndex(long index, long count) {
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException(
          path() + ": index " + index + " is none of 0 to " + (count - 1));
    }
  }

  void checkGap(long index, long count) {
    if (index < 0 || index > count) {
      throw new IndexOutOfBoundsException(
          path() + ": index " + index + " is none of 0 to " + count);
    }
  }

  private void checkStructure(ListHead head, long structure) {
    if (structure != ANY && structure != head.structure()) {
      throw new ConcurrentModificationException(
          path() + ": was made longer or shorter since the sublist was taken; take another one");
    }
  }

  /** How often the list has become longer or shorter. */
  long structure() {
    return nodes.head().structure();
  }

  @Override
  public boolean add(E element) {
    Block block = blocks.of(type.fit(element));
    nodes.append(
        block,
        edit -> {
          insert(edit, Long.MAX_VALUE, block);
          return true;
        });
    return true;
  }

  @Override
  public void add(int index, E element) {
    insert(index, ANY, blocks.of(type.fit(element)));
  }

  @Override
  public void addFirst(E element) {
    add(0, element);
  }

  @Override
  public void addLast(E element) {
    add(element);
  }

  @Override
  public boolean addAll(Collection<? extends E> elements) {
    Block block = encoded(elements);
    insert(Long.MAX_VALUE, ANY, block);
    return block.count() > 0;
  }

  @Override
  public boolean addAll(int index, Collection<? extends E> elements) {
    Block block = encoded(elements);
    insert(index, ANY, block);
    return block.count() > 0;
  }

  Block encoded(Collection<? extends E> elements) {
    return blocks.of(elements, type::fit);
  }

  /** Inserts elements; an index of {@link Long#MAX_VALUE} means the end. */
  void insert(long index, long structure, Block block) {
    nodes.change(edit -> {
      checkStructure(edit.before(), structure);
      insert(edit, index, block);
      return null;
    });
  }

  void insert(ListEdit edit, long index, Block block) {
    long at = index == Long.MAX_VALUE ? edit.count() : index;
    checkGap(at, edit.count());
    if (edit.count() + block.count() > Integer.MAX_VALUE) {
      throw new IllegalStateException(
          path() + ": " + edit.count() + " elements are there, no more than 2^31-1 are possible");
    }
    edit.insert(at, block);
  }

  // What a group of changes does, whose edit these are given.

  E get(ListEdit edit, int index) {
    checkIndex(index, edit.count());
    return blocks.get(edit.elements(index, index + 1), 0);
  }

  void insert(ListEdit edit, long index, Collection<? extends E> elements) {
    insert(edit, index, encoded(elements));
  }

  E set(ListEdit edit, int index, E element) {
    Block block = blocks.of(type.fit(element));
    checkIndex(index, edit.count());
    return blocks.get(edit.update(index, block), 0);
  }

  E remove(ListEdit edit, int index) {
    checkIndex(index, edit.count());
    return blocks.get(edit.remove(index, index + 1), 0);
  }

  @Override
  public E set(int index, E element) {
    return set(index, ANY, element);
  }

  E set(long index, long structure, E element) {
    Block block = blocks.of(type.fit(element));
    // What cannot be read is refused before anything is changed, so that no element is lost.
    return nodes.change(edit -> {
      checkStructure(edit.before(), structure);
      checkIndex(index, edit.count());
      return blocks.get(edit.update(index, block), 0);
    });
  }

  @Override
  public E remove(int index) {
    return remove(index, ANY);
  }

  E remove(long index, long structure) {
    return nodes.change(edit -> {
      checkStructure(edit.before(), structure);
      checkIndex(index, edit.count());
      return blocks.get(edit.remove(index, index + 1), 0);
    });
  }

  @Override
  public E removeFirst() {
    return removeEnd(false);
  }

  @Override
  public E removeLast() {
    return removeEnd(true);
  }

  private E removeEnd(boolean last) {
    return nodes.change(edit -> {
      long index = end(edit.count(), last);
      return blocks.get(edit.remove(index, index + 1), 0);
    });
  }

  @Override
  protected void removeRange(int from, int to) {
    removeRange(from, to, ANY);
  }

  void removeRange(long from, long to, long structure) {
    nodes.change(edit -> {
      checkStructure(edit.before(), structure);
      checkGap(from, edit.count());
      checkGap(to, edit.count());
      return edit.remove(from, to);
    });
  }

  @Override
  public void clear() {
    nodes.change(edit -> edit.remove(0, edit.count()));
  }

  @Override
  public boolean contains(Object element) {
    return indexOf(element) >= 0;
  }

  @Override
  public int indexOf(Object element) {
    return Search.forward(cursor(0), type.expected(element));
  }

  @Override
  public int lastIndexOf(Object element) {
    ListHead head = nodes.head();
    var end = new ListCursor<>(nodes, blocks, type, head, head.count());
    return Search.backward(end, type.expected(element));
  }

  @Override
  public boolean remove(Object element) {
    E wanted = type.expected(element);
    if (wanted != null) {
      var cursor = cursor(0);
      while (cursor.hasNext()) {
        if (Content.isEqual(wanted, cursor.next()) && cursor.removeFound()) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public boolean removeAll(Collection<?> elements) {
    return removeIf(among(elements));
  }

  @Override
  public boolean retainAll(Collection<?> elements) {
    return removeIf(among(elements).negate());
  }

  Predicate<Object> among(Collection<?> elements) {
    return new Among(elements, type::expected);
  }

  @Override
  public boolean removeIf(Predicate<? super E> filter) {
    Objects.requireNonNull(filter, "filter");
    return removeIf(0, Long.MAX_VALUE, ANY, filter) > 0;
  }

  /** Removes elements of a part; answers how many. */
  int removeIf(long from, long to, long structure, Predicate<? super E> filter) {
    int[] removed = {0};
    boolean _ =
        rewrite(head -> {
          removed[0] = 0;
          return plan(
              head,
              from,
              to,
              structure,
              (element, old) -> {
                boolean gone = filter.test(element);
                removed[0] += gone ? 1 : 0;
                return gone ? null : old;
              });
        });
    return removed[0];
  }

  @Override
  public void replaceAll(UnaryOperator<E> operator) {
    Objects.requireNonNull(operator, "operator");
    replaceAll(0, Long.MAX_VALUE, ANY, operator);
  }

  void replaceAll(long from, long to, long structure, UnaryOperator<E> operator) {
    boolean _ =
        rewrite(head ->
            plan(
                head,
                from,
                to,
                structure,
                (element, _) -> blocks.of(type.fit(operator.apply(element)))));
  }

  @Override
  public void sort(@Nullable Comparator<? super E> comparator) {
    sort(0, Long.MAX_VALUE, ANY, comparator);
  }

  void sort(long from, long to, long structure, @Nullable Comparator<? super E> comparator) {
    boolean _ =
        rewrite(head -> {
          var sorted = new ArrayList<E>();
          boolean _ =
              plan(
                      head,
                      from,
                      to,
                      structure,
                      (element, old) -> {
                        sorted.add(element);
                        return old;
                      })
                  .isChange();
          sorted.sort(ListOrder.inTurns(comparator));
          var next = sorted.iterator();
          return plan(head, from, to, structure, (_, _) -> blocks.of(type.fit(next.next())));
        });
  }

  /** Finds out what becomes of each element of a part; null removes it. */
  private ListRewrite plan(
      ListHead head,
      long from,
      long to,
      long structure,
      BiFunction<? super E, Block, @Nullable Block> change) {
    checkStructure(head, structure);
    var plan = new ListRewrite(blocks);
    long[] index = {0};
    Turn turn = Turn.current();
    each(
        head,
        page ->
            blocks.eachEncoded(
                page,
                (element, old) -> {
                  turn.step();
                  boolean within = index[0] >= from && index[0] < to;
                  index[0]++;
                  plan.add(old, within ? change.apply(element, old) : old);
                }));
    return plan;
  }

  /** Hands out all elements of a state of the list. */
  private void each(ListHead head, Consumer<Block> action) {
    for (long index = 0; index < head.count(); ) {
      var place = nodes.place(head, index);
      action.accept(place.block());
      index = place.end();
    }
  }

  /**
   * Changes many elements at once. What becomes of them is found out without locking the list, and
   * anew if it has changed meanwhile; after some tries with the list locked.
   */
  private boolean rewrite(Function<ListHead, ListRewrite> planner) {
    for (int tries = 0; tries < OPTIMISTIC_TRIES; tries++) {
      ListHead[] seen = new ListHead[1];
      ListRewrite plan =
          nodes.read(head -> {
            seen[0] = head;
            return planner.apply(head);
          });
      if (!plan.isChange()) {
        return false;
      }
      boolean made =
          nodes.change(edit -> {
            boolean same = edit.before().revision() == seen[0].revision();
            if (same) {
              plan.applyTo(edit);
            }
            return same;
          });
      if (made) {
        return true;
      }
    }
    return nodes.changeHeld(edit -> {
      ListRewrite plan = planner.apply(edit.before());
      boolean changes = plan.isChange();
      if (changes) {
        plan.applyTo(edit);
      }
      return changes;
    });
  }

  @Override
  public void asyncUpdate(Integer index, Visitor<E> visitor) {
    E _ = update(index, Objects.requireNonNull(visitor, "visitor"));
  }

  @Override
  public <R extends @Nullable Object> R syncUpdate(
      Integer index,
      Visitor<E> updater,
      Function<? super @Nullable E, ? extends R> returnFunction) {
    Objects.requireNonNull(returnFunction, "returnFunction");
    return returnFunction.apply(update(index, Objects.requireNonNull(updater, "updater")));
  }

  /** Applies a visitor to an element: anew where another one is there meanwhile. */
  private @Nullable E update(int index, Visitor<E> visitor) {
    while (true) {
      Block seen = encoded(index, ANY);
      E before = blocks.get(seen, 0);
      E after = fitted(visitor, before);
      Block block = after == null ? Block.EMPTY : blocks.of(after);
      if (replace(index, ANY, seen, block)) {
        return asRead(before, after);
      }
    }
  }

  /** Looks up an element as it is stored. */
  Block encoded(long index, long structure) {
    return nodes.read(head -> {
      checkStructure(head, structure);
      checkIndex(index, head.count());
      var place = nodes.place(head, index);
      int at = (int) (index - place.start());
      return blocks.range(place.block(), at, at + 1);
    });
  }

  /** Sets an element, or removes it if there is none, unless it is not as it was seen. */
  boolean replace(long index, long structure, Block seen, Block block) {
    return nodes.change(edit -> {
      checkStructure(edit.before(), structure);
      long end = index + 1;
      boolean same = end <= edit.count() && blocks.same(edit.elements(index, end), seen);
      if (same && block.count() == 0) {
        edit.remove(index, end);
      } else if (same && !blocks.same(seen, block)) {
        edit.update(index, block);
      }
      return same;
    });
  }

  private @Nullable E fitted(Visitor<E> visitor, E before) {
    E after = visitor.visit(before);
    return after == null ? null : type.fit(after);
  }

  @SuppressWarnings("ReferenceEquality") // The same object has been read.
  private @Nullable E asRead(E before, @Nullable E after) {
    return after == null || after == before ? after : type.asRead(after);
  }

  @Override
  public Page<E> page(int gap, int count, long bytesMax, long revision) {
    return places.page(gap, count, bytesMax, revision);
  }

  @Override
  public Placed setAt(int index, E element, long revision) {
    return places.set(index, element, revision);
  }

  @Override
  public Placed insertAt(int gap, E element, long revision) {
    return places.insert(gap, element, revision);
  }

  @Override
  public Placed removeAt(int index, long revision) {
    return places.remove(index, revision);
  }

  @Override
  public Exchanged<E> exchange(int index, E old, @Nullable E element) {
    return places.exchange(this, index, old, element);
  }

  @Override
  public boolean rewrite(long revision, Map<Integer, ? extends E> updates, Set<Integer> removals) {
    Map<Integer, Block> blocksOf = new HashMap<>();
    updates.forEach((index, element) -> blocksOf.put(index, blocks.of(type.fit(element))));
    ListRewrite plan =
        nodes.<@Nullable ListRewrite>read(head -> {
          if (head.revision() != revision) {
            return null;
          }
          blocksOf.keySet().forEach(index -> checkIndex(index, head.count()));
          removals.forEach(index -> checkIndex(index, head.count()));
          int[] index = {0};
          return plan(
              head,
              0,
              Long.MAX_VALUE,
              ANY,
              (_, old) -> {
                int at = index[0]++;
                return removals.contains(at) ? null : blocksOf.getOrDefault(at, old);
              });
        });
    return plan != null
        && nodes.change(edit -> {
          boolean same = edit.before().revision() == revision;
          if (same && plan.isChange()) {
            plan.applyTo(edit);
          }
          return same;
        });
  }

  @Override
  public Part<E> subListAt(int from, int to, long structure) {
    if (from < 0 || to < from) {
      throw new IndexOutOfBoundsException("a sublist from " + from + " to " + to);
    }
    ListHead head = nodes.head();
    if (head.structure() == structure) { // else who uses it is told
      checkGap(to, head.count());
    }
    return new ListRange<>(this, null, from, to - from, structure);
  }

  ListCursor<E> cursor(long position) {
    ListHead head = nodes.head();
    checkGap(position, head.count());
    return new ListCursor<>(nodes, blocks, type, head, position);
  }

  @Override
  public Iterator<E> iterator() {
    return cursor(0);
  }

  @Override
  public ListIterator<E> listIterator(int index) {
    return cursor(index);
  }

  @Override
  public Spliterator<E> spliterator() {
    return Spliterators.spliteratorUnknownSize(
        iterator(), Spliterator.ORDERED | Spliterator.CONCURRENT | Spliterator.NONNULL);
  }

  @Override
  public List<E> reversed() {
    return new LocalReversed<>(this, nodes, blocks);
  }

  @Override
  public List<E> subList(int from, int to) {
    ListHead head = nodes.head();
    checkGap(from, head.count());
    checkGap(to, head.count());
    if (from > to) {
      throw new IllegalArgumentException("a sublist from " + from + " to " + to);
    }
    return new ListRange<>(this, null, from, to - from, head.structure());
  }

  @Override
  public <T> Subscription<E> subscribe(ElementOptions<E> options, Subscriber<T> subscriber) {
    SubscriptionOptions<Long, E> entries = options.ofEntries(MapEntry::value);
    var items = new Items<>(entries.events(), entries.select(), LocalList::event);
    Collection<E> copy = options.known();
    if (copy != null && options.filter() != null) {
      throw new IllegalArgumentException(
          path()
              + ": indexes are those of the whole list, so a copy that is known needs all of it;"
              + " leave out the filter");
    }
    return new LogSubscription<Long, E, E>(
            watcher,
            new ListFeed<>(nodes, blocks, ownEvents.feed(nodes.map(), options.events())),
            items,
            entries,
            subscriber,
            filter -> entry -> filter.test(entry.value()))
        .knowing(copy == null ? null : revision -> new ListDifference<>(copy, revision))
        .start();
  }

  @Override
  public AsyncList<E> async() {
    return lanes.of(this);
  }

  @Override
  public long publish(Object event) {
    return ownEvents.publish(nodes.map(), event);
  }

  private static <E> ListEvent<E> event(MapEvent<Long, E> event) {
    int index = Math.toIntExact(event.key());
    return switch (event) {
      case MapEvent.Existing<Long, E> e -> new ListEvent.Existing<>(index, e.value(), e.revision());
      case MapEvent.Inserted<Long, E> i ->
          new ListEvent.Inserted<>(index, i.value(), i.revision(), i.timeNanos(), i.commit());
      case MapEvent.Updated<Long, E> u ->
          new ListEvent.Updated<>(
              index, u.oldValue(), u.value(), u.revision(), u.timeNanos(), u.commit());
      case MapEvent.Removed<Long, E> r ->
          new ListEvent.Removed<>(index, r.oldValue(), r.revision(), r.timeNanos(), r.commit());
    };
  }
}
