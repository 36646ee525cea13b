package io.vitrine.hashing;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a bucket that has many: a treap, whose random priorities keep it balanced whatever
 * the order in which keys come. For the thread of its map.
 *
 * <p>Entries are ordered by hash, then by the kind of their key, then by {@code compareTo}. This
 * order leads to a key only among those of its own kind. {@code equals} knows of no kinds: an
 * {@code ArrayList} equals another list, an object one of its subclass. So where a key was not
 * found among its own, those of all other kinds that have its hash are asked one by one, unless the
 * key is known to equal nothing of another class, as a {@code String} is.
 *
 * <p>Source: Cecilia Aragon and Raimund Seidel, "Randomized Search Trees" (FOCS 1989).
 */
final class CollisionTree<K extends @Nullable Object, V extends @Nullable Object> {
  /** A place in the tree: the first of the nodes that cannot be told apart by order. */
  private static final class Cell<K extends @Nullable Object, V extends @Nullable Object> {
    private final long hash;
    private final long kind;
    private final int priority;
    private MapNode<K, V> nodes;
    private @Nullable Cell<K, V> left;
    private @Nullable Cell<K, V> right;

    Cell(MapNode<K, V> nodes, long kind, int priority) {
      this.hash = nodes.hash;
      this.kind = kind;
      this.nodes = nodes;
      this.priority = priority;
    }

    /** Whether a key belongs before this place (below 0), after it (above 0), or in it. */
    int compare(long wantedHash, KeyKind wantedKind, @Nullable Object wanted) {
      if (wantedHash != hash) {
        return Long.compare(wantedHash, hash);
      }
      return wantedKind.number() == kind
          ? wantedKind.compare(wanted, nodes.key)
          : Long.compare(wantedKind.number(), kind);
    }

    @Nullable MapNode<K, V> find(long wantedHash, @Nullable Object wanted) {
      for (MapNode<K, V> node = nodes; node != null; node = node.next) {
        if (node.isFor(wantedHash, wanted)) {
          return node;
        }
      }
      return null;
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
    KeyKind kind = KeyKind.of(key);
    MapNode<K, V> found = findOfKind(hash, kind, key);
    if (found != null || kind.apart()) {
      return found;
    }
    found = findInRange(root, hash, Long.MIN_VALUE, kind.number() - 1, key);
    return found != null ? found : findInRange(root, hash, kind.number() + 1, Long.MAX_VALUE, key);
  }

  private @Nullable MapNode<K, V> findOfKind(long hash, KeyKind kind, @Nullable Object key) {
    Cell<K, V> cell = root;
    while (cell != null) {
      int order = cell.compare(hash, kind, key);
      if (order == 0) {
        return cell.find(hash, key);
      }
      cell = order < 0 ? cell.left : cell.right;
    }
    return null;
  }

  /** Asks all keys of a hash and of kinds from one number to another one. */
  private static <K extends @Nullable Object, V extends @Nullable Object>
      @Nullable MapNode<K, V> findInRange(
          @Nullable Cell<K, V> top, long hash, long from, long to, @Nullable Object key) {
    Cell<K, V> cell = top;
    while (cell != null) {
      if (cell.hash < hash || (cell.hash == hash && cell.kind < from)) {
        cell = cell.right;
      } else if (cell.hash > hash || cell.kind > to) {
        cell = cell.left;
      } else {
        MapNode<K, V> found = cell.find(hash, key);
        if (found == null) {
          found = findInRange(cell.left, hash, from, to, key);
        }
        if (found != null) {
          return found;
        }
        cell = cell.right;
      }
    }
    return null;
  }

  /** Adds a node whose key is not there. */
  void add(MapNode<K, V> node) {
    node.next = null;
    root = add(root, node, KeyKind.of(node.key));
    size++;
  }

  private Cell<K, V> add(@Nullable Cell<K, V> cell, MapNode<K, V> node, KeyKind kind) {
    if (cell == null) {
      return new Cell<>(node, kind.number(), random.nextInt());
    }
    int order = cell.compare(node.hash, kind, node.key);
    if (order == 0) {
      node.next = cell.nodes;
      cell.nodes = node;
    } else if (order < 0) {
      Cell<K, V> left = add(cell.left, node, kind);
      cell.left = left;
      if (left.priority < cell.priority) { // goes up, and takes us down to its right
        cell.left = left.right;
        left.right = cell;
        return left;
      }
    } else {
      Cell<K, V> right = add(cell.right, node, kind);
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
    root = remove(root, node, KeyKind.of(node.key));
    size--;
  }

  private @Nullable Cell<K, V> remove(@Nullable Cell<K, V> cell, MapNode<K, V> node, KeyKind kind) {
    if (cell == null) {
      throw new IllegalStateException("key changed its order while it was in a map: " + node.key);
    }
    int order = cell.compare(node.hash, kind, node.key);
    if (order < 0) {
      cell.left = remove(cell.left, node, kind);
      return cell;
    }
    if (order > 0) {
      cell.right = remove(cell.right, node, kind);
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

  /** All nodes as a list; if it throws, for want of stack, the tree is as it was. */
  @SuppressWarnings("unchecked")
  @Nullable MapNode<K, V> toList() {
    var nodes = (MapNode<K, V>[]) new MapNode<?, ?>[size];
    int _ = collect(root, nodes, 0);
    MapNode<K, V> list = null;
    for (int i = nodes.length - 1; i >= 0; i--) {
      nodes[i].next = list;
      list = nodes[i];
    }
    return list;
  }

  private static <K extends @Nullable Object, V extends @Nullable Object> int collect(
      @Nullable Cell<K, V> cell, MapNode<K, V>[] nodes, int from) {
    if (cell == null) {
      return from;
    }
    int at = collect(cell.left, nodes, from);
    for (MapNode<K, V> node = cell.nodes; node != null; node = node.next) {
      nodes[at++] = node;
    }
    return collect(cell.right, nodes, at);
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
