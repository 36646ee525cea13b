package io.vitrine.collections;

import io.vitrine.collections.ListNode.Inner;
import io.vitrine.collections.ListNode.Leaf;
import io.vitrine.store.Change;
import io.vitrine.store.CorruptStoreException;
import io.vitrine.store.EntryConsumer;
import io.vitrine.store.Nap;
import io.vitrine.store.Snapshot;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Tailer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a list at one revision, in order. For one thread.
 *
 * <p>How: the head at that revision leads to nodes that never change but may be removed during the
 * walk. The log tells of each removal, and what the node was.
 */
final class ListSnapshot<E> implements Snapshot<Long, E> {
  /** How long to wait for a writer that is about to finish its change. */
  private static final long UNFINISHED_NANOS = 50_000;

  private final ListNodes nodes;
  private final Blocks<E> blocks;
  private final Snapshot<Long, byte[]> place;
  private final ListHead head;
  private final ArrayDeque<Ahead> ahead = new ArrayDeque<>();

  /** Where the log begins to tell of the removal of a node: what it was may be much. */
  private final Map<Long, Long> removed = new HashMap<>();

  private @Nullable Tailer changes;
  private boolean tailTold;
  private long index;
  private long handedBytes;

  private record Ahead(long id, int level) {}

  private ListSnapshot(
      ListNodes nodes, Blocks<E> blocks, Snapshot<Long, byte[]> place, ListHead head) {
    this.nodes = nodes;
    this.blocks = blocks;
    this.place = place;
    this.head = head;
    if (head.root() != 0) {
      ahead.push(new Ahead(head.root(), head.level()));
    }
  }

  static <E> Snapshot<Long, E> take(ListNodes nodes, Blocks<E> blocks) {
    StoreMap<Long, byte[]> map = nodes.map();
    while (true) {
      Snapshot<Long, byte[]> place = map.snapshot(); // costs nothing unless it is walked over
      ListHead head = nodes.head();
      if (head.revision() <= place.revision()) {
        return new ListSnapshot<>(nodes, blocks, place, head);
      }
    }
  }

  @Override
  public long revision() {
    return place.revision();
  }

  @Override
  public Tailer tailer() {
    return place.tailer();
  }

  @Override
  public boolean next(EntryConsumer<? super Long, ? super E> consumer, int limit) {
    long end = index + limit;
    while (index < end && !ahead.isEmpty()) {
      Ahead next = ahead.pop();
      switch (node(next)) {
        case Leaf leaf -> tell(leaf.block(), consumer);
        case Inner inner -> {
          for (int i = inner.children.length - 1; i >= 0; i--) {
            ahead.push(new Ahead(inner.children[i].id, inner.level - 1));
          }
        }
      }
    }
    if (index < end && !tailTold) {
      tailTold = true;
      tell(head.tail(), consumer);
    }
    return !tailTold;
  }

  @Override
  public long handedBytes() {
    return handedBytes;
  }

  private void tell(Block block, EntryConsumer<? super Long, ? super E> consumer) {
    handedBytes += block.size();
    blocks.each(block, element -> consumer.accept(index++, element, 0));
  }

  private ListNode node(Ahead next) {
    Long place = removed.remove(next.id);
    if (place == null) {
      try {
        return nodes.node(next.id, next.level);
      } catch (ListNodes.MissedException _) {
        readRemoved();
        place = removed.remove(next.id);
      }
    }
    byte[] known = place == null ? null : removedAt(place, next.id);
    if (known == null) {
      throw new CorruptStoreException(
          nodes.map().path() + ": node " + next.id + " is neither there nor was it removed");
    }
    return nodes.decoded(next.id, next.level, known);
  }

  /** Reads of all nodes that have been removed until now. */
  private void readRemoved() {
    Tailer tailer = changes;
    if (tailer == null) {
      tailer = place.tailer();
      changes = tailer;
    }
    long end = nodes.reservedRevision();
    long[] place = {tailer.revision()};
    while (tailer.revision() < end) {
      int read =
          tailer.poll(
              change -> {
                if (isRemoval(change)) {
                  long id = ListChange.key(change);
                  if (id > 0 && id < head.nextId()) {
                    removed.put(id, place[0]);
                  }
                }
                place[0] = change.place();
                return true;
              },
              Integer.MAX_VALUE);
      if (read == 0 && tailer.revision() < end) {
        Nap.nanos(UNFINISHED_NANOS);
      }
    }
  }

  private boolean isRemoval(Change change) {
    return change.mapId() == nodes.map().id()
        && MapFeed.isOfEntry(change)
        && change.newLength() < 0
        && change.oldLength() >= 0;
  }

  /** What a node was, by the change behind a place of the log; null if that is none of it. */
  private byte @Nullable [] removedAt(long place, long id) {
    byte[][] found = new byte[1][];
    int _ =
        nodes
            .tailer(place)
            .poll(
                change -> {
                  if (isRemoval(change) && ListChange.key(change) == id) {
                    found[0] = ListChange.oldBytes(change);
                  }
                  return false;
                },
                1);
    return found[0];
  }
}
