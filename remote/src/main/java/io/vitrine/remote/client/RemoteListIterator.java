package io.vitrine.remote.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over a list on a server, one round trip for a page. For one thread.
 *
 * <p>It stands between two elements of the list as it was at some revision. What the server is
 * asked refers to that revision, and the server finds the place as it is by now; so an element that
 * is there during the whole iteration is met exactly once, whatever others insert and remove.
 *
 * @param <E> type of the elements
 */
final class RemoteListIterator<E> implements ListIterator<E> {
  private static final long NONE = -1;

  private final RemoteListView<E> list;

  /** Index of the element behind this; until something was read, negative from the end. */
  private long gap;

  /** What the indexes refer to, -1 before anything was read and where the list is a view. */
  private long revision = -1;

  private List<E> page = List.of();
  private long pageStart;
  private long size = Long.MAX_VALUE;
  private long last = NONE;
  private long lastRevision = -1;

  RemoteListIterator(RemoteListView<E> list, long gap) {
    this.list = list;
    this.gap = gap;
  }

  /** Reads the page behind or before this place. */
  void fetch(boolean backwards) {
    long count = list.pageElements();
    RemoteListView.ReadPage<E> read = list.page(gap, backwards ? -count : count, revision);
    page = read.elements();
    pageStart = read.index();
    size = read.size();
    gap = backwards ? pageStart + page.size() : pageStart;
    if (list.findsPlaces()) {
      revision = read.revision();
    }
  }

  /** Goes back by some elements and reads the page before. */
  void back(long elements) {
    if (elements > 0) {
      gap -= elements; // from the end, whether it is known where that is or not
      if (gap < 0 && !list.findsPlaces()) {
        list.checkFresh();
        throw new IndexOutOfBoundsException("there are no " + elements + " elements");
      }
    }
    fetch(true);
  }

  /** Inserts an element behind this place. */
  void addBehind(E element) {
    add(element);
    var _ = previous();
    last = NONE;
  }

  /** How many elements the list had when it was read last. */
  long size() {
    if (size == Long.MAX_VALUE) {
      fetch(true);
    }
    return size;
  }

  private boolean isInPage(long index) {
    return index >= pageStart && index - pageStart < page.size();
  }

  @Override
  public boolean hasNext() {
    if (isInPage(gap)) {
      return true;
    }
    if (gap >= size) {
      return false;
    }
    fetch(false);
    return !page.isEmpty();
  }

  @Override
  public boolean hasPrevious() {
    if (isInPage(gap - 1)) {
      return true;
    }
    if (gap == 0 && (list.findsPlaces() || size != Long.MAX_VALUE)) {
      return false; // of a sublist that was never looked at it is not known whether it is stale
    }
    fetch(true);
    return !page.isEmpty();
  }

  @Override
  public E next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    last = gap++;
    lastRevision = revision;
    return page.get((int) (last - pageStart));
  }

  @Override
  public E previous() {
    if (!hasPrevious()) {
      throw new NoSuchElementException();
    }
    last = --gap;
    lastRevision = revision;
    return page.get((int) (last - pageStart));
  }

  @Override
  public int nextIndex() {
    return (int) gap;
  }

  @Override
  public int previousIndex() {
    return (int) gap - 1;
  }

  private void checkLast() {
    if (last == NONE) {
      throw new IllegalStateException(
          "neither next nor previous was called since the last remove or add");
    }
  }

  @Override
  public void remove() {
    checkLast();
    boolean alone = true;
    if (list.findsPlaces()) {
      alone = isAlone(list.write("removeAt", List.of(last, lastRevision)));
    } else {
      list.write("removeAt", last);
    }
    if (alone) {
      if (isInPage(last)) {
        page.remove((int) (last - pageStart));
      } else if (last < pageStart) {
        pageStart--;
      }
      gap -= last < gap ? 1 : 0;
      size -= size == Long.MAX_VALUE ? 0 : 1; // which is not known
    }
    last = NONE;
  }

  @Override
  public void set(E element) {
    Object model = list.form().toModel(element);
    checkLast();
    E read = list.form().readBack(model);
    if (list.findsPlaces()) {
      // Nothing moves, so that all indexes still refer to what they did.
      read = asRead(list.write("set", Arrays.asList(last, model, lastRevision)), read);
    } else {
      list.write("set", List.of(last, model));
    }
    if (isInPage(last) && lastRevision == revision) {
      int at = (int) (last - pageStart);
      if (isReadAsSent()) {
        page.set(at, read);
      } else if (last < gap) {
        page.subList(0, at + 1).clear();
        pageStart = last + 1;
      } else {
        page.subList(at, page.size()).clear();
      }
    }
  }

  @Override
  public void add(E element) {
    Object model = list.form().toModel(element);
    E read = list.form().readBack(model);
    boolean alone = true;
    if (list.findsPlaces()) {
      Object answer = list.write("insert", List.of(gap, model, revision));
      read = asRead(answer, read);
      alone = isAlone(answer);
    } else {
      list.write("insert", List.of(gap, model));
    }
    if (!alone) {
      gap++; // it stood where the element was inserted
    } else {
      if (page.isEmpty()) {
        page = new ArrayList<>();
        pageStart = gap;
      }
      int at = (int) (gap - pageStart);
      gap++;
      if (isReadAsSent()) {
        page.add(at, read);
      } else {
        page.subList(0, at).clear();
        pageStart = gap;
      }
      size += size == Long.MAX_VALUE ? 0 : 1;
    }
    last = NONE;
  }

  /**
   * Whether it is known as what a written element is read. Views do not tell where the list has it
   * as another type; it is read again then, as what lies behind it on the way back.
   */
  private boolean isReadAsSent() {
    return list.findsPlaces() || list.form().type() != Object.class;
  }

  /** What was written as it is read, which is told if the list has it as another type. */
  private E asRead(@Nullable Object answer, E sent) {
    Object told = answer instanceof Map<?, ?> placed ? placed.get("element") : null;
    return told == null ? sent : list.form().require(told);
  }

  /**
   * Takes note of where something was done; answers whether what was read before is still good
   * since nobody else has changed the list.
   */
  private boolean isAlone(@Nullable Object answer) {
    if (!(answer instanceof Map<?, ?> placed)) {
      throw new RemoteException("Internal", "the server sent no place but " + answer);
    }
    boolean alone = Boolean.TRUE.equals(placed.get("alone"));
    revision = RemoteView.number(placed.get("rev"));
    if (!alone) {
      gap = RemoteView.number(placed.get("index"));
      page = List.of();
      pageStart = gap;
      size = Long.MAX_VALUE;
    }
    return alone;
  }
}
