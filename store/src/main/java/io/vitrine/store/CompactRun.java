package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Changes of a compact map whose entries take two words, which are made one after the other, in
 * their order, with one reservation of the log. For one thread at a time.
 *
 * <p>Each change is atomic by itself, as if it was made alone: it has its own record, its own
 * revision and its own intent. What they share are the locks of their segments, which are all taken
 * before the log is asked for room, so that the order of the log is that of the changes.
 */
final class CompactRun {
  /* To reserve a record is to take the end of the log from the writer before, which is what several
   * writers wait for most. The more changes share a reservation the less they wait; but the more
   * segments a thread has locked the more often another one waits for these.
   *
   * Locks are taken in the order of segments, as those of atomic groups are. A segment's lock is
   * given back with the last change in it. */

  /** How many changes go together at most. */
  static final int CHANGES_MAX = 8;

  private final long[] keys = new long[CHANGES_MAX];
  private final long[] values = new long[CHANGES_MAX];
  private final long[] hashes = new long[CHANGES_MAX];
  private final long[] tables = new long[CHANGES_MAX];
  private final long[] places = new long[CHANGES_MAX];
  private final long[] bytes = new long[CHANGES_MAX];
  private final long[] positions = new long[CHANGES_MAX];
  private final int[] segments = new int[CHANGES_MAX];

  /** The changes in the order of their segments. */
  private final int[] order = new int[CHANGES_MAX];

  /** Whether the lock of a change's segment is held for it: where it is the segment's last one. */
  private final boolean[] holds = new boolean[CHANGES_MAX];

  private int count;

  /** How many of the changes have been begun. */
  private int begun;

  /** Position of the record of the last change that was made together with others, 0 for none. */
  long position;

  boolean isFull() {
    return count == CHANGES_MAX;
  }

  boolean isEmpty() {
    return count == 0;
  }

  void clear() {
    count = 0;
  }

  /** Whether a key with this hash has its change already: another one belongs to the next run. */
  boolean has(long hash) {
    for (int i = 0; i < count; i++) {
      if (hashes[i] == hash) {
        return true;
      }
    }
    return false;
  }

  /** Adds a change; there is room for it. */
  void add(int segment, long hash, long key, long value) {
    int at = count++;
    segments[at] = segment;
    hashes[at] = hash;
    keys[at] = key;
    values[at] = value;
    int i = at;
    for (; i > 0 && segments[order[i - 1]] > segment; i--) {
      order[i] = order[i - 1];
    }
    order[i] = at;
  }

  /**
   * Makes the changes that the entries are fit for, and forgets all.
   *
   * @param task {@code PUT}, {@code PUT_IF_ABSENT} or {@code REMOVE}
   * @return how many were made
   */
  int make(CompactEngine engine, WordTask task) {
    position = 0;
    begun = 0;
    Arrays.fill(holds, false);
    Unended unended = engine.log().unended;
    @Nullable LogFile in = null;
    try {
      engine.checkWritable();
      look(engine);
      lock(engine);
      int changes = prepare(engine, task);
      long time = engine.records().timeNanos();
      if (changes > 0) {
        in = LogRun.reserve(engine.log(), bytes, positions, count);
        Step.RUN_SPLIT.reached();
      }
      for (int i = 0; i < count; i++) {
        begun = i + 1;
        if (in != null && bytes[i] != 0) {
          engine
              .words()
              .changeInRun(
                  in,
                  positions[i],
                  bytes[i],
                  time,
                  engine.file.segmentAt(segments[i]),
                  places[i],
                  hashes[i],
                  keys[i],
                  values[i],
                  task == WordTask.REMOVE);
          position = positions[i];
        }
        if (holds[i]) {
          engine.unlock(segments[i]);
          holds[i] = false;
        }
      }
      return changes;
    } catch (Throwable e) {
      if (in != null && begun > 0 && bytes[begun - 1] != 0) { // else made, or not begun
        engine.stranded.records[segments[begun - 1]] = positions[begun - 1];
      }
      try {
        repairAfter(engine, in != null, e);
      } catch (Throwable _) {
        // the rest is noted below, for which there need be neither heap nor stack
      }
      for (int i = 0; i < count; i++) {
        if (holds[i]) {
          engine.stranded.locks[segments[i]] = true;
          engine.stranded.isAny = true;
        }
        if (in != null && bytes[i] != 0 && i >= begun) {
          unended.positions[(int) (positions[i] >>> 3) & Unended.MASK] = positions[i];
        }
      }
      throw e;
    } finally {
      count = 0;
    }
  }

  /** Brings near what the changes will look at. */
  private void look(CompactEngine engine) {
    for (int i = 0; i < count; i++) {
      tables[i] = engine.look().table(engine.file.segmentAt(segments[i]));
    }
    for (int i = 0; i < count; i++) {
      places[i] = engine.look().place(tables[i], hashes[i], keys[i]);
    }
  }

  private void lock(CompactEngine engine) {
    for (int i = 0; i < count; i++) {
      if (i == 0 || segments[order[i]] != segments[order[i - 1]]) {
        int last = lastOf(i);
        engine.lock(segments[order[i]]);
        holds[last] = true; // nothing can be thrown between the lock and this
      }
    }
    engine.checkUsable();
  }

  /** The last change of the segment whose first change is at a place in the order. */
  private int lastOf(int first) {
    int last = first;
    while (last + 1 < count && segments[order[last + 1]] == segments[order[first]]) {
      last++;
    }
    return order[last];
  }

  /** Finds the entries, says which changes will be made, and makes room; how many there are. */
  private int prepare(CompactEngine engine, WordTask task) {
    boolean remove = task == WordTask.REMOVE;
    int changes = 0;
    for (int i = 0; i < count; i++) {
      places[i] = find(engine, i);
      boolean found = places[i] >= 0;
      boolean makes = task == WordTask.PUT || found == remove;
      bytes[i] = makes ? engine.records().bytes(!found, remove) : 0;
      changes += makes ? 1 : 0;
    }
    if (!remove) {
      makeRoom(engine);
    }
    return changes;
  }

  private long find(CompactEngine engine, int i) {
    MemorySegment memory = engine.file.mapped();
    long at = engine.file.segmentAt(segments[i]);
    return tables[i] == Memory.get(memory, at + SegmentLayout.TABLE)
            && engine.table().isStill(memory, places[i], keys[i])
        ? places[i]
        : engine.locate(memory, at, hashes[i], keys[i], memory);
  }

  /** Lets tables grow that have no room for what is to be inserted. */
  private void makeRoom(CompactEngine engine) {
    for (int i = 0, inserts = 0; i < count; i++) {
      int at = order[i];
      inserts += places[at] < 0 ? 1 : 0;
      if (i + 1 < count && segments[order[i + 1]] == segments[at]) {
        continue;
      }
      if (inserts > 0 && isGrown(engine, segments[at], inserts)) {
        findAgain(engine, segments[at]);
      }
      inserts = 0;
    }
  }

  private static boolean isGrown(CompactEngine engine, int segment, int inserts) {
    engine.checkCounters(engine.file.segmentAt(segment));
    return engine.makeRoom(segment, inserts);
  }

  private void findAgain(CompactEngine engine, int segment) {
    for (int i = 0; i < count; i++) {
      if (segments[i] == segment && places[i] >= 0) {
        places[i] = find(engine, i);
      }
    }
  }

  /** Puts in order what a failure has left, and gives the locks and the records back. */
  private void repairAfter(CompactEngine engine, boolean isReserved, Throwable failure) {
    for (int i = 0; i < count; i++) {
      if (holds[i]) {
        engine.mending.putInOrder(segments[i], failure);
        holds[i] = false;
      }
    }
    for (int i = begun; i < count && isReserved; i++) { // those before were told their segments
      if (bytes[i] != 0) {
        engine.log().close(positions[i], false);
        bytes[i] = 0;
      }
    }
  }
}
