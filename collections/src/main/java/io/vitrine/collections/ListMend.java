package io.vitrine.collections;

import io.vitrine.collections.ListNode.Child;
import io.vitrine.collections.ListNode.Inner;
import io.vitrine.store.LostEntry;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Versioned;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes a list whole again of the leaves that are, in their order. For one thread, while nobody
 * else has the store.
 */
final class ListMend {
  /* The leaves stay where they are, and get a new tree above them. That is one write, of the head,
   * after that of the new nodes; what the head no longer leads to is removed at last. */

  private final String path;
  private final StoreMap<Long, byte[]> map;
  private final long epoch;
  private final List<LostEntry> lost;
  private final List<String> notes;
  private final Map<Long, ListNode> nodes = new TreeMap<>();
  private final List<Child> leaves = new ArrayList<>();
  private final Set<Long> used = new HashSet<>();
  private long nextId = 1;

  /**
   * Makes a repair.
   *
   * @param lost takes what had to be given up
   * @param notes takes what is to be said to people
   */
  ListMend(
      String path,
      StoreMap<Long, byte[]> map,
      long epoch,
      List<LostEntry> lost,
      List<String> notes) {
    this.path = path;
    this.map = map;
    this.epoch = epoch;
    this.lost = lost;
    this.notes = notes;
  }

  void run() {
    Blocks<?> blocks = ListCheck.blocks(map);
    if (blocks == null) {
      notes.add(
          path
              + ": the type of its elements is lost, so nothing of it can be read; it is as it was."
              + " Drop it to make it anew");
      return;
    }
    readNodes(blocks);
    Versioned<byte[]> versioned = map.getVersioned(ListLayout.HEAD);
    ListHead head = head(versioned, blocks);
    if (head == null) {
      Child root = newestRoot();
      notes.add(
          path
              + ": its head is lost; it is what its newest tree says, which may be older, or of a"
              + " change that was not finished");
      lost.add(new LostEntry(path, "the last elements", 0, path, 0, "they were in the head"));
      keep(root, root == null ? 0 : level(root), 0);
      write(ListHead.fresh(ListNodes.beginning(epoch, map.id())));
    } else {
      nextId = Math.max(nextId, head.nextId());
      if (head.root() != 0) {
        keep(new Child(head.root(), head.treeCount()), head.level(), 0);
      }
      write(head);
    }
  }

  private static @Nullable ListHead head(@Nullable Versioned<byte[]> versioned, Blocks<?> blocks) {
    try {
      return versioned == null
          ? null
          : ListHead.decode(versioned.value(), versioned.revision(), blocks);
    } catch (RuntimeException e) {
      return null; // what is wrong has been found by the check
    }
  }

  private void readNodes(Blocks<?> blocks) {
    for (long id : keys()) {
      if (id > 0) {
        nextId = Math.max(nextId, id + 1);
        try {
          byte[] bytes = map.get(id);
          if (bytes != null) {
            nodes.put(id, ListNode.decode(bytes, blocks));
          }
        } catch (RuntimeException e) {
          // it is lost; whoever refers to it says so
        }
      }
    }
  }

  private List<Long> keys() {
    var keys = new ArrayList<Long>();
    map.forEach((key, _) -> keys.add(key));
    return keys;
  }

  /** The node with the highest number that no other refers to: a root is written last. */
  private @Nullable Child newestRoot() {
    var referred = new HashSet<Long>();
    for (ListNode node : nodes.values()) {
      if (node instanceof Inner inner) {
        for (Child child : inner.children) {
          referred.add(child.id);
        }
      }
    }
    Child newest = null;
    for (Map.Entry<Long, ListNode> each : nodes.entrySet()) {
      if (!referred.contains(each.getKey())) {
        newest = new Child(each.getKey(), each.getValue().count());
      }
    }
    return newest;
  }

  private int level(Child child) {
    return nodes.get(child.id) instanceof Inner inner ? inner.level : 0;
  }

  /** Keeps the leaves below a node that are whole. */
  private void keep(@Nullable Child child, int level, long start) {
    if (child == null) {
      return;
    }
    ListNode node = nodes.get(child.id);
    String problem = problem(node, child, level);
    if (problem != null) {
      lost.add(
          new LostEntry(
              path,
              "elements " + start + " to " + (start + child.count - 1),
              child.count,
              path,
              0,
              problem));
    } else if (node instanceof Inner inner) {
      for (int i = 0; i < inner.children.length; i++) {
        keep(inner.children[i], level - 1, start + inner.start(i));
      }
    } else {
      leaves.add(new Child(child.id, child.count));
    }
  }

  private @Nullable String problem(@Nullable ListNode node, Child child, int level) {
    if (node == null) {
      return "node " + child.id + " is not there, or cannot be read";
    }
    if (!used.add(child.id)) {
      return "node " + child.id + " is another part, too";
    }
    int at = node instanceof Inner inner ? inner.level : 0;
    if (at != level || node.count() != child.count) {
      return "node "
          + child.id
          + " has level "
          + at
          + " and "
          + node.count()
          + " elements, not "
          + level
          + " and "
          + child.count;
    }
    return null;
  }

  private void write(ListHead before) {
    List<Child> row = leaves;
    int level = 0;
    var kept = new HashSet<Long>();
    leaves.forEach(leaf -> kept.add(leaf.id));
    while (row.size() > 1) {
      level++;
      List<Child> above = new ArrayList<>();
      for (int i = 0; i < row.size(); i += ListLayout.FANOUT) {
        List<Child> some = row.subList(i, Math.min(row.size(), i + ListLayout.FANOUT));
        var inner = new Inner(level, some.toArray(Child[]::new));
        var child = new Child(nextId++, inner.count());
        map.put(child.id, ListNode.encode(inner));
        kept.add(child.id);
        above.add(child);
      }
      row = above;
    }
    Child root = row.isEmpty() ? null : row.getFirst();
    var head =
        new ListHead(
            0,
            before.structure() + 1,
            nextId,
            root == null ? 0 : root.count,
            root == null ? 0 : root.id,
            level,
            new long[0],
            before.tail());
    var target = new ByteWriter(64 + before.tail().size());
    head.writeTo(target, ListLayout.TELL_NOTHING);
    map.put(ListLayout.HEAD, target.toBytes());
    for (long id : keys()) {
      if ((id > 0 && !kept.contains(id)) || id == ListLayout.RETIRED || id == ListLayout.EVENTS) {
        map.remove(id);
      }
    }
  }
}
