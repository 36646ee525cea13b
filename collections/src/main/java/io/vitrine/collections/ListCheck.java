package io.vitrine.collections;

import io.vitrine.collections.ListNode.Child;
import io.vitrine.collections.ListNode.Inner;
import io.vitrine.store.Codecs;
import io.vitrine.store.Finding;
import io.vitrine.store.MapDroppedException;
import io.vitrine.store.Nap;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Versioned;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks whether the tree of a list is whole; others may change it meanwhile. For one thread. */
final class ListCheck {
  /* A head's nodes stay until the change after the next one. So what is missing of a head that is
   * still at hand after the look is missing; where there is another one by then, the look is
   * repeated. */

  private static final int LOOKS = 20;
  private static final long PAUSE_NANOS = 1_000_000;

  private final String path;
  private final StoreMap<Long, byte[]> map;
  private final Blocks<?> blocks;
  private final List<Finding> found = new ArrayList<>();
  private final Set<Long> met = new HashSet<>();
  private long nextId;

  private ListCheck(String path, StoreMap<Long, byte[]> map, Blocks<?> blocks) {
    this.path = path;
    this.map = map;
    this.blocks = blocks;
  }

  /** What is wrong with a list, nothing for one that is whole, or dropped meanwhile. */
  static List<Finding> run(String path, StoreMap<Long, byte[]> map) {
    try {
      return findings(path, map);
    } catch (MapDroppedException _) {
      return List.of();
    }
  }

  private static List<Finding> findings(String path, StoreMap<Long, byte[]> map) {
    Blocks<?> blocks;
    try {
      blocks = blocks(map);
      if (blocks == null && map.size() > 0) {
        blocks = blocks(map); // made meanwhile
      }
    } catch (MapDroppedException e) {
      throw e;
    } catch (RuntimeException e) {
      return List.of(damage(path, "no type of its elements (" + e.getMessage() + ")", "one"));
    }
    if (blocks == null) {
      return map.size() == 0 ? List.of() : List.of(untyped(path, map));
    }
    for (int look = 0; look < LOOKS; look++) {
      var check = new ListCheck(path, map, blocks);
      long revision = check.look();
      boolean isLast = look == LOOKS - 1;
      if (check.found.isEmpty() || (revision == revision(map) && (revision != 0 || isLast))) {
        return check.found;
      }
      if (revision == 0) {
        Nap.nanos(PAUSE_NANOS); // a first group may be under way, head last
      }
    }
    return List.of(
        new Finding(
            Finding.Kind.UNCHECKED,
            path,
            0,
            "a list that changes as it is looked at",
            "a moment in which it does not",
            "check it when there is less to do"));
  }

  private static Finding untyped(String path, StoreMap<Long, byte[]> map) {
    return ListImport.isUnderWay(map)
        ? new Finding(
            Finding.Kind.LEFTOVER,
            path,
            0,
            "an import that is under way, or whose process died",
            "a list",
            "open the list, import it again, or drop it")
        : damage(path, "no type of its elements", "one");
  }

  /** What is wrong with a list that nobody changes, and of which all but the type may be there. */
  static List<Finding> whole(String path, StoreMap<Long, byte[]> map, Blocks<?> blocks) {
    var check = new ListCheck(path, map, blocks);
    long _ = check.look();
    return check.found;
  }

  /** How elements are written, whatever they are; null for a list that was not yet made. */
  static @Nullable Blocks<?> blocks(StoreMap<Long, byte[]> map) {
    ListType type = ListType.of(map);
    return type == null ? null : new Blocks<>(Codecs.bytes(), type.size());
  }

  private static Finding damage(String path, String what, String expected) {
    return new Finding(Finding.Kind.DAMAGE, path, 0, what, expected, "run \"vitrine repair\"");
  }

  private static long revision(StoreMap<Long, byte[]> map) {
    try {
      Versioned<byte[]> head = map.getVersioned(ListLayout.HEAD);
      return head == null ? 0 : head.revision();
    } catch (MapDroppedException e) {
      throw e;
    } catch (RuntimeException e) {
      return 0; // it cannot be read
    }
  }

  /** Looks at the head at hand and all below it; answers its revision. */
  private long look() {
    ListHead head;
    long revision = 0;
    try {
      Versioned<byte[]> versioned = map.getVersioned(ListLayout.HEAD);
      if (versioned == null) {
        if (map.size() > 1) {
          found.add(damage(path, "no head, but nodes", "a head"));
        }
        return 0;
      }
      revision = versioned.revision();
      head = ListHead.decode(versioned.value(), versioned.revision(), blocks);
    } catch (MapDroppedException e) {
      throw e;
    } catch (RuntimeException e) {
      found.add(damage(path, "a head that cannot be read (" + e.getMessage() + ")", "a head"));
      return revision;
    }
    nextId = head.nextId();
    if (head.root() != 0) {
      walk(new Child(head.root(), head.treeCount()), head.level(), 0);
    }
    return revision;
  }

  private void walk(Child child, int level, long start) {
    ListNode node = null;
    String problem = null;
    try {
      node = node(child, level);
    } catch (MapDroppedException e) {
      throw e;
    } catch (NotWholeException e) {
      problem = e.getMessage();
    } catch (RuntimeException e) {
      problem = "node " + child.id + " cannot be read (" + e.getMessage() + ")";
    }
    if (problem != null) {
      found.add(
          damage(
              path,
              "elements " + start + " to " + (start + child.count - 1) + ": " + problem,
              (level == 0 ? "a leaf" : "a node of level " + level)
                  + " with "
                  + child.count
                  + " elements"));
    } else if (node instanceof Inner inner) {
      for (int i = 0; i < inner.children.length; i++) {
        walk(inner.children[i], level - 1, start + inner.start(i));
      }
    }
  }

  /** Thrown for a node that is not as it must be. */
  private static final class NotWholeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotWholeException(String message) {
      super(message, null, false, false);
    }
  }

  private ListNode node(Child child, int level) {
    if (!met.add(child.id)) {
      throw new NotWholeException("node " + child.id + ", which is another part, too");
    }
    if (child.id <= 0 || child.id >= nextId) {
      throw new NotWholeException("node " + child.id + ", of which the head does not know");
    }
    byte[] bytes = map.get(child.id);
    if (bytes == null) {
      throw new NotWholeException("node " + child.id + " is not there");
    }
    ListNode node = ListNode.decode(bytes, blocks);
    int at = node instanceof Inner inner ? inner.level : 0;
    if (at != level) {
      throw new NotWholeException("node " + child.id + " has level " + at);
    }
    if (node.count() != child.count) {
      throw new NotWholeException("node " + child.id + " has " + node.count() + " elements");
    }
    return node;
  }
}
