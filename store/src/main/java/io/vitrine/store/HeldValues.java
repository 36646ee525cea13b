package io.vitrine.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The values that the lookups of a batch found, in arrays that the next ones fill again. For one
 * thread at a time.
 */
final class HeldValues {
  /** Arrays of more bytes together are let go in between. */
  private static final long KEPT_BYTES = 1 << 20;

  private byte[] @Nullable [] arrays = new byte[KeyBatch.STAGE_KEYS][];
  private long bytes;

  /** The array of a key, by its number: what was found, or an array to fill; null for none. */
  byte @Nullable [] of(int index) {
    return index < arrays.length ? arrays[index] : null;
  }

  /** Keeps what was found. */
  void hold(int index, byte[] value) {
    if (index >= arrays.length) {
      arrays = Arrays.copyOf(arrays, 2 * index);
    }
    byte[] former = arrays[index];
    bytes += value.length - (former == null ? 0L : former.length);
    arrays[index] = value;
  }

  /** Lets the arrays go if they are large. */
  void trim() {
    if (bytes > KEPT_BYTES) {
      arrays = new byte[KeyBatch.STAGE_KEYS][];
      bytes = 0;
    }
  }
}
