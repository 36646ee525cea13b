package io.vitrine.collections;

import io.vitrine.store.CorruptStoreException;
import org.jspecify.annotations.Nullable;

/**
 * What a list is at one revision. Immutable.
 *
 * @param revision revision that set it, 0 for a list that nobody has changed yet
 * @param structure how often the list has become longer or shorter, from a number on which another
 *     list of this path did not begin with
 * @param nextId number of the next node
 * @param treeCount elements in the tree
 * @param root number of the root, 0 for none
 * @param level level of the root
 * @param retired nodes that this head no longer refers to, as {@link ListLayout} says; null where
 *     they are told apart
 * @param tail elements behind the tree
 */
@SuppressWarnings("ArrayRecordComponent") // heads are not compared
record ListHead(
    long revision,
    long structure,
    long nextId,
    long treeCount,
    long root,
    int level,
    long @Nullable [] retired,
    Block tail) {
  private static final long[] NONE = {};

  /** That of a list which nobody has changed yet. */
  static ListHead fresh(long structure) {
    return new ListHead(0, structure, 1, 0, 0, 0, NONE, Block.EMPTY);
  }

  long count() {
    return treeCount + tail.count();
  }

  /** Whether an element may be put behind the tail, and nothing else is to be done with it. */
  boolean takes(Block element) {
    return tail.count() < ListLayout.TAIL_COUNT
        && tail.size() + element.size() <= ListLayout.TAIL_BYTES
        && count() < Integer.MAX_VALUE
        && retired != null
        && retired.length == 0;
  }

  /** Writes the head that has one element more behind the tail, and what is told of it. */
  Block writeAppended(ByteWriter target, Block element) {
    writeTo(target, ListLayout.INSERTED, structure + 1, element);
    int end = target.size();
    ListRun.inserted(count(), element).writeTo(target);
    int begin = end - tail.size() - element.size();
    return new Block(target.toBytes(), begin, end, tail.count() + 1);
  }

  /** The head with another tail, as it is when it was set. */
  ListHead appended(long revision, Block tail) {
    return new ListHead(revision, structure + 1, nextId, treeCount, root, level, retired, tail);
  }

  /** Writes the head without what is told of the change. */
  void writeTo(ByteWriter target, int what) {
    writeTo(target, what, structure, Block.EMPTY);
  }

  private void writeTo(ByteWriter target, int what, long structure, Block more) {
    target.putByte(ListLayout.FORMAT);
    target.putByte(what);
    target.putNumber(structure);
    target.putNumber(nextId);
    target.putNumber(treeCount);
    target.putNumber(root);
    target.putNumber(level);
    if (retired == null) {
      target.putNumber(0);
    } else {
      target.putNumber(retired.length + 1);
      for (long id : retired) {
        target.putNumber(id);
      }
    }
    target.putNumber(tail.count() + more.count());
    tail.writeTo(target);
    more.writeTo(target);
  }

  static ListHead decode(byte[] bytes, long revision, Blocks<?> blocks) {
    return read(new ByteReader(bytes), revision, blocks);
  }

  /** Reads a head; what is told of the change follows. */
  static ListHead read(ByteReader reader, long revision, Blocks<?> blocks) {
    int format = reader.nextByte();
    if (format != ListLayout.FORMAT) {
      throw new CorruptStoreException(
          "the head of a list has format " + format + ", expected " + ListLayout.FORMAT);
    }
    reader.nextByte();
    long structure = reader.nextNumber();
    long nextId = reader.nextNumber();
    long treeCount = reader.nextNumber();
    long root = reader.nextNumber();
    int level = (int) reader.nextNumber();
    int retiredCount = reader.nextCount();
    long[] retired = null;
    if (retiredCount > 0) {
      retired = retiredCount == 1 ? NONE : new long[retiredCount - 1];
      for (int i = 0; i < retired.length; i++) {
        retired[i] = reader.nextNumber();
      }
    }
    Block tail = blocks.read(reader, reader.nextCount());
    return new ListHead(revision, structure, nextId, treeCount, root, level, retired, tail);
  }
}
