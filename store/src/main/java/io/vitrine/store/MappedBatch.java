package io.vitrine.store;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A batch of a mapped map. For one thread at a time. */
final class MappedBatch<K, V> implements Batch<K, V> {
  private static final long FIRST_BYTES = 4096;
  private static final long KEPT_BYTES = 1 << 20;
  private static final long ABSENT = -1;

  /** In place of an offset: the value lies in an array that is held. */
  private static final long HELD = -1;

  private final MappedMap<K, V> map;
  private final Scratch scratch = new Scratch(Scratch.NOBODY);
  private final KeyBatch keys = new KeyBatch();
  private @Nullable Object[] values = new @Nullable Object[KeyBatch.STAGE_KEYS];
  private MemorySegment found = Arena.ofAuto().allocate(FIRST_BYTES, 8);
  private long foundEnd;
  private long[] offsets = new long[KeyBatch.STAGE_KEYS];
  private long[] lengths = new long[KeyBatch.STAGE_KEYS];
  private long[] revisions = new long[KeyBatch.STAGE_KEYS];

  /** Looks arrays up by numbers, otherwise null. */
  private final @Nullable BytesReader direct;

  private final HeldValues held = new HeldValues();

  /** How the entries of a compact map of words are set, otherwise null. */
  private final @Nullable CompactRuns<K, V> runs;

  MappedBatch(MappedMap<K, V> map) {
    map.engine().checkUsable();
    this.map = map;
    this.direct = map.direct(false);
    this.runs =
        CompactRuns.suit(map.engine())
            ? new CompactRuns<>(map, (CompactEngine) map.engine(), scratch, WordTask.PUT)
            : null;
  }

  @Override
  public void clear() {
    Arrays.fill(values, 0, keys.count(), null);
    keys.clear();
    scratch.trim();
    held.trim();
    if (found.byteSize() > KEPT_BYTES) {
      found = Arena.ofAuto().allocate(FIRST_BYTES, 8);
    }
  }

  @Override
  public int size() {
    return keys.count();
  }

  @Override
  public void add(K key) {
    addKey(key, null);
  }

  @Override
  public void add(K key, V value) {
    addKey(key, Objects.requireNonNull(value, "value"));
  }

  private void addKey(K key, @Nullable V value) {
    int index = keys.count();
    if (index == values.length) {
      offsets = Arrays.copyOf(offsets, 2 * index);
      lengths = Arrays.copyOf(lengths, 2 * index);
      revisions = Arrays.copyOf(revisions, 2 * index);
      values = Arrays.copyOf(values, 2 * index); // the last, if there is no memory for all
    }
    map.addKey(keys, scratch, key);
    values[index] = value;
    lengths[index] = ABSENT;
  }

  @Override
  public int get() {
    try {
      return getAll();
    } catch (InternalError e) {
      throw map.engine().file.cutOff(e);
    } catch (IllegalStateException e) {
      throw map.engine().file.told(e);
    }
  }

  private int getAll() {
    MapEngine engine = map.engine();
    Arrays.fill(lengths, 0, keys.count(), ABSENT); // nothing is told of a lookup that failed
    held.forget();
    foundEnd = 0;
    engine.checkUsable(); // also where there is no key
    int hits = 0;
    int touched = 0;
    for (int i = 0; i < keys.count(); i++) {
      if (i == touched) {
        touched = keys.touch(engine, i, false);
      }
      hits += read(engine, i) ? 1 : 0;
    }
    return hits;
  }

  private boolean read(MapEngine engine, int index) {
    byte[] value = direct == null ? null : direct.read(keys.word(index), held.of(index));
    if (value == null) {
      return readByScratch(engine, index);
    }
    if (BytesReader.isAbsent(value)) {
      return false;
    }
    held.hold(index, value);
    offsets[index] = HELD;
    lengths[index] = value.length;
    return true;
  }

  private boolean readByScratch(MapEngine engine, int index) {
    keys.take(index, scratch);
    if (!engine.read(scratch)) {
      return false;
    }
    keep(index);
    held.noteRead(index, lengths[index]);
    return true;
  }

  private void keep(int index) {
    long length = scratch.inValueLength();
    if (length > found.byteSize() - foundEnd) {
      // whole words, as the place after the last value is one of them
      long size = 2 * (foundEnd + LogLayout.padded(length));
      MemorySegment larger = Arena.ofAuto().allocate(size, 8);
      MemorySegment.copy(found, 0, larger, 0, foundEnd);
      found = larger;
    }
    MemorySegment.copy(scratch.in, scratch.inValueOffset(), found, foundEnd, length);
    offsets[index] = foundEnd;
    lengths[index] = length;
    revisions[index] = scratch.inRevision();
    foundEnd += LogLayout.padded(length);
  }

  @Override
  public void put() {
    try {
      putAll();
    } catch (InternalError e) {
      throw map.engine().file.cutOffUnlessOfUser(e);
    } catch (IllegalStateException e) {
      throw map.engine().file.told(e);
    }
  }

  private void putAll() {
    map.engine().checkWritable(); // also where there is no entry
    if (runs != null) {
      putInRuns(runs);
      return;
    }
    for (int from = 0; from < keys.count(); from += KeyBatch.STAGE_KEYS) {
      putStage(from, keys.touch(map.engine(), from, true));
    }
  }

  private void putInRuns(CompactRuns<K, V> together) {
    try {
      for (int i = 0; i < keys.count(); i++) {
        @SuppressWarnings("unchecked") // the value that add was given
        V value = (V) values[i];
        if (value != null) {
          together.add(keys.hash(i), keys.word(i), together.valueWord(value));
        }
      }
    } finally {
      together.end();
    }
  }

  private void putStage(int from, int to) {
    long last = 0;
    try {
      for (int i = from; i < to; i++) {
        @SuppressWarnings("unchecked") // the value that add was given
        V value = (V) values[i];
        if (value != null) {
          SeveralKeys.put(map, keys, i, scratch, value);
          last = scratch.position != 0 ? scratch.position : last;
        }
      }
    } finally {
      if (last != 0) {
        map.engine().log().maintain(last);
      }
    }
  }

  @Override
  public long length(int index) {
    return lengths[Objects.checkIndex(index, keys.count())];
  }

  @Override
  public long copyValue(int index, MemorySegment target, long offset) {
    CodecBounds.checkOffset(offset);
    long length = length(index);
    if (length >= 0 && length <= target.byteSize() - offset) {
      byte[] value = offsets[index] == HELD ? held.of(index) : null;
      if (value != null) {
        MemorySegment.copy(value, 0, target, ValueLayout.JAVA_BYTE, offset, value.length);
      } else {
        MemorySegment.copy(found, offsets[index], target, offset, length);
      }
    }
    return length;
  }

  @Override
  public @Nullable V value(int index, @Nullable V using) {
    long length = length(index);
    if (length < 0) {
      return null;
    }
    byte[] value = offsets[index] == HELD ? held.of(index) : null;
    if (value != null) {
      return copy(value, (byte[]) using);
    }
    try {
      return map.decode(found, offsets[index], length, using);
    } catch (RuntimeException e) {
      keys.take(index, scratch);
      throw map.unreadable(scratch, revisions[index], e);
    }
  }

  /** A copy of an array, which is held for the next lookups. */
  @SuppressWarnings("unchecked") // there are arrays where the map's values are such
  private V copy(byte[] value, byte @Nullable [] using) {
    if (using == null || using.length != value.length) {
      return (V) value.clone();
    }
    System.arraycopy(value, 0, using, 0, value.length);
    return (V) using;
  }
}
