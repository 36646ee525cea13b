package io.vitrine.remote.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes that are expected at a place, compared eight at a time. Immutable. */
final class RecordKey {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int COMPARED_BYTES = 24;

  private final byte[] bytes;
  private final long[] words = new long[COMPARED_BYTES / Long.BYTES];
  private final long[] masks = new long[COMPARED_BYTES / Long.BYTES];

  RecordKey(byte[] bytes) {
    this.bytes = bytes;
    for (int i = 0; i < Math.min(bytes.length, COMPARED_BYTES); i++) {
      int word = i / Long.BYTES;
      int shift = (i % Long.BYTES) * Byte.SIZE;
      words[word] |= (bytes[i] & 0xFFL) << shift;
      masks[word] |= 0xFFL << shift;
    }
  }

  int length() {
    return bytes.length;
  }

  /** Whether these are the bytes there. */
  boolean isAt(byte[] in, int at) {
    int length = bytes.length;
    if (length <= COMPARED_BYTES && in.length - at >= COMPARED_BYTES) {
      long difference = ((long) WORDS.get(in, at) ^ words[0]) & masks[0];
      if (length > Long.BYTES) {
        difference |= ((long) WORDS.get(in, at + 8) ^ words[1]) & masks[1];
        if (length > 2 * Long.BYTES) {
          difference |= ((long) WORDS.get(in, at + 16) ^ words[2]) & masks[2];
        }
      }
      return difference == 0;
    }
    return in.length - at >= length && Arrays.equals(in, at, at + length, bytes, 0, length);
  }

  void append(ByteSink out) {
    int length = bytes.length;
    out.ensure(Math.max(length, COMPARED_BYTES));
    if (length <= COMPARED_BYTES) {
      // What is written too much is written over by what comes next.
      WORDS.set(out.array, out.at, words[0]);
      if (length > Long.BYTES) {
        WORDS.set(out.array, out.at + 8, words[1]);
        WORDS.set(out.array, out.at + 16, words[2]);
      }
    } else {
      System.arraycopy(bytes, 0, out.array, out.at, length);
    }
    out.at += length;
  }
}
