package io.vitrine.collections;

import io.vitrine.collections.ListNode.Child;
import io.vitrine.collections.ListNode.Inner;
import io.vitrine.collections.ListNode.Leaf;
import io.vitrine.store.AtomicGroup;
import io.vitrine.store.CorruptStoreException;
import io.vitrine.store.Nap;
import io.vitrine.store.Store;
import io.vitrine.store.StoreFullException;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Tailer;
import io.vitrine.store.Versioned;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Head and nodes of a list where they are stored. Safe for any number of threads; what writes may
 * be called within {@link StoreMap#exclusively} only.
 */
final class ListNodes {
  /* A reader takes the head and follows it to the nodes. The nodes of a head stay until the change
   * after the next one, which removes what the next one has retired. A reader that misses a node
   * has been overtaken, and begins again with the head at hand; so it waits for nobody. One that is
   * overtaken again and again gets in line with those who write.
   *
   * A writer that dies before it has set the head leaves nodes to which nothing refers. The next
   * one gives its nodes the same numbers and so writes over them, and removes what is left. So that
   * these are never taken for a list whose head is lost, a head is set before the first node. Where
   * all is written in one atomic group, the head is still set behind its nodes. */

  /** A count of so many bits takes four bytes. */
  private static final int BEGINNING_BITS = 28;

  private static final int INNER_BITS = 12;
  private static final int LEAF_BITS = 8;

  /** From how many bytes on a leaf, which is one large element then, is not kept. */
  private static final int LARGE_BYTES = 1 << 13;

  /** How often a head is followed before the list is locked. */
  static final int TRIES = 1_000;

  private static final int TRIES_WITHOUT_PAUSE = 900;
  private static final long PAUSE_NANOS = 20_000;

  /** How many nodes are written in one atomic group. */
  private static final int GROUP_MAX = 64;

  private final Store store;
  private final StoreMap<Long, byte[]> map;
  private final Blocks<?> blocks;
  private final boolean inGroups;
  private final NodeCache<Inner> inners = new NodeCache<>(INNER_BITS);
  private final NodeCache<Leaf> leaves = new NodeCache<>(LEAF_BITS);

  /** Before the first change. */
  private final ListHead fresh;

  /** The head as it was set here last, if it was set by itself. For who has the list to himself. */
  private @Nullable ListHead latest;

  /** Whether that one was still there at the next change, so that it may be the next time, too. */
  private boolean alone;

  /** Thrown where a node of a head is no longer there. */
  static final class MissedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MissedException(String message) {
      super(message, null, false, false);
    }
  }

  /**
   * Where a list begins to count how often it became longer or shorter: who knows a part of a list
   * that was dropped by that count, from far, must not find it in the one that took its place, here
   * or in another store.
   */
  static long beginning(long epoch, int id) {
    long mixed = (epoch ^ id * 0x9E37_79B9_7F4A_7C15L) * 0xBF58_476D_1CE4_E5B9L;
    return mixed >>> (Long.SIZE - BEGINNING_BITS);
  }

  /**
   * Creates the nodes of a list.
   *
   * @param inGroups whether all entries of a change are set in one atomic group: slower by itself,
   *     and faster where each change of the store waits for the disk
   */
  ListNodes(Store store, StoreMap<Long, byte[]> map, Blocks<?> blocks, boolean inGroups) {
    this.inGroups = inGroups;
    this.fresh = ListHead.fresh(beginning(store.epoch(), map.id()));
    this.store = store;
    this.map = map;
    this.blocks = blocks;
    store.revision(); // from here on the log tells of what iterators have to follow
  }

  StoreMap<Long, byte[]> map() {
    return map;
  }

  Blocks<?> blocks() {
    return blocks;
  }

  /** How far the log is taken up. */
  long reservedRevision() {
    return store.reservedRevision();
  }

  /** Reads the log from a revision on. */
  Tailer tailer(long revision) {
    return store.tailer(revision);
  }

  ListHead head() {
    Versioned<byte[]> head = map.getVersioned(ListLayout.HEAD);
    return head == null ? fresh : ListHead.decode(head.value(), head.revision(), blocks);
  }

  /** Reads something that hangs on one head, anew where that has been overtaken. */
  <R extends @Nullable Object> R read(Function<ListHead, R> reader) {
    for (int tries = 0; tries < TRIES; tries++) {
      try {
        return reader.apply(head());
      } catch (MissedException _) {
        if (tries > TRIES_WITHOUT_PAUSE) {
          Nap.nanos(PAUSE_NANOS);
        }
      }
    }
    return exclusively(() -> HeldLists.<R>holding(store, map, () -> readHeld(reader)));
  }

  /** Reads with the list locked, maybe by code of the user. */
  private <R extends @Nullable Object> R readHeld(Function<ListHead, R> reader) {
    try {
      return reader.apply(head());
    } catch (MissedException e) {
      throw missing(e);
    }
  }

  /** The node that a reference leads to. */
  ListNode node(Child child, int level) {
    ListNode fresh = child.node;
    return fresh != null ? fresh : node(child.id, level);
  }

  ListNode node(long id, int level) {
    ListNode node = level == 0 ? leaves.get(id) : inners.get(id);
    if (node == null) {
      node = decoded(id, level, map.get(id));
      remember(id, node);
    }
    return node;
  }

  ListNode decoded(long id, int level, byte @Nullable [] bytes) {
    if (bytes == null) {
      throw new MissedException("node " + id + " is not there");
    }
    ListNode node = ListNode.decode(bytes, blocks);
    int found = node instanceof Inner inner ? inner.level : 0;
    if (found != level) {
      throw new CorruptStoreException(
          map.path() + ": node " + id + " has level " + found + ", expected " + level);
    }
    return node;
  }

  /** Keeps a node that a head refers to, if it is not large. */
  void remember(long id, ListNode node) {
    switch (node) {
      case Leaf leaf when leaf.block().size() < LARGE_BYTES -> leaves.put(id, leaf);
      case Leaf _ -> {}
      case Inner inner -> inners.put(id, inner);
    }
  }

  /** The leaf, or the tail, that has an element, and where it begins. */
  Place place(ListHead head, long index) {
    if (index >= head.treeCount()) {
      return new Place(head.treeCount(), head.tail());
    }
    long id = head.root();
    long start = 0;
    for (int level = head.level(); level > 0; level--) {
      Inner inner = (Inner) node(id, level);
      int child = inner.childAt(index - start);
      start += inner.start(child);
      id = inner.children[child].id;
    }
    return new Place(start, ((Leaf) node(id, 0)).block());
  }

  /**
   * Elements side by side.
   *
   * @param start index of the first one
   * @param block the elements
   */
  record Place(long start, Block block) {
    long end() {
      return start + block.count();
    }
  }

  /** What a change writes. */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  private record Written(
      List<Long> gone,
      Map<Long, byte[]> fresh,
      byte[] head,
      byte @Nullable [] retired,
      byte @Nullable [] events) {
    boolean fitsGroup() {
      return gone.size() + fresh.size() <= GROUP_MAX;
    }
  }

  private Written encoded(ListEdit edit) {
    List<Long> gone = retired(edit.before());
    Map<Long, byte[]> fresh = new LinkedHashMap<>();
    edit.store(fresh::put);
    return new Written(gone, fresh, edit.head(), edit.retiredApart(), edit.eventsApart());
  }

  /** Writes a change; its nodes first, then the head. */
  private void write(ListEdit edit) {
    Written written = encoded(edit);
    alone = latest != null && latest.revision() == edit.before().revision();
    boolean mayBeStrays = !alone || !written.fresh.isEmpty();
    latest = null;
    try {
      set(edit.before(), written);
    } catch (StoreFullException full) {
      removeStrays(full);
      throw full;
    }
    edit.keep();
    if (mayBeStrays) {
      removeStrays(edit::nextId);
    }
  }

  private void set(ListHead before, Written written) {
    if (inGroups && written.fitsGroup()) {
      store.atomically(group -> {
        writeAll(group, written);
        return null;
      });
      return;
    }
    long revision = writeNodes(before, written);
    if (written.retired == null && written.events == null) {
      writeHead(revision, written.head);
    } else {
      store.atomically(group -> {
        writeHead(group, written);
        return null;
      });
    }
  }

  /** Removes what writers left; the change is made, so who cannot do that leaves it, too. */
  private void removeStrays(LongSupplier nextId) {
    try {
      remove(StrayNodes.find(map, nextId.getAsLong()));
    } catch (RuntimeException _) {
      // the next change does
    }
  }

  /**
   * Removes what a change has left that failed before it was decided. Where it may have been, as
   * after an error of the machine, the next change does: this head may not be the last word.
   */
  void removeStrays(Throwable failure) {
    try {
      remove(StrayNodes.find(map, head().nextId()));
    } catch (Throwable e) {
      failure.addSuppressed(e);
    }
  }

  /** Removes what writers left, once a group is made in which this list was used. */
  void removeStrays() {
    removeStrays(() -> head().nextId());
  }

  /**
   * Adds a change to a group of others. Many nodes are written at once: nothing refers to them
   * before the group is made, and if it is not, the next change writes over them.
   */
  void writeIn(AtomicGroup group, ListEdit edit) {
    Written written = encoded(edit);
    if (written.fitsGroup()) {
      writeAll(group, written);
    } else {
      long _ = writeNodes(edit.before(), written);
      writeHead(group, written);
    }
  }

  private void writeAll(AtomicGroup group, Written written) {
    written.gone.forEach(id -> group.remove(map, id));
    written.fresh.forEach((id, node) -> group.put(map, id, node));
    writeHead(group, written);
  }

  /** Writes the nodes of a change by themselves; answers the revision of the head before. */
  private long writeNodes(ListHead before, Written written) {
    long revision = before.revision();
    if (revision == 0) {
      var target = new ByteWriter(16);
      before.writeTo(target, ListLayout.TELL_NOTHING);
      revision = putHead(0, target.toBytes());
    }
    remove(written.gone);
    map.putAll(written.fresh);
    return revision;
  }

  private void writeHead(long before, byte[] head) {
    latest = ListHead.decode(head, putHead(before, head), blocks);
  }

  private long putHead(long before, byte[] head) {
    long revision = map.putVersioned(ListLayout.HEAD, before, head);
    if (revision == 0) {
      throw new CorruptStoreException(
          map.path() + ": the head of the list was changed by somebody who had not locked it");
    }
    return revision;
  }

  /** The head comes behind the nodes: the entries of a group are set in this order. */
  private void writeHead(AtomicGroup group, Written written) {
    group.put(map, ListLayout.HEAD, written.head);
    if (written.retired != null) {
      group.put(map, ListLayout.RETIRED, written.retired);
    }
    if (written.events != null) {
      group.put(map, ListLayout.EVENTS, written.events); // the last one: see Change#place
    }
  }

  private void remove(List<Long> ids) {
    if (!inGroups) {
      ids.forEach(map::remove);
      return;
    }
    for (int i = 0; i < ids.size(); i += GROUP_MAX) {
      List<Long> some = ids.subList(i, Math.min(ids.size(), i + GROUP_MAX));
      store.atomically(group -> {
        some.forEach(id -> group.remove(map, id));
        return null;
      });
    }
  }

  private <R extends @Nullable Object> R exclusively(Supplier<? extends R> body) {
    return HeldLists.exclusively(store, map, body);
  }

  /** Makes up a change of what code of the user says, while the list is locked. */
  <R extends @Nullable Object> R changeHeld(Function<ListEdit, R> body) {
    return change(edit -> HeldLists.<R>holding(store, map, () -> body.apply(edit)));
  }

  /** Makes up a change and writes it, if there is anything to change. */
  <R extends @Nullable Object> R change(Function<ListEdit, R> body) {
    return exclusively(() -> changed(body));
  }

  /**
   * Puts one element behind the last one.
   *
   * @param otherwise does it where there is more to it than to set the head
   */
  void append(Block element, Function<ListEdit, Boolean> otherwise) {
    boolean _ = exclusively(() -> isAppended(element) || changed(otherwise));
  }

  /* Most elements only make the tail longer. Who set the head last knows it, and need not read it
   * again: it is set by its revision, and if somebody else has changed the list, it is not set, and
   * nothing else has been written. Where others change the list, too, it is not tried. */
  boolean isAppended(Block element) {
    ListHead before = latest;
    if (!alone || before == null || !before.takes(element)) {
      return false;
    }
    var target = new ByteWriter(64 + before.tail().size() + 2 * element.size());
    Block tail = before.writeAppended(target, element);
    long revision = map.putVersioned(ListLayout.HEAD, before.revision(), tail.bytes());
    alone = revision != 0;
    latest = alone ? before.appended(revision, tail) : null;
    return alone;
  }

  private <R extends @Nullable Object> R changed(Function<ListEdit, R> body) {
    try {
      var edit = new ListEdit(this, head());
      R result = body.apply(edit);
      if (edit.isChanged()) {
        write(edit);
      }
      return result;
    } catch (MissedException e) {
      throw missing(e);
    }
  }

  /** Makes a change and answers the head after it. */
  ListHead changeAndLook(Consumer<ListEdit> body) {
    return exclusively(() -> {
      ListHead before = head();
      try {
        var edit = new ListEdit(this, before);
        body.accept(edit);
        if (!edit.isChanged()) {
          return before;
        }
        write(edit);
        return head();
      } catch (MissedException e) {
        throw missing(e);
      }
    });
  }

  private CorruptStoreException missing(MissedException e) {
    return new CorruptStoreException(
        map.path() + ": " + e.getMessage() + ", though the head of the list refers to it");
  }

  /** The nodes that a head has retired, as far as they are still there. */
  private List<Long> retired(ListHead head) {
    long[] told = head.retired();
    if (told == null) {
      byte[] apart = map.get(ListLayout.RETIRED);
      var reader = new ByteReader(apart == null ? new byte[1] : apart);
      told = new long[reader.nextCount()];
      for (int i = 0; i < told.length; i++) {
        told[i] = reader.nextNumber();
      }
    }
    var ids = new ArrayList<Long>(told.length);
    for (long one : told) {
      if ((one & 1) == 0) {
        addTree(one >>> 1, ids);
      } else {
        ids.add(one >>> 1);
      }
    }
    return ids;
  }

  /** Adds the children first: whoever goes on after a kill finds the way to what is left. */
  private void addTree(long id, List<Long> ids) {
    byte[] bytes = map.get(id);
    if (bytes == null) {
      return;
    }
    if (ListNode.decode(bytes, blocks) instanceof Inner inner) {
      for (Child child : inner.children) {
        if (inner.level == 1) {
          ids.add(child.id);
        } else {
          addTree(child.id, ids);
        }
      }
    }
    ids.add(id);
  }
}
