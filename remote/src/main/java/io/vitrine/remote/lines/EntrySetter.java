package io.vitrine.remote.lines;

import io.vitrine.store.Codec;
import io.vitrine.store.StoreMap;
import java.lang.foreign.MemorySegment;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Sets the entries of lines in a map. For one thread. */
final class EntrySetter {
  private static final int KEY_BYTES_MAX = 65_535;

  private final StoreMap<Object, Object> map;

  /** How many entries were not set, since their time is over. */
  long expired;

  EntrySetter(StoreMap<Object, Object> map) {
    this.map = map;
  }

  /**
   * Sets an entry, unless its time is over.
   *
   * @param line its fields
   * @param put takes one without a time to live
   * @throws IllegalArgumentException if it is none, or none of this map
   */
  void set(Map<?, ?> line, BiConsumer<Object, Object> put) {
    Object key = line.get(MapLines.KEY);
    Object value = line.get(MapLines.VALUE);
    boolean ends = line.containsKey(MapLines.EXPIRES);
    if (key == null || value == null || line.size() != (ends ? 3 : 2)) {
      throw new IllegalArgumentException(
          "expected the fields [%s, %s], neither null, and perhaps %s, found %s"
              .formatted(MapLines.KEY, MapLines.VALUE, MapLines.EXPIRES, line.keySet()));
    }
    Instant end = ends ? instant(line.get(MapLines.EXPIRES)) : Instant.MAX;
    try {
      if (!ends) {
        put.accept(key, value);
        return;
      }
      Duration left = Duration.between(Instant.now(), end);
      if (left.isPositive()) {
        map.put(key, value, left);
      } else {
        requireFit(key, value);
        expired++;
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(culprit(key) + ": " + e.getMessage(), e);
    }
  }

  /**
   * Hands on an entry of what a list is kept in, which has no time to live.
   *
   * @param line its fields
   * @param nodes takes it
   * @throws IllegalArgumentException if it is none
   */
  void setNode(Map<?, ?> line, BiConsumer<Object, Object> nodes) {
    if (line.containsKey(MapLines.EXPIRES)) {
      throw new IllegalArgumentException(
          "expected the fields [%s, %s] of a part of a list, found %s"
              .formatted(MapLines.KEY, MapLines.VALUE, line.keySet()));
    }
    set(line, nodes);
  }

  private static Instant instant(@Nullable Object text) {
    try {
      return Instant.parse(String.valueOf(text));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "%s is %s, expected a moment as in 2026-01-31T12:00:00Z"
              .formatted(MapLines.EXPIRES, text),
          e);
    }
  }

  /** What is wrong is wrong also where it would not be set. */
  private void requireFit(Object key, Object value) {
    if (write(map.options().keys(), key) > KEY_BYTES_MAX) {
      throw new IllegalArgumentException(
          "expected at most %d bytes, found more".formatted(KEY_BYTES_MAX));
    }
    write(map.options().values(), value);
  }

  /** How many bytes it takes, after it was written for a trial. */
  private static long write(Codec<Object> codec, Object written) {
    long bytes = codec.sizeOf(written);
    long words = (bytes + 7) / 8; // a fixed size says nothing of it yet
    codec.write(written, MemorySegment.ofArray(new long[Math.toIntExact(words)]), 0);
    return bytes;
  }

  private String culprit(Object key) {
    try {
      Codec<Object> keys = map.options().keys();
      return keys.sizeOf(key) > KEY_BYTES_MAX || write(keys, key) > KEY_BYTES_MAX
          ? MapLines.KEY
          : MapLines.VALUE;
    } catch (IllegalArgumentException e) {
      return MapLines.KEY;
    }
  }
}
