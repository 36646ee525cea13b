package io.vitrine.store;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What has to be known of a map to make its file. Immutable. It stands in the log with the creation
 * of the map, and in checkpoints.
 *
 * <pre>
 * offset size field
 *      0    8 seed      of the hash
 *      8    8 segments  (bits 0-31); sizes of a compact map, see {@link CompactShape}
 *     16      texts     key type, value type, hash: a 4-byte length, then UTF-8, each
 * </pre>
 */
record MapShape(
    String keyType,
    String valueType,
    HashStrategy hash,
    int segments,
    @Nullable CompactShape compact) {
  static final long SEED = 0;
  static final long SEGMENTS = 8;
  static final long TEXTS = 16;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  static MapShape of(MapOptions<?, ?> options) {
    return new MapShape(
        options.keys().typeName(),
        options.values().typeName(),
        options.hash(),
        options.segments(),
        CompactShape.of(options));
  }

  static MapShape of(MapFile file) {
    return new MapShape(file.keyType, file.valueType, file.hash, file.segments, file.compact);
  }

  /** The bytes that say all of it. */
  byte[] bytes() {
    byte[][] texts = {utf8(keyType), utf8(valueType), utf8(hash.name())};
    long size = TEXTS;
    for (byte[] text : texts) {
      size += 4 + text.length;
    }
    byte[] bytes = new byte[Math.toIntExact(size)];
    MemorySegment to = MemorySegment.ofArray(bytes);
    to.set(LONG, SEED, hash.seed());
    to.set(LONG, SEGMENTS, CompactShape.word(compact, segments));
    long at = TEXTS;
    for (byte[] text : texts) {
      to.set(INT, at, text.length);
      MemorySegment.copy(MemorySegment.ofArray(text), 0, to, at + 4, text.length);
      at += 4 + text.length;
    }
    return bytes;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads what {@link #bytes} made.
   *
   * @param place names what is being read, for messages
   */
  static MapShape read(MemorySegment from, long offset, long length, String place) {
    try {
      MemorySegment bytes = from.asSlice(offset, length);
      String[] texts = new String[3];
      long at = TEXTS;
      for (int i = 0; i < texts.length; i++) {
        int size = bytes.get(INT, at);
        texts[i] =
            new String(
                bytes.asSlice(at + 4, size).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
        at += 4 + size;
      }
      return new MapShape(
          texts[0],
          texts[1],
          HashStrategies.of(texts[2], bytes.get(LONG, SEED)),
          CompactShape.segments(bytes.get(LONG, SEGMENTS)),
          CompactShape.of(bytes.get(LONG, SEGMENTS)));
    } catch (IndexOutOfBoundsException | ArithmeticException e) {
      throw new CorruptStoreException(place + ": does not say how to make a map: " + e);
    } catch (IllegalArgumentException e) {
      throw new StoreException(place + ": " + e.getMessage(), e);
    }
  }
}
