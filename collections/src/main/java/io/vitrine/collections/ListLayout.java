package io.vitrine.collections;

/**
 * How a list is kept in the map of its path, from longs to bytes. Stateless.
 *
 * <p>The elements are the leaves of a tree and, behind it, the tail. A node never changes: a change
 * writes the nodes that are to be other ones under new numbers and then the head, which refers to
 * the root. What the head no longer refers to is removed by the next change.
 *
 * <pre>
 * key  value
 *  0   head
 *  -1  events of the change that set the head at the same revision, where they are not in it
 *  -2  numbers of the nodes that the head has retired, where there are many
 *  -3  size of every element, a number, 0 where they differ; type name of the elements, UTF-8
 *  -4  empty: an import is under way, or has died; where there is no type yet, nothing else counts
 *  1…  nodes
 * </pre>
 *
 * <p>Numbers have seven bits a byte, the lowest first; the highest bit says that more follow. An
 * element is its size, as a number, and its bytes; where all elements have the same size, only its
 * bytes.
 *
 * <pre>
 * head      byte    format, now 1
 *           byte    what the change was: 0 nothing to tell, 1 inserted, 2 removed, 3 updated,
 *                   4 see key -1
 *           number  structure: how often the list has become longer or shorter
 *           number  next node
 *           number  elements in the tree
 *           number  root, 0 for none
 *           number  level of the root
 *           number  nodes retired, 1 more than that many numbers that follow; 0: see key -2
 *           number  elements in the tail, and they
 *                   where there is something to tell: a run, as below
 * retired   number  how many, and their numbers
 * events    number  how many events, then runs that make that many
 * run       byte    1 inserted, 2 removed, 3 updated
 *           number  index of the first element
 *           number  how many elements
 *                   the elements before (2, 3), the elements after (1, 3)
 * leaf      byte    0
 *           number  elements, and they
 * inner     byte    level
 *           number  children, and of each its number and how many elements are below it
 * </pre>
 *
 * <p>A retired node is told with all that is below it: 2 times its number, or with only itself: 2
 * times its number and 1.
 */
final class ListLayout {
  static final long HEAD = 0;
  static final long EVENTS = -1;
  static final long RETIRED = -2;
  static final long TYPE = -3;
  static final long IMPORT = -4;

  static final int FORMAT = 1;

  static final int TELL_NOTHING = 0;
  static final int INSERTED = 1;
  static final int REMOVED = 2;
  static final int UPDATED = 3;
  static final int TELL_APART = 4;

  /** Offset in the head. */
  static final int WHAT = 1;

  /** Elements of a leaf at the most. */
  static final int LEAF_COUNT = 128;

  /** Bytes of the elements of a leaf at the most, unless it is one element. */
  static final int LEAF_BYTES = 1024;

  /** Children of an inner node at the most. */
  static final int FANOUT = 64;

  static final int TAIL_COUNT = 32;
  static final int TAIL_BYTES = 256;

  /** How many retired nodes a head names. */
  static final int RETIRED_MAX = 32;

  /** How many bytes of a change's elements a head tells. */
  static final int TOLD_BYTES = 512;

  private ListLayout() {}
}
