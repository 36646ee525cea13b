package io.vitrine.collections;

import io.vitrine.store.Change;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Finds the changes of a list among those of its map. Stateless, safe for any thread. */
final class ListChange {
  private static final ValueLayout.OfLong KEY =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private ListChange() {}

  static long key(Change change) {
    return change.source().get(KEY, change.keyOffset());
  }

  /** Whether a change of the list's map tells of changes of the list. */
  static boolean tells(Change change) {
    if (!MapFeed.isOfEntry(change) || change.newLength() <= ListLayout.WHAT) {
      return false;
    }
    long key = key(change);
    if (key == ListLayout.EVENTS) {
      return true;
    }
    if (key != ListLayout.HEAD) {
      return false;
    }
    int what = change.source().get(ValueLayout.JAVA_BYTE, change.newOffset() + ListLayout.WHAT);
    return what != ListLayout.TELL_NOTHING && what != ListLayout.TELL_APART;
  }

  /** What a change that {@link #tells} tells, in order. */
  static List<ListRun> runs(Change change, Blocks<?> blocks) {
    byte[] bytes = newBytes(change);
    var reader = new ByteReader(bytes);
    if (key(change) == ListLayout.HEAD) {
      ListHead.read(reader, change.revision(), blocks);
      List<ListRun> runs = List.of(ListRun.read(reader, blocks));
      Blocks.expectEnd(reader);
      return runs;
    }
    reader.nextNumber();
    var runs = new ArrayList<ListRun>();
    while (reader.at() < reader.end()) {
      runs.add(ListRun.read(reader, blocks));
    }
    return runs;
  }

  static byte[] newBytes(Change change) {
    return bytes(change, change.newOffset(), change.newLength());
  }

  static byte[] oldBytes(Change change) {
    return bytes(change, change.oldOffset(), change.oldLength());
  }

  private static byte[] bytes(Change change, long offset, long length) {
    var copy = new byte[Math.toIntExact(length)];
    MemorySegment.copy(change.source(), ValueLayout.JAVA_BYTE, offset, copy, 0, copy.length);
    return copy;
  }
}
