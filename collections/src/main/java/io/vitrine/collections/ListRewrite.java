package io.vitrine.collections;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects what becomes of each element of a list in turn, to be made as one change. For one
 * thread.
 */
final class ListRewrite {
  /** Up to how many places are changed one by one rather than all written anew. */
  private static final int PLACES_MIN = 16;

  /** From which part of the elements on all are written anew. */
  private static final int PART = 256;

  private final Blocks<?> blocks;
  private final ByteWriter whole = new ByteWriter(1 << 10);
  private final List<ListRun> runs = new ArrayList<>();
  private int wholeCount;
  private long seen;
  private int kind;
  private long begin;
  private int count;
  private ByteWriter before = new ByteWriter(0);
  private ByteWriter after = new ByteWriter(0);

  ListRewrite(Blocks<?> blocks) {
    this.blocks = blocks;
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
    next.writeTo(whole);
    wholeCount++;
  }

  private void extend(int what, Block old) {
    if (kind != what) {
      end();
      kind = what;
      begin = wholeCount;
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
    if (runs.size() > Math.max(PLACES_MIN, seen / PART)) {
      edit.replaceAll(Blocks.block(whole, wholeCount), runs);
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
