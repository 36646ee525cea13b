package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a set, or the keys of a map, that were written so far, as they will be read. Two
 * that differ in Java may be one as they are written: the Integer 1 and the Long 1, or a UUID in
 * capital letters and in small ones; and a set may hold two that are equal, where one was changed
 * in it or it compares by identity. What has one of them twice is refused, since nobody could read
 * it. For one thread.
 */
final class Distinct {
  private final String type;
  private final ItemCodec<Object> codec;
  private final Set<@Nullable Object> seen = new HashSet<>();

  private Distinct(String type, ItemCodec<Object> codec) {
    this.type = type;
    this.codec = codec;
  }

  /** What is to be asked for the elements of a set; null if they are distinct in any case. */
  static @Nullable Distinct of(
      String type, ItemCodec<Object> codec, int count, Collection<?> elements) {
    boolean isDistinct =
        count < 2
            || (!codec.mayJoin() && elements instanceof Set<?> set && KnownHolders.isDistinct(set));
    return isDistinct ? null : new Distinct(type, codec);
  }

  /** What is to be asked for the keys of a map; null if they are distinct in any case. */
  static @Nullable Distinct of(String type, ItemCodec<Object> codec, int count, Map<?, ?> map) {
    boolean isDistinct = count < 2 || (!codec.mayJoin() && KnownHolders.isDistinct(map));
    return isDistinct ? null : new Distinct(type, codec);
  }

  /**
   * Notes a part that was written.
   *
   * @throws IllegalArgumentException if it is there already, or cannot be read again
   */
  void add(MemorySegment target, long offset, long end) {
    Object read;
    try {
      read = codec.read(target, offset, end - offset);
    } catch (RuntimeException e) {
      if (!Unreadable.isOfBytes(e)) {
        throw e;
      }
      throw new IllegalArgumentException(
          "expected %s, found a part that cannot be read again: %s"
              .formatted(type, e instanceof CorruptStoreException ? e.getMessage() : e),
          e);
    }
    if (!seen.add(read)) {
      throw twice(CodecConversions.describe(read));
    }
  }

  /**
   * Notes a part that is null.
   *
   * @throws IllegalArgumentException if it is there already
   */
  void addNull() {
    if (!seen.add(null)) {
      throw twice("null");
    }
  }

  private IllegalArgumentException twice(String part) {
    return new IllegalArgumentException(
        "expected %s, found %s twice, as two that are equal or are written alike"
            .formatted(type, part));
  }
}
