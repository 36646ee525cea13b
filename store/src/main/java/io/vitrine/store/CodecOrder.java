package io.vitrine.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts what has no order of its own in the order of its bytes, so that keys can hold it. Stateless.
 */
final class CodecOrder {
  static final Comparator<byte[]> BY_BYTES = Arrays::compareUnsigned;

  private CodecOrder() {}

  /** An entry of a map with the bytes of its key. */
  static final class Entry implements Comparable<Entry> {
    final byte[] bytes;
    final @Nullable Object key;
    final @Nullable Object value;

    Entry(byte[] bytes, @Nullable Object key, @Nullable Object value) {
      this.bytes = bytes;
      this.key = key;
      this.value = value;
    }

    @Override
    public int compareTo(Entry other) {
      return Arrays.compareUnsigned(bytes, other.bytes);
    }
  }

  static byte[] encode(ItemCodec<Object> codec, Object value) {
    byte[] bytes = new byte[Math.toIntExact(codec.sizeOf(value))];
    CodecBounds.writeItem(codec, value, MemorySegment.ofArray(bytes), 0, bytes.length);
    return bytes;
  }

  static long put(byte[] bytes, MemorySegment target, long offset) {
    MemorySegment.copy(bytes, 0, target, JAVA_BYTE, offset, bytes.length);
    return offset + bytes.length;
  }

  /** A copy of a value of the data model whose maps are in the order of RFC 8949, section 4.2.1. */
  static @Nullable Object ofModel(@Nullable Object value) {
    return switch (value) {
      case List<?> list -> {
        var copy = new ArrayList<@Nullable Object>(list.size());
        list.forEach(element -> copy.add(ofModel(element)));
        yield copy;
      }
      case Map<?, ?> map -> ofMap(map);
      case TypedValue typed -> new TypedValue(typed.name(), ofModel(typed.content()));
      case null, default -> value;
    };
  }

  private static Map<@Nullable Object, @Nullable Object> ofMap(Map<?, ?> map) {
    var entries = new ArrayList<Entry>(map.size());
    map.forEach((key, value) -> {
      byte[] bytes = new byte[Math.toIntExact(CborWriter.sizeOf(key))];
      if (CborWriter.put(key, MemorySegment.ofArray(bytes), 0) != bytes.length) {
        throw CodecBounds.changed("any", null);
      }
      entries.add(new Entry(bytes, key, ofModel(value)));
    });
    Collections.sort(entries);
    var copy = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    entries.forEach(entry -> copy.put(entry.key, entry.value));
    return copy;
  }
}
