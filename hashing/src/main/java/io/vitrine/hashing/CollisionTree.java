package io.vitrine.hashing;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a bucket that has many, in the order of {@link KeyOrder}: a treap, whose random
 * priorities keep it balanced whatever the order in which keys come. For the thread of its map.
 *
 * <p>Source: Cecilia Aragon and Raimund Seidel, "Randomized Search Trees" (FOCS 1989).
 */
final class CollisionTree<K extends @Nullable Object, V extends @Nullable Object> {
  /** A place in the tree: the first of the nodes that cannot be told apart by order. */
  private static final class Cell<K extends @Nullable Object, V extends @Nullable Object> {
    private final int priority;
    private MapNode<K, V> nodes;
    private @Nullable Cell<K, V> left;
    private @Nullable Cell<K, V> right;

    Cell(MapNode<K, V> nodes, int priority) {
      this.nodes = nodes;
      this.priority = priority;
    }
  }

  private final SplittableRandom random;
  private @Nullable Cell<K, V> root;
  private int size;

  CollisionTree(SplittableRandom random) {
    this.random = random;
  }

  int size() {
    return size;
  }

  /** The node of a key, or null. */
  @Nullable MapNode<K, V> find(long hash, @Nullable Object key) {
    Cell<K, V> cell = root;
    while (cell != null) {
      int order = KeyOrder.compare(hash, key, cell.nodes.hash, cell.nodes.key);
      if (order == 0) {
        for (MapNode<K, V> node = cell.nodes; node != null; node = node.next) {
          if (node.isFor(hash, key)) {
            return node;
          }
        }
        return null;
      }
      cell = order < 0 ? cell.left : cell.right;
    }
    return null;
  }

  /** Adds a node whose key is not there. */
  void add(MapNode<K, V> node) {
    node.next = null;
    root = add(root, node);
    size++;
  }

  private Cell<K, V> add(@Nullable Cell<K, V> cell, MapNode<K, V> node) {
    if (cell == null) {
      return new Cell<>(node, random.nextInt());
    }
    int order = KeyOrder.compare(node.hash, node.key, cell.nodes.hash, cell.nodes.key);
    if (order == 0) {
      node.next = cell.nodes;
      cell.nodes = node;
    } else if (order < 0) {
      Cell<K, V> left = add(cell.left, node);
      cell.left = left;
      if (left.priority < cell.priority) { // goes up, and takes us down to its right
        cell.left = left.right;
        left.right = cell;
        return left;
      }
    } else {
      Cell<K, V> right = add(cell.right, node);
      cell.right = right;
      if (right.priority < cell.priority) {
        cell.right = right.left;
        right.left = cell;
        return right;
      }
    }
    return cell;
  }

  /** Removes a node that is there. */
  void remove(MapNode<K, V> node) {
    root = remove(root, node);
    size--;
  }

  private @Nullable Cell<K, V> remove(@Nullable Cell<K, V> cell, MapNode<K, V> node) {
    if (cell == null) {
      throw new IllegalStateException("key changed its order while it was in a map: " + node.key);
    }
    int order = KeyOrder.compare(node.hash, node.key, cell.nodes.hash, cell.nodes.key);
    if (order < 0) {
      cell.left = remove(cell.left, node);
      return cell;
    }
    if (order > 0) {
      cell.right = remove(cell.right, node);
      return cell;
    }
    MapNode<K, V> rest = without(cell.nodes, node);
    if (rest == null) {
      return merged(cell.left, cell.right);
    }
    cell.nodes = rest;
    return cell;
  }

  /** Two trees, all of one before all of the other, as one. */
  private static <K extends @Nullable Object, V extends @Nullable Object>
      @Nullable Cell<K, V> merged(@Nullable Cell<K, V> left, @Nullable Cell<K, V> right) {
    if (left == null) {
      return right;
    }
    if (right == null) {
      return left;
    }
    if (left.priority < right.priority) {
      left.right = merged(left.right, right);
      return left;
    }
    right.left = merged(left, right.left);
    return right;
  }

  /** A list without one of its nodes. */
  @SuppressWarnings("ReferenceEquality") // That node, and no other entry that equals it.
  static <K extends @Nullable Object, V extends @Nullable Object> @Nullable MapNode<K, V> without(
      MapNode<K, V> first, MapNode<K, V> node) {
    if (first == node) {
      return node.next;
    }
    MapNode<K, V> at = first;
    while (at.next != null && at.next != node) {
      at = at.next;
    }
    at.next = node.next;
    return first;
  }

  /** All nodes as a list. */
  @Nullable MapNode<K, V> toList() {
    return prepended(root, null);
  }

  private static <K extends @Nullable Object, V extends @Nullable Object>
      @Nullable MapNode<K, V> prepended(@Nullable Cell<K, V> cell, @Nullable MapNode<K, V> list) {
    if (cell == null) {
      return list;
    }
    MapNode<K, V> all = prepended(cell.right, list);
    MapNode<K, V> node = cell.nodes;
    while (node != null) {
      MapNode<K, V> next = node.next;
      node.next = all;
      all = node;
      node = next;
    }
    return prepended(cell.left, all);
  }

  /** Tells how many keys a lookup of each entry compares. */
  void tell(ProbeCount count) {
    tell(root, 1, count);
  }

  private static <K extends @Nullable Object, V extends @Nullable Object> void tell(
      @Nullable Cell<K, V> cell, int depth, ProbeCount count) {
    if (cell == null) {
      return;
    }
    int probes = depth;
    for (MapNode<K, V> node = cell.nodes; node != null; node = node.next) {
      count.add(probes++);
    }
    tell(cell.left, depth + 1, count);
    tell(cell.right, depth + 1, count);
  }
}
