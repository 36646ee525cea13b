package io.vitrine.collections;

import io.vitrine.store.CorruptStoreException;
import org.jspecify.annotations.Nullable;

/** A node of the tree of a list, as {@link ListLayout} says. Immutable. */
sealed interface ListNode {
  /** How many elements are below it. */
  long count();

  /** Some elements. */
  record Leaf(Block block) implements ListNode {
    @Override
    public long count() {
      return block.count();
    }
  }

  /** Children in order. */
  final class Inner implements ListNode {
    final int level;
    final Child[] children;

    /** Index of the first element behind each child. */
    final long[] ends;

    /** Takes the array as its own. */
    Inner(int level, Child[] children) {
      this.level = level;
      this.children = children;
      this.ends = new long[children.length];
      long sum = 0;
      for (int i = 0; i < ends.length; i++) {
        sum += children[i].count;
        ends[i] = sum;
      }
    }

    @Override
    public long count() {
      return ends[ends.length - 1];
    }

    long start(int child) {
      return child == 0 ? 0 : ends[child - 1];
    }

    /** The child that has an element. */
    int childAt(long index) {
      int low = 0;
      int high = ends.length - 1;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (ends[middle] > index) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return low;
    }
  }

  /** A reference to a node. Written to by the thread that makes it, then immutable. */
  final class Child {
    final long count;

    /** Number of the node, 0 as long as it is not stored. */
    long id;

    /** The node while it is not stored. */
    @Nullable ListNode node;

    Child(long id, long count) {
      this.id = id;
      this.count = count;
    }

    Child(ListNode node) {
      this.count = node.count();
      this.node = node;
    }
  }

  /** Writes a node, whose children are stored. */
  static byte[] encode(ListNode node) {
    switch (node) {
      case Leaf leaf -> {
        var target = new ByteWriter(leaf.block().size() + 3);
        target.putByte(0);
        target.putNumber(leaf.block().count());
        leaf.block().writeTo(target);
        return target.toBytes();
      }
      case Inner inner -> {
        var target = new ByteWriter(8 * inner.children.length + 16);
        target.putByte(inner.level);
        target.putNumber(inner.children.length);
        for (Child child : inner.children) {
          target.putNumber(child.id);
          target.putNumber(child.count);
        }
        return target.toBytes();
      }
    }
  }

  /** Reads a node. */
  static ListNode decode(byte[] bytes, Blocks<?> blocks) {
    var reader = new ByteReader(bytes);
    int level = reader.nextByte();
    int count = reader.nextCount();
    ListNode node;
    if (level == 0) {
      node = new Leaf(blocks.read(reader, count));
    } else {
      var children = new Child[count];
      for (int i = 0; i < count; i++) {
        children[i] = new Child(reader.nextNumber(), reader.nextNumber());
      }
      if (count == 0) {
        throw new CorruptStoreException("an inner node of a list has no children");
      }
      node = new Inner(level, children);
    }
    Blocks.expectEnd(reader);
    return node;
  }
}
