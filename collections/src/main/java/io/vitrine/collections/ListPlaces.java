package io.vitrine.collections;

import io.vitrine.collections.ListAccess.Exchanged;
import io.vitrine.collections.ListAccess.Page;
import io.vitrine.collections.ListAccess.Placed;
import io.vitrine.store.Content;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds places of a list that were seen at an earlier revision. Safe for any number of threads. */
final class ListPlaces<E> {
  private final ListNodes nodes;
  private final Blocks<E> blocks;
  private final ModelType<E> type;

  ListPlaces(ListNodes nodes, Blocks<E> blocks, ModelType<E> type) {
    this.nodes = nodes;
    this.blocks = blocks;
    this.type = type;
  }

  private static ListHead headAt(long revision) {
    if (revision < 0) {
      throw new IllegalArgumentException("revision is " + revision + ", expected 0 or more");
    }
    return new ListHead(revision, 0, 0, 0, 0, 0, null, Block.EMPTY);
  }

  /** Stands at a place of a list that had so many elements at least; at 0 it had none. */
  private ListCursor<E> cursor(long least, long place, long revision) {
    if (place < 0) {
      throw outOfBounds(place, -1);
    }
    if (revision == 0 && least > 0) {
      throw outOfBounds(place, 0);
    }
    return new ListCursor<>(nodes, blocks, type, headAt(revision), place);
  }

  private IndexOutOfBoundsException outOfBounds(long place, long count) {
    return new IndexOutOfBoundsException(
        nodes.map().path()
            + ": index "
            + place
            + (count < 0 ? " counts from the end, which needs the list as it is" : "")
            + (count < 0 ? "" : " is none of a list of " + count));
  }

  Page<E> page(int gap, int count, long bytesMax, long revision) {
    if (revision == ListAccess.NOW) {
      return nodes.read(head -> {
        long at = gap < 0 ? head.count() + 1 + gap : gap;
        if (at < 0 || at > head.count()) {
          throw outOfBounds(gap, head.count());
        }
        return page(head, at, count, bytesMax);
      });
    }
    ListCursor<E> cursor = cursor(gap, gap, revision);
    return nodes.read(head -> {
      cursor.moveTo(head);
      if (cursor.position() > head.count()) {
        throw outOfBounds(cursor.position(), head.count());
      }
      return page(head, cursor.position(), count, bytesMax);
    });
  }

  private Page<E> page(ListHead head, long gap, int count, long bytesMax) {
    long from = count < 0 ? Math.max(0, gap + count) : gap;
    long to = count < 0 ? gap : Math.min(head.count(), gap + count);
    var elements = new ArrayList<E>();
    long bytes = 0;
    if (count < 0) {
      var parts = new ArrayDeque<List<E>>();
      while (from < to && bytes < bytesMax) {
        var place = nodes.place(head, to - 1);
        long begin = Math.max(from, place.start());
        parts.addFirst(elements(place, begin, to));
        bytes += place.block().size();
        to = begin;
      }
      parts.forEach(elements::addAll);
      return page(head, to, elements);
    }
    for (long index = from; index < to && bytes < bytesMax; ) {
      var place = nodes.place(head, index);
      long end = Math.min(to, place.end());
      elements.addAll(elements(place, index, end));
      bytes += place.block().size();
      index = end;
    }
    return page(head, from, elements);
  }

  private List<E> elements(ListNodes.Place place, long from, long to) {
    Block block = place.block();
    return blocks.list(
        blocks.range(block, (int) (from - place.start()), (int) (to - place.start())));
  }

  private static <E> Page<E> page(ListHead head, long index, List<E> elements) {
    return new Page<>(head.revision(), head.structure(), (int) head.count(), (int) index, elements);
  }

  Placed set(int index, E element, long revision) {
    ListCursor<E> cursor = cursor(index + 1L, index, revision);
    cursor.takeLast();
    boolean alone = cursor.setLast(element);
    return placed(cursor, true, alone);
  }

  Placed insert(int gap, E element, long revision) {
    ListCursor<E> cursor = cursor(gap, gap, revision);
    boolean alone = cursor.insert(element);
    return new Placed(cursor.revision(), cursor.previousIndex(), true, alone);
  }

  Placed remove(int index, long revision) {
    ListCursor<E> cursor = cursor(index + 1L, index, revision);
    cursor.takeLast();
    boolean[] alone = {false};
    boolean removed = cursor.removeLast(alone);
    return placed(cursor, removed, alone[0]);
  }

  /** Again and again until the element is another than that which was seen, or was replaced. */
  Exchanged<E> exchange(LocalList<E> list, int index, E old, @Nullable E element) {
    E wanted = type.expected(old);
    E fitted = element == null ? null : type.fit(element);
    Block block = fitted == null ? Block.EMPTY : blocks.of(fitted);
    while (true) {
      Block seen = list.encoded(index, LocalList.ANY);
      E now = blocks.get(seen, 0);
      if (!Content.isEqual(wanted, now)) {
        return new Exchanged<>(false, now);
      }
      if (list.replace(index, LocalList.ANY, seen, block)) {
        return new Exchanged<>(true, fitted == null ? null : type.asRead(fitted));
      }
    }
  }

  private Placed placed(ListCursor<E> cursor, boolean done, boolean alone) {
    return new Placed(cursor.revision(), cursor.nextIndex(), done, alone);
  }
}
