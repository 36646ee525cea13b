package io.vitrine.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a map that are given several keys. Safe for any number of threads.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
final class SeveralKeys<K, V> {
  private final MappedMap<K, V> map;
  private final MapEngine engine;
  private final ScratchPool scratches;

  SeveralKeys(MappedMap<K, V> map, ScratchPool scratches) {
    this.map = map;
    this.engine = map.engine();
    this.scratches = scratches;
  }

  Map<K, V> getAll(Collection<? extends K> wanted) {
    Map<K, V> found = LinkedHashMap.newLinkedHashMap(wanted.size());
    getSome(wanted, Long.MAX_VALUE, found);
    return found;
  }

  /** Looks up keys until the values take more than so many bytes; answers how many keys. */
  int getSome(Collection<? extends K> wanted, long bytesMax, Map<K, V> found) {
    engine.checkUsable(); // also where there is no key
    long bytes = 0;
    int looked = 0;
    Scratch scratch = scratches.take();
    try {
      KeyBatch batch = scratch.batch();
      var stage = new ArrayList<K>(Math.min(wanted.size(), KeyBatch.STAGE_KEYS));
      for (Iterator<? extends K> rest = wanted.iterator(); rest.hasNext(); ) {
        batch.clear();
        stage.clear();
        while (rest.hasNext() && stage.size() < KeyBatch.STAGE_KEYS) {
          K key = rest.next();
          map.addKey(batch, scratch, key);
          stage.add(key);
        }
        batch.touch(engine, 0, false);
        for (int i = 0; i < stage.size(); i++) {
          looked++;
          bytes += look(batch, i, scratch, stage.get(i), found);
          if (bytes > bytesMax) {
            return looked;
          }
        }
      }
    } finally {
      scratches.give(scratch);
    }
    return looked;
  }

  /** Looks one of the keys up, and puts what it finds among the others; how many bytes it is. */
  @SuppressWarnings("unchecked") // there are arrays where the map's values are such
  private long look(KeyBatch batch, int index, Scratch scratch, K key, Map<K, V> found) {
    BytesReader direct = map.direct(true);
    byte[] value = direct == null ? null : direct.read(batch.word(index), null);
    if (value != null) {
      if (BytesReader.isAbsent(value)) {
        return 0;
      }
      found.put(key, (V) value);
      return value.length;
    }
    batch.take(index, scratch);
    if (!engine.read(scratch)) {
      return 0;
    }
    found.put(key, map.valueOf(scratch.in, 0));
    return scratch.inValueLength();
  }

  void putAll(Map<? extends K, ? extends V> entries) {
    engine.checkWritable(); // also where there is no entry
    Scratch scratch = scratches.take();
    try {
      if (CompactRuns.suit(engine)) {
        var runs = new CompactRuns<>(map, (CompactEngine) engine, scratch, WordTask.PUT);
        try {
          for (Map.Entry<? extends K, ? extends V> entry : entries.entrySet()) {
            runs.add(entry.getKey(), entry.getValue());
          }
        } finally {
          runs.end();
        }
        return;
      }
      KeyBatch batch = scratch.batch();
      var stage = new ArrayList<V>(Math.min(entries.size(), KeyBatch.STAGE_KEYS));
      for (var rest = entries.entrySet().iterator(); rest.hasNext(); ) {
        batch.clear();
        stage.clear();
        while (rest.hasNext() && stage.size() < KeyBatch.STAGE_KEYS) {
          Map.Entry<? extends K, ? extends V> entry = rest.next();
          map.encodeKey(scratch, entry.getKey());
          batch.add(scratch);
          stage.add(entry.getValue());
        }
        putStage(scratch, batch, stage);
      }
    } finally {
      scratches.give(scratch);
    }
  }

  /**
   * Sets the value of a key of a batch; the caller tells the log of the last one, by {@code
   * scratch.position}, if it is not 0.
   */
  static <K, V> void put(MappedMap<K, V> map, KeyBatch batch, int index, Scratch scratch, V value) {
    DirectWriter writer = map.writer();
    if (writer != null && writer.putAmongOthers(batch.word(index), value, scratch.sighting)) {
      scratch.position = 0;
      return;
    }
    batch.take(index, scratch);
    map.encodeValue(scratch, value);
    map.engine().updateAmongOthers(scratch, Condition.ANY, 0, false, false);
  }

  private void putStage(Scratch scratch, KeyBatch keysOfStage, List<V> stage) {
    keysOfStage.touch(engine, 0, true);
    long last = 0;
    try {
      for (int i = 0; i < stage.size(); i++) {
        put(map, keysOfStage, i, scratch, stage.get(i));
        last = scratch.position != 0 ? scratch.position : last;
      }
    } finally {
      if (last != 0) {
        engine.log().maintain(last);
      }
    }
  }

  long putAllIfAbsent(Collection<? extends K> wanted, V value) {
    return updateAll(wanted, value, WordTask.PUT_IF_ABSENT);
  }

  long removeAll(Collection<? extends K> wanted) {
    return updateAll(wanted, null, WordTask.REMOVE);
  }

  /** Sets a value where there is none, or removes what is there; says how many were changed. */
  private long updateAll(Collection<? extends K> wanted, @Nullable V value, WordTask task) {
    engine.checkWritable(); // also where there is no key
    Scratch scratch = scratches.take();
    try {
      if (CompactRuns.suit(engine)) {
        var runs = new CompactRuns<>(map, (CompactEngine) engine, scratch, task);
        try {
          boolean isFirst = true;
          long word = 0;
          for (K key : wanted) {
            if (isFirst && value != null) {
              word = runs.valueWord(value); // once, and not where there is no key
            }
            isFirst = false;
            runs.addKey(key, word);
          }
        } finally {
          runs.end();
        }
        return runs.made();
      }
      KeyBatch batch = scratch.batch();
      long made = 0;
      for (Iterator<? extends K> rest = wanted.iterator(); rest.hasNext(); ) {
        batch.clear();
        while (rest.hasNext() && batch.count() < KeyBatch.STAGE_KEYS) {
          map.encodeKey(scratch, rest.next());
          batch.add(scratch);
        }
        made += updateStage(scratch, batch, value);
      }
      return made;
    } finally {
      scratches.give(scratch);
    }
  }

  private int updateStage(Scratch scratch, KeyBatch keysOfStage, @Nullable V value) {
    keysOfStage.touch(engine, 0, true);
    Condition condition = value == null ? Condition.PRESENT : Condition.ABSENT;
    long last = 0;
    int made = 0;
    try {
      for (int i = 0; i < keysOfStage.count(); i++) {
        keysOfStage.take(i, scratch);
        if (value != null) {
          map.encodeValue(scratch, value);
        }
        engine.updateAmongOthers(scratch, condition, 0, value == null, false);
        if (scratch.position != 0) {
          last = scratch.position;
          made++;
        }
      }
    } finally {
      if (last != 0) {
        engine.log().maintain(last);
      }
    }
    return made;
  }
}
