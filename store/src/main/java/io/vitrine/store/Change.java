package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * One change as the change log holds it. A view that is valid only during the call it is passed to,
 * for the thread that got it.
 */
public interface Change {
  /**
   * Position of the change in the one order of the store.
   *
   * @return a positive number, larger than that of every change before that is not of the same
   *     atomic group
   */
  long revision();

  /**
   * Where a tailer begins that is to hand on what follows this change.
   *
   * <p>A tailer may also begin at any place within the bytes of a change of a group of several:
   * then it hands that change on once more. Who tells several things of such a change can so count
   * backwards from its place.
   *
   * @return {@link #revision}, or a place before it where others of the same atomic group follow
   */
  long place();

  /**
   * Whether no other change of the same revision follows. An atomic group has several changes with
   * one revision, of different keys or collections.
   *
   * @return true for the last change of a group, and for every other change
   */
  boolean isLast();

  /**
   * Revision of the change before this one of the same key.
   *
   * @return a revision, 0 where the entry was not there before
   */
  long previousRevision();

  /**
   * Number of the collection that changed.
   *
   * @return {@link StoreMap#id}
   */
  int mapId();

  /**
   * What happened.
   *
   * @return the kind
   */
  ChangeKind kind();

  /**
   * When it happened.
   *
   * @return nanoseconds since 1970-01-01T00:00Z by the writer's clock
   */
  long timeNanos();

  /**
   * The bytes that the offsets below refer to.
   *
   * @return a segment to be read only
   */
  MemorySegment source();

  /**
   * Where the key's bytes begin.
   *
   * @return offset within {@link #source}
   */
  long keyOffset();

  /**
   * Size of the key.
   *
   * @return bytes
   */
  long keyLength();

  /**
   * Where the bytes of the value before the change begin.
   *
   * @return offset within {@link #source}
   */
  long oldOffset();

  /**
   * Size of the value before the change.
   *
   * @return bytes, -1 where there was none
   */
  long oldLength();

  /**
   * Where the bytes of the value after the change begin.
   *
   * @return offset within {@link #source}
   */
  long newOffset();

  /**
   * Size of the value after the change.
   *
   * @return bytes, -1 where there is none
   */
  long newLength();

  /**
   * When the value after the change becomes void.
   *
   * @return milliseconds since 1970, 0 for never
   */
  long expiryMillis();
}
