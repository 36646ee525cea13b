package io.vitrine.store;

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
  private final CompactStage stage;
  private long untold;
  private int runs;
  private long made;

  CompactRuns(MappedMap<K, V> map, CompactEngine engine, Scratch scratch, WordTask task) {
    this.map = map;
    this.engine = engine;
    this.scratch = scratch;
    this.task = task;
    this.run = scratch.run();
    this.stage = scratch.stage();
    run.clear();
    stage.clear();
  }

  /** Whether an engine makes its changes so. */
  static boolean suit(MapEngine engine) {
    return engine instanceof CompactEngine compact && compact.shape().isSingle;
  }

  /** Adds a change; the value is null where it is to be removed. */
  void add(K key, @Nullable V value) {
    map.encodeKey(scratch, key);
    addEncoded(value);
  }

  /** Adds a change of the key that the scratch holds. */
  void addEncoded(@Nullable V value) {
    long keyWord = Memory.get(scratch.out, BlockLayout.KEY);
    if (task != WordTask.REMOVE) {
      map.encodeValue(scratch, Objects.requireNonNull(value, "value"));
    }
    long valueWord = task == WordTask.REMOVE ? 0 : engine.valueWord(scratch);
    if (run.isEmpty() && (!stage.isEmpty() || !engine.log().unlogged.areOver())) {
      addToStage(keyWord, valueWord);
    } else {
      addToRun(keyWord, valueWord);
    }
  }

  private void addToStage(long key, long value) {
    stage.add(scratch.hash, key, value);
    if (stage.isFull()) {
      made += stage.make(engine, task);
    }
  }

  private void addToRun(long key, long value) {
    if (run.isFull() || run.has(scratch.hash)) {
      makeRun();
    }
    run.add(engine.segmentOf(scratch.hash), scratch.hash, key, value);
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
      if (!stage.isEmpty()) {
        made += stage.make(engine, task);
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
