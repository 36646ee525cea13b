package io.vitrine.collections;

import io.vitrine.store.Change;
import io.vitrine.store.Nap;
import io.vitrine.store.RetentionException;
import io.vitrine.store.Tailer;
import io.vitrine.store.Turn;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Iterates over a list while others change it. For one thread.
 *
 * <p>It stands between two elements. Elements are read a page at a time; where the list has changed
 * when the next page is due, the change log tells which elements came and went before this place,
 * so that no element is skipped or met twice.
 *
 * @param <E> type of the elements
 */
final class ListCursor<E> implements ListIterator<E> {
  /** How long to wait for a writer that is about to finish its change. */
  private static final long UNFINISHED_NANOS = 50_000;

  private static final long NONE = -2;

  private final ListNodes nodes;
  private final Blocks<E> blocks;
  private final ModelType<E> type;

  /** What the indexes refer to. */
  private ListHead at;

  private long position;
  private long last = NONE;
  private List<E> page = List.of();
  private Block pageBlock = Block.EMPTY;
  private long pageStart;
  private @Nullable Tailer changes;
  private Turn turn = Turn.current();

  ListCursor(ListNodes nodes, Blocks<E> blocks, ModelType<E> type, ListHead at, long position) {
    this.nodes = nodes;
    this.blocks = blocks;
    this.type = type;
    this.at = at;
    this.position = position;
  }

  @Override
  public boolean hasNext() {
    return isInPage(position) || fetch(false);
  }

  @Override
  public boolean hasPrevious() {
    return isInPage(position - 1) || fetch(true);
  }

  @Override
  public E next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    turn.step();
    last = position++;
    return page.get((int) (last - pageStart));
  }

  @Override
  public E previous() {
    if (!hasPrevious()) {
      throw new NoSuchElementException();
    }
    turn.step();
    last = --position;
    return page.get((int) (last - pageStart));
  }

  @Override
  public int nextIndex() {
    return (int) position;
  }

  @Override
  public int previousIndex() {
    return (int) position - 1;
  }

  @Override
  public void forEachRemaining(Consumer<? super E> action) {
    Objects.requireNonNull(action, "action");
    while (hasNext()) {
      action.accept(next());
    }
  }

  /** Removes what was returned last, if it is still there; answers whether it was. */
  boolean removeLast() {
    return removeLast(new boolean[1]);
  }

  /** The same, telling whether nobody else has changed the list since this last looked at it. */
  boolean removeLast(boolean[] alone) {
    checkLast();
    boolean[] removed = {false};
    alone[0] =
        change(edit -> {
          if (last != ListRun.GONE) {
            checkThere(last, edit.count());
            edit.remove(last, last + 1);
            removed[0] = true;
            position -= last < position ? 1 : 0;
          }
        });
    last = NONE;
    return removed[0];
  }

  /**
   * Removes what was just returned, if it is still there and nobody has set it meanwhile; answers
   * whether it was. If not, this stands before all elements, to search again: an equal one may have
   * come to where this has already been.
   */
  boolean removeFound() {
    int at = (int) (last - pageStart);
    Block found = blocks.range(pageBlock, at, at + 1);
    boolean[] removed = {false};
    boolean _ =
        change(edit -> {
          if (last != ListRun.GONE) {
            checkThere(last, edit.count());
            removed[0] = blocks.same(edit.elements(last, last + 1), found);
            if (removed[0]) {
              edit.remove(last, last + 1);
            }
          }
        });
    position = removed[0] ? last : 0;
    last = NONE;
    return removed[0];
  }

  private void checkThere(long index, long count) {
    if (index >= count) {
      throw new IndexOutOfBoundsException(
          nodes.map().path() + ": index " + index + " is none of 0 to " + (count - 1));
    }
  }

  /** The element behind this place is to be set or removed, as if it had been returned. */
  void takeLast() {
    last = position;
  }

  long position() {
    return position;
  }

  /** How many elements are behind this place, in the list that the indexes refer to. */
  long left() {
    return at.count() - position;
  }

  /** What the indexes refer to. */
  long revision() {
    return at.revision();
  }

  @Override
  public void remove() {
    boolean _ = removeLast();
  }

  @Override
  public void set(E element) {
    boolean _ = setLast(element);
  }

  /** Sets what was returned last; answers whether nobody else has changed the list meanwhile. */
  boolean setLast(E element) {
    Block block = blocks.of(type.fit(element));
    checkLast();
    return change(edit -> {
      if (last == ListRun.GONE) {
        throw new ConcurrentModificationException(
            nodes.map().path() + ": the element was removed by another; it cannot be set");
      }
      checkThere(last, edit.count());
      edit.update(last, block);
    });
  }

  @Override
  public void add(E element) {
    boolean _ = insert(element);
  }

  /** Inserts here; answers whether nobody else has changed the list meanwhile. */
  boolean insert(E element) {
    Block block = blocks.of(type.fit(element));
    boolean alone =
        change(edit -> {
          if (position > edit.count()) {
            checkThere(position, edit.count() + 1);
          }
          edit.insert(position, block);
        });
    position++;
    last = NONE;
    return alone;
  }

  /** Inserts here, so that the element is behind this place. */
  void insertBehind(E element) {
    boolean _ = insert(element);
    position--;
  }

  private void checkLast() {
    if (last == NONE) {
      throw new IllegalStateException(
          "neither next nor previous was called since the last remove or add");
    }
  }

  /**
   * Makes a change at the place where this stands now; answers whether nobody else has changed the
   * list since this last looked.
   */
  private boolean change(Consumer<ListEdit> body) {
    long seen = at.revision();
    boolean[] alone = {false};
    at =
        nodes.changeAndLook(edit -> {
          alone[0] = edit.before().revision() == seen;
          moveTo(edit.before());
          body.accept(edit);
        });
    forgetPage();
    return alone[0];
  }

  private void forgetPage() {
    page = List.of();
    pageBlock = Block.EMPTY;
  }

  private boolean isInPage(long index) {
    return index >= pageStart && index - pageStart < page.size();
  }

  /** Reads a page with the element behind or before this place; false if there is none. */
  private boolean fetch(boolean backwards) {
    turn = Turn.current(); // another thread may go on
    long began = System.nanoTime();
    boolean fetched = read(backwards);
    turn.worked(System.nanoTime() - began); // there may be large elements
    return fetched;
  }

  private boolean read(boolean backwards) {
    return nodes.read(head -> {
      moveTo(head);
      forgetPage();
      long index = backwards ? position - 1 : position;
      if (index < 0 || index >= head.count()) {
        return false;
      }
      var place = nodes.place(head, index);
      page = blocks.list(place.block());
      pageBlock = place.block();
      pageStart = place.start();
      return true;
    });
  }

  /** Finds out where this stands in another state of the list. */
  void moveTo(ListHead head) {
    if (head.revision() == at.revision()) {
      return;
    }
    forgetPage();
    if (at.revision() != 0) { // there was nothing to stand between
      follow(head.revision());
    }
    at = head;
  }

  private void follow(long revision) {
    try {
      Tailer tailer = changes;
      if (tailer == null || tailer.revision() < at.revision()) { // this has changed the list itself
        tailer = nodes.tailer(at.revision());
        changes = tailer;
      }
      while (tailer.revision() < revision) {
        if (tailer.poll(change -> follow(change, revision), Integer.MAX_VALUE) == 0) {
          Nap.nanos(UNFINISHED_NANOS);
        }
      }
    } catch (RetentionException e) {
      var failure =
          new ConcurrentModificationException(
              nodes.map().path()
                  + ": so much has changed during the iteration that its place is lost; begin"
                  + " again");
      failure.initCause(e);
      throw failure;
    }
  }

  private boolean follow(Change change, long revision) {
    if (change.mapId() == nodes.map().id()
        && change.revision() > at.revision()
        && ListChange.tells(change)) {
      for (ListRun run : ListChange.runs(change, blocks)) {
        position = run.moveGap(position);
        last = run.moveElement(last);
      }
    }
    return change.revision() < revision;
  }
}
