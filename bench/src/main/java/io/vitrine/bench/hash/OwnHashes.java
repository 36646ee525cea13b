package io.vitrine.bench.hash;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;

/** Vitrine's strategies. Stateless, for any thread. */
final class OwnHashes {
  private OwnHashes() {}

  static HashCall of(String function, HashForm form, HashKeys keys) {
    HashStrategy strategy = HashStrategies.of(function, 0);
    return switch (form) {
      case LONG -> key -> strategy.hash(keys.numbers[key]);
      case BYTES -> key -> strategy.hash(keys.bytes[key], 0, keys.length);
      case BYTES_CHAINED -> key -> strategy.hash(keys.row, keys.inRow(key), keys.length);
      case STRING, STRING_16, STRING_TO_UTF8 -> key -> strategy.hash(keys.texts[key]);
      case STRING_LATIN1 -> key -> strategy.hash(keys.latin1Texts[key]);
      case STRING_UTF16, STRING_UTF16_TO_UTF8 -> key -> strategy.hash(keys.wideTexts[key]);
      case SEGMENT, SEGMENT_HEAP, SEGMENT_MAPPED ->
          key -> strategy.hash(keys.segment, (long) key * keys.length, keys.length);
    };
  }
}
