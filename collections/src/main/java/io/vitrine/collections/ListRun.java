package io.vitrine.collections;

import io.vitrine.store.CorruptStoreException;

/**
 * Elements that were inserted, removed or updated side by side. Immutable.
 *
 * @param kind one of {@link ListLayout#INSERTED}, {@link ListLayout#REMOVED} and {@link
 *     ListLayout#UPDATED}
 * @param index index of the first element; that of all that are removed
 * @param before the elements before, none where they are inserted
 * @param after the elements after, none where they are removed
 */
record ListRun(int kind, long index, Block before, Block after) {
  static ListRun inserted(long index, Block after) {
    return new ListRun(ListLayout.INSERTED, index, Block.EMPTY, after);
  }

  static ListRun removed(long index, Block before) {
    return new ListRun(ListLayout.REMOVED, index, before, Block.EMPTY);
  }

  static ListRun updated(long index, Block before, Block after) {
    return new ListRun(ListLayout.UPDATED, index, before, after);
  }

  int count() {
    return Math.max(before.count(), after.count());
  }

  int size() {
    return before.size() + after.size();
  }

  void writeTo(ByteWriter target) {
    target.putByte(kind);
    target.putNumber(index);
    target.putNumber(count());
    before.writeTo(target);
    after.writeTo(target);
  }

  static ListRun read(ByteReader reader, Blocks<?> blocks) {
    int kind = reader.nextByte();
    if (kind < ListLayout.INSERTED || kind > ListLayout.UPDATED) {
      throw new CorruptStoreException("a change of a list is of kind " + kind + ", expected 1-3");
    }
    long index = reader.nextNumber();
    int count = reader.nextCount();
    Block before = kind == ListLayout.INSERTED ? Block.EMPTY : blocks.read(reader, count);
    Block after = kind == ListLayout.REMOVED ? Block.EMPTY : blocks.read(reader, count);
    return new ListRun(kind, index, before, after);
  }

  /** Where an index comes to lie: that of an element, or of a gap between two. */
  static final long GONE = -1;

  /**
   * Follows a gap between elements; what is inserted in it comes behind it.
   *
   * @param gap index of the element behind it
   */
  long moveGap(long gap) {
    return switch (kind) {
      case ListLayout.INSERTED -> index < gap ? gap + count() : gap;
      case ListLayout.REMOVED -> index < gap ? Math.max(index, gap - count()) : gap;
      default -> gap;
    };
  }

  /** Follows an element; {@link #GONE} once it was removed. */
  long moveElement(long element) {
    if (element == GONE) {
      return GONE;
    }
    return switch (kind) {
      case ListLayout.INSERTED -> index <= element ? element + count() : element;
      case ListLayout.REMOVED ->
          index > element ? element : index + count() > element ? GONE : element - count();
      default -> element;
    };
  }
}
