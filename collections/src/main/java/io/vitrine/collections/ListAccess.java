package io.vitrine.collections;

import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a list can do for somebody who is far from it: read many elements at once, and find again
 * what was seen at an earlier revision, wherever it lies by now. Safe for any number of threads.
 * For servers and clients; others use iterators and sublists, which are built on the same.
 *
 * <p>A place is an index and the revision of the list that it refers to, {@link #NOW} for the list
 * as it is. A gap is the index of the element behind it; a negative one counts from the end, -1
 * being behind the last element.
 *
 * @param <E> type of the elements
 */
public interface ListAccess<E> extends ObservableList<E> {
  /** The list as it is when the call is made. */
  long NOW = -1;

  /**
   * Elements side by side.
   *
   * @param revision revision that made the list what was read, 0 for a list that nobody has changed
   * @param structure how often the list had become longer or shorter
   * @param size how many elements the list had
   * @param index index of the first of the elements
   * @param elements the elements
   * @param <E> type of the elements
   */
  record Page<E>(long revision, long structure, int size, int index, List<E> elements) {
    /** Copies the list. */
    public Page {
      elements = List.copyOf(elements);
    }
  }

  /**
   * What has become of an element.
   *
   * @param revision revision of the list after the call
   * @param index index of the element, or where it was
   * @param done whether anything was done: not where the element was gone
   * @param alone whether nobody else has changed the list since the revision that was given
   */
  record Placed(long revision, int index, boolean done, boolean alone) {}

  /**
   * What has become of an element that was to be put in the place of another one.
   *
   * @param done whether it was
   * @param element what was made, as it is read, null if the element was removed; if nothing was
   *     done, what is there in place of what was seen
   * @param <E> type of the elements
   */
  record Exchanged<E>(boolean done, @Nullable E element) {}

  /**
   * Elements side by side that know their number without a look at the list.
   *
   * @param <E> type of the elements
   */
  interface Part<E> extends List<E>, RandomAccess {
    /**
     * How many elements there are, as far as this knows.
     *
     * @return their number
     */
    int length();

    /**
     * How often the list had become longer or shorter when this was last in keeping with it.
     *
     * @return a number, which each call that changes the size of this counts up
     */
    long structure();
  }

  /**
   * Reads elements side by side, as they are at one moment.
   *
   * @param gap where to begin
   * @param count how many elements behind the gap, or, if it is negative, how many before
   * @param bytesMax about how many bytes to read at the most; one element is always read
   * @param revision what the gap refers to, or {@link #NOW}
   * @return the elements, fewer where the list ends
   * @throws IndexOutOfBoundsException if there is no such gap
   * @throws java.util.ConcurrentModificationException if so much has changed since the revision
   *     that nobody knows where the gap is by now
   */
  Page<E> page(int gap, int count, long bytesMax, long revision);

  /**
   * Sets an element that was seen earlier.
   *
   * @param index where it was
   * @param element the new element
   * @param revision what the index refers to
   * @return where it is
   */
  Placed setAt(int index, E element, long revision);

  /**
   * Inserts an element at a place that was seen earlier.
   *
   * @param gap where it was
   * @param element the element
   * @param revision what the gap refers to
   * @return where the element is
   */
  Placed insertAt(int gap, E element, long revision);

  /**
   * Removes an element that was seen earlier.
   *
   * @param index where it was
   * @param revision what the index refers to
   * @return where it was last
   */
  Placed removeAt(int index, long revision);

  /**
   * Puts an element in the place of one that was seen there, or removes that, if it is still there:
   * what becomes of others does not matter to it.
   *
   * @param index where it is
   * @param old what was seen
   * @param element what to put there, null to remove what was seen
   * @return what has become of it
   * @throws IndexOutOfBoundsException if there is no such element
   */
  Exchanged<E> exchange(int index, E old, @Nullable E element);

  /**
   * Changes many elements as one change, if nobody has changed the list meanwhile.
   *
   * @param revision revision of the list that the changes were thought out for
   * @param updates new elements by index
   * @param removals indexes of elements that are removed
   * @return whether it was done; not where the revision is another by now
   * @throws IndexOutOfBoundsException if there is no such element
   */
  boolean rewrite(long revision, Map<Integer, ? extends E> updates, Set<Integer> removals);

  /**
   * Elements side by side, live, of a list that must not have become longer or shorter.
   *
   * @param from index of the first element
   * @param to index behind the last element
   * @param structure how often the list had become longer or shorter when the indexes were found
   *     out
   * @return the sublist; its calls throw {@link java.util.ConcurrentModificationException} if the
   *     list has changed its size since. It is for one thread
   */
  Part<E> subListAt(int from, int to, long structure);
}
