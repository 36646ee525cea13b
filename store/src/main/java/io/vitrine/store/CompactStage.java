package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Changes of a compact map whose entries take two words, which are made segment by segment while
 * nobody has asked for the log. For one thread at a time.
 *
 * <p>Each change is atomic by itself, as if it was made alone: it has its own revision and its own
 * intent. Those of a segment are made in the order in which they were added, under one lock.
 */
final class CompactStage {
  /* What several writers wait for most are the lines that each takes from the others, those of the
   * segments' locks among them. The changes of a segment share its lock, and the more changes there
   * are at a time the more of them lie in one segment. Nobody sees in which order those of
   * different segments are made but who reads one of them and then another, to whom they could be
   * the changes of several threads: no log tells of them.
   *
   * Those of a segment that follow each other take their revisions together, since the word that
   * counts these is another such line. Who walks over a map at a revision waits for the intents of
   * segments, see MappedSnapshot: so there is one from before the revisions are taken until the
   * last change is made, which between two of them names no line. */

  /** How many changes go together at most: four in each segment of a map by default. */
  static final int CHANGES_MAX = 4 * MapOptions.DEFAULT_SEGMENTS;

  /** For so many changes at a time what they will look at is brought near. */
  private static final int LOOKED_AT = 32;

  /** So few are put in order by inserting them. */
  private static final int FEW = 16;

  private static final int BUCKETS_LOG = 8;

  private final long[] keys = new long[CHANGES_MAX];
  private final long[] values = new long[CHANGES_MAX];
  private final long[] hashes = new long[CHANGES_MAX];

  /** The changes in the order in which they are made: those of a segment side by side. */
  private final int[] order = new int[CHANGES_MAX];

  /** How many changes lie in segments before those of a bucket, then where its next one goes. */
  private final int[] starts = new int[(1 << BUCKETS_LOG) + 1];

  private final long[] tables = new long[LOOKED_AT];
  private final long[] places = new long[LOOKED_AT];

  /** Whether a place, or that there is none, was found under the lock, and holds for its table. */
  private final boolean[] located = new boolean[LOOKED_AT];

  private int count;
  private long made;

  /** Takes what was read to bring it near, so that no compiler thinks it was read in vain. */
  long sink;

  boolean isFull() {
    return count == CHANGES_MAX;
  }

  boolean isEmpty() {
    return count == 0;
  }

  void clear() {
    count = 0;
  }

  /** Adds a change; there is room for it. */
  void add(long hash, long key, long value) {
    hashes[count] = hash;
    keys[count] = key;
    values[count] = value;
    count++;
  }

  /**
   * Makes the changes that the entries are fit for, and forgets all. Where something is thrown,
   * some may be made, each as a whole.
   *
   * @param task {@code PUT}, {@code PUT_IF_ABSENT} or {@code REMOVE}
   * @return how many were made
   */
  long make(CompactEngine engine, WordTask task) {
    made = 0;
    try {
      engine.checkWritable();
      engine.log().checkMayWait();
      sort(engine);
      for (int from = 0; from < count; from += LOOKED_AT) {
        makeSome(engine, task, from, Math.min(from + LOOKED_AT, count));
      }
      return made;
    } finally {
      count = 0;
    }
  }

  /** Puts the changes in the order of their segments; those of one keep theirs. */
  private void sort(CompactEngine engine) {
    if (count <= FEW) {
      sortFew(engine);
      return;
    }
    int log = Integer.numberOfTrailingZeros(engine.file.segments);
    int shift = Math.max(0, log - BUCKETS_LOG);
    Arrays.fill(starts, 0);
    for (int i = 0; i < count; i++) {
      starts[(engine.segmentOf(hashes[i]) >>> shift) + 1]++;
    }
    for (int bucket = 1; bucket < starts.length; bucket++) {
      starts[bucket] += starts[bucket - 1];
    }
    for (int i = 0; i < count; i++) {
      order[starts[engine.segmentOf(hashes[i]) >>> shift]++] = i;
    }
  }

  private void sortFew(CompactEngine engine) {
    for (int i = 0; i < count; i++) {
      int segment = engine.segmentOf(hashes[i]);
      int at = i;
      for (; at > 0 && segmentAt(engine, at - 1) > segment; at--) {
        order[at] = order[at - 1];
      }
      order[at] = i;
    }
  }

  private void makeSome(CompactEngine engine, WordTask task, int from, int to) {
    look(engine, from, to);
    for (int first = from, next; first < to; first = next) {
      int segment = segmentAt(engine, first);
      next = first + 1;
      while (next < to && segmentAt(engine, next) == segment) {
        next++;
      }
      makeInSegment(engine, task, segment, from, first, next);
    }
  }

  private int segmentAt(CompactEngine engine, int index) {
    return engine.segmentOf(hashes[order[index]]);
  }

  /** Finds where the keys seem to be, before any lock is taken. */
  private void look(CompactEngine engine, int from, int to) {
    for (int i = from; i < to; i++) {
      tables[i - from] = engine.look().table(engine.file.segmentAt(segmentAt(engine, i)));
    }
    for (int i = from; i < to; i++) {
      sink ^= engine.look().touch(tables[i - from], hashes[order[i]]);
    }
    Arrays.fill(located, false);
    for (int i = from; i < to; i++) {
      int change = order[i];
      places[i - from] = engine.look().place(tables[i - from], hashes[change], keys[change]);
    }
  }

  /**
   * Makes changes in a segment.
   *
   * @param base the first change that was looked at together with these
   */
  private void makeInSegment(
      CompactEngine engine, WordTask task, int segment, int base, int first, int next) {
    long at = engine.file.segmentAt(segment);
    long position = 0;
    engine.lock(segment);
    try {
      engine.checkUsable();
      int fits = next - first > 1 ? countFits(engine, task, at, base, first, next) : 1;
      long revision = fits > 1 ? beginRun(engine, at, fits) : -1;
      for (int i = first; i < next; i++) {
        long place = find(engine, at, base, i);
        if (isFit(task, place >= 0)) {
          if (revision >= 0) {
            revision += UnloggedRevisions.STEP;
            changeInRun(engine, task, segment, at, place, order[i], revision);
          } else {
            position = change(engine, task, segment, at, place, order[i]);
          }
        }
      }
      if (revision >= 0) {
        endRun(engine, at);
      }
      engine.unlock(segment);
    } catch (Throwable e) {
      try {
        engine.mending.putInOrder(segment, e);
      } catch (Throwable _) { // there may be no stack even for a call
        engine.stranded.locks[segment] = true;
        engine.stranded.isAny = true;
      }
      throw e;
    }
    if (position != 0) {
      engine.log().maintain(position);
    }
  }

  /** How many changes of a segment will be made; 0 where that depends on those before. */
  private int countFits(
      CompactEngine engine, WordTask task, long at, int base, int first, int next) {
    if (task == WordTask.PUT) {
      return next - first;
    }
    int fits = 0;
    for (int i = first; i < next; i++) {
      for (int before = first; before < i; before++) {
        if (keys[order[before]] == keys[order[i]]) {
          Arrays.fill(located, first - base, next - base, false);
          return 0;
        }
      }
      fits += isFit(task, find(engine, at, base, i) >= 0) ? 1 : 0;
      located[i - base] = true;
    }
    return fits;
  }

  private static boolean isFit(WordTask task, boolean found) {
    return task == WordTask.PUT || found == (task == WordTask.REMOVE);
  }

  /** Makes a change; the position of its record, less than 0 if it has none. */
  private long change(
      CompactEngine engine, WordTask task, int segment, long at, long found, int change) {
    boolean remove = task == WordTask.REMOVE;
    made++;
    return engine.changeWord(
        segment, at, found, hashes[change], keys[change], values[change], remove);
  }

  /**
   * Begins a run of changes of a segment, under its lock. Till its end the intent says that some
   * may not be made yet whose revisions are taken.
   *
   * @return the revision before the first of the run; less than 0 if the log has to tell of them
   */
  private static long beginRun(CompactEngine engine, long at, int changes) {
    MemorySegment memory = engine.file.memory();
    Memory.set(memory, at + SegmentLayout.INTENT_RECORD, 0);
    Memory.setRelease(memory, at + SegmentLayout.INTENT_SLOT, SegmentLayout.RUN);
    Step.INTENT_SET.reached();
    long last = engine.log().unlogged.take(changes);
    if (last == 0) {
      endRun(engine, at);
      return -1;
    }
    Step.REVISION_TAKEN.reached();
    return last - changes * UnloggedRevisions.STEP;
  }

  private static void endRun(CompactEngine engine, long at) {
    Memory.setRelease(engine.file.memory(), at + SegmentLayout.INTENT_SLOT, 0);
    Step.INTENT_CLEARED.reached();
  }

  private void changeInRun(
      CompactEngine engine,
      WordTask task,
      int segment,
      long at,
      long found,
      int change,
      long revision) {
    boolean insert = found < 0;
    boolean remove = task == WordTask.REMOVE;
    long place = insert ? engine.makePlace(segment, at, hashes[change]) : found;
    if (insert || remove) {
      engine.checkCounters(at);
    }
    MemorySegment memory = engine.file.memory();
    engine.noteIntent(memory, at, place);
    made++;
    engine.setWord(memory, at, place, keys[change], values[change], revision, remove);
    engine.finish(memory, at, place, insert, remove, SegmentLayout.RUN);
  }

  /** The place of a change's key under the lock, negative for none. */
  private long find(CompactEngine engine, long at, int base, int index) {
    MemorySegment memory = engine.file.mapped();
    int change = order[index];
    int seen = index - base;
    long table = Memory.get(memory, at + SegmentLayout.TABLE);
    if (located[seen] && tables[seen] == table) {
      return places[seen];
    }
    if (tables[seen] != table || !engine.table().isStill(memory, places[seen], keys[change])) {
      tables[seen] = table;
      places[seen] = engine.locate(memory, at, hashes[change], keys[change], memory);
    }
    return places[seen];
  }
}
