package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the same kind of a compact map whose entries take two words, cut into runs, or into
 * stages while nobody has asked for the log. For one thread at a time.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
final class CompactRuns<K, V> {
  /** After so many runs the log is told: all changes since then wait for the disk together. */
  private static final int TOLD_RUNS = KeyBatch.STAGE_KEYS / CompactRun.CHANGES_MAX;

  private final MappedMap<K, V> map;
  private final CompactEngine engine;
  private final Scratch scratch;
  private final WordTask task;
  private final CompactRun run;
  private @Nullable CompactStage stage;

  /* Numbers of one word are taken as they are. */
  private final boolean hasLongKeys;
  private final boolean hasLongValues;

  private long untold;
  private int runs;
  private long made;

  CompactRuns(MappedMap<K, V> map, CompactEngine engine, Scratch scratch, WordTask task) {
    this.map = map;
    this.engine = engine;
    this.scratch = scratch;
    this.task = task;
    this.run = scratch.run();
    CompactShape shape = engine.shape();
    this.hasLongKeys = NumberWriter.isWord(map.keys, shape.keyBytes);
    this.hasLongValues = NumberWriter.isWord(map.values, shape.valueBytes);
    run.clear();
  }

  /** Whether an engine makes its changes so. */
  static boolean suit(MapEngine engine) {
    return engine instanceof CompactEngine compact && compact.shape().isSingle;
  }

  /** Adds a change of an entry; not to be called where entries are to be removed. */
  void add(K key, V value) {
    addKey(Objects.requireNonNull(key, "key"), valueWord(value));
  }

  /**
   * Adds a change.
   *
   * @param value the word that {@link #valueWord} told; any where the entry is to be removed
   */
  void addKey(K key, long value) {
    if (hasLongKeys) {
      addNumber((Long) Objects.requireNonNull(key, "key"), value);
    } else {
      map.encodeKey(scratch, key);
      add(scratch.hash, Memory.get(scratch.out, BlockLayout.KEY), value);
    }
  }

  /** Adds a change of a key that is a number of one word; a stage hashes it by itself. */
  private void addNumber(long key, long value) {
    if (stage != null || isStaged()) {
      addToStage(0, key, value);
    } else {
      addToRun(engine.hashOf(key), key, value);
    }
  }

  /** Adds the removal of an entry of which there is an image. */
  void addImage(MemorySegment images, long image) {
    long key = image + BlockLayout.KEY;
    long word = Memory.get(images, key);
    if (hasLongKeys) {
      addNumber(word, 0);
      return;
    }
    int bytes = engine.shape().keyBytes;
    long value = bytes == Long.BYTES ? word : word & ((1L << (Byte.SIZE * bytes)) - 1);
    add(MapEngine.spread(engine.file.hash.hash(images, key, bytes)), value, 0);
  }

  /** The word that holds a value in the map. */
  long valueWord(V value) {
    if (hasLongValues) {
      return (Long) Objects.requireNonNull(value, "value");
    }
    scratch.keyLength = engine.shape().keyBytes;
    map.encodeValue(scratch, Objects.requireNonNull(value, "value"));
    return engine.valueWord(scratch);
  }

  /** Adds a change of a key of one word. */
  void add(long hash, long key, long value) {
    if (stage != null || isStaged()) {
      addToStage(hash, key, value);
    } else {
      addToRun(hash, key, value);
    }
  }

  /** Whether a stage is begun for what follows. */
  private boolean isStaged() {
    if (!run.isEmpty() || engine.log().unlogged.areOver()) {
      return false;
    }
    stage = scratch.stage();
    stage.begin(hasLongKeys);
    return true;
  }

  private void addToStage(long hash, long key, long value) {
    CompactStage there = Objects.requireNonNull(stage);
    there.add(hash, key, value);
    if (there.isFull()) {
      stage = null;
      made += there.make(engine, task);
    }
  }

  private void addToRun(long hash, long key, long value) {
    if (run.isFull() || run.has(hash)) {
      makeRun();
    }
    run.add(engine.segmentOf(hash), hash, key, value);
  }

  private void makeRun() {
    made += run.make(engine, task);
    untold = run.position != 0 ? run.position : untold;
    if (++runs % TOLD_RUNS == 0) {
      tell();
    }
  }

  private void tell() {
    if (untold != 0) {
      long last = untold;
      untold = 0;
      engine.log().maintain(last);
    }
  }

  /** Makes what is left; to be called also where something has failed. */
  void end() {
    try {
      CompactStage there = stage;
      stage = null;
      if (there != null) {
        made += there.make(engine, task);
      }
      if (!run.isEmpty()) {
        makeRun();
      }
    } finally {
      tell();
    }
  }

  /** How many changes were made. */
  long made() {
    return made;
  }
}
