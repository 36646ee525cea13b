package io.vitrine.collections;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects what becomes of each element of a list in turn, to be made as one change. For one
 * thread.
 */
final class ListRewrite {
  /* Where much changes, all from the first element that does is written anew. What stays before
   * it is never copied, and the copy is given up once it is more than a call may have: the changes
   * are made one by one then, however many they are. */

  /** Up to how many places are changed one by one rather than all written anew. */
  private static final int PLACES_MIN = 16;

  /** From which part of the elements on all are written anew. */
  private static final int PART = 256;

  private final Blocks<?> blocks;
  private final int bytesMax;
  private final List<ListRun> runs = new ArrayList<>();
  private @Nullable ByteWriter anew = new ByteWriter(0);
  private int anewCount;
  private long first;
  private long seen;
  private long kept;
  private int kind;
  private long begin;
  private int count;
  private ByteWriter before = new ByteWriter(0);
  private ByteWriter after = new ByteWriter(0);

  ListRewrite(Blocks<?> blocks) {
    this(blocks, Blocks.BYTES_MAX);
  }

  ListRewrite(Blocks<?> blocks, int bytesMax) {
    this.blocks = blocks;
    this.bytesMax = bytesMax;
  }

  /**
   * Notes what becomes of the next element.
   *
   * @param old the element
   * @param next what takes its place, null if it is removed
   */
  void add(Block old, @Nullable Block next) {
    seen++;
    if (next == null) {
      extend(ListLayout.REMOVED, old);
      return;
    }
    if (blocks.same(old, next)) {
      end();
    } else {
      extend(ListLayout.UPDATED, old);
      next.writeTo(after);
    }
    if (kind != 0 || !runs.isEmpty()) {
      writeAnew(next);
    }
    kept++;
  }

  private void writeAnew(Block next) {
    if (anew != null && anew.size() + (long) next.size() <= bytesMax) {
      next.writeTo(anew);
      anewCount++;
    } else {
      anew = null;
    }
  }

  private void extend(int what, Block old) {
    if (kind != what) {
      end();
      kind = what;
      begin = kept;
      if (runs.isEmpty()) {
        first = kept;
      }
    }
    old.writeTo(before);
    count++;
  }

  private void end() {
    if (kind != 0) {
      Block replaced = Blocks.block(before, count);
      runs.add(
          kind == ListLayout.REMOVED
              ? ListRun.removed(begin, replaced)
              : ListRun.updated(begin, replaced, Blocks.block(after, count)));
      kind = 0;
      count = 0;
      before = new ByteWriter(0);
      after = new ByteWriter(0);
    }
  }

  /** Whether anything changes; after the last element. */
  boolean isChange() {
    end();
    return !runs.isEmpty();
  }

  /** Makes the changes; the list must be as it was looked at. */
  void applyTo(ListEdit edit) {
    if (anew != null && runs.size() > Math.max(PLACES_MIN, seen / PART)) {
      edit.replaceFrom(first, Blocks.block(anew, anewCount), runs);
      return;
    }
    for (ListRun run : runs) {
      if (run.kind() == ListLayout.REMOVED) {
        edit.remove(run.index(), run.index() + run.count());
      } else {
        edit.update(run.index(), run.after());
      }
    }
  }
}
