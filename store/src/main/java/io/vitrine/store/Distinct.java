package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a set, or the keys of a map, that were written so far, as they will be read. Two
 * that differ in Java may be one as they are written: the Integer 1 and the Long 1, or a UUID in
 * capital letters and in small ones. What has one of them twice is refused, since nobody could read
 * it. For one thread.
 */
final class Distinct {
  private final String type;
  private final ItemCodec<Object> codec;
  private final Set<Object> seen = new HashSet<>();

  private Distinct(String type, ItemCodec<Object> codec) {
    this.type = type;
    this.codec = codec;
  }

  /** What is to be asked for so many parts of a type; null if they are distinct in any case. */
  static @Nullable Distinct of(String type, ItemCodec<Object> codec, int count) {
    return count > 1 && codec.mayJoin() ? new Distinct(type, codec) : null;
  }

  /**
   * Notes a part that was written.
   *
   * @throws IllegalArgumentException if it is there already
   */
  void add(MemorySegment target, long offset, long end) {
    Object read = codec.read(target, offset, end - offset);
    if (!seen.add(read)) {
      throw new IllegalArgumentException(
          "expected %s, found %s twice, in two forms that are written alike"
              .formatted(type, CodecConversions.describe(read)));
    }
  }
}
