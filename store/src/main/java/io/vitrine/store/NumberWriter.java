package io.vitrine.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sets numbers by numbers in a compact map, each taken as it is: without an image of the entry, as
 * {@link LongLongMap} does. Safe for any number of threads.
 */
final class NumberWriter {
  private final CompactEngine engine;

  private NumberWriter(CompactEngine engine) {
    this.engine = engine;
  }

  /** The writer for a map with these codecs, null where there is none. */
  static @Nullable NumberWriter of(MapEngine engine, Codec<?> keys, Codec<?> values) {
    return engine instanceof CompactEngine compact
            && compact.shape().isSingle
            && isWord(keys, compact.shape().keyBytes)
            && isWord(values, compact.shape().valueBytes)
        ? new NumberWriter(compact)
        : null;
  }

  /** Whether items are numbers that an entry holds as words. */
  static boolean isWord(Codec<?> codec, int bytes) {
    return codec instanceof LongCodec && bytes == Long.BYTES;
  }

  /** Sets the value of a key. */
  void put(Object key, Object value) {
    long word = (Long) Objects.requireNonNull(key, "key");
    long number = (Long) Objects.requireNonNull(value, "value");
    WordCalls.update(engine, WordTask.PUT, word, number, 0);
  }
}
