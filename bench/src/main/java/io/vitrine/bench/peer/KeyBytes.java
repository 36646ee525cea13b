package io.vitrine.bench.peer;

import java.nio.charset.StandardCharsets;

/**
 * Keys as bytes, for systems that know nothing else. For one thread.
 *
 * @param <K> type of the keys
 */
@FunctionalInterface
interface KeyBytes<K> {
  /** The bytes of a key, valid until the next call. */
  byte[] of(K key);

  /** Eight bytes, always in the same array. */
  static KeyBytes<Long> longs() {
    byte[] bytes = new byte[Long.BYTES];
    return key -> {
      Fill.stamp(bytes, key);
      return bytes;
    };
  }

  /** A byte for each character, which are all of ASCII. */
  static KeyBytes<String> texts() {
    return key -> key.getBytes(StandardCharsets.ISO_8859_1);
  }
}
