package io.vitrine.store;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.lang.foreign.MemorySegment;

/** Checksums of headers, blocks and records. Stateless; any thread. */
final class Checks {
  private static final HashStrategy RAPID = HashStrategies.rapid(0x5649_5452_494E_45L);

  private Checks() {}

  static long of(MemorySegment memory, long offset, long bytes) {
    return RAPID.hash(memory, offset, bytes);
  }

  /** Joins a checksum with a further word. */
  static long with(long check, long word) {
    return RAPID.hash(check ^ Long.rotateLeft(word * 0x9E37_79B9_7F4A_7C15L, 29));
  }
}
