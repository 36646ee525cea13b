package io.vitrine.bench.hash;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dynatrace.hash4j.hashing.ByteAccess;
import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.lang.foreign.MemorySegment;

/** The functions of hash4j. It takes text as its UTF-16 units, two bytes each. Stateless. */
final class Hash4jHashes {
  private Hash4jHashes() {}

  static HashCall of(String function, HashForm form, HashKeys keys) {
    Hasher64 hasher = function.equals("xxh3") ? Hashing.xxh3_64() : Hashing.rapidhashV3();
    return switch (form) {
      case LONG -> key -> hasher.hashLongToLong(keys.numbers[key]);
      case BYTES -> key -> hasher.hashBytesToLong(keys.bytes[key], 0, keys.length);
      case BYTES_CHAINED -> key -> hasher.hashBytesToLong(keys.row, keys.inRow(key), keys.length);
      case STRING, STRING_16 -> key -> hasher.hashCharsToLong(keys.texts[key]);
      case STRING_TO_UTF8 -> key -> hasher.hashBytesToLong(keys.texts[key].getBytes(UTF_8));
      case STRING_LATIN1 -> key -> hasher.hashBytesToLong(keys.latin1Texts[key].getBytes(UTF_8));
      case STRING_UTF16_TO_UTF8 ->
          key -> hasher.hashBytesToLong(keys.wideTexts[key].getBytes(UTF_8));
      case STRING_UTF16 -> key -> hasher.hashCharsToLong(keys.wideTexts[key]);
      case SEGMENT, SEGMENT_HEAP, SEGMENT_MAPPED -> {
        var access = ByteAccess.forMemorySegment(MemorySegment.class);
        yield key ->
            hasher.hashBytesToLong(keys.segment, (long) key * keys.length, keys.length, access);
      }
    };
  }
}
