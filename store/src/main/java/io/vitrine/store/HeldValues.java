package io.vitrine.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The values that the lookups of a batch found, in arrays that the next ones fill again. For one
 * thread at a time.
 */
final class HeldValues {
  /* An array is filled again by a value of its length. Where lengths differ from key to key most
   * do not fit, and to make others would be garbage with each call; where all values have got
   * another length, nothing fits any more. */

  /** Arrays of more bytes together are let go in between. */
  private static final long KEPT_BYTES = 1 << 20;

  /** What an array takes besides its elements, and for its place here. */
  private static final long HEADER_BYTES = 24;

  /** So many values one after the other that did not fit, and all arrays are let go. */
  private static final int MISFITS_MAX = 1 << 16;

  private byte[] @Nullable [] arrays = new byte[KeyBatch.STAGE_KEYS][];
  private long bytes;
  private int misfits;

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
    bytes += former == null ? HEADER_BYTES + value.length : value.length - (long) former.length;
    arrays[index] = value;
    misfits = 0;
  }

  /** Notes that a value was read without its array, maybe since it has another length. */
  void noteRead(int index, long length) {
    byte[] there = of(index);
    misfits += there != null && there.length != length ? 1 : 0;
  }

  /** Lets the arrays go if none fits any more; what they hold is forgotten. */
  void forget() {
    if (misfits > MISFITS_MAX) {
      letGo();
    }
  }

  /** Lets the arrays go if they are large. */
  void trim() {
    if (bytes > KEPT_BYTES) {
      letGo();
    }
  }

  private void letGo() {
    arrays = new byte[KeyBatch.STAGE_KEYS][];
    bytes = 0;
    misfits = 0;
  }
}
