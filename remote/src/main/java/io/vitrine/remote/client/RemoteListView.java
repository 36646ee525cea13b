package io.vitrine.remote.client;

import io.vitrine.collections.Filter;
import io.vitrine.remote.wire.ModelRoom;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A list on a server or a view of it: what one request can do, one request does. An iterator costs
 * one for a page; what takes a lambda reads the elements, and sends the changes with the revision
 * that it has read, again until nobody else has changed the list meanwhile.
 *
 * @param <E> type of the elements
 */
abstract class RemoteListView<E> extends AbstractList<E> implements RandomAccess {
  /** Longer lists are compared page by page. */
  private static final int COMPARED_BYTES = 1 << 20;

  private final Form<E> form;

  RemoteListView(Form<E> form) {
    this.form = form;
  }

  /** Asks for this list or view; the answer is that of the method of Java. */
  abstract @Nullable Object ask(String event, @Nullable Object argument, boolean repeatable);

  /** Whether places of an earlier revision can be told: by the list itself, not by views. */
  abstract boolean findsPlaces();

  /** Refuses a call that needs no answer where one that asks would be refused: of a stale view. */
  abstract void checkFresh();

  /** How many elements an iterator fetches at a time. */
  abstract int pageElements();

  final Form<E> form() {
    return form;
  }

  final @Nullable Object read(String event, @Nullable Object argument) {
    return ask(event, argument, true);
  }

  final @Nullable Object write(String event, @Nullable Object argument) {
    return ask(event, argument, false);
  }

  private boolean is(@Nullable Object answer) {
    return Boolean.TRUE.equals(answer);
  }

  private E element(@Nullable Object model) {
    return form.require(model);
  }

  /** The model of an element that is looked for; null where it cannot be there. */
  private @Nullable Object found(Object element) {
    Object model = form.find(element);
    if (model == null) {
      checkFresh();
    }
    return model;
  }

  /** Models of elements that are looked for; those that cannot be there are left out. */
  private List<Object> found(Collection<?> elements) {
    var models = new ArrayList<Object>();
    for (Object element : elements) {
      Object model = element == null ? null : form.find(element);
      if (model != null) {
        models.add(model);
      }
    }
    return models;
  }

  /** Models of elements that are looked for; null where one cannot be there. */
  private @Nullable List<Object> foundAll(Collection<?> elements) {
    List<Object> models = found(elements);
    return models.size() < elements.size() ? null : models;
  }

  private List<Object> models(Collection<? extends E> elements) {
    var models = new ArrayList<Object>(elements.size());
    for (E element : elements) {
      models.add(form.toModel(element));
    }
    return models;
  }

  // Looking.

  @Override
  public int size() {
    return (int) RemoteView.number(read("size", List.of()));
  }

  @Override
  public boolean isEmpty() {
    return is(read("isEmpty", List.of()));
  }

  @Override
  public E get(int index) {
    return element(read("get", (long) index));
  }

  @Override
  public E getFirst() {
    return element(read("getFirst", List.of()));
  }

  @Override
  public E getLast() {
    return element(read("getLast", List.of()));
  }

  @Override
  public boolean contains(Object element) {
    Object model = found(element);
    return model != null && is(read("contains", model));
  }

  @Override
  public boolean containsAll(Collection<?> elements) {
    List<Object> models = foundAll(elements);
    if (models == null || models.isEmpty()) {
      checkFresh();
      return models != null;
    }
    return is(read("containsAll", models));
  }

  @Override
  public int indexOf(Object element) {
    Object model = found(element);
    return model == null ? -1 : (int) RemoteView.number(read("indexOf", model));
  }

  @Override
  public int lastIndexOf(Object element) {
    Object model = found(element);
    return model == null ? -1 : (int) RemoteView.number(read("lastIndexOf", model));
  }

  @Override
  public boolean equals(@Nullable Object o) {
    if (o == this) {
      checkFresh();
      return true;
    }
    if (!(o instanceof List<?> other)) {
      return false;
    }
    // One walk: the other one may be far away, too.
    var copy = new ArrayList<Object>(Arrays.asList(other.toArray()));
    var models = new ArrayList<Object>(copy.size());
    for (Object element : copy) {
      Object model = form.findEqual(element);
      if (model == null) {
        checkFresh();
        return false;
      }
      models.add(model);
    }
    return ModelRoom.of(models) > COMPARED_BYTES
        ? copy.equals(Arrays.asList(toArray()))
        : is(read("equals", models));
  }

  @Override
  public int hashCode() {
    return RemoteView.isPlain(form.type())
        ? (int) RemoteView.number(read("hashCode", List.of()))
        : super.hashCode();
  }

  @Override
  public @Nullable Object[] toArray() {
    return copy().toArray();
  }

  @Override
  public <T extends @Nullable Object> T[] toArray(T[] array) {
    return copy().toArray(array);
  }

  @Override
  public <T extends @Nullable Object> T[] toArray(IntFunction<T[]> generator) {
    return copy().toArray(generator);
  }

  private List<E> copy() {
    var copy = new ArrayList<E>();
    iterator().forEachRemaining(copy::add);
    return copy;
  }

  // Writing.

  @Override
  public boolean add(E element) {
    return is(write("add", form.toModel(element)));
  }

  @Override
  public void add(int index, E element) {
    write("insert", List.of((long) index, form.toModel(element)));
  }

  @Override
  public void addFirst(E element) {
    write("addFirst", form.toModel(element));
  }

  @Override
  public void addLast(E element) {
    write("addLast", form.toModel(element));
  }

  /** Writes elements; none change nothing. */
  private boolean isOf(List<Object> models, String event) {
    if (models.isEmpty()) {
      checkFresh();
      return false;
    }
    return is(write(event, models));
  }

  @Override
  public boolean addAll(Collection<? extends E> elements) {
    return isOf(models(elements), "addAll");
  }

  @Override
  public boolean addAll(int index, Collection<? extends E> elements) {
    return is(write("insertAll", List.of((long) index, models(elements))));
  }

  @Override
  public E set(int index, E element) {
    return element(write("set", List.of((long) index, form.toModel(element))));
  }

  @Override
  public E remove(int index) {
    return element(write("removeAt", (long) index));
  }

  @Override
  public E removeFirst() {
    return element(write("removeFirst", List.of()));
  }

  @Override
  public E removeLast() {
    return element(write("removeLast", List.of()));
  }

  @Override
  public boolean remove(Object element) {
    Object model = found(element);
    return model != null && is(write("remove", model));
  }

  @Override
  public boolean removeAll(Collection<?> elements) {
    return isOf(found(elements), "removeAll");
  }

  @Override
  public boolean retainAll(Collection<?> elements) {
    return is(write("retainAll", found(elements)));
  }

  @Override
  public void clear() {
    write("clear", List.of());
  }

  // What takes functions.

  @Override
  public boolean removeIf(Predicate<? super E> filter) {
    Objects.requireNonNull(filter, "filter");
    Object model = filter instanceof Filter<?> ? Travel.model(form.types(), filter) : null;
    return model == null ? removeHere(filter) : is(write("removeIf", model));
  }

  @Override
  public void replaceAll(UnaryOperator<E> operator) {
    Objects.requireNonNull(operator, "operator");
    Object model = Travel.model(form.types(), operator);
    if (model == null) {
      replaceHere(operator);
    } else {
      write("replaceAll", model);
    }
  }

  @Override
  public void sort(@Nullable Comparator<? super E> comparator) {
    // The server may know values of the application's own classes by name only.
    boolean scalars = form.type().getName().startsWith("java.");
    boolean natural = comparator == null || comparator.equals(Comparator.naturalOrder());
    boolean reverse = comparator != null && comparator.equals(Comparator.reverseOrder());
    if (scalars && (natural || reverse)) {
      sortThere(comparator, reverse ? "reverse" : List.of());
      return;
    }
    Object model = comparator == null ? null : Travel.model(form.types(), comparator);
    if (model == null) {
      sortHere(comparator);
    } else {
      write("sort", model);
    }
  }

  /** Sorts at the server, or here if it does not know the classes of what may be of any type. */
  private void sortThere(@Nullable Comparator<? super E> comparator, Object order) {
    try {
      write("sort", order);
    } catch (ClassCastException e) {
      if (form.type() != Object.class) {
        throw e;
      }
      sortHere(comparator); // says the same of what has no order here either
    }
  }

  /** Removes what a filter that cannot travel finds. */
  abstract boolean removeHere(Predicate<? super E> filter);

  /** Replaces every element by an operator that cannot travel. */
  abstract void replaceHere(UnaryOperator<E> operator);

  /** Sorts by an order that cannot travel. */
  abstract void sortHere(@Nullable Comparator<? super E> comparator);

  // Walking.

  @Override
  public Iterator<E> iterator() {
    return new RemoteListIterator<>(this, 0);
  }

  @Override
  public ListIterator<E> listIterator() {
    return listIterator(0);
  }

  @Override
  public ListIterator<E> listIterator(int index) {
    if (index < 0) {
      throw new IndexOutOfBoundsException("index is " + index + ", expected 0 or more");
    }
    var iterator = new RemoteListIterator<>(this, index);
    iterator.fetch(false);
    return iterator;
  }

  /** An iterator that stands at the end and is going to go back. */
  abstract RemoteListIterator<E> endIterator();

  @Override
  public Spliterator<E> spliterator() {
    return Spliterators.spliteratorUnknownSize(
        iterator(), Spliterator.ORDERED | Spliterator.CONCURRENT | Spliterator.NONNULL);
  }

  /**
   * Reads elements side by side.
   *
   * @param gap where to begin
   * @param count how many behind it, or, if negative, before
   * @param revision what the gap refers to, or -1 for the list as it is
   */
  final ReadPage<E> page(long gap, long count, long revision) {
    ReadPage<?> page = modelPage(gap, count, revision);
    var elements = new ArrayList<E>(page.elements().size());
    page.elements().forEach(model -> elements.add(element(model)));
    return new ReadPage<>(page.index(), elements, page.size(), page.revision());
  }

  /** The same, with the elements in the data model. */
  final ReadPage<?> modelPage(long gap, long count, long revision) {
    Object answer =
        read("elements", revision < 0 ? List.of(gap, count) : List.of(gap, count, revision));
    if (!(answer instanceof Map<?, ?> page) || !(page.get("elements") instanceof List<?> models)) {
      throw new RemoteException("Internal", "the server sent no elements but " + answer);
    }
    return new ReadPage<>(
        RemoteView.number(page.get("index")),
        models,
        RemoteView.number(page.get("size")),
        RemoteView.number(page.get("rev")));
  }

  /**
   * Elements side by side.
   *
   * @param index index of the first one
   * @param elements the elements; may be changed
   * @param size how many elements the list has
   * @param revision of the list
   */
  record ReadPage<E>(long index, List<E> elements, long size, long revision) {}
}
