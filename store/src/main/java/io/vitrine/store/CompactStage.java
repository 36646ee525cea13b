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
   * counts these is another such line. */

  /** How many changes go together at most: sixteen in each segment of a map by default. */
  static final int CHANGES_MAX = 16 * MapOptions.DEFAULT_SEGMENTS;

  private static final int CHANGES_FIRST = 64;
  private static final int CHANGES_KEPT = 1024;

  /** For so many changes at a time what they will look at is brought near. */
  private static final int LOOKED_AT = 64;

  /** How many changes of a segment are counted together at most. */
  static final int RUN_MAX = LOOKED_AT;

  /** So few are put in order by inserting them. */
  private static final int FEW = 16;

  private static final int BUCKETS_LOG = 8;

  /* The changes as they were added. */
  private long[] addedHashes = new long[CHANGES_FIRST];
  private long[] addedKeys = new long[CHANGES_FIRST];
  private long[] addedValues = new long[CHANGES_FIRST];

  /* In the order in which they are made: those of a segment side by side. */
  private long[] hashes = new long[CHANGES_FIRST];
  private long[] keys = new long[CHANGES_FIRST];
  private long[] values = new long[CHANGES_FIRST];

  /** How many changes lie in segments before those of a bucket, then where its next one goes. */
  private final int[] starts = new int[(1 << BUCKETS_LOG) + 1];

  private final long[] places = new long[LOOKED_AT];

  private int count;
  private boolean hasNumbers;
  private long made;

  /** Position of the last record of a segment, 0 for none. */
  private long position;

  /** Takes what was read to bring it near, so that no compiler thinks it was read in vain. */
  long sink;

  boolean isFull() {
    return count == CHANGES_MAX;
  }

  /**
   * Forgets all.
   *
   * @param numbers whether the keys that follow are numbers of one word
   */
  void begin(boolean numbers) {
    count = 0;
    hasNumbers = numbers;
  }

  /**
   * Adds a change; there is room for it.
   *
   * @param hash of the key; not looked at where keys are numbers
   */
  void add(long hash, long key, long value) {
    if (count == addedValues.length) { // the last that grow, if there is no memory for all
      grow();
    }
    if (!hasNumbers) {
      addedHashes[count] = hash;
    }
    addedKeys[count] = key;
    addedValues[count] = value;
    count++;
  }

  private void grow() {
    int room = Math.min(CHANGES_MAX, 2 * count);
    addedHashes = Arrays.copyOf(addedHashes, room);
    addedKeys = Arrays.copyOf(addedKeys, room);
    addedValues = Arrays.copyOf(addedValues, room);
  }

  /** Whether it has more room than is kept for later. */
  boolean isLarge() {
    return addedKeys.length > CHANGES_KEPT;
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
      if (values.length < count) {
        hashes = new long[addedKeys.length];
        keys = new long[addedKeys.length];
        values = new long[addedKeys.length];
      }
      if (hasNumbers) {
        hash(engine);
      }
      sort(engine);
      for (int from = 0; from < count; from += LOOKED_AT) {
        makeSome(engine, task, from, Math.min(from + LOOKED_AT, count));
      }
      return made;
    } finally {
      count = 0;
    }
  }

  /* Not as they are added: the objects that they come from are seldom near, and the processor waits
   * for as many of them at once as it can look ahead. */
  private void hash(CompactEngine engine) {
    for (int i = 0; i < count; i++) {
      addedHashes[i] = engine.hashOf(addedKeys[i]);
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
      starts[(engine.segmentOf(addedHashes[i]) >>> shift) + 1]++;
    }
    for (int bucket = 1; bucket < starts.length; bucket++) {
      starts[bucket] += starts[bucket - 1];
    }
    for (int i = 0; i < count; i++) {
      take(i, starts[engine.segmentOf(addedHashes[i]) >>> shift]++);
    }
  }

  private void take(int added, int at) {
    hashes[at] = addedHashes[added];
    keys[at] = addedKeys[added];
    values[at] = addedValues[added];
  }

  private void sortFew(CompactEngine engine) {
    for (int i = 0; i < count; i++) {
      int segment = engine.segmentOf(addedHashes[i]);
      int at = i;
      for (; at > 0 && engine.segmentOf(hashes[at - 1]) > segment; at--) {
        hashes[at] = hashes[at - 1];
        keys[at] = keys[at - 1];
        values[at] = values[at - 1];
      }
      take(i, at);
    }
  }

  private void makeSome(CompactEngine engine, WordTask task, int from, int to) {
    look(engine, from, to);
    for (int first = from, next; first < to; first = next) {
      int segment = engine.segmentOf(hashes[first]);
      next = first + 1;
      while (next < to && engine.segmentOf(hashes[next]) == segment) {
        next++;
      }
      makeInSegment(engine, task, segment, first, next);
    }
  }

  /** Brings near the lines where the keys seem to be, before any lock is taken. */
  private void look(CompactEngine engine, int from, int to) {
    MapFile file = engine.file;
    MemorySegment memory = Memory.known(file.memory());
    try {
      long table = 0;
      for (int i = from, last = -1; i < to; i++) {
        int segment = engine.segmentOf(hashes[i]);
        table = segment == last ? table : file.table(memory, file.segmentAt(segment));
        last = segment;
        places[i - from] = table == 0 ? 0 : WordLines.home(table, hashes[i]);
      }
      long seen = 0;
      for (int i = 0; i < to - from; i++) { // nothing else, so that many misses are under way
        seen ^= WordLines.touch(memory, places[i]);
      }
      sink ^= seen;
    } catch (IndexOutOfBoundsException e) {
      // somebody moves things about, or they are damaged: the lock will tell
    } catch (IllegalStateException e) {
      file.checkReplaced(memory, e);
    }
  }

  private void makeInSegment(
      CompactEngine engine, WordTask task, int segment, int first, int next) {
    position = 0;
    engine.lock(segment);
    try {
      engine.checkUsable();
      for (int from = first, to; from < next; from = to) {
        to = task == WordTask.PUT ? next : endOfRun(from, next);
        makeRun(engine, task, segment, from, to);
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

  /** Where changes end of which none depends on one before: those of one key each. */
  private int endOfRun(int from, int next) {
    int to = from;
    for (long seen = 0; to < next; to++) {
      long bit = 1L << (hashes[to] >>> 58); // the lowest ones are those of the segment
      if ((seen & bit) != 0 && isAmong(from, to)) {
        break;
      }
      seen |= bit;
    }
    return to;
  }

  private boolean isAmong(int from, int index) {
    long key = keys[index];
    for (int i = from; i < index; i++) {
      if (keys[i] == key) {
        return true;
      }
    }
    return false;
  }

  /** Makes changes in a segment: of different keys, or such that set each a value anyway. */
  private void makeRun(CompactEngine engine, WordTask task, int segment, int from, int to) {
    long at = engine.file.segmentAt(segment);
    int found = find(engine, at, from, to);
    boolean remove = task == WordTask.REMOVE;
    int inserts = remove ? 0 : to - from - found;
    int fits = task == WordTask.PUT ? to - from : remove ? found : inserts;
    if (inserts > 1 && task == WordTask.PUT && engine.table().isDue(segment, inserts)) {
      inserts = countAbsent(from, to);
    }
    if (fits == 0) {
      return;
    }
    if (inserts > 0 || remove) {
      engine.checkCounters(at);
    }
    if (inserts > 0 && engine.makeRoom(segment, inserts)) {
      find(engine, at, from, to);
    }
    long before = engine.words().begin(at, fits);
    if (before < 0) {
      makeLogged(engine, task, segment, from, to);
      return;
    }
    MemorySegment memory = engine.file.memory();
    long table = Memory.get(memory, at + SegmentLayout.TABLE);
    long salt = engine.file.salt;
    int entries = 0;
    int gone = 0;
    for (int i = from; i < to; i++) {
      long place = places[i - from];
      if (isFit(task, place >= 0)) {
        boolean insert = place < 0;
        if (insert && place < WordLines.NO_ROOM && WordLines.isEmpty(memory, ~place)) {
          place = ~place;
        } else if (insert) {
          place = placeOf(engine, memory, table, i);
          insert = WordLines.isEmpty(memory, place);
        }
        made++;
        before += UnloggedRevisions.STEP;
        boolean isGone =
            WordLines.change(memory, at, place, keys[i], values[i], before, salt, remove);
        int more = insert ? 1 : remove ? -1 : 0;
        entries += more;
        gone -= isGone ? more : 0;
      }
    }
    engine.words().end(at, entries, gone);
  }

  /** Finds where the keys are; how many there are. */
  private int find(CompactEngine engine, long at, int from, int to) {
    MemorySegment memory = Memory.known(engine.file.mapped());
    long table = engine.table().checkedTable(memory, at);
    long salt = engine.file.salt;
    long[] hashesHere = hashes; // else they are looked for anew behind each call
    long[] keysHere = keys;
    long[] placesHere = places;
    int found = 0;
    try {
      for (int i = from; i < to; i++) {
        long hash = hashesHere[i];
        long key = keysHere[i];
        long place = WordLines.find(memory, table, hash, key, salt);
        if (place == CompactTable.BUSY) { // what is damaged is for the engine to tell
          place = engine.locate(memory, at, hash, key, memory);
        }
        placesHere[i - from] = place;
        found += place >= 0 ? 1 : 0;
      }
      return found;
    } catch (IndexOutOfBoundsException e) {
      throw engine.beyondFile(at, e);
    }
  }

  /** How many different keys are not there. */
  private int countAbsent(int from, int to) {
    int absent = 0;
    for (int i = from; i < to; i++) {
      absent += places[i - from] < 0 && !isAmong(from, i) ? 1 : 0;
    }
    return absent;
  }

  private static boolean isFit(WordTask task, boolean found) {
    return task == WordTask.PUT || found == (task == WordTask.REMOVE);
  }

  /** A place for a key that was not found: a change before may have taken its own, or set it. */
  private long placeOf(CompactEngine engine, MemorySegment memory, long table, int index) {
    long again = WordLines.find(memory, table, hashes[index], keys[index], engine.file.salt);
    return again >= 0 ? again : engine.table().makePlace(memory, table, hashes[index]);
  }

  /** Makes changes one by one, of which the log has to tell from now on. */
  private void makeLogged(CompactEngine engine, WordTask task, int segment, int from, int to) {
    long at = engine.file.segmentAt(segment);
    for (int i = from; i < to; i++) {
      long hash = hashes[i];
      long key = keys[i];
      MemorySegment memory = engine.file.mapped();
      long place = engine.locate(memory, at, hash, key, memory);
      if (isFit(task, place >= 0)) {
        boolean remove = task == WordTask.REMOVE;
        made++;
        position = engine.words().change(segment, at, place, hash, key, values[i], remove);
      }
    }
  }
}
