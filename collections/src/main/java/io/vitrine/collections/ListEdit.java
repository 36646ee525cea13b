package io.vitrine.collections;

import io.vitrine.collections.ListNode.Child;
import io.vitrine.collections.ListNode.Inner;
import io.vitrine.collections.ListNode.Leaf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A change of a list that is being made up: nothing is written until it is whole. For the thread
 * that has the list to itself.
 */
final class ListEdit {
  /* The tree is one of those in which every node knows how many elements are below each child. To
   * replace elements, the nodes on the way to them are made anew, from the leaves up: each level
   * answers the nodes that take the place of one, which may be none or many. What becomes too
   * large is cut; what a removal leaves too small is joined with a neighbour, so that the tree
   * stays as low as it may be. */

  private static final int SMALL = 4;

  private final ListNodes nodes;
  private final Blocks<?> blocks;
  private final ListHead before;
  private final List<ListRun> runs = new ArrayList<>();
  private final List<Child> stored = new ArrayList<>();
  private long[] retired = new long[8];
  private int retiredCount;
  private @Nullable Child root;
  private int level;
  private Block tail;
  private boolean atEnd;
  private long nextId;

  ListEdit(ListNodes nodes, ListHead before) {
    this.nodes = nodes;
    this.blocks = nodes.blocks();
    this.before = before;
    this.root = before.root() == 0 ? null : new Child(before.root(), before.treeCount());
    this.level = before.level();
    this.tail = before.tail();
    this.nextId = before.nextId();
  }

  ListNodes nodes() {
    return nodes;
  }

  ListHead before() {
    return before;
  }

  /** Number of the next node, after {@link #store}. */
  long nextId() {
    return nextId;
  }

  boolean isChanged() {
    return !runs.isEmpty();
  }

  long count() {
    return treeCount() + tail.count();
  }

  private long treeCount() {
    return root == null ? 0 : root.count;
  }

  /** Inserts elements and tells so. */
  void insert(long index, Block items) {
    if (items.count() > 0) {
      replace(index, index, items);
      runs.add(ListRun.inserted(index, items));
    }
  }

  /** Removes elements, tells so and answers them. */
  Block remove(long from, long to) {
    if (from == to) {
      return Block.EMPTY;
    }
    Block removed = elements(from, to);
    replace(from, to, Block.EMPTY);
    runs.add(ListRun.removed(from, removed));
    return removed;
  }

  /** Sets elements side by side, tells so and answers those before. */
  Block update(long index, Block items) {
    long to = index + items.count();
    Block replaced = elements(index, to);
    replace(index, to, items);
    runs.add(ListRun.updated(index, replaced, items));
    return replaced;
  }

  /** Replaces all elements from one on and tells it by these runs. */
  void replaceFrom(long index, Block items, List<ListRun> told) {
    replace(index, count(), items);
    runs.addAll(told);
  }

  /** The elements from one index to another. */
  Block elements(long from, long to) {
    List<Block> parts = new ArrayList<>();
    collect(root, level, from, Math.min(to, treeCount()), parts);
    long start = treeCount();
    if (to > start) {
      parts.add(blocks.range(tail, (int) Math.max(0, from - start), (int) (to - start)));
    }
    return Blocks.join(parts);
  }

  private void collect(@Nullable Child child, int at, long from, long to, List<Block> parts) {
    if (child == null || from >= to) {
      return;
    }
    switch (nodes.node(child, at)) {
      case Leaf leaf -> parts.add(blocks.range(leaf.block(), (int) from, (int) to));
      case Inner inner -> {
        for (int i = inner.childAt(from); i < inner.ends.length && inner.start(i) < to; i++) {
          long start = inner.start(i);
          collect(
              inner.children[i],
              at - 1,
              Math.max(from, start) - start,
              Math.min(to, inner.ends[i]) - start,
              parts);
        }
      }
    }
  }

  private void replace(long from, long to, Block items) {
    long inTree = treeCount();
    if (from >= inTree) {
      Block longer = blocks.splice(tail, (int) (from - inTree), (int) (to - inTree), items);
      if (longer.count() <= ListLayout.TAIL_COUNT && longer.size() <= ListLayout.TAIL_BYTES) {
        tail = longer;
        return;
      }
      atEnd = true;
      replaceInTree(inTree, inTree, longer);
      tail = Block.EMPTY;
      return;
    }
    if (to > inTree) {
      tail = blocks.range(tail, (int) (to - inTree), tail.count());
    }
    atEnd = false;
    replaceInTree(from, Math.min(to, inTree), items);
  }

  private void replaceInTree(long from, long to, Block items) {
    Child old = root;
    List<Child> top = old == null ? leaves(items) : replaced(old, level, from, to, items);
    level = old == null ? 0 : level;
    while (top.size() > 1) {
      level++;
      top = inners(top, level);
    }
    root = top.isEmpty() ? null : top.getFirst();
    while (root != null && level > 0) {
      Inner inner = (Inner) nodes.node(root, level);
      if (inner.children.length > 1) {
        break;
      }
      retire(root, false);
      root = inner.children[0];
      level--;
    }
    level = root == null ? 0 : level;
  }

  /** The nodes that take the place of one of which some elements are replaced. */
  private List<Child> replaced(Child child, int at, long from, long to, Block items) {
    ListNode node = nodes.node(child, at);
    retire(child, false);
    if (node instanceof Leaf leaf) {
      return leaves(blocks.splice(leaf.block(), (int) from, (int) to, items));
    }
    Inner inner = (Inner) node;
    // New elements go to the end of a child rather than to the beginning of the next one.
    int first = inner.childAt(to == from && from > 0 ? from - 1 : from);
    int last = to > from ? inner.childAt(to - 1) : first;
    List<Child> made = replacedBelow(inner, first, at, from, to, items);
    if (first == last && made.size() == 1 && !(to > from && isSmall(made.getFirst()))) {
      Child[] others = inner.children.clone();
      others[first] = made.getFirst();
      return List.of(new Child(new Inner(at, others)));
    }
    List<Child> children = new ArrayList<>(inner.children.length + 2);
    children.addAll(Arrays.asList(inner.children).subList(0, first));
    children.addAll(made);
    for (int i = first + 1; i <= last; i++) {
      children.addAll(replacedBelow(inner, i, at, from, to, Block.EMPTY));
    }
    int fresh = children.size();
    children.addAll(Arrays.asList(inner.children).subList(last + 1, inner.children.length));
    if (to > from) {
      joinSmall(children, at - 1, first, fresh);
    }
    return inners(children, at);
  }

  /** What takes the place of a child of which some elements are replaced. */
  private List<Child> replacedBelow(Inner inner, int i, int at, long from, long to, Block put) {
    long start = inner.start(i);
    long begin = Math.max(from, start) - start;
    long end = Math.max(begin, Math.min(to, inner.ends[i]) - start);
    Child below = inner.children[i];
    if (put.count() == 0 && end - begin == below.count) {
      retire(below, true);
      return List.of();
    }
    return put.count() == 0 && end == begin
        ? List.of(below)
        : replaced(below, at - 1, begin, end, put);
  }

  /** Joins children that have become small with a neighbour. */
  private void joinSmall(List<Child> children, int at, int from, int to) {
    int end = to;
    for (int i = from; i < end; i++) {
      Child child = children.get(i);
      if (!isSmall(child)) {
        continue;
      }
      for (int left = Math.max(0, i - 1); left <= i && left + 1 < children.size(); left++) {
        Child joined = joined(children.get(left), children.get(left + 1), at);
        if (joined != null) {
          children.set(left, joined);
          children.remove(left + 1);
          end--;
          i = left - 1;
          break;
        }
      }
    }
  }

  /** Whether a new node would better be joined with a neighbour. */
  private static boolean isSmall(Child child) {
    return switch (child.node) {
      case null -> false;
      case Leaf leaf ->
          leaf.block().count() < ListLayout.LEAF_COUNT / SMALL
              && leaf.block().size() < ListLayout.LEAF_BYTES / SMALL;
      case Inner inner -> inner.children.length < ListLayout.FANOUT / SMALL;
    };
  }

  private @Nullable Child joined(Child left, Child right, int at) {
    ListNode one = nodes.node(left, at);
    ListNode other = nodes.node(right, at);
    ListNode both;
    if (one instanceof Leaf a && other instanceof Leaf b) {
      if (a.block().count() + b.block().count() > ListLayout.LEAF_COUNT
          || a.block().size() + b.block().size() > ListLayout.LEAF_BYTES) {
        return null;
      }
      both = new Leaf(Blocks.join(List.of(a.block(), b.block())));
    } else {
      var children = new ArrayList<>(Arrays.asList(((Inner) one).children));
      children.addAll(Arrays.asList(((Inner) other).children));
      if (children.size() > ListLayout.FANOUT) {
        return null;
      }
      both = new Inner(at, array(children));
    }
    retire(left, false);
    retire(right, false);
    return new Child(both);
  }

  private List<Child> leaves(Block block) {
    List<Child> made = new ArrayList<>();
    int countMax = ListLayout.LEAF_COUNT;
    int bytesMax = ListLayout.LEAF_BYTES;
    boolean fits = block.count() <= countMax && block.size() <= bytesMax;
    if (!fits && !atEnd) { // leave room in all of them
      int parts =
          Math.max(
              (block.count() + countMax - 1) / countMax, (block.size() + bytesMax - 1) / bytesMax);
      countMax = (block.count() + parts - 1) / parts;
      bytesMax = parts > 8 ? bytesMax : block.size() / parts + block.size() / block.count();
      bytesMax = Math.min(bytesMax, ListLayout.LEAF_BYTES);
    }
    blocks.cut(block, countMax, bytesMax, piece -> made.add(new Child(new Leaf(piece))));
    return made;
  }

  private List<Child> inners(List<Child> children, int at) {
    int size = children.size();
    if (size > 0 && size <= ListLayout.FANOUT) {
      return List.of(new Child(new Inner(at, array(children))));
    }
    List<Child> made = new ArrayList<>();
    int parts = (size + ListLayout.FANOUT - 1) / ListLayout.FANOUT;
    int step = parts <= 1 || atEnd ? ListLayout.FANOUT : (size + parts - 1) / parts;
    for (int i = 0; i < size; i += step) {
      made.add(new Child(new Inner(at, array(children.subList(i, Math.min(size, i + step))))));
    }
    return made;
  }

  private static Child[] array(List<Child> children) {
    return children.toArray(Child[]::new);
  }

  private void retire(Child child, boolean withAllBelow) {
    if (child.id != 0) {
      if (retiredCount == retired.length) {
        retired = Arrays.copyOf(retired, 2 * retiredCount);
      }
      retired[retiredCount++] = 2 * child.id + (withAllBelow ? 0 : 1);
    } else if (withAllBelow && child.node instanceof Inner inner) {
      for (Child below : inner.children) {
        retire(below, true);
      }
    }
  }

  /** Gives the new nodes their numbers and hands them out, children first. */
  void store(BiConsumer<Long, byte[]> writer) {
    store(root, writer);
  }

  private void store(@Nullable Child child, BiConsumer<Long, byte[]> writer) {
    if (child == null || child.node == null) {
      return;
    }
    if (child.node instanceof Inner inner) {
      for (Child below : inner.children) {
        store(below, writer);
      }
    }
    byte[] bytes = ListNode.encode(child.node);
    child.id = nextId++;
    writer.accept(child.id, bytes);
    if (child.node instanceof Leaf(Block block)) {
      // What is kept must not hold on to an array of many leaves.
      int from = bytes.length - block.size();
      child.node = new Leaf(new Block(bytes, from, bytes.length, block.count()));
    }
    stored.add(child);
  }

  /** Has the new nodes remembered, after the head has been set. */
  void keep() {
    for (Child child : stored) {
      ListNode node = child.node;
      child.node = null;
      if (node != null) {
        nodes.remember(child.id, node);
      }
    }
  }

  private boolean isToldApart() {
    return runs.size() > 1
        || runs.getFirst().count() > 1
        || runs.getFirst().size() > ListLayout.TOLD_BYTES;
  }

  /** The head, after {@link #store}. */
  byte[] head() {
    ListRun first = runs.getFirst();
    boolean resized = false;
    for (ListRun run : runs) {
      resized |= run.kind() != ListLayout.UPDATED;
    }
    var head =
        new ListHead(
            0,
            before.structure() + (resized ? 1 : 0),
            nextId,
            treeCount(),
            root == null ? 0 : root.id,
            level,
            isRetiredApart() ? null : Arrays.copyOf(retired, retiredCount),
            tail);
    var target = new ByteWriter(64 + tail.size() + first.size());
    head.writeTo(target, isToldApart() ? ListLayout.TELL_APART : first.kind());
    if (!isToldApart()) {
      first.writeTo(target);
    }
    return target.toBytes();
  }

  private boolean isRetiredApart() {
    return retiredCount > ListLayout.RETIRED_MAX;
  }

  /** What the head has retired where it does not say so itself, or null. */
  byte @Nullable [] retiredApart() {
    if (!isRetiredApart()) {
      return null;
    }
    var target = new ByteWriter(5 * retiredCount);
    target.putNumber(retiredCount);
    for (int i = 0; i < retiredCount; i++) {
      target.putNumber(retired[i]);
    }
    return target.toBytes();
  }

  /** The events where the head does not tell them itself, or null. */
  byte @Nullable [] eventsApart() {
    if (!isToldApart()) {
      return null;
    }
    long count = 0;
    long size = 16;
    for (ListRun run : runs) {
      count += run.count();
      size += run.size() + 12;
    }
    var target = new ByteWriter((int) Math.min(Blocks.BYTES_MAX, size));
    target.putNumber(count);
    runs.forEach(run -> run.writeTo(target));
    return target.toBytes();
  }
}
