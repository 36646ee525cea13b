package io.vitrine.bench.hash;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import net.openhft.hashing.LongHashFunction;

/**
 * The XXH3 of zero-allocation-hashing. It takes text as its UTF-16 units, two bytes each, and
 * memory off the heap by its bare address, segments on the heap as a {@code ByteBuffer}. Stateless.
 */
final class ZeroAllocationHashes {
  private ZeroAllocationHashes() {}

  static HashCall of(String function, HashForm form, HashKeys keys) {
    if (!function.equals("xxh3")) {
      throw new IllegalArgumentException("zero-allocation-hashing has no " + function);
    }
    LongHashFunction hasher = LongHashFunction.xx3();
    return switch (form) {
      case LONG -> key -> hasher.hashLong(keys.numbers[key]);
      case BYTES -> key -> hasher.hashBytes(keys.bytes[key], 0, keys.length);
      case BYTES_CHAINED -> key -> hasher.hashBytes(keys.row, keys.inRow(key), keys.length);
      case STRING, STRING_16 -> key -> hasher.hashChars(keys.texts[key]);
      case STRING_TO_UTF8 -> key -> hasher.hashBytes(keys.texts[key].getBytes(UTF_8));
      case STRING_LATIN1 -> key -> hasher.hashBytes(keys.latin1Texts[key].getBytes(UTF_8));
      case STRING_UTF16_TO_UTF8 -> key -> hasher.hashBytes(keys.wideTexts[key].getBytes(UTF_8));
      case STRING_UTF16 -> key -> hasher.hashChars(keys.wideTexts[key]);
      case SEGMENT, SEGMENT_MAPPED -> {
        long address = keys.segment.address();
        yield key -> hasher.hashMemory(address + (long) key * keys.length, keys.length);
      }
      case SEGMENT_HEAP -> {
        ByteBuffer buffer = keys.segment.asByteBuffer();
        yield key -> hasher.hashBytes(buffer, key * keys.length, keys.length);
      }
    };
  }
}
